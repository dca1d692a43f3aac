#include "numerics/interval_functions.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "numerics/big_interval.hpp"
#include "numerics/error.hpp"
#include "tests/numerics/binary64_cases.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

Rational exact(double x) { return Rational::from_double(x); }

struct Row {
  std::string name;
  Interval (*enclose)(const Interval&, Defined&);
  Judge::Function value;
  double low, high;  // the domain, from where the arguments of moderate size are drawn too
};

#define LEMMACHECK_TOTAL(f, low, high)                                        \
  Row {                                                                       \
#f, [](const Interval& x, Defined&) { return f(x); }, mpfr_##f, low, high \
  }
#define LEMMACHECK_PARTIAL(f, low, high)                                                       \
  Row {                                                                                        \
#f, [](const Interval& x, Defined& defined) { return f(x, defined); }, mpfr_##f, low, high \
  }

const std::vector<Row> rows = {
    LEMMACHECK_TOTAL(cbrt, -inf, inf),
    LEMMACHECK_TOTAL(exp, -inf, inf),
    LEMMACHECK_TOTAL(expm1, -inf, inf),
    LEMMACHECK_TOTAL(sin, -inf, inf),
    LEMMACHECK_TOTAL(cos, -inf, inf),
    LEMMACHECK_TOTAL(atan, -inf, inf),
    LEMMACHECK_TOTAL(sinh, -inf, inf),
    LEMMACHECK_TOTAL(cosh, -inf, inf),
    LEMMACHECK_TOTAL(tanh, -inf, inf),
    LEMMACHECK_PARTIAL(sqrt, 0, inf),
    LEMMACHECK_PARTIAL(log, tiny, inf),
    LEMMACHECK_PARTIAL(log2, tiny, inf),
    LEMMACHECK_PARTIAL(log10, tiny, inf),
    LEMMACHECK_PARTIAL(asin, -1, 1),
    LEMMACHECK_PARTIAL(acos, -1, 1),
    LEMMACHECK_PARTIAL(tan, -inf, inf),
    LEMMACHECK_PARTIAL(log1p, next(-1.0), inf),
};

// Own kernels: not correctly rounded, so ends of neighbouring arguments may be out of order by an ulp. Their tests:
// interval_exp_log_test.cpp, interval_kernels_test.cpp.
const std::vector<std::string> kernels = {"exp", "log",   "tanh",  "atan", "sin", "cos",
                                          "tan", "expm1", "log1p", "sinh", "cosh"};

bool in_domain(const Row& row, double x) { return row.low <= x && x <= row.high; }

}  // namespace

TEST_CASE("functions: points are enclosed, within two steps", "[numerics][interval][functions][containment][oracle]") {
  for (int i = 0; i < cases(400); ++i) {
    Cases random(20, i);
    for (double x : {random.point(), random.in(-1, 1), random.in(-30, 30)}) {
      for (const Row& row : rows) {
        if (!in_domain(row, x)) continue;
        CAPTURE(row.name, x);
        Defined defined = Defined::everywhere;
        const Interval y = row.enclose(Interval(x), defined);
        CAPTURE(y.lower(), y.upper());
        const Judge value(row.value, x);
        REQUIRE(defined == Defined::everywhere);
        REQUIRE(value.is_in(y));
        REQUIRE(value.is_close(y, row.name == "tan" ? 8 : 2));  // tan: sine by cosine
      }
    }
  }
}

TEST_CASE("functions: any interval contains every value; isotone",
          "[numerics][interval][functions][containment][isotone]") {
  for (int i = 0; i < cases(600); ++i) {
    Cases random(21, i);
    Interval x = random.interval();
    if (random.below(2) == 0) {
      const double a = random.in(-4, 4), b = random.in(-4, 4);
      x = Interval(std::fmin(a, b), std::fmax(a, b));
    }
    for (const Row& row : rows) {
      CAPTURE(row.name, x.lower(), x.upper());
      Defined defined = Defined::everywhere;
      const Interval y = row.enclose(x, defined);
      CAPTURE(y.lower(), y.upper());
      if (x.is_empty()) {
        REQUIRE(y.is_empty());
        continue;
      }
      const double p = random.inside(x);
      const Interval part = random.part(x);
      CAPTURE(p);
      if (in_domain(row, p)) {
        REQUIRE(Judge(row.value, p).is_in(y));
        REQUIRE(defined != Defined::nowhere);
      }
      if (defined == Defined::everywhere) REQUIRE((in_domain(row, x.lower()) || x.lower() == -inf));
      if (std::find(kernels.begin(), kernels.end(), row.name) == kernels.end()) {
        Defined less = Defined::everywhere;
        REQUIRE(y.contains(row.enclose(part, less)));
        REQUIRE((defined != Defined::everywhere || less == Defined::everywhere));
      }
    }
  }
}

