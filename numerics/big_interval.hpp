// Intervals of arbitrary precision.
//
// A BigInterval is a closed, possibly empty or unbounded interval with MPFR ends (MPFI), at a precision of stated
// bits. What a result means: for every point of the arguments at which the function has a value, the result contains
// that value; ends are rounded outward, and an exact result stays exact (1/x at x = 1 is [1, 1]).
//
// Functions that are not defined everywhere come in two forms:
//   log(x, defined)   evaluates on the part of x inside the domain and joins to `defined` what was found:
//                     everywhere / partly / nowhere (then the result is empty);
//   log(x)            insists: throws DomainError LC210 unless log is defined on all of x.
// The same holds for division: divide(x, y, defined), and x / y insists on a denominator without 0.
// A binary operation works at the larger precision of its arguments. No function reads or changes a global precision:
// two threads may work at two precisions.
#pragma once

#include <mpfi.h>

#include <string>
#include <string_view>
#include <type_traits>

#include "numerics/defined.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::numerics {

class Interval;

/// A precision in bits, 2 to 2^24; made explicitly.
struct Precision {
  explicit constexpr Precision(long b) : bits(b) {}
  long bits;
  friend constexpr auto operator<=>(Precision, Precision) = default;
};

class BigInterval {
 public:
  /// The empty interval. PrecisionError LC402 for a precision outside 2..2^24.
  explicit BigInterval(Precision precision);
  template <Integer T>
  BigInterval(T value, Precision precision) : BigInterval(precision) {
    if constexpr (std::is_signed_v<T>) {
      mpfr_set_si(&value_->left, value, MPFR_RNDD);
      mpfr_set_si(&value_->right, value, MPFR_RNDU);
    } else {
      mpfr_set_ui(&value_->left, value, MPFR_RNDD);
      mpfr_set_ui(&value_->right, value, MPFR_RNDU);
    }
  }
  /// A double may not be the number that was meant: say from_double, or read the text.
  BigInterval(double value, Precision precision) = delete;
  BigInterval(const Rational& value, Precision precision);
  /// Encloses the decimal, however large its exponent.
  BigInterval(const Decimal& value, Precision precision);
  /// The hull of two rationals (in either order).
  BigInterval(const Rational& a, const Rational& b, Precision precision);
  /// The ends of a binary64 interval, exact when precision >= 53.
  BigInterval(const Interval& value, Precision precision);
  BigInterval(const BigInterval& other);
  /// What was moved from may only be assigned to or destroyed.
  BigInterval(BigInterval&& other) noexcept;
  BigInterval& operator=(const BigInterval& other);
  BigInterval& operator=(BigInterval&& other) noexcept;
  ~BigInterval() {
    if (value_->left._mpfr_d != nullptr) mpfi_clear(value_);  // null: moved from
  }

  static BigInterval entire(Precision precision);
  static BigInterval from_double(double value, Precision precision);  // DomainError LC202 for nan
  /// An enclosure from text: exact for "0.1", "1/3"; "[a, b]" with a <= b is the hull, a may be "-inf" and b "inf";
  /// "empty". ParseError LC101 for other text, LC102 for an exponent outside int64.
  static BigInterval parse(std::string_view text, Precision precision);

  Precision precision() const noexcept { return Precision(static_cast<long>(mpfi_get_prec(value_))); }
  /// The same set at another precision, rounded outward.
  BigInterval at(Precision precision) const;

  bool is_empty() const noexcept { return mpfr_nan_p(&value_->left) != 0; }
  bool is_point() const noexcept { return mpfr_equal_p(&value_->left, &value_->right) != 0; }
  bool is_bounded() const noexcept { return mpfi_bounded_p(value_) != 0; }
  bool is_entire() const noexcept {
    return mpfr_inf_p(&value_->left) != 0 && mpfr_inf_p(&value_->right) != 0 && !is_point();
  }
  bool contains(const Rational& x) const noexcept;
  bool contains(const BigInterval& x) const noexcept;  // x is a subset
  bool contains_zero() const noexcept { return !is_empty() && mpfi_has_zero(value_) > 0; }
  /// -1, +1 when every point has that sign, 0 otherwise.
  int certain_sign() const noexcept;

