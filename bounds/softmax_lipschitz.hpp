// How far attention weights move when scores move.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Distance of two softmax vectors whose scores are close in every coordinate.
///
/// Statement    | softmax(a) - softmax(b) |_1  <=  2 tanh( r / 2 )  for  | a - b |_inf <= r
/// Kind         upper bound; theorem; tight: equality at a = (-r/2, r/2), b = (r/2, -r/2).
/// Hypotheses   H1 (caller)   the two score vectors differ by at most r in every coordinate (up to a common shift)
///              H2 (checked)  r >= 0
/// Symbols      r  gap  BigInterval  largest difference of two scores  dimensionless
/// Domain       r in [0, oo).  At r = 0 the value is 0; it never exceeds min(r, 2).
/// Returns      BigInterval enclosing the right-hand side for every point of the argument inside the domain.
///              Increasing in r. Proof of the statement: with p = softmax(a), q_i proportional to p_i e^{c_i}, |c| <=
///              r, the distance is 2 (q(A) - p(A)) for A = {q_i > p_i}, and q(A) has log-odds at most 2r above those of
///              p(A), so it is at most 2 (sigmoid(x+2r) - sigmoid(x)), largest at x = -r.
/// Accuracy     for a point argument at most 4 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [edelman2022, Corollary A.7], there with 2 r on the right; number re-read in the source: no
/// Checked by   tests/bounds/softmax_lipschitz_test.cpp
/// Example      softmax_lipschitz(2) encloses 2 tanh(1)
BigInterval softmax_lipschitz(const BigInterval& gap, Defined& defined);

}  // namespace lemmacheck::bounds
