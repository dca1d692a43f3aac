// Chernoff bounds for sums of independent zero-one variables.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Chernoff's bound for the upper tail of a binomial proportion, in relative entropy.
///
/// Statement    P( X/n >= a )  <=  exp( -n kl(a, p) )  for a >= p,  kl(a, p) = a log(a/p) + (1-a) log((1-a)/(1-p))
/// Kind         upper bound on a probability; theorem; not tight.
/// Hypotheses   H1 (caller)   X is a sum of n independent variables in [0, 1] whose means average to p
///              H2 (checked)  n >= 1,  0 < p < 1,  0 <= a <= 1
/// Symbols      n  sample_count  BigInterval  number of variables    dimensionless
///              p  mean          BigInterval  mean of X/n            dimensionless
///              a  threshold     BigInterval  level of X/n           dimensionless
/// Domain       n >= 1, p in (0, 1), a in [0, 1].  For a <= p the value is 1.
/// Returns      BigInterval enclosing the bound for every point of the arguments inside the domain, in [0, 1].
///              Decreasing in n and a, increasing in p: for a >= p the relative entropy grows with a and falls with p.
/// Accuracy     for point arguments at most 8 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [hoeffding1963, Theorem 1], [chernoff1952]; number re-read in the source: no
/// Checked by   tests/bounds/chernoff_test.cpp
/// Example      chernoff_kl_tail(10, 1/2, 1) encloses 2^-10
BigInterval chernoff_kl_tail(const BigInterval& sample_count, const BigInterval& mean, const BigInterval& threshold,
                             Defined& defined);

/// Chernoff's bound for the upper tail of a sum, in the relative deviation from the mean.
///
/// Statement    P( X >= (1+eps) mu )  <=  ( e^eps / (1+eps)^(1+eps) )^mu
/// Kind         upper bound on a probability; theorem; not tight.
/// Hypotheses   H1 (caller)   X is a sum of independent variables in [0, 1] with E X = mu
///              H2 (checked)  mu >= 0,  eps >= 0
/// Symbols      mu   mean      BigInterval  expectation of X                      dimensionless
///              eps  relative  BigInterval  relative deviation from the mean      dimensionless
/// Domain       mu, eps in [0, oo).  At eps = 0 and at mu = 0 the value is 1.
/// Returns      BigInterval enclosing the bound for every point of the arguments inside the domain, in [0, 1].
///              Decreasing in mu and eps: d/deps ( (1+eps) log(1+eps) - eps ) = log(1+eps) >= 0.
/// Accuracy     for point arguments at most 8 ulp at the result's precision, eps above 1e-9
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [mitzenmacher2005, Theorem 4.4]; number re-read in the source: no
/// Checked by   tests/bounds/chernoff_test.cpp
/// Example      chernoff_upper_tail(1, 1) encloses e/4
BigInterval chernoff_upper_tail(const BigInterval& mean, const BigInterval& relative, Defined& defined);

/// Chernoff's bound for the upper tail of a sum, in the relative deviation, with a rational exponent.
///
/// Statement    P( X >= (1+eps) mu )  <=  exp( -mu eps^2 / (2 + eps) )
/// Kind         upper bound on a probability; theorem; not tight (weaker than chernoff_upper_tail).
/// Hypotheses   H1 (caller)   X is a sum of independent variables in [0, 1] with E X = mu
///              H2 (checked)  mu >= 0,  eps >= 0
/// Symbols      mu   mean      BigInterval  expectation of X                      dimensionless
///              eps  relative  BigInterval  relative deviation from the mean      dimensionless
/// Domain       mu, eps in [0, oo).  At eps = 0 and at mu = 0 the value is 1.
/// Returns      BigInterval enclosing the bound for every point of the arguments inside the domain, in [0, 1].
///              Decreasing in mu and eps: the exponent is mu eps / (2/eps + 1).
/// Accuracy     for point arguments at most 4 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [mitzenmacher2005, Theorem 4.4]; number re-read in the source: no
/// Checked by   tests/bounds/chernoff_test.cpp
/// Example      chernoff_simple_upper_tail(3, 1) encloses exp(-1)
BigInterval chernoff_simple_upper_tail(const BigInterval& mean, const BigInterval& relative, Defined& defined);

/// Chernoff's bound for the lower tail of a sum, in the relative deviation from the mean.
///
/// Statement    P( X <= (1-eps) mu )  <=  exp( -mu eps^2 / 2 )
/// Kind         upper bound on a probability; theorem; not tight.
/// Hypotheses   H1 (caller)   X is a sum of independent variables in [0, 1] with E X = mu
///              H2 (checked)  mu >= 0,  0 <= eps <= 1
/// Symbols      mu   mean      BigInterval  expectation of X                      dimensionless
///              eps  relative  BigInterval  relative deviation from the mean      dimensionless
/// Domain       mu in [0, oo), eps in [0, 1].  At eps = 0 and at mu = 0 the value is 1.
/// Returns      BigInterval enclosing the bound for every point of the arguments inside the domain, in [0, 1].
///              Decreasing in mu and eps: each occurs once in the exponent.
/// Accuracy     for point arguments at most 4 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [mitzenmacher2005, Theorem 4.5]; number re-read in the source: no
/// Checked by   tests/bounds/chernoff_test.cpp
/// Example      chernoff_lower_tail(8, 1/2) encloses exp(-1)
BigInterval chernoff_lower_tail(const BigInterval& mean, const BigInterval& relative, Defined& defined);

}  // namespace lemmacheck::bounds
