#include "numerics/interval_functions.hpp"

#include <fmt/format.h>
#include <mpfr.h>

#include <algorithm>
#include <cmath>

#include "numerics/big_interval.hpp"
#include "numerics/error.hpp"

namespace lemmacheck::numerics {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Precision function_precision{function_precision_bits};

/// `evaluate` of x at the working precision, rounded outward.
template <class Function>
Interval through_big(const Interval& x, Function evaluate) {
  const RoundNearest mode;
  return Interval(evaluate(BigInterval(x, function_precision)));
}

/// `compute` in upward mode; setting the mode costs more than looking at it.
template <class Computation>
Interval upward(Computation compute) {
  if (pinned::mode_is_upward()) return compute();
  const RoundUpward mode;
  return compute();
}

__m128d all(double x) { return _mm_set1_pd(x); }

/// An insisting form: `evaluate` with a Defined that has to stay `everywhere`. An empty argument is no violation.
template <class Function>
Interval insist(const char* name, const char* domain, const Interval& x, Function evaluate) {
  Defined defined = Defined::everywhere;
  Interval result = evaluate(defined);
  if (defined != Defined::everywhere && !x.is_empty()) {
    const RoundNearest mode;
    throw DomainError("LC210", fmt::format("{}: the argument [{:.17g}, {:.17g}] leaves the domain {}; "
                                           "restrict it (or pass a Defined)",
                                           name, x.lower(), x.upper(), domain));
  }
  return result;
}

// Beyond 2^52 every binary64 number is an integer. Exact in every rounding mode.
double floor_of(double x) noexcept {
  if (!(x > -0x1p52 && x < 0x1p52)) return x;
  const auto truncated = static_cast<double>(static_cast<long long>(x));
  return truncated > x ? truncated - 1.0 : truncated;
}
double ceil_of(double x) noexcept { return -floor_of(-x); }

Interval with_ends(double lower, double upper) noexcept { return Interval::from_ends(_mm_set_pd(upper, -lower)); }

/// The quotients a / y for 0 < y <= b, rounded upward by the caller's mode.
Interval divide_by_positive(const Interval& a, double b) noexcept {
  const __m128d certain = _mm_cmple_pd(a.ends(), _mm_setzero_pd());
  const __m128d quotient = pinned::divide(a.ends(), all(b));
  return Interval::from_ends(_mm_or_pd(_mm_and_pd(certain, quotient), _mm_andnot_pd(certain, all(infinity))));
}

constexpr long largest_small_power = 8;
/// Of a power through exp and log, which costs a few units of the last place for each unit of its logarithm.
constexpr double largest_logarithm = 32;

/// x^n, 1 <= n <= largest_small_power, at a finite or infinite point, in upward mode.
Interval small_power(double point, long n) noexcept {
  const Interval x = with_ends(point, point);
  Interval power = x;
  for (long bit = n >= 4 ? n >= 8 ? 4 : 2 : n >= 2 ? 1 : 0; bit > 0; bit /= 2) {
    power = unchecked_multiply(power, power);
    if ((n & bit) != 0) power = unchecked_multiply(power, x);
  }
  return power;
}

/// x^n, 1 <= n <= largest_small_power.
Interval small_power(const Interval& x, long n) noexcept {
  const Interval base = n % 2 == 0 ? abs(x) : x;
  return upward([&] { return with_ends(small_power(base.lower(), n).lower(), small_power(base.upper(), n).upper()); });
}

bool is_integer(double x) noexcept { return floor_of(x) == x; }

}  // namespace

Interval::Interval(const BigInterval& value) : Interval() {
  if (value.is_empty()) return;
  const RoundNearest mode;
  const double lower = mpfr_get_d(&value.data()->left, MPFR_RNDD);
  const double upper = mpfr_get_d(&value.data()->right, MPFR_RNDU);
  // The "points" +-inf that BigInterval uses for unbounded ends: the smallest neighbourhood of infinity.
  constexpr double largest = std::numeric_limits<double>::max();
  *this = Interval(std::min(lower, largest), std::max(upper, -largest));
}

Truth less(const Interval& a, const Interval& b) noexcept {
  if (a.is_empty() || b.is_empty() || a.upper() < b.lower()) return Truth::yes;
  return a.lower() >= b.upper() ? Truth::no : Truth::unknown;
}

Truth less_equal(const Interval& a, const Interval& b) noexcept {
  if (a.is_empty() || b.is_empty() || a.upper() <= b.lower()) return Truth::yes;
  return a.lower() > b.upper() ? Truth::no : Truth::unknown;
}

Truth equal(const Interval& a, const Interval& b) noexcept {
  if (a.is_empty() || b.is_empty()) return Truth::yes;
  if (a.is_point() && b.is_point() && a.lower() == b.lower()) return Truth::yes;
  return a.upper() < b.lower() || b.upper() < a.lower() ? Truth::no : Truth::unknown;
}

bool same_set(const Interval& a, const Interval& b) noexcept {
  if (a.is_empty() || b.is_empty()) return a.is_empty() && b.is_empty();
  return _mm_movemask_pd(_mm_cmpeq_pd(a.ends(), b.ends())) == 3;
}

Interval hull(const Interval& a, const Interval& b) noexcept {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  return Interval::from_ends(_mm_max_pd(a.ends(), b.ends()));
}

Interval intersection(const Interval& a, const Interval& b) noexcept {
  if (a.is_empty() || b.is_empty() || a.upper() < b.lower() || b.upper() < a.lower()) return Interval();
  return Interval::from_ends(_mm_min_pd(a.ends(), b.ends()));
}

