// Sparse Boolean functions as bounded-norm attention: the constructions, and their errors certified on every pattern of
// the relevant bits with the other bits chosen by an adversary.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numerics/big_interval.hpp"
#include "numerics/interval.hpp"

namespace lemmacheck::verify::capacity {

/// Values in {-1, 1}: conjunction, disjunction, majority (1 at a tie), parity (the product), or a random table.
enum class SparseFunction : std::uint8_t { conjunction, disjunction, majority, parity, lookup };
std::string_view name_of(SparseFunction f) noexcept;  // and, or, majority, parity, lookup
/// Nothing for another word.
std::optional<SparseFunction> parse_sparse_function(std::string_view name) noexcept;

/// One attention head that reads the mean of the relevant bits and a piecewise linear map of it, or one head for each
/// relevant bit and a lookup over the 2^s patterns.
enum class Construction : std::uint8_t { symmetric, general };
std::string_view name_of(Construction c) noexcept;

struct SparseTask {
  SparseFunction function = SparseFunction::conjunction;
  Construction construction = Construction::symmetric;
  std::size_t tokens = 64;    // T
  std::size_t relevant = 3;   // s: the first s positions
  std::size_t dimension = 0;  // of random unit keys; 0: orthonormal keys
  std::uint64_t seed = 1;     // of the keys and of the table of `lookup`
  std::optional<numerics::Rational>
      scale;  // of the query; nothing: large enough for orthonormal keys and an error of 1/10
};

/// DomainError LC243 unless s <= T <= 65536, 1 <= s <= 12 (symmetric) or 10 (general), the function is symmetric where
/// the construction is, dimension 0 or 2..100000, T * dimension <= 1e8, scale in [0, 1000].
void validate(const SparseTask& task);

struct SparseReport {
  numerics::Rational scale;          // beta
  numerics::BigInterval coherence;   // max |v_i.v_j| that the bound uses: all pairs of a relevant key with another key
  numerics::BigInterval query_norm;  // |W_QK|, Frobenius, of all heads together
  numerics::BigInterval
      map_norm;                 // symmetric: Lipschitz constant of the map; general: Frobenius norms of its two layers
  numerics::BigInterval bound;  // what the formula of bounds/sparse_reading.hpp promises
  numerics::BigInterval error;  // sup over all 2^T inputs of |output - function|: lower end attained by an input
  std::uint64_t patterns = 0;   // of the relevant bits: all 2^s
};

/// Certifies the construction. For every pattern the upper end covers all values of the other bits at once, the lower
/// end comes from inputs that exist (the other bits all 1, all -1, or each against the output).
SparseReport certify_sparse(const SparseTask& task);

/// The table of a function: values at patterns, bit j of the index set where x_j = 1.
std::vector<int> truth_table(const SparseTask& task);

}  // namespace lemmacheck::verify::capacity
