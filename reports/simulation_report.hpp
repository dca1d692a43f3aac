// What a simulation shows: frequencies beside what the theorems guarantee, and how margins are distributed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/table.hpp"
#include "verify/sparse_xor/covered_step.hpp"
#include "verify/sparse_xor/simulation.hpp"

namespace lemmacheck::reports {

/// One (d, m, n): the options, what was simulated, and what the theorems for that kind of step say there.
struct SimulatedPoint {
  verify::sparse_xor::SimulationOptions options;
  std::vector<verify::sparse_xor::SimulatedRun> runs;
  /// The population step on the same instances, for a fit of how n grows with d; empty when none is asked for.
  std::vector<verify::sparse_xor::SimulatedRun> population;
  std::vector<verify::sparse_xor::CoveredStep> theorems;  // those that may promise the verdict
  std::optional<numerics::Rational> sample_count() const;
};

struct SimulationSettings {
  numerics::Rational failure, epsilon, confidence;  // delta, eps, of the frequencies
};

/// One row for each step size and one for "some step size": counts, Clopper-Pearson limits, and 1 - delta where a
/// theorem covers the step, with its name; "no guarantee" elsewhere.
Table frequency_table(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings);

/// Margins and the smallest working step size over the runs of every point: least, quartiles, largest, and the best
/// bound of the theorems that hold.
Table distribution_table(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings);

/// {"frequencies": table, "distributions": table, "points": [{"d", "m", "samples", "runs": [...]}]}; further tables
/// under the names given.
std::string simulation_json(const std::vector<SimulatedPoint>& points, const std::vector<NamedTable>& tables);

/// Whether a frequency certainly contradicts a theorem: one covers the step and the upper limit is below what it
/// guarantees.
bool contradicts_theorem(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings);
/// Whether some verdict is undecided.
bool has_undecided(const std::vector<SimulatedPoint>& points);

}  // namespace lemmacheck::reports
