// Exact moments of linear forms in independent signs.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "numerics/big_interval.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::numerics {

/// Joint moments of linear forms in Rademacher variables, from joint power sums.
///
/// Statement    For l_s = sum_i c_{s,i} x_i, x uniform on {-1,+1}^d, E prod_s l_s^{e_s} is e! times the coefficient of
///              t^e in prod_i cosh(z_i) = exp(sum_i log cosh z_i), z_i = sum_s t_s c_{s,i}, where
///              log cosh z = z^2/2 - z^4/12 + z^6/45 - 17 z^8/2520 + ...; a factor x_j replaces cosh z_j by sinh z_j.
/// Kind         identity; exact for Rational, an enclosure for BigInterval.
/// Hypotheses   H1 (checked)  at least one form, all of the same length; exponents >= 0, one for each form
///              H2 (checked)  the exponents sum to at most 8
///              H3 (checked)  j < d
/// Returns      E [x_j] prod_s l_s^{e_s}; 0 exactly when the total degree is odd.
/// Errors       ShapeError LC341 if H1 fails; DomainError LC241 if H2 or H3 fails
/// Source       [rademacher-moments], explicit form (this project)
/// Checked by   tests/numerics/rademacher_moments_test.cpp
/// Example      one form (1, 1), exponent 4: E (x_1 + x_2)^4 = 8
Rational rademacher_moment(const std::vector<std::vector<Rational>>& forms, const std::vector<int>& exponents,
                           std::optional<std::size_t> factor = std::nullopt);
BigInterval rademacher_moment(const std::vector<std::vector<BigInterval>>& forms, const std::vector<int>& exponents,
                              std::optional<std::size_t> factor = std::nullopt);

/// The same moments with each factor x_j in turn, in one pass over the data.
///
/// Statement    E x_j prod_s l_s^{e_s} is e! times the coefficient of t^e in tanh(z_j) prod_i cosh(z_i), where
///              tanh z = z - z^3/3 + 2 z^5/15 - 17 z^7/315 + ...
/// Kind         identity; exact for Rational, an enclosure for BigInterval.
/// Hypotheses   H1, H2 as above
/// Returns      one moment for each j < d; all 0 exactly when the exponents sum to an even number.
/// Errors       ShapeError LC341 if H1 fails; DomainError LC241 if H2 fails
/// Source       [rademacher-moments], explicit form (this project)
/// Checked by   tests/numerics/rademacher_moments_test.cpp
/// Example      one form (1, 2), exponent 1: (1, 2)
std::vector<Rational> rademacher_moments_with_factors(const std::vector<std::vector<Rational>>& forms,
                                                      const std::vector<int>& exponents);
std::vector<BigInterval> rademacher_moments_with_factors(const std::vector<std::vector<BigInterval>>& forms,
                                                         const std::vector<int>& exponents);

}  // namespace lemmacheck::numerics
