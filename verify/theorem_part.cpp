#include "verify/theorem_part.hpp"

#include <algorithm>

namespace lemmacheck::verify {
namespace {

using numerics::NodeId;

bool is_searched(const Event& event) { return event.choice && !event.choice->is_formula; }

/// Marks the events whose searched choices the formula needs, and those that these need in turn.
void mark_needed(const Theorem& theorem, NodeId formula, std::vector<bool>& needed) {
  for (std::size_t i = 0; i < theorem.events.size(); ++i) {
    const Event& event = theorem.events[i];
    if (needed[i] || !is_searched(event) || !theorem.graph.depends_on(formula, event.choice->node)) continue;
    needed[i] = true;
    for (const NodeId node : {event.fails, event.budget, *event.choice->lower, *event.choice->upper})
      mark_needed(theorem, node, needed);
  }
}

/// The theorem with one condition and the events that it needs, nothing else.
Theorem part_with(const Theorem& theorem, const Condition& condition) {
  std::vector<bool> needed(theorem.events.size(), false);
  mark_needed(theorem, condition.claim, needed);
  Theorem part = theorem;
  part.events.clear();
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (needed[i]) part.events.push_back(theorem.events[i]);
  part.conditions = {condition};
  part.quantities.clear();
  part.conclusions.clear();
  part.statement.clear();
  return part;
}

/// That the end of the domain where the event fails least is within its share.
Condition possible(const Event& event, numerics::Graph& graph) {
  const Choice& choice = *event.choice;
  const std::uint32_t variable = graph.node(choice.node).index;
  const NodeId least =
      substitute(graph, event.fails, graph, {{variable, choice.smallest ? *choice.upper : *choice.lower}});
  return {.name = event.name,
          .claim_text = "",
          .says = "",
          .claim = graph.call("<=", {least, event.budget}),
          .slack = graph.call("-", {event.budget, least})};
}

}  // namespace

std::vector<Theorem> failing_parts(const Theorem& theorem) {
  std::vector<Theorem> parts;
  for (const Condition& condition : theorem.conditions) parts.push_back(part_with(theorem, condition));
  for (const Event& event : theorem.events) {
    if (!is_searched(event) || !event.choice->proved_monotone) continue;
    Theorem extended = theorem;
    const Condition condition = possible(event, extended.graph);
    parts.push_back(part_with(extended, condition));
  }
  std::ranges::stable_sort(parts, {}, [](const Theorem& part) { return part.events.size(); });
  return parts;
}

}  // namespace lemmacheck::verify
