// What a simulation shows: frequencies beside what the theorems guarantee, and how margins are distributed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/table.hpp"
#include "verify/sparse_xor/covered_step.hpp"
#include "verify/sparse_xor/simulation.hpp"

namespace lemmacheck::reports {

/// One (d, m, n): the options, what was simulated, and what the theorem for that kind of step says there.
struct SimulatedPoint {
  verify::sparse_xor::SimulationOptions options;
  std::vector<verify::sparse_xor::SimulatedRun> runs;
  verify::sparse_xor::CoveredPoint population;  // theorem-2
  verify::sparse_xor::CoveredSamples sampled;   // corollary-3, when there are samples
};

struct SimulationSettings {
  numerics::Rational failure, epsilon, confidence;  // delta, eps, of the frequencies
};

/// One row for each step size and one for "some step size": counts, Clopper-Pearson limits, and 1 - delta where the
/// theorem covers the step; "no guarantee" elsewhere.
Table frequency_table(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings);

/// Margins and the smallest working step size over the runs of every point: least, quartiles, largest, and the bound
/// of the theorem where it holds.
Table distribution_table(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings);

/// {"frequencies": table, "distributions": table, "points": [{"d", "m", "samples", "runs": [...]}]}; further tables
/// under the names given.
struct NamedTable {
  std::string name;
  Table table;
};
std::string simulation_json(const std::vector<SimulatedPoint>& points, const std::vector<NamedTable>& tables);

/// Whether a frequency certainly contradicts the theorem: the theorem covers the step and the upper limit is below
/// what it guarantees.
bool contradicts_theorem(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings);
/// Whether some verdict is undecided.
bool has_undecided(const std::vector<SimulatedPoint>& points);

}  // namespace lemmacheck::reports
