// A conclusion that is reported as a whole number is rounded towards its side.
#include "reports/theorem_words.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck;
using numerics::BigInterval;
using numerics::Precision;
using numerics::Rational;

TEST_CASE("a whole number stays on the side of its conclusion", "[reports][soundness]") {
  const auto number = [](const Rational& x, bool exact) {
    verify::Number made{BigInterval(x, Precision(64)), numerics::Defined::everywhere, std::nullopt};
    if (exact) made.exact = x;
    return made;
  };
  for (const bool exact : {false, true}) {
    CAPTURE(exact);
    CHECK(reports::rounded(number({7, 2}, exact), verify::Side::lower, 6, true) == "3");
    CHECK(reports::rounded(number({7, 2}, exact), verify::Side::upper, 6, true) == "4");
    CHECK(reports::rounded(number({-7, 2}, exact), verify::Side::lower, 6, true) == "-4");
    CHECK(reports::rounded(number({-7, 2}, exact), verify::Side::upper, 6, true) == "-3");
    verify::Conclusion conclusion;
    conclusion.integer = true;
    conclusion.side = verify::Side::lower;
    const reports::Cell cell = reports::conclusion_cell(number({10, 3}, exact), conclusion);
    const Rational shown = exact ? std::get<Rational>(cell) : std::get<BigInterval>(cell).lower_rational();
    CHECK(shown == Rational(3));
  }
}
