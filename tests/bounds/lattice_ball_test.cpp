#include "bounds/lattice_ball.hpp"

#include <functional>

#include "tests/bounds/capacity_golden.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using lemmacheck::bounds::log_lattice_ball;

namespace {

const Precision bits(128);

BigInterval log_count(const Rational& n, const Rational& k, Precision precision = bits) {
  Defined defined = Defined::everywhere;
  const BigInterval found = log_lattice_ball(BigInterval(n, precision), BigInterval(k, precision), defined);
  CHECK(defined == Defined::everywhere);
  return found;
}

/// Walks through the cube.
long points(int n, int radius) {
  long count = 0;
  std::vector<int> c(static_cast<std::size_t>(n), -radius);
  const std::function<void(int, int)> walk = [&](int i, int left) {
    if (i == n) {
      ++count;
      return;
    }
    for (int x = -left; x <= left; ++x) walk(i + 1, left - std::abs(x));
  };
  walk(0, radius);
  return count;
}

}  // namespace

TEST_CASE("log_lattice_ball: values of an independent computation", "[bounds][capacity][oracle]") {
  check_golden("log_lattice_ball");
}

TEST_CASE("log_lattice_ball: counts of small balls", "[bounds][capacity][exact]") {
  for (int n = 0; n <= 6; ++n) {
    for (int radius = 0; radius <= 6; ++radius) {
      CAPTURE(n, radius);
      const BigInterval found = log_count(n, radius);
      CHECK(found.contains(log(BigInterval(points(n, radius), Precision(400)))));
      CHECK(found.width_upper() < 1e-30);
    }
  }
}

TEST_CASE("log_lattice_ball: sizes at which factorials in doubles say nothing", "[bounds][capacity][exact]") {
  const Rational n = Rational::parse("1e18");
  // (2n)^K/K! < count; K = 2: 2 n^2 + 2 n + 1 exactly; K = 1: 2n + 1.
  const Precision fine(600);
  CHECK(log_count(n, 1).contains(log(BigInterval(Rational(2) * n + Rational(1), fine))));
  CHECK(log_count(n, 2).contains(log(BigInterval(Rational(2) * n * n + Rational(2) * n + Rational(1), fine))));
  CHECK(log_count(n, 2).relative_width_upper() < 1e-35);
  CHECK(
      log_count(Rational(2), n).contains(log(BigInterval(Rational(2) * n * n + Rational(2) * n + Rational(1), fine))));
  CHECK(log_count(Rational::parse("1e7"), Rational::parse("1e6")).relative_width_upper() < 1e-30);
}

TEST_CASE("log_lattice_ball: beyond summation the two ends are close", "[bounds][capacity][containment]") {
  for (const char* n : {"1e9", "1e12", "1e40"}) {
    for (const char* k : {"2e8", "1e9", "1e15", "1e60"}) {
      CAPTURE(n, k);
      const BigInterval found = log_count(Rational::parse(n), Rational::parse(k), Precision(256));
      const BigInterval slack =
          log(BigInterval(20, bits) * (BigInterval::parse(n, bits) + BigInterval::parse(k, bits)));
      CHECK(found.certain_sign() > 0);
      CHECK(found.width_upper() < slack.upper_double());
    }
  }
  // The two routes overlap where the summation is still possible.
  const BigInterval below = log_count(Rational(100000000), Rational(100000000));
  const BigInterval above = log_count(Rational(100000001), Rational(100000001));
  CHECK(less(below, above.upper()) == Truth::yes);
  CHECK(below.relative_width_upper() < 1e-30);
}

TEST_CASE("log_lattice_ball: exact integers longer than the precision", "[bounds][capacity][exact]") {
  const Rational n = pow(Rational(3), 100);  // 159 bits
  const BigInterval found = log_lattice_ball(n, Rational(1), Precision(64));
  CHECK(found.precision() == Precision(64));
  CHECK(found.contains(log(BigInterval(Rational(2) * n + Rational(1), Precision(400)))));
  CHECK(found.relative_width_upper() < 1e-17);
}

TEST_CASE("log_lattice_ball: subadditive, and its quotient by n decreases", "[bounds][capacity][exact]") {
  for (const long radius : {1L, 7L, 99L, 5000L}) {
    for (const long n : {1L, 2L, 10L, 1000L, 64000L}) {
      CAPTURE(radius, n);
      const BigInterval a = log_count(n, radius), b = log_count(n + 1, radius), c = log_count(n + 2, radius);
      CHECK(less_equal(a + c, b + b) != Truth::no);
      CHECK(less(b * BigInterval(n, bits), a * BigInterval(n + 1, bits)) == Truth::yes);
    }
  }
}

TEST_CASE("log_lattice_ball: boxes and domain", "[bounds][capacity][isotone][domain]") {
  Defined defined = Defined::everywhere;
  const auto at = [&](const char* n, const char* k) {
    defined = Defined::everywhere;
    return log_lattice_ball(BigInterval::parse(n, bits), BigInterval::parse(k, bits), defined);
  };
  const BigInterval wide = at("[3, 8]", "[2, 5]");
  CHECK(defined == Defined::partly);
  CHECK(wide.contains(log_count(3, 2)));
  CHECK(wide.contains(log_count(8, 5)));
  CHECK(at("[1/3, 2/3]", "1").is_empty());
  CHECK(defined == Defined::nowhere);
  CHECK(at("-1", "1").is_empty());
  CHECK(at("5/2", "1").is_empty());
  CHECK(at("[2, inf]", "3").contains(log_count(Rational::parse("1e30"), 3)));
  CHECK(defined == Defined::partly);
}
