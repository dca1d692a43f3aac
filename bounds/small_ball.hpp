// Bounds on the density of one coordinate of a uniform point of the sphere, and on small values of it.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Largest value of the density of one coordinate of a uniform point of the unit sphere.
///
/// Statement    density of u  <=  c(m)  =  Gamma(m/2) / ( sqrt(pi) Gamma((m-1)/2) ),  so  P( |u| <= r ) <= 2 r c(m)
/// Kind         upper bound on a density; theorem; tight (attained at u = 0).
/// Hypotheses   H1 (caller)   u is one coordinate of a uniform point of the unit sphere of R^m, m an integer
///              H2 (checked)  m >= 3
/// Symbols      m  dimension  BigInterval  dimension of the space    dimensionless
/// Domain       real m >= 3.  The density c(m) (1-u^2)^((m-3)/2) is unbounded for m < 3.
/// Returns      BigInterval enclosing c for every point of the arguments inside the domain; dimensionless.
///              Increasing in m: log Gamma is convex, so log Gamma(x + 1/2) - log Gamma(x) grows with x.
/// Accuracy     for point arguments at most 4 ulp at the result's precision, m up to 1e15
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [dlmf, 8.17.1]; number re-read in the source: no
/// Checked by   tests/bounds/small_ball_test.cpp
/// Example      small_ball_density(3) encloses 1/2
BigInterval small_ball_density(const BigInterval& dimension, Defined& defined);

/// Closed form above the largest value of the density of one coordinate of a uniform point of the unit sphere.
///
/// Statement    density of u  <=  sqrt( (m-1) / (2 pi) )
/// Kind         upper bound on a density; theorem; not tight.
/// Hypotheses   H1 (caller)   u is one coordinate of a uniform point of the unit sphere of R^m, m an integer
///              H2 (checked)  m >= 3
/// Symbols      m  dimension  BigInterval  dimension of the space    dimensionless
/// Domain       real m >= 3.
/// Returns      BigInterval enclosing the bound for every point of the arguments inside the domain; dimensionless.
///              Increasing in m. At least small_ball_density: Gamma(x + 1/2)^2 <= x Gamma(x)^2, by convexity.
/// Accuracy     for point arguments at most 4 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [dlmf, 5.6.4]; number re-read in the source: no
/// Checked by   tests/bounds/small_ball_test.cpp
/// Example      small_ball_density_bound(3) encloses 1/sqrt(pi)
BigInterval small_ball_density_bound(const BigInterval& dimension, Defined& defined);

}  // namespace lemmacheck::bounds
