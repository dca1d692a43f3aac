// Exact confidence limits for a binomial probability.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Clopper and Pearson's lower confidence limit for a binomial probability.
///
/// Statement    P( p >= low(X) ) >= 1 - f  for  low(k) = the p with P( Bin(n, p) >= k ) = f,  low(0) = 0
/// Kind         lower confidence limit; theorem; not tight (the coverage is at least 1 - f).
/// Hypotheses   H1 (caller)   X is the number of successes in n independent trials of probability p
///              H2 (checked)  n >= 1 and k integers,  0 <= k <= n,  0 < f < 1
/// Symbols      k  successes  BigInterval  observed successes                              dimensionless
///              n  trials     BigInterval  number of trials                                dimensionless
///              f  failure    BigInterval  failure probability; two sides: pass half of it dimensionless
/// Domain       integers 0 <= k <= n (points), f in (0, 1).
/// Returns      BigInterval enclosing low, in [0, 1]; it is the f-quantile of Beta(k, n-k+1).
///              Increasing in f and k, decreasing in n: the binomial upper tail increases in p and n and falls with k.
/// Accuracy     for point arguments at most 4 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [clopper1934]; number re-read in the source: no
/// Checked by   tests/bounds/clopper_pearson_test.cpp
/// Example      clopper_pearson_lower(1, 1, 1/20) encloses 1/20
BigInterval clopper_pearson_lower(const BigInterval& successes, const BigInterval& trials, const BigInterval& failure,
                                  Defined& defined);

/// Clopper and Pearson's upper confidence limit for a binomial probability.
///
/// Statement    P( p <= high(X) ) >= 1 - f  for  high(k) = the p with P( Bin(n, p) <= k ) = f,  high(n) = 1
/// Kind         upper confidence limit; theorem; not tight (the coverage is at least 1 - f).
/// Hypotheses   H1 (caller)   X is the number of successes in n independent trials of probability p
///              H2 (checked)  n >= 1 and k integers,  0 <= k <= n,  0 < f < 1
/// Symbols      k  successes  BigInterval  observed successes                              dimensionless
///              n  trials     BigInterval  number of trials                                dimensionless
///              f  failure    BigInterval  failure probability; two sides: pass half of it dimensionless
/// Domain       integers 0 <= k <= n (points), f in (0, 1).
/// Returns      BigInterval enclosing high, in [0, 1]; by symmetry it is 1 - low(n-k).
///              Increasing in k, decreasing in f and n.
/// Accuracy     for point arguments at most 4 ulp at the result's precision, n up to 1e15
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [clopper1934]; number re-read in the source: no
/// Checked by   tests/bounds/clopper_pearson_test.cpp
/// Example      clopper_pearson_upper(0, 1, 1/20) encloses 19/20
BigInterval clopper_pearson_upper(const BigInterval& successes, const BigInterval& trials, const BigInterval& failure,
                                  Defined& defined);

/// Both limits, each an enclosure; the interval [lower.lower(), upper.upper()] has the stated confidence.
struct ConfidenceLimits {
  BigInterval lower, upper;
};

/// Clopper and Pearson's two-sided interval: each limit with half of the failure probability 1 - confidence.
/// DomainError LC206 unless 0 <= successes <= trials, trials >= 1, 0 < confidence < 1.
ConfidenceLimits clopper_pearson(long successes, long trials, const numerics::Rational& confidence,
                                 numerics::Precision precision);

}  // namespace lemmacheck::bounds
