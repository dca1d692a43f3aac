#include "verify/sparse_xor/covered_step.hpp"

#include <algorithm>

#include "numerics/decimal_text.hpp"
#include "numerics/error.hpp"
#include "verify/evaluate.hpp"
#include "verify/library.hpp"

namespace lemmacheck::verify::sparse_xor {

numerics::Rational covered_step_size(const Text& positions, const Text& dimension, const Text& failure,
                                     const Text& epsilon) {
  const Theorem theorem = load(embedded_theorem({"theorem-2", {}}));
  std::vector<Text> settings;
  for (const auto& [name, value] :
       {std::pair<const char*, const Text&>{"d", positions}, {"m", dimension}, {"delta", failure}, {"eps", epsilon}})
    settings.push_back({std::string(name) + " = " + value.text, value.place});
  const Binding binding(theorem, settings);
  const Evaluation evaluation = Evaluator(theorem, binding).at_point();
  const auto conclusion = std::ranges::find(evaluation.conclusions, "eta_min",
                                            [](const EvaluatedConclusion& c) { return c.conclusion->name; });
  LEMMACHECK_ASSERT(conclusion != evaluation.conclusions.end());
  if (!conclusion->value) {
    std::string why;
    for (const std::string& name : evaluation.failing) why += (why.empty() ? "" : ", ") + name;
    throw numerics::DomainError("LC241", "theorem-2 covers no step size at d = " + positions.text +
                                             ", m = " + dimension.text + ", delta = " + failure.text + " (" +
                                             (why.empty() ? evaluation.reason : "fails: " + why) +
                                             "); give --eta, or a larger --delta");
  }
  return numerics::Rational::parse(numerics::to_decimal_up(conclusion->value->value, {.digits = 20}));
}

}  // namespace lemmacheck::verify::sparse_xor
