// Special functions with proven enclosures (Arb), for BigInterval; arguments may be wide: functions that are monotone
// are evaluated end by end, others piecewise. `defined` as in big_interval.hpp.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::numerics {

BigInterval erf(const BigInterval& x);
BigInterval erfc(const BigInterval& x);
/// Standard normal distribution function.
BigInterval normal_cdf(const BigInterval& x);
/// Gamma function; poles at 0, -1, -2, ...
BigInterval gamma(const BigInterval& x, Defined& defined);
/// log Gamma(x), x > 0.
BigInterval lgamma(const BigInterval& x, Defined& defined);
/// Derivative of lgamma, x > 0.
BigInterval digamma(const BigInterval& x, Defined& defined);
/// The branch W >= -1, x >= -1/e.
BigInterval lambert_w(const BigInterval& x, Defined& defined);
/// Confluent hypergeometric limit function 0F1(; a; z), a > 0, z >= 0: increasing in z, decreasing in a.
BigInterval hypergeometric_0f1(const BigInterval& a, const BigInterval& z, Defined& defined);
/// Regularised incomplete beta I_x(a, b), a, b > 0, 0 <= x <= 1: increasing in x and b, decreasing in a.
BigInterval beta_inc(const BigInterval& a, const BigInterval& b, const BigInterval& x, Defined& defined);
/// The x with I_x(a, b) = p, 0 <= p <= 1.
BigInterval beta_inc_inverse(const BigInterval& a, const BigInterval& b, const BigInterval& p, Defined& defined);
/// I_{1-t^2}(a, 1/2), a > 0, 0 <= t <= 1, accurate for t near 0 and 1 alike: decreasing in a and t.
BigInterval beta_inc_half(const BigInterval& a, const BigInterval& t, Defined& defined);
/// The t with I_{1-t^2}(a, 1/2) = p, 0 <= p <= 1: decreasing in a and p.
BigInterval beta_inc_half_inverse(const BigInterval& a, const BigInterval& p, Defined& defined);
/// Binomial coefficient for an integer 0 <= k <= n given as points, otherwise through gamma (n >= k >= 0).
BigInterval binomial(const BigInterval& n, const BigInterval& k, Defined& defined);
/// P(Bin(n, p) >= k), n >= 1 and k integers (points), 0 <= p <= 1: increasing in p.
BigInterval binomial_upper_tail(const BigInterval& n, const BigInterval& p, const BigInterval& k, Defined& defined);
/// 1/(1 + exp(-x)); log(1 + exp(x)): no overflow at large |x|.
BigInterval sigmoid(const BigInterval& x);
BigInterval softplus(const BigInterval& x);
/// x log x, 0 at 0, x >= 0.
BigInterval xlogx(const BigInterval& x, Defined& defined);
/// Bernoulli entropy -p log p - (1-p) log(1-p), 0 <= p <= 1.
BigInterval entropy(const BigInterval& p, Defined& defined);
/// Bernoulli relative entropy p log(p/q) + (1-p) log((1-p)/(1-q)), 0 <= p <= 1, 0 < q < 1.
BigInterval kl(const BigInterval& p, const BigInterval& q, Defined& defined);

}  // namespace lemmacheck::numerics
