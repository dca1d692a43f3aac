#include "numerics/rational.hpp"

#include <climits>
#include <cmath>
#include <limits>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/support/enclosure_checks.hpp"
#include "tests/support/hostile.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

TEST_CASE("rationals: reading", "[numerics][rational][exact]") {
  CHECK(Rational::parse("12") == Rational(12));
  CHECK(Rational::parse("-0.25") == Rational(-1, 4));
  CHECK(Rational::parse("3/2") == Rational(3, 2));
  CHECK(Rational::parse("-6/4") == Rational(-3, 2));
  CHECK(Rational::parse("1.5e-7") == Rational(3, 20'000'000));
  CHECK(Rational::parse(".5") == Rational(1, 2));
  CHECK(Rational::parse("+5.") == Rational(5));
  CHECK(Rational::parse("1E3") == Rational(1000));
  CHECK(Rational::parse("0.1e+1") == Rational(1));
  CHECK(Rational::parse("-0.0") == Rational(0));
  CHECK(Rational::parse("00012.500") == Rational(25, 2));
  CHECK(Rational::parse("1e-400") == Rational(1) / pow(Rational(10), 400));
  CHECK(Rational::parse("9223372036854775808") == Rational(LLONG_MAX) + 1);
}

TEST_CASE("rationals: text that is no number", "[numerics][rational][negative]") {
  for (const char* text : {"",      " ",    "1 ",    " 1",  "abc", "-",   "+",     ".",   "e5",   "1e",    "1e+",
                           "1e1.5", "1..2", "1.2.3", "--1", "+-1", "1/0", "1/",    "/2",  "1/-2", "1/2/3", "1.5/2",
                           "1e2/3", "0x10", "1_000", "1,5", "inf", "nan", "1e5e5", "0,5", "1\n",  "½"}) {
    INFO(text);
    CHECK(code_of([&] { Rational::parse(text); }) == "LC101");
  }
  CHECK(code_of([] { Rational::parse(std::string_view("1\0", 2)); }) == "LC101");
  CHECK(code_of([] { Rational::parse("1e99999999999999999999"); }) == "LC102");
  CHECK(code_of([] { Rational::parse("1e-9223372036854775809"); }) == "LC102");
  CHECK(code_of([] { Rational::parse("1e1000000000000"); }) == "LC401");
  CHECK(code_of([] { Rational::parse("1e-100000"); }) == "LC401");
  CHECK(code_of([] { Rational::parse(std::string(100'001, '7')); }) == "LC401");
  CHECK(code_of([] { Rational::parse("1/" + std::string(100'001, '7')); }) == "LC401");
  CHECK(code_of([] { Rational::parse(std::string(100'000, '7')); }) == "none");
  CHECK(code_of([] { Rational::parse("1e99999"); }) == "none");
  CHECK(code_of([] { Rational::parse(std::string(200'000, 'x')); }) == "LC101");
}

TEST_CASE("rationals: arithmetic", "[numerics][rational][exact]") {
  CHECK(Rational(1, 3) + Rational(1, 6) == Rational(1, 2));
  CHECK(Rational(1, 3) - Rational(1, 2) == Rational(-1, 6));
  CHECK(Rational(2, 3) * Rational(-3, 4) == Rational(-1, 2));
  CHECK(Rational(2, 3) / Rational(-4, 9) == Rational(-3, 2));
  CHECK(Rational(3, -6) == Rational(-1, 2));
  CHECK(Rational(0, -7) == Rational(0));
  CHECK(Rational(LLONG_MIN) + LLONG_MAX == Rational(-1));
  CHECK(Rational(LLONG_MIN, LLONG_MIN) == Rational(1));
  CHECK(-Rational(1, 2) == Rational(-1, 2));
  CHECK(abs(Rational(-7, 3)) == Rational(7, 3));
  CHECK(floor(Rational(-7, 3)) == Rational(-3));
  CHECK(ceil(Rational(-7, 3)) == Rational(-2));
  CHECK(floor(Rational(7, 3)) == Rational(2));
  CHECK(ceil(Rational(6, 3)) == Rational(2));
  CHECK(Rational(1, 3) < Rational(1, 2));
  CHECK((Rational(1, 2) <=> Rational(2, 4)) == std::strong_ordering::equal);
  CHECK(Rational(-3, 7).sign() == -1);
  CHECK(Rational(6, 3).is_integer());
  CHECK(Rational(6, 3).to_long() == 2);
  CHECK(Rational(LLONG_MIN).to_long() == LONG_MIN);
  Rational x(5, 3);
  x += x;
  x *= x;
  x -= x;
  CHECK(x == Rational(0));
  for (int i = 0; i < scaled(300); ++i) {
    Hostile random("rational laws", static_cast<std::uint64_t>(i));
    const Rational a = random.rational(), b = random.rational(), c = random.rational();
    INFO(random.label());
    CHECK((a + b) * c == a * c + b * c);
    if (b.sign() != 0) CHECK(a / b * b == a);
    CHECK(floor(a) <= a);
    CHECK(a < floor(a) + 1);
    CHECK(Rational::parse(a.to_string()) == a);
  }
}

TEST_CASE("rationals: errors", "[numerics][rational][negative]") {
  CHECK(code_of([] { Rational(1) / Rational(0); }) == "LC201");
  CHECK(code_of([] { Rational(1, 0); }) == "LC201");
  CHECK(code_of([] { pow(Rational(0), -1); }) == "LC201");
  CHECK(code_of([] { Rational::from_double(std::nan("")); }) == "LC202");
  CHECK(code_of([] { Rational::from_double(-std::numeric_limits<double>::infinity()); }) == "LC202");
  CHECK(code_of([] { Rational(1, 2).to_long(); }) == "LC203");
  CHECK(code_of([] { (Rational(LLONG_MAX) + 1).to_long(); }) == "LC203");
  CHECK(code_of([] { pow(Rational(2), 1'000'001); }) == "LC401");
  CHECK(code_of([] { pow(Rational(3), LONG_MAX); }) == "LC401");
  CHECK(code_of([] { pow(Rational(3), LONG_MIN); }) == "LC401");
}

TEST_CASE("rationals: powers", "[numerics][rational][exact]") {
  CHECK(pow(Rational(2, 3), 3) == Rational(8, 27));
  CHECK(pow(Rational(-2, 3), -3) == Rational(-27, 8));
  CHECK(pow(Rational(0), 0) == Rational(1));
  CHECK(pow(Rational(0), 5) == Rational(0));
  CHECK(pow(Rational(-1), LONG_MAX) == Rational(-1));
  CHECK(pow(Rational(-1), LONG_MIN) == Rational(1));
  CHECK(pow(Rational(1), LONG_MAX) == Rational(1));
  CHECK(pow(Rational(-1, 2), 2) == Rational(1, 4));
  CHECK(pow(Rational(2), 999'999) > Rational(1));
}

TEST_CASE("rationals: doubles are taken exactly", "[numerics][rational][exact]") {
  CHECK(Rational::from_double(0.5) == Rational(1, 2));
  CHECK(Rational::from_double(0.1) == Rational(3602879701896397) / pow(Rational(2), 55));
  CHECK(Rational::from_double(-0.0) == Rational(0));
  CHECK(Rational::from_double(5e-324) == pow(Rational(2), -1074));
  CHECK(Rational::from_double(1.7976931348623157e308) == (pow(Rational(2), 53) - 1) * pow(Rational(2), 971));
}

TEST_CASE("decimals: digits and exponent", "[numerics][decimal][exact]") {
  CHECK(Decimal::parse("12") == Decimal{false, "12", 0});
  CHECK(Decimal::parse("1200") == Decimal{false, "12", 2});
  CHECK(Decimal::parse("-0.0250") == Decimal{true, "25", -3});
  CHECK(Decimal::parse("1e1000000000000") == Decimal{false, "1", 1'000'000'000'000});
  CHECK(Decimal::parse("-0e50") == Decimal{});
  CHECK(Decimal::parse("1e9223372036854775807") == Decimal{false, "1", INT64_MAX});
  CHECK(Decimal::parse("1e-9223372036854775808") == Decimal{false, "1", INT64_MIN});
  CHECK(Decimal::parse("1e00000000000000000000000005") == Decimal{false, "1", 5});
  CHECK(code_of([] { Decimal::parse("10e9223372036854775807"); }) == "LC102");
  CHECK(code_of([] { Decimal::parse("0.1e-9223372036854775808"); }) == "LC102");
  CHECK(code_of([] { Decimal::parse("3/2"); }) == "LC101");
  CHECK(Decimal::parse("1e-400").is_small());
  CHECK(Decimal::parse("1e99999").is_small());
  CHECK(!Decimal::parse("1e100000").is_small());
  CHECK(!Decimal::parse("1e9223372036854775807").is_small());
  CHECK(!Decimal::parse("1e-9223372036854775808").is_small());
  CHECK(Decimal::parse("-1.25e2").to_rational() == Rational(-125));
  CHECK(code_of([] { Decimal::parse("1e1000000").to_rational(); }) == "LC401");
}

TEST_CASE("decimals: writing and reading back", "[numerics][decimal][exact]") {
  CHECK(Decimal::parse("0.25").to_string() == "0.25");
  CHECK(Decimal::parse("1e-400").to_string() == "1e-400");
  CHECK(Decimal::parse("100000").to_string() == "100000");
  CHECK(Decimal::parse("1e12").to_string() == "1e12");
  CHECK(Decimal::parse("-125e3").to_string() == "-125000");
  CHECK(Decimal::parse("0.000125").to_string() == "0.000125");
  CHECK(Decimal::parse("0.00000125").to_string() == "1.25e-6");
  CHECK(Decimal::parse("0").to_string() == "0");
  for (int i = 0; i < scaled(500); ++i) {
    Hostile random("decimal", static_cast<std::uint64_t>(i));
    std::string text = random.one_in(2) ? "-" : "";
    const auto append_digits = [&](std::uint64_t count) {
      for (; count > 0; --count) text += static_cast<char>('0' + random.below(random.one_in(2) ? 10 : 2));
    };
    append_digits(1 + random.below(25));
    if (random.one_in(2)) {
      text += '.';
      append_digits(random.below(25));
    }
    if (random.one_in(2)) text += "e" + std::to_string(random.between(-30, 30));
    if (random.one_in(10)) text += text.find('e') == std::string::npos ? "E9223372036854775700" : "0";
    INFO(random.label() << " " << text);
    const Decimal value = Decimal::parse(text);
    CHECK(Decimal::parse(value.to_string()) == value);
    if (value.is_small()) CHECK(Rational::parse(value.to_string()) == value.to_rational());
  }
}
