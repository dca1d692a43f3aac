// Theorem files that once made the evaluator say something false. What is expected follows from the files by hand.
#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "verify/evaluate.hpp"
#include "verify/library.hpp"
#include "verify/range.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;

namespace {

TheoremFile file_of(const std::string& id, const std::string& domains, const std::string& rest) {
  const std::string head = "[theorem]\nid = \"" + id + "\"\nfor = [" + domains + "]\nbudget = \"delta\"\n";
  return read_theorem_file(head + rest, id + ".toml");
}

Theorem theorem_of(const std::string& rest, const std::string& domains = "'delta in (0, 1)'") {
  return load(file_of("t", domains, rest));
}

std::string event_of(const std::string& choose, const std::string& fails, const std::string& share = "1",
                     const std::string& name = "a") {
  const std::string chosen = choose.empty() ? "" : "choose = '" + choose + "'\n";
  return "[[event]]\nname = '" + name + "'\nshare = '" + share + "'\n" + chosen + "fails = '" + fails + "'\n";
}

/// The evaluation at a point, with what it refers to.
struct Found {
  Theorem theorem;
  Binding binding;
  Evaluation evaluation;
  Found(Theorem t, const std::vector<std::string>& settings)
      : theorem(std::move(t)), binding(theorem, texts(settings)), evaluation(Evaluator(theorem, binding).at_point()) {}
  static std::vector<Text> texts(const std::vector<std::string>& all) {
    std::vector<Text> made;
    for (const std::string& s : all) made.push_back({s, {}});
    return made;
  }
  TheoremVerdict verdict() const { return evaluation.verdict; }
};

void check_refused(const std::string& code, const std::string& rest, const std::string& domains = "'delta in (0, 1)'") {
  CAPTURE(rest, domains);
  try {
    theorem_of(rest, domains);
    FAIL_CHECK("accepted");
  } catch (const Error& error) {
    CHECK(std::string(error.code()) == code);
  }
}

}  // namespace

TEST_CASE("a linear fails without a value at its solution does not make an event possible", "[verify][soundness]") {
  // at x = 0.05 the root is of -0.04
  const Found found(theorem_of(event_of("largest x in [0, 1]", "0*sqrt(1/100 - x) + x")), {"delta = 0.05"});
  CHECK(found.verdict() == TheoremVerdict::undecided);
  CHECK_FALSE(found.evaluation.failure_probability);
}

TEST_CASE("a domain without a value does not make an event possible", "[verify][soundness]") {
  const Found found(theorem_of(event_of("smallest x in [0, 1 + 0*sqrt(delta - 1)]", "1 - x")), {"delta = 0.05"});
  CHECK(found.verdict() == TheoremVerdict::undecided);
}

TEST_CASE("a comparison is no number, by whatever name it comes", "[verify][soundness]") {
  const std::string choice = event_of("smallest x in [0, 1]", "1 - x + b(x)");
  check_refused("LC130", "[[define]]\nformula = ['b(t) = t >= 1/2']\n" + choice);
  check_refused("LC130", "[[define]]\nformula = ['c = delta < 1/2', 'n = 1 + c']\n" + event_of("", "0"));
}

TEST_CASE("a fails that may jump is not called monotone by its derivative", "[verify][soundness]") {
  // 1-x below 1/2, 2-x from there on: x = 0.4 fails with 0.6, although x = 1 fails with 1
  check_refused("LC136", event_of("smallest x in [0, 1]", "if(x >= 1/2, 2-x, 1-x)"));
  // cases that do not depend on x are no jump
  const std::string cases = "if(delta < 1/2, exp(-9*x), 1)*cos(x)";
  const Found found(theorem_of(event_of("smallest x in [0, 1]", cases)), {"delta = 0.05"});
  CHECK(found.verdict() == TheoremVerdict::holds);
}