Interval divide(const Interval& a, const Interval& b, Defined& defined) noexcept {
  if (a.is_empty() || b.is_empty() || b.magnitude() == 0.0) {
    defined = Defined::nowhere;
    return Interval();
  }
  if (b.certain_sign() != 0) return upward([&] { return unchecked_divide(a, b); });
  defined = both(defined, Defined::partly);
  return upward([&] {
    Interval result;
    if (b.upper() > 0.0) result = divide_by_positive(a, b.upper());
    if (b.lower() < 0.0) result = hull(result, divide_by_positive(-a, -b.lower()));
    return result;
  });
}

Interval abs(const Interval& x) noexcept {
  if (x.is_empty() || x.lower() >= 0.0) return x;
  return x.upper() <= 0.0 ? -x : with_ends(0.0, x.magnitude());
}

Interval square(const Interval& x) noexcept {
  return upward([&] {
    const __m128d magnitudes = pinned::value(abs(x).ends());
    return Interval::from_ends(pinned::multiply(magnitudes, _mm_andnot_pd(all(-0.0), magnitudes)));
  });
}

Interval min(const Interval& a, const Interval& b) noexcept {
  if (a.is_empty() || b.is_empty()) return Interval();
  return with_ends(std::min(a.lower(), b.lower()), std::min(a.upper(), b.upper()));
}

Interval max(const Interval& a, const Interval& b) noexcept {
  if (a.is_empty() || b.is_empty()) return Interval();
  return with_ends(std::max(a.lower(), b.lower()), std::max(a.upper(), b.upper()));
}

Interval floor(const Interval& x) noexcept { return with_ends(floor_of(x.lower()), floor_of(x.upper())); }
Interval ceil(const Interval& x) noexcept { return with_ends(ceil_of(x.lower()), ceil_of(x.upper())); }

Interval pow(const Interval& x, long n, Defined& defined) {
  if (x.is_empty()) {
    defined = Defined::nowhere;
    return x;
  }
  if (n == -1) return divide(Interval(1), x, defined);
  if (n == 0) return Interval(1);
  if (n == 1) return x;
  if (n == 2) return square(x);
  if (n > 0 && n <= largest_small_power) return small_power(x, n);
  if (n < 0 && n >= -largest_small_power) {
    Defined though_power_underflows = Defined::everywhere;
    return divide(Interval(1), small_power(x, -n), x.contains_zero() ? defined : though_power_underflows);
  }
  return through_big(x, [&](const BigInterval& b) { return pow(b, n, defined); });
}

Interval pow(const Interval& x, const Interval& y, Defined& defined) {
  const double n = y.lower();
  if (!x.is_empty() && y.is_point()) {
    if (is_integer(n) && std::fabs(n) < 0x1p31) return pow(x, static_cast<long>(n), defined);
    const bool squares_fit = x.upper() < 1e38 && (x.lower() > 1e-38 || x.lower() == 0.0);
    if (squares_fit && is_integer(2 * n) && std::fabs(2 * n) <= largest_small_power) {
      const Interval power = sqrt(small_power(x, static_cast<long>(std::fabs(2 * n))));
      return n > 0 ? power : divide(Interval(1), power, defined);
    }
  }
  if (x.lower() > 0.0 && x.is_bounded() && y.is_bounded()) {
    Defined everywhere = Defined::everywhere;
    const Interval exponent = y * log(x, everywhere);
    if (exponent.magnitude() < largest_logarithm) return exp(exponent);
  }
  return through_big(x, [&](const BigInterval& b) { return pow(b, BigInterval(y, function_precision), defined); });
}

Interval sqrt(const Interval& x, Defined& defined) noexcept {
  if (!(x.upper() >= 0.0)) {
    defined = Defined::nowhere;
    return Interval();
  }
  if (x.lower() < 0.0) defined = both(defined, Defined::partly);
  const __m128d values = _mm_set_pd(x.upper(), std::max(x.lower(), 0.0));
  // Both roots upward. The lower one is exact when its square, upward, gives the argument back; otherwise the
  // number before it is the root rounded downward.
  return upward([&] {
    const __m128d roots = pinned::sqrt(values);
    const __m128d inexact = _mm_cmpneq_sd(pinned::multiply(roots, roots), values);
    const __m128d tiny = _mm_and_pd(inexact, _mm_set_sd(std::numeric_limits<double>::denorm_min()));
    const __m128d negated = pinned::value(_mm_xor_pd(roots, _mm_set_pd(0.0, -0.0)));
    return Interval::from_ends(_mm_move_sd(negated, pinned::add(negated, tiny)));
  });
}

Interval log2(const Interval& x, Defined& defined) {
  return through_big(x, [&](const BigInterval& b) { return log2(b, defined); });
}
Interval log10(const Interval& x, Defined& defined) {
  return through_big(x, [&](const BigInterval& b) { return log10(b, defined); });
}
Interval asin(const Interval& x, Defined& defined) {
  return through_big(x, [&](const BigInterval& b) { return asin(b, defined); });
}
Interval acos(const Interval& x, Defined& defined) {
  return through_big(x, [&](const BigInterval& b) { return acos(b, defined); });
}
Interval cbrt(const Interval& x) {
  return through_big(x, [](const BigInterval& b) { return cbrt(b); });
}

Interval sqrt(const Interval& x) {
  return insist("sqrt", "[0, inf)", x, [&](Defined& defined) { return sqrt(x, defined); });
}
Interval log(const Interval& x) {
  return insist("log", "(0, inf)", x, [&](Defined& defined) { return log(x, defined); });
}
Interval log1p(const Interval& x) {
  return insist("log1p", "(-1, inf)", x, [&](Defined& defined) { return log1p(x, defined); });
}
Interval pow(const Interval& x, long n) {
  return insist("pow", "x != 0 (negative power)", x, [&](Defined& defined) { return pow(x, n, defined); });
}

}  // namespace lemmacheck::numerics
