// The forces on the attention near specialised heads, without cancellation: attention_forces of population.hpp in
// terms of the residuals.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/sparse_xor/population.hpp"

namespace lemmacheck::verify::sparse_xor {

/// rho_k of attention_forces for head 1, from r = g - (unit vector at i) and s = h - (unit vector at j) and their sums.
/// With alpha = sum r_k x_k and beta = sum s_k x_k, (x_i x_j - a b) b x_k is
///   -(x_i x_j x_k beta + x_i x_k beta^2 + x_k alpha + 2 x_j x_k alpha beta + x_k alpha beta^2),
/// whose expectations are, with R = sum r_k s_k and |s|^2 = sum s_k^2,
///   [k = i] s_j + [k = j] s_i;  |s|^2 if k = i, else 2 s_i s_k;  r_k;  2 R if k = j, else 2 (r_j s_k + r_k s_j);
///   r_k |s|^2 + 2 s_k R - 2 r_k s_k^2.
/// For head 2 exchange r and s, i and j, and the sums.
template <class Number>
std::vector<Number> attention_forces_from_residuals(const AttentionSums<Number>& sums, const std::vector<Number>& r,
                                                    const std::vector<Number>& s, std::size_t i, std::size_t j) {
  const auto twice = [](const Number& x) { return x + x; };
  const Number& ss = sums.square_2;
  const Number& rs = sums.product;
  std::vector<Number> force;
  force.reserve(r.size());
  for (std::size_t k = 0; k < r.size(); ++k) {
    Number sum = r[k] + r[k] * ss + twice(s[k] * (rs - r[k] * s[k]));
    sum = sum + (k == i ? ss : twice(s[i] * s[k]));
    sum = sum + (k == j ? twice(rs) : twice(r[j] * s[k] + r[k] * s[j]));
    if (k == i) sum = sum + s[j];
    if (k == j) sum = sum + s[i];
    force.push_back(-sum);
  }
  return force;
}

}  // namespace lemmacheck::verify::sparse_xor