TEST_CASE("an open end of a choice is never chosen", "[verify][soundness]") {
  const Found jump(theorem_of(event_of("smallest x in [0, 1)", "1 - floor(x)")), {"delta = 0.05"});
  CHECK(jump.verdict() == TheoremVerdict::undecided);
  const Found jump_down(theorem_of(event_of("largest x in (0, 1]", "ceil(x)")), {"delta = 0.05"});
  CHECK(jump_down.verdict() == TheoremVerdict::undecided);
  const Found empty(theorem_of(event_of("smallest x in [1, 1)", "exp(-100*x)")), {"delta = 0.05"});
  CHECK(empty.verdict() == TheoremVerdict::fails);
  const Found point(theorem_of(event_of("smallest x in [1, 1]", "exp(-100*x)")), {"delta = 0.05"});
  CHECK(point.verdict() == TheoremVerdict::holds);
  // every x is admissible: there is no smallest one, but the event is not impossible either
  const Found linear(theorem_of(event_of("smallest x in (0, 1]", "delta/2*(1-x)")), {"delta = 0.05"});
  CHECK(linear.verdict() == TheoremVerdict::undecided);
  const Found searched(theorem_of(event_of("smallest x in (0, 1]", "exp(-x)*delta/5")), {"delta = 0.05"});
  CHECK(searched.verdict() == TheoremVerdict::undecided);
}

TEST_CASE("on a box, an event is impossible only if it is so at every point", "[verify][soundness]") {
  // 1/(1+t)^2 <= 1/6 from t = 1.449.. on: beyond the domain [0, n] for n = 1 alone
  const std::string domains = "'n integer in [1, 8]', 'delta in (0, 1)'";
  const auto verdicts = [&](const std::string& choose, const std::string& fails) {
    const Theorem theorem = theorem_of(event_of(choose, fails, "1/2"), domains);
    const Binding binding(theorem, Found::texts({"delta = 1/3"}), Found::texts({"n in [1, 8]"}));
    std::string all(8, '?');
    for (const Segment& s : decide_range(theorem, binding, {}).segments)
      for (long n = s.box.lower[0].to_long(); n <= s.box.upper[0].to_long(); ++n)
        all[static_cast<std::size_t>(n - 1)] = to_string(s.verdict).front();
    return all;
  };
  CHECK(verdicts("smallest t in [0, n]", "1/(1+t)^2") == "fhhhhhhh");
  CHECK(verdicts("largest t in [-n, 0]", "1/(1-t)^2") == "fhhhhhhh");
  CHECK(verdicts("smallest t in [0, 9-n]", "1/(1+t)^2") == "hhhhhhhf");
}

TEST_CASE("outside of its domain a theorem does not fail, it is not asked", "[verify][soundness]") {
  // delta = 0 at x = 0, which no sub-box excludes for certain
  const Theorem theorem = theorem_of(event_of("", "1"), "'x in [0, 1]', 'delta in (0, 1)'");
  const Binding binding(theorem, Found::texts({"delta = x/2"}), Found::texts({"x in [0, 1]"}));
  const RangeResult found = decide_range(theorem, binding, {.most_boxes = 300});
  REQUIRE(found.segments.size() >= 2);
  CHECK(found.segments.front().verdict == TheoremVerdict::undecided);
  CHECK(found.segments.back().verdict == TheoremVerdict::fails);
}

TEST_CASE("what an unknown choice leaves open is undecided, not undefined", "[verify][soundness]") {
  const Found found(
      theorem_of(event_of("smallest x in (0, 1]", "exp(-x)*delta/5") + "[[condition]]\nname = 'c'\nclaim = 'x >= 0'\n"),
      {"delta = 0.05"});
  CHECK(found.verdict() == TheoremVerdict::undecided);
}

TEST_CASE("a conclusion that may have a value is not called undefined", "[verify][soundness]") {
  const auto verdict = [](const std::string& formula) {
    const std::string conclusion = "[[conclusion]]\nname = 'c'\nside = 'upper'\nformula = '" + formula + "'\n";
    return Found(theorem_of(event_of("", "0") + conclusion), {"delta = 0.05"}).verdict();
  };
  CHECK(verdict("sqrt(exp(log(2)) - 2)") == TheoremVerdict::undecided);  // sqrt(0), but no precision shows it
  CHECK(verdict("sqrt(delta - 1)") == TheoremVerdict::undefined);
  CHECK(verdict("sqrt(delta)") == TheoremVerdict::holds);
}

