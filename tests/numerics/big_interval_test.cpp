#include "numerics/big_interval.hpp"

#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "numerics/boost_multiprecision.hpp"
#include "numerics/decimal_text.hpp"
#include "numerics/interval.hpp"
#include "tests/support/arb_oracle.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/enclosure_checks.hpp"
#include "tests/support/hostile.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

struct Operation {
  std::string name;
  BigInterval (*f)(const BigInterval&, const BigInterval&, Defined&);
  void (*oracle)(arb_t, const arb_t, const arb_t, slong);
};

const std::vector<Operation>& operations() {
  static const std::vector<Operation> table = {
      {"add", [](const BigInterval& a, const BigInterval& b, Defined&) { return a + b; }, arb_add},
      {"subtract", [](const BigInterval& a, const BigInterval& b, Defined&) { return a - b; }, arb_sub},
      {"multiply", [](const BigInterval& a, const BigInterval& b, Defined&) { return a * b; }, arb_mul},
      {"divide", divide, arb_div},
      {"min", [](const BigInterval& a, const BigInterval& b, Defined&) { return min(a, b); }, arb_min},
      {"max", [](const BigInterval& a, const BigInterval& b, Defined&) { return max(a, b); }, arb_max},
  };
  return table;
}

/// Everything that a number of steps of all kinds produces, as text.
std::string long_computation(long bits) {
  const Precision precision(bits);
  std::string trace;
  BigInterval x = BigInterval(Rational(1, 3), precision);
  Defined defined = Defined::everywhere;
  for (int i = 1; i <= 12; ++i) {
    x = exp(sin(x)) / (BigInterval(i, precision) + cos(x) * cos(x)) +
        pi(precision) * log(BigInterval(i + 1, precision));
    x = sqrt(x) + atan(x) - tanh(x) +
        pow(x, BigInterval(Rational(i, 7), precision), defined) / BigInterval(1000, precision);
    trace += to_string(x, {.digits = 30, .notation = Notation::scientific}) + std::to_string(x.precision().bits) + ";";
  }
  return trace;
}

}  // namespace

TEST_CASE("arithmetic contains the value at every pair of points", "[numerics][containment][oracle]") {
  int decided = 0, undecided = 0;
  for (const Operation& operation : operations()) {
    for (int i = 0; i < scaled(400); ++i) {
      Hostile random(operation.name, static_cast<std::uint64_t>(i));
      const BigInterval a = random.interval(random.precision());
      const BigInterval b =
          random.one_in(20) ? BigInterval(0, random.precision()) : random.interval(random.precision());
      Defined defined = Defined::everywhere;
      const BigInterval result = operation.f(a, b, defined);
      INFO(random.label() << " a = [" << a.lower_double() << ", " << a.upper_double() << "] b = [" << b.lower_double()
                          << ", " << b.upper_double() << "]");
      CHECK(result.precision() == std::max(a.precision(), b.precision()));
      if (a.is_empty() || b.is_empty()) {
        CHECK(result.is_empty());
        continue;
      }
      CHECK(result.is_empty() == (defined == Defined::nowhere));
      if (a.is_point() && b.is_point() && !result.is_empty()) CHECK(at_most_one_step(result));
      for (int k = 0; k < 3; ++k) {
        const BigInterval p = random.inside(a);
        const BigInterval q = random.inside(b);
        if (operation.name == "divide" && q.contains_zero()) {
          CHECK(defined != Defined::everywhere);
          continue;
        }
        CHECK(defined != Defined::nowhere);
        const Ball x(p), y(q);
        const Truth contained = arb_contains(
            result, [&](arb_ptr value, slong bits) { operation.oracle(value, x, y, bits); }, 4096);
        CHECK(contained != Truth::no);
        ++(contained == Truth::yes ? decided : undecided);
      }
      Defined part_defined = Defined::everywhere;
      CHECK(result.contains(operation.f(random.part(a), random.part(b), part_defined)));
    }
  }
  INFO("decided " << decided << ", undecided " << undecided);
  CHECK(undecided * 10 < decided);
}

