// Hostile random arguments: points, thin and wide boxes, ends on the edge of the domain.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <sstream>
#include <vector>

#include "numerics/big_interval.hpp"
#include "tests/support/catch.hpp"

namespace lemmacheck::test {

using numerics::BigInterval;
using numerics::Defined;
using numerics::Precision;
using numerics::Rational;

inline long test_multiplier() {
  const char* text = std::getenv("LEMMACHECK_TEST_MULTIPLIER");
  return text ? std::max(1L, std::strtol(text, nullptr, 10)) : 1;
}

/// Exact numbers from a counter; the seed is part of every message through CAPTURE of the box.
class RandomBoxes {
 public:
  explicit RandomBoxes(std::uint64_t seed) : engine_(seed) {}

  long between(long low, long high) {  // both included
    return low + static_cast<long>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  /// low + k (high - low) / 2^bits for a random k: exact, the ends included.
  Rational number(const Rational& low, const Rational& high, long bits = 30) {
    const long k = between(0, 1L << bits);
    return low + (high - low) * Rational(k, 1L << bits);
  }

  struct Box {
    Rational low, high;
    BigInterval at(Precision p) const { return BigInterval(low, high, p); }
    bool is_point() const { return low == high; }
  };

  /// A point, a box of relative width down to 2^-100, a wide one, or one that starts or ends at the edge.
  Box box(const Rational& low, const Rational& high) {
    Rational a = number(low, high), b = number(low, high);
    switch (between(0, 5)) {
      case 0: return {a, a};
      case 1: {
        const Rational tiny = (high - a) * numerics::pow(Rational(1, 2), between(20, 100));
        return {a, a + tiny};
      }
      case 2: return {low, a};
      case 3: return {a, high};
      default: return a < b ? Box{a, b} : Box{b, a};
    }
  }
  Rational inside(const Box& box) { return number(box.low, box.high, between(0, 3) == 0 ? 0 : 20); }

 private:
  std::mt19937_64 engine_;
};

/// For random boxes: the result holds the value at points inside, evaluated at three times the precision, and the
/// result on a sub-box; on points it is no wider than `ulp` units of the last place.
template <class F>
void check_on_boxes(const std::vector<std::pair<Rational, Rational>>& domain, F&& f, double ulp, std::uint64_t seed,
                    int count = 60) {
  RandomBoxes random(seed);
  for (long i = 0; i < count * test_multiplier(); ++i) {
    const Precision precision(random.between(0, 1) ? 128 : random.between(40, 200));
    std::vector<RandomBoxes::Box> boxes;
    std::vector<BigInterval> arguments, sub, points;
    std::ostringstream text;
    bool all_points = true;
    const Precision fine(3 * precision.bits + 200);
    for (const auto& [low, high] : domain) {
      boxes.push_back(random.box(low, high));
      const auto& box = boxes.back();
      const Rational a = random.inside(box), b = random.inside(box);
      arguments.push_back(box.at(precision));
      sub.push_back(BigInterval(a, b, fine));
      points.push_back(BigInterval(a, fine));
      all_points = all_points && arguments.back().is_point();
      text << '[' << box.low.to_string() << ", " << box.high.to_string() << "] at " << a.to_string() << "; ";
    }
    CAPTURE(seed, i, precision.bits, text.str());
    Defined defined = Defined::everywhere, defined_fine = Defined::everywhere;
    const BigInterval result = f(arguments, defined);
    const BigInterval exact = f(points, defined_fine);
    CHECK(result.precision() == precision);
    CHECK((defined_fine == Defined::nowhere || result.contains(exact)));
    CHECK(result.contains(f(sub, defined_fine)));
    if (all_points && defined == Defined::everywhere) {
      const double limit = ulp * std::ldexp(1.0, 1 - static_cast<int>(precision.bits));
      CHECK((result.is_point() || result.relative_width_upper() <= limit));
    }
  }
}

}  // namespace lemmacheck::test
