// A conclusion that is reported as a whole number is rounded towards its side.
#include "reports/theorem_report.hpp"
#include "reports/theorem_words.hpp"
#include "tests/support/catch.hpp"
#include "verify/library.hpp"

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

TEST_CASE("a statement rounds a name to its own side, also where another name has the same formula",
          "[reports][soundness]") {
  const verify::Theorem theorem = verify::load(verify::read_theorem_file(R"toml(
[theorem]
id = "t"
for = ["delta in (0, 1)"]
budget = "delta"
says = "{low} <= q <= {high}, q = {1/3}, r >= {log(delta - 2)}"
[[event]]
name  = "a"
share = "1"
fails = "0"
[[conclusion]]
name    = "low"
formula = "1/3"
side    = "lower"
[[conclusion]]
name    = "high"
formula = "1/3"
side    = "upper"
)toml",
                                                                        "t.toml"));
  const std::vector<verify::Text> settings{{"delta = 0.5", {}}};
  const verify::Binding binding(theorem, settings);
  const verify::Evaluation found = verify::Evaluator(theorem, binding).at_point();
  CHECK(reports::statement_text(theorem, binding, found) ==
        "0.333333 <= q <= 0.333334, q = [0.333333, 0.333334], "
        "r >= (log(delta - 2), which is not certain to have a value)");
}
