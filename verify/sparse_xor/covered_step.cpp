#include "verify/sparse_xor/covered_step.hpp"

#include <algorithm>

#include "numerics/decimal_text.hpp"
#include "numerics/error.hpp"
#include "numerics/parser.hpp"
#include "numerics/tape.hpp"
#include "verify/evaluate.hpp"
#include "verify/library.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::BigInterval;
using numerics::Precision;
using numerics::Rational;

namespace {

const Precision working(192);

/// Whether the theorem's own attention at epsilon is that of the verdict.
bool same_attention(const std::string& id) { return !id.ends_with("-sharp"); }

/// sqrt(epsilon)/4: the attention that the verdict lets miss.
BigInterval missed_attention(const Text& epsilon) {
  numerics::Graph graph;
  const auto parsed = numerics::parse_expression(graph, epsilon.text, numerics::elementary_functions(), epsilon.place);
  const numerics::Tape tape(graph, std::vector{parsed.root});
  return sqrt(tape.run({}, working)[tape.slot(parsed.root)].value) / BigInterval(4L, working);
}

/// An eps for which (1 - sqrt(1 - sqrt(eps)))/2 is certainly below `missed`: eps < (4 missed (1 - missed))^2.
Text sharp_epsilon(const Text& epsilon) {
  const BigInterval missed = missed_attention(epsilon);
  const BigInterval root = BigInterval(4L, working) * missed * (BigInterval(1L, working) - missed);
  const BigInterval below = root * root * BigInterval(Rational(999999999, 1000000000), working);
  return {numerics::to_decimal_down(below, {.digits = 12}), epsilon.place};
}

/// An embedded theorem, evaluated at one point.
class Evaluated {
 public:
  Evaluated(const std::string& id, const TheoremPointText& point, const Text& epsilon)
      : theorem_(load(embedded_theorem({id, {}}))), binding_(theorem_, settings(point, epsilon)) {
    evaluation_ = Evaluator(theorem_, binding_).at_point();
  }

  bool holds() const { return evaluation_.verdict == TheoremVerdict::holds; }

  std::string reason() const {
    std::string why;
    for (const std::string& name : evaluation_.failing) why += (why.empty() ? "" : ", ") + name;
    return why.empty() ? evaluation_.reason : "fails: " + why;
  }

  /// A conclusion of a theorem that holds.
  NamedBound conclusion(const std::string& name) const {
    const auto found = std::ranges::find(evaluation_.conclusions, name,
                                         [](const EvaluatedConclusion& c) { return c.conclusion->name; });
    LEMMACHECK_ASSERT(found != evaluation_.conclusions.end() && found->value);
    return {name, found->value->value};
  }

  NamedBound quantity(const std::string& name) const {
    const auto found =
        std::ranges::find(evaluation_.quantities, name, [](const EvaluatedQuantity& q) { return q.quantity->name; });
    LEMMACHECK_ASSERT(found != evaluation_.quantities.end());
    return {name, found->value.value};
  }

  /// eta_min, rounded up.
  Rational step_size() const {
    return Rational::parse(numerics::to_decimal_up(conclusion("eta_min").value, {.digits = 20}));
  }

 private:
  static std::vector<Text> settings(const TheoremPointText& point, const Text& epsilon) {
    std::vector<Text> result;
    for (const auto& [name, value] : {std::pair<const char*, const Text&>{"d", point.positions},
                                      {"m", point.dimension},
                                      {"delta", point.failure},
                                      {"eps", epsilon}})
      result.push_back({std::string(name) + " = " + value.text, value.place});
    return result;
  }

  Theorem theorem_;
  Binding binding_;
  Evaluation evaluation_;
};

CoveredStep evaluated_step(const StepTheorem& theorem, const TheoremPointText& point) {
  const bool same = same_attention(theorem.id);
  const Evaluated found(theorem.id, point, same ? point.epsilon : sharp_epsilon(point.epsilon));
  if (!found.holds()) return {theorem.id, found.reason()};
  if (!same) {
    const BigInterval promised = found.quantity(theorem.with_samples() ? "pop.e0" : "e0").value;
    LEMMACHECK_ASSERT(less(promised, missed_attention(point.epsilon)) == numerics::Truth::yes);
  }
  CoveredStep step{theorem.id};
  step.step_size = found.step_size();
  for (const SampleRoute& route : theorem.routes) step.samples.push_back(found.conclusion(route.conclusion));
  if (!theorem.with_samples()) {
    step.partner_margin = found.quantity("G12");
    step.ambient_margin = found.quantity("G1k");
  }
  return step;
}

}  // namespace

std::span<const StepTheorem> step_theorems() {
  static const std::vector<StepTheorem> all = {
      {"theorem-2", {}},
      {"theorem-2-sharp", {}},
      {"corollary-3",
       {{"n_hoeffding_universal", "universal range"}, {"n_hoeffding", "range"}, {"n_bernstein", "variance"}}},
      {"corollary-3-sharp", {{"n_universal", "universal range"}, {"n_bernstein", "variance"}}}};
  return all;
}

const StepTheorem& step_theorem(const std::string& id) {
  const auto all = step_theorems();
  const auto found = std::ranges::find(all, id, &StepTheorem::id);
  LEMMACHECK_ASSERT(found != all.end());
  return *found;
}

CoveredStep covered_step(const std::string& id, const TheoremPointText& point) {
  try {
    return evaluated_step(step_theorem(id), point);
  } catch (const numerics::DomainError& error) {
    // d = 3, m = 2: too small for the theorem.
    if (error.code() != "LC223") throw;
    return {id, error.what()};
  }
}

bool CoveredStep::covers(const Rational& eta, const std::optional<Rational>& sample_count) const {
  if (!step_size || eta < *step_size || samples.empty() == sample_count.has_value()) return false;
  return samples.empty() || std::ranges::any_of(samples, [&](const NamedBound& route) {
           return *sample_count >= route.value.upper_rational();
         });
}

const CoveredStep* covering(std::span<const CoveredStep> steps, const std::optional<Rational>& eta,
                            const std::optional<Rational>& sample_count) {
  const CoveredStep* best = nullptr;
  for (const CoveredStep& step : steps)
    if (step.step_size && step.covers(eta.value_or(*step.step_size), sample_count) &&
        (!best || *step.step_size < *best->step_size))
      best = &step;
  return best;
}

Rational covered_step_size(const Text& positions, const Text& dimension, const Text& failure, const Text& epsilon) {
  const CoveredStep step = covered_step("theorem-2", {positions, dimension, failure, epsilon});
  if (!step.step_size) {
    throw numerics::DomainError("LC241", "theorem-2 covers no step size at d = " + positions.text +
                                             ", m = " + dimension.text + ", delta = " + failure.text + " (" +
                                             step.reason + "); give --eta, or a larger --delta");
  }
  return *step.step_size;
}

}  // namespace lemmacheck::verify::sparse_xor
