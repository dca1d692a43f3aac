// Domains: values put in for variables, ends as hypotheses, the box around a domain.
#include <limits>

#include "numerics/normal_form.hpp"
#include "numerics/tape.hpp"
#include "verify/kernel/rules.hpp"

namespace lemmacheck::verify::kernel {

using numerics::BigInterval;
using numerics::Graph;
using numerics::Interval;
using numerics::NodeId;
using numerics::Rational;

NodeId replace(Graph& graph, NodeId root, NodeId part, NodeId replacement) {
  std::map<NodeId, NodeId> changed{{part, replacement}};
  for (const NodeId id : graph.reachable(std::span(&root, 1))) {
    if (id == part) continue;
    const std::span<const NodeId> given = graph.arguments(id);
    std::vector<NodeId> arguments(given.begin(), given.end());
    bool any = false;
    for (NodeId& a : arguments) {
      const auto it = changed.find(a);
      if (it == changed.end()) continue;
      a = it->second;
      any = true;
    }
    if (any) changed.emplace(id, graph.call(*graph.node(id).function, arguments));
  }
  const auto it = changed.find(root);
  return it == changed.end() ? root : it->second;
}

Goal at_value(Graph& graph, const Goal& goal, std::size_t range, NodeId value) {
  const NodeId variable = goal.domain.ranges[range].variable;
  Goal result = goal;
  result.domain.ranges.erase(result.domain.ranges.begin() + static_cast<std::ptrdiff_t>(range));
  const auto put = [&](NodeId& id) { id = replace(graph, id, variable, value); };
  put(result.f);
  for (Hypothesis& h : result.domain.hypotheses) put(h.value);
  for (Range& r : result.domain.ranges) {
    if (!r.lower.infinite) put(r.lower.value);
    if (!r.upper.infinite) put(r.upper.value);
  }
  return result;
}

bool adds_no_points(Graph& graph, const Domain& domain, const End& old, const End& end, bool is_lower) {
  if (old.infinite) return true;
  if (end.infinite) return false;
  const NodeId inward = is_lower ? graph.call("-", {end.value, old.value}) : graph.call("-", {old.value, end.value});
  const bool same_or_open = end.open || !old.open;
  if (end.value == old.value) return same_or_open;
  if (graph.variables_of(inward).empty()) {
    const std::optional<int> sign = numerics::constant_sign(graph, inward);
    return sign && (*sign > 0 || (*sign == 0 && same_or_open));
  }
  Goal goal;
  goal.f = inward;
  goal.domain = domain;
  const std::optional<BoxProblem> box = box_problem(graph, goal);
  if (!box) return false;
  constexpr numerics::Precision precision{80};
  std::vector<BigInterval> variables(graph.variable_count(), BigInterval::entire(precision));
  for (std::size_t i = 0; i < box->variables.size(); ++i) {
    variables[graph.node(box->variables[i]).index] = BigInterval(Interval(box->lower[i], box->upper[i]), precision);
  }
  const numerics::Tape tape(graph, std::span(&inward, 1));
  const auto value = tape.run(variables, precision)[tape.slot(inward)];
  if (value.defined != numerics::Defined::everywhere || value.value.is_empty()) return false;
  return value.value.certain_sign() > 0 ||
         (same_or_open && less_equal(BigInterval(0, precision), value.value) == numerics::Truth::yes);
}

/// The whole number at which an open end without variables stands; not a number otherwise.
static double excluded_whole(const Graph& graph, const End& end) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (end.infinite || !end.open || !graph.variables_of(end.value).empty()) return none;
  const std::optional<Rational> value = numerics::exact_value(graph, end.value);
  return value && value->is_integer() && abs(*value) < Rational(1L << 52) ? value->approx_double() : none;
}

std::optional<BoxProblem> box_problem(Graph& graph, const Goal& goal) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr numerics::Precision precision{80};
  BoxProblem box;
  box.f = goal.f;
  box.strict = goal.strict;
  box.hypotheses = goal.domain.hypotheses;
  std::map<std::uint32_t, BigInterval> known;  // by index of variable
  for (const Range& range : goal.domain.ranges) {
    Interval hull = Interval::entire();
    const auto cut = [&](const End& end, bool is_lower) {
      if (end.infinite) return true;
      std::vector<BigInterval> variables(graph.variable_count(), BigInterval::entire(precision));
      for (const auto& [index, value] : known) variables[index] = value;
      const numerics::Tape tape(graph, std::span(&end.value, 1));
      const auto value = tape.run(variables, precision)[tape.slot(end.value)];
      if (value.defined == numerics::Defined::nowhere || value.value.is_empty()) return false;
      const Interval rounded(value.value);
      const double lower = is_lower ? std::max(hull.lower(), rounded.lower()) : hull.lower();
      const double upper = is_lower ? hull.upper() : std::min(hull.upper(), rounded.upper());
      if (!(lower <= upper) || lower == inf || upper == -inf) return false;
      hull = Interval(lower, upper);
      if (graph.variables_of(end.value).empty()) return true;
      // A dependent end also relates the variables.
      box.hypotheses.push_back(
          {is_lower ? graph.call("-", {range.variable, end.value}) : graph.call("-", {end.value, range.variable}),
           end.open});
      return true;
    };
    if (!cut(range.lower, true) || !cut(range.upper, false)) return std::nullopt;
    if (range.integer) {
      const double lower = excluded_whole(graph, range.lower) == hull.lower() ? hull.lower() + 1 : hull.lower();
      const double upper = excluded_whole(graph, range.upper) == hull.upper() ? hull.upper() - 1 : hull.upper();
      if (lower <= upper) hull = Interval(lower, upper);
    }
    known.insert_or_assign(graph.node(range.variable).index,
                           BigInterval(numerics::Interval(hull.lower(), hull.upper()), precision));
    box.variables.push_back(range.variable);
    box.lower.push_back(hull.lower());
    box.upper.push_back(hull.upper());
    box.integer.push_back(range.integer);
  }
  return box;
}

}  // namespace lemmacheck::verify::kernel
