#include "verify/prover/margin.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "numerics/normal_form.hpp"
#include "numerics/printer.hpp"
#include "verify/kernel/limit.hpp"
#include "verify/kernel/rules.hpp"
#include "verify/prover/box_search.hpp"
#include "verify/prover/sign_pattern.hpp"

namespace lemmacheck::verify::prover {

using kernel::Goal;
using kernel::Range;
using numerics::Graph;
using numerics::NodeId;

namespace {

/// |left| + |right| for f = right - left of a comparison; a side that is 0 was left out.
NodeId relative_size(Graph& graph, NodeId f) {
  if (!graph.is_call(f, "-")) return graph.call("abs", {f});
  const std::span<const NodeId> sides = graph.arguments(f);
  const NodeId a = sides[0], b = sides[1];
  return graph.call("+", {graph.call("abs", {a}), graph.call("abs", {b})});
}

/// The least (right - left)/(|left| + |right|) at sample points.
std::optional<double> least_seen(Graph& graph, const Goal& goal) {
  const NodeId size = relative_size(graph, goal.f);
  const NodeId roots[] = {goal.f, size};
  const numerics::Tape tape(graph, roots);
  constexpr numerics::Precision precision{192};
  std::optional<double> least;
  for (const SamplePoint& point : sample_points(graph, goal.domain)) {
    std::vector<numerics::BigInterval> variables = point.variables;
    variables.resize(graph.variable_count(), numerics::BigInterval::entire(precision));
    const auto values = tape.run(variables, precision);
    const auto &f = values[tape.slot(goal.f)], &s = values[tape.slot(size)];
    if (f.defined != numerics::Defined::everywhere || s.defined != numerics::Defined::everywhere) continue;
    if (f.value.is_empty() || s.value.is_empty() || s.value.certain_sign() <= 0) continue;
    const double ratio = numerics::Interval(f.value / s.value).upper();
    if (!least || ratio < *least) least = std::max(0.0, ratio);
  }
  return least;
}

/// Order of contact at a finite end or point: the first derivative that does not vanish there.
int order_of_contact(Graph& graph, const numerics::FunctionTable& functions, NodeId f, NodeId variable, NodeId at) {
  NodeId derivative = f;
  for (int order = 0; order <= 6; ++order) {
    const NodeId value = kernel::replace(graph, derivative, variable, at);
    const std::optional<int> sign = numerics::constant_sign(graph, value);
    if (!sign) return 0;
    if (*sign != 0) return order;
    const auto next = numerics::derivative(graph, derivative, variable, functions);
    if (!next) return 0;
    derivative = numerics::simplified(graph, *next);
  }
  return 0;
}

void find_tight_ends(Claim& claim, const Goal& goal, std::vector<std::string>& tight) {
  Graph& graph = claim.graph;
  const auto add = [&](const std::string& text) {
    if (std::find(tight.begin(), tight.end(), text) == tight.end()) tight.push_back(text);
  };
  for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
    const Range& range = goal.domain.ranges[i];
    const std::string& name = graph.variable_name(range.variable);
    std::vector<std::pair<NodeId, bool>> candidates;  // value, open
    for (const kernel::End* end : {&range.lower, &range.upper}) {
      if (!end->infinite) candidates.emplace_back(end->value, end->open);
    }
    for (const long c : {0L, 1L}) candidates.emplace_back(graph.integer(c), false);
    for (const auto& [value, open] : candidates) {
      const NodeId at = kernel::replace(graph, goal.f, range.variable, value);
      if (!numerics::equal_where_defined(graph, at, graph.integer(0))) continue;
      if (graph.variables_of(at).empty() && !numerics::constant_sign(graph, at)) continue;
      // Inside the range?
      const auto beyond = [&](const kernel::End& end, bool lower) {
        if (end.infinite || end.value == value) return false;
        const NodeId gap = lower ? graph.call("-", {value, end.value}) : graph.call("-", {end.value, value});
        const std::optional<int> sign = numerics::constant_sign(graph, gap);
        return !sign || *sign < 0 || (*sign == 0 && end.open);
      };
      if (beyond(range.lower, true) || beyond(range.upper, false)) continue;
      const bool is_open_end = open && (value == range.lower.value || value == range.upper.value);
      std::string text = name + (is_open_end ? " -> " : " = ") + numerics::to_text(graph, value);
      if (goal.domain.ranges.size() == 1) {
        const int order = order_of_contact(graph, *claim.functions, goal.f, range.variable, value);
        if (order > 0) text += " (order " + std::to_string(order) + ")";
      }
      add(text);
    }
    if (goal.domain.ranges.size() > 1) continue;
    for (const bool upper : {false, true}) {
      if (!(upper ? range.upper : range.lower).infinite) continue;
      const auto limit = kernel::limit(graph, goal.f, {range.variable, true, NodeId{}, !upper});
      if (!limit || limit->kind != kernel::Limit::Kind::finite) continue;
      if (numerics::equal_where_defined(graph, limit->value, graph.integer(0))) {
        add(name + (upper ? " -> inf" : " -> -inf"));
      }
    }
  }
  // x = y and the like
  for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
    for (std::size_t j = i + 1; j < goal.domain.ranges.size(); ++j) {
      const NodeId a = goal.domain.ranges[i].variable, b = goal.domain.ranges[j].variable;
      if (numerics::equal_where_defined(graph, kernel::replace(graph, goal.f, b, a), graph.integer(0))) {
        add(graph.variable_name(graph.node(a).index) + " = " + graph.variable_name(graph.node(b).index));
      }
    }
  }
}

}  // namespace