TEST_CASE("arithmetic against exact rationals", "[numerics][exact]") {
  for (int i = 0; i < scaled(500); ++i) {
    Hostile random("rational arithmetic", static_cast<std::uint64_t>(i));
    const Precision precision = random.precision();
    const Rational p = random.rational(), q = random.rational();
    const BigInterval a(p, precision), b(q, precision);
    INFO(random.label() << " " << p.to_string() << " " << q.to_string());
    CHECK(a.contains(p));
    CHECK(at_most_one_step(a));
    CHECK((a + b).contains(p + q));
    CHECK((a - b).contains(p - q));
    CHECK((a * b).contains(p * q));
    if (q.sign() != 0) CHECK((a / b).contains(p / q));
    CHECK(hull(a, b).contains(BigInterval(p, q, precision)));
    CHECK(same_set(BigInterval(p, q, precision), BigInterval(q, p, precision)));
    // Exactly representable arguments: the ends are the nearest numbers on either side.
    const Rational x = a.lower_rational(), y = b.upper_rational();
    const BigInterval product = a.lower() * b.upper();
    const BigInterval expected(x * y, precision);
    CHECK(same_set(product, expected));
    if (y.sign() != 0) CHECK(same_set(a.lower() / b.upper(), BigInterval(x / y, precision)));
    CHECK(same_set(a.lower() + b.upper(), BigInterval(x + y, precision)));
    CHECK(same_set(a.lower() - b.upper(), BigInterval(x - y, precision)));
  }
}

TEST_CASE("special cases of arithmetic", "[numerics][domain][exact]") {
  struct Row {
    const char *a, *operation, *b;
    Defined defined;
    const char* result;
  };
  for (const Row& row : std::vector<Row>{
           {"[0, 0]", "multiply", "[-inf, inf]", Defined::everywhere, "[0, 0]"},
           {"[0, 1]", "multiply", "[2, inf]", Defined::everywhere, "[0, inf]"},
           {"[-1, 2]", "multiply", "[-3, inf]", Defined::everywhere, "[-inf, inf]"},
           {"[0, 0]", "multiply", "[5, inf]", Defined::everywhere, "[0, 0]"},
           {"[-1, 2]", "multiply", "[-3, 4]", Defined::everywhere, "[-6, 8]"},
           {"[-3, -2]", "multiply", "[-5, 4]", Defined::everywhere, "[-12, 15]"},
           {"[-inf, -1]", "multiply", "[-inf, -1]", Defined::everywhere, "[1, inf]"},
           {"[1, 2]", "divide", "[0, 0]", Defined::nowhere, "empty"},
           {"[0, 0]", "divide", "[0, 0]", Defined::nowhere, "empty"},
           {"[1, 2]", "divide", "[0, 4]", Defined::partly, "[0.25, inf]"},
           {"[1, 2]", "divide", "[-4, 0]", Defined::partly, "[-inf, -0.25]"},
           {"[-2, -1]", "divide", "[0, 4]", Defined::partly, "[-inf, -0.25]"},
           {"[-2, -1]", "divide", "[-4, 0]", Defined::partly, "[0.25, inf]"},
           {"[0, 2]", "divide", "[0, 4]", Defined::partly, "[0, inf]"},
           {"[0, 0]", "divide", "[-1, 1]", Defined::partly, "[0, 0]"},
           {"[1, 2]", "divide", "[-1, 4]", Defined::partly, "[-inf, inf]"},
           {"[-1, 2]", "divide", "[0, 4]", Defined::partly, "[-inf, inf]"},
           {"[1, 2]", "divide", "[0, inf]", Defined::partly, "[0, inf]"},
           {"[1, 2]", "divide", "[4, inf]", Defined::everywhere, "[0, 0.5]"},
           {"[1, inf]", "divide", "[1, inf]", Defined::everywhere, "[0, inf]"},
           {"[-inf, inf]", "divide", "[2, 4]", Defined::everywhere, "[-inf, inf]"},
           {"[-6, 3]", "divide", "[-3, -2]", Defined::everywhere, "[-1.5, 3]"},
           {"[1, 1]", "divide", "[1, 1]", Defined::everywhere, "[1, 1]"},
           {"[1, inf]", "add", "[-inf, 2]", Defined::everywhere, "[-inf, inf]"},
           {"[1, inf]", "subtract", "[1, inf]", Defined::everywhere, "[-inf, inf]"},
           {"[1, inf]", "min", "[2, 3]", Defined::everywhere, "[1, 3]"},
           {"[1, 4]", "max", "[2, 3]", Defined::everywhere, "[2, 4]"},
       }) {
    INFO(row.a << " " << row.operation << " " << row.b);
    for (const Operation& operation : operations()) {
      if (operation.name != row.operation) continue;
      Defined defined = Defined::everywhere;
      const BigInterval result = operation.f(read(row.a), read(row.b), defined);
      CHECK(defined == row.defined);
      CHECK(same_set(result, read(row.result)));
      CHECK((result.is_empty() || !mpfr_zero_p(&result.data()->left) || !mpfr_signbit(&result.data()->left)));
    }
  }
  CHECK(code_of([] { read("1") / read("[0, 1]"); }) == "LC210");
  CHECK(code_of([] { read("1") / read("0"); }) == "LC210");
  CHECK((read("empty") / read("0")).is_empty());
}

