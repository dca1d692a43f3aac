// The walk around the zonotope against enumeration in exact rationals, also with enclosures so wide that the order of
// the generators is wrong for the points inside.
#include "verify/sparse_xor/zonotope.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include "numerics/rational.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::BigInterval;
using lemmacheck::numerics::Interval;
using lemmacheck::numerics::Precision;
using lemmacheck::numerics::Rational;

namespace {

struct Point {
  std::vector<Rational> g, h;  // g[own_1] and h[own_2] hold the residuals
  Rational unit;
};

constexpr std::size_t own_1 = 2;
constexpr std::size_t own_2 = 0;

/// max over all inputs of |x_i x_j - a b| / unit.
Rational by_enumeration(const Point& p) {
  Rational best;
  for (std::uint32_t input = 0; input < 1u << p.g.size(); ++input) {
    const auto sign = [input](std::size_t k) { return Rational((input >> k & 1) != 0 ? -1 : 1); };
    Rational a = sign(own_1);
    Rational b = sign(own_2);
    for (std::size_t k = 0; k < p.g.size(); ++k) {
      a += p.unit * p.g[k] * sign(k);
      b += p.unit * p.h[k] * sign(k);
    }
    const Rational error = abs(sign(own_1) * sign(own_2) - a * b);
    if (error > best) best = error;
  }
  return best / p.unit;
}

/// `radius` in thousandths; a point of the enclosures is drawn at position `t` in thousandths, 0 to 2000.
struct Box {
  std::vector<Rational> g, h;
  Rational radius, unit;
};

Box random_box(std::mt19937& random, bool has_signs, long long radius) {
  const std::size_t d = 3 + random() % 6;
  Box box;
  box.radius = Rational(radius, 1000000);
  box.unit = Rational(1, 1LL << (random() % 3 * 8));
  const auto draw = [&](bool is_residual) {
    const auto magnitude = static_cast<long long>(random() % (random() % 4 == 0 ? 3 : 1000));
    const bool is_negative = is_residual || (has_signs && random() % 2 == 0);
    return Rational(is_negative ? -magnitude : magnitude, 1000);
  };
  for (std::size_t k = 0; k < d; ++k) {
    box.g.push_back(draw(k == own_1));
    box.h.push_back(draw(k == own_2));
  }
  return box;
}

template <class T, class Enclose, class MakePoint>
T enclose_sup(const Box& box, const Enclose& enclose, const MakePoint& make_point) {
  std::vector<T> g, h;
  for (const Rational& x : box.g) g.push_back(enclose(x - box.radius, x + box.radius));
  for (const Rational& x : box.h) h.push_back(enclose(x - box.radius, x + box.radius));
  const ErrorProblem<T> problem{g, h, own_1, own_2, g[own_1], h[own_2], enclose(box.unit, box.unit)};
  return sup_error(problem, make_point);
}

Point draw_point(const Box& box, std::mt19937& random) {
  Point point{box.g, box.h, box.unit};
  const auto move = [&](Rational& x) {
    x += box.radius * Rational(static_cast<long long>(random() % 3) - 1);  // both ends and the middle
  };
  for (Rational& x : point.g) move(x);
  for (Rational& x : point.h) move(x);
  return point;
}

BigInterval big(const Rational& lower, const Rational& upper) { return {lower, upper, Precision(120)}; }
BigInterval big_point(double x) { return BigInterval::from_double(x, Precision(120)); }

}  // namespace

TEST_CASE("sup_error: contains the largest error of every point of the enclosures",
          "[verify][sparse_xor][containment]") {
  std::mt19937 random(17);
  for (int n = 0; n < 240; ++n) {
    const bool has_signs = n % 2 == 1;
    const long long radius = n % 3 == 0 ? 0 : n % 3 == 1 ? 300 : 40000;
    const Box box = random_box(random, has_signs, radius);
    CAPTURE(n, has_signs, radius, box.g.size());
    const BigInterval wide = enclose_sup<BigInterval>(box, big, big_point);
    const Interval narrow = enclose_sup<Interval>(
        box, [](const Rational& a, const Rational& b) { return Interval(big(a, b)); },
        [](double x) { return Interval(x); });
    for (int draw = 0; draw < (radius == 0 ? 1 : 3); ++draw) {
      const Rational truth = by_enumeration(draw_point(box, random));
      CAPTURE(truth.to_string());
      CHECK(wide.contains(truth));
      CHECK(narrow.contains(truth));
    }
  }
}