void measure_margin(Claim& claim, const std::vector<Goal>& goals, const std::function<bool()>& stop, Outcome& outcome) {
  for (const Goal& goal : goals) find_tight_ends(claim, goal, outcome.tight_at);
  for (const Goal& goal : goals) {
    const std::optional<double> least = least_seen(claim.graph, goal);
    if (least && (!outcome.margin_upper || *least < *outcome.margin_upper)) outcome.margin_upper = least;
  }
  outcome.margin_lower = 0.0;
  if (!outcome.tight_at.empty() || !outcome.margin_upper || *outcome.margin_upper < 1e-12) return;
  // The largest of some fractions of the least value seen that a small cover confirms.
  for (const double share : {.999, .99, .9, .5, .1, .01}) {
    if (stop()) return;
    const double mu = share * *outcome.margin_upper;
    bool all = true;
    for (const Goal& goal : goals) {
      Goal raised = goal;
      Graph& graph = claim.graph;
      raised.f = graph.call("-", {goal.f, graph.call("*", {graph.rational(numerics::Rational::from_double(mu)),
                                                           relative_size(graph, goal.f)})});
      const auto problem = kernel::box_problem(graph, raised);
      BoxSearchOptions options;
      options.most_boxes = 3000;
      options.stop = stop;
      if (!problem) return;
      const BoxSearchResult found = search_boxes(graph, *problem, options);
      all = all && found.proved && kernel::check_cover(graph, *problem, found.cover).empty();
    }
    if (!all) continue;
    outcome.margin_lower = mu;
    return;
  }
}

std::string why_undecided(Claim& claim, const std::vector<Goal>& goals, std::size_t proved, bool out_of_time) {
  std::vector<std::string> tight;
  const Goal& goal = goals[std::min(proved, goals.size() - 1)];
  find_tight_ends(claim, goal, tight);
  const kernel::Obligations needed = kernel::obligations(claim.graph, goal.f);
  std::string reason;
  if (!needed.unknown.empty()) {
    reason = "where " + needed.unknown + " has a value is not known to the prover; ";
  }
  if (!tight.empty()) {
    reason += "tight at " + tight[0];
    for (std::size_t i = 1; i < tight.size(); ++i) reason += ", " + tight[i];
    reason += ", where no rule applied; ";
  }
  const std::optional<double> least = least_seen(claim.graph, goal);
  if (least) {
    reason += fmt::format("least relative margin seen {:.3g}; ", *least);
  }
  reason += out_of_time ? "the time limit was reached" : "no sequence of rules and boxes within the budget proves it";
  return reason;
}

}  // namespace lemmacheck::verify::prover
