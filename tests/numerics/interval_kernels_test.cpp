// The own kernels of binary64 functions: hostile points, seams of their tables, every rounding mode, wide arguments.
#include <string>
#include <vector>

#include "numerics/interval_functions.hpp"
#include "tests/numerics/binary64_cases.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

struct Row {
  std::string name;
  Interval (*enclose)(const Interval&);
  Judge::Function value;
  double reach;  // arguments of interest lie in [-reach, reach]
  double least, most;
};

const double half_pi_up = 1.5707963267948968;

const std::vector<Row> rows = {
    {"tanh", [](const Interval& x) { return tanh(x); }, mpfr_tanh, 22, -1, 1},
    {"atan", [](const Interval& x) { return atan(x); }, mpfr_atan, 40, -half_pi_up, half_pi_up},
    {"sin", [](const Interval& x) { return sin(x); }, mpfr_sin, 100, -1, 1},
    {"cos", [](const Interval& x) { return cos(x); }, mpfr_cos, 100, -1, 1},
    {"expm1", [](const Interval& x) { return expm1(x); }, mpfr_expm1, 60, -1, inf},
    {"sinh", [](const Interval& x) { return sinh(x); }, mpfr_sinh, 45, -inf, inf},
    {"cosh", [](const Interval& x) { return cosh(x); }, mpfr_cosh, 45, 1, inf},
    {"erf", [](const Interval& x) { return erf(x); }, mpfr_erf, 7, -1, 1},
};

// An end is off by less than 1.5 ulp, so at most one number lies between it and the tightest one.
constexpr int end_steps = 2;

void check(const Row& row, double x) {
  CAPTURE(row.name, x);
  const Interval y = row.enclose(Interval(x));
  CAPTURE(y.lower(), y.upper());
  const Judge value(row.value, x);
  REQUIRE(value.is_in(y));
  // Near 0 the correction of erf is an eighth of the value.
  REQUIRE(value.is_close(y, row.name == "erf" && std::fabs(x) < 0x1p-7 ? end_steps + 1 : end_steps));
  REQUIRE(y.lower() >= row.least);
  REQUIRE(y.upper() <= row.most);
  const RoundUpward mode;
  const Interval again = row.enclose(Interval(x));
  const bool same = again.lower() == y.lower() && again.upper() == y.upper();
  const RoundNearest assertions;
  REQUIRE(same);
}

/// Near the ends and the middles of the pieces of a table with 32 pieces to a binade, and of multiples of pi/4.
double seam(Cases& random, double reach) {
  const double sign = random.bits() & 1 ? 1 : -1;
  const int steps = random.below(5) - 2;
  switch (random.below(4)) {
    case 3:
      return sign * next(std::fmin(reach, random.below(200) / 128.0 + random.below(4) * 1.5707963267948966), steps);
    case 0:
      return sign * next(std::ldexp(1.0 + random.below(128) / 128.0, random.below(14) - 9), steps);
    case 1:
      return sign * next(std::fmin(reach, random.below(200) * 0.78539816339744828), steps);
    default:
      return sign * std::ldexp(1.0 + random.unit(), -random.below(60));
  }
}

}  // namespace

TEST_CASE("kernels: enclose at points of every size", "[numerics][interval][kernels][containment][oracle]") {
  const RoundNearest mode;
  for (int i = 0; i < cases(4000); ++i) {
    Cases random(40, i);
    for (const Row& row : rows) {
      check(row, random.point());
      check(row, random.in(-1, 1));
      check(row, random.in(-row.reach, row.reach));
      check(row, seam(random, row.reach));
    }
  }
}

