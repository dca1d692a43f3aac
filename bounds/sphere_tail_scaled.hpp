// The two-sided tail of sqrt(m) times one coordinate of a uniform point of the sphere: variance 1 in every dimension.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// The tail of sphere_tail on the scale on which it hardly depends on the dimension.
///
/// Statement    P( sqrt(m) |u| > z )  =  S(m, z)  =  T(m, z/sqrt(m)),  T = sphere_tail; 0 for z >= sqrt(m)
/// Kind         exact probability; theorem; tight.
/// Hypotheses   H1 (caller)   u is one coordinate of a uniform point of the unit sphere of R^m, m >= 2 an integer
///              H2 (checked)  m > 1,  z >= 0
/// Symbols      m  dimension  BigInterval  dimension of the space                        dimensionless
///              z  threshold  BigInterval  size of the coordinate, standard deviations   dimensionless
/// Domain       real m > 1, z >= 0.  S(m, 0) = 1.
/// Returns      BigInterval enclosing S for every point of the arguments inside the domain, in [0, 1].
///              Decreasing in z, neither in m. Over a box [m1, m2] of dimensions it is narrow like 1/m1 - 1/m2:
///                |S(m', z) - S(m, z)|  <=  sqrt(6)/4 (1/(m-3) - 1/(m'-3)),   8 <= m <= m'.
///              Proof: the density f_m of sqrt(m) u has total mass 1, so |d/dm S| <= 1/2 int |d/dm f_m|
///              = 1/2 E|g| <= 1/2 sqrt(E g^2), g = d/dm log f_m. With y = 1-u^2, of law Beta((m-1)/2, 1/2), and x =
///              (m-1)/2, E g^2 = Var(log(y)/2 + (m-3)/(2 m y)) = (psi'(x) - psi'(x+1/2))/4 + (m-2)/(2 m^2 (m-5))
///              - 1/(m (m-3)) for m > 5, and that is at most 3/(2 (m-3)^4) for m >= 8
///              (lemma sphere-tail-scaled-dimension; psi'(x) - psi'(x+1/2) = int t exp(-xt)/(1+exp(-t/2)) dt
///              <= 1/(2x^2) + 1/(4x^3) because 1/(1+exp(-s)) <= 1/2 + s/4).
/// Accuracy     for point arguments about 4 + 4 z^2 ulp at the result's precision: z/sqrt(m) is rounded
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [dlmf, 8.17], number re-read in the source: no; the bound over dimensions: this project
/// Checked by   tests/bounds/sphere_tail_scaled_test.cpp
/// Example      sphere_tail_scaled(3, 1) encloses 1 - 1/sqrt(3)
BigInterval sphere_tail_scaled(const BigInterval& m, const BigInterval& z, Defined& defined);

}  // namespace lemmacheck::bounds
