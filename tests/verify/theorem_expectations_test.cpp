// What the embedded theorem files themselves expect ([[expect]]), and that every regime can be evaluated.
#include "tests/support/catch.hpp"
#include "verify/evaluate.hpp"
#include "verify/library.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;

TEST_CASE("every embedded theorem does what its file expects", "[verify][golden]") {
  std::size_t checked = 0;
  for (const std::string& id : embedded_ids()) {
    const Theorem theorem = load(embedded_theorem({id, {}}));
    for (const ExpectText& expected : theorem.text.expectations) {
      CAPTURE(id, expected.at.front().place.to_string());
      const Binding binding(theorem, expected.at);
      const Evaluation found = Evaluator(theorem, binding).at_point();
      CHECK(std::string(to_string(found.verdict)) == expected.verdict.text);
      std::vector<std::string> by;
      for (const Text& name : expected.by) by.push_back(name.text);
      CHECK(found.failing == by);
      ++checked;
    }
  }
  CHECK(checked >= 14);
}

TEST_CASE("other fields: theorems that are files only", "[verify][oracle]") {
  // mpmath at 30 digits, from the formulas in the files' comments
  const Theorem chernoff = load(embedded_theorem({"union-chernoff", {}}));
  const std::vector<Text> settings{{"K = 100", {}}, {"n = 1000", {}}, {"p = 0.5", {}}, {"delta = 0.01", {}}};
  const Binding binding(chernoff, settings);
  const Evaluation found = Evaluator(chernoff, binding).at_point();
  for (const EvaluatedQuantity& q : found.quantities) {
    if (q.quantity->name != "below") continue;
    CHECK(q.value.value.contains(Rational::parse("0.199032535556738")) == false);  // one unit low
    CHECK(q.value.value.lower_double() > 0.19903253555673);
    CHECK(q.value.value.upper_double() < 0.19903253555674);
    return;
  }
  FAIL("no quantity 'below'");
}
