// How the samples that are needed grow with d: estimated from the runs, and by the routes of the corollaries.
#pragma once

#include <vector>

#include "reports/simulation_report.hpp"

namespace lemmacheck::reports {

/// Estimates, in tables of their own: nothing in their columns of fitted numbers is certified.
struct GrowthFit {
  /// For every d: on how many instances the population step works, and the n at which half of these succeed.
  Table half_points;
  /// One row: the exponent of n in d, the limits of its interval, deviance, degrees of freedom, p-value and a status.
  /// No limits where the curve does not fit or cannot be checked; no exponent either where a half point lies outside of
  /// the sampled n. The status and a note say why.
  Table exponent;
};

/// Fits the runs of points with `population`.
GrowthFit growth_fit(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings);

/// What the routes of the corollaries ask for at every d, certified; the last row has the slope of log n between the
/// smallest and the largest d where the route holds there. Each corollary has a row of its own, which ends with the
/// reason if it does not hold.
Table growth_table(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings);

/// DomainError LC623 unless there are at least two d, and two n at one of them; the functions above ask for that.
void require_growth_grid(const std::vector<SimulatedPoint>& points);

}  // namespace lemmacheck::reports
