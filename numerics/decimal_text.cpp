#include "numerics/decimal_text.hpp"

#include <cstring>
#include <utility>

#include "numerics/big_interval_ends.hpp"
#include "numerics/error.hpp"

namespace lemmacheck::numerics {
namespace {

constexpr int most_digits = 10'000;
constexpr long longest_plain_exponent = 100'000;

/// Significant digits of a rounded number: (-1)^negative * 0.d1 d2 d3 ... * 10^exponent; zero has the digit 0.
struct RoundedDigits {
  bool negative = false;
  bool exact = true;
  std::string digits = "0";
  long exponent = 1;
};

void require_usable(const DecimalStyle& style) {
  if (style.digits < 1 || style.digits > most_digits) {
    throw PrecisionError(
        "LC403", "to_decimal: " + std::to_string(style.digits) + " significant digits; choose between 1 and 10000");
  }
}

RoundedDigits round_to_digits(mpfr_srcptr x, int count, mpfr_rnd_t rounding) {
  RoundedDigits result;
  if (mpfr_zero_p(x)) return result;
  std::string buffer(static_cast<std::size_t>(std::max(count + 2, 7)), '\0');
  mpfr_exp_t exponent = 0;
  mpfr_clear_inexflag();
  mpfr_get_str(buffer.data(), &exponent, 10, static_cast<std::size_t>(count), x, rounding);
  result.exact = mpfr_inexflag_p() == 0;
  result.negative = mpfr_sgn(x) < 0;
  result.digits = buffer.c_str() + (result.negative ? 1 : 0);
  result.exponent = exponent;
  return result;
}

RoundedDigits round_to_digits(const Rational& x, int count, bool up) {
  RoundedDigits result;
  if (x.sign() == 0) return result;
  result.negative = x.sign() < 0;
  const Rational magnitude = abs(x);
  // mpz_sizeinbase may be one too large on either side: start at an exponent with 10^exponent > magnitude, go down.
  result.exponent = static_cast<long>(mpz_sizeinbase(mpq_numref(magnitude.data()), 10)) -
                    static_cast<long>(mpz_sizeinbase(mpq_denref(magnitude.data()), 10)) + 2;
  const auto power_of_ten = [](long n) {
    Rational result_power;
    mpz_ui_pow_ui(mpq_numref(result_power.data()), 10, static_cast<unsigned long>(n < 0 ? -n : n));
    if (n < 0) mpq_inv(result_power.data(), result_power.data());
    return result_power;
  };
  while (magnitude < power_of_ten(result.exponent - 1)) --result.exponent;
  const Rational scaled = magnitude * power_of_ten(count - result.exponent);
  const bool away = up != result.negative;
  Rational digits = away ? ceil(scaled) : floor(scaled);
  result.exact = digits == scaled;
  result.digits = digits.to_string();
  if (result.digits.size() > static_cast<std::size_t>(count)) {  // rounded up to a power of ten
    LEMMACHECK_ASSERT(result.digits.back() == '0');
    result.digits.pop_back();
    ++result.exponent;
  }
  return result;
}

std::string layout(RoundedDigits number, const DecimalStyle& style) {
  std::string& digits = number.digits;
  if (digits == "0") {
    if (style.keep_zeros) digits.append(static_cast<std::size_t>(style.digits - 1), '0');
  } else if (number.exact && !style.keep_zeros) {
    digits.resize(digits.find_last_not_of('0') + 1);
  }
  const std::string sign = number.negative ? "-" : "";
  const long scientific = number.exponent - 1;
  const bool plain = style.notation == Notation::plain
                         ? scientific >= -longest_plain_exponent && scientific <= longest_plain_exponent
                         : style.notation == Notation::automatic && scientific >= -5 && scientific <= style.digits;
  if (!plain) {
    if (digits.size() > 1) digits.insert(1, 1, '.');
    return sign + digits + "e" + std::to_string(scientific);
  }
  if (number.exponent <= 0) return sign + "0." + std::string(static_cast<std::size_t>(-number.exponent), '0') + digits;
  const auto before_point = static_cast<std::size_t>(number.exponent);
  if (digits.size() <= before_point) {
    digits.append(before_point - digits.size(), '0');
  } else {
    digits.insert(before_point, 1, '.');
  }
  return sign + digits;
}

std::string end_text(mpfr_srcptr end, const DecimalStyle& style, mpfr_rnd_t rounding) {
  require_usable(style);
  if (mpfr_nan_p(end)) return "empty";
  if (mpfr_inf_p(end)) return mpfr_sgn(end) > 0 ? "inf" : "-inf";
  const RoundNearest guard;
  return layout(round_to_digits(end, style.digits, rounding), style);
}

}  // namespace

DecimalEnclosure to_decimal(const BigInterval& x, const DecimalStyle& style) {
  return {to_decimal_down(x, style), to_decimal_up(x, style)};
}

DecimalEnclosure to_decimal(const Interval& x, const DecimalStyle& style) {
  return to_decimal(BigInterval(x, Precision(53)), style);
}

std::string to_decimal_down(const BigInterval& x, const DecimalStyle& style) {
  return end_text(lo(x), style, MPFR_RNDD);
}

std::string to_decimal_up(const BigInterval& x, const DecimalStyle& style) { return end_text(hi(x), style, MPFR_RNDU); }

std::string to_decimal_down(const Rational& x, const DecimalStyle& style) {
  require_usable(style);
  return layout(round_to_digits(x, style.digits, false), style);
}

std::string to_decimal_up(const Rational& x, const DecimalStyle& style) {
  require_usable(style);
  return layout(round_to_digits(x, style.digits, true), style);
}

std::string to_string(const BigInterval& x, const DecimalStyle& style) {
  if (x.is_empty()) return "empty";
  std::string text = "[";
  return text.append(to_decimal_down(x, style)).append(", ").append(to_decimal_up(x, style)).append("]");
}

}  // namespace lemmacheck::numerics