TEST_CASE("relations", "[numerics][exact]") {
  CHECK(less(read("[0, 1]"), read("[2, 3]")) == Truth::yes);
  CHECK(less(read("[0, 1]"), read("[1, 3]")) == Truth::unknown);
  CHECK(less(read("[1, 3]"), read("[0, 1]")) == Truth::no);
  CHECK(less(read("1"), read("1")) == Truth::no);
  CHECK(less_equal(read("[0, 1]"), read("[1, 3]")) == Truth::yes);
  CHECK(less_equal(read("[1, 3]"), read("[0, 1]")) == Truth::unknown);
  CHECK(less_equal(read("[2, 3]"), read("[0, 1]")) == Truth::no);
  CHECK(less_equal(read("1"), read("1")) == Truth::yes);
  CHECK(equal(read("1"), read("1")) == Truth::yes);
  CHECK(equal(read("[0, 1]"), read("[0, 1]")) == Truth::unknown);
  CHECK(equal(read("[0, 1]"), read("[2, 3]")) == Truth::no);
  CHECK(equal(read("1/3"), read("1/3")) == Truth::unknown);
  CHECK(equal(read("1", 53), read("1", 200)) == Truth::yes);
  CHECK(less(read("[0, inf]"), read("[0, inf]")) == Truth::unknown);
  for (const auto relation : {less, less_equal, equal}) {
    CHECK(relation(read("empty"), read("1")) == Truth::yes);
    CHECK(relation(read("1"), read("empty")) == Truth::yes);
  }
  CHECK(same_set(read("empty"), read("empty")));
  CHECK(!same_set(read("empty"), read("1")));
  CHECK(same_set(read("[0.5, 2]", 53), read("[0.5, 2]", 90)));
}

TEST_CASE("sets", "[numerics][exact]") {
  CHECK(same_set(hull(read("[0, 1]"), read("[3, 4]")), read("[0, 4]")));
  CHECK(same_set(hull(read("empty"), read("[3, 4]")), read("[3, 4]")));
  CHECK(same_set(intersection(read("[0, 3]"), read("[2, 4]")), read("[2, 3]")));
  CHECK(intersection(read("[0, 1]"), read("[2, 4]")).is_empty());
  CHECK(same_set(intersection(read("[0, 2]"), read("[2, 4]")), read("2")));
  CHECK(read("[-inf, inf]").is_entire());
  CHECK(!read("[0, inf]").is_entire());
  CHECK(!read("[0, inf]").is_bounded());
  CHECK(read("empty").is_empty());
  CHECK(!read("empty").is_point());
  CHECK(!read("empty").contains_zero());
  CHECK(!read("empty").contains(Rational(0)));
  CHECK(read("[0, 1]").contains(read("empty")));
  CHECK(!read("empty").contains(read("[0, 1]")));
  CHECK(read("[-1, 1]").contains_zero());
  CHECK(read("[0, 1]").contains_zero());
  CHECK(read("[1, 2]").certain_sign() == 1);
  CHECK(read("[-2, -1]").certain_sign() == -1);
  CHECK(read("[0, 1]").certain_sign() == 0);
  CHECK(read("0").certain_sign() == 0);
  CHECK(read("[-inf, 2]").upper().upper_rational() == Rational(2));
  CHECK(!read("[-inf, 2]").lower().is_bounded());
}

