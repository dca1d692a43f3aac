#include "tests/support/hostile.hpp"

#include <Random123/philox.h>

#include <cstdlib>

namespace lemmacheck::test_support {

using numerics::BigInterval;
using numerics::Precision;
using numerics::Rational;

namespace {

std::uint64_t number_from_environment(const char* name, std::uint64_t fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : std::stoull(text);
}

/// FNV-1a: the same on every platform, unlike std::hash.
std::uint64_t hash(std::string_view text, std::uint64_t start) {
  std::uint64_t result = start ^ 0xcbf29ce484222325U;
  for (const char c : text) result = (result ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return result;
}

}  // namespace

std::uint64_t seed() {
  static const std::uint64_t value = number_from_environment("LEMMACHECK_TEST_SEED", 1);
  return value;
}

int scaled(int count) {
  static const std::uint64_t factor = number_from_environment("LEMMACHECK_TEST_MULTIPLIER", 1);
  return count * static_cast<int>(factor);
}

Hostile::Hostile(std::string_view stream, std::uint64_t number)
    : key_(hash(stream, seed()) + 0x9e3779b97f4a7c15U * number),
      label_("LEMMACHECK_TEST_SEED=" + std::to_string(seed()) + " stream " + std::string(stream) + " case " +
             std::to_string(number)) {}

std::uint64_t Hostile::bits() {
  r123::Philox2x64 philox;
  return philox({{counter_++, 0}}, {{key_}})[0];
}

Precision Hostile::precision() {
  constexpr long choices[] = {2, 3, 10, 24, 53, 53, 53, 64, 113, 128, 200, 500};
  return Precision(choices[below(std::size(choices))]);
}

Rational Hostile::rational() {
  const auto power_of_two = [this](long limit) { return numerics::pow(Rational(2), between(-limit, limit)); };
  switch (below(7)) {
    case 0:
      return Rational(between(-10, 10));
    case 1:
      return Rational(between(-1000, 1000), between(1, 1000));
    case 2:
      return Rational(between(-2, 2)) + power_of_two(120) * Rational(between(-1, 1));
    case 3:
      return Rational(static_cast<std::int64_t>(bits())) * power_of_two(64);
    case 4:
      return Rational(between(-1'000'000, 1'000'000)) / numerics::pow(Rational(10), between(0, 30));
    case 5:
      return Rational(between(-100, 100)) * power_of_two(2000);
    default:
      return Rational(static_cast<std::int64_t>(bits())) / Rational(static_cast<std::int64_t>(bits() | 1));
  }
}

BigInterval Hostile::point(Precision precision) {
  BigInterval x = BigInterval(rational(), precision).lower();
  mpfr_ptr left = &x.data()->left;
  switch (below(12)) {
    case 0:
      mpfr_set_si(left, between(-2, 2), MPFR_RNDD);
      mpfr_nextabove(left);
      break;
    case 1:
      mpfr_set_si(left, between(-2, 2), MPFR_RNDD);
      mpfr_nextbelow(left);
      break;
    case 2:
      mpfr_mul_2si(left, left, between(-1'000'000, 1'000'000), MPFR_RNDZ);
      break;
    case 3:
      mpfr_mul_2si(left, left, between(-60, 60), MPFR_RNDZ);
      break;
    case 4:  // next to a multiple of pi/2
      mpfr_const_pi(left, MPFR_RNDN);
      mpfr_mul_si(left, left, between(-9, 9), MPFR_RNDN);
      mpfr_div_2ui(left, left, 1, MPFR_RNDN);
      break;
    default:
      break;
  }
  if (mpfr_zero_p(left)) mpfr_set_zero(left, +1);
  return x.lower();
}

BigInterval Hostile::bounded_interval(Precision precision) {
  const BigInterval a = point(precision);
  switch (below(5)) {
    case 0:
      return a;
    case 1: {  // a few steps wide
      BigInterval thin = a;
      for (std::uint64_t i = below(3) + 1; i > 0; --i) mpfr_nextabove(&thin.data()->right);
      return thin;
    }
    case 2:
      return numerics::hull(a, BigInterval(0, precision));
    case 3:
      return numerics::hull(a, BigInterval(between(-3, 3), precision));
    default:
      return numerics::hull(a, point(precision));
  }
}

BigInterval Hostile::interval(Precision precision) {
  switch (below(24)) {
    case 0:
      return BigInterval(precision);
    case 1:
      return BigInterval::entire(precision);
    case 2:
      return numerics::hull(point(precision), BigInterval::entire(precision).upper());
    case 3:
      return numerics::hull(point(precision), BigInterval::entire(precision).lower());
    default:
      return bounded_interval(precision);
  }
}

BigInterval Hostile::inside(const BigInterval& x) {
  // Exactly representable candidates, clamped; more bits than x has, so that points between two of its numbers occur.
  const Precision fine(2 * x.precision().bits + 70);
  const BigInterval bounds = x.at(fine);
  mpfr_srcptr low = &bounds.data()->left;
  mpfr_srcptr high = &bounds.data()->right;
  BigInterval result = BigInterval(0, fine);
  mpfr_ptr value = &result.data()->left;
  const bool finite_low = mpfr_number_p(low) != 0;
  const bool finite_high = mpfr_number_p(high) != 0;
  switch (below(6)) {
    case 0:
      if (finite_low) mpfr_set(value, low, MPFR_RNDN);
      break;
    case 1:
      if (finite_high) mpfr_set(value, high, MPFR_RNDN);
      break;
    case 2:
      mpfr_set_si(value, between(-3, 3), MPFR_RNDN);
      break;
    case 3: {
      const BigInterval other = point(fine);
      mpfr_set(value, &other.data()->left, MPFR_RNDN);
      break;
    }
    default:
      if (finite_low && finite_high) {
        mpfr_sub(value, high, low, MPFR_RNDN);
        mpfr_mul_ui(value, value, bits() >> 32, MPFR_RNDN);
        mpfr_div_2ui(value, value, 32, MPFR_RNDN);
        mpfr_add(value, value, low, MPFR_RNDN);
      } else {
        const BigInterval other = point(fine);
        mpfr_set(value, &other.data()->left, MPFR_RNDN);
        if (finite_low) mpfr_add(value, value, low, MPFR_RNDN);
        if (finite_high) mpfr_add(value, value, high, MPFR_RNDN);
      }
  }
  if (mpfr_less_p(value, low)) mpfr_set(value, low, MPFR_RNDN);
  if (mpfr_greater_p(value, high)) mpfr_set(value, high, MPFR_RNDN);
  if (mpfr_zero_p(value)) mpfr_set_zero(value, +1);
  return result.lower();
}

BigInterval Hostile::part(const BigInterval& x) {
  const BigInterval a = inside(x);
  const BigInterval b = one_in(4) ? x.upper() : inside(x);
  return numerics::intersection(numerics::hull(a, b).at(x.precision()), x);
}

}  // namespace lemmacheck::test_support
