#include "numerics/rational.hpp"

#include <cmath>
#include <cstring>
#include <utility>

#include "numerics/error.hpp"

namespace lemmacheck::numerics {
namespace {

static_assert(sizeof(long) == sizeof(long long), "GMP takes long");

constexpr std::size_t most_power_bits = 1'000'000;
constexpr std::size_t most_digits = 100'000;

void set_integer(mpz_ptr z, std::string_view digits) {
  const std::string text(digits);
  LEMMACHECK_ASSERT(mpz_set_str(z, text.c_str(), 10) == 0);
}

bool all_digits(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
  }
  return true;
}

Rational parse_fraction(std::string_view text, std::size_t slash) {
  std::string_view numerator = text.substr(0, slash);
  const std::string_view denominator = text.substr(slash + 1);
  const bool negative = !numerator.empty() && numerator[0] == '-';
  if (!numerator.empty() && (numerator[0] == '-' || numerator[0] == '+')) numerator.remove_prefix(1);
  if (!all_digits(numerator) || !all_digits(denominator)) {
    throw ParseError("LC101",
                     "Rational::parse: " + quoted(text) + " is not a fraction of integers; write it like -3/2");
  }
  if (numerator.size() > most_digits || denominator.size() > most_digits) {
    throw PrecisionError("LC401", "Rational::parse: " + quoted(text) + " has more than 100000 digits; shorten it");
  }
  Rational result;
  set_integer(mpq_numref(result.data()), numerator);
  set_integer(mpq_denref(result.data()), denominator);
  if (mpz_sgn(mpq_denref(result.data())) == 0) {
    throw ParseError("LC101",
                     "Rational::parse: " + quoted(text) + " has the denominator 0; write a nonzero denominator");
  }
  mpq_canonicalize(result.data());
  if (negative) mpq_neg(result.data(), result.data());
  return result;
}

/// Reads the digits after "e"; false when there is none or another character.
bool read_exponent(std::string_view text, std::int64_t& exponent, bool& too_large) {
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  if (!all_digits(text)) return false;
  std::int64_t value = 0;  // kept negative: the negative range is the larger one
  too_large = false;
  for (const char c : text) {
    if (__builtin_mul_overflow(value, std::int64_t{10}, &value) ||
        __builtin_sub_overflow(value, static_cast<std::int64_t>(c - '0'), &value)) {
      too_large = true;
      return true;
    }
  }
  if (negative) {
    exponent = value;
  } else {
    too_large = __builtin_sub_overflow(std::int64_t{0}, value, &exponent);
  }
  return true;
}

}  // namespace

Rational::Rational(long long numerator, long long denominator) {
  if (denominator == 0) {
    throw DomainError("LC201", "Rational: denominator 0 under " + std::to_string(numerator) + "; it must not be 0");
  }
  mpq_init(value_);
  mpz_set_si(mpq_numref(value_), static_cast<long>(numerator));
  mpz_set_si(mpq_denref(value_), static_cast<long>(denominator));
  mpq_canonicalize(value_);
}

Rational::Rational(const Rational& other) {
  mpq_init(value_);
  mpq_set(value_, other.value_);
}

Rational::Rational(Rational&& other) noexcept {
  mpq_init(value_);
  mpq_swap(value_, other.value_);
}

Rational& Rational::operator=(const Rational& other) {
  mpq_set(value_, other.value_);
  return *this;
}

Rational& Rational::operator=(Rational&& other) noexcept {
  mpq_swap(value_, other.value_);
  return *this;
}

Rational Rational::from_double(double value) {
  if (!std::isfinite(value)) {
    throw DomainError("LC202", std::string("Rational::from_double: ") + (std::isnan(value) ? "nan" : "an infinity") +
                                   " is not a rational number; pass a finite double");
  }
  Rational result;
  mpq_set_d(result.value_, value);
  return result;
}

Rational Rational::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) return parse_fraction(text, slash);
  return Decimal::parse(text).to_rational();
}

std::string Rational::to_string() const {
  std::string result(mpz_sizeinbase(mpq_numref(value_), 10) + mpz_sizeinbase(mpq_denref(value_), 10) + 3, '\0');
  mpq_get_str(result.data(), 10, value_);
  result.resize(std::strlen(result.c_str()));
  return result;
}

long Rational::to_long() const {
  if (!is_integer() || mpz_fits_slong_p(mpq_numref(value_)) == 0) {
    throw DomainError("LC203", "Rational::to_long: " + quoted(to_string()) +
                                   " is not an integer between -2^63 and 2^63 - 1; keep it a Rational");
  }
  return mpz_get_si(mpq_numref(value_));
}

Rational& Rational::operator+=(const Rational& b) {
  mpq_add(value_, value_, b.value_);
  return *this;
}

Rational& Rational::operator-=(const Rational& b) {
  mpq_sub(value_, value_, b.value_);
  return *this;
}

Rational& Rational::operator*=(const Rational& b) {
  mpq_mul(value_, value_, b.value_);
  return *this;
}

Rational& Rational::operator/=(const Rational& b) {
  if (b.sign() == 0) {
    throw DomainError("LC201", "Rational: " + quoted(to_string()) + " divided by 0; the divisor must not be 0");
  }
  mpq_div(value_, value_, b.value_);
  return *this;
}

Rational Rational::operator-() const {
  Rational result(*this);
  mpq_neg(result.value_, result.value_);
  return result;
}

Rational abs(const Rational& x) { return x.sign() < 0 ? -x : x; }