TEST_CASE("kernels: exact at 0, extreme arguments", "[numerics][interval][kernels][exact]") {
  for (const Row& row : rows) {
    for (double x : {0.0, -0.0, tiny, -tiny, smallest_normal, -smallest_normal, 0x1p-500, -0x1p-500, 0x1p-340,
                     -0x1p-300, largest, -largest, 1.0, -1.0, 16.0, 20.0, -20.0}) {
      check(row, x);
    }
    CAPTURE(row.name);
    CHECK(row.enclose(Interval()).is_empty());
    CHECK(same_set(row.enclose(Interval(-0.0, 0.0)), row.enclose(Interval(0.0))));
  }
  CHECK(same_set(tanh(Interval(0.0)), Interval(0.0)));
  CHECK(same_set(tanh(Interval::entire()), Interval(-1.0, 1.0)));
  CHECK(same_set(tanh(Interval(0.0, inf)), Interval(0.0, 1.0)));
  CHECK(same_set(tanh(Interval(50.0)), Interval(next(1.0, -1), 1.0)));
  CHECK(same_set(erf(Interval(0.0)), Interval(0.0)));
  CHECK(same_set(erf(Interval::entire()), Interval(-1.0, 1.0)));
  CHECK(same_set(erf(Interval(50.0)), Interval(next(1.0, -1), 1.0)));
  CHECK(same_set(atan(Interval(0.0)), Interval(0.0)));
  CHECK(same_set(atan(Interval::entire()), Interval(-half_pi_up, half_pi_up)));
  CHECK(same_set(atan(Interval(-inf, 0.0)), Interval(-half_pi_up, 0.0)));
}

TEST_CASE("sin, cos: near their zeros and extrema, and at the limit of the reduction",
          "[numerics][interval][kernels][containment][oracle]") {
  const RoundNearest mode;
  mpfr_t half_turn;
  mpfr_init2(half_turn, 200);
  for (int i = 0; i < cases(4000); ++i) {
    Cases random(42, i);
    const int k = random.below(4) == 0 ? random.below(64000) : random.below(200);
    mpfr_const_pi(half_turn, MPFR_RNDN);
    mpfr_mul_si(half_turn, half_turn, k, MPFR_RNDN);
    mpfr_div_2ui(half_turn, half_turn, 1, MPFR_RNDN);
    const double middle = mpfr_get_d(half_turn, MPFR_RNDN);
    const double a = next(middle, random.below(7) - 3), b = next(a, random.below(4));
    const double x = random.below(2) == 0 ? a : middle + std::ldexp(random.unit() - 0.5, -random.below(52));
    for (const Row& row : {rows[2], rows[3]}) {
      CAPTURE(k, a, b, x);
      for (double point : {a, x, -a, -x}) {
        // The zeros: the reduction adds an absolute error, seen where a value is tiny next to its argument.
        const Interval y = row.enclose(Interval(point));
        CAPTURE(row.name, y.lower(), y.upper());
        REQUIRE(Judge(row.value, point).is_in(y));
        REQUIRE(y.width_upper() <= 5e-16 * y.magnitude() + std::fabs(point) * 0x1p-122 + 3 * tiny);
      }
      const Interval y = row.enclose(Interval(a, b)), z = row.enclose(Interval(-b, -a));
      for (double inside : {a, b, next(a)}) {
        if (inside <= b) REQUIRE((Judge(row.value, inside).is_in(y) && Judge(row.value, -inside).is_in(z)));
      }
      if (b > a && a < middle && middle < b && (row.name == "sin") == (k % 2 != 0)) {
        REQUIRE(y.magnitude() == 1.0);  // certainly beyond an extremum
      }
      // From here to a point beyond some more extrema.
      const Interval wide = row.enclose(Interval(a, a + random.in(0, 8)));
      REQUIRE(wide.contains(row.enclose(Interval(a))));
    }
  }
  mpfr_clear(half_turn);
  for (double x : {99999.0, 100000.0, next(100000.0), 100001.0, 1e6, 1e22, largest}) {
    for (const Row& row : {rows[2], rows[3]}) {
      check(row, x);
      check(row, -x);
      CHECK(same_set(row.enclose(Interval(-x, x)), Interval(-1.0, 1.0)));
    }
  }
}

