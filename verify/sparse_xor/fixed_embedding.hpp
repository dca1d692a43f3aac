// [fixed-embedding]: a fixed feature map with N features represents at most N parities' worth of all parities.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "numerics/interval.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::verify::sparse_xor {

/// C(d, k), exact.
numerics::Rational binomial_coefficient(long d, long k);

/// Fixed feature maps by dimension.
///
/// Statement    For Phi: {-1,1}^d -> R^N and parities chi_S, |S| = k:
///              sum_S (1 - min_w E (chi_S - w . Phi)^2) <= N, so an average loss <= eps needs N >= (1-eps) C(d,k).
/// Kind         theorem (the parities are orthonormal: the sum is the trace of two projections, at most the rank of
/// Phi) Hypotheses   H1 (checked) 1 <= k <= d, 0 <= eps < 1 Returns      the least such N, exact Errors DomainError
/// LC265 if H1 fails Source       [fixed-embedding], explicit form (this project) Checked by
/// tests/verify/sparse_xor_separations_test.cpp
numerics::Rational least_features(long d, long k, const numerics::Rational& epsilon);

/// Feature maps to try it on. ReLU of w.x + b with w, b uniform on the sphere of R^{d+1} (binary64 as computed), or
/// with w_i, b in {-1, 0, 1}; the first N parities of size k, where the bound is attained.
enum class Features : std::uint8_t { relu_real, relu_integer, parities };
std::string_view name_of(Features features) noexcept;

/// Feature j at all 2^d inputs; bit i of the input is set where x_i = -1. d <= 16.
std::vector<std::vector<double>> sample_features(Features features, std::size_t positions, std::size_t size,
                                                 std::size_t count, std::uint64_t seed);

/// What the features explain of the parities of k positions: 1 - min_w E (chi_S - w . Phi)^2, summed over all S.
struct Explained {
  numerics::Rational parities;  // C(d, k)
  numerics::Interval sum;       // encloses the sum; a point's exact value is `exact` in the rational form
  bool decided = false;         // false: the features are too close to dependent for binary64 enclosures
};
/// Enclosure, by Cholesky factors from Eigen that interval arithmetic corrects: for any nonsingular T near R^{-1},
/// B = T' G T encloses near the identity, |B - I| <= r < 1 in the row-sum norm, and c' G^{-1} c = u' B^{-1} u lies in
/// |u|^2 [1/(1+r), 1/(1-r)], u = T' c.
Explained enclose_explained(const std::vector<std::vector<double>>& features, std::size_t size);

/// Exact, by elimination over the rationals; dependent features are fine.
struct ExactlyExplained {
  numerics::Rational parities, sum;
  std::size_t rank = 0;  // of the features
};
ExactlyExplained exactly_explained(const std::vector<std::vector<numerics::Rational>>& features, std::size_t size);
std::vector<std::vector<numerics::Rational>> exact_features(const std::vector<std::vector<double>>& features);

}  // namespace lemmacheck::verify::sparse_xor
