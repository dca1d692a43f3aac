#include "numerics/interval.hpp"

#include <mpfr.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "numerics/big_interval.hpp"
#include "numerics/error.hpp"
#include "numerics/interval_functions.hpp"
#include "tests/numerics/binary64_cases.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

Rational exact(double x) { return Rational::from_double(x); }
unsigned mode_bits() { return _mm_getcsr() & RoundUpward::mode_mask; }

template <class Function>
std::string code_of(Function f) {
  try {
    f();
  } catch (const Error& error) {
    return error.code();
  }
  return "none";
}

struct Operation {
  const char* name;
  Interval (*enclose)(const Interval&, const Interval&);
  Rational (*value)(const Rational&, const Rational&);
};

const std::vector<Operation> operations = {
    {"+", [](const Interval& a, const Interval& b) { return a + b; },
     [](const Rational& a, const Rational& b) { return a + b; }},
    {"-", [](const Interval& a, const Interval& b) { return a - b; },
     [](const Rational& a, const Rational& b) { return a - b; }},
    {"*", [](const Interval& a, const Interval& b) { return a * b; },
     [](const Rational& a, const Rational& b) { return a * b; }},
    {"/", [](const Interval& a, const Interval& b) { return a / b; },
     [](const Rational& a, const Rational& b) { return a / b; }},
};

/// For bounded arguments (a divisor without 0) each end is the tightest one of the extreme corner.
void check_tightest(const Operation& op, const Interval& a, const Interval& b) {
  const Interval r = op.enclose(a, b);
  CAPTURE(op.name, a.lower(), a.upper(), b.lower(), b.upper(), r.lower(), r.upper());
  std::vector<Rational> corners;
  for (double x : {a.lower(), a.upper()}) {
    for (double y : {b.lower(), b.upper()}) corners.push_back(op.value(exact(x), exact(y)));
  }
  const auto [low, high] = std::minmax_element(corners.begin(), corners.end());
  REQUIRE(is_tightest_lower(r.lower(), *low));
  REQUIRE(is_tightest_upper(r.upper(), *high));
}

}  // namespace

TEST_CASE("+ - * /: tightest ends for bounded arguments", "[numerics][interval][containment][exact]") {
  for (int i = 0; i < cases(3000); ++i) {
    Cases random(10, i);
    const Interval a = random.bounded(), b = random.bounded();
    for (const Operation& op : operations) {
      if (op.name[0] == '/' && b.contains_zero()) continue;
      check_tightest(op, a, b);
      const RoundUpward mode;
      check_tightest(op, a, b);
    }
  }
}

TEST_CASE("+ - * /: any arguments contain every value", "[numerics][interval][containment]") {
  for (int i = 0; i < cases(3000); ++i) {
    Cases random(11, i);
    const Interval a = random.interval(), b = random.interval();
    CAPTURE(a.lower(), a.upper(), b.lower(), b.upper());
    if (a.is_empty() || b.is_empty()) {
      for (const Operation& op : operations) REQUIRE(op.enclose(a, b).is_empty());
      continue;
    }
    const double x = random.inside(a), y = random.inside(b);
    CAPTURE(x, y);
    for (const Operation& op : operations) {
      CAPTURE(op.name);
      if (op.name[0] == '/') continue;
      const Interval r = op.enclose(a, b);
      REQUIRE_FALSE(r.is_empty());
      REQUIRE(r.contains(op.value(exact(x), exact(y))));
    }
    Defined defined = Defined::everywhere;
    const Interval quotient = divide(a, b, defined);
    if (y != 0) REQUIRE(quotient.contains(exact(x) / exact(y)));
    REQUIRE((defined == Defined::everywhere) == !b.contains_zero());
    REQUIRE((defined == Defined::nowhere) == (b.magnitude() == 0));
  }
}

