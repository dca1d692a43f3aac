#include "numerics/decimal_text.hpp"

#include <string>

#include "tests/support/catch.hpp"
#include "tests/support/enclosure_checks.hpp"
#include "tests/support/hostile.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

/// One unit of the last of `digits` significant digits of x (not 0).
Rational last_digit_unit(const Rational& x, int digits) {
  Rational unit(1);
  while (unit > abs(x)) unit /= Rational(10);
  while (unit * Rational(10) <= abs(x)) unit *= Rational(10);
  return unit / pow(Rational(10), digits - 1);
}

}  // namespace

TEST_CASE("decimal text: printed bounds contain the number", "[numerics][exact]") {
  for (const long bits : {60L, 128L, 1000L}) {
    const Precision precision(bits);
    CHECK(to_string(exp(BigInterval(1, precision))) == "[2.71828, 2.71829]");
    CHECK(to_string(pi(precision)) == "[3.14159, 3.14160]");
    CHECK(to_string(sin(read("1/10", bits))) == "[0.0998334, 0.0998335]");
  }
}

TEST_CASE("decimal text: notations", "[numerics][exact]") {
  const auto down = [](const char* text, DecimalStyle style) { return to_decimal_down(read(text), style); };
  const auto up = [](const char* text, DecimalStyle style) { return to_decimal_up(read(text), style); };
  CHECK(down("1.5", {.digits = 4}) == "1.5");
  CHECK(down("1.5", {.digits = 4, .keep_zeros = true}) == "1.500");
  CHECK(down("0", {.digits = 4}) == "0");
  CHECK(down("0", {.digits = 4, .keep_zeros = true}) == "0.000");
  CHECK(down("0", {.digits = 4, .notation = Notation::scientific}) == "0e0");
  CHECK(down("-1250000", {.digits = 3}) == "-1.25e6");
  CHECK(down("1250000", {.digits = 6}) == "1250000");
  CHECK(down("1250000", {.digits = 3, .notation = Notation::plain}) == "1250000");
  CHECK(down("1259999", {.digits = 3, .notation = Notation::plain}) == "1250000");
  CHECK(up("1259999", {.digits = 3, .notation = Notation::plain}) == "1260000");
  CHECK(up("999999", {.digits = 3, .notation = Notation::plain}) == "1000000");
  CHECK(up("999999", {.digits = 3}) == "1.00e6");
  CHECK(down("0.5", {.digits = 3, .notation = Notation::scientific}) == "5e-1");
  CHECK(down("1e-5", {.digits = 3}) == "9.99e-6");
  CHECK(up("1e-5", {.digits = 3}) == "0.0000101");
  CHECK(up("1e-6", {.digits = 3}) == "1.01e-6");
  CHECK(up("0.1", {.digits = 1}) == "0.2");
  CHECK(down("0.1", {.digits = 1}) == "0.09");
  CHECK(to_string(read("[-inf, 0.5]")) == "[-inf, 0.5]");
  CHECK(to_string(read("[-inf, inf]")) == "[-inf, inf]");
  CHECK(to_string(read("empty")) == "empty");
  CHECK(to_decimal(read("empty")).lo == "empty");
  CHECK(to_decimal(read("empty")).hi == "empty");
}

TEST_CASE("decimal text: huge and small exponents", "[numerics][exact]") {
  CHECK(to_string(read("1.28468653652e-360626"), {.digits = 12}) == "[1.28468653651e-360626, 1.28468653653e-360626]");
  CHECK(to_decimal_up(read("1e1000000000000"), {.digits = 3}) == "inf");
  CHECK(to_decimal_down(read("1e1000000000000"), {.digits = 3}) == "2.09e323228496");
  CHECK(to_decimal_up(read("1e-1000000000000"), {.digits = 3}) == "2.39e-323228497");
  CHECK(to_decimal_down(read("1e-1000000000000"), {.digits = 3}) == "0");
  CHECK(to_decimal_up(read("1e-200000"), {.digits = 3, .notation = Notation::plain}) == "1.01e-200000");
  CHECK(to_decimal_up(Rational::parse("1e-9999"), {.digits = 3}) == "1e-9999");
}

