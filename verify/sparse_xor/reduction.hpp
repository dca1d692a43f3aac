// [reduction]: the two-head model of the paper is a standard Transformer block, before and after a gradient step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "numerics/big_interval.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::verify::sparse_xor {

/// The numbers of one Transformer, exact binary64. Tokens are t_0 = (0; cls), t_k = (x_k; v_k) in R^{1+m}.
struct TransformerData {
  std::size_t positions = 0, dimension = 0;
  std::vector<double> embeddings, cls;       // d x m row-major; m
  std::array<std::vector<double>, 2> query;  // W_Q of each head, m x (1+m)
  std::array<std::vector<double>, 2> key;    // W_K of each head, m x (1+m); the reduction needs its first column 0
  std::vector<double> value;                 // W_V, 1 x (1+m); the reduction needs (1, 0, .., 0)
  std::vector<bool> masked;                  // 1+d; the reduction needs the CLS token masked and nothing else
  std::array<std::size_t, 2> support = {0, 1};
};

/// Embeddings and cls on the sphere, W_Q and W_K random (unit rows), heads independent of each other; the three needs
/// above are met. DomainError LC231, LC232, LC233 for d, m, support.
TransformerData sample_transformer(std::size_t positions, std::size_t dimension, std::uint64_t seed,
                                   std::array<std::size_t, 2> support = {0, 1});

/// Never converts to bool. Differ: some difference is certainly not 0. Agree: every difference may be 0 and is narrow.
enum class Agreement : std::uint8_t { agree, differ, undecided };
std::string_view name_of(Agreement agreement) noexcept;

/// Enclosures of two sides that ought to be equal.
struct SideBySide {
  std::string what, over;    // what is compared, over which inputs or entries
  std::size_t compared = 0;  // pairs
  double widest = 0;         // upper bound of (width of the difference) / (larger of the two sides)
  Agreement verdict = Agreement::undecided;
};

struct ReductionOptions {
  numerics::Rational step_size = 100;  // eta > 0
  std::size_t inputs = 200;            // random inputs beyond `enumerated_positions`
  std::uint64_t seed = 1;              // of the inputs
  long first_bits = 128, highest_bits = 1024;
};

/// Every input is used up to this d.
inline constexpr std::size_t enumerated_positions = 12;
inline constexpr double reduction_width = 1e-12;

struct ReductionReport {
  std::vector<SideBySide> comparisons;
  /// Of each head, d L / d W_KQ backwards through the Transformer: (1+m) x (1+m), the first row not trained.
  std::array<std::vector<std::vector<numerics::BigInterval>>, 2> gradient;
  long bits = 0;
  Agreement verdict = Agreement::undecided;
};

/// Statement    With theta_h = W_KQ,h t_0 (position rows), W_KQ = W_K^T W_Q: the Transformer and the reduced model of
/// THEORY section 1
///              have the same f(x) for every x; the derivative of L in the free block of W_KQ,h (position rows, all
///              columns) is grad_theta_h L t_0^T; one step on it moves theta_h by -eta |t_0|^2 grad_theta_h L.
/// Kind         enclosures of both sides at the given numbers: agree, differ (certain) or undecided
/// Hypotheses   H1 (checked) d >= 3, m >= 2, eta > 0, inputs >= 1
/// Returns      one comparison per statement. The Transformer's derivatives come backwards through its own layers; the
///              population ones are averages over all inputs (d <= 12) or exact Rademacher moments (beyond), those of
///              the reduced model are [population-gradient]. Precision is doubled while something is undecided.
/// Errors       DomainError LC231, LC232, LC233, LC238 (eta), LC261 (inputs); ShapeError LC331
/// Source       [reduction], explicit form (this project)
/// Checked by   tests/verify/sparse_xor_reduction_test.cpp
ReductionReport check_reduction(const TransformerData& data, const ReductionOptions& options = {});

/// What the formulas at d = 4, m = 3 show, for every real value of x, v, v_0, W_Q, W_K with exact zero tests.
struct ReductionIdentities {
  bool scores = false;    // (W_K t_k) . (W_Q t_0) = v_k . theta
  bool function = false;  // f, softmax and mask included, is that of the reduced model
  bool gradient = false;  // d (f-y)^2 / d W_KQ = (d (f-y)^2 / d theta) t_0^T, every free entry of both heads
  bool step = false;      // theta after a step = theta - eta |t_0|^2 d (f-y)^2 / d theta
  bool all() const noexcept { return scores && function && gradient && step; }
};

/// What the reduction needs of the block; without it the identities are not found.
struct BlockNeeds {
  bool cls_masked = true, keys_ignore_content = true;
};
ReductionIdentities prove_reduction_identities(const BlockNeeds& needs = {});

}  // namespace lemmacheck::verify::sparse_xor
