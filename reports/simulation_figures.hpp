// What a simulation shows, as figures.
#pragma once

#include <vector>

#include "reports/figure.hpp"
#include "reports/simulation_report.hpp"

namespace lemmacheck::reports {

/// The successes as a point at x, between the ends of their interval.
FigurePoint frequency_point(double x, const verify::sparse_xor::Frequency& frequency);

/// Population steps: success against the step size. Sample steps: success (some step size works) against n, and against
/// n / d^2. One line for each d, with Clopper-Pearson intervals.
std::vector<Figure> simulation_figures(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings);

}  // namespace lemmacheck::reports
