// Tables of the capacity of attention: covering numbers, sample sizes, sparse functions, the training experiment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/table.hpp"
#include "verify/capacity/greedy_cover.hpp"
#include "verify/capacity/head_class.hpp"
#include "verify/capacity/sparse_functions.hpp"
#include "verify/capacity/training.hpp"

namespace lemmacheck::reports {

/// Covers of {x -> w.x : |w| <= norm} on `count` points of R^dimension with |x_i| <= radius.
struct LinearCoverQuestion {
  numerics::Rational norm = 1, radius = 1, accuracy;
  numerics::Rational count, dimension;
};
/// One row per bound: ln N, and how many times Zhang's number it divides. Exact in a, b, eps: no ceiling is undecided.
Table linear_cover_table(const LinearCoverQuestion& question);

/// Covers of attention heads at `accuracy` on `samples` sequences: closed form and counts for one head, and for the two
/// heads with frozen keys when their sizes are given.
struct TwoHeads {
  numerics::Rational query_norm, positions, dimension;
};
Table attention_cover_table(const verify::capacity::HeadClass& heads, const numerics::Rational& accuracy,
                            const numerics::Rational& samples, const std::vector<TwoHeads>& two_heads);

struct CoverRow {
  verify::capacity::CoverDataKind kind;
  verify::capacity::StepRule rule;
  std::size_t points, dimension;
  verify::capacity::CoverRun run;
};
Table greedy_run_table(const numerics::Rational& accuracy, std::uint64_t seed, const std::vector<CoverRow>& rows);

struct SampleRow {
  numerics::Rational tokens;
  std::optional<verify::capacity::SampleSize> closed, counts;
};
Table sample_size_table(const numerics::Rational& gap, const numerics::Rational& failure,
                        const std::vector<SampleRow>& rows);
/// Least squares of n on ln T, for each route; nothing below three different T. A fit, no certified statement about n.
std::optional<Table> sample_fit_table(const std::vector<SampleRow>& rows);

/// Rademacher complexity of the product of two heads with frozen keys on n samples: the greedy cover in closed form,
/// and chaining with the smaller of both covers.
Table two_head_complexity_table(const std::vector<TwoHeads>& rows, const numerics::Rational& samples);

struct SparseRow {
  verify::capacity::SparseTask task;
  verify::capacity::SparseReport report;
};
Table sparse_table(const std::vector<SparseRow>& rows);

struct TrainingRow {
  verify::capacity::TrainingTask task;
  verify::capacity::Protocol protocol;
  std::vector<verify::capacity::TrainingOutcome> outcomes;
};
Table training_table(const std::vector<TrainingRow>& rows, const numerics::Rational& confidence);

}  // namespace lemmacheck::reports
