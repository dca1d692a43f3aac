// Ball's bound on the measure of a spherical cap.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Measure of a spherical cap, and so the one-sided tail of one coordinate.
///
/// Statement    P( u > t )  <=  exp( -m t^2 / 2 )
/// Kind         upper bound on a probability; theorem; not tight.
/// Hypotheses   H1 (caller)   u is one coordinate of a uniform point of the unit sphere of R^m, m >= 1 an integer
///              H2 (checked)  m >= 1,  0 <= t <= 1
/// Symbols      m  dimension  BigInterval  dimension of the space      dimensionless
///              t  threshold  BigInterval  height of the cap's base    dimensionless
/// Domain       real m >= 1, t in [0, 1].  At t = 0 the value is 1.
/// Returns      BigInterval enclosing the right-hand side for every point of the arguments in the domain, in [0, 1].
///              Decreasing in m and t: the exponent is a product of them.
/// Accuracy     for point arguments at most 4 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [ball1997, Lemma 2.2]; number re-read in the source: no
/// Checked by   tests/bounds/cap_bound_test.cpp
/// Example      cap_bound(8, 1/2) encloses exp(-1)
BigInterval cap_bound(const BigInterval& m, const BigInterval& t, Defined& defined);

}  // namespace lemmacheck::bounds
