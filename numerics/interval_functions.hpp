// Relations, set operations and elementary functions of binary64 intervals: the free functions of big_interval.hpp.
//
// exp and log are in interval_exp_log.hpp (own kernels, included here). Arithmetic, square, abs, min, max, floor,
// ceil and sqrt give the smallest enclosure; powers 3 and 4 are products (an end is off by less than 4 ulp).
// expm1, log1p, sinh, cosh, tanh, atan, erf, and sin and cos up to 100000 have own kernels of the same kind as exp and
// log (numerics/proofs): an end is off by less than 3 ulp (sin and cos next to a zero: and |x| 2^-122), some
// nanoseconds. The other functions, and sin and cos beyond, are evaluated by BigInterval at `function_precision_bits`
// and rounded outward: less than 2 ulp, at some microseconds. An empty argument gives an empty result and counts as
// nowhere defined.
#pragma once

#include "numerics/defined.hpp"
#include "numerics/interval.hpp"
#include "numerics/interval_exp_log.hpp"

namespace lemmacheck::numerics {

inline constexpr long function_precision_bits = 80;

// Relations; yes when an argument is empty (nothing contradicts), so callers look at definedness first.
Truth less(const Interval& a, const Interval& b) noexcept;
Truth less_equal(const Interval& a, const Interval& b) noexcept;
Truth equal(const Interval& a, const Interval& b) noexcept;
bool same_set(const Interval& a, const Interval& b) noexcept;

Interval hull(const Interval& a, const Interval& b) noexcept;
Interval intersection(const Interval& a, const Interval& b) noexcept;

Interval divide(const Interval& a, const Interval& b, Defined& defined) noexcept;
Interval square(const Interval& x) noexcept;
Interval abs(const Interval& x) noexcept;
Interval min(const Interval& a, const Interval& b) noexcept;
Interval max(const Interval& a, const Interval& b) noexcept;
Interval floor(const Interval& x) noexcept;
Interval ceil(const Interval& x) noexcept;
/// x^n for an integer n (0^0 = 1; negative n undefined at 0).
Interval pow(const Interval& x, long n, Defined& defined);
/// x^y: for a point integer y as above; otherwise defined for x > 0, and for x = 0 with y > 0 (value 0); 0^0 = 1.
Interval pow(const Interval& x, const Interval& y, Defined& defined);

Interval sqrt(const Interval& x, Defined& defined) noexcept;
Interval log1p(const Interval& x, Defined& defined) noexcept;
Interval log2(const Interval& x, Defined& defined);
Interval log10(const Interval& x, Defined& defined);
Interval tan(const Interval& x, Defined& defined);
Interval asin(const Interval& x, Defined& defined);
Interval acos(const Interval& x, Defined& defined);
Interval cbrt(const Interval& x);
Interval expm1(const Interval& x) noexcept;
Interval sin(const Interval& x);
Interval cos(const Interval& x);
Interval atan(const Interval& x) noexcept;
Interval sinh(const Interval& x) noexcept;
Interval cosh(const Interval& x) noexcept;
Interval tanh(const Interval& x) noexcept;
Interval erf(const Interval& x) noexcept;

// The insisting forms: DomainError LC210 unless defined on all of x.
Interval sqrt(const Interval& x);
Interval log1p(const Interval& x);
Interval pow(const Interval& x, long n);

}  // namespace lemmacheck::numerics
