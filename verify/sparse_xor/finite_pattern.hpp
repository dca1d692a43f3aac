// [finite-pattern]: the population identities proved for every d by one exact computation at d = 6.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lemmacheck::verify::sparse_xor {

/// What the symbolic computation found. An identity counts as proved when the difference of its sides is the zero
/// polynomial in the 18 free variables g_k, g~_k, p_k.
struct FinitePatternReport {
  bool loss_identity = false;          // [population-loss]
  bool gradient_1_identity = false;    // [population-gradient] of head 1, p_k in place of v_k - vbar
  bool gradient_2_identity = false;    // the same of head 2
  std::size_t gradient_monomials = 0;  // of head 1
  std::size_t gradient_patterns = 0;   // classes of those monomials under permutations that fix the support
  bool all() const noexcept { return loss_identity && gradient_1_identity && gradient_2_identity; }
};

/// Statement    For free g, g~, p:  2 E [ (x_1 x_2 - a b) b sum_k g_k x_k p_k ]  equals
///              2 [ g_1 g~_2 p_1 + g_2 g~_1 p_2 - sum_k c_k p_k ],  c_k = g_k (g_k S~ + 2 g~_k P - 2 g_k g~_k^2),
///              as polynomials; likewise head 2 and the loss.
/// Kind         identity; a proof for every d >= 2: the coefficient of a monomial depends only on which of its indices
///              coincide with each other and with 1, 2, a monomial of the left side that survives the expectation has
///              at most two further distinct indices, and setting g_k = g~_k = p_k = 0 outside an index set containing
///              1, 2 turns the identity for d into the one for the smaller d. So d = 6 shows every pattern.
/// Returns      what held; the left side is the average over all 2^6 inputs.
FinitePatternReport prove_population_identities();

/// The same identities at one point: exact enumeration of all 2^d inputs with random rational g, g~, p drawn from the
/// seed. Requires 2 <= d <= 12 (DomainError LC239).
bool check_population_identities(std::size_t positions, std::uint64_t seed);

}  // namespace lemmacheck::verify::sparse_xor
