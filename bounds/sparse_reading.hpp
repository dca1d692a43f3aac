// How well bounded-norm attention reads a few positions out of many: constants of this project.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Largest inner product of two out of T random unit vectors.
///
/// Statement    P( max_{i<j} |v_i.v_j| > D )  <=  p  for  D = sqrt( 2 ln( T (T-1) / p ) / m )
/// Kind         upper bound on a deviation; theorem; not tight.
/// Hypotheses   H1 (caller)   v_1..v_T are independent and uniform on the unit sphere of R^m, m >= 1 an integer
///              H2 (checked)  T >= 2,  m >= 1,  0 < p <= 1
/// Symbols      T  tokens     BigInterval  number of vectors      dimensionless
///              m  dimension  BigInterval  dimension              dimensionless
///              p  failure    BigInterval  failure probability    dimensionless
/// Domain       T in [2, oo), m in [1, oo), p in (0, 1].  Values above 1 say nothing.
/// Returns      BigInterval enclosing D. Increasing in T, decreasing in m and p. Proof: cap_bound on both sides and the
///              union over T (T-1) / 2 pairs.
/// Accuracy     for point arguments at most 8 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [ball1997, Lemma 2.2]; number re-read in the source: no
/// Checked by   tests/bounds/sparse_reading_test.cpp
/// Example      coherence_radius(2, 2, 1) encloses sqrt(log(2))
BigInterval coherence_radius(const BigInterval& tokens, const BigInterval& dimension, const BigInterval& failure,
                             Defined& defined);

/// Error of one head that reads the mean of s bits out of T.
///
/// Statement    | head - mean of x_i over S |  <=  2 o/(1+o) + 2 tanh( b (s-1) D / 2 ),
///              o = ((T-s)/s) exp( -b (1 - (2s-1) D) ),  scores v_k.W with W = b sum_{i in S} v_i, |W| <= b s
/// Kind         upper bound; theorem; not tight.
/// Hypotheses   H1 (caller)   unit vectors v_1..v_T with |v_i.v_j| <= D for i != j, |S| = s, every |x_i| <= 1
///              H2 (checked)  1 <= s <= T,  b >= 0,  0 <= D <= 1
/// Symbols      T  tokens     BigInterval  number of positions                 dimensionless
///              s  relevant   BigInterval  number of positions that are read   dimensionless
///              b  scale      BigInterval  factor of the query                 dimensionless
///              D  coherence  BigInterval  largest inner product of two keys   dimensionless
/// Domain       real 1 <= s <= T, b in [0, oo), D in [0, 1].
/// Returns      BigInterval enclosing the right-hand side, which exceeds 2 where it says nothing. Increasing in T and
/// D.
///              Proof: relevant scores lie within b (s-1) D of b and others are at most b s D, so the attention outside
///              S is at most o times that inside; it enters twice. The weights inside S, normalised, are within 2
///              tanh(b (s-1) D / 2) of uniform weights (softmax_lipschitz with the constant score b).
/// Accuracy     for point arguments with exact exponent at most 32 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [edelman2022, section 5] for the construction; number re-read in the source: no
/// Checked by   tests/bounds/sparse_reading_test.cpp
/// Example      symmetric_reading_error(4, 2, 0, 0) encloses 1
BigInterval symmetric_reading_error(const BigInterval& tokens, const BigInterval& relevant, const BigInterval& scale,
                                    const BigInterval& coherence, Defined& defined);

/// Error of one head that reads a single bit out of T.
///
/// Statement    | head - x_i |  <=  2 o/(1+o),  o = (T-1) exp( -b (1 - D) ),  scores v_k.W with W = b v_i, |W| = b
/// Kind         upper bound; theorem; tight: attained by orthogonal keys (D = 0) and x_k = -x_i for all k != i.
/// Hypotheses   H1 (caller)   unit vectors v_1..v_T with |v_i.v_j| <= D for i != j, every |x_i| <= 1
///              H2 (checked)  T >= 1,  b >= 0,  0 <= D <= 1
/// Symbols      T  tokens     BigInterval  number of positions                 dimensionless
///              b  scale      BigInterval  factor of the query                 dimensionless
///              D  coherence  BigInterval  largest inner product of two keys   dimensionless
/// Domain       T in [1, oo), b in [0, oo), D in [0, 1].
/// Returns      BigInterval enclosing the right-hand side, in [0, 2]. Increasing in T and D, decreasing in b.
/// Accuracy     for point arguments with exact exponent at most 16 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [edelman2022, section 5] for the construction; number re-read in the source: no
/// Checked by   tests/bounds/sparse_reading_test.cpp
/// Example      separate_reading_error(3, 0, 0) encloses 4/3
BigInterval separate_reading_error(const BigInterval& tokens, const BigInterval& scale, const BigInterval& coherence,
                                   Defined& defined);

}  // namespace lemmacheck::bounds
