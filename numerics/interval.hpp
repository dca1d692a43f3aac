// Intervals with binary64 ends.
//
// Meaning as in big_interval.hpp (IEEE 1788 for the empty set, unbounded sets, division by an interval with 0);
// definedness is reported through `Defined&`, the forms without it insist. Ends: lower() is rounded down, upper() up.
// Functions: interval_functions.hpp, interval_exp_log.hpp.
//
// Directed rounding: an interval is stored as (-lo, hi) in one vector register, and every operation rounds upward.
// Operations check the rounding mode themselves: inside a RoundUpward scope they cost about a nanosecond, outside
// they switch the mode for the one operation. Inside the scope call nothing of libm, printf, strtod, MPFR or Arb.
// The unchecked_* forms skip the check: only inside a RoundUpward scope.
//
// Flush-to-zero modes (set by foreign code linked with fast-math): + - * and the scopes undo them, but comparisons and
// functions read subnormal ends as 0 there. Do not run lemmacheck in a process that sets them for its threads.
#pragma once

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "lemmacheck: -ffast-math, its parts and -ffinite-math-only break enclosures; compile without them"
#endif
#if !defined(__x86_64__)
#error "lemmacheck: binary64 intervals need an x86-64 processor (SSE2)"
#endif

#include <emmintrin.h>  // SSE2; <immintrin.h> is half of what a file that includes this one would read

#include <limits>

#include "numerics/defined.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::numerics {

class BigInterval;

/// Sets upward rounding with gradual underflow and restores the state it found.
class RoundUpward {
 public:
  RoundUpward() noexcept : saved_(_mm_getcsr()) { _mm_setcsr((saved_ & ~mode_mask) | upward_bits); }
  ~RoundUpward() { _mm_setcsr(saved_); }
  RoundUpward(const RoundUpward&) = delete;
  RoundUpward& operator=(const RoundUpward&) = delete;
  // Rounding control, flush-to-zero and denormals-are-zero.
  static constexpr unsigned mode_mask = 0x6000 | 0x8000 | 0x0040;
  static constexpr unsigned upward_bits = 0x4000;

 private:
  unsigned saved_;
};

/// Sets rounding to nearest (what MPFR, Arb and libc expect) and restores the state it found.
class RoundNearest {
 public:
  RoundNearest() noexcept : saved_(_mm_getcsr()) { _mm_setcsr(saved_ & ~RoundUpward::mode_mask); }
  ~RoundNearest() { _mm_setcsr(saved_); }
  RoundNearest(const RoundNearest&) = delete;
  RoundNearest& operator=(const RoundNearest&) = delete;

 private:
  unsigned saved_;
};

// The one place where arithmetic is tied to the rounding mode. Compilers assume round-to-nearest: they fold, merge and
// move floating-point operations across a change of mode. A value that went through an empty volatile asm statement is
// unknown to them, and such statements keep their order among each other and with the change of mode; so every
// operand and every result goes through one.
namespace pinned {

inline __m128d value(__m128d v) noexcept {
  asm volatile("" : "+x"(v));
  return v;
}
inline __m128d add(__m128d a, __m128d b) noexcept { return value(_mm_add_pd(value(a), value(b))); }
inline __m128d subtract(__m128d a, __m128d b) noexcept { return value(_mm_sub_pd(value(a), value(b))); }
inline __m128d multiply(__m128d a, __m128d b) noexcept { return value(_mm_mul_pd(value(a), value(b))); }
inline __m128d divide(__m128d a, __m128d b) noexcept { return value(_mm_div_pd(value(a), value(b))); }
inline __m128d sqrt(__m128d a) noexcept { return value(_mm_sqrt_pd(value(a))); }

/// Whether operations round upward and keep denormals: 1 + 2^-1074 > 1 holds in no other state (a tenth of the
/// time of reading the control register).
inline bool mode_is_upward() noexcept {
  const __m128d one = _mm_set_sd(1.0);
  const __m128d sum = value(_mm_add_sd(one, value(_mm_set_sd(std::numeric_limits<double>::denorm_min()))));
  return __builtin_expect(_mm_comigt_sd(sum, one), 1) != 0;
}

}  // namespace pinned

