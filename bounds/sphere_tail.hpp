// The two-sided tail of one coordinate of a uniform point of the sphere.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Exact two-sided tail of one coordinate of a uniform point of the unit sphere.
///
/// Statement    P( |u| > t )  =  T(m, t)  =  I_{1-t^2}( (m-1)/2, 1/2 )
/// Kind         exact probability; theorem; tight.
/// Hypotheses   H1 (caller)   u is one coordinate of a uniform point of the unit sphere of R^m, m >= 2 an integer
///              H2 (checked)  m > 1,  0 <= t <= 1
/// Symbols      m  dimension  BigInterval  dimension of the space    dimensionless
///              t  threshold  BigInterval  size of the coordinate    dimensionless
/// Domain       real m > 1, t in [0, 1].  T(m, 0) = 1, T(m, 1) = 0.
/// Returns      BigInterval enclosing T for every point of the arguments inside the domain, in [0, 1].
///              Decreasing in t (the event shrinks) and in m: the density c(m) (1-t^2)^((m-3)/2) has a ratio for two
///              dimensions that is monotone in t, so the larger m is smaller in the likelihood ratio order.
/// Accuracy     for point arguments at most 4 ulp at the result's precision, also where T is 1e-1000000
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [dlmf, 8.17]; number re-read in the source: no
/// Checked by   tests/bounds/sphere_tail_test.cpp
/// Example      sphere_tail(3, 1/4) encloses 3/4
BigInterval sphere_tail(const BigInterval& m, const BigInterval& t, Defined& defined);

}  // namespace lemmacheck::bounds