TEST_CASE("+ - * /: agree with BigInterval at 53 bits away from the ends of the range",
          "[numerics][interval][oracle]") {
  const Precision p(53);
  for (int i = 0; i < cases(2000); ++i) {
    Cases random(12, i);
    const auto moderate = [&] {
      const double x = random.in(-4, 4), y = random.below(3) == 0 ? x : random.in(-4, 4);
      if (random.below(12) == 0) return Interval(-inf, x);
      if (random.below(12) == 0) return Interval(x, inf);
      if (random.below(12) == 0) return Interval(std::fmin(x, 0.0), std::fmax(x, 0.0));
      return random.below(20) == 0 ? Interval(0) : Interval(std::fmin(x, y), std::fmax(x, y));
    };
    const Interval a = moderate(), b = moderate();
    CAPTURE(a.lower(), a.upper(), b.lower(), b.upper());
    const BigInterval c(a, p), d(b, p);
    REQUIRE(same_set(BigInterval(a + b, p), c + d));
    REQUIRE(same_set(BigInterval(a - b, p), c - d));
    REQUIRE(same_set(BigInterval(a * b, p), c * d));
    Defined here = Defined::everywhere, there = Defined::everywhere;
    REQUIRE(same_set(BigInterval(divide(a, b, here), p), divide(c, d, there)));
    REQUIRE(here == there);
  }
}

TEST_CASE("+ - * /: isotone", "[numerics][interval][isotone]") {
  for (int i = 0; i < cases(2000); ++i) {
    Cases random(13, i);
    const Interval a = random.interval(), b = random.interval();
    if (a.is_empty() || b.is_empty()) continue;
    const Interval c = random.part(a), d = random.part(b);
    CAPTURE(a.lower(), a.upper(), b.lower(), b.upper(), c.lower(), c.upper(), d.lower(), d.upper());
    Defined defined = Defined::everywhere;
    REQUIRE((a + b).contains(c + d));
    REQUIRE((a - b).contains(c - d));
    REQUIRE((a * b).contains(c * d));
    REQUIRE(divide(a, b, defined).contains(divide(c, d, defined)));
  }
}

TEST_CASE("products with 0 and infinity, division by an interval with 0", "[numerics][interval][exact][domain]") {
  const Interval zero(0.0), all = Interval::entire();
  CHECK(same_set(zero * all, zero));
  CHECK(same_set(all * zero, zero));
  CHECK(same_set(Interval(0.0, 1.0) * Interval(2.0, inf), Interval(0.0, inf)));
  CHECK(same_set(Interval(-1.0, 0.0) * Interval(2.0, inf), Interval(-inf, 0.0)));
  CHECK(same_set(Interval(0.0, inf) * Interval(0.0, inf), Interval(0.0, inf)));
  CHECK((zero * Interval()).is_empty());
  CHECK((all * Interval()).is_empty());
  CHECK(same_set(all + all, all));
  CHECK(same_set(all - all, all));
  CHECK(same_set(Interval(largest) + Interval(largest), Interval(largest, inf)));
  CHECK(same_set(Interval(largest) * Interval(-2.0), Interval(-inf, -largest)));
  CHECK(same_set(Interval(tiny) * Interval(0.5), Interval(0.0, tiny)));

  struct Row {
    Interval a, b, quotient;
    Defined defined;
  };
  const std::vector<Row> rows = {
      {Interval(1.0), Interval(0.0, 2.0), Interval(0.5, inf), Defined::partly},
      {Interval(1.0), Interval(-2.0, 0.0), Interval(-inf, -0.5), Defined::partly},
      {Interval(-1.0), Interval(0.0, 2.0), Interval(-inf, -0.5), Defined::partly},
      {Interval(-1.0), Interval(-2.0, 0.0), Interval(0.5, inf), Defined::partly},
      {Interval(1.0), Interval(-1.0, 1.0), all, Defined::partly},
      {zero, Interval(-1.0, 1.0), zero, Defined::partly},
      {zero, Interval(0.0, inf), zero, Defined::partly},
      {Interval(0.0, 1.0), Interval(0.0, 1.0), Interval(0.0, inf), Defined::partly},
      {Interval(-1.0, 1.0), Interval(0.0, 1.0), all, Defined::partly},
      {Interval(1.0, inf), Interval(0.0, inf), Interval(0.0, inf), Defined::partly},
      {Interval(1.0), zero, Interval(), Defined::nowhere},
      {zero, zero, Interval(), Defined::nowhere},
      {Interval(), Interval(1.0), Interval(), Defined::nowhere},
      {Interval(1.0), Interval(), Interval(), Defined::nowhere},
      {Interval(1.0, inf), Interval(2.0, inf), Interval(0.0, inf), Defined::everywhere},
      {all, Interval(2.0, inf), all, Defined::everywhere},
  };
  for (const Row& row : rows) {
    CAPTURE(row.a.lower(), row.a.upper(), row.b.lower(), row.b.upper());
    Defined defined = Defined::everywhere;
    CHECK(same_set(divide(row.a, row.b, defined), row.quotient));
    CHECK(defined == row.defined);
  }
  CHECK(code_of([] { Interval(1.0) / Interval(0.0, 1.0); }) == "LC210");
  CHECK(code_of([] { Interval(1.0) / Interval(0.0); }) == "LC210");
  CHECK((Interval(1.0) / Interval()).is_empty());
}