class Interval {
 public:
  /// The empty interval.
  Interval() noexcept : ends_(_mm_set1_pd(std::numeric_limits<double>::quiet_NaN())) {}
  /// A point; DomainError LC202 for nan and infinities.
  explicit Interval(double point) : ends_(_mm_set_pd(point, -point)) {
    if (!(point - point == 0.0)) throw_bad_point(point);
  }
  explicit Interval(int point) : Interval(static_cast<double>(point)) {}
  /// [lower, upper]; DomainError LC204 unless lower <= upper, lower < inf, upper > -inf (nan fails).
  Interval(double lower, double upper) : ends_(_mm_set_pd(upper, -lower)) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    if (!(lower <= upper && lower < inf && upper > -inf)) throw_bad_ends(lower, upper);
  }
  /// The smallest enclosure of an exact number or of a BigInterval.
  explicit Interval(const Rational& value);
  explicit Interval(const BigInterval& value);

  static Interval entire() noexcept { return from_ends(_mm_set1_pd(std::numeric_limits<double>::infinity())); }

  /// The register (-lo, hi), for kernels; both nan for the empty interval.
  static Interval from_ends(__m128d negated_lower_and_upper) noexcept { return Interval(negated_lower_and_upper); }
  __m128d ends() const noexcept { return ends_; }

  double lower() const noexcept { return 0.0 - negated_lower(); }
  double upper() const noexcept { return _mm_cvtsd_f64(_mm_unpackhi_pd(ends_, ends_)) + 0.0; }
  bool is_empty() const noexcept { return negated_lower() != negated_lower(); }
  bool is_point() const noexcept { return lower() == upper(); }
  /// Whether both ends are finite; false for the empty interval.
  bool is_bounded() const noexcept {
    return _mm_movemask_pd(_mm_cmplt_pd(ends_, _mm_set1_pd(std::numeric_limits<double>::infinity()))) == 3;
  }
  /// Membership of a real number: false for nan and infinities.
  bool contains(double x) const noexcept { return x - x == 0.0 && lower() <= x && x <= upper(); }
  bool contains(const Rational& x) const;
  /// Whether x is a subset.
  bool contains(const Interval& x) const noexcept {
    return x.is_empty() || _mm_movemask_pd(_mm_cmple_pd(x.ends_, ends_)) == 3;
  }
  bool contains_zero() const noexcept { return _mm_movemask_pd(_mm_cmpge_pd(ends_, _mm_setzero_pd())) == 3; }
  /// -1, +1 when every point has that sign, 0 otherwise.
  int certain_sign() const noexcept { return negated_lower() < 0 ? 1 : upper() < 0 ? -1 : 0; }
  /// A point inside, near the middle: for search only; nan for the empty interval.
  double approx_midpoint() const noexcept;
  /// hi - lo, rounded up; 0 for the empty interval.
  double width_upper() const noexcept;
  /// max |x| and min |x|, exact; nan for the empty interval.
  double magnitude() const noexcept { return _mm_cvtsd_f64(_mm_max_sd(ends_, _mm_unpackhi_pd(ends_, ends_))) + 0.0; }
  double mignitude() const noexcept;
  /// Width over mignitude, rounded up: infinity when 0 is inside, but 0 for a point and for the empty interval.
  double relative_width_upper() const noexcept;

  Interval operator-() const noexcept { return Interval(_mm_shuffle_pd(ends_, ends_, 1)); }
  friend Interval operator+(const Interval& a, const Interval& b) noexcept;
  friend Interval operator-(const Interval& a, const Interval& b) noexcept;
  friend Interval operator*(const Interval& a, const Interval& b) noexcept;
  /// DomainError LC210 when b contains 0.
  friend Interval operator/(const Interval& a, const Interval& b);
  Interval& operator+=(const Interval& b) noexcept { return *this = *this + b; }
  Interval& operator-=(const Interval& b) noexcept { return *this = *this - b; }
  Interval& operator*=(const Interval& b) noexcept { return *this = *this * b; }
  Interval& operator/=(const Interval& b) { return *this = *this / b; }

  bool operator==(const Interval&) const = delete;
  bool operator<(const Interval&) const = delete;

 private:
  explicit Interval(__m128d ends) noexcept : ends_(ends) {}
  double negated_lower() const noexcept { return _mm_cvtsd_f64(ends_); }
  [[noreturn]] static void throw_bad_point(double point);
  [[noreturn]] static void throw_bad_ends(double lower, double upper);

  __m128d ends_;
};

