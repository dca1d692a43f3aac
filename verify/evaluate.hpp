// A theorem at a point or on a box: events, quantities, conditions, conclusions, each as an enclosure.
#pragma once

#include "verify/binding.hpp"
#include "verify/choice_solver.hpp"

namespace lemmacheck::verify {

/// What a theorem does at a point. `fails`: a condition is certainly false, so the theorem says nothing here.
enum class TheoremVerdict : std::uint8_t { holds, fails, undefined, undecided };
std::string_view to_string(TheoremVerdict verdict);

/// An enclosure, and the value itself where it is a rational number that is known exactly (at points only).
struct Number {
  numerics::BigInterval value;
  numerics::Defined defined = numerics::Defined::everywhere;
  std::optional<numerics::Rational> exact;
};

struct EvaluatedEvent {
  const Event* event = nullptr;
  Number charged;                                  // upper end: the certified failure probability
  numerics::BigInterval chosen;                    // empty without a choice
  std::optional<numerics::Rational> chosen_exact;  // where it is a rational number that is known
  numerics::Truth possible = numerics::Truth::yes;
  bool within_share = true;  // certainly charged at most its share of the budget, once it is possible
  std::string reason;
};

struct EvaluatedQuantity {
  const NamedQuantity* quantity = nullptr;
  Number value;
};

struct EvaluatedCondition {
  const Condition* condition = nullptr;
  numerics::Truth truth = numerics::Truth::unknown;
  Number slack;
};

struct EvaluatedConclusion {
  const Conclusion* conclusion = nullptr;
  std::optional<Number> value;  // none when the theorem does not hold
};

struct Evaluation {
  TheoremVerdict verdict = TheoremVerdict::undecided;
  std::vector<std::string> failing;  // names of conditions and events that certainly fail, in file order
  std::string reason;                // for undefined and undecided: what is not decided, and why
  numerics::Precision precision{0};
  std::vector<numerics::BigInterval> parameters;
  std::vector<EvaluatedEvent> events;
  std::vector<EvaluatedQuantity> quantities;
  std::vector<EvaluatedCondition> conditions;
  std::vector<EvaluatedConclusion> conclusions;
  std::vector<Number> statement;              // values of the {formulas} of `says`
  std::optional<Number> failure_probability;  // upper end: what the events are charged in all
  bool within_budget = false;                 // failure_probability is at most the budget
};

struct EvaluationOptions {
  numerics::Precision precision{128};  // to begin with; doubled while something is undecided or wide
  numerics::Precision limit{4096};
  double relative_width = 1e-20;  // of quantities and conclusions
};

/// Evaluates one theorem at one point, or on boxes of its free variables. Keeps its work between boxes, so that only
/// what changes is computed again. Use one per thread.
class Evaluator {
 public:
  Evaluator(const Theorem& theorem, const Binding& binding);

  /// The theorem at the point that the binding gives (no free variables): the precision is doubled from
  /// options.precision until every condition is decided and every number is narrow, or the limit is reached.
  /// Throws DomainError LC223 when a parameter is outside its domain.
  Evaluation at_point(const EvaluationOptions& options = {});

  /// The theorem at every point of a box at once, at one precision: `holds` and `fails` are then true of every point.
  /// verdict_only: no choice is made once the theorem is known to fail, and not everything that fails is named.
  Evaluation on_box(std::span<const numerics::BigInterval> box, numerics::Precision precision,
                    bool verdict_only = false);

 private:
  struct Searched {
    std::size_t event;  // in theorem_.events
    ChoiceSolver solver;
    std::optional<SolvedChoice> solved;
  };
  void collect_outputs();
  void order_choices();
  Evaluation evaluate(std::span<const numerics::BigInterval> box, numerics::Precision precision,
                      bool verdict_only = false);
  /// Brings the choices and the tape up to date with the parameters; what did not change since the last box is kept.
  void refresh(std::span<const numerics::BigInterval> parameters, numerics::Precision precision, bool verdict_only);
  /// Whether an event or a condition certainly fails whatever the choices from `next` in searched_ on may be.
  bool fails_without(std::size_t next, numerics::Precision precision);
  Number at(numerics::NodeId id) const;
  EvaluatedEvent evaluate_event(std::size_t index) const;
  static void judge_formula_choice(EvaluatedEvent& e, const Number& low, const Number& high, numerics::Defined formula);
  void judge(Evaluation& made, bool domain_certain) const;

  const Theorem& theorem_;
  const Binding& binding_;
  std::vector<Searched> searched_;  // in the order in which they need each other, the cheaper first
  std::vector<numerics::NodeId> outputs_;
  std::optional<numerics::Tape> tape_;
  std::vector<numerics::BigInterval> variables_;
  std::vector<numerics::Evaluated<numerics::BigInterval>> values_;
  std::vector<std::optional<numerics::Rational>> exact_parameters_, exact_;  // at a point; exact_ by slot
  numerics::Precision last_precision_{0};
};

}  // namespace lemmacheck::verify
