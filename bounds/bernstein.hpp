// Bernstein's inequality for a sample mean of bounded variables with known variance.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Bernstein's inequality: upper tail of a sample mean.
///
/// Statement    P( mean(X) - E X >= t )  <=  exp( -n t^2 / (2 v + 2 b t/3) )
/// Kind         upper bound on a probability; theorem; not tight.
/// Hypotheses   H1 (caller)   X_1..X_n are independent and identically distributed
///              H2 (caller)   X - E X <= b almost surely (for the lower tail and two sides: |X - E X| <= b)
///              H3 (caller)   Var X <= v
///              H4 (checked)  n >= 1,  v >= 0,  b >= 0,  t >= 0
/// Symbols      n  sample_count  BigInterval  number of variables      dimensionless
///              v  variance      BigInterval  bound on the variance    unit of X squared
///              b  range         BigInterval  bound on the deviation   unit of X
///              t  deviation     BigInterval  deviation of the mean    unit of X
/// Domain       n >= 1, v, b, t in [0, oo).  At t = 0 the value is 1; at v = b = 0 < t it is 0.
/// Returns      BigInterval enclosing the right-hand side for every point of the arguments in the domain, in [0, 1].
///              Decreasing in n and t, increasing in v and b: the exponent is n t / (2 v/t + 2 b/3).
/// Accuracy     for point arguments at most 4 ulp at the result's precision
/// Errors       arguments outside H4 are joined to `defined`; nothing inside: empty
/// Source       [boucheron2013, Corollary 2.11], [bernstein1924]; number re-read in the source: no
/// Checked by   tests/bounds/bernstein_test.cpp
/// Example      bernstein_tail(100, 1/4, 3/4, 1) encloses exp(-100)
BigInterval bernstein_tail(const BigInterval& sample_count, const BigInterval& variance, const BigInterval& range,
                           const BigInterval& deviation, Defined& defined);

/// Bernstein's inequality solved for the deviation with a given one-sided failure probability.
///
/// Statement    P( mean(X) - E X >= r ) <= f  for  r = ( b L/3 + sqrt( (b L/3)^2 + 2 v n L ) ) / n,  L = log(1/f)
/// Kind         upper bound on a deviation; theorem; not tight.
/// Hypotheses   H1 (caller)   X_1..X_n are independent and identically distributed
///              H2 (caller)   X - E X <= b almost surely (for the lower tail and two sides: |X - E X| <= b)
///              H3 (caller)   Var X <= v
///              H4 (checked)  n >= 1,  v >= 0,  b >= 0,  0 < f <= 1
/// Symbols      n  sample_count  BigInterval  number of variables                          dimensionless
///              v  variance      BigInterval  bound on the variance                        unit of X squared
///              b  range         BigInterval  bound on the deviation                       unit of X
///              f  failure       BigInterval  failure probability; two sides: pass f/2     dimensionless
/// Domain       n >= 1, v, b in [0, oo), f in (0, 1].  At f = 1 the value is 0.
/// Returns      BigInterval enclosing r for every point of the arguments inside the domain; unit of X.
///              Increasing in v and b, decreasing in f (increasing in L) and in n: r = bL/(3n) + sqrt( (bL/(3n))^2 +
///              2 v L/n ). It is the t at which the exponent of bernstein_tail is L.
/// Accuracy     for point arguments at most 4 ulp at the result's precision
/// Errors       arguments outside H4 are joined to `defined`; nothing inside: empty
/// Source       [boucheron2013, Corollary 2.11], [bernstein1924]; number re-read in the source: no
/// Checked by   tests/bounds/bernstein_test.cpp
/// Example      bernstein_radius(100, 1/4, 3/4, exp(-100)) encloses 1
BigInterval bernstein_radius(const BigInterval& sample_count, const BigInterval& variance, const BigInterval& range,
                             const BigInterval& failure, Defined& defined);

}  // namespace lemmacheck::bounds
