// The exact population quantities of two attention heads, for any number type with + - *: rationals, enclosures,
// polynomials. `g`, `h` are the attentions of head 1 and head 2 (g and g~ in the paper), i and j the support.
#pragma once

#include <cstddef>
#include <vector>

namespace lemmacheck::verify::sparse_xor {

/// S = sum g_k^2, S~ = sum h_k^2, P = sum g_k h_k, Q = sum g_k^2 h_k^2.
template <class Number>
struct AttentionSums {
  Number square_1, square_2, product, product_square;
};

template <class Number>
AttentionSums<Number> attention_sums(const std::vector<Number>& g, const std::vector<Number>& h) {
  AttentionSums<Number> sums{g[0] * g[0], h[0] * h[0], g[0] * h[0], (g[0] * h[0]) * (g[0] * h[0])};
  for (std::size_t k = 1; k < g.size(); ++k) {
    const Number product = g[k] * h[k];
    sums.square_1 = sums.square_1 + g[k] * g[k];
    sums.square_2 = sums.square_2 + h[k] * h[k];
    sums.product = sums.product + product;
    sums.product_square = sums.product_square + product * product;
  }
  return sums;
}

/// [population-loss]: E (x_i x_j - a b)^2 = 1 - 2 (g_i h_j + g_j h_i) + S S~ + 2 P^2 - 2 Q. `one` is the number 1.
template <class Number>
Number population_loss(const AttentionSums<Number>& s, const std::vector<Number>& g, const std::vector<Number>& h,
                       std::size_t i, std::size_t j, const Number& one) {
  const Number two = one + one;
  return one - two * (g[i] * h[j] + g[j] * h[i]) + s.square_1 * s.square_2 +
         two * (s.product * s.product - s.product_square);
}

/// The same loss without cancellation near specialised heads. With unit r = g - (unit vector at i), unit s = h - (unit
/// vector at j), alpha = unit sum r_k x_k and beta = unit sum s_k x_k,
///   a b - x_i x_j = x_i beta + x_j alpha + alpha beta,
/// and the square of that has the expectation, divided by unit^2,
///   |s|^2 + |r|^2 + 2 (r_i s_j + r_j s_i) + unit^2 (|r|^2 |s|^2 + 2 R^2 - 2 sum r_k^2 s_k^2)
///   + 2 unit (r_i |s|^2 + 2 s_i R - 2 r_i s_i^2) + 2 unit (s_j |r|^2 + 2 r_j R - 2 s_j r_j^2),   R = sum r_k s_k.
/// Takes r and s, the residuals in multiples of `unit`, and their sums; returns that quotient.
template <class Number>
Number population_loss_from_residuals(const AttentionSums<Number>& sums, const std::vector<Number>& r,
                                      const std::vector<Number>& s, std::size_t i, std::size_t j, const Number& unit,
                                      const Number& one) {
  const Number two = one + one;
  const Number& rr = sums.square_1;
  const Number& ss = sums.square_2;
  const Number& rs = sums.product;
  const Number cubic =
      r[i] * ss + two * (s[i] * rs - r[i] * (s[i] * s[i])) + (s[j] * rr + two * (r[j] * rs - s[j] * (r[j] * r[j])));
  const Number quartic = rr * ss + two * (rs * rs - sums.product_square);
  return ss + rr + two * (r[i] * s[j] + r[j] * s[i]) + unit * (two * cubic + unit * quartic);
}

/// rho_k = E [ (x_i x_j - a b) b x_k ] = [k = i] h_j + [k = j] h_i - (g_k S~ + 2 h_k P - 2 g_k h_k^2), so that
/// -grad L / 2 of head 1 is sum_k rho_k dg_k/dtheta, whatever the attention. For head 2 exchange g and h, in the
/// sums too.
template <class Number>
std::vector<Number> attention_forces(const AttentionSums<Number>& s, const std::vector<Number>& g,
                                     const std::vector<Number>& h, std::size_t i, std::size_t j) {
  std::vector<Number> force;
  force.reserve(g.size());
  for (std::size_t k = 0; k < g.size(); ++k) {
    const Number cross = h[k] * (s.product - g[k] * h[k]);
    force.push_back(-(g[k] * s.square_2 + (cross + cross)));
  }
  force[i] = force[i] + h[j];
  force[j] = force[j] + h[i];
  return force;
}

/// The weights omega with -grad L / 2 = sum_k omega_k v_k for softmax: dg_k/dtheta = g_k (v_k - sum g_l v_l) gives
/// omega_k = g_k (rho_k - sum_l g_l rho_l). Valid when sum g = 1 as real numbers.
template <class Number>
std::vector<Number> softmax_gradient_weights(const std::vector<Number>& g, const std::vector<Number>& force) {
  Number mean = g[0] * force[0];
  for (std::size_t k = 1; k < g.size(); ++k) mean = mean + g[k] * force[k];
  std::vector<Number> weights;
  weights.reserve(g.size());
  for (std::size_t k = 0; k < g.size(); ++k) weights.push_back(g[k] * (force[k] - mean));
  return weights;
}

}  // namespace lemmacheck::verify::sparse_xor
