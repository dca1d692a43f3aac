// What the rules share (internal to the kernel).
#pragma once

#include <optional>

#include "numerics/error.hpp"
#include "verify/kernel/limit.hpp"
#include "verify/kernel/rules.hpp"

namespace lemmacheck::verify::kernel {

/// A rule that does not apply; caught by apply().
struct NotApplicable {
  std::string why;
};

class RuleContext {
 public:
  RuleContext(numerics::Graph& g, const numerics::FunctionTable& f, const Goal& goal_in, const Proof& step_in)
      : graph(g), functions(f), goal(goal_in), step(step_in) {}

  numerics::Graph& graph;
  const numerics::FunctionTable& functions;
  const Goal& goal;
  const Proof& step;

  static void require(bool condition, const char* why) {
    if (!condition) throw NotApplicable{why};
  }
  void require_defined() const { require(goal.defined, "f is not known to have a value everywhere"); }

  std::string text(const char* name) const {
    const auto it = step.parameters.find(name);
    return it == step.parameters.end() ? std::string() : it->second;
  }
  bool is(const char* name, const char* value) const { return text(name) == value; }
  /// The parameter as a formula in the variables of the domain.
  numerics::NodeId formula(const char* name) const;
  /// The range of the variable that a parameter names.
  std::size_t range(const char* name) const;
  std::size_t number(const char* name) const;

  numerics::NodeId minus(numerics::NodeId a) const { return graph.call("neg", {a}); }
  numerics::NodeId difference(numerics::NodeId a, numerics::NodeId b) const { return graph.call("-", {a, b}); }
  /// The derivative of f in a variable; not applicable when there is none on record.
  numerics::NodeId slope(numerics::NodeId f, numerics::NodeId variable) const;
  bool uses(numerics::NodeId f, numerics::NodeId variable) const { return graph.depends_on(f, variable); }
  bool is_constant(numerics::NodeId f) const { return graph.variables_of(f).empty(); }

  /// No other range and no hypothesis depends on the variable of this range: the domain is a bundle of segments.
  void require_free(std::size_t range_index) const;
  /// The value is a whole number: it is made of whole literals and integer variables by + - and *.
  void require_whole(numerics::NodeId value) const;
  Goal with(numerics::NodeId f, bool strict, bool defined) const { return {f, strict, defined, goal.domain}; }

  /// That no form has a value which its normal form does not have.
  void boundary_goals(std::initializer_list<numerics::NodeId> forms, std::vector<Goal>& goals) const;

  /// The goals that say f >= 0 (> 0) at one end of a range, or in the limit towards it. `by`: "face" (f has a value
  /// on the face and is continuous) or "limit".
  void end_goals(std::size_t range_index, bool at_lower, const std::string& by, bool strict,
                 std::vector<Goal>& goals) const;
};

/// The limit of f at one end of a range.
std::optional<Limit> limit_by_shape(numerics::Graph& graph, const numerics::FunctionTable& functions,
                                    numerics::NodeId f, const Range& range, bool at_lower);

Applied apply_defined(const RuleContext& c);
Applied apply_monotone(const RuleContext& c);
Applied apply_concave(const RuleContext& c);
Applied apply_difference(const RuleContext& c);
Applied apply_induction(const RuleContext& c);
Applied apply_shift(const RuleContext& c);
Applied apply_affine(const RuleContext& c);
Applied apply_ratio(const RuleContext& c);

Applied apply_unfold(const RuleContext& c);
Applied apply_argument(const RuleContext& c);
Applied apply_series(const RuleContext& c);

Applied apply_cases(const RuleContext& c);
Applied apply_resolve(const RuleContext& c);
Applied apply_branches(const RuleContext& c);
Applied apply_range(const RuleContext& c);
Applied apply_combine(const RuleContext& c);
Applied apply_contradiction(const RuleContext& c);
Applied apply_forget(const RuleContext& c);
Applied apply_given(const RuleContext& c);

}  // namespace lemmacheck::verify::kernel
