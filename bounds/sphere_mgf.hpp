// The moment generating function of one coordinate of a uniform point of the sphere.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Exact moment generating function of one coordinate of a uniform point of the unit sphere.
///
/// Statement    E exp( p u )  =  M(m, p)  =  0F1( ; m/2; p^2/4 )
/// Kind         exact expectation; theorem; tight.
/// Hypotheses   H1 (caller)   u is one coordinate of a uniform point of the unit sphere of R^m, m >= 1 an integer
///              H2 (checked)  m > 0
/// Symbols      m  dimension  BigInterval  dimension of the space       dimensionless
///              p  slope      BigInterval  factor in the exponent       dimensionless
/// Domain       real m > 0, every real p.  M(m, 0) = 1.  Derivatives: E u e^{pu} = (p/m) M(m+2, p),
///              E u^2 e^{pu} = M(m+2, p)/m + p^2/(m(m+2)) M(m+4, p).
/// Returns      BigInterval enclosing M for every point of the arguments inside the domain, at least 1.
///              Even in p, increasing in |p|, decreasing in m: every term (p^2/4)^k / (k! (m/2)_k) is.
/// Accuracy     for point arguments whose p^2 is exact at the precision at most 4 ulp, otherwise (4 + |p|) ulp
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [dlmf, 10.32.2 and 10.39.9]; number re-read in the source: no
/// Checked by   tests/bounds/sphere_mgf_test.cpp
/// Example      sphere_mgf(3, 1) encloses sinh(1)
BigInterval sphere_mgf(const BigInterval& m, const BigInterval& p, Defined& defined);

}  // namespace lemmacheck::bounds