TEST_CASE("decimal text: rationals", "[numerics][exact]") {
  CHECK(to_decimal_down(Rational(2, 3), {.digits = 3}) == "0.666");
  CHECK(to_decimal_up(Rational(2, 3), {.digits = 3}) == "0.667");
  CHECK(to_decimal_down(Rational(-2, 3), {.digits = 3}) == "-0.667");
  CHECK(to_decimal_up(Rational(-2, 3), {.digits = 3}) == "-0.666");
  CHECK(to_decimal_up(Rational(9996, 10), {.digits = 3}) == "1000");
  CHECK(to_decimal_up(Rational(1, 10), {.digits = 6}) == "0.1");
  CHECK(to_decimal_down(Rational(1, 10), {.digits = 6}) == "0.1");
  CHECK(to_decimal_down(Rational(0)) == "0");
  CHECK(to_decimal_down(Rational(1, 3), {.digits = 3, .notation = Notation::scientific}) == "3.33e-1");
  for (int i = 0; i < scaled(300); ++i) {
    Hostile random("rational text", static_cast<std::uint64_t>(i));
    const Rational x = random.rational();
    const DecimalStyle style{.digits = static_cast<int>(random.between(1, 40)),
                             .notation = static_cast<Notation>(random.below(3)),
                             .keep_zeros = random.one_in(2)};
    INFO(random.label() << " " << x.to_string() << " digits " << style.digits);
    const Rational low = Rational::parse(to_decimal_down(x, style));
    const Rational high = Rational::parse(to_decimal_up(x, style));
    CHECK(low <= x);
    CHECK(x <= high);
    if (x.sign() != 0) CHECK(high - low <= last_digit_unit(x, style.digits));
    if (low == high) CHECK(low == x);
  }
}

TEST_CASE("decimal text: reading back gives an enclosure, one unit wide at most",
          "[numerics][containment][precision]") {
  for (int i = 0; i < scaled(400); ++i) {
    Hostile random("interval text", static_cast<std::uint64_t>(i));
    const BigInterval x = random.interval(random.precision());
    const DecimalStyle style{.digits = static_cast<int>(random.between(1, 60)),
                             .notation = static_cast<Notation>(random.below(3)),
                             .keep_zeros = random.one_in(2)};
    INFO(random.label() << " digits " << style.digits);
    const std::string text = to_string(x, style);
    CHECK(BigInterval::parse(text, Precision(600)).contains(x));
    if (x.is_empty()) continue;
    const DecimalEnclosure ends = to_decimal(x, style);
    CHECK(text == "[" + ends.lo + ", " + ends.hi + "]");
    if (ends.lo == ends.hi) {
      CHECK(x.is_point());
      CHECK(Rational::parse(ends.lo) == x.lower_rational());
    }
    for (const BigInterval& end : {x.lower(), x.upper()}) {
      if (!end.is_bounded() || mpfr_zero_p(&end.data()->left)) continue;
      if (mpfr_get_exp(&end.data()->left) > 7000 || mpfr_get_exp(&end.data()->left) < -7000) continue;
      const Rational value = end.lower_rational();
      const Rational low = Rational::parse(to_decimal_down(end, style));
      const Rational high = Rational::parse(to_decimal_up(end, style));
      CHECK(low <= value);
      CHECK(value <= high);
      CHECK(high - low <= last_digit_unit(value, style.digits));
      CHECK(to_decimal_down(end, style) == to_decimal_down(value, style));
      CHECK(to_decimal_up(end, style) == to_decimal_up(value, style));
    }
  }
}

TEST_CASE("decimal text: a digit count outside 1..10000", "[numerics][negative]") {
  for (const int digits : {0, -1, 10'001}) {
    const DecimalStyle style{.digits = digits};
    CHECK(code_of([&] { to_decimal(read("1"), style); }) == "LC403");
    CHECK(code_of([&] { to_decimal_up(Rational(1), style); }) == "LC403");
    CHECK(code_of([&] { to_decimal_down(read("[0, inf]"), style); }) == "LC403");
    CHECK(code_of([&] { to_string(read("[0, inf]"), style); }) == "LC403");
  }
  CHECK(to_decimal_down(pi(Precision(40'000)), {.digits = 10'000}).size() == 10'001);
}
