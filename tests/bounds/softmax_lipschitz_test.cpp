#include "bounds/softmax_lipschitz.hpp"

#include "tests/bounds/capacity_golden.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using lemmacheck::bounds::softmax_lipschitz;

namespace {

const Precision bits(128);
using Scores = std::vector<Rational>;

std::vector<BigInterval> softmax(const Scores& scores) {
  std::vector<BigInterval> weights;
  BigInterval sum(0, bits);
  for (const Rational& s : scores) {
    weights.push_back(exp(BigInterval(s, bits)));
    sum = sum + weights.back();
  }
  for (BigInterval& w : weights) w = w / sum;
  return weights;
}

BigInterval distance(const Scores& a, const Scores& b) {
  const auto p = softmax(a), q = softmax(b);
  BigInterval sum(0, bits);
  for (std::size_t i = 0; i < p.size(); ++i) sum = sum + abs(p[i] - q[i]);
  return sum;
}

BigInterval bound(const Rational& gap) {
  Defined defined = Defined::everywhere;
  return softmax_lipschitz(BigInterval(gap, bits), defined);
}

}  // namespace

TEST_CASE("softmax_lipschitz: values of an independent computation", "[bounds][capacity][oracle]") {
  check_golden("softmax_lipschitz");
}

TEST_CASE("softmax_lipschitz: no violation in dimension up to 50", "[bounds][capacity][containment]") {
  RandomBoxes random(50);
  for (int trial = 0; trial < 400; ++trial) {
    const long d = random.between(2, 50), size = random.between(1, 12);
    const Rational gap = random.number(0, Rational(4));
    Scores a, b;
    for (long i = 0; i < d; ++i) {
      a.push_back(random.number(Rational(-size), Rational(size)));
      // Mostly at the ends, where the distance is largest.
      const long end = random.between(0, 4);
      b.push_back(a.back() + (end < 2 ? gap : end < 4 ? -gap : random.number(-gap, gap)));
    }
    CAPTURE(trial, d, gap.to_string());
    CHECK(less_equal(distance(a, b), bound(gap)) == Truth::yes);
  }
}

TEST_CASE("softmax_lipschitz: attained at the balanced split, and nothing smaller is true",
          "[bounds][capacity][negative]") {
  for (const Rational& r : {Rational(1, 100), Rational(1), Rational(7)}) {
    const Scores a{-r / Rational(2), r / Rational(2)}, b{r / Rational(2), -r / Rational(2)};
    const BigInterval found = distance(a, b);
    CHECK(!intersection(found, bound(r)).is_empty());
    // A constant smaller by one part in 1e9 is refuted by the same pair.
    CHECK(less(bound(r) * BigInterval(Rational(999999999, 1000000000), bits), found) == Truth::yes);
  }
  // Split over many coordinates with balanced mass it is attained as well.
  Scores a, b;
  for (int i = 0; i < 50; ++i) {
    a.push_back(Rational(i % 2 == 0 ? -1 : 1, 2));
    b.push_back(-a.back());
  }
  CHECK(!intersection(distance(a, b), bound(1)).is_empty());
}

TEST_CASE("softmax_lipschitz: boxes and domain", "[bounds][capacity][containment][isotone][domain]") {
  check_on_boxes(
      {{Rational(0), Rational(100)}},
      [](const std::vector<BigInterval>& x, Defined& d) { return softmax_lipschitz(x[0], d); }, 4, 7);
  Defined defined = Defined::everywhere;
  CHECK(same_set(softmax_lipschitz(BigInterval(0, bits), defined), BigInterval(0, bits)));
  CHECK(softmax_lipschitz(BigInterval(-1, bits), defined).is_empty());
  CHECK(defined == Defined::nowhere);
}
