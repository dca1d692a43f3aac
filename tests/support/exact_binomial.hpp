// Binomial tails and sphere tails as exact rationals, by their finite sums.
#pragma once

#include "numerics/rational.hpp"

namespace lemmacheck::test {

/// P(Bin(n, p) >= k).
inline numerics::Rational binomial_upper_tail_exact(long long n, const numerics::Rational& p, long long k) {
  using numerics::Rational;
  Rational sum(0), choose(1);
  for (long long i = 0; i <= n; ++i) {
    if (i >= k) sum += choose * numerics::pow(p, i) * numerics::pow(Rational(1) - p, n - i);
    choose *= Rational(n - i);
    choose /= Rational(i + 1);
  }
  return sum;
}

/// T(m, t) = 1 - t sum_{k < (m-1)/2} (1/2)_k/k! (1-t^2)^k for odd m >= 3.
inline numerics::Rational sphere_tail_odd(long long m, const numerics::Rational& t) {
  using numerics::Rational;
  const Rational x = Rational(1) - t * t;
  Rational sum(0), term(1);
  for (long long k = 0; 2 * k < m - 1; ++k) {
    sum += term;
    term *= x * Rational(2 * k + 1, 2 * k + 2);
  }
  return Rational(1) - t * sum;
}

}  // namespace lemmacheck::test
