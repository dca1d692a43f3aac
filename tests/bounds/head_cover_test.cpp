#include "bounds/head_cover.hpp"

#include "bounds/two_head_cover.hpp"
#include "tests/bounds/capacity_golden.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using namespace lemmacheck::bounds;

namespace {
const Precision bits(128);
using Points = std::vector<BigInterval>;
}  // namespace

TEST_CASE("head covers: values of an independent computation", "[bounds][capacity][oracle]") {
  for (const char* name : {"head_cover_constant", "head_cover", "two_head_cover"}) check_golden(name);
}

TEST_CASE("head_cover_constant: no split of the accuracy is cheaper", "[bounds][capacity][exact]") {
  // A/alpha^2 + B/(1-alpha)^2 at rational alpha, exactly.
  for (const auto& [v, q, x] :
       {std::array{1L, 1L, 1L}, std::array{2L, 3L, 1L}, std::array{1L, 20L, 2L}, std::array{5L, 1L, 3L}}) {
    const Rational a = pow(Rational(v * q * x * x * x), 2), b = pow(Rational(v * x), 2);
    Defined defined = Defined::everywhere;
    const Rational low =
        head_cover_constant(BigInterval(v, bits), BigInterval(q, bits), BigInterval(x, bits), defined).lower_rational();
    Rational best = a * Rational(10000) + b * Rational(10000);
    for (long k = 1; k < 200; ++k) {
      const Rational alpha(k, 200), rest = Rational(1) - alpha, cost = a / (alpha * alpha) + b / (rest * rest);
      CHECK(low <= cost);
      best = std::min(best, cost);
    }
    CHECK(best <= low * Rational(101, 100));
  }
}

TEST_CASE("two_head_cover: the volume is the useful one after a step", "[bounds][capacity][exact]") {
  const BigInterval early = formula_value("two_head_cover(1, 1000, 128, 1/2)", bits);
  CHECK(meets(early, "243.24487470667947"));  // 32 ln(2001)
  const BigInterval late = formula_value("two_head_cover(50, 1000, 128, 1/2)", bits);
  CHECK(meets(late / formula_value("256*log(401)", bits), "1.0000000000000000000"));
}

TEST_CASE("head covers: boxes and domain", "[bounds][capacity][containment][isotone][domain]") {
  const auto constant = [](const Points& x, Defined& d) { return head_cover_constant(x[0], x[1], x[2], d); };
  check_on_boxes({{Rational(0), Rational(4)}, {Rational(0), Rational(50)}, {Rational(0), Rational(3)}}, constant, 16,
                 21);
  const auto cover = [](const Points& x, Defined& d) { return head_cover(x[0], x[1], x[2], d); };
  check_on_boxes({{Rational(0), Rational(4)}, {Rational(1), Rational(1000000)}, {Rational(1, 16), Rational(2)}}, cover,
                 8, 22);
  const auto two_heads = [](const Points& x, Defined& d) { return two_head_cover(x[0], x[1], x[2], x[3], d); };
  check_on_boxes({{Rational(0), Rational(4)},
                  {Rational(1), Rational(4096)},
                  {Rational(1), Rational(512)},
                  {Rational(1, 16), Rational(2)}},
                 two_heads, 1e300, 23);
  Defined defined = Defined::everywhere;
  const BigInterval one(1, bits), none(-1, bits), zero(0, bits);
  CHECK(head_cover_constant(none, one, one, defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(head_cover(one, one, zero, defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(two_head_cover(one, zero, one, one, defined).is_empty());
  CHECK(defined == Defined::nowhere);
}
