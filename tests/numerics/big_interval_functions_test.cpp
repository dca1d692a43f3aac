#include "numerics/big_interval.hpp"

#include <string>
#include <vector>

#include "numerics/interval.hpp"
#include "tests/support/arb_oracle.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/enclosure_checks.hpp"
#include "tests/support/hostile.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

using Unary = BigInterval (*)(const BigInterval&, Defined&);
using UnaryOracle = void (*)(arb_ptr, arb_srcptr, slong);
/// Where f has a value: low <= x <= high in whole numbers, ends included or not; every x when unlimited.
struct Domain {
  bool limited_below = false, low_included = false, limited_above = false;
  long low = 0, high = 0;

  bool has(const BigInterval& point) const {
    mpfr_srcptr x = &point.data()->left;
    if (limited_below && mpfr_cmp_si(x, low) < (low_included ? 0 : 1)) return false;
    return !limited_above || mpfr_cmp_si(x, high) <= 0;
  }
};
constexpr Domain everywhere{};
constexpr Domain nonnegative{true, true, false, 0, 0};
constexpr Domain positive{true, false, false, 0, 0};
constexpr Domain above_minus_one{true, false, false, -1, 0};
constexpr Domain unit{true, true, true, -1, 1};

enum class Shape { increasing, decreasing, other };

struct Function {
  std::string name;
  Unary f;
  UnaryOracle oracle;
  Domain domain;
  Shape shape;
};

template <BigInterval (*f)(const BigInterval&)>
BigInterval total(const BigInterval& x, Defined&) {
  return f(x);
}

void arb_cbrt(arb_ptr result, arb_srcptr x, slong bits) {
  if (arb_is_negative(x)) {
    arb_neg(result, x);
    arb_root_ui(result, result, 3, bits);
    arb_neg(result, result);
  } else {
    arb_root_ui(result, x, 3, bits);
  }
}

const std::vector<Function>& functions() {
  static const std::vector<Function> table = {
      {"sqrt", sqrt, arb_sqrt, nonnegative, Shape::increasing},
      {"log", log, arb_log, positive, Shape::increasing},
      {"log1p", log1p, arb_log1p, above_minus_one, Shape::increasing},
      {"log2", log2, [](arb_ptr r, arb_srcptr x, slong b) { arb_log_base_ui(r, x, 2, b); }, positive,
       Shape::increasing},
      {"log10", log10, [](arb_ptr r, arb_srcptr x, slong b) { arb_log_base_ui(r, x, 10, b); }, positive,
       Shape::increasing},
      {"asin", asin, arb_asin, unit, Shape::increasing},
      {"acos", acos, arb_acos, unit, Shape::decreasing},
      {"tan", tan, arb_tan, everywhere, Shape::other},
      {"cbrt", total<cbrt>, arb_cbrt, everywhere, Shape::increasing},
      {"exp", total<exp>, arb_exp, everywhere, Shape::increasing},
      {"expm1", total<expm1>, arb_expm1, everywhere, Shape::increasing},
      {"sin", total<sin>, arb_sin, everywhere, Shape::other},
      {"cos", total<cos>, arb_cos, everywhere, Shape::other},
      {"atan", total<atan>, arb_atan, everywhere, Shape::increasing},
      {"sinh", total<sinh>, arb_sinh, everywhere, Shape::increasing},
      {"cosh", total<cosh>, arb_cosh, everywhere, Shape::other},
      {"tanh", total<tanh>, arb_tanh, everywhere, Shape::increasing},
      {"square", total<square>, [](arb_ptr r, arb_srcptr x, slong b) { arb_mul(r, x, x, b); }, everywhere,
       Shape::other},
      {"abs", total<abs>, [](arb_ptr r, arb_srcptr x, slong) { arb_abs(r, x); }, everywhere, Shape::other},
      {"floor", total<floor>, arb_floor, everywhere, Shape::increasing},
      {"ceil", total<ceil>, arb_ceil, everywhere, Shape::increasing},
      {"pow 3", [](const BigInterval& x, Defined& d) { return pow(x, 3, d); },
       [](arb_ptr r, arb_srcptr x, slong b) { arb_pow_ui(r, x, 3, b); }, everywhere, Shape::increasing},
      {"pow 10", [](const BigInterval& x, Defined& d) { return pow(x, 10, d); },
       [](arb_ptr r, arb_srcptr x, slong b) { arb_pow_ui(r, x, 10, b); }, everywhere, Shape::other},
  };
  return table;
}