TEST_CASE("midpoints, widths and doubles", "[numerics][precision]") {
  for (int i = 0; i < scaled(500); ++i) {
    Hostile random("middle", static_cast<std::uint64_t>(i));
    const BigInterval x = random.interval(random.precision());
    INFO(random.label());
    const BigInterval middle = x.approx_midpoint();
    CHECK(middle.is_empty() == x.is_empty());
    CHECK(x.contains(middle));
    if (x.is_empty()) continue;
    CHECK(middle.is_point());
    CHECK(middle.is_bounded());
    CHECK(BigInterval::from_double(x.lower_double(), Precision(53)).lower().at(Precision(600)).is_point());
    CHECK(less_equal(BigInterval::from_double(x.lower_double(), Precision(53)), x.lower()) == Truth::yes);
    CHECK(less_equal(x.upper(), BigInterval::from_double(x.upper_double(), Precision(53))) == Truth::yes);
    if (!x.is_bounded() || mpfr_get_exp(&x.data()->right) > 3000 || mpfr_get_exp(&x.data()->left) > 3000) continue;
    const BigInterval width = (x.upper().at(Precision(8000)) - x.lower());
    CHECK(less_equal(width, BigInterval::from_double(x.width_upper(), Precision(53))) == Truth::yes);
    if (x.certain_sign() != 0 && !x.is_point()) {
      const BigInterval relative = width / min(abs(x.lower()), abs(x.upper()));
      CHECK(less_equal(relative.lower(), BigInterval::from_double(x.relative_width_upper(), Precision(53))) ==
            Truth::yes);
    }
  }
  CHECK(read("[1, 3]").approx_double() == 2);
  CHECK(read("[1, 3]").width_upper() == 2);
  CHECK(read("[-4, -2]").relative_width_upper() == 1);
  CHECK(read("0").relative_width_upper() == 0);
  CHECK(std::isinf(read("[-1, 1]").relative_width_upper()));
  CHECK(std::isinf(read("[1, inf]").width_upper()));
  CHECK(read("1e-400").lower_double() == 0);
  CHECK(read("1e-400").upper_double() == std::numeric_limits<double>::denorm_min());
  CHECK(read("1e400").lower_double() == std::numeric_limits<double>::max());
  CHECK(std::isinf(read("1e400").upper_double()));
}

TEST_CASE("conversions of doubles in any rounding mode", "[numerics][exact]") {
  const std::vector<double> values = {0.1, -0.1, 1.0 / 3, 5e-324, -5e-324, 1.7976931348623157e308, 0, 1e-310};
  for (const double value : values) {
    for (const long bits : {5L, 24L, 53L, 100L}) {
      BigInterval x(Precision(2));
      {
        const RoundUpward upward;
        x = BigInterval::from_double(value, Precision(bits));
      }
      INFO(value << " bits " << bits);
      CHECK(x.contains(Rational::from_double(value)));
      CHECK(x.is_point() == (bits >= 53 || same_set(x.lower(), x.upper())));
      CHECK(at_most_one_step(x));
      double low = 0, high = 0;
      {
        const RoundUpward upward;
        low = x.lower_double();
        high = x.upper_double();
      }
      if (bits <= 53) CHECK(Rational::from_double(low) == x.lower_rational());
      if (std::isfinite(high)) CHECK(Rational::from_double(high) == x.upper_rational());
      double third_low = 0, third_high = 0;
      const BigInterval third = read("-1/3", 200);
      {
        const RoundUpward upward;
        third_low = third.lower_double();
        third_high = third.upper_double();
      }
      CHECK(third_high == std::nextafter(third_low, 0.0));
      CHECK(Rational::from_double(third_low) < Rational(-1, 3));
      CHECK(Rational::from_double(third_high) > Rational(-1, 3));
    }
  }
  CHECK(code_of([] { BigInterval::from_double(std::nan(""), Precision(53)); }) == "LC202");
}

