// Covering numbers of one attention head with bounded weights: constants of this project.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Constant of the covering number of an attention head with bounded weights.
///
/// Statement    ln N_inf(eps)  <=  C ln( 2 n T + 1 ) / eps^2,  C = ( (V Q X^3)^{2/3} + (V X)^{2/3} )^3
/// Kind         upper bound on a covering number; theorem; not tight.
/// Hypotheses   H1 (caller)   h(x, z) = sum_t softmax_t( x_t' W z ) v.x_t with |W|_F <= Q, |v| <= V, |x_t|, |z| <= X
///              H2 (checked)  V >= 0,  Q >= 0,  X >= 0
/// Symbols      V  value_norm  BigInterval  bound on |v|                  output over token
///              Q  key_norm    BigInterval  bound on the Frobenius norm   one over token^2
///              X  token_norm  BigInterval  bound on tokens and query     token
/// Domain       V, Q, X in [0, oo).  At V = 0 and at X = 0 the value is 0.
/// Returns      BigInterval enclosing C. Increasing in all three. Proof: scores covered at alpha eps / (V X) and values
/// at
///              (1-alpha) eps cover the head at eps, since softmax is 1-Lipschitz from the maximum to the sum norm
///              (softmax_lipschitz) and a weighted mean moves by at most the largest move of its terms; the points are
///              x_t z' (norm X^2) and x_t, n T of each; linear_cover_greedy; A/alpha^2 + B/(1-alpha)^2 is least at
///              (cbrt(A) + cbrt(B))^3 (lemma cover-budget-split).
/// Accuracy     for point arguments at most 16 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [edelman2022, Theorem 4.3] for the shape, constant of this project; number re-read in the source: no
/// Checked by   tests/bounds/head_cover_test.cpp
/// Example      head_cover_constant(1, 1, 1) encloses 8
BigInterval head_cover_constant(const BigInterval& value_norm, const BigInterval& key_norm,
                                const BigInterval& token_norm, Defined& defined);

/// Covering number of an attention head with bounded weights on n sequences of T tokens.
///
/// Statement    ln N_inf(eps)  <=  C ln( 2 n T + 1 ) / eps^2  with C of head_cover_constant
/// Kind         upper bound on a covering number; theorem; not tight.
/// Hypotheses   H1 (caller)   H1 of head_cover_constant, on n sequences of T tokens with one query each
///              H2 (checked)  C >= 0,  N >= 1,  eps > 0
/// Symbols      C    constant  BigInterval  head_cover_constant(V, Q, X)          output squared
///              N    pairs     BigInterval  n T, token-query pairs of the sample  dimensionless
///              eps  accuracy  BigInterval  distance on every sequence            output
/// Domain       C in [0, oo), N in [1, oo), eps in (0, oo).
/// Returns      BigInterval enclosing the right-hand side, a natural logarithm. Increasing in C and N, decreasing in
/// eps.
///              An output map that is L-Lipschitz: pass eps / L. H heads into a map that is L-Lipschitz in the sum
///              norm: H head_cover(C, N, eps / (H L)).
/// Accuracy     for point arguments at most 8 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [edelman2022, Theorem 4.3] for the shape, constant of this project; number re-read in the source: no
/// Checked by   tests/bounds/head_cover_test.cpp
/// Example      head_cover(8, 4, 1) encloses 8 log(9)
BigInterval head_cover(const BigInterval& constant, const BigInterval& pairs, const BigInterval& accuracy,
                       Defined& defined);

}  // namespace lemmacheck::bounds
