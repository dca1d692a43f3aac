// Integer points of a ball in the sum norm: what a bounded number of signed steps can reach.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Logarithm of the number of integer points of an l_1 ball.
///
/// Statement    #{ c in Z^n : |c_1| + .. + |c_n| <= K }  =  sum_k C(n,k) C(K,k) 2^k
/// Kind         exact count; theorem; tight.
/// Hypotheses   H1 (checked)  n >= 0 and K >= 0 integers
/// Symbols      n  dimension  BigInterval  number of coordinates      dimensionless
///              K  radius     BigInterval  largest sum of |c_i|       dimensionless
/// Domain       integers n, K >= 0 (points).  n = 0 or K = 0: the value is 0 (one point).
/// Returns      BigInterval enclosing the natural logarithm of the count, at least 0. Symmetric, increasing in n and K.
///              The logarithm is concave in n: the counts have the generating function (1+x)^K / (1-x)^{K+1}, and a
///              product of two series with log-concave coefficients has log-concave ones. As it is 0 at n = 0, its
///              quotient by n decreases.
/// Accuracy     relative width at most 2^(8-p) at precision p while min(n, K) <= 1e8 and max(n, K) < 1e300; beyond, the
///              ends differ by less than log(20 (n + K)) and 2 ulp
/// Errors       arguments outside H1 are joined to `defined`; nothing inside: empty
/// Source       [edelman2022] for the use, the count is folklore; number re-read in the source: no
/// Checked by   tests/bounds/lattice_ball_test.cpp
/// Example      log_lattice_ball(2, 1) encloses log(5)
BigInterval log_lattice_ball(const BigInterval& dimension, const BigInterval& radius, Defined& defined);

/// The same at exact integers of any length; asserts that they are integers from 0 on.
BigInterval log_lattice_ball(const numerics::Rational& dimension, const numerics::Rational& radius,
                             numerics::Precision precision);

}  // namespace lemmacheck::bounds