BigInterval whole(long value) { return BigInterval(value, Precision(53)); }

}  // namespace

TEST_CASE("elementary functions contain the value at every point", "[numerics][containment][oracle]") {
  int decided = 0, undecided = 0;
  for (const Function& function : functions()) {
    for (int i = 0; i < scaled(120); ++i) {
      Hostile random(function.name, static_cast<std::uint64_t>(i));
      const BigInterval x = random.interval(random.precision());
      Defined defined = Defined::everywhere;
      const BigInterval result = function.f(x, defined);
      INFO(random.label() << " x = [" << x.lower_double() << ", " << x.upper_double() << "] bits "
                          << x.precision().bits);
      CHECK(result.precision() == x.precision());
      if (x.is_empty()) {
        CHECK(result.is_empty());
        continue;
      }
      CHECK(result.is_empty() == (defined == Defined::nowhere));
      for (int k = 0; k < 3; ++k) {
        const BigInterval point = random.inside(x);
        INFO("point " << point.lower_double());
        if (!function.domain.has(point)) {
          CHECK(defined != Defined::everywhere);
          continue;
        }
        CHECK(defined != Defined::nowhere);
        const Ball argument(point);
        const Truth contained = arb_contains(
            result, [&](arb_ptr value, slong bits) { function.oracle(value, argument, bits); }, 4096);
        CHECK(contained != Truth::no);
        ++(contained == Truth::yes ? decided : undecided);
      }
    }
  }
  INFO("decided " << decided << ", undecided " << undecided);
  CHECK(undecided * 10 < decided);
}

TEST_CASE("elementary functions at a point are one step wide", "[numerics][precision]") {
  for (const Function& function : functions()) {
    for (int i = 0; i < scaled(60); ++i) {
      Hostile random("step " + function.name, static_cast<std::uint64_t>(i));
      const BigInterval x = random.point(random.precision());
      Defined defined = Defined::everywhere;
      const BigInterval result = function.f(x, defined);
      INFO(random.label() << " x = " << x.lower_double());
      const bool reduced = mpfr_zero_p(&x.data()->left) || mpfr_get_exp(&x.data()->left) <= 65536;
      if (!result.is_empty() && (reduced || function.domain.limited_below || function.shape != Shape::other)) {
        CHECK(at_most_one_step(result));
      }
      CHECK(defined == (function.domain.has(x) ? Defined::everywhere : Defined::nowhere));
    }
  }
}

TEST_CASE("elementary functions are the hull of their pieces", "[numerics][isotone][precision]") {
  // Every piece is enclosed as tightly as its precision allows, so the pieces together give the whole.
  for (const Function& function : functions()) {
    for (int i = 0; i < scaled(40); ++i) {
      Hostile random("pieces " + function.name, static_cast<std::uint64_t>(i));
      const BigInterval x = random.interval(random.precision());
      if (x.is_empty()) continue;
      INFO(random.label() << " x = [" << x.lower_double() << ", " << x.upper_double() << "]");
      Defined defined = Defined::everywhere;
      const BigInterval result = function.f(x, defined);
      const BigInterval cut = x.approx_midpoint();
      REQUIRE(x.contains(cut));
      Defined left_defined = Defined::everywhere, right_defined = Defined::everywhere;
      const BigInterval left = function.f(hull(x.lower(), cut), left_defined);
      const BigInterval right = function.f(hull(cut, x.upper()), right_defined);
      if (function.name != "tan") CHECK(same_set(result, hull(left, right)));
      CHECK(result.contains(left));
      CHECK(result.contains(right));
      if (left_defined == Defined::everywhere && right_defined == Defined::everywhere) {
        CHECK(defined == Defined::everywhere);
      } else {
        CHECK(defined != Defined::everywhere);
      }
      Defined part_defined = Defined::everywhere;
      const BigInterval part = random.part(x);
      CHECK(result.contains(function.f(part, part_defined)));
      if (function.shape == Shape::increasing && function.domain.has(x.lower()) && function.domain.has(x.upper())) {
        CHECK(same_set(result, hull(function.f(x.lower(), defined), function.f(x.upper(), defined))));
      }
    }
  }
}

TEST_CASE("more bits give a narrower enclosure", "[numerics][precision]") {
  for (const Function& function : functions()) {
    for (int i = 0; i < scaled(25); ++i) {
      Hostile random("bits " + function.name, static_cast<std::uint64_t>(i));
      const BigInterval x = random.bounded_interval(Precision(30));
      Defined defined = Defined::everywhere;
      INFO(random.label());
      CHECK(function.f(x, defined).contains(function.f(x.at(Precision(90)), defined)));
    }
  }
}

