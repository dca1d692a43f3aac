#include "bounds/sparse_reading.hpp"

#include "tests/bounds/capacity_golden.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using namespace lemmacheck::bounds;

namespace {
const Precision bits(128);
using Points = std::vector<BigInterval>;
}  // namespace

TEST_CASE("sparse reading: values of an independent computation", "[bounds][capacity][oracle]") {
  for (const char* name : {"coherence_radius", "symmetric_reading_error", "separate_reading_error"}) check_golden(name);
}

TEST_CASE("symmetric_reading_error: worst scores that the hypotheses allow", "[bounds][capacity][containment]") {
  // Any scores in the two ranges of the proof, any bits: exact rationals through exp enclosures.
  RandomBoxes random(77);
  for (int trial = 0; trial < 300; ++trial) {
    const long s = random.between(1, 5), tokens = s + random.between(0, 12);
    const Rational scale(random.between(0, 64), 8), coherence(random.between(0, 40), 400);
    const Rational inner = scale * Rational(s - 1) * coherence, outer = scale * Rational(s) * coherence;
    BigInterval sum(0, bits), head(0, bits);
    Rational mean(0);
    for (long k = 0; k < tokens; ++k) {
      const bool relevant = k < s;
      const long x = random.between(0, 1) * 2 - 1;
      if (relevant) mean += Rational(x, s);
      const Rational score = relevant ? scale + (random.between(0, 1) ? inner : -inner) : outer;
      const BigInterval weight = exp(BigInterval(score, bits));
      sum = sum + weight;
      head = head + weight * BigInterval(x, bits);
    }
    Defined defined = Defined::everywhere;
    const BigInterval bound = symmetric_reading_error(BigInterval(tokens, bits), BigInterval(s, bits),
                                                      BigInterval(scale, bits), BigInterval(coherence, bits), defined);
    CAPTURE(trial, s, tokens, scale.to_string(), coherence.to_string());
    CHECK(defined == Defined::everywhere);
    CHECK(less(bound, abs(head / sum - BigInterval(mean, bits))) != Truth::yes);
  }
}

TEST_CASE("separate_reading_error: attained with orthogonal keys, and nothing smaller is true",
          "[bounds][capacity][negative]") {
  for (const long tokens : {2L, 16L, 1024L}) {
    for (const long scale : {0L, 3L, 20L}) {
      const BigInterval others(tokens - 1, bits), peak = exp(BigInterval(scale, bits));
      const BigInterval error = BigInterval(2, bits) * others / (peak + others);
      Defined defined = Defined::everywhere;
      const BigInterval bound =
          separate_reading_error(BigInterval(tokens, bits), BigInterval(scale, bits), BigInterval(0, bits), defined);
      CHECK(!intersection(error, bound).is_empty());
      CHECK(less(bound * BigInterval(Rational(999999999, 1000000000), bits), error) == Truth::yes);
    }
  }
}

TEST_CASE("sparse reading: boxes and domain", "[bounds][capacity][containment][isotone][domain]") {
  const auto coherence = [](const Points& x, Defined& d) { return coherence_radius(x[0], x[1], x[2], d); };
  check_on_boxes({{Rational(2), Rational(4096)}, {Rational(1), Rational(100000)}, {Rational(1, 1000), Rational(1)}},
                 coherence, 16, 41);
  const auto symmetric = [](const Points& x, Defined& d) { return symmetric_reading_error(x[0], x[1], x[2], x[3], d); };
  check_on_boxes({{Rational(8), Rational(4096)},
                  {Rational(1), Rational(8)},
                  {Rational(0), Rational(20)},
                  {Rational(0), Rational(1, 16)}},
                 symmetric, 64, 42);
  const auto separate = [](const Points& x, Defined& d) { return separate_reading_error(x[0], x[1], x[2], d); };
  check_on_boxes({{Rational(1), Rational(4096)}, {Rational(0), Rational(40)}, {Rational(0), Rational(1)}}, separate, 64,
                 43);
  Defined defined = Defined::everywhere;
  const auto number = [](const char* text) { return BigInterval::parse(text, bits); };
  CHECK(symmetric_reading_error(number("3"), number("4"), number("1"), number("0"), defined).is_empty());  // s > T
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(coherence_radius(number("1"), number("4"), number("1"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(separate_reading_error(number("5"), number("-1"), number("0"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
}
