// Eigenvalues of small symmetric matrices in doubles: a guess for the search, never for a decision.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace lemmacheck::verify::prover {

/// Jacobi's method. `a` (n by n) ends up nearly diagonal, column k of `vectors` belongs to a[k][k].
inline void approx_eigen(std::size_t n, std::span<double> a, std::span<double> vectors) {
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) vectors[i * n + j] = i == j ? 1 : 0;
  for (int sweep = 0; sweep < 12; ++sweep) {
    double off = 0, all = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) (i == j ? all : off) += a[i * n + j] * a[i * n + j];
    if (!(off > 1e-24 * all)) return;
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        const double apq = a[p * n + q];
        if (apq == 0) continue;
        const double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
        const double t = (theta >= 0 ? 1.0 : -1.0) / (std::fabs(theta) + __builtin_sqrt(theta * theta + 1));
        const double c = 1 / __builtin_sqrt(t * t + 1), s = t * c;
        for (std::size_t k = 0; k < n; ++k) {
          const double akp = a[k * n + p], akq = a[k * n + q];
          a[k * n + p] = c * akp - s * akq;
          a[k * n + q] = s * akp + c * akq;
        }
        for (std::size_t k = 0; k < n; ++k) {
          const double apk = a[p * n + k], aqk = a[q * n + k];
          a[p * n + k] = c * apk - s * aqk;
          a[q * n + k] = s * apk + c * aqk;
          const double vkp = vectors[k * n + p], vkq = vectors[k * n + q];
          vectors[k * n + p] = c * vkp - s * vkq;
          vectors[k * n + q] = s * vkp + c * vkq;
        }
      }
    }
  }
}

}  // namespace lemmacheck::verify::prover