TEST_CASE("exact results stay exact, inexact ones have width", "[numerics][interval][exact]") {
  CHECK(same_set(Interval(1.0) / Interval(1.0), Interval(1.0)));
  CHECK(same_set(Interval(0.5) + Interval(0.25), Interval(0.75)));
  CHECK(same_set(Interval(3.0) * Interval(7.0), Interval(21.0)));
  const Interval third = Interval(1.0) / Interval(3.0);
  CHECK(third.width_upper() == 0x1p-54);
  CHECK(third.contains(Rational(1, 3)));
  // 1 + 1e-17 > 1: an exact decimal, rounded upward, is above 1 (U19).
  const Interval sum = Interval(1.0) + Interval(Rational::parse("1e-17"));
  CHECK(sum.upper() == next(1.0));
  CHECK(sum.lower() == 1.0);
  CHECK(Interval(Rational(1) + Rational::parse("1e-17")).upper() > 1.0);
  CHECK((Interval(41) * Interval(Rational(1, 10))).contains(Rational(41, 10)));
}

TEST_CASE("the result does not depend on the mode outside, which stays", "[numerics][interval][exact]") {
  std::vector<Interval> expected, inputs;
  for (int i = 0; i < 300; ++i) {
    Cases random(14, i);
    inputs.push_back(random.interval());
  }
  const auto compute = [&] {
    std::vector<Interval> results;
    for (std::size_t i = 0; i + 1 < inputs.size(); ++i) {
      Defined defined = Defined::everywhere;
      const Interval &a = inputs[i], &b = inputs[i + 1];
      for (const Interval& r : {a + b, a - b, a * b, divide(a, b, defined), square(a), abs(a), exp(a), log(a, defined),
                                sqrt(a, defined), floor(a), pow(a, 3, defined), sin(a), cbrt(a),
                                Interval(a.is_empty() ? 0.0 : a.approx_midpoint())}) {
        results.push_back(r);
      }
      results.push_back(Interval(Rational(static_cast<long long>(i) + 1, 7)));
      results.push_back(Interval(0.0, a.width_upper()));
    }
    return results;
  };
  expected = compute();
  const auto same = [&](const std::vector<Interval>& results) {
    REQUIRE(results.size() == expected.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!same_set(results[i], expected[i])) return false;
    }
    return true;
  };
  for (unsigned mode : {0x0000u, 0x2000u, 0x4000u, 0x6000u}) {
    const unsigned saved = _mm_getcsr();
    _mm_setcsr((saved & ~RoundUpward::mode_mask) | mode);
    const std::vector<Interval> results = compute();
    const unsigned after = mode_bits();
    _mm_setcsr(saved);
    CAPTURE(mode);
    CHECK(after == mode);
    CHECK(same(results));
  }
  std::vector<std::vector<Interval>> from_threads(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < from_threads.size(); ++t) {
    threads.emplace_back([&, t] {
      if (t % 2 == 0) {
        const RoundUpward mode;
        from_threads[t] = compute();
      } else {
        from_threads[t] = compute();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& results : from_threads) CHECK(same(results));
}

TEST_CASE("+ - *: flush-to-zero modes outside do not matter", "[numerics][interval][exact]") {
  for (int i = 0; i < cases(500); ++i) {
    Cases random(18, i);
    const Interval a = random.interval(), b = random.interval();
    const Interval expected[] = {a + b, a - b, a * b};
    const unsigned saved = _mm_getcsr();
    for (unsigned mode : {0x8040u, 0xC040u, 0x4040u}) {
      _mm_setcsr((saved & ~RoundUpward::mode_mask) | mode);
      const Interval results[] = {a + b, a - b, a * b};
      _mm_setcsr(saved);
      CAPTURE(mode, a.lower(), a.upper(), b.lower(), b.upper());
      for (int k = 0; k < 3; ++k) REQUIRE(same_set(results[k], expected[k]));
    }
  }
}

TEST_CASE("the rounding mode is restored after exceptions", "[numerics][interval]") {
  const unsigned before = mode_bits();
  CHECK(code_of([] {
          const RoundUpward mode;
          log(Interval(-1.0));
        }) == "LC210");
  CHECK(mode_bits() == before);
  {
    const RoundUpward mode;
    const std::string code = code_of([] { Interval(1.0) / Interval(0.0); });
    const bool upward = pinned::mode_is_upward();
    const RoundNearest nearest;
    CHECK(code == "LC210");
    CHECK(upward);
    CHECK_FALSE(pinned::mode_is_upward());
  }
  CHECK(mode_bits() == before);
}

TEST_CASE("the unchecked forms are the operators inside a scope", "[numerics][interval]") {
  for (int i = 0; i < cases(1000); ++i) {
    Cases random(15, i);
    const Interval a = random.interval(), b = random.interval();
    CAPTURE(a.lower(), a.upper(), b.lower(), b.upper());
    Interval sum, difference, product, quotient(1.0);
    {
      const RoundUpward mode;
      sum = unchecked_add(a, b);
      difference = unchecked_subtract(a, b);
      product = unchecked_multiply(a, b);
      if (b.certain_sign() != 0) quotient = unchecked_divide(a, b);
    }
    REQUIRE(same_set(sum, a + b));
    REQUIRE(same_set(difference, a - b));
    REQUIRE(same_set(product, a * b));
    if (b.certain_sign() != 0) REQUIRE(same_set(quotient, a / b));
  }
}

TEST_CASE("construction: errors, exact numbers, BigInterval", "[numerics][interval][domain][exact]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (double x : {inf, -inf, nan}) CHECK(code_of([&] { Interval{x}; }) == "LC202");
  CHECK(code_of([] { Interval(2.0, 1.0); }) == "LC204");
  CHECK(code_of([] { Interval(inf, inf); }) == "LC204");
  CHECK(code_of([] { Interval(-inf, -inf); }) == "LC204");
  CHECK(code_of([&] { Interval(nan, 1.0); }) == "LC204");
  CHECK(code_of([&] { Interval(0.0, nan); }) == "LC204");
  CHECK(Interval().is_empty());
  CHECK_FALSE(Interval::entire().is_empty());

  // Rounding of exact numbers, with the range of subnormal numbers and of overflow.
  for (int i = 0; i < cases(2000); ++i) {
    Cases random(16, i);
    const double x = random.point();
    const Rational middle = exact(x) + exact(random.point()) / Rational(1 + random.below(1000));
    for (const Rational& q : {exact(x), middle, exact(x) * Rational(1, 3), exact(x) * Rational(4)}) {
      const Interval r(q);
      CAPTURE(q.to_string(), r.lower(), r.upper());
      REQUIRE(is_tightest_lower(r.lower(), q));
      REQUIRE(is_tightest_upper(r.upper(), q));
      const Interval wide(BigInterval(q, Precision(300)));
      REQUIRE(wide.contains(q));
      REQUIRE(wide.contains(r));
    }
    REQUIRE(same_set(Interval(exact(x)), Interval(x)));
    const Interval any = random.interval();
    REQUIRE(same_set(Interval(BigInterval(any, Precision(53))), any));
    REQUIRE(same_set(Interval(BigInterval(any, Precision(99))), any));
  }
  CHECK(same_set(Interval(BigInterval::parse("1e-400", Precision(100))), Interval(0.0, tiny)));
  CHECK(same_set(Interval(BigInterval::parse("-1e400", Precision(100))), Interval(-inf, -largest)));
  CHECK(same_set(Interval(BigInterval::parse("[3e-324, 5e-324]", Precision(100))), Interval(0.0, 2 * tiny)));
  CHECK(same_set(Interval(BigInterval::entire(Precision(70)).upper()), Interval(largest, inf)));
  CHECK(same_set(Interval(BigInterval::entire(Precision(70)).lower()), Interval(-inf, -largest)));
  CHECK(Interval(BigInterval(Precision(70))).is_empty());
}

TEST_CASE("members", "[numerics][interval][exact]") {
  const Interval x(-1.5, 4.0), none, all = Interval::entire();
  CHECK(x.contains(0.0));
  CHECK(x.contains(Rational(-3, 2)));
  CHECK_FALSE(x.contains(Rational(-151, 100)));
  CHECK_FALSE(x.contains(next(4.0)));
  CHECK_FALSE(none.contains(0.0));
  CHECK_FALSE(none.contains(Rational(0)));
  CHECK_FALSE(all.contains(inf));
  CHECK(all.contains(Rational(7)));
  CHECK(x.contains(none));
  CHECK(none.contains(none));
  CHECK_FALSE(none.contains(x));
  CHECK(all.contains(x));
  CHECK(x.contains(Interval(-1.5)));
  CHECK_FALSE(x.contains(Interval(0.0, 5.0)));
  CHECK(x.contains_zero());
  CHECK(Interval(0.0).contains_zero());
  CHECK_FALSE(none.contains_zero());
  CHECK(x.certain_sign() == 0);
  CHECK(none.certain_sign() == 0);
  CHECK(Interval(tiny).certain_sign() == 1);
  CHECK(Interval(-tiny).certain_sign() == -1);
  CHECK(Interval(0.0, 1.0).certain_sign() == 0);
  CHECK(x.magnitude() == 4.0);
  CHECK(Interval(-5.0, 4.0).magnitude() == 5.0);
  CHECK(x.mignitude() == 0.0);
  CHECK(Interval(-5.0, -2.0).mignitude() == 2.0);
  CHECK(std::isnan(none.magnitude()));
  CHECK(std::isnan(none.mignitude()));
  CHECK(x.width_upper() == 5.5);
  CHECK(Interval(-largest, largest).width_upper() == inf);
  CHECK(Interval(1.0, largest).width_upper() == largest);
  CHECK(none.width_upper() == 0.0);
  CHECK(x.relative_width_upper() == inf);
  CHECK(Interval(0.0).relative_width_upper() == 0.0);
  CHECK(Interval(2.0, 3.0).relative_width_upper() == 0.5);
  CHECK(Interval(3.0, 4.0).relative_width_upper() == Interval(Rational(1, 3)).upper());
  CHECK(x.is_bounded());
  CHECK_FALSE(all.is_bounded());
  CHECK_FALSE(none.is_bounded());
  CHECK_FALSE(Interval(0.0, inf).is_bounded());
  CHECK(Interval(2.0).is_point());
  CHECK_FALSE(none.is_point());
  CHECK_FALSE(all.is_point());
  CHECK_FALSE(std::signbit(Interval(-0.0).lower()));
  CHECK_FALSE(std::signbit((-Interval(0.0)).upper()));
  for (int i = 0; i < cases(1000); ++i) {
    Cases random(17, i);
    const Interval y = random.interval();
    if (y.is_empty()) continue;
    CAPTURE(y.lower(), y.upper());
    REQUIRE(y.contains(y.approx_midpoint()));
    if (y.is_bounded()) {
      const Rational width = exact(y.upper()) - exact(y.lower());
      REQUIRE(is_tightest_upper(y.width_upper(), width));
      if (y.certain_sign() != 0 && y.width_upper() != inf) {
        const Rational relative = exact(y.width_upper()) / exact(y.mignitude());
        REQUIRE(is_tightest_upper(y.relative_width_upper(), relative));
      }
    }
    REQUIRE(same_set(-(-y), y));
  }
  CHECK(std::isnan(none.approx_midpoint()));
}
