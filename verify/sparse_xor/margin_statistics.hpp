// Mean, variance and range of what one input adds to a margin of the sample gradient, for one instance.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "numerics/interval.hpp"
#include "numerics/rational.hpp"
#include "verify/sparse_xor/certificate.hpp"

namespace lemmacheck::verify::sparse_xor {

/// Of Y = -(v_a - v_b) . grad (f - y)^2 for one uniform input.
struct MarginMoments {
  numerics::Interval mean, variance;
  double largest = 0.0;  // |Y| <= largest for every input
};

/// Statement    Y = 2 (x_i x_j - a b) b l, l = sum_k g_k x_k p_k, p_k = (v_k - vbar) . w, w = v_a - v_b (head 1; head 2
///              with the heads exchanged). E Y^2 / 4 = E b^2 l^2 - 2 E x_i x_j a b^3 l^2 + E a^2 b^4 l^2 is a quadratic
///              form in w: with z_k = s g_k + t h_k and c_k = g_k p_k, E a^p b^q l^2 is p! q! times the coefficient of
///              s^p t^q in prod cosh z_k times (sum c_k^2 sech^2 z_k + (sum c_k tanh z_k)^2), and a factor x_i x_j
///              multiplies by tanh(z_i + r c_i) tanh(z_j + r c_j) before the second derivative in r is taken.
///              |Y| <= 4 sqrt(sum_k g_k p_k^2), since |x_i x_j - a b| <= 2, |b| <= 1 and sum g = 1.
/// Kind         mean and variance exact up to rounding, enclosed; `largest` an upper bound
/// Hypotheses   H1 (caller)  `certificate` is that of the population step of this instance
///              H2 (checked) softmax attention; head 0 or 1; from < d
/// Returns      for a = `from` and every b = k (all zero at k = from), in O(d m^2) operations; without `from` along
///              w = -v_k alone
/// Errors       DomainError LC246 if H2 fails or a number leaves binary64
/// Source       [rademacher-moments], [instance]; explicit form (this project)
/// Checked by   tests/verify/sparse_xor_margin_statistics_test.cpp
std::vector<MarginMoments> margin_moments(const Instance& instance, const InstanceCertificate& certificate,
                                          std::size_t head, std::optional<std::size_t> from);

/// How many samples keep the step specialised.
struct SampleSize {
  std::string reason;                  // why there is none
  std::optional<std::uint64_t> count;  // n
  numerics::Interval failure;          // its upper end: the certified failure probability at n
};

/// Statement    With o = e0/(1 - e0), e0 = sqrt(epsilon)/4, and u the scores before the step, both heads are
/// specialised
///              on their own positions when for every k the mean of Y_k over the sample is at least (L_k - (u_own -
///              u_k))/eta, L_k = log(2/o) for the other support position and log(2 (d-2)/o) for an ambient one: then
///              sum_k exp(-(score gap)) <= o. Where the population mean exceeds that by t_k > 0, Bernstein's inequality
///              with the exact variance bounds the probability of the contrary by exp(-n t_k^2/(2 Var + 2 b t_k/3)),
///              b = E Y + sup |Y|. The union over both heads and all k is at most `failure` at the n returned.
/// Kind         upper bound on a sample size; theorem (Bernstein), constants of this instance; not tight
/// Hypotheses   H1 (caller)  the n inputs are independent and uniform
///              H2 (checked) softmax, 0 < failure < 1
/// Returns      the least n for which the sum of the bounds is certainly at most `failure`, up to 2^62
/// Errors       DomainError LC246 if H2 fails
/// Source       [instance], [bernstein]; explicit form (this project)
/// Checked by   tests/verify/sparse_xor_margin_statistics_test.cpp
SampleSize certified_sample_size(const InstanceCertificate& certificate,
                                 const std::array<std::vector<MarginMoments>, 2>& moments,
                                 const numerics::Rational& failure);

}  // namespace lemmacheck::verify::sparse_xor