TEST_CASE("sin, cos: exact and limiting values", "[numerics][interval][kernels][exact]") {
  CHECK(same_set(sin(Interval(0.0)), Interval(0.0)));
  CHECK(same_set(sin(Interval(-0.0)), Interval(0.0)));
  CHECK(same_set(cos(Interval(0.0)), Interval(1.0)));
  CHECK(cos(Interval(tiny)).lower() == next(1.0, -1));
  CHECK(cos(Interval(tiny)).upper() == 1.0);
  CHECK(same_set(sin(Interval::entire()), Interval(-1.0, 1.0)));
  CHECK(same_set(cos(Interval(0.0, inf)), Interval(-1.0, 1.0)));
  CHECK(same_set(cos(Interval(0.0, 7.0)), Interval(-1.0, 1.0)));
  CHECK(cos(Interval(-1.0, 1.0)).upper() == 1.0);
  CHECK(cos(Interval(-1.0, 1.0)).lower() > 0.54);
  CHECK(cos(Interval(3.0, 4.0)).lower() == -1.0);
  CHECK(cos(Interval(3.0, 4.0)).upper() < -0.65);
  CHECK(sin(Interval(1.0, 2.0)).upper() == 1.0);
  CHECK(sin(Interval(-2.0, -1.0)).lower() == -1.0);
  CHECK(sin(Interval(0.0, 3.0)).lower() == 0.0);
  CHECK(same_set(sin(Interval(1.0, 5.0)), Interval(-1.0, 1.0)));
  CHECK(sin(Interval(-1.5, 1.5)).magnitude() < 1.0);
}

TEST_CASE("expm1, sinh, cosh: large arguments, exact and limiting values",
          "[numerics][interval][kernels][containment][exact]") {
  const RoundNearest mode;
  for (int i = 0; i < cases(2000); ++i) {
    Cases random(43, i);
    for (const Row& row : {rows[4], rows[5], rows[6]}) {
      check(row, random.in(-715, 715));
      check(row, next((random.bits() & 1 ? 1 : -1) * 709.78271289338397, random.below(21) - 10));
      check(row, next((random.bits() & 1 ? 1 : -1) * 710.47586007394386, random.below(21) - 10));
      for (double seam : {40.0, -40.0, 0.09375, -0.09375, 0.25, -0.25, -60.0}) {
        check(row, next(seam, random.below(7) - 3));
        check(row, seam * (1 + (random.unit() - 0.5) / 64));
      }
    }
  }
  CHECK(same_set(expm1(Interval(0.0)), Interval(0.0)));
  CHECK(same_set(expm1(Interval::entire()), Interval(-1.0, inf)));
  CHECK(same_set(expm1(Interval(1000.0)), Interval(largest, inf)));
  CHECK(same_set(expm1(Interval(-1000.0)), Interval(-1.0, next(-1.0))));
  CHECK(same_set(sinh(Interval(0.0)), Interval(0.0)));
  CHECK(same_set(sinh(Interval::entire()), Interval::entire()));
  CHECK(same_set(sinh(Interval(-1000.0)), Interval(-inf, -largest)));
  CHECK(same_set(cosh(Interval(0.0)), Interval(1.0)));
  CHECK(same_set(cosh(Interval::entire()), Interval(1.0, inf)));
  CHECK(same_set(cosh(Interval(-1000.0)), Interval(largest, inf)));
  CHECK(cosh(Interval(-1.0, 2.0)).lower() == 1.0);
}