Rational floor(const Rational& x) {
  Rational result;
  mpz_fdiv_q(mpq_numref(result.data()), mpq_numref(x.data()), mpq_denref(x.data()));
  return result;
}

Rational ceil(const Rational& x) {
  Rational result;
  mpz_cdiv_q(mpq_numref(result.data()), mpq_numref(x.data()), mpq_denref(x.data()));
  return result;
}

Rational pow(const Rational& x, long n) {
  if (n == 0) return Rational(1);
  if (x.sign() == 0) {
    if (n < 0) throw DomainError("LC201", "pow: 0 to the power " + std::to_string(n) + "; the power must be >= 0");
    return x;
  }
  const unsigned long count = n < 0 ? 0UL - static_cast<unsigned long>(n) : static_cast<unsigned long>(n);
  // b bits to the power n have more than n (b - 1) bits and at most n b.
  const auto power = [count, n](mpz_ptr result, mpz_srcptr base) {
    const std::size_t bits = mpz_sizeinbase(base, 2);
    std::size_t least = 0;
    bool fits = !__builtin_mul_overflow(bits - 1, count, &least) && least < most_power_bits;
    if (fits && bits == 1) {
      mpz_set_si(result, mpz_sgn(base) < 0 && count % 2 == 1 ? -1 : 1);
    } else if (fits) {
      mpz_pow_ui(result, base, count);
      fits = mpz_sizeinbase(result, 2) <= most_power_bits;
    }
    if (!fits) {
      throw PrecisionError("LC401", "pow: a rational of " + std::to_string(bits) + " bits to the power " +
                                        std::to_string(n) + " needs more than 1000000 bits; use an enclosure");
    }
  };
  Rational result;
  power(mpq_numref(result.data()), mpq_numref(x.data()));
  power(mpq_denref(result.data()), mpq_denref(x.data()));
  if (n < 0) mpq_inv(result.data(), result.data());
  return result;
}

Decimal Decimal::parse(std::string_view text) {
  const auto not_a_number = [text] {
    return ParseError(
        "LC101", "Decimal::parse: " + quoted(text) + " is not a decimal number; write it like 12, -0.25 or 1.5e-7");
  };
  const auto too_large = [text] {
    return ParseError(
        "LC102", "Decimal::parse: exponent too large in " + quoted(text) + "; it must lie between -2^63 and 2^63 - 1");
  };
  Decimal result;
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) result.negative = text[at++] == '-';

  std::string digits;
  std::int64_t exponent = 0;
  bool any = false;
  bool after_point = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !after_point) {
      after_point = true;
    } else if (c >= '0' && c <= '9') {
      any = true;
      if (after_point) --exponent;
      if (c != '0' || !digits.empty()) digits += c;
    } else {
      break;
    }
  }
  if (!any) throw not_a_number();
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') throw not_a_number();
    std::int64_t written = 0;
    bool overflow = false;
    if (!read_exponent(text.substr(at + 1), written, overflow)) throw not_a_number();
    if (overflow || __builtin_add_overflow(exponent, written, &exponent)) throw too_large();
  }
  if (digits.empty()) return Decimal{};
  const std::size_t kept = digits.find_last_not_of('0') + 1;
  if (__builtin_add_overflow(exponent, static_cast<std::int64_t>(digits.size() - kept), &exponent)) throw too_large();
  digits.resize(kept);
  result.digits = std::move(digits);
  result.exponent = exponent;
  return result;
}

bool Decimal::is_small() const noexcept {
  constexpr auto limit = static_cast<std::int64_t>(most_digits);
  const auto count = static_cast<std::int64_t>(digits.size());
  return count <= limit && exponent <= limit - count && exponent > -limit;
}

Rational Decimal::to_rational() const {
  if (!is_small()) {
    throw PrecisionError("LC401", "Decimal::to_rational: " + quoted(to_string()) +
                                      " needs more than 100000 digits; use an enclosure (BigInterval)");
  }
  Rational result;
  set_integer(mpq_numref(result.data()), digits);
  if (negative) mpq_neg(result.data(), result.data());
  if (exponent == 0) return result;
  Rational scale;
  mpz_ui_pow_ui(mpq_numref(scale.data()), 10, static_cast<unsigned long>(exponent < 0 ? -exponent : exponent));
  return exponent < 0 ? result / scale : result * scale;
}

std::string Decimal::to_string() const {
  constexpr std::int64_t most_padding = 6;
  constexpr std::int64_t most_integer_digits = 21;
  const std::string sign = negative ? "-" : "";
  const auto count = static_cast<std::int64_t>(digits.size());
  if (exponent >= 0 && exponent <= most_padding && count + exponent <= most_integer_digits) {
    return sign + digits + std::string(static_cast<std::size_t>(exponent), '0');
  }
  if (exponent < 0 && exponent > -count) {
    std::string text = digits;
    return sign + text.insert(static_cast<std::size_t>(count + exponent), 1, '.');
  }
  if (exponent < 0 && exponent >= -count - most_padding + 2) {
    return sign + "0." + std::string(static_cast<std::size_t>(-exponent - count), '0') + digits;
  }
  // d.ddd scientific; when its exponent leaves int64, the digits stay an integer.
  std::int64_t scientific = 0;
  if (__builtin_add_overflow(exponent, count - 1, &scientific)) return sign + digits + "e" + std::to_string(exponent);
  std::string text = digits;
  if (count > 1) text.insert(1, 1, '.');
  return sign + text + "e" + std::to_string(scientific);
}

}  // namespace lemmacheck::numerics
