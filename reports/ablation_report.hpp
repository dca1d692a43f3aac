// The ablation of the attention: how often the heads specialise, and the attentions over the steps, as tables.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reports/table.hpp"
#include "verify/sparse_xor/ablation.hpp"

namespace lemmacheck::reports {

/// All runs with one attention.
struct AblatedAttention {
  verify::sparse_xor::AttentionKind kind = verify::sparse_xor::AttentionKind::softmax;
  verify::sparse_xor::AttentionScale scale = verify::sparse_xor::AttentionScale::one;
  std::vector<verify::sparse_xor::AblatedInstance> runs;
  verify::sparse_xor::AblationRun first;  // the first instance once more at its best step size, with its trajectory
};

struct AblationSetting {
  std::size_t positions = 0, dimension = 0, steps = 0;
  std::uint64_t seed = 0;
  std::vector<numerics::Rational> step_sizes;
  numerics::Rational confidence;
};

/// One line per attention: outcomes and losses at the best step size of every run.
Table ablation_table(const AblationSetting& setting, std::span<const AblatedAttention> rows);
/// Data of the figure "fraction specialised against eta".
Table ablation_grid_table(const AblationSetting& setting, std::span<const AblatedAttention> rows);
/// Data of the figure "attention on i*, j* and the largest other against steps", and the loss, for the first instance.
Table ablation_step_table(const AblationSetting& setting, std::span<const AblatedAttention> rows);
/// One line per run, at its best step size.
Table ablation_run_table(const AblationSetting& setting, std::span<const AblatedAttention> rows);

}  // namespace lemmacheck::reports
