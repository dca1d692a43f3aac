// The threshold that one coordinate of a uniform point of the sphere exceeds with a given probability.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Exact quantile of the size of one coordinate of a uniform point of the unit sphere.
///
/// Statement    t(m, p)  =  the smallest t with  P( |u| > t ) <= p,  that is  T(m, t) = p
/// Kind         exact quantile; theorem; tight.
/// Hypotheses   H1 (caller)   u is one coordinate of a uniform point of the unit sphere of R^m, m >= 2 an integer
///              H2 (checked)  m > 1,  0 <= p <= 1
/// Symbols      m  dimension    BigInterval  dimension of the space       dimensionless
///              p  probability  BigInterval  probability of the exceeding  dimensionless
/// Domain       real m > 1, p in [0, 1].  t(m, 0) = 1, t(m, 1) = 0.
/// Returns      BigInterval enclosing t for every point of the arguments inside the domain, in [0, 1]; each end is
///              certified by an enclosure of T there: T <= p at the upper end, T >= p at the lower end.
///              Decreasing in p and in m, since T(m, t) is decreasing in t and in m.
/// Accuracy     for point arguments at most 4 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [dlmf, 8.17]; number re-read in the source: no
/// Checked by   tests/bounds/sphere_quantile_test.cpp
/// Example      sphere_quantile(3, 1/4) encloses 3/4
BigInterval sphere_quantile(const BigInterval& m, const BigInterval& p, Defined& defined);

}  // namespace lemmacheck::bounds
