// What the training experiment of capacity shows, as a figure.
#pragma once

#include <vector>

#include "reports/capacity_report.hpp"
#include "reports/figure.hpp"

namespace lemmacheck::reports {

/// Samples with which half of the runs reach the accuracy against T: one line for each function, s and protocol.
/// Points where they do not are left out.
Figure training_figure(const std::vector<TrainingRow>& rows);

}  // namespace lemmacheck::reports
