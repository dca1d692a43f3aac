// Zhang's covering numbers of bounded linear functions in the maximum norm.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Covering number of bounded linear functions on n points in the maximum norm, Euclidean case, after Zhang.
///
/// Statement    ln N_inf(eps, n)  <=  36 (a b / eps)^2 ln( 2 ceil(4 a b / eps + 2) n + 1 )  for {x -> w.x : |w| <= a}
/// Kind         upper bound on a covering number; theorem; not tight.
/// Hypotheses   H1 (caller)   n points with |x_i| <= b in the Euclidean norm, n an integer
///              H2 (checked)  a >= 0,  b >= 0,  eps > 0,  n >= 1
/// Symbols      a    norm          BigInterval  bound on |w|                unit of x.w over b
///              b    radius        BigInterval  bound on |x_i|              unit of x
///              eps  accuracy      BigInterval  distance on every point     unit of x.w
///              n    sample_count  BigInterval  number of points            dimensionless
/// Domain       a, b in [0, oo), eps in (0, oo), n in [1, oo).  At a b = 0 the value is 0.
/// Returns      BigInterval enclosing the right-hand side (a natural logarithm; both sides of the source are binary
/// ones,
///              which is the same statement). Increasing in a, b and n, decreasing in eps.
/// Accuracy     for point arguments with exact a b / eps at most 16 ulp at the result's precision; where 4 a b / eps is
///              an integer that the precision does not hold exactly, both values of the ceiling are enclosed
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [zhang2002, Theorem 4, p = 2]; number re-read in the source: no
/// Checked by   tests/bounds/linear_cover_test.cpp
/// Example      linear_cover_zhang(1, 1, 1, 1) encloses 36 log(13)
BigInterval linear_cover_zhang(const BigInterval& norm, const BigInterval& radius, const BigInterval& accuracy,
                               const BigInterval& sample_count, Defined& defined);

}  // namespace lemmacheck::bounds
