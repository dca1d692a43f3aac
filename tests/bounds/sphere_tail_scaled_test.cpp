#include "bounds/sphere_tail_scaled.hpp"

#include "bounds/sphere_tail.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/exact_binomial.hpp"
#include "tests/support/golden_band.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using lemmacheck::bounds::sphere_tail;
using lemmacheck::bounds::sphere_tail_scaled;

namespace {
const Precision bits(128);
BigInterval number(const std::string& text, Precision precision = bits) { return BigInterval::parse(text, precision); }
BigInterval tail(const BigInterval& m, const BigInterval& z) {
  Defined defined = Defined::everywhere;
  const BigInterval value = sphere_tail_scaled(m, z, defined);
  CHECK(defined == Defined::everywhere);
  return value;
}
}  // namespace

TEST_CASE("sphere_tail_scaled: polynomials for odd squares", "[bounds][sphere][exact]") {
  // sqrt(m) is whole, so that z/sqrt(m) is rational
  for (const long root : {3L, 5L, 9L, 15L}) {
    for (int k = 0; k <= 64; k += 4) {
      const Rational t(k, 64), z = t * Rational(root);
      CAPTURE(root, k);
      const BigInterval value = tail(BigInterval(root * root, bits), BigInterval(z, bits));
      CHECK(value.contains(sphere_tail_odd(root * root, t)));
      CHECK((value.is_point() || value.relative_width_upper() < 1e-30));
    }
  }
}

TEST_CASE("sphere_tail_scaled: ends", "[bounds][sphere][exact]") {
  CHECK(same_set(tail(number("[7, 900]"), number("0")), BigInterval(1, bits)));
  CHECK(same_set(tail(number("9"), number("3")), BigInterval(0, bits)));
  CHECK(same_set(tail(number("[4, 9]"), number("[5, inf]")), BigInterval(0, bits)));
  CHECK(meets(tail(number("3"), number("1")), "0.422649730810374235490851219498042544352"));  // 1 - 1/sqrt(3)
  CHECK(tail(number("[1000000, inf]"), number("1")).contains(Rational::parse("0.317")));      // normal: 0.3173
}

TEST_CASE("sphere_tail_scaled: every dimension of a box", "[bounds][sphere][containment]") {
  // The bound over dimensions is a theorem about real m; points of the box come from sphere_tail.
  RandomBoxes random(707);
  const Precision fine(200);
  long below_natural = 0;
  for (int i = 0; i < 1500; ++i) {
    const auto m = random.box(Rational(2), random.between(0, 1) == 0 ? Rational(40) : Rational(3000));
    const auto z = random.box(Rational(0), random.between(0, 1) == 0 ? Rational(2) : Rational(9));
    const BigInterval box = tail(m.at(bits), z.at(bits));
    for (int k = 0; k < 4; ++k) {
      const Rational at = k == 0 ? m.low : k == 1 ? m.high : random.inside(m), where = random.inside(z);
      CAPTURE(m.low.to_string(), m.high.to_string(), z.low.to_string(), z.high.to_string(), at.to_string());
      Defined defined = Defined::everywhere;
      const BigInterval t = min(BigInterval(where, fine) / sqrt(BigInterval(at, fine)), BigInterval(1, fine));
      const BigInterval truth = sphere_tail(BigInterval(at, fine), t, defined);
      REQUIRE_FALSE(intersection(box, truth).is_empty());
      if (truth.relative_width_upper() < 1e-20) {
        const double slack = 1e-15 * truth.upper_double();
        REQUIRE(box.lower_double() <= truth.lower_double() + slack);
        REQUIRE(box.upper_double() >= truth.upper_double() - slack);
      }
    }
    Defined defined = Defined::everywhere;
    const BigInterval scaled = min(z.at(bits) / sqrt(m.at(bits)), BigInterval(1, bits));
    const BigInterval natural = sphere_tail(m.at(bits), scaled, defined);
    CHECK(box.upper_double() - box.lower_double() <= 1.01 * (natural.upper_double() - natural.lower_double()) + 1e-3);
    if (box.upper_double() - box.lower_double() < 0.3 * (natural.upper_double() - natural.lower_double()))
      ++below_natural;
  }
  CHECK(below_natural > 150);
}

TEST_CASE("sphere_tail_scaled: narrow over many dimensions", "[bounds][sphere]") {
  // sqrt(6)/4 (1/(m1-3) - 1/(m2-3)) = 0.00306, a little more as the middle is rounded; sphere_tail on the same box is
  // as wide as 0.2
  const BigInterval box = tail(number("[103, 203]"), number("1"));
  CHECK(box.upper_double() - box.lower_double() < 0.0031);
  CHECK(box.contains(tail(number("103"), number("1"))));
  CHECK(box.contains(tail(number("203"), number("1"))));
  Defined defined = Defined::everywhere;
  const BigInterval natural = sphere_tail(number("[103, 203]"), number("1") / sqrt(number("[103, 203]")), defined);
  CHECK(natural.upper_double() - natural.lower_double() > 0.15);
}

TEST_CASE("sphere_tail_scaled: domain", "[bounds][sphere][domain]") {
  Defined defined = Defined::everywhere;
  CHECK_FALSE(sphere_tail_scaled(number("[3, 5]"), number("[-1, 2]"), defined).is_empty());
  CHECK(defined == Defined::partly);
  defined = Defined::everywhere;
  CHECK(sphere_tail_scaled(number("1"), number("0.5"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(sphere_tail_scaled(number("9"), number("[-2, -1]"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
}
