// Covers of bounded linear functions by a greedy procedure: constants of this project.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

using numerics::BigInterval;
using numerics::Defined;

/// Largest number of steps of the greedy cover of bounded linear functions.
///
/// Statement    steps  <=  ceil( (a b / eps)^2 ) - 1,  from w_0 = 0: while some |(w - w_t).x_i| > eps,
///              w_{t+1} = w_t + (eps / b^2) sign((w - w_t).x_i) x_i
/// Kind         upper bound on a number of steps; theorem; tight: attained by orthonormal x_i, a = b = 1, w_i equal.
/// Hypotheses   H1 (caller)   |w| <= a,  |x_i| <= b
///              H2 (checked)  a >= 0,  b >= 0,  eps > 0
/// Symbols      a    norm      BigInterval  bound on |w|             unit of x.w over b
///              b    radius    BigInterval  bound on |x_i|           unit of x
///              eps  accuracy  BigInterval  distance on every point  unit of x.w
/// Domain       a, b in [0, oo), eps in (0, oo).  For a b <= eps the value is 0.
/// Returns      BigInterval enclosing the bound, an integer for point arguments. Increasing in a and b, decreasing in
///              eps. Proof of the statement: a step lowers |w - w_t|^2 by 2 (eps/b^2) |(w - w_t).x_i| - (eps/b^2)^2
///              |x_i|^2 > eps^2/b^2, and it is at most a^2 at the start, so t eps^2/b^2 < a^2.
/// Accuracy     exact where (a b / eps)^2 is decided at the precision; else two neighbouring integers. The
///              Rational form, and a formula of rational numbers, give the integer.
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [zhang2002] for the idea of Theorem 4, count of this project; number re-read in the source: no
/// Checked by   tests/bounds/linear_cover_test.cpp
/// Example      greedy_cover_steps(1, 1, 1/10) encloses 99
BigInterval greedy_cover_steps(const BigInterval& norm, const BigInterval& radius, const BigInterval& accuracy,
                               Defined& defined);

/// Covering number of bounded linear functions on n points in the maximum norm, by sequences of greedy steps.
///
/// Statement    ln N_inf(eps, n)  <=  floor( (a b / eps)^2 ) ln( 2 n + 1 )  for {x -> w.x : |w| <= a}
/// Kind         upper bound on a covering number; theorem; not tight.
/// Hypotheses   H1 (caller)   n points with |x_i| <= b in the Euclidean norm, n an integer
///              H2 (checked)  a >= 0,  b >= 0,  eps > 0,  n >= 1
/// Symbols      a    norm          BigInterval  bound on |w|                unit of x.w over b
///              b    radius        BigInterval  bound on |x_i|              unit of x
///              eps  accuracy      BigInterval  distance on every point     unit of x.w
///              n    sample_count  BigInterval  number of points            dimensionless
/// Domain       a, b in [0, oo), eps in (0, oo), n in [1, oo).  For a b < eps the value is 0.
/// Returns      BigInterval enclosing the right-hand side, a natural logarithm. Increasing in a, b and n, decreasing in
///              eps. The end point of greedy_cover_steps is a function of a sequence over {1..n} x {+,-}, padded with
///              "stop", of length at most ceil((ab/eps)^2) - 1 <= floor((ab/eps)^2).
/// Accuracy     for point arguments with decided floor at most 8 ulp at the result's precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [zhang2002] for the idea of Theorem 4, constant of this project; number re-read in the source: no
/// Checked by   tests/bounds/linear_cover_test.cpp
/// Example      linear_cover_greedy(1, 1, 1/2, 4) encloses 4 log(9)
BigInterval linear_cover_greedy(const BigInterval& norm, const BigInterval& radius, const BigInterval& accuracy,
                                const BigInterval& sample_count, Defined& defined);

/// Covering number of bounded linear functions on n points in the maximum norm, by net counts of greedy steps.
///
/// Statement    ln N_inf(eps, n)  <=  ln( sum_k C(n,k) C(K,k) 2^k ),  K = ceil( (a b / eps)^2 ) - 1
/// Kind         upper bound on a covering number; theorem; not tight (sharper than linear_cover_greedy).
/// Hypotheses   H1 (caller)   n points with |x_i| <= b in the Euclidean norm
///              H2 (checked)  a >= 0,  b >= 0,  eps > 0,  n >= 1 an integer
/// Symbols      a    norm          BigInterval  bound on |w|                unit of x.w over b
///              b    radius        BigInterval  bound on |x_i|              unit of x
///              eps  accuracy      BigInterval  distance on every point     unit of x.w
///              n    sample_count  BigInterval  number of points            dimensionless
/// Domain       a, b in [0, oo), eps in (0, oo), integers n >= 1 (points).  For a b <= eps the value is 0.
/// Returns      BigInterval enclosing the right-hand side, a natural logarithm. Increasing in a, b and n, decreasing in
///              eps. The end point of greedy_cover_steps is (eps/b^2) sum_i c_i x_i with integers sum |c_i| <= K.
/// Accuracy     that of log_lattice_ball where K is decided at the precision
/// Errors       arguments outside H2 are joined to `defined`; nothing inside: empty
/// Source       [zhang2002] for the idea of Theorem 4, count of this project; number re-read in the source: no
/// Checked by   tests/bounds/linear_cover_test.cpp
/// Example      linear_cover_greedy_count(1, 1, 3/4, 2) encloses log(5)
BigInterval linear_cover_greedy_count(const BigInterval& norm, const BigInterval& radius, const BigInterval& accuracy,
                                      const BigInterval& sample_count, Defined& defined);

/// The number of steps of greedy_cover_steps, exactly, from the exact square of a b / eps.
numerics::Rational greedy_steps_of_square(const numerics::Rational& scale_squared);

}  // namespace lemmacheck::bounds
