// Hoeffding's inequality for a sample mean of bounded variables.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Hoeffding's inequality: upper tail of a sample mean, equal ranges.
///
/// Statement    P( mean(X) - E mean(X) >= t )  <=  exp( -2 n t^2 / w^2 )
/// Kind         upper bound on a probability; theorem; not tight.
/// Hypotheses   H1 (caller)   X_1..X_n are independent
///              H2 (caller)   each X_i lies in an interval of width w, almost surely
///              H3 (checked)  n >= 1,  w > 0,  t >= 0
/// Symbols      n  sample_count  BigInterval  number of variables      dimensionless
///              w  range         BigInterval  width of each X_i        unit of X
///              t  deviation     BigInterval  deviation of the mean    unit of X
/// Domain       n >= 1, w in (0, oo), t in [0, oo).  At t = 0 the value is 1.
/// Returns      BigInterval enclosing the right-hand side for every point of the arguments in the domain, in [0, 1].
///              Decreasing in n and t, increasing in w: the exponent is n (t/w)^2.
/// Accuracy     for point arguments at most 4 ulp at the result's precision
/// Errors       arguments outside H3 are joined to `defined`; nothing inside: empty
/// Source       [hoeffding1963, Theorem 2]; number re-read in the source: no
/// Checked by   tests/bounds/hoeffding_test.cpp
/// Example      hoeffding_tail(100, 1, 1/10) encloses exp(-2)
BigInterval hoeffding_tail(const BigInterval& sample_count, const BigInterval& range, const BigInterval& deviation,
                           Defined& defined);

/// Hoeffding's inequality solved for the deviation with a given one-sided failure probability.
///
/// Statement    P( mean(X) - E mean(X) >= r ) <= f  for  r = w sqrt( log(1/f) / (2 n) )
/// Kind         upper bound on a deviation; theorem; not tight.
/// Hypotheses   H1 (caller)   X_1..X_n are independent
///              H2 (caller)   each X_i lies in an interval of width w, almost surely
///              H3 (checked)  n >= 1,  w > 0,  0 < f <= 1
/// Symbols      n  sample_count  BigInterval  number of variables                        dimensionless
///              w  range         BigInterval  width of each X_i                          unit of X
///              f  failure       BigInterval  failure probability; two sides: pass f/2   dimensionless
/// Domain       n >= 1, w in (0, oo), f in (0, 1].  At f = 1 the value is 0.
/// Returns      BigInterval enclosing r for every point of the arguments inside the domain; unit of X.
///              Increasing in w, decreasing in n and f: each occurs once in the formula.
/// Accuracy     for point arguments at most 4 ulp at the result's precision
/// Errors       arguments outside H3 are joined to `defined`; nothing inside: empty
/// Source       [hoeffding1963, Theorem 2]; number re-read in the source: no
/// Checked by   tests/bounds/hoeffding_test.cpp
/// Example      hoeffding_radius(100, 1, exp(-2)) encloses 1/10
BigInterval hoeffding_radius(const BigInterval& sample_count, const BigInterval& range, const BigInterval& failure,
                             Defined& defined);

/// Hoeffding's inequality solved for the number of samples.
///
/// Statement    P( mean(X) - E mean(X) >= t ) <= f  for every n >= N = w^2 log(1/f) / (2 t^2)
/// Kind         upper bound on a sample size; theorem; not tight.
/// Hypotheses   H1 (caller)   X_1..X_n are independent
///              H2 (caller)   each X_i lies in an interval of width w, almost surely
///              H3 (checked)  w > 0,  t > 0,  0 < f <= 1
/// Symbols      w  range      BigInterval  width of each X_i                          unit of X
///              t  deviation  BigInterval  deviation of the mean                      unit of X
///              f  failure    BigInterval  failure probability; two sides: pass f/2   dimensionless
/// Domain       w, t in (0, oo), f in (0, 1].  N is a real number: the least sufficient integer is max(1, ceil(N)).
/// Returns      BigInterval enclosing N for every point of the arguments inside the domain; dimensionless.
///              Increasing in w, decreasing in t and f: each occurs once in the formula.
/// Accuracy     for point arguments at most 4 ulp at the result's precision
/// Errors       arguments outside H3 are joined to `defined`; nothing inside: empty
/// Source       [hoeffding1963, Theorem 2]; number re-read in the source: no
/// Checked by   tests/bounds/hoeffding_test.cpp
/// Example      hoeffding_sample_size(1, 1/10, exp(-2)) encloses 100
BigInterval hoeffding_sample_size(const BigInterval& range, const BigInterval& deviation, const BigInterval& failure,
                                  Defined& defined);

}  // namespace lemmacheck::bounds