TEST_CASE("sqrt: tightest ends", "[numerics][interval][sqrt][exact]") {
  for (int i = 0; i < cases(3000); ++i) {
    Cases random(22, i);
    double x = std::fabs(random.point());
    if (random.below(4) == 0) x = static_cast<double>(random.bits() >> 38) * static_cast<double>(random.bits() >> 38);
    Defined defined = Defined::everywhere;
    const Interval y = sqrt(Interval(x), defined);
    CAPTURE(x, y.lower(), y.upper());
    const Rational q = exact(x), low = exact(y.lower()), high = exact(y.upper());
    REQUIRE(low * low <= q);
    REQUIRE(q <= high * high);
    REQUIRE((low * low == q ? y.is_point() : y.upper() == next(y.lower())));
    const double root = static_cast<double>(random.bits() >> 40);
    REQUIRE(same_set(sqrt(Interval(root * root), defined), Interval(root)));
  }
  Defined defined = Defined::everywhere;
  CHECK(same_set(sqrt(Interval(0.0), defined), Interval(0.0)));
  CHECK(same_set(sqrt(Interval(0.0, inf), defined), Interval(0.0, inf)));
  CHECK(defined == Defined::everywhere);
  CHECK(same_set(sqrt(Interval(-1.0, 4.0), defined), Interval(0.0, 2.0)));
  CHECK(defined == Defined::partly);
  CHECK(sqrt(Interval(-2.0, -1.0), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(sqrt(Interval(), defined).is_empty());
  CHECK(defined == Defined::nowhere);
}

TEST_CASE("square, abs, min, max, floor, ceil", "[numerics][interval][exact]") {
  for (int i = 0; i < cases(2000); ++i) {
    Cases random(23, i);
    const Interval x = random.interval(), y = random.interval();
    CAPTURE(x.lower(), x.upper(), y.lower(), y.upper());
    if (x.is_empty() || y.is_empty()) {
      REQUIRE(min(x, y).is_empty());
      REQUIRE(max(x, y).is_empty());
      continue;
    }
    const double p = random.inside(x), q = random.inside(y);
    CAPTURE(p, q);
    REQUIRE(square(x).contains(exact(p) * exact(p)));
    REQUIRE(square(x).lower() >= 0);
    REQUIRE(abs(x).contains(std::fabs(p)));
    REQUIRE(min(x, y).contains(std::fmin(p, q)));
    REQUIRE(max(x, y).contains(std::fmax(p, q)));
    REQUIRE(floor(x).contains(floor(exact(p))));
    REQUIRE(ceil(x).contains(ceil(exact(p))));
    const Interval point(p);
    REQUIRE(same_set(floor(point), Interval(floor(exact(p)))));
    REQUIRE(same_set(ceil(point), Interval(ceil(exact(p)))));
    REQUIRE(is_tightest_lower(square(point).lower(), exact(p) * exact(p)));
    REQUIRE(is_tightest_upper(square(point).upper(), exact(p) * exact(p)));
  }
  CHECK(same_set(square(Interval(-2.0, 3.0)), Interval(0.0, 9.0)));
  CHECK(same_set(square(Interval(-inf, -2.0)), Interval(4.0, inf)));
  CHECK(same_set(abs(Interval(-3.0, 2.0)), Interval(0.0, 3.0)));
  CHECK(same_set(abs(Interval::entire()), Interval(0.0, inf)));
  CHECK(same_set(min(Interval(0.0, 5.0), Interval(1.0, 2.0)), Interval(0.0, 2.0)));
  CHECK(same_set(max(Interval(0.0, 5.0), Interval(1.0, 2.0)), Interval(1.0, 5.0)));
  CHECK(same_set(floor(Interval(-0.5, 1.5)), Interval(-1.0, 1.0)));
  CHECK(same_set(ceil(Interval(-0.5, 1.5)), Interval(0.0, 2.0)));
  CHECK(same_set(floor(Interval::entire()), Interval::entire()));
  const std::vector<Interval (*)(const Interval&) noexcept> functions = {square, abs, floor, ceil};
  for (const auto f : functions) CHECK(f(Interval()).is_empty());
}

TEST_CASE("relations, hull, intersection", "[numerics][interval][exact]") {
  const Interval a(1.0, 2.0), b(2.0, 3.0), c(4.0), none, all = Interval::entire();
  CHECK(less(a, b) == Truth::unknown);
  CHECK(less_equal(a, b) == Truth::yes);
  CHECK(less(a, c) == Truth::yes);
  CHECK(less(c, a) == Truth::no);
  CHECK(less(b, a) == Truth::no);
  CHECK(less_equal(b, a) == Truth::unknown);
  CHECK(less_equal(c, a) == Truth::no);
  CHECK(less(c, c) == Truth::no);
  CHECK(less_equal(c, c) == Truth::yes);
  CHECK(less_equal(all, all) == Truth::unknown);
  CHECK(equal(c, c) == Truth::yes);
  CHECK(equal(a, a) == Truth::unknown);
  CHECK(equal(a, c) == Truth::no);
  CHECK(equal(c, a) == Truth::no);
  const std::vector<Truth (*)(const Interval&, const Interval&) noexcept> relations = {less, less_equal, equal};
  for (const auto relation : relations) {
    CHECK(relation(none, a) == Truth::yes);
    CHECK(relation(a, none) == Truth::yes);
  }
  CHECK(same_set(a, Interval(1.0, 2.0)));
  CHECK_FALSE(same_set(a, b));
  CHECK(same_set(none, Interval()));
  CHECK_FALSE(same_set(none, a));
  CHECK(same_set(hull(a, c), Interval(1.0, 4.0)));
  CHECK(same_set(hull(none, a), a));
  CHECK(same_set(hull(a, none), a));
  CHECK(same_set(intersection(a, b), Interval(2.0)));
  CHECK(intersection(a, c).is_empty());
  CHECK(intersection(c, a).is_empty());
  CHECK(intersection(none, a).is_empty());
  CHECK(same_set(intersection(all, a), a));
}

TEST_CASE("pow: integer exponents", "[numerics][interval][pow][containment]") {
  const long exponents[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 17, -1, -2, -3, -4, -7, -8};
  for (int i = 0; i < cases(400); ++i) {
    Cases random(24, i);
    const Interval x = random.below(2) == 0 ? random.interval() : random.thin(random.in(-3, 3));
    if (x.is_empty()) continue;
    const double p = random.inside(x);
    const bool small = std::fabs(p) < 1e30 && (p == 0 || std::fabs(p) > 1e-30);
    for (long n : exponents) {
      CAPTURE(n, p, x.lower(), x.upper());
      Defined defined = Defined::everywhere, at_point = Defined::everywhere;
      const Interval y = pow(x, n, defined), z = pow(Interval(p), n, at_point);
      CAPTURE(y.lower(), y.upper(), z.lower(), z.upper());
      REQUIRE((defined == Defined::everywhere) == (n >= 0 || !x.contains_zero()));
      if (p == 0 && n < 0) {
        REQUIRE(z.is_empty());
        REQUIRE(at_point == Defined::nowhere);
        continue;
      }
      const Judge value(p, static_cast<double>(n));
      REQUIRE(value.is_in(y));
      REQUIRE(value.is_in(z));
      if (n > 0 || z.upper() > 1e-300) REQUIRE(value.is_close(z, 16));  // 1/x^n loses digits when x^n overflows
      REQUIRE(y.contains(z));
      if (small) REQUIRE(z.contains(pow(exact(p), n)));
    }
  }
  CHECK(same_set(pow(Interval(-2.0, 3.0), 2), Interval(0.0, 9.0)));
  CHECK(same_set(pow(Interval(-2.0, 3.0), 3), Interval(-8.0, 27.0)));
  CHECK(same_set(pow(Interval(-2.0, 1.0), 4), Interval(0.0, 16.0)));
  CHECK(same_set(pow(Interval(2.0, 4.0), -1), Interval(0.25, 0.5)));
  CHECK(same_set(pow(Interval(-3.0), 3), Interval(-27.0)));
  CHECK(same_set(pow(Interval(0.0), 0), Interval(1.0)));
  CHECK(same_set(pow(Interval(2.0), 40), Interval(0x1p40)));
  Defined defined = Defined::everywhere;
  CHECK(same_set(pow(Interval(-1.0, 3.0), -2, defined), Interval(Interval(Rational(1, 9)).lower(), inf)));
  CHECK(defined == Defined::partly);
}

TEST_CASE("pow: real exponents", "[numerics][interval][pow][containment]") {
  for (int i = 0; i < cases(1000); ++i) {
    Cases random(25, i);
    const double p = std::fabs(random.below(2) == 0 ? random.point() : random.in(0, 9));
    const double any = random.below(3) == 0 ? random.point() : random.in(-9, 9);
    const double q = random.below(3) == 0 ? std::floor(2 * random.in(-9, 9)) / 2 : any;  // roots of integer powers
    if (p == 0 && q < 0) continue;
    CAPTURE(p, q);
    Defined defined = Defined::everywhere;
    const Interval y = pow(Interval(p), Interval(q), defined);
    CAPTURE(y.lower(), y.upper());
    const Judge value(p, q);
    REQUIRE(defined == Defined::everywhere);
    REQUIRE(value.is_in(y));
    // Through exp and log: a few units of the last place for each unit of q log(p).
    if (y.upper() > 1e-300) REQUIRE(value.is_close(y, 160));
    const Interval wide_x = random.thin(p), wide_y = random.thin(q);
    REQUIRE(value.is_in(pow(wide_x, wide_y, defined)));
    REQUIRE(value.is_in(pow(wide_x, Interval(q), defined)));
  }
  Defined defined = Defined::everywhere;
  CHECK(same_set(pow(Interval(4.0), Interval(0.5), defined), Interval(2.0)));
  CHECK(same_set(pow(Interval(0.0, 4.0), Interval(0.5), defined), Interval(0.0, 2.0)));
  CHECK(same_set(pow(Interval(-2.0), Interval(3.0), defined), Interval(-8.0)));
  CHECK(defined == Defined::everywhere);
  CHECK(same_set(pow(Interval(-1.0, 4.0), Interval(0.5), defined), Interval(0.0, 2.0)));
  CHECK(defined == Defined::partly);
}

TEST_CASE("functions: edges of the domains", "[numerics][interval][functions][domain][exact]") {
  struct Edge {
    const char* name;
    Interval x, y;
    Defined defined;
  };
  const Interval none;
  const std::vector<Edge> edges = {
      {"log1p", Interval(0.0), Interval(0.0), Defined::everywhere},
      {"log1p", Interval(-1.0, 0.0), Interval(-inf, 0.0), Defined::partly},
      {"log1p", Interval(-2.0, -1.0), none, Defined::nowhere},
      {"log2", Interval(0.125, 8.0), Interval(-3.0, 3.0), Defined::everywhere},
      {"log2", Interval(0.0, 8.0), Interval(-inf, 3.0), Defined::partly},
      {"log10", Interval(1000.0), Interval(3.0), Defined::everywhere},
      {"asin", Interval(0.0, 3.0), Interval(0.0, next(1.5707963267948966)), Defined::partly},
      {"asin", Interval(2.0, 3.0), none, Defined::nowhere},
      {"acos", Interval(1.0), Interval(0.0), Defined::everywhere},
      {"acos", Interval(-3.0, -2.0), none, Defined::nowhere},
      {"tan", Interval(1.0, 1.8), Interval::entire(), Defined::partly},
      {"tan", Interval(0.0), Interval(0.0), Defined::everywhere},
      {"sin", Interval(0.0, 10.0), Interval(-1.0, 1.0), Defined::everywhere},
      {"cos", Interval(0.0), Interval(1.0), Defined::everywhere},
      {"cos", Interval::entire(), Interval(-1.0, 1.0), Defined::everywhere},
      {"cosh", Interval(0.0), Interval(1.0), Defined::everywhere},
      {"cosh", Interval(-inf, 0.0), Interval(1.0, inf), Defined::everywhere},
      {"sinh", Interval(1000.0), Interval(largest, inf), Defined::everywhere},
      {"tanh", Interval::entire(), Interval(-1.0, 1.0), Defined::everywhere},
      {"cbrt", Interval(-27.0, 8.0), Interval(-3.0, 2.0), Defined::everywhere},
      {"expm1", Interval(-inf, 0.0), Interval(-1.0, 0.0), Defined::everywhere},
      {"expm1", Interval(-1000.0), Interval(-1.0, next(-1.0)), Defined::everywhere},
  };
  for (const Edge& edge : edges) {
    for (const Row& row : rows) {
      if (row.name != edge.name) continue;
      Defined defined = Defined::everywhere;
      const Interval y = row.enclose(edge.x, defined);
      CAPTURE(edge.name, edge.x.lower(), edge.x.upper(), y.lower(), y.upper());
      CHECK(same_set(y, edge.y));
      CHECK(defined == edge.defined);
    }
  }
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Defined defined = Defined::everywhere;
    CHECK(row.enclose(none, defined).is_empty());
  }
}

TEST_CASE("insisting forms throw outside the domain", "[numerics][interval][functions][domain]") {
  const std::vector<std::function<void()>> violations = {
      [] { sqrt(Interval(-1.0, 1.0)); },  [] { sqrt(Interval(-1.0)); },         [] { log1p(Interval(-1.0)); },
      [] { log1p(Interval(-2.0, 0.0)); }, [] { pow(Interval(-1.0, 1.0), -1); }, [] { pow(Interval(0.0), -2); },
  };
  for (const auto& violation : violations) {
    try {
      violation();
      FAIL("no exception");
    } catch (const DomainError& error) {
      CHECK(error.code() == "LC210");
    }
  }
  CHECK(sqrt(Interval()).is_empty());
  CHECK(log1p(Interval()).is_empty());
  CHECK(pow(Interval(), -1).is_empty());
  CHECK(same_set(sqrt(Interval(4.0)), Interval(2.0)));
}
