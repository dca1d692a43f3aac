// The rule `given`: a goal that a hypothesis says, and what has a value because a hypothesis has one; the rule
// `squares`; and how comparisons and names become goals.
#include "numerics/printer.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/claim_samples.hpp"
#include "tests/verify/proof_steps.hpp"
#include "verify/claim_reader.hpp"
#include "verify/prover/decide.hpp"

using namespace lemmacheck::verify;
using namespace lemmacheck::verify::tests;

namespace {

using Texts = std::vector<std::string>;

std::string check(const Texts& ranges, const Texts& hypotheses, const std::string& statement, const Step& step) {
  return check_steps(claim_from(ranges, hypotheses, statement), {step});
}

}  // namespace

TEST_CASE("kernel rules: given", "[verify][kernel]") {
  const auto given = [](const Texts& hypotheses, const std::string& statement, const std::string& index = "0") {
    return check({"x in (-inf, inf)"}, hypotheses, statement, {"given", {{"hypothesis", index}}, {}});
  };
  CHECK(given({"log(x)*sin(1/x) <= 3"}, "log(x)*sin(1/x) <= 3").empty());
  CHECK(given({"x <= 9", "x < 3"}, "x <= 3", "1").empty());
  CHECK_FALSE(given({"x <= 9", "x < 3"}, "x <= 3", "0").empty());
  CHECK_FALSE(given({"x <= 3"}, "x < 3").empty());
  CHECK_FALSE(given({"3 <= x"}, "x <= 3").empty());
  CHECK_FALSE(given({"x <= 2"}, "x <= 3").empty());
  for (const char* index : {"1", "-1", "", "99999999999999999999"})
    CHECK_FALSE(given({"x <= 3"}, "x <= 3", index).empty());

  // what a hypothesis has a value for, f has too; and a - a = 0 where a has a value
  const auto same = [](const std::string& range, const Texts& hypotheses, const std::string& statement,
                       const std::string& parts = "hypotheses") {
    return check({range}, hypotheses, statement, {"defined", {{"given", parts}}, {{"zero", {}, {}}}});
  };
  CHECK(same("x in (-inf, inf)", {"log(x) <= 3"}, "log(x) <= log(x)").empty());
  CHECK(same("x in (-inf, inf)", {"1/log(x) <= 3"}, "log(x) <= log(x)").empty());
  CHECK_FALSE(same("x in (-inf, inf)", {"log(x) <= 3"}, "log(x) <= log(x)", "").empty());
  CHECK_FALSE(same("x in (-inf, inf)", {"log(x) <= 3"}, "log(x) < log(x)").empty());
  CHECK_FALSE(same("x in (-inf, inf)", {"log(x^2) <= 3"}, "log(x) <= log(x)").empty());
  CHECK_FALSE(same("x in [0, 1]", {"1/x <= 3"}, "log(x-1) <= log(x-1)").empty());
  CHECK_FALSE(same("x in (-inf, inf)", {}, "log(x) <= log(x)").empty());
  CHECK_FALSE(same("x in (-inf, inf)", {"log(x) <= 3"}, "1/log(x) <= 1/log(x)").empty());
}

TEST_CASE("kernel rules: gamma has a value at negative numbers, and is not positive there", "[verify][kernel]") {
  const auto positive = [](const std::string& range, const Texts& hypotheses) {
    const Step sign{"defined", {{"given", "hypotheses"}}, {{"sign", {}, {}}}};
    return check({range}, hypotheses, "0 < gamma(x)", sign);
  };
  CHECK_FALSE(positive("x in (-1, 0)", {"gamma(x) <= 100"}).empty());
  CHECK_FALSE(positive("x in (-3, 9)", {"gamma(x)^2 <= 100"}).empty());
  CHECK(positive("x in [1/2, 9]", {"gamma(x) <= 100"}).empty());
}