TEST_CASE("ends of a binary64 interval are taken exactly", "[numerics][exact]") {
  const Interval x(0.1, 5.5);
  CHECK(BigInterval(x, Precision(53)).lower_rational() == Rational::from_double(0.1));
  CHECK(BigInterval(x, Precision(200)).upper_rational() == Rational(11, 2));
  CHECK(BigInterval(x, Precision(5)).contains(BigInterval(x, Precision(53))));
  CHECK(BigInterval(Interval(), Precision(53)).is_empty());
  CHECK(BigInterval(Interval::entire(), Precision(53)).is_entire());
  CHECK(to_decimal(x, {.digits = 3}).lo == "0.100");
  CHECK(to_decimal(x, {.digits = 3}).hi == "5.5");
  CHECK(to_decimal(Interval()).lo == "empty");
}

TEST_CASE("reading", "[numerics][exact][negative]") {
  CHECK(read("0.1").contains(Rational(1, 10)));
  CHECK(!read("0.1").is_point());
  CHECK(read("1/3").contains(Rational(1, 3)));
  CHECK(read(" [ -1/3 , 0.25 ] ").contains(Rational(-1, 3)));
  CHECK(read("[1e-400, 1]").contains(Rational::parse("1e-400")));
  CHECK(read("1e-400").certain_sign() == 1);
  CHECK(read("[-inf, +inf]").is_entire());
  CHECK(read("empty").is_empty());
  CHECK(code_of([] { read("[1, 0]"); }) == "LC101");
  CHECK(code_of([] { read("[1/3, 0.333333333333333333333333333]"); }) == "LC101");
  CHECK(code_of([] { read("[1e1000000, 1e999999]"); }) == "LC101");
  for (const char* text : {"",     "[",     "[1",         "[1,2",     "1,2]",         "[1;2]",   "[1,2]x", "inf",
                           "-inf", "nan",   "[inf, inf]", "[nan, 1]", "[-inf, -inf]", "[1,2,3]", "0x10",   "1e",
                           "--1",  "1.2.3", "[]",         "1/0",      "1/-2",         "0,1",     "١"}) {
    INFO(text);
    CHECK(code_of([&] { read(text); }) == "LC101");
  }
  CHECK(code_of([] { read("1e9223372036854775808"); }) == "LC102");
  CHECK(code_of([] { read("1", 1); }) == "LC402");
  CHECK(code_of([] { BigInterval(Precision((1L << 24) + 1)); }) == "LC402");
  CHECK(code_of([] { BigInterval(Precision(-5)); }) == "LC402");
}

TEST_CASE("decimals are not doubles", "[numerics][exact]") {
  CHECK(Rational::parse("0.1") + Rational::parse("0.2") == Rational::parse("0.3"));
  CHECK(Rational::parse("0.1") * 3 >= Rational::parse("0.3"));
  CHECK(Rational::parse("1e-3") * 1000 <= Rational(1));
  CHECK((read("0.1") + read("0.2")).contains(Rational(3, 10)));
  CHECK(less(read("0.3"), read("0.1") + read("0.2")) != Truth::yes);
}

