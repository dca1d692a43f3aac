#include "numerics/big_interval.hpp"

#include <limits>
#include <string>
#include <utility>

#include "numerics/big_interval_ends.hpp"
#include "numerics/error.hpp"
#include "numerics/interval.hpp"

namespace lemmacheck::numerics {
namespace {

/// MPFR keeps pi, log 2 and spare integers per thread and leaves it to the thread to give them back when it ends.
struct ThreadCaches {
  ~ThreadCaches() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
  void keep() const noexcept {}
};

void require_usable(Precision precision) {
  if (precision.bits < 2 || precision.bits > (1L << 24)) {
    throw PrecisionError("LC402", "BigInterval: a precision of " + std::to_string(precision.bits) +
                                      " bits; choose between 2 and 16777216");
  }
}

Rational end_as_rational(mpfr_srcptr end, const char* function) {
  if (!mpfr_number_p(end)) {
    throw DomainError("LC202", std::string(function) + ": the end is " +
                                   (mpfr_nan_p(end) ? "that of an empty" : "infinite in an") +
                                   " interval; only a finite end is a rational number");
  }
  if (mpfr_zero_p(end)) return Rational(0);
  constexpr mpfr_exp_t limit = 1'000'000;
  const mpfr_exp_t exponent = mpfr_get_exp(end);
  if (exponent > limit || exponent < -limit) {
    throw PrecisionError("LC401", std::string(function) + ": an end near 2^" + std::to_string(exponent) +
                                      "; as a rational it may have at most 1000000 bits, keep it a BigInterval");
  }
  Rational result;
  mpfr_get_q(result.data(), end);
  return result;
}

/// Lower and upper ends of digits * 10^exponent where the power of ten may leave the exponent range of MPFR.
void set_large_decimal(BigInterval& result, const Decimal& value) {
  // 2^(2^30) < 10^323228497: beyond it on either side every number rounds to the edge of the range.
  constexpr __int128 edge = 323'228'500;
  const __int128 magnitude = static_cast<__int128>(value.exponent) + static_cast<__int128>(value.digits.size());
  if (magnitude > edge) {
    mpfr_set_inf(hi(result), +1);
    mpfr_set_inf(lo(result), +1);
    mpfr_nextbelow(lo(result));
  } else if (magnitude < -edge) {
    mpfr_set_zero(lo(result), +1);
    mpfr_set_zero(hi(result), +1);
    mpfr_nextabove(hi(result));
  } else {
    Rational digits;
    mpz_set_str(mpq_numref(digits.data()), value.digits.c_str(), 10);
    const unsigned long power = static_cast<unsigned long>(value.exponent < 0 ? -value.exponent : value.exponent);
    const mpfr_prec_t bits = result.precision().bits + 64;
    const Precision working(bits);
    BigInterval ten_power(working);
    Real ten(4);
    mpfr_set_ui(ten, 10, MPFR_RNDN);
    mpfr_pow_ui(lo(ten_power), ten, power, MPFR_RNDD);
    mpfr_pow_ui(hi(ten_power), ten, power, MPFR_RNDU);
    const BigInterval factor(digits, working);
    result = (value.exponent < 0 ? factor / ten_power : factor * ten_power).at(result.precision());
  }
  if (value.negative) result = -result;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// One number of a text: exact when it is small enough.
struct ReadNumber {
  bool exact = false;
  Rational value;
  BigInterval enclosure;

  ReadNumber(std::string_view text, Precision precision) : enclosure(precision) {
    if (text.find('/') != std::string_view::npos) {
      value = Rational::parse(text);
      exact = true;
    } else {
      const Decimal decimal = Decimal::parse(text);
      exact = decimal.is_small();
      if (exact) value = decimal.to_rational();
      if (!exact) enclosure = BigInterval(decimal, precision);
    }
    if (exact) enclosure = BigInterval(value, precision);
  }
};

ParseError unreadable(std::string_view text, const char* why) {
  return ParseError("LC101", "BigInterval::parse: " + quoted(text) + " " + why +
                                 "; write 0.1, 1/3 or [a, b] with a <= b, where a may be -inf and b inf");
}

}  // namespace

BigInterval::BigInterval(Precision precision) {
  static thread_local const ThreadCaches caches;
  caches.keep();
  require_usable(precision);
  mpfi_init2(value_, precision.bits);
}

BigInterval::BigInterval(const Rational& value, Precision precision) : BigInterval(precision) {
  mpfr_set_q(lo(*this), value.data(), MPFR_RNDD);
  mpfr_set_q(hi(*this), value.data(), MPFR_RNDU);
}

BigInterval::BigInterval(const Rational& a, const Rational& b, Precision precision) : BigInterval(precision) {
  const bool ordered = a <= b;
  mpfr_set_q(lo(*this), (ordered ? a : b).data(), MPFR_RNDD);
  mpfr_set_q(hi(*this), (ordered ? b : a).data(), MPFR_RNDU);
}

BigInterval::BigInterval(const Decimal& value, Precision precision) : BigInterval(precision) {
  if (value.is_small()) {
    *this = BigInterval(value.to_rational(), precision);
  } else {
    set_large_decimal(*this, value);
  }
}

BigInterval::BigInterval(const Interval& value, Precision precision) : BigInterval(precision) {
  if (value.is_empty()) return;
  const RoundNearest guard;
  mpfr_set_d(lo(*this), value.lower(), MPFR_RNDD);
  mpfr_set_d(hi(*this), value.upper(), MPFR_RNDU);
  settle(*this);
}

BigInterval::BigInterval(const BigInterval& other) : BigInterval(other.precision()) {
  mpfr_set(lo(*this), lo(other), MPFR_RNDD);
  mpfr_set(hi(*this), hi(other), MPFR_RNDU);
}

BigInterval::BigInterval(BigInterval&& other) noexcept {
  *value_ = *other.value_;
  other.value_->left._mpfr_d = nullptr;
  other.value_->right._mpfr_d = nullptr;
}

BigInterval& BigInterval::operator=(const BigInterval& other) {
  if (this != &other) *this = BigInterval(other);
  return *this;
}

BigInterval& BigInterval::operator=(BigInterval&& other) noexcept {
  std::swap(*value_, *other.value_);
  return *this;
}

BigInterval BigInterval::entire(Precision precision) {
  BigInterval result(precision);
  mpfr_set_inf(lo(result), -1);
  mpfr_set_inf(hi(result), +1);
  return result;
}

BigInterval BigInterval::from_double(double value, Precision precision) {
  if (value != value) {
    throw DomainError("LC202", "BigInterval::from_double: nan is not a number; pass a number or an infinity");
  }
  const RoundNearest guard;
  BigInterval result(precision);
  mpfr_set_d(lo(result), value, MPFR_RNDD);
  mpfr_set_d(hi(result), value, MPFR_RNDU);
  settle(result);
  return result;
}

BigInterval BigInterval::parse(std::string_view text, Precision precision) {
  require_usable(precision);
  std::string_view inner = trimmed(text);
  if (inner == "empty") return BigInterval(precision);
  if (inner.empty() || inner.front() != '[') return ReadNumber(inner, precision).enclosure;
  const std::size_t comma = inner.find(',');
  if (inner.back() != ']' || comma == std::string_view::npos) throw unreadable(text, "is not an interval");
  const std::string_view first = trimmed(inner.substr(1, comma - 1));
  const std::string_view second = trimmed(inner.substr(comma + 1, inner.size() - comma - 2));
  const bool from_infinity = first == "-inf";
  const bool to_infinity = second == "inf" || second == "+inf";
  BigInterval result = entire(precision);
  if (from_infinity && to_infinity) return result;
  if (from_infinity) {
    const ReadNumber b(second, precision);
    mpfr_set(hi(result), hi(b.enclosure), MPFR_RNDU);
  } else if (to_infinity) {
    const ReadNumber a(first, precision);
    mpfr_set(lo(result), lo(a.enclosure), MPFR_RNDD);
  } else {
    const ReadNumber a(first, precision);
    const ReadNumber b(second, precision);
    const bool reversed = a.exact && b.exact ? a.value > b.value : less(b.enclosure, a.enclosure) == Truth::yes;
    if (reversed) throw unreadable(text, "has its ends in the wrong order");
    result = hull(a.enclosure, b.enclosure);
  }
  return result;
}

BigInterval BigInterval::at(Precision precision) const {
  BigInterval result(precision);
  mpfr_set(lo(result), lo(*this), MPFR_RNDD);
  mpfr_set(hi(result), hi(*this), MPFR_RNDU);
  return result;
}

bool BigInterval::contains(const Rational& x) const noexcept {
  return !is_empty() && mpfr_cmp_q(lo(*this), x.data()) <= 0 && mpfr_cmp_q(hi(*this), x.data()) >= 0;
}

bool BigInterval::contains(const BigInterval& x) const noexcept {
  if (x.is_empty()) return true;
  return !is_empty() && mpfr_lessequal_p(lo(*this), lo(x)) && mpfr_lessequal_p(hi(x), hi(*this));
}

int BigInterval::certain_sign() const noexcept {
  if (is_empty()) return 0;
  if (mpfr_sgn(lo(*this)) > 0) return 1;
  return mpfr_sgn(hi(*this)) < 0 ? -1 : 0;
}

BigInterval BigInterval::lower() const {
  BigInterval result(*this);
  mpfr_set(hi(result), lo(*this), MPFR_RNDU);
  return result;
}

BigInterval BigInterval::upper() const {
  BigInterval result(*this);
  mpfr_set(lo(result), hi(*this), MPFR_RNDD);
  return result;
}

BigInterval BigInterval::approx_midpoint() const {
  if (is_empty() || is_point()) return *this;
  BigInterval result(precision());
  mpfr_ptr middle = lo(result);
  const bool from_infinity = mpfr_inf_p(lo(*this)) != 0;
  const bool to_infinity = mpfr_inf_p(hi(*this)) != 0;
  if (from_infinity && to_infinity) {
    mpfr_set_zero(middle, +1);
  } else if (to_infinity) {
    // 0 when it lies inside, else 2 lo + 1, or the end itself when that overflows.
    mpfr_mul_2ui(middle, lo(*this), 1, MPFR_RNDN);
    mpfr_add_ui(middle, middle, 1, MPFR_RNDN);
    if (mpfr_cmp_ui(middle, 1) < 0) mpfr_set_zero(middle, +1);
    if (!mpfr_number_p(middle)) mpfr_set(middle, lo(*this), MPFR_RNDN);
  } else if (from_infinity) {
    mpfr_mul_2ui(middle, hi(*this), 1, MPFR_RNDN);
    mpfr_sub_ui(middle, middle, 1, MPFR_RNDN);
    if (mpfr_cmp_si(middle, -1) > 0) mpfr_set_zero(middle, +1);
    if (!mpfr_number_p(middle)) mpfr_set(middle, hi(*this), MPFR_RNDN);
  } else {
    Real half(precision().bits);
    mpfr_div_2ui(middle, lo(*this), 1, MPFR_RNDN);
    mpfr_div_2ui(half, hi(*this), 1, MPFR_RNDN);
    mpfr_add(middle, middle, half, MPFR_RNDN);
  }
  if (mpfr_less_p(middle, lo(*this))) mpfr_set(middle, lo(*this), MPFR_RNDN);
  if (mpfr_greater_p(middle, hi(*this))) mpfr_set(middle, hi(*this), MPFR_RNDN);
  mpfr_set(hi(result), middle, MPFR_RNDN);
  settle(result);
  return result;
}

double BigInterval::approx_double() const noexcept {
  const RoundNearest guard;
  const BigInterval middle = approx_midpoint();
  return mpfr_get_d(lo(middle), MPFR_RNDN);
}

double BigInterval::lower_double() const noexcept {
  const RoundNearest guard;
  return mpfr_get_d(lo(*this), MPFR_RNDD);
}

double BigInterval::upper_double() const noexcept {
  const RoundNearest guard;
  return mpfr_get_d(hi(*this), MPFR_RNDU);
}

Rational BigInterval::lower_rational() const { return end_as_rational(lo(*this), "BigInterval::lower_rational"); }

Rational BigInterval::upper_rational() const { return end_as_rational(hi(*this), "BigInterval::upper_rational"); }

double BigInterval::width_upper() const noexcept {
  if (is_empty() || is_point()) return 0;
  const RoundNearest guard;
  Real width(53);
  mpfr_sub(width, hi(*this), lo(*this), MPFR_RNDU);
  return mpfr_get_d(width, MPFR_RNDU);
}

double BigInterval::relative_width_upper() const noexcept {
  if (is_empty() || is_point()) return 0;
  const int sign = certain_sign();
  if (sign == 0) return std::numeric_limits<double>::infinity();
  const RoundNearest guard;
  Real width(53);
  mpfr_sub(width, hi(*this), lo(*this), MPFR_RNDU);
  if (sign > 0) {
    mpfr_div(width, width, lo(*this), MPFR_RNDU);
  } else {
    mpfr_div(width, width, hi(*this), MPFR_RNDD);
    mpfr_neg(width, width, MPFR_RNDU);
  }
  return mpfr_get_d(width, MPFR_RNDU);
}

Truth less(const BigInterval& a, const BigInterval& b) noexcept {
  if (a.is_empty() || b.is_empty() || mpfr_less_p(hi(a), lo(b))) return Truth::yes;
  return mpfr_greaterequal_p(lo(a), hi(b)) ? Truth::no : Truth::unknown;
}

Truth less_equal(const BigInterval& a, const BigInterval& b) noexcept {
  if (a.is_empty() || b.is_empty() || mpfr_lessequal_p(hi(a), lo(b))) return Truth::yes;
  return mpfr_greater_p(lo(a), hi(b)) ? Truth::no : Truth::unknown;
}

Truth equal(const BigInterval& a, const BigInterval& b) noexcept {
  if (a.is_empty() || b.is_empty()) return Truth::yes;
  if (a.is_point() && b.is_point() && mpfr_equal_p(lo(a), lo(b))) {
    return mpfr_number_p(lo(a)) ? Truth::yes : Truth::unknown;
  }
  return mpfr_less_p(hi(a), lo(b)) || mpfr_less_p(hi(b), lo(a)) ? Truth::no : Truth::unknown;
}

bool same_set(const BigInterval& a, const BigInterval& b) noexcept {
  if (a.is_empty() || b.is_empty()) return a.is_empty() && b.is_empty();
  return mpfr_equal_p(lo(a), lo(b)) && mpfr_equal_p(hi(a), hi(b));
}

BigInterval hull(const BigInterval& a, const BigInterval& b) {
  const Precision precision = larger_precision(a, b);
  if (a.is_empty()) return b.at(precision);
  if (b.is_empty()) return a.at(precision);
  BigInterval result(precision);
  mpfr_min(lo(result), lo(a), lo(b), MPFR_RNDD);
  mpfr_max(hi(result), hi(a), hi(b), MPFR_RNDU);
  return result;
}

BigInterval intersection(const BigInterval& a, const BigInterval& b) {
  BigInterval result(larger_precision(a, b));
  if (a.is_empty() || b.is_empty() || mpfr_less_p(hi(a), lo(b)) || mpfr_less_p(hi(b), lo(a))) return result;
  mpfr_max(lo(result), lo(a), lo(b), MPFR_RNDD);
  mpfr_min(hi(result), hi(a), hi(b), MPFR_RNDU);
  return result;
}

BigInterval min(const BigInterval& a, const BigInterval& b) {
  BigInterval result(larger_precision(a, b));
  if (a.is_empty() || b.is_empty()) return result;
  mpfr_min(lo(result), lo(a), lo(b), MPFR_RNDD);
  mpfr_min(hi(result), hi(a), hi(b), MPFR_RNDU);
  return result;
}

BigInterval max(const BigInterval& a, const BigInterval& b) {
  BigInterval result(larger_precision(a, b));
  if (a.is_empty() || b.is_empty()) return result;
  mpfr_max(lo(result), lo(a), lo(b), MPFR_RNDD);
  mpfr_max(hi(result), hi(a), hi(b), MPFR_RNDU);
  return result;
}

}  // namespace lemmacheck::numerics