TEST_CASE("kernel: comparisons of |e|, max and min are what they say of each part", "[verify][kernel]") {
  const auto hypotheses = [](const std::string& text) {
    Claim claim = claim_from({"x in [-9, 9]", "y in [-9, 9]"}, {text}, "x <= y");
    std::vector<std::string> found;
    const std::vector<kernel::Goal> goals = kernel::claim_goals(claim);
    for (const kernel::Hypothesis& h : goals.at(0).domain.hypotheses)
      found.push_back(lemmacheck::numerics::to_text(claim.graph, h.value) + (h.strict ? " > 0" : " >= 0"));
    return found;
  };
  Claim claim = claim_from({"x in [-9, 9]"}, {}, "abs(x) <= 9");
  CHECK(kernel::claim_goals(claim).size() == 2);
  CHECK(hypotheses("abs(x) <= y") == Texts{"y - x >= 0", "y - -x >= 0"});
  CHECK(hypotheses("abs(x+y) < 2") == Texts{"2 - (x + y) > 0", "2 - -(x + y) > 0"});
  CHECK(hypotheses("max(x, abs(y)) <= 3") == Texts{"3 - x >= 0", "3 - y >= 0", "3 - -y >= 0"});
  CHECK(hypotheses("x < min(y, 2)") == Texts{"y - x > 0", "2 - x > 0"});
  CHECK(hypotheses("y <= abs(x)") == Texts{"abs(x) - y >= 0"});
  CHECK(hypotheses("min(x, y) <= 1") == Texts{"1 - min(x, y) >= 0"});
}

TEST_CASE("kernel: a variable may have the name of a constant", "[verify][kernel]") {
  const auto claim = [](const std::string& x, const std::string& pi, const std::string& statement) {
    ClaimTexts texts;
    texts.ranges = {{"x in " + x, {}}, {"pi in " + pi, {}}};
    texts.statements = {{statement, {}}};
    return read_claim(texts);
  };
  // The limit pi/2 of atan is a number, and no value of the variable.
  const Step by_limit{"monotone", {{"variable", "x"}, {"from", "lower"}, {"by", "limit"}}, {}};
  const Step far{"inverse", {{"rest", "-5"}, {"part", "atan(x)"}, {"scale", "1"}}, {{"defined", {}, {by_limit}}}};
  CHECK_FALSE(check_steps(claim("(0, inf)", "[100, 200]", "atan(x) >= 5"), {{"defined", {}, {far}}}).empty());
  const Step upper{"monotone", {{"variable", "x"}, {"from", "upper"}, {"by", "limit"}}, {}};
  CHECK_FALSE(check_steps(claim("(0, inf)", "[1, 3/2]", "atan(x) <= pi/2"), {{"defined", {}, {upper}}}).empty());
  CHECK_FALSE(check_steps(claim("(0, inf)", "[4, 5]", "atan(x) >= 2"), {{"defined", {}, {by_limit}}}).empty());
  // Recorded derivatives mean the constant.
  CHECK(prover::decide(claim("[0, 1]", "[2, 3]", "erf(x) <= pi*x")).verdict == prover::Verdict::proved);
  CHECK(prover::decide(claim("[0, 1]", "[1, 2]", "erf(x) <= pi*x")).verdict == prover::Verdict::refuted);
}

TEST_CASE("kernel rules: squares", "[verify][kernel]") {
  const auto squares = [](const std::string& left, const std::string& right, std::size_t conditions = 0) {
    std::vector<Step> shown(conditions);
    shown.push_back({"squares", {{"left", left}, {"right", right}}, {}});
    return Step{"defined", {}, std::move(shown)};
  };
  const auto check = [](const Texts& ranges, const std::string& statement, const Step& step) {
    return ::check(ranges, {}, statement, step);
  };
  CHECK(check({"x in [0, 3]"}, "x <= sqrt(x^2 + 1)", squares("sqrt(x^2 + 1)", "x", 1)).empty());
  CHECK(check({"x in [-3, 3]"}, "x < sqrt(x^2 + 1)", squares("sqrt(x^2 + 1)", "x", 1)).empty());
  CHECK_FALSE(check({"x in [-3, 3]"}, "x <= sqrt(x^2 + 1)", squares("sqrt(x^2 + 1)", "x + 1", 1)).empty());
  CHECK_FALSE(check({"x in [-3, -1]"}, "1 <= x", squares("x", "1")).empty());  // the squares agree, x is negative
  CHECK_FALSE(check({"x in [1, 3]"}, "x < sqrt(x^2)", squares("sqrt(x^2)", "x", 1)).empty());
  CHECK_FALSE(check({"x in [1, 3]"}, "x <= 2", squares("2", "x")).empty());
  CHECK_FALSE(check({"x in [0, 3]"}, "-1 <= x", squares("x + 1/x", "1/x - 1")).empty());  // no value at 0
}