TEST_CASE("log1p: encloses near 0, near -1 and at every size", "[numerics][interval][kernels][containment][oracle]") {
  const RoundNearest mode;
  const auto check_log1p = [](double x) {
    if (x <= -1) return;
    CAPTURE(x);
    const Interval y = log1p(Interval(x));
    CAPTURE(y.lower(), y.upper());
    const Judge value(mpfr_log1p, x);
    REQUIRE(value.is_in(y));
    REQUIRE(value.is_close(y, end_steps));
  };
  for (int i = 0; i < cases(4000); ++i) {
    Cases random(44, i);
    check_log1p(std::fabs(random.point()));
    check_log1p(random.in(next(-1.0), 2.0));
    check_log1p(std::ldexp(random.unit() - 0.5, -random.below(70)));
    check_log1p(-1 + std::ldexp(1 + random.unit(), -1 - random.below(50)));
    check_log1p(next(random.below(257) / 256.0 * 0.75 - 0.25, random.below(5) - 2));
    check_log1p(next((random.bits() & 1 ? 1 : -1) * std::ldexp(1.0, -random.below(12)), random.below(7) - 2));
    check_log1p(next(std::ldexp(1.0, 50 + random.below(6)), random.below(7) - 3));
  }
  for (double x : {tiny, -tiny, smallest_normal, -smallest_normal, 0x1p-500, -0x1p-500, 0x1p-534, 0x1p-537, largest,
                   next(-1.0), -0x1.fp-1, 0x1p54, 1.0}) {
    check_log1p(x);
  }
  CHECK(same_set(log1p(Interval(0.0)), Interval(0.0)));
  Defined defined = Defined::everywhere;
  CHECK(same_set(log1p(Interval(-1.0, inf), defined), Interval::entire()));
  CHECK(defined == Defined::partly);
  CHECK(log1p(Interval(-3.0, -1.0), defined).is_empty());
  CHECK(defined == Defined::nowhere);
}

TEST_CASE("tan: on a branch, next to its poles and across them", "[numerics][interval][kernels][containment][domain]") {
  const RoundNearest mode;
  for (int i = 0; i < cases(4000); ++i) {
    Cases random(45, i);
    const double pole = (random.below(40) - 20 + 0.5) * 3.141592653589793;
    const double distance = std::ldexp(random.unit(), -random.below(56));
    for (double x :
         {random.in(-100, 100), pole + distance, pole - distance, std::ldexp(distance, -random.below(900))}) {
      CAPTURE(x);
      Defined defined = Defined::everywhere;
      const Interval y = tan(Interval(x), defined);
      CAPTURE(y.lower(), y.upper());
      const Judge value(mpfr_tan, x);
      REQUIRE(defined == Defined::everywhere);
      REQUIRE(value.is_in(y));
      REQUIRE(value.is_close(y, 8));
    }
    const double a = random.in(-10, 10), b = a + random.in(0, 4);
    Defined defined = Defined::everywhere;
    const Interval y = tan(Interval(a, b), defined);
    CAPTURE(a, b, y.lower(), y.upper());
    const bool pole_inside = std::floor(a / 3.141592653589793 + 0.5) != std::floor(b / 3.141592653589793 + 0.5);
    REQUIRE((defined == Defined::partly) == pole_inside);
    REQUIRE(Judge(mpfr_tan, random.inside(Interval(a, b))).is_in(y));
    const auto upward = [&] {
      const RoundUpward upward_mode;
      return tan(Interval(a, b), defined);
    }();
    REQUIRE(same_set(y, upward));
  }
  Defined defined = Defined::everywhere;
  CHECK(same_set(tan(Interval(0.0), defined), Interval(0.0)));
  CHECK(tan(Interval(), defined).is_empty());
  CHECK(defined == Defined::nowhere);
}

TEST_CASE("kernels: any interval contains every value, in every rounding mode",
          "[numerics][interval][kernels][containment]") {
  for (int i = 0; i < cases(4000); ++i) {
    Cases random(41, i);
    for (const Row& row : rows) {
      Interval x = random.interval();
      if (random.below(2) == 0) {
        const double a = random.in(-row.reach, row.reach);
        const double b = random.below(2) == 0 ? random.in(-row.reach, row.reach) : next(a, random.below(50));
        x = Interval(std::fmin(a, b), std::fmax(a, b));
      }
      CAPTURE(row.name, x.lower(), x.upper());
      const Interval y = row.enclose(x);
      REQUIRE(y.is_empty() == x.is_empty());
      if (x.is_empty()) continue;
      CAPTURE(y.lower(), y.upper());
      for (int j = 0; j < 3; ++j) REQUIRE(Judge(row.value, random.inside(x)).is_in(y));
      REQUIRE(y.lower() >= row.least);
      REQUIRE(y.upper() <= row.most);
      const auto upward = [&] {
        const RoundUpward mode;
        return row.enclose(x);
      }();
      REQUIRE(same_set(y, upward));
    }
  }
}