TEST_CASE("sup_error: any order of the generators gives an enclosure", "[verify][sparse_xor][containment]") {
  std::mt19937 random(29);
  std::size_t needed = 0;
  for (int n = 0; n < 300; ++n) {
    const Box box = random_box(random, n % 2 == 1, 0);
    std::vector<BigInterval> g, h;
    for (const Rational& x : box.g) g.push_back(big(x, x));
    for (const Rational& x : box.h) h.push_back(big(x, x));
    const ErrorProblem<BigInterval> problem{g, h, own_1, own_2, g[own_1], h[own_2], big(box.unit, box.unit)};
    auto keys = slope_keys(problem);
    for (SlopeKey& key : keys) {
      const double lowest = key.steepness == Steepness::falling ? 0.0 : -1.0;
      const double highest = key.steepness == Steepness::rising ? 0.0 : 1.0;
      key.position = lowest + (highest - lowest) * static_cast<double>(random() % 1001) / 1000.0;
    }
    const auto ordered = order_by_keys(problem, keys, big_point);
    const Rational truth = by_enumeration({box.g, box.h, box.unit});
    CAPTURE(n, truth.to_string(), box.g.size());
    CHECK(sup_error_in_order(problem, ordered, big_point).contains(truth));
    OrderedGenerators<BigInterval> careless = ordered;
    careless.excess_a = careless.excess_b = big_point(0.0);
    needed += sup_error_in_order(problem, careless, big_point).contains(truth) ? 0 : 1;
  }
  CHECK(needed > 0);  // the excess is what makes it so
}

TEST_CASE("sup_error: an extreme inside an edge", "[verify][sparse_xor][containment]") {
  // Parallel generators (p, p), (q, q) beside (r, -r): on one side of the zonotope the walk passes t = -p-q, p-q, p+q
  // only, and a b has its least value near the input at t = q - p, which is not among these.
  for (const bool is_exchanged : {false, true}) {
    const Rational p(is_exchanged ? 50 : 5, 100);
    const Rational q(is_exchanged ? 5 : 50, 100);
    const Rational r(30, 100);
    for (const int side : {1, -1}) {
      const Rational e(side * 10, 100);
      const Rational fifth(1, 5);
      const Rational base = Rational(-45, 100) - Rational(1) - fifth;
      const Box box{{fifth, p, base + e, q, r}, {base - e, p, fifth, q, -r}, Rational(0), Rational(1)};
      CAPTURE(is_exchanged, side);
      CHECK(enclose_sup<BigInterval>(box, big, big_point).contains(by_enumeration({box.g, box.h, box.unit})));
    }
  }
}

TEST_CASE("sup_error: exact when no extreme lies inside an edge", "[verify][sparse_xor][exact]") {
  // Softmax-like at d = 4: g = (.1, .2, .6, .1), h = (.5, .2, .2, .1).
  const Point point{{{1, 10}, {2, 10}, {-4, 10}, {1, 10}}, {{-5, 10}, {2, 10}, {2, 10}, {1, 10}}, Rational(1)};
  const Rational truth = by_enumeration(point);
  const BigInterval result = enclose_sup<BigInterval>({point.g, point.h, Rational(0), Rational(1)}, big, big_point);
  CHECK(result.contains(truth));
  CHECK(result.width_upper() < 1e-15);
}

TEST_CASE("order_by_keys: sorted by slope, oriented to the right", "[verify][sparse_xor]") {
  std::mt19937 random(3);
  for (int n = 0; n < 50; ++n) {
    const Box box = random_box(random, true, 0);
    std::vector<BigInterval> g, h;
    for (const Rational& x : box.g) g.push_back(big(x, x));
    for (const Rational& x : box.h) h.push_back(big(x, x));
    const ErrorProblem<BigInterval> problem{g, h, own_1, own_2, g[own_1], h[own_2], big_point(1.0)};
    const auto ordered = order_by_keys(problem, slope_keys(problem), big_point);
    REQUIRE(ordered.a.size() == g.size() - 2);
    for (std::size_t k = 0; k < ordered.a.size(); ++k) {
      CHECK(ordered.a[k].upper_double() >= 0.0);
      for (std::size_t later = k + 1; later < ordered.a.size(); ++later) {
        // A counter-clockwise turn, or none (up to the vanishing generator, which may stand anywhere).
        const BigInterval turn = ordered.a[k] * ordered.b[later] - ordered.a[later] * ordered.b[k];
        CHECK(turn.upper_double() >= -1e-15);
      }
    }
    CHECK(ordered.excess_a.upper_double() < 1e-15);
    CHECK(ordered.excess_b.upper_double() < 1e-15);
  }
}

TEST_CASE("prefix_sums: every sum, for every length", "[verify][sparse_xor][exact]") {
  for (std::size_t n = 0; n < 40; ++n) {
    std::vector<BigInterval> x;
    for (std::size_t k = 0; k < n; ++k) x.emplace_back(static_cast<long>(k * k), Precision(64));
    const auto sums = prefix_sums(x, BigInterval(0L, Precision(64)));
    REQUIRE(sums.size() == n + 1);
    long total = 0;
    for (std::size_t k = 0; k <= n; ++k) {
      CHECK(sums[k].is_point());
      CHECK(sums[k].contains(Rational(total)));
      total += static_cast<long>(k * k);
    }
  }
}