  /// The ends as point intervals (of an unbounded interval: [-inf, -inf] or [inf, inf]).
  BigInterval lower() const;
  BigInterval upper() const;
  /// A point inside, near the middle: for search only.
  BigInterval approx_midpoint() const;
  double approx_double() const noexcept;  // near the middle
  double lower_double() const noexcept;   // rounded down
  double upper_double() const noexcept;   // rounded up
  /// The ends as exact rationals; DomainError LC202 when infinite or empty, PrecisionError LC401 when an exponent
  /// would need more than 1e6 bits.
  Rational lower_rational() const;
  Rational upper_rational() const;
  /// Upper bound of (hi - lo) / min |x|; infinity when the interval contains 0 and is not [0, 0].
  double relative_width_upper() const noexcept;
  /// Upper bound of hi - lo.
  double width_upper() const noexcept;

  mpfi_srcptr data() const noexcept { return value_; }
  mpfi_ptr data() noexcept { return value_; }

  friend BigInterval operator+(const BigInterval& a, const BigInterval& b);
  friend BigInterval operator-(const BigInterval& a, const BigInterval& b);
  friend BigInterval operator*(const BigInterval& a, const BigInterval& b);
  friend BigInterval operator/(const BigInterval& a, const BigInterval& b);
  BigInterval operator-() const;

  bool operator==(const BigInterval&) const = delete;
  bool operator<(const BigInterval&) const = delete;

 private:
  mpfi_t value_;
};

// Relations. For empty arguments: certainly_* are true (nothing contradicts), so callers look at definedness first.
Truth less(const BigInterval& a, const BigInterval& b) noexcept;
Truth less_equal(const BigInterval& a, const BigInterval& b) noexcept;
Truth equal(const BigInterval& a, const BigInterval& b) noexcept;
bool same_set(const BigInterval& a, const BigInterval& b) noexcept;

BigInterval hull(const BigInterval& a, const BigInterval& b);
BigInterval intersection(const BigInterval& a, const BigInterval& b);

BigInterval divide(const BigInterval& a, const BigInterval& b, Defined& defined);
BigInterval square(const BigInterval& x);
BigInterval abs(const BigInterval& x);
BigInterval min(const BigInterval& a, const BigInterval& b);
BigInterval max(const BigInterval& a, const BigInterval& b);
BigInterval floor(const BigInterval& x);
BigInterval ceil(const BigInterval& x);
/// x^n for an integer n (0^0 = 1; negative n undefined at 0).
BigInterval pow(const BigInterval& x, long n, Defined& defined);
/// x^y: for a point integer y as above; otherwise defined for x > 0, and for x = 0 with y > 0 (value 0); 0^0 = 1.
/// A rational exponent p/q with odd q does not extend to negative x (write cbrt). An interval y that contains an
/// integer encloses the powers of negative x at that integer too (then partly).
BigInterval pow(const BigInterval& x, const BigInterval& y, Defined& defined);

BigInterval sqrt(const BigInterval& x, Defined& defined);
BigInterval log(const BigInterval& x, Defined& defined);
BigInterval log1p(const BigInterval& x, Defined& defined);
BigInterval log2(const BigInterval& x, Defined& defined);
BigInterval log10(const BigInterval& x, Defined& defined);
BigInterval tan(const BigInterval& x, Defined& defined);
BigInterval asin(const BigInterval& x, Defined& defined);
BigInterval acos(const BigInterval& x, Defined& defined);
BigInterval cbrt(const BigInterval& x);
BigInterval exp(const BigInterval& x);
BigInterval expm1(const BigInterval& x);
/// sin and cos of ends beyond 2^65536 are [-1, 1], tan is entire.
BigInterval sin(const BigInterval& x);
BigInterval cos(const BigInterval& x);
BigInterval atan(const BigInterval& x);
BigInterval sinh(const BigInterval& x);
BigInterval cosh(const BigInterval& x);
BigInterval tanh(const BigInterval& x);

// The insisting forms.
BigInterval sqrt(const BigInterval& x);
BigInterval log(const BigInterval& x);
BigInterval log1p(const BigInterval& x);
BigInterval pow(const BigInterval& x, long n);

BigInterval pi(Precision precision);
BigInterval euler_e(Precision precision);

}  // namespace lemmacheck::numerics
