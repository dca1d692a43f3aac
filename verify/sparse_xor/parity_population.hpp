// The exact population loss and gradient of k attention heads that learn a parity of k positions, for the number types
// with Rademacher moments: rationals and enclosures.
//
// f = -prod_h a_h, a_h = sum_i g^h_i x_i, y = -prod_{i in S} x_i, |S| = k. With X = prod_{i in S} x_i and
// B_h = prod_{h' != h} a_h',
//   (f - y)^2 = (X - prod a)^2,   E X prod_h a_h = the permanent of (g^h_j), j in S,
//   -d L / d g^h_i = 2 E (X - prod a) B_h x_i = 2 { [i in S] perm_h,i - E x_i a_h prod_{h' != h} a_h'^2 }.
// For i in S, X x_i is the product over S without i: k - 1 different signs against k - 1 linear forms leave the
// permanent perm_h,i of (g^{h'}_j), h' != h, j in S without i. For i outside S, X x_i has k + 1 different signs, more
// than the k - 1 forms can match: 0.
#pragma once

#include <cstddef>
#include <vector>

#include "numerics/rademacher_moments.hpp"

namespace lemmacheck::verify::sparse_xor {

inline constexpr std::size_t most_parity_heads = 4;  // moments are known up to order 8 = 2 k

/// The permanent of the rows, restricted to the columns, by expansion along the rows; `one` is the number 1.
template <class Number>
Number permanent(const std::vector<const std::vector<Number>*>& rows, std::vector<std::size_t> columns,
                 const Number& one) {
  const std::size_t done = rows.size() - columns.size();
  if (columns.empty()) return one;
  Number sum = one - one;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::vector<std::size_t> rest = columns;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(c));
    sum = sum + (*rows[done])[columns[c]] * permanent(rows, std::move(rest), one);
  }
  return sum;
}

template <class Number>
std::vector<const std::vector<Number>*> without_head(const std::vector<std::vector<Number>>& attention, std::size_t h) {
  std::vector<const std::vector<Number>*> rows;
  for (std::size_t other = 0; other < attention.size(); ++other)
    if (other != h) rows.push_back(&attention[other]);
  return rows;
}

/// E (f - y)^2.
template <class Number>
Number parity_loss(const std::vector<std::vector<Number>>& attention, const std::vector<std::size_t>& support,
                   const Number& one) {
  const Number matched = permanent(without_head(attention, attention.size()), support, one);
  const Number square = numerics::rademacher_moment(attention, std::vector<int>(attention.size(), 2));
  return one - (matched + matched) + square;
}

/// rho^h_i = -(1/2) d L / d g^h_i for every i.
template <class Number>
std::vector<Number> parity_forces(const std::vector<std::vector<Number>>& attention, std::size_t h,
                                  const std::vector<std::size_t>& support, const Number& one) {
  std::vector<int> exponents(attention.size(), 2);
  exponents[h] = 1;
  std::vector<Number> force = numerics::rademacher_moments_with_factors(attention, exponents);
  for (Number& f : force) f = -f;
  const auto others = without_head(attention, h);
  for (std::size_t s = 0; s < support.size(); ++s) {
    std::vector<std::size_t> rest = support;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(s));
    force[support[s]] = force[support[s]] + permanent(others, std::move(rest), one);
  }
  return force;
}

}  // namespace lemmacheck::verify::sparse_xor
