// Sums in a fixed order with a proven error, in plain double and round-to-nearest.
#pragma once

#include <cstddef>

namespace lemmacheck::verify::sparse_xor {

/// Sum of squares by halving down to runs of 8. Every square passes through at most 8 + log2 n <= 72 additions, so
/// without underflow the result is the exact sum times (1 + e), |e| <= gamma_73 < 80 * 2^-53.
inline double sum_of_squares(const double* x, std::size_t n) noexcept {
  if (n <= 8) {
    double sum = 0.0;
    for (std::size_t j = 0; j < n; ++j) sum += x[j] * x[j];
    return sum;
  }
  const std::size_t half = n / 2;
  return sum_of_squares(x, half) + sum_of_squares(x + half, n - half);
}

}  // namespace lemmacheck::verify::sparse_xor
