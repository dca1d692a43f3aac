// Rules about branches and hypotheses: cases, resolve, branches, range, contradiction, forget, given.
#include <algorithm>

#include "numerics/normal_form.hpp"
#include "numerics/tape.hpp"
#include "verify/kernel/rule_context.hpp"

namespace lemmacheck::verify::kernel {

using numerics::NodeId;

namespace {

/// The branches of an abs, min or max: its value is one of the two at every point.
struct Branches {
  NodeId first, second;
  NodeId first_when;  // the value is `first` where this is >= 0, `second` where it is <= 0
};

Branches branches_of(const RuleContext& c, NodeId part) {
  const std::span<const NodeId> given = c.graph.arguments(part);
  const std::vector<NodeId> a(given.begin(), given.end());
  if (c.graph.is_call(part, "abs")) return {a[0], c.minus(a[0]), a[0]};
  if (c.graph.is_call(part, "max")) return {a[0], a[1], c.difference(a[0], a[1])};
  if (c.graph.is_call(part, "min")) return {a[0], a[1], c.difference(a[1], a[0])};
  throw NotApplicable{"'part' is not an abs, min or max"};
}

/// Whether every condition that `other` puts on its variables is one of f, too.
bool has_obligations_of(numerics::Graph& graph, NodeId f, NodeId other) {
  const std::vector<Obligation> have = obligations(graph, f).list;
  const std::vector<Obligation> needed = obligations(graph, other).list;
  return std::ranges::all_of(needed, [&](const Obligation& o) {
    return std::ranges::any_of(have, [&](const Obligation& h) { return h.value == o.value && h.kind == o.kind; });
  });
}

}  // namespace

// At every point of the domain the value (which exists there) is >= 0 or <= 0.
Applied apply_cases(const RuleContext& c) {
  const NodeId value = c.formula("value");
  c.require(obligations(c.graph, value).list.empty() && obligations(c.graph, value).unknown.empty(),
            "the value is not defined everywhere");
  Applied result;
  Goal goal = c.goal;
  goal.domain.hypotheses.push_back({value, false});
  result.goals.push_back(goal);
  goal.domain.hypotheses.back().value = c.minus(value);
  result.goals.push_back(std::move(goal));
  return result;
}

Applied apply_resolve(const RuleContext& c) {
  c.require_defined();
  const NodeId part = c.formula("part");
  const Branches b = branches_of(c, part);
  const bool first = c.is("as", "first");
  c.require(first || c.is("as", "second"), "'as' is first or second");
  Applied result;
  // The parts of f have values where f has one.
  c.require(c.uses(c.goal.f, part), "'part' does not occur in f");
  result.goals.push_back(c.with(first ? b.first_when : c.minus(b.first_when), false, true));
  result.goals.push_back(c.with(replace(c.graph, c.goal.f, part, first ? b.first : b.second), c.goal.strict, true));
  return result;
}

// f at a point is f with one of the two branches; f with either is >= 0.
Applied apply_branches(const RuleContext& c) {
  c.require_defined();
  const NodeId part = c.formula("part");
  const Branches b = branches_of(c, part);
  Applied result;
  for (const NodeId branch : {b.first, b.second}) {
    result.goals.push_back(c.with(replace(c.graph, c.goal.f, part, branch), c.goal.strict, false));
  }
  return result;
}

// A hypothesis h with h = scale * (v - end), scale > 0, says v >= end; with scale < 0, v <= end. The new range takes
// the place of the old end: the domain can only grow.
Applied apply_range(const RuleContext& c) {
  const std::size_t index = c.number("hypothesis");
  c.require(index < c.goal.domain.hypotheses.size(), "no such hypothesis");
  const std::size_t i = c.range("variable");
  const Range& range = c.goal.domain.ranges[i];
  const bool lower = c.is("side", "lower");
  c.require(lower || c.is("side", "upper"), "'side' is lower or upper");
  const NodeId end = c.formula("end");
  const NodeId scale = c.formula("scale");
  c.require(!c.uses(end, range.variable), "the end depends on its own variable");
  const auto factor = numerics::exact_value(c.graph, scale);
  c.require(factor && factor->sign() == (lower ? 1 : -1), "the scale has the wrong sign");
  const Hypothesis& h = c.goal.domain.hypotheses[index];
  c.require(boundary_values(c.graph, h.value).empty() && boundary_values(c.graph, end).empty(),
            "the hypothesis has a function with a value of its own at 0");
  c.require(
      numerics::equal_where_defined(c.graph, h.value, c.graph.call("*", {scale, c.difference(range.variable, end)})),
      "the hypothesis does not say this about the variable");
  Goal goal = c.goal;
  Range changed = range;
  (lower ? changed.lower : changed.upper) = {false, end, h.strict};
  goal.domain.hypotheses.erase(goal.domain.hypotheses.begin() + static_cast<std::ptrdiff_t>(index));
  // The variable comes last, after those that its end is made of.
  for (const Range& r : goal.domain.ranges) {
    c.require((r.lower.infinite || !c.uses(r.lower.value, range.variable)) &&
                  (r.upper.infinite || !c.uses(r.upper.value, range.variable)),
              "another range depends on the variable");
  }
  goal.domain.ranges.erase(goal.domain.ranges.begin() + static_cast<std::ptrdiff_t>(i));
  goal.domain.ranges.push_back(changed);
  // The end may have a value where the hypothesis has none.
  goal.defined = goal.defined && obligations(c.graph, h.value).unknown.empty() &&
                 has_obligations_of(c.graph, end, h.value) &&
                 adds_no_points(c.graph, c.goal.domain, lower ? range.lower : range.upper,
                                lower ? changed.lower : changed.upper, lower);
  // Where the hypothesis has a value, the end need not: then the new domain has fewer points than the old one.
  c.require(obligations(c.graph, end).unknown.empty(), "where the end has a value is not known");
  Applied result;
  Goal end_defined = c.goal;
  end_defined.f = c.graph.call("^", {end, c.graph.integer(2)});
  end_defined.strict = end_defined.defined = false;
  result.goals.push_back(std::move(end_defined));
  result.goals.push_back(std::move(goal));
  return result;
}

// f = (f - factor h) + factor h, and h >= 0 at every point of the domain. The strict sign comes from the first part, or
// from h > 0 and factor > 0.
Applied apply_combine(const RuleContext& c) {
  c.require_defined();
  const std::size_t index = c.number("hypothesis");
  c.require(index < c.goal.domain.hypotheses.size(), "no such hypothesis");
  const Hypothesis& h = c.goal.domain.hypotheses[index];
  const NodeId factor = c.formula("factor");
  const bool strict_factor = c.goal.strict && c.is("strict", "factor");
  c.require(!strict_factor || h.strict, "the hypothesis is not strict");
  Applied result;
  result.goals.push_back(c.with(factor, strict_factor, false));
  result.goals.push_back(
      c.with(c.difference(c.goal.f, c.graph.call("*", {factor, h.value})), c.goal.strict && !strict_factor, true));
  return result;
}

// -h > 0 everywhere on the domain without h: no point satisfies h >= 0.
Applied apply_contradiction(const RuleContext& c) {
  const std::size_t index = c.number("hypothesis");
  c.require(index < c.goal.domain.hypotheses.size(), "no such hypothesis");
  const Hypothesis h = c.goal.domain.hypotheses[index];
  Goal goal = c.goal;
  goal.domain.hypotheses.erase(goal.domain.hypotheses.begin() + static_cast<std::ptrdiff_t>(index));
  goal.f = c.minus(h.value);
  goal.strict = !h.strict;
  goal.defined = false;
  Applied result;
  result.goals.push_back(std::move(goal));
  return result;
}

// Without a hypothesis there are more points; at those f need not have a value.
Applied apply_forget(const RuleContext& c) {
  const std::size_t index = c.number("hypothesis");
  c.require(index < c.goal.domain.hypotheses.size(), "no such hypothesis");
  Goal goal = c.goal;
  goal.domain.hypotheses.erase(goal.domain.hypotheses.begin() + static_cast<std::ptrdiff_t>(index));
  goal.defined = false;
  Applied result;
  result.goals.push_back(std::move(goal));
  return result;
}

// f is the value of a hypothesis: at a point of the domain it has a value, and the hypothesis says which sign.
Applied apply_given(const RuleContext& c) {
  const std::size_t index = c.number("hypothesis");
  c.require(index < c.goal.domain.hypotheses.size(), "no such hypothesis");
  const Hypothesis& h = c.goal.domain.hypotheses[index];
  c.require(h.value == c.goal.f, "the hypothesis is about another formula");
  c.require(h.strict || !c.goal.strict, "the hypothesis does not say > 0");
  return {};
}

}  // namespace lemmacheck::verify::kernel
