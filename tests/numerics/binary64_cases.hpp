// Hostile binary64 numbers and intervals, and the exact judges of their enclosures: rationals, and MPFR at 200 bits.
#pragma once

#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

#include "numerics/interval.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::test_support {

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double largest = std::numeric_limits<double>::max();
inline constexpr double smallest_normal = std::numeric_limits<double>::min();
inline constexpr double tiny = std::numeric_limits<double>::denorm_min();

inline std::uint64_t environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// The number of cases, times LEMMACHECK_TEST_MULTIPLIER.
inline int cases(int count) { return count * static_cast<int>(environment("LEMMACHECK_TEST_MULTIPLIER", 1)); }

inline double next(double x, int steps = 1) {
  for (; steps > 0; --steps) x = std::nextafter(x, inf);
  for (; steps < 0; ++steps) x = std::nextafter(x, -inf);
  return x;
}

/// Case number `number` of a stream; LEMMACHECK_TEST_SEED changes all streams.
class Cases {
 public:
  Cases(std::uint64_t stream, int number)
      : state_(environment("LEMMACHECK_TEST_SEED", 1) * 0x9e3779b97f4a7c15u + stream * 0x100000001b3u +
               static_cast<std::uint64_t>(number) * 0xd1342543de82ef95u) {}

  std::uint64_t bits() {  // splitmix64
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int below(int n) { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }
  /// In [0, 1).
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double in(double a, double b) { return std::fmin(std::fmax(a + unit() * (b - a), a), b); }

  /// A finite number: zeros, small integers, powers of two and their neighbours, subnormals, extremes, any bits.
  double point() {
    const double sign = bits() & 1 ? 1.0 : -1.0;
    switch (below(12)) {
      case 0: return sign * 0.0;
      case 1: return sign * below(20);
      case 2: return sign * next(std::ldexp(1.0, below(2098) - 1074), below(3) - 1);
      case 3: return sign * tiny * static_cast<double>(bits() >> below(64));
      case 4: return sign * next(largest, -below(3));
      case 5: return sign * next(smallest_normal, below(5) - 2);
      case 6: return sign * next(1.0, below(7) - 3);
      case 7: return sign * unit() / 1024;
      case 8:
      case 9: return sign * in(0.0, 40.0);
      case 10: return sign * std::ldexp(unit(), below(60) - 30);
      default: {
        const double any = std::bit_cast<double>(bits());
        return std::isfinite(any) ? any : 3.0;
      }
    }
  }
  /// A bounded interval: point, thin, wide.
  numerics::Interval bounded() {
    const double a = point();
    switch (below(4)) {
      case 0: return numerics::Interval(a);
      case 1: return thin(a);
      default: {
        const double b = point();
        return numerics::Interval(std::fmin(a, b), std::fmax(a, b));
      }
    }
  }
  /// Any interval, also empty, unbounded, entire.
  numerics::Interval interval() {
    switch (below(16)) {
      case 0: return numerics::Interval();
      case 1: return numerics::Interval::entire();
      case 2: return numerics::Interval(-inf, point());
      case 3: return numerics::Interval(point(), inf);
      default: return bounded();
    }
  }
  numerics::Interval thin(double a) {
    const double b = next(a, below(4));
    return std::isfinite(b) ? numerics::Interval(a, b) : numerics::Interval(a);
  }
  /// A finite number of x, which is not empty: an end, or inside.
  double inside(const numerics::Interval& x) {
    const double a = std::fmax(x.lower(), -largest), b = std::fmin(x.upper(), largest);
    switch (below(4)) {
      case 0: return a;
      case 1: return b;
      default: {
        if (bits() & 1) {
          const double candidate = point();
          if (a <= candidate && candidate <= b) return candidate;
        }
        const double t = unit();
        return std::fmin(std::fmax(a * (1 - t) + b * t, a), b);
      }
    }
  }
  numerics::Interval part(const numerics::Interval& x) {
    const double a = inside(x), b = inside(x);
    return numerics::Interval(std::fmin(a, b), std::fmax(a, b));
  }

 private:
  std::uint64_t state_;
};

/// Whether `end` is the largest binary64 number (or -inf) not above the exact value; likewise from above.
inline bool is_tightest_lower(double end, const numerics::Rational& exact) {
  if (end != -inf && numerics::Rational::from_double(end) > exact) return false;
  const double after = end == -inf ? -largest : next(end);
  return after == inf || numerics::Rational::from_double(after) > exact;
}
inline bool is_tightest_upper(double end, const numerics::Rational& exact) { return is_tightest_lower(-end, -exact); }

/// The true value f(x) between two numbers of 200 bits.
class Judge {
 public:
  using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  Judge(Function f, double x) {
    init();
    mpfr_t argument;
    mpfr_init2(argument, 53);
    mpfr_set_d(argument, x, MPFR_RNDN);
    f(below_, argument, MPFR_RNDD);
    f(above_, argument, MPFR_RNDU);
    mpfr_clear(argument);
  }
  Judge(double x, double y) {  // x^y
    init();
    mpfr_t a, b;
    mpfr_inits2(53, a, b, static_cast<mpfr_ptr>(nullptr));
    mpfr_set_d(a, x, MPFR_RNDN);
    mpfr_set_d(b, y, MPFR_RNDN);
    mpfr_pow(below_, a, b, MPFR_RNDD);
    mpfr_pow(above_, a, b, MPFR_RNDU);
    mpfr_clears(a, b, static_cast<mpfr_ptr>(nullptr));
  }
  ~Judge() { mpfr_clears(below_, above_, static_cast<mpfr_ptr>(nullptr)); }
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  bool has_value() const { return mpfr_number_p(below_) && mpfr_number_p(above_); }
  bool is_in(const numerics::Interval& enclosure) const {
    return mpfr_cmp_d(below_, enclosure.lower()) >= 0 && mpfr_cmp_d(above_, enclosure.upper()) <= 0;
  }
  /// Whether both ends of the enclosure of a point value are within `steps` binary64 numbers of the value.
  bool is_close(const numerics::Interval& enclosure, int steps) const {
    return mpfr_cmp_d(below_, next(enclosure.lower(), steps)) <= 0 &&
           mpfr_cmp_d(above_, next(enclosure.upper(), -steps)) >= 0;
  }

 private:
  void init() { mpfr_inits2(200, below_, above_, static_cast<mpfr_ptr>(nullptr)); }
  mpfr_t below_, above_;
};

}  // namespace lemmacheck::test_support
