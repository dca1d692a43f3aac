// Covering number of the product of two attention heads with frozen keys: constants of this project.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Covering number of the product of two softmax heads with frozen unit keys and bounded queries.
///
/// Statement    ln N_inf(eps)  <=  min{ 2 floor( 4 a^2 / eps^2 ) ln( 2 d + 1 ),  2 m ln( 1 + 4 a / eps ) }
/// Kind         upper bound on a covering number; theorem; not tight.
/// Hypotheses   H1 (caller)   f(x) = -(sum_i g_i x_i)(sum_i g~_i x_i), x in [-1,1]^d, g = softmax(v_i.th), |v_i| <= 1,
///                            v_i in R^m, |th|, |th~| <= a, and the same for g~
///              H2 (checked)  a >= 0,  d >= 1,  m >= 1,  eps > 0
/// Symbols      a    query_norm  BigInterval  bound on both queries     dimensionless
///              d    positions   BigInterval  number of positions       dimensionless
///              m    dimension   BigInterval  dimension of the queries  dimensionless
///              eps  accuracy    BigInterval  distance on every input   dimensionless
/// Domain       a in [0, oo), d, m in [1, oo), eps in (0, oo).
/// Returns      BigInterval enclosing the right-hand side, a natural logarithm; it holds on all inputs at once, so for
///              samples of every size. Increasing in a, d and m, decreasing in eps. Proof: a head moves by at most
///              max_i |v_i.(th - th')| (softmax_lipschitz), heads are at most 1, so each is covered at eps/2: as linear
///              functions on the d keys, or by a cover of the ball of radius a in R^m (volume).
/// Accuracy     for point arguments with decided floor at most 16 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [edelman2022] for the method, constants of this project; [vershynin2018, section 4.2] for the volume;
///              number re-read in the source: no
/// Checked by   tests/bounds/head_cover_test.cpp
/// Example      two_head_cover(1, 4, 1, 4) encloses 0
BigInterval two_head_cover(const BigInterval& query_norm, const BigInterval& positions, const BigInterval& dimension,
                           const BigInterval& accuracy, Defined& defined);

}  // namespace lemmacheck::bounds