TEST_CASE("the failure probability is the budget only where the events keep to it", "[verify][soundness]") {
  const Found over(theorem_of(event_of("", "0.3")), {"delta = 0.05"});
  CHECK(over.verdict() == TheoremVerdict::fails);
  REQUIRE(over.evaluation.failure_probability);
  CHECK_FALSE(over.evaluation.within_budget);
  CHECK(over.evaluation.failure_probability->value.contains(Rational(3, 10)));
  CHECK_FALSE(over.evaluation.failure_probability->exact);
  // a formula below 0 pays for nobody: x costs 0.025
  const Found negative(theorem_of(event_of("smallest x in [0, 1]", "1 - x", "0.5") + event_of("", "-0.02", "0.5", "b")),
                       {"delta = 0.05"});
  REQUIRE(negative.evaluation.failure_probability);
  CHECK(negative.evaluation.within_budget);
  CHECK(negative.evaluation.failure_probability->value.upper_double() >= 0.025);
  // an event inside a theorem used as an event overspends: nothing is known of what that theorem costs
  const TheoremFile inner = file_of("inner", "'delta in (0, 1)'", event_of("", "0.3"));
  const TheoremFile outer =
      file_of("outer", "'delta in (0, 1)'", "[[event]]\nname = 'all'\nshare = '1'\ntheorem = 'inner'\nas = 'in'\n");
  const Found nested(understand(outer, [&](const Text&) { return inner; }), {"delta = 0.05"});
  CHECK_FALSE(nested.evaluation.failure_probability);
  const Found exact(theorem_of(event_of("", "delta")), {"delta = 0.05"});
  CHECK(exact.verdict() == TheoremVerdict::holds);
  CHECK(exact.evaluation.within_budget);
}

TEST_CASE("constants of the language are not the names of parameters or arguments", "[verify][soundness]") {
  check_refused("LC132", event_of("", "0"), "'delta in (0, 1)', 'e in [1, 2]'");
  check_refused("LC132", "[[define]]\nformula = ['f(e) = e^2']\n" + event_of("", "0"));
  check_refused("LC132", "[[define]]\nformula = ['f(pi) = pi']\n" + event_of("", "0"));
  check_refused("LC132", "[[define]]\nformula = ['f(x, x) = x']\n" + event_of("", "0"));
  check_refused("LC124", "[[define]]\nformula = ['f(1) = 5']\n" + event_of("", "0"));
  check_refused("LC124", event_of("", "0"), "'delta in (0, 1)', '2 in [1, 3]'");
}

TEST_CASE("a theorem used as an event is asked for inside its own domain only", "[verify][soundness]") {
  const TheoremFile inner = file_of("inner", "'n integer in [3, inf)', 'delta in (0, 1/100)'", event_of("", "delta"));
  const auto outer = [&](const std::string& domains, const std::string& share) {
    const TheoremFile file =
        file_of("outer", domains, "[[event]]\nname = 'all'\nshare = '" + share + "'\ntheorem = 'inner'\nas = 'in'\n");
    return understand(file, [&](const Text&) { return inner; });
  };
  const std::string wide = "'n in [1, inf)', 'delta in (0, 1)'";
  CHECK(Found(outer(wide, "0.5"), {"n = 3", "delta = 0.01"}).verdict() == TheoremVerdict::holds);
  CHECK(Found(outer(wide, "0.5"), {"n = 3", "delta = 0.02"}).verdict() == TheoremVerdict::fails);
  CHECK(Found(outer(wide, "0.5"), {"n = 2", "delta = 0.01"}).verdict() == TheoremVerdict::fails);
  CHECK(Found(outer(wide, "0.5"), {"n = 3.5", "delta = 0.01"}).verdict() == TheoremVerdict::fails);
  // where this theorem's domain lies inside, nothing is added: only the inner event is a condition
  CHECK(outer("'n integer in [3, inf)', 'delta in (0, 1/100)'", "1").conditions.size() == 1);
  CHECK(outer("'n integer in [4, 9]', 'delta in (0, 1/50]'", "0.4").conditions.size() == 1);
  CHECK(outer("'n integer in [3, inf)', 'delta in (0, 1/50]'", "0.5").conditions.size() == 2);
  CHECK(outer("'n integer in [3, inf)', 'delta in [0, 1/100)'", "1").conditions.size() == 2);
}
