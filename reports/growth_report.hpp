// How the samples that are needed grow with d: measured, and by the routes of the corollaries.
#pragma once

#include <vector>

#include "reports/simulation_report.hpp"

namespace lemmacheck::reports {

/// For every d the n at which half of the runs succeed (some step size works), by a logistic fit, beside what the
/// routes ask for; the last row has the exponents: the fit's with its interval, and of each route the certified slope
/// of log n between the smallest and the largest d where it holds. The column of the fit is a statistic and says so.
Table growth_table(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings);

/// DomainError LC623 unless there are at least two d, and two n at one of them; growth_table() asks for that.
void require_growth_grid(const std::vector<SimulatedPoint>& points);

}  // namespace lemmacheck::reports
