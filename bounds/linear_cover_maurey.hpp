// Covers of bounded linear functions in mean square, by Maurey's sampling argument.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Covering number of bounded linear functions on n points in the empirical mean square, after Maurey.
///
/// Statement    ln N( eps, L2(P_n) )  <=  ceil( (a b / eps)^2 ) ln( 2 r + 1 ),  r = min(n, d)
/// Kind         upper bound on a covering number; theorem; not tight.
/// Hypotheses   H1 (caller)   n points of R^d with |x_i| <= b, functions x -> w.x with |w| <= a
///              H2 (checked)  a >= 0,  b >= 0,  eps > 0,  r >= 1
/// Symbols      a    norm      BigInterval  bound on |w|                       unit of x.w over b
///              b    radius    BigInterval  bound on |x_i|                     unit of x
///              eps  accuracy  BigInterval  distance in mean square            unit of x.w
///              r    rank      BigInterval  min(n, d): dimension of the points dimensionless
/// Domain       a, b in [0, oo), eps in (0, oo), r in [1, oo).  At a b = 0 the value is 0.
/// Returns      BigInterval enclosing the right-hand side, a natural logarithm. Increasing in a, b and r, decreasing in
///              eps. Proof: in an orthonormal basis of the span of the points w.x is a mixture of the 2 r + 1 functions
///              0, +- a b (coordinate j, normalised in L2(P_n)), since sum_j |w_j| |X_j| <= |w| b; the mean of k
///              independent draws misses by at most a b / sqrt(k) in the mean square.
/// Accuracy     for point arguments with decided ceiling at most 8 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [zhang2002, Theorem 3]; number re-read in the source: no
/// Checked by   tests/bounds/linear_cover_test.cpp
/// Example      linear_cover_maurey(1, 1, 1/2, 4) encloses 4 log(9)
BigInterval linear_cover_maurey(const BigInterval& norm, const BigInterval& radius, const BigInterval& accuracy,
                                const BigInterval& rank, Defined& defined);

}  // namespace lemmacheck::bounds
