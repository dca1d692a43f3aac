#include "bounds/linear_cover_greedy.hpp"
#include "bounds/linear_cover_maurey.hpp"
#include "bounds/linear_cover_zhang.hpp"
#include "tests/bounds/capacity_golden.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using namespace lemmacheck::bounds;

namespace {
const Precision bits(128);
using Points = std::vector<BigInterval>;
}  // namespace

TEST_CASE("linear covers: values of an independent computation", "[bounds][capacity][oracle]") {
  for (const char* name : {"greedy_cover_steps", "linear_cover_zhang", "linear_cover_greedy",
                           "linear_cover_greedy_count", "linear_cover_maurey"})
    check_golden(name);
}

TEST_CASE("linear covers: Zhang's number against the greedy one", "[bounds][capacity][exact]") {
  // a = b = 1, eps = 1/10, n = 1000: 53.70 with floor(100), 103.74 with the net counts of 99 steps (102.95 would be
  // 100).
  const BigInterval zhang = formula_value("36*100*log(2*42*1000 + 1)", bits),
                    greedy = formula_value("100*log(2001)", bits);
  CHECK(meets(zhang / greedy, "53.6991735739964574"));
  CHECK(meets(zhang / formula_value("log_lattice_ball(1000, 99)", bits), "103.737130195565898"));
  // eps as an enclosure of 1/10: both sides of the integer are enclosed, never lost.
  Defined defined = Defined::everywhere;
  const BigInterval one(1, bits), eps(Rational(1, 10), bits), n(1000, bits);
  CHECK(linear_cover_greedy(one, one, eps, n, defined).contains(formula_value("100*log(2001)", Precision(400))));
  CHECK(linear_cover_greedy_count(one, one, eps, n, defined)
            .contains(formula_value("log_lattice_ball(1000, 99)", Precision(400))));
  CHECK(greedy_cover_steps(one, one, eps, defined).contains(Rational(99)));
  CHECK(linear_cover_zhang(one, one, eps, n, defined)
            .contains(formula_value("36*100*log(2*42*1000 + 1)", Precision(400))));
  CHECK(greedy_steps_of_square(Rational(100)) == Rational(99));
  CHECK(greedy_steps_of_square(Rational(1001, 10)) == Rational(100));
  CHECK(greedy_steps_of_square(Rational(1)) == Rational(0));
  CHECK(greedy_steps_of_square(Rational(0)) == Rational(0));
}

TEST_CASE("linear covers: boxes and domain", "[bounds][capacity][containment][isotone][domain]") {
  const auto zhang = [](const Points& x, Defined& d) { return linear_cover_zhang(x[0], x[1], x[2], x[3], d); };
  const auto greedy = [](const Points& x, Defined& d) { return linear_cover_greedy(x[0], x[1], x[2], x[3], d); };
  const auto maurey = [](const Points& x, Defined& d) { return linear_cover_maurey(x[0], x[1], x[2], x[3], d); };
  const std::vector<std::pair<Rational, Rational>> domain{{Rational(0), Rational(4)},
                                                          {Rational(0), Rational(4)},
                                                          {Rational(1, 16), Rational(2)},
                                                          {Rational(1), Rational(4096)}};
  // Accuracy is tested at decided ceilings (the golden rows); a random eps need not be one.
  check_on_boxes(domain, zhang, 1e300, 11);
  check_on_boxes(domain, greedy, 1e300, 12);
  check_on_boxes(domain, maurey, 1e300, 13);
  Defined defined = Defined::everywhere;
  const auto number = [](const char* text) { return BigInterval::parse(text, bits); };
  for (const auto& f : {+zhang, +greedy, +maurey}) {
    CHECK(f({number("0"), number("1"), number("1"), number("5")}, defined).contains(Rational(0)));
    CHECK(defined == Defined::everywhere);
    CHECK(f({number("1"), number("1"), number("[0, 1]"), number("5")}, defined).is_bounded() == false);
    CHECK(defined == Defined::partly);
    defined = Defined::everywhere;
    CHECK(f({number("1"), number("1"), number("0"), number("5")}, defined).is_empty());
    CHECK(defined == Defined::nowhere);
    defined = Defined::everywhere;
    CHECK(f({number("-1"), number("1"), number("1"), number("5")}, defined).is_empty());
    defined = Defined::everywhere;
    CHECK(f({number("1"), number("1"), number("1"), number("1/2")}, defined).is_empty());
    defined = Defined::everywhere;
  }
}