// The operations when the mode is not upward, and the rare cases of the product: each sets the mode itself.
namespace slow {
Interval add(const Interval& a, const Interval& b) noexcept;
Interval multiply(const Interval& a, const Interval& b) noexcept;
Interval divide(const Interval& a, const Interval& b);
}  // namespace slow

inline Interval unchecked_add(const Interval& a, const Interval& b) noexcept {
  return Interval::from_ends(pinned::add(a.ends(), b.ends()));
}
inline Interval unchecked_subtract(const Interval& a, const Interval& b) noexcept { return unchecked_add(a, -b); }

inline Interval unchecked_multiply(const Interval& a, const Interval& b) noexcept {
  // With a = (-al, ah), b = (-bl, bh): every candidate of (-lo, hi) is one of -al, -ah times (bl, -bl), (bh, -bh).
  const __m128d sign = _mm_set1_pd(-0.0);
  const __m128d al = pinned::value(_mm_unpacklo_pd(a.ends(), a.ends()));
  const __m128d ah = pinned::value(_mm_xor_pd(_mm_unpackhi_pd(a.ends(), a.ends()), sign));
  const __m128d bl = pinned::value(_mm_xor_pd(_mm_unpacklo_pd(b.ends(), b.ends()), _mm_set_pd(0.0, -0.0)));
  const __m128d bh = pinned::value(_mm_xor_pd(_mm_unpackhi_pd(b.ends(), b.ends()), _mm_set_pd(-0.0, 0.0)));
  const __m128d p = pinned::value(_mm_mul_pd(al, bl));
  const __m128d q = pinned::value(_mm_mul_pd(al, bh));
  const __m128d r = pinned::value(_mm_mul_pd(ah, bl));
  const __m128d s = pinned::value(_mm_mul_pd(ah, bh));
  // nan: an empty factor, or 0 * inf, which counts as 0.
  if (__builtin_expect(_mm_movemask_pd(_mm_or_pd(_mm_cmpunord_pd(p, q), _mm_cmpunord_pd(r, s))), 0) != 0) {
    return slow::multiply(a, b);
  }
  return Interval::from_ends(_mm_max_pd(_mm_max_pd(p, q), _mm_max_pd(r, s)));
}

/// The quotient for b without 0 (not checked either).
inline Interval unchecked_divide(const Interval& a, const Interval& b) noexcept {
  // A negative divisor: (-a) / (-b). Then each end of the numerator takes the divisor that makes it larger.
  const bool negative = b.upper() < 0;
  const __m128d n = negative ? (-a).ends() : a.ends();
  const __m128d d = negative ? (-b).ends() : b.ends();
  const __m128d small = _mm_xor_pd(_mm_unpacklo_pd(d, d), _mm_set1_pd(-0.0));
  const __m128d large = _mm_unpackhi_pd(d, d);
  const __m128d positive = _mm_cmpgt_pd(n, _mm_setzero_pd());
  const __m128d divisor = _mm_or_pd(_mm_and_pd(positive, small), _mm_andnot_pd(positive, large));
  return Interval::from_ends(pinned::divide(n, divisor));
}

inline Interval operator+(const Interval& a, const Interval& b) noexcept {
  return pinned::mode_is_upward() ? unchecked_add(a, b) : slow::add(a, b);
}
inline Interval operator-(const Interval& a, const Interval& b) noexcept {
  return pinned::mode_is_upward() ? unchecked_add(a, -b) : slow::add(a, -b);
}
inline Interval operator*(const Interval& a, const Interval& b) noexcept {
  return pinned::mode_is_upward() ? unchecked_multiply(a, b) : slow::multiply(a, b);
}
inline Interval operator/(const Interval& a, const Interval& b) {
  return b.certain_sign() != 0 && pinned::mode_is_upward() ? unchecked_divide(a, b) : slow::divide(a, b);
}

}  // namespace lemmacheck::numerics