TEST_CASE("exact values stay exact", "[numerics][exact]") {
  CHECK(is_exactly(sqrt(whole(4)), 2));
  CHECK(is_exactly(sqrt(whole(0)), 0));
  CHECK(is_exactly(exp(whole(0)), 1));
  CHECK(is_exactly(expm1(whole(0)), 0));
  CHECK(is_exactly(log(whole(1)), 0));
  CHECK(is_exactly(log1p(whole(0)), 0));
  CHECK(is_exactly(cbrt(whole(-27)), -3));
  CHECK(is_exactly(sin(whole(0)), 0));
  CHECK(is_exactly(cos(whole(0)), 1));
  CHECK(is_exactly(tanh(whole(0)), 0));
  CHECK(is_exactly(cosh(whole(0)), 1));
  Defined defined = Defined::everywhere;
  CHECK(is_exactly(log2(read("1/1024"), defined), -10));
  CHECK(is_exactly(log10(whole(1000), defined), 3));
  CHECK(is_exactly(acos(whole(1), defined), 0));
  CHECK(is_exactly(asin(whole(0), defined), 0));
  CHECK(is_exactly(tan(whole(0), defined), 0));
  CHECK(is_exactly(pow(read("[1.5, 1.5]"), 5, defined), Rational(243, 32)));
  CHECK(is_exactly(pow(whole(-2), -3, defined), Rational(-1, 8)));
  CHECK(is_exactly(pow(whole(9), read("0.5"), defined), 3));
  CHECK(is_exactly(pow(whole(4), read("-1.5"), defined), Rational(1, 8)));
  CHECK(is_exactly(pow(read("[-inf, inf]"), 0, defined), 1));
  CHECK(is_exactly(pow(whole(0), 0, defined), 1));
  CHECK(is_exactly(pow(whole(0), whole(0), defined), 1));
  CHECK(is_exactly(pow(whole(1), read("[-inf, inf]"), defined), 1));
  CHECK(defined == Defined::everywhere);
  CHECK(is_exactly(pow(read("1.5", 200), 100, defined), pow(Rational(3, 2), 100)));
}

