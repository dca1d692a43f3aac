// What the embedded theorems promise for one step: reference points, and the attention that the verdict asks for.
#include "verify/sparse_xor/covered_step.hpp"

#include <array>
#include <cmath>

#include "tests/support/catch.hpp"
#include "verify/evaluate.hpp"
#include "verify/library.hpp"

using namespace lemmacheck::verify;
using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::BigInterval;
using lemmacheck::numerics::Precision;
using lemmacheck::numerics::Rational;

TEST_CASE("covered_step: the reference points of the theorems", "[verify][sparse_xor]") {
  const auto at = [](const char* d, const char* m, const char* delta) {
    return TheoremPointText{{d, {}}, {m, {}}, {delta, {}}, {"0.01", {}}};
  };
  const CoveredStep holds = covered_step("theorem-2", at("1000", "128", "0.5"));
  REQUIRE(holds.step_size);
  CHECK(std::fabs(holds.step_size->approx_double() / 1e6 - 274.8) < 0.1);
  CHECK(holds.covers(Rational(274900000)));
  CHECK_FALSE(holds.covers(Rational(274700000)));
  CHECK_FALSE(holds.covers(Rational(274900000), Rational(1000000)));  // says nothing about samples
  const CoveredStep fails = covered_step("theorem-2", at("1000", "128", "0.2"));
  CHECK_FALSE(fails.step_size);
  CHECK(fails.reason == "fails: G12, G1k");
  CHECK_FALSE(fails.covers(Rational(1000000000000)));
  const CoveredStep samples = covered_step("corollary-3", at("1e4", "256", "0.5"));
  REQUIRE(samples.step_size);
  CHECK(std::fabs(samples.samples[2].value.approx_double() / 7.27e13 - 1) < 0.01);
  CHECK_FALSE(samples.covers(*samples.step_size, Rational(1000000)));
  CHECK(samples.covers(*samples.step_size, Rational(73000000000000)));
  CHECK_FALSE(samples.covers(*samples.step_size));  // nor about the population step
  // Too small for the theorem: no error, but a reason.
  CHECK(covered_step("theorem-2-sharp", at("3", "20", "0.5")).reason.find("needs d") != std::string::npos);
  CHECK(covered_step("theorem-2", at("30", "2", "0.5")).reason.find("needs m") != std::string::npos);
}

TEST_CASE("covered_step: the sharp forms promise the attention of the verdict", "[verify][sparse_xor][negative]") {
  // At eps itself theorem-2-sharp promises attention 1 - e0 with e0 = (1 - sqrt(1 - sqrt(eps)))/2 > sqrt(eps)/4, which
  // is less than the verdict asks for. The step size covered here is that of a smaller eps, so it is larger.
  const TheoremPointText at{{"1000", {}}, {"128", {}}, {"0.5", {}}, {"0.01", {}}};
  const CoveredStep sharp = covered_step("theorem-2-sharp", at);
  REQUIRE(sharp.step_size);
  const Theorem theorem = load(embedded_theorem({"theorem-2-sharp", {}}));
  const auto evaluated = [&](const char* eps) {
    const std::vector<Text> settings{{"d = 1000", {}}, {"m = 128", {}}, {"delta = 0.5", {}}, {eps, {}}};
    const Binding binding(theorem, settings);
    const Evaluation found = Evaluator(theorem, binding).at_point();
    std::array<BigInterval, 2> numbers{BigInterval(Precision(64)), BigInterval(Precision(64))};
    for (const EvaluatedConclusion& c : found.conclusions) {
      if (c.conclusion->name == "eta_min") numbers[0] = c.value->value;
      if (c.conclusion->name == "attention") numbers[1] = c.value->value;
    }
    return numbers;
  };
  const auto own = evaluated("eps = 0.01");
  CHECK(own[1].upper_rational() < Rational(975, 1000));
  CHECK(*sharp.step_size > own[0].upper_rational());
  // eps (1 - sqrt(eps)/4)^2 = 0.01 * 0.975^2: there the attention is 0.975.
  const auto exact = evaluated("eps = 0.00950625");
  CHECK(exact[1].contains(Rational(975, 1000)));
  CHECK(*sharp.step_size >= exact[0].lower_rational());
  CHECK(*sharp.step_size < exact[0].upper_rational() * Rational(1000001, 1000000));
  const CoveredStep corollary = covered_step("corollary-3-sharp", at);
  REQUIRE(corollary.step_size);
  // keep = 1/2, and the population part has .992 of delta only.
  const double ratio = (*corollary.step_size / *sharp.step_size).approx_double();
  CHECK(ratio > 2);
  CHECK(ratio < 2.01);
}

TEST_CASE("covering: the least step size of those that cover", "[verify][sparse_xor]") {
  const std::vector<CoveredStep> steps = {{.theorem = "a", .step_size = Rational(100)},
                                          {.theorem = "b", .reason = "fails"},
                                          {.theorem = "c", .step_size = Rational(30)}};
  CHECK(covering(steps, Rational(29), std::nullopt) == nullptr);
  CHECK(covering(steps, Rational(30), std::nullopt)->theorem == "c");
  CHECK(covering(steps, Rational(1000), std::nullopt)->theorem == "c");
  CHECK(covering(steps, std::nullopt, std::nullopt)->theorem == "c");
  CHECK(covering(steps, Rational(1000), Rational(5)) == nullptr);
}
