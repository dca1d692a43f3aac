#include "verify/capacity/greedy_cover.hpp"

#include <set>

#include "tests/support/catch.hpp"
#include "tests/support/enclosure_checks.hpp"
#include "verify/capacity/counter_random.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify::capacity;
using lemmacheck::test_support::code_of;

namespace {

Rational product(const CoverData& data, std::size_t i, const std::vector<Rational>& w) {
  Rational sum(0);
  for (std::size_t j = 0; j < data.dimension; ++j)
    sum += Rational(data.points[i * data.dimension + j], data.point_scale) * w[j];
  return sum;
}

/// w - w_T from the net counts alone: the end point is a function of them.
std::vector<Rational> rest(const CoverData& data, const CoverRun& run, const Rational& eps) {
  std::vector<Rational> w;
  for (std::size_t j = 0; j < data.dimension; ++j) {
    Rational x(data.weights[j], data.weight_scale);
    for (std::size_t i = 0; i < data.count; ++i)
      x -= eps * Rational(run.net[i]) * Rational(data.points[i * data.dimension + j], data.point_scale);
    w.push_back(x);
  }
  return w;
}

}  // namespace

TEST_CASE("greedy cover: orthonormal points attain the bound on the steps", "[verify][capacity][exact]") {
  for (const Rational& eps : {Rational(1, 2), Rational(1, 3), Rational(3, 10), Rational(1, 10)}) {
    for (const StepRule rule : {StepRule::largest, StepRule::first, StepRule::smallest}) {
      CAPTURE(eps.to_string(), name_of(rule));
      const CoverData data = cover_data(CoverDataKind::orthonormal, 1000, 1, eps, 1);
      const CoverRun run = run_greedy_cover(data, eps, rule);
      CHECK(Rational(run.steps) == ceil(Rational(1) / (eps * eps)) - Rational(1));
      CHECK(run.distance <= eps);
    }
  }
}

TEST_CASE("greedy cover: the end point follows from the net counts and covers", "[verify][capacity][exact]") {
  const Rational eps(1, 6);
  for (const CoverDataKind kind : {CoverDataKind::clustered, CoverDataKind::planted, CoverDataKind::random}) {
    for (const StepRule rule : {StepRule::largest, StepRule::first, StepRule::smallest}) {
      CAPTURE(name_of(kind), name_of(rule));
      const CoverData data = cover_data(kind, 40, 7, eps, 5);
      const CoverRun run = run_greedy_cover(data, eps, rule);
      const std::vector<Rational> w = rest(data, run, eps);
      Rational square(0), distance(0);
      for (const Rational& x : w) square += x * x;
      for (std::size_t i = 0; i < data.count; ++i) distance = std::max(distance, abs(product(data, i, w)));
      CHECK(square == run.residual);
      CHECK(distance == run.distance);
      CHECK(distance <= eps);
      long net = 0;
      for (const long c : run.net) net += std::abs(c);
      CHECK(net <= static_cast<long>(run.steps));
      CHECK(Rational(run.steps) <= run.allowed);
    }
  }
}

TEST_CASE("greedy cover: every weight vector of a grid ends at one of the counted points",
          "[verify][capacity][exact]") {
  // Two points at 90 degrees, eps = 3/4, K = 1: five net counts, and no end point outside them.
  CoverData data;
  data.count = data.dimension = 2;
  data.points = {1, 0, 0, 1};
  data.weight_scale = 100;
  std::set<std::vector<long>> ends;
  for (long x = -100; x <= 100; ++x) {
    for (long y = -100; y <= 100; ++y) {
      if (x * x + y * y > 10000) continue;
      data.weights = {x, y};
      ends.insert(run_greedy_cover(data, Rational(3, 4), StepRule::largest).net);
    }
  }
  CHECK(ends.size() == 5);
}

TEST_CASE("greedy cover: bad input", "[verify][capacity][domain]") {
  CHECK(code_of([] { cover_data(CoverDataKind::random, 0, 3, Rational(1, 2), 1); }) == "LC241");
  CHECK(code_of([] { cover_data(CoverDataKind::random, 3, 3, Rational(2), 1); }) == "LC241");
  CHECK(code_of([] { cover_data(CoverDataKind::random, 3, 3, Rational(0), 1); }) == "LC241");
}

TEST_CASE("counter_random: words of one place are fixed", "[verify][capacity][exact]") {
  // Philox4x32-10 with counter 0 and key 0: the known answer of its authors, 6627e8d5 e169c58d bc57ac4c 9b00dbd8.
  const auto words = random_words(0, {});
  CHECK(words[0] == 0xe169c58d6627e8d5ULL);
  CHECK(words[1] == 0x9b00dbd8bc57ac4cULL);
}
