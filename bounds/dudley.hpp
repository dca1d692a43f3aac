// From covering numbers to Rademacher complexity and to the generalisation gap.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Dudley's entropy integral for covering numbers that grow like 1 / eps^2.
///
/// Statement    R_n  <=  12 sqrt(K/n) ( 1 + ln( A sqrt(n) / (3 sqrt(K)) ) )  if  ln N(eps, L2(P_n)) <= K / eps^2
/// Kind         upper bound on a Rademacher complexity; theorem; not tight.
/// Hypotheses   H1 (caller)   every f of the class has |f| <= A, and the covering numbers hold for every sample of size
/// n
///              H2 (checked)  K >= 0,  A > 0,  n >= 1,  9 K <= A^2 n
/// Symbols      K  entropy       BigInterval  factor of 1/eps^2 in ln N   output squared
///              A  range         BigInterval  bound on |f|                output
///              n  sample_count  BigInterval  size of the sample          dimensionless
/// Domain       K in [0, A^2 n / 9], A in (0, oo), n in [1, oo).  At K = 0 the value is 0.
/// Returns      BigInterval enclosing the right-hand side. Increasing in K and A, decreasing in n: with u = 3 sqrt(K/n)
///              it is 4 u (1 + ln(A/u)), whose derivative in u is 4 ln(A/u) >= 0. Proof: R_n <= 4 alpha + 12 n^{-1/2}
///              times the integral of sqrt(ln N) from alpha to A; alpha = u (lemma dudley-cut-off). With K = c
///              ln(2nT+1) it still decreases in n, as ln(1+x)/x does.
/// Accuracy     for point arguments at most 16 ulp at the result's precision while A^2 n > 9.01 K
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [wainwright2019, section 5.3.3], constant 12 derived here by chaining; number re-read in the source: no
/// Checked by   tests/bounds/dudley_test.cpp
/// Example      dudley_complexity(1, 3, 1) encloses 12
BigInterval dudley_complexity(const BigInterval& entropy, const BigInterval& range, const BigInterval& sample_count,
                              Defined& defined);

/// Uniform deviation of the empirical risk from the risk, from the Rademacher complexity of the losses.
///
/// Statement    sup_f ( E l(f) - mean l(f) )  <=  2 R + b sqrt( ln(1/delta) / (2n) )  with probability 1 - delta
/// Kind         upper bound on a deviation; theorem; not tight.
/// Hypotheses   H1 (caller)   n independent samples, losses in an interval of length b, R at least their Rademacher
///                            complexity: L R_n for a loss that is L-Lipschitz in the prediction (contraction)
///              H2 (checked)  R >= 0,  b > 0,  n >= 1,  0 < delta <= 1
/// Symbols      R      complexity    BigInterval  Rademacher complexity of the losses  loss
///              b      loss_range    BigInterval  length of the interval of losses     loss
///              n      sample_count  BigInterval  size of the sample                   dimensionless
///              delta  failure       BigInterval  failure probability                  dimensionless
/// Domain       R in [0, oo), b in (0, oo), n in [1, oo), delta in (0, 1].
/// Returns      BigInterval enclosing the right-hand side. Increasing in R and b, decreasing in n and delta.
/// Accuracy     for point arguments at most 8 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [shalevshwartz2014, Theorem 26.5]; number re-read in the source: no
/// Checked by   tests/bounds/dudley_test.cpp
/// Example      generalisation_gap(1/2, 1, 1, 1) encloses 1
BigInterval generalisation_gap(const BigInterval& complexity, const BigInterval& loss_range,
                               const BigInterval& sample_count, const BigInterval& failure, Defined& defined);

}  // namespace lemmacheck::bounds
