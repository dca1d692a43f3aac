// Exact rational numbers and exact decimal text.
#pragma once

#include <gmp.h>

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace lemmacheck::numerics {

/// The built-in integers; never a floating-point number, a bool or a character.
template <class T>
concept Integer = std::integral<T> && sizeof(T) > 1 && sizeof(T) <= sizeof(long) && !std::same_as<T, wchar_t> &&
                  !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

/// An exact rational number (GMP). Every operation is exact; division by zero throws DomainError LC201.
class Rational {
 public:
  Rational() noexcept { mpq_init(value_); }
  template <Integer T>
  Rational(T integer) {  // NOLINT(google-explicit-constructor): integers are rationals
    mpq_init(value_);
    if constexpr (std::is_signed_v<T>) {
      mpz_set_si(mpq_numref(value_), integer);
    } else {
      mpz_set_ui(mpq_numref(value_), integer);
    }
  }
  Rational(long long numerator, long long denominator);
  Rational(const Rational& other);
  Rational(Rational&& other) noexcept;
  Rational& operator=(const Rational& other);
  Rational& operator=(Rational&& other) noexcept;
  ~Rational() { mpq_clear(value_); }

  /// The exact value of a finite binary64 number; throws DomainError LC202 for nan and infinities.
  static Rational from_double(double value);
  /// Exact value of "12", "-0.25", "3/2", "1.5e-7". Throws ParseError LC101 for other text and
  /// PrecisionError LC401 when the result would need more than 1e5 digits (use Decimal then).
  static Rational parse(std::string_view text);

  /// "3", "-3/2": numerator over denominator in lowest terms; parse() reads it back.
  std::string to_string() const;

  int sign() const noexcept { return mpq_sgn(value_); }
  bool is_integer() const noexcept { return mpz_cmp_ui(mpq_denref(value_), 1) == 0; }
  /// The value as a long when it is an integer that fits; throws DomainError LC203 otherwise.
  long to_long() const;
  /// A nearby double: for plots and search only, never for an enclosure.
  double approx_double() const noexcept { return mpq_get_d(value_); }

  mpq_srcptr data() const noexcept { return value_; }
  mpq_ptr data() noexcept { return value_; }

  Rational& operator+=(const Rational& b);
  Rational& operator-=(const Rational& b);
  Rational& operator*=(const Rational& b);
  Rational& operator/=(const Rational& b);
  friend Rational operator+(Rational a, const Rational& b) { return a += b; }
  friend Rational operator-(Rational a, const Rational& b) { return a -= b; }
  friend Rational operator*(Rational a, const Rational& b) { return a *= b; }
  friend Rational operator/(Rational a, const Rational& b) { return a /= b; }
  Rational operator-() const;
  friend bool operator==(const Rational& a, const Rational& b) noexcept { return mpq_equal(a.value_, b.value_) != 0; }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) noexcept {
    return mpq_cmp(a.value_, b.value_) <=> 0;
  }

 private:
  mpq_t value_;
};

Rational abs(const Rational& x);
Rational floor(const Rational& x);
Rational ceil(const Rational& x);
/// x^n, exact; 0^0 = 1; throws DomainError LC201 for 0 to a negative power and PrecisionError LC401 when the
/// result would need more than 1e6 bits.
Rational pow(const Rational& x, long n);

/// A decimal literal kept exactly as digits times a power of ten: (-1)^negative * digits * 10^exponent.
/// 1e-400 and 1e1000000000000 are ordinary values; an exponent outside int64 is ParseError LC102.
struct Decimal {
  bool negative = false;
  std::string digits = "0";  // no leading zero, no trailing zero unless the value is 0
  std::int64_t exponent = 0;

  /// Reads "12", "0.25", "1.5e-7", ".5"; the whole text must be the number (ParseError LC101).
  static Decimal parse(std::string_view text);
  /// Whether to_rational() stays under 1e5 digits.
  bool is_small() const noexcept;
  /// Exact; PrecisionError LC401 when !is_small().
  Rational to_rational() const;
  /// Shortest usual notation that parse() reads back: "0.25", "1e-400".
  std::string to_string() const;
  friend bool operator==(const Decimal&, const Decimal&) = default;
};

}  // namespace lemmacheck::numerics