TEST_CASE("huge exponents are quick and enclosed", "[numerics][containment]") {
  const auto start = std::chrono::steady_clock::now();
  const BigInterval huge = read("1e1000000000000");
  CHECK(less_equal(read("[0, 1]"), huge) == Truth::yes);
  CHECK(less(read("1e300000000"), huge) == Truth::yes);
  CHECK(!huge.is_bounded());
  const BigInterval tiny = read("1e-1000000000000");
  CHECK(tiny.contains(Rational(0)));
  CHECK(less(tiny, read("1e-300000000")) == Truth::yes);
  CHECK(less(-tiny, read("1e-300000000")) == Truth::yes);
  CHECK(read("-1e1000000000000").certain_sign() == -1);
  CHECK(read("-1e9223372036854775807").certain_sign() == -1);
  CHECK(read("123e-9223372036854775808").contains(Rational(0)));
  // Numbers inside the exponent range but far beyond exact rationals, against Arb.
  for (const char* text :
       {"7e300000000", "-7.25e200000", "3e-250000000", "1.28468653652e-360626", "9e323228400", "9e-323228400"}) {
    for (const long bits : {5L, 53L, 300L}) {
      INFO(text << " bits " << bits);
      const BigInterval x = read(text, bits);
      Ball value;
      REQUIRE(arb_set_str(value, text, bits + 200) == 0);
      CHECK(arb_contains(x, value) == Truth::yes);
      CHECK(x.relative_width_upper() <= std::ldexp(1.0, static_cast<int>(3 - bits)));
    }
  }
  CHECK(!read("5e323228496").is_bounded());
  CHECK(read("1e-323228600").contains(Rational(0)));
  const std::string digits(200'000, '7');
  CHECK(read("0." + digits).contains(Rational(7, 9)));  // they differ by 1e-200000 only
  CHECK(read(digits + "e-100000").certain_sign() == 1);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}

TEST_CASE("ends as rationals", "[numerics][exact][negative]") {
  CHECK(read("[0.5, 3]").lower_rational() == Rational(1, 2));
  CHECK(read("[0.5, 3]").upper_rational() == Rational(3));
  CHECK(read("0").lower_rational() == Rational(0));
  CHECK(code_of([] { read("[0, inf]").upper_rational(); }) == "LC202");
  CHECK(code_of([] { read("empty").lower_rational(); }) == "LC202");
  CHECK(code_of([] { read("1e400000").lower_rational(); }) == "LC401");
  CHECK(code_of([] { read("1e-400000").lower_rational(); }) == "LC401");
}

TEST_CASE("copies, moves and other precisions", "[numerics][exact]") {
  BigInterval a = read("[1, 2]", 100);
  BigInterval b = std::move(a);
  CHECK(same_set(b, read("[1, 2]")));
  a = b;
  CHECK(a.precision() == Precision(100));
  a = read("1/3", 60);
  CHECK(a.precision() == Precision(60));
  const BigInterval& same = a;
  a = same;
  CHECK(a.contains(Rational(1, 3)));
  std::vector<BigInterval> many;
  for (int i = 0; i < 50; ++i) many.emplace_back(i, Precision(2 + i));
  for (int i = 0; i < 50; ++i) CHECK(many[static_cast<std::size_t>(i)].contains(Rational(i)));
  CHECK(read("1/3", 100).at(Precision(20)).contains(read("1/3", 100)));
  CHECK(same_set(read("1/3", 20).at(Precision(100)), read("1/3", 20)));
}

TEST_CASE("two precisions on two threads give the serial results", "[numerics][exact]") {
  REQUIRE(mpfr_buildopt_tls_p() != 0);  // MPFR keeps its flags and its pi per thread
  const std::string low = long_computation(50), high = long_computation(5000);
  for (int round = 0; round < 3; ++round) {
    std::string low_again, high_again;
    std::thread first([&] {
      for (int i = 0; i < 20; ++i) low_again = long_computation(50);
    });
    std::thread second([&] { high_again = long_computation(5000); });
    first.join();
    second.join();
    CHECK(low_again == low);
    CHECK(high_again == high);
  }
}

TEST_CASE("Boost.Multiprecision: conversions are exact both ways", "[numerics][exact]") {
  for (int i = 0; i < scaled(200); ++i) {
    Hostile random("boost", static_cast<std::uint64_t>(i));
    const BigInterval x = random.interval(random.precision());
    INFO(random.label());
    const boost::multiprecision::mpfi_float there = to_boost(x);
    CHECK(static_cast<long>(mpfi_get_prec(there.backend().data())) == x.precision().bits);
    const BigInterval back = from_boost(there);
    CHECK(back.precision() == x.precision());
    CHECK(same_set(back, x));
    const Rational q = random.rational();
    CHECK(from_boost(to_boost(q)) == q);
  }
  CHECK(to_boost(Rational(-3, 2)) == boost::multiprecision::mpq_rational(-3, 2));
}
