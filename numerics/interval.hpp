// Intervals with binary64 ends.
//
// Meaning as in big_interval.hpp (IEEE 1788 for the empty set, unbounded sets, division by an interval with 0);
// definedness is reported through `Defined&`, the forms without it insist. Ends: lower() is rounded down, upper() up.
//
// Directed rounding: an interval is stored as (-lo, hi) in one vector register, and every operation rounds upward.
// Operations check the rounding mode themselves: inside a RoundUpward scope they cost about a nanosecond, outside
// they switch the mode for the one operation. Inside the scope call nothing of libm, printf, strtod, MPFR or Arb.
#pragma once

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "lemmacheck: -ffast-math and -ffinite-math-only break enclosures; compile without them"
#endif

#include <immintrin.h>

#include <limits>

#include "numerics/defined.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::numerics {

class BigInterval;

/// Sets the upward rounding mode and restores the mode it found.
class RoundUpward {
 public:
  RoundUpward() noexcept : saved_(_mm_getcsr()) { _mm_setcsr((saved_ & ~mode_mask) | upward_bits); }
  ~RoundUpward() { _mm_setcsr(saved_); }
  RoundUpward(const RoundUpward&) = delete;
  RoundUpward& operator=(const RoundUpward&) = delete;
  static constexpr unsigned mode_mask = 0x6000;
  static constexpr unsigned upward_bits = 0x4000;

 private:
  unsigned saved_;
};

/// Sets rounding to nearest (what MPFR, Arb and libc expect) and restores the mode it found.
class RoundNearest {
 public:
  RoundNearest() noexcept : saved_(_mm_getcsr()) { _mm_setcsr(saved_ & ~RoundUpward::mode_mask); }
  ~RoundNearest() { _mm_setcsr(saved_); }
  RoundNearest(const RoundNearest&) = delete;
  RoundNearest& operator=(const RoundNearest&) = delete;

 private:
  unsigned saved_;
};

class Interval {
 public:
  /// The empty interval.
  Interval() noexcept;
  /// A point; DomainError LC202 for nan and infinities.
  explicit Interval(double point);
  explicit Interval(int point) : Interval(static_cast<double>(point)) {}
  /// [lower, upper]; DomainError LC204 unless lower <= upper, lower < inf, upper > -inf (nan fails).
  Interval(double lower, double upper);
  /// The smallest enclosure of an exact number or of a BigInterval.
  explicit Interval(const Rational& value);
  explicit Interval(const BigInterval& value);

  static Interval entire() noexcept;

  double lower() const noexcept;
  double upper() const noexcept;
  bool is_empty() const noexcept;
  bool is_point() const noexcept;
  bool is_bounded() const noexcept;
  bool contains(double x) const noexcept;
  bool contains(const Rational& x) const;
  bool contains(const Interval& x) const noexcept;
  bool contains_zero() const noexcept { return contains(0.0); }
  int certain_sign() const noexcept;
  double approx_midpoint() const noexcept;
  double width_upper() const noexcept;           // hi - lo, rounded up
  double magnitude() const noexcept;             // max |x|, exact
  double mignitude() const noexcept;             // min |x|, exact
  double relative_width_upper() const noexcept;  // width / mignitude, rounded up

  bool operator==(const Interval&) const = delete;
  bool operator<(const Interval&) const = delete;
};

}  // namespace lemmacheck::numerics
