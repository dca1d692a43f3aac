// Runs of k heads on a k-parity: how often the heads end on different positions, as tables.
#pragma once

#include <span>
#include <vector>

#include "reports/table.hpp"
#include "verify/sparse_xor/parity.hpp"

namespace lemmacheck::reports {

/// All runs of one setting.
struct ParityRow {
  std::size_t heads = 0;
  verify::sparse_xor::ParityStart start = verify::sparse_xor::ParityStart::random;
  numerics::Rational step_size;
  std::vector<verify::sparse_xor::ParityRun> runs;
};

struct ParitySetting {
  std::size_t positions = 0, dimension = 0, steps = 0;
  std::uint64_t seed = 0;
  numerics::Rational epsilon, confidence;
};

/// One line per setting: counts, and Clopper and Pearson's interval for the probability. Undecided runs count as
/// failures in the lower limit and as successes in the upper one.
Table parity_table(const ParitySetting& setting, std::span<const ParityRow> rows);
/// One line per run.
Table parity_run_table(const ParitySetting& setting, std::span<const ParityRow> rows);
/// The start of every run, so that it can be computed again elsewhere: an array of {"k", "start", "seed", "d", "m",
/// "support", "V", "theta"}, one for each k, start and seed; V has d rows and theta k rows of m numbers in strings,
/// each the shortest decimal that names its binary64 number.
std::string parity_instances_json(const ParitySetting& setting, std::span<const ParityRow> rows);

}  // namespace lemmacheck::reports