TEST_CASE("domain edges", "[numerics][domain]") {
  struct Row {
    std::string function, argument;
    Defined expected;
    std::string result;  // "" when only the definedness is stated
  };
  const std::vector<Row> rows = {
      {"sqrt", "[0, 4]", Defined::everywhere, "[0, 2]"},
      {"sqrt", "[-1, 4]", Defined::partly, "[0, 2]"},
      {"sqrt", "[-1, 0]", Defined::partly, "[0, 0]"},
      {"sqrt", "[-2, -1]", Defined::nowhere, "empty"},
      {"sqrt", "[-1e-300, -1e-300]", Defined::nowhere, "empty"},
      {"sqrt", "[0, inf]", Defined::everywhere, "[0, inf]"},
      {"log", "[0, 1]", Defined::partly, "[-inf, 0]"},
      {"log", "[-1, 1]", Defined::partly, "[-inf, 0]"},
      {"log", "[0, 0]", Defined::nowhere, "empty"},
      {"log", "[-1, 0]", Defined::nowhere, "empty"},
      {"log", "[1, inf]", Defined::everywhere, "[0, inf]"},
      {"log", "[-inf, inf]", Defined::partly, "[-inf, inf]"},
      {"log1p", "[-1, 0]", Defined::partly, "[-inf, 0]"},
      {"log1p", "[-1, -1]", Defined::nowhere, "empty"},
      {"log1p", "[-0.5, 0]", Defined::everywhere, ""},
      {"log1p", "[-3, -2]", Defined::nowhere, "empty"},
      {"log2", "[0, 8]", Defined::partly, "[-inf, 3]"},
      {"log2", "[-1, -1]", Defined::nowhere, "empty"},
      {"log10", "[0, 100]", Defined::partly, "[-inf, 2]"},
      {"log10", "[0, 0]", Defined::nowhere, "empty"},
      {"asin", "[-1, 1]", Defined::everywhere, ""},
      {"asin", "[0, 2]", Defined::partly, ""},
      {"asin", "[1.0000001, 2]", Defined::nowhere, "empty"},
      {"acos", "[-2, 1]", Defined::partly, ""},
      {"acos", "[1, 2]", Defined::partly, "[0, 0]"},
      {"acos", "[-3, -1.5]", Defined::nowhere, "empty"},
      {"tan", "[1, 2]", Defined::partly, "[-inf, inf]"},
      {"tan", "[-1.57, 1.57]", Defined::everywhere, ""},
      {"tan", "[0, 4]", Defined::partly, "[-inf, inf]"},
      {"tan", "[2, 4.7]", Defined::everywhere, ""},
      {"tan", "[2, 4.72]", Defined::partly, "[-inf, inf]"},
      {"tan", "[0, inf]", Defined::partly, "[-inf, inf]"},
      {"tan", "[1e300000, 1e300000]", Defined::partly, "[-inf, inf]"},
      {"exp", "[-inf, 0]", Defined::everywhere, "[0, 1]"},
      {"exp", "[-inf, inf]", Defined::everywhere, "[0, inf]"},
      {"tanh", "[-inf, inf]", Defined::everywhere, "[-1, 1]"},
      {"cosh", "[-inf, 0]", Defined::everywhere, "[1, inf]"},
      {"sin", "[-inf, 0]", Defined::everywhere, "[-1, 1]"},
      {"sin", "[0, 3]", Defined::everywhere, ""},
      {"sin", "[1, 8]", Defined::everywhere, "[-1, 1]"},
      {"cos", "[-4, 4]", Defined::everywhere, "[-1, 1]"},
      {"cos", "[1e300000, 1e300000]", Defined::everywhere, "[-1, 1]"},
      {"square", "[-3, 2]", Defined::everywhere, "[0, 9]"},
      {"abs", "[-3, 2]", Defined::everywhere, "[0, 3]"},
      {"abs", "[-3, -2]", Defined::everywhere, "[2, 3]"},
      {"abs", "[-inf, -2]", Defined::everywhere, "[2, inf]"},
      {"pow 3", "[-2, 1]", Defined::everywhere, "[-8, 1]"},
      {"pow 10", "[-2, 1]", Defined::everywhere, "[0, 1024]"},
  };
  for (const Row& row : rows) {
    INFO(row.function << " " << row.argument);
    for (const Function& function : functions()) {
      if (function.name != row.function) continue;
      Defined defined = Defined::everywhere;
      const BigInterval result = function.f(read(row.argument.c_str(), 1000), defined);
      CHECK(defined == row.expected);
      if (!row.result.empty()) CHECK(same_set(result, read(row.result.c_str(), 1000)));
    }
  }
}

TEST_CASE("sin, cos and tan of points too large to reduce", "[numerics][domain]") {
  Defined defined = Defined::everywhere;
  const BigInterval huge = pow(whole(2), 70'000, defined);
  REQUIRE(huge.is_point());
  CHECK(same_set(sin(huge), read("[-1, 1]")));
  CHECK(same_set(cos(-huge), read("[-1, 1]")));
  CHECK(tan(huge, defined).is_entire());
  CHECK(defined == Defined::everywhere);  // no multiple of pi/2 is a binary fraction
  CHECK(at_most_one_step(sin(pow(whole(2), 60'000, defined))));
}

TEST_CASE("definedness is joined, never improved", "[numerics][domain]") {
  Defined defined = Defined::partly;
  log(whole(2), defined);
  CHECK(defined == Defined::partly);
  log(whole(-2), defined);
  CHECK(defined == Defined::nowhere);
  log(read("[-1, 1]"), defined);
  CHECK(defined == Defined::nowhere);
}

TEST_CASE("functions that insist", "[numerics][domain][negative]") {
  CHECK(code_of([] { sqrt(read("[-1, 1]")); }) == "LC210");
  CHECK(code_of([] { log(read("[0, 1]")); }) == "LC210");
  CHECK(code_of([] { log1p(read("[-1, 1]")); }) == "LC210");
  CHECK(code_of([] { pow(read("[0, 1]"), -1); }) == "LC210");
  CHECK(code_of([] { log(BigInterval(Precision(53))); }) == "none");
  CHECK(code_of([] { pow(read("[0, 1]"), 0); }) == "none");
}

TEST_CASE("sin and cos find every extremum", "[numerics][containment][exact]") {
  // Intervals whose ends are the neighbours of k pi/2: the extremum lies strictly between, or is missed by one step.
  for (const long bits : {5L, 53L, 300L}) {
    const Precision precision(bits);
    for (long k = -9; k <= 9; ++k) {
      if (k == 0) continue;
      INFO("bits " << bits << " k " << k);
      const BigInterval around = pi(precision).at(Precision(bits + 40)) * BigInterval(Rational(k, 2), precision);
      const BigInterval both_sides = around.at(precision);
      REQUIRE(!both_sides.is_point());
      const long quarter = ((k % 4) + 4) % 4;
      const bool sin_extreme = quarter % 2 == 1;
      const BigInterval s = sin(both_sides);
      const BigInterval c = cos(both_sides);
      CHECK(s.contains(Rational(quarter == 1 ? 1 : quarter == 3 ? -1 : 0)));
      CHECK(c.contains(Rational(quarter == 0 ? 1 : quarter == 2 ? -1 : 0)));
      Defined defined = Defined::everywhere;
      tan(both_sides, defined);
      CHECK(defined == (sin_extreme ? Defined::partly : Defined::everywhere));
      // Up to the lower end only: no pole.
      Defined before = Defined::everywhere;
      tan(hull(both_sides.lower(), both_sides.lower() - BigInterval(Rational(1, 8), precision).lower()), before);
      CHECK(before == Defined::everywhere);
    }
  }
}

TEST_CASE("results beyond the exponent range stay enclosures", "[numerics][containment]") {
  const BigInterval tiny = exp(read("-1e300"));
  CHECK(tiny.contains(Rational(0)));
  CHECK(tiny.certain_sign() == 0);
  CHECK(mpfr_sgn(&tiny.data()->right) > 0);
  const BigInterval huge = exp(read("1e300"));
  CHECK(!huge.is_bounded());
  CHECK(mpfr_number_p(&huge.data()->left));
  CHECK(less(read("1e300000000"), huge) == Truth::yes);
  Defined defined = Defined::everywhere;
  const BigInterval power = pow(read("1.0001"), 1L << 60, defined);
  CHECK(!power.is_bounded());
  CHECK(mpfr_number_p(&power.data()->left));
  const BigInterval near_one = pow(BigInterval(Rational(1) + pow(Rational(2), -50), Precision(60)), 1L << 50, defined);
  CHECK(euler_e(Precision(20)).contains(near_one));
}

TEST_CASE("the caller's rounding mode changes nothing", "[numerics][exact]") {
  for (const Function& function : functions()) {
    for (int i = 0; i < scaled(10); ++i) {
      Hostile random("mode " + function.name, static_cast<std::uint64_t>(i));
      const BigInterval x = random.interval(random.precision());
      Defined defined = Defined::everywhere;
      const BigInterval expected = function.f(x, defined);
      const double low = expected.lower_double(), high = expected.upper_double();
      INFO(random.label());
      bool same = false, same_low = false, same_high = false;
      {
        const RoundUpward upward;
        const BigInterval result = function.f(x, defined);
        same = same_set(result, expected);
        same_low = result.is_empty() || result.lower_double() == low;
        same_high = result.is_empty() || result.upper_double() == high;
      }
      CHECK(same);
      CHECK(same_low);
      CHECK(same_high);
    }
  }
}

TEST_CASE("exponential at its hardest points", "[numerics][containment]") {
  // mpmath issue 1181: an interval exponential that ends below the true value.
  const BigInterval x = BigInterval(Rational(3893924827815215) / pow(Rational(2), 50), Precision(53));
  REQUIRE(x.is_point());
  const Rational claimed = Rational(8942259269491753) / pow(Rational(2), 48);
  CHECK(exp(x).upper_rational() > claimed);
  CHECK(less(BigInterval(claimed, Precision(53)), exp(x.at(Precision(150)))) == Truth::yes);
  const BigInterval y = BigInterval(Rational(1381846513289487) / pow(Rational(2), 46), Precision(113));
  const Rational above = Rational::parse("337548593.639065733181444072201225156056763");
  CHECK(exp(y).upper_rational() > above);
  CHECK(exp(y.at(Precision(200))).lower_rational() > above);
  CHECK(exp(y).relative_width_upper() < 1e-33);
}

TEST_CASE("rounding to integers and cancellation", "[numerics][containment][exact]") {
  CHECK(same_set(ceil(read("[50.999, 51.001]")), read("[51, 52]")));
  CHECK(same_set(floor(read("[-0.5, 0.001]")), read("[-1, 0]")));
  CHECK(ceil(Rational::parse("0.68") * 75) == Rational(51));
  CHECK(ceil(whole(75) * read("0.68")).contains(Rational(51)));
  for (const long bits : {20L, 53L, 113L, 1000L}) {
    const Precision precision(bits);
    CHECK((exp(BigInterval(3, precision)) - pow(euler_e(precision), 3)).contains_zero());
  }
}
