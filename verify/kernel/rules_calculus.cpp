// Rules about one variable along its range: monotone, concave, difference, induction.
//
// In all of them the variable is free: no other range and no hypothesis depends on it, so that with a point of the
// domain the whole segment of the range through it belongs to the domain.
#include <algorithm>

#include "numerics/normal_form.hpp"
#include "numerics/parser.hpp"
#include "numerics/printer.hpp"
#include "numerics/tape.hpp"
#include "verify/kernel/rule_context.hpp"

namespace lemmacheck::verify::kernel {

using numerics::NodeId;

namespace {

Goal on_interior(Goal goal, std::size_t range) {
  goal.domain.ranges[range].lower.open = goal.domain.ranges[range].upper.open = true;
  return goal;
}

}  // namespace

void RuleContext::require_free(std::size_t range_index) const {
  const NodeId v = goal.domain.ranges[range_index].variable;
  for (const Hypothesis& h : goal.domain.hypotheses) require(!uses(h.value, v), "a hypothesis depends on the variable");
  for (const Range& r : goal.domain.ranges) {
    require((r.lower.infinite || !uses(r.lower.value, v)) && (r.upper.infinite || !uses(r.upper.value, v)),
            "an end of a range depends on the variable");
  }
}

// limit() may depend on the order in which a graph grew; a graph made from the text alone gives the same result in the
// search and in the checker.
std::optional<Limit> limit_by_shape(numerics::Graph& graph, const numerics::FunctionTable& functions, NodeId f,
                                    const Range& range, bool at_lower) {
  const End& end = at_lower ? range.lower : range.upper;
  // As a text a constant whose name a variable has taken would be read as the variable.
  const auto is_readable = [&](const numerics::Graph& in, NodeId id) {
    return std::ranges::all_of(in.reachable(std::span(&id, 1)), [&](NodeId part) {
      const numerics::Node& node = in.node(part);
      return node.kind != numerics::NodeKind::call || functions.find(node.function->name) == node.function;
    });
  };
  if (!is_readable(graph, f) || (!end.infinite && !is_readable(graph, end.value))) return std::nullopt;
  numerics::Graph fresh;
  const auto copy = [&](NodeId id) {
    return numerics::parse_expression(fresh, numerics::to_text(graph, id), functions).root;
  };
  const auto back = [&](NodeId id) {
    return numerics::parse_expression(graph, numerics::to_text(fresh, id), functions).root;
  };
  const NodeId copied = copy(f);
  std::optional<Limit> found =
      limit(fresh, copied, {copy(range.variable), end.infinite, end.infinite ? NodeId{} : copy(end.value), at_lower});
  if (!found || (found->kind == Limit::Kind::finite && !is_readable(fresh, found->value)) ||
      !std::ranges::all_of(found->positive, [&](NodeId sign) { return is_readable(fresh, sign); }))
    return std::nullopt;
  if (found->kind == Limit::Kind::finite) found->value = back(found->value);
  for (NodeId& sign : found->positive) sign = back(sign);
  return found;
}

NodeId RuleContext::slope(NodeId f, NodeId variable) const {
  require(is_smooth(graph, f), "f has a part that the rules cannot differentiate");
  const std::optional<NodeId> result = numerics::derivative(graph, f, variable, functions);
  require(result.has_value(), "no derivative on record");
  return *result;
}

// Face: f has a value on the face, by assumption when the end is closed and by the goal otherwise; as a composition of
// functions that are continuous on their domains f is continuous there, so its value is the limit from inside.
// Limit: the limit for fixed values of the other variables, at every point where the recorded signs hold.
void RuleContext::end_goals(std::size_t range_index, bool at_lower, const std::string& by, bool strict,
                            std::vector<Goal>& goals) const {
  const Range& range = goal.domain.ranges[range_index];
  const End& end = at_lower ? range.lower : range.upper;
  if (by == "face") {
    require(!end.infinite, "an infinite end has no face");
    Goal face = at_value(graph, goal, range_index, end.value);
    face.strict = strict;
    // The domain of the face may be larger where the range can be empty; then f may have no value there.
    const End& other = at_lower ? range.upper : range.lower;
    const bool moves = !is_constant(end.value) || (!other.infinite && !is_constant(other.value));
    const bool may_be_empty = moves && (!other.infinite || !has_value_everywhere(graph, end.value));
    face.defined = goal.defined && !end.open && !may_be_empty;
    goals.push_back(std::move(face));
    return;
  }
  require(by == "limit", "'by' is face or limit");
  require(end.open, "at a closed end f has a value; it takes the place of the limit");
  const std::optional<Limit> found = limit_by_shape(graph, functions, goal.f, range, at_lower);
  require(found.has_value(), "no limit found");
  require(found->kind != Limit::Kind::minus_infinity, "the limit is -inf");
  Goal rest = at_value(graph, goal, range_index, end.infinite ? graph.integer(0) : end.value);
  rest.defined = false;
  for (const NodeId sign : found->positive) {
    rest.f = sign;
    rest.strict = true;
    goals.push_back(rest);
  }
  if (found->kind != Limit::Kind::finite) return;
  rest.f = found->value;
  rest.strict = strict;
  goals.push_back(rest);
}

// f(v) = f(end) + integral of f' over the segment from the end to v (mean value theorem: f is continuous on the
// segment, or has a limit at the end, and is differentiable inside because its derivative has a value there).
// f > 0 follows when the end's value is > 0, or when f' has a strict sign and v is not at the end itself.
Applied apply_monotone(const RuleContext& c) {
  c.require_defined();
  const std::size_t i = c.range("variable");
  const Range& range = c.goal.domain.ranges[i];
  c.require(!range.integer, "the variable is an integer");
  c.require_free(i);
  const bool from_lower = c.is("from", "lower");
  c.require(from_lower || c.is("from", "upper"), "'from' is lower or upper");
  const bool strict_slope = c.is("strict", "slope");
  if (c.goal.strict && strict_slope) {
    c.require((from_lower ? range.lower : range.upper).open, "f > 0 is asked at the end itself");
  }
  Goal slope = on_interior(c.goal, i);
  slope.f = c.slope(c.goal.f, range.variable);
  if (!from_lower) slope.f = c.minus(slope.f);
  slope.strict = strict_slope;
  slope.defined = false;
  Applied result;
  result.goals.push_back(std::move(slope));
  c.end_goals(i, from_lower, c.text("by"), c.goal.strict && !strict_slope, result.goals);
  return result;
}

// h = f'/factor decreases inside the range, and factor > 0 there: f' has the sign of h, first >= 0 and then <= 0. So f
// first rises and then falls, and lies above the smaller one of its ends; strictly inside when h' < 0. With factor 1
// that is a concave function.
Applied apply_concave(const RuleContext& c) {
  c.require_defined();
  const std::size_t i = c.range("variable");
  const Range& range = c.goal.domain.ranges[i];
  c.require(!range.integer, "the variable is an integer");
  const bool has_factor = !c.text("factor").empty();
  c.require_free(i);
  const bool strict_bend = c.is("strict", "slope");
  if (c.goal.strict && strict_bend) c.require(range.lower.open && range.upper.open, "f > 0 is asked at an end itself");
  const NodeId first = c.slope(c.goal.f, range.variable);
  Goal bend = on_interior(c.goal, i);
  bend.strict = false;
  bend.defined = false;
  bend.f = c.graph.call("^", {first, c.graph.integer(2)});  // that f' has a value
  Applied result;
  result.goals.push_back(bend);
  NodeId decreasing = first;
  if (has_factor) {
    const NodeId factor = c.formula("factor");
    decreasing = c.formula("rest");
    bend.strict = true;
    for (const NodeId form : {first, factor, decreasing}) {
      for (const NodeId value : boundary_values(c.graph, form)) {
        bend.f = value;
        result.goals.push_back(bend);
      }
    }
    bend.f = factor;
    result.goals.push_back(bend);
    bend.strict = false;
    bend.f = c.graph.call("^", {decreasing, c.graph.integer(2)});  // that the rest has a value
    result.goals.push_back(bend);
    c.require(numerics::equal_where_defined(c.graph, first, c.graph.call("*", {factor, decreasing})),
              "f' is not factor * rest");
  }
  bend.f = c.minus(c.slope(decreasing, range.variable));
  bend.strict = strict_bend;
  result.goals.push_back(std::move(bend));
  const bool strict_ends = c.goal.strict && !strict_bend;
  c.end_goals(i, true, c.text("lower"), strict_ends, result.goals);
  c.end_goals(i, false, c.text("upper"), strict_ends, result.goals);
  return result;
}

// f(v) = sum over k >= 0 of (f(v + k s) - f(v + (k + 1) s)) + the limit of f, for a step s > 0.
Applied apply_difference(const RuleContext& c) {
  c.require_defined();
  const std::size_t i = c.range("variable");
  const Range& range = c.goal.domain.ranges[i];
  c.require(range.upper.infinite, "the range ends");
  c.require_free(i);
  const bool strict_step = c.is("strict", "slope");
  const NodeId step = c.text("step").empty() ? c.graph.integer(1) : c.formula("step");
  const auto length = numerics::exact_value(c.graph, step);
  c.require(length && length->sign() > 0 && (!range.integer || length->is_integer()), "the step is not a number > 0");
  const NodeId next =
      replace(c.graph, c.goal.f, range.variable, c.graph.call("+", {range.variable, c.graph.rational(*length)}));
  Applied result;
  result.goals.push_back(c.with(c.difference(c.goal.f, next), strict_step, true));
  c.end_goals(i, false, "limit", c.goal.strict && !strict_step, result.goals);
  return result;
}

void RuleContext::require_whole(NodeId value) const {
  for (const NodeId id : graph.reachable(std::span(&value, 1))) {
    const numerics::Node& node = graph.node(id);
    bool whole = false;
    if (node.kind == numerics::NodeKind::literal) {
      const auto exact = numerics::exact_value(graph, id);
      whole = exact && exact->is_integer();
    } else if (node.kind == numerics::NodeKind::variable) {
      for (const Range& r : goal.domain.ranges) whole = whole || (r.variable == id && r.integer);
    } else {
      const std::string& name = node.function->name;
      whole = name == "+" || name == "-" || name == "*" || name == "neg";
    }
    require(whole, "an end is not known to be whole");
  }
}

// v = lower + w: w runs through [0, inf), whatever the other variables are.
Applied apply_shift(const RuleContext& c) {
  const std::size_t i = c.range("variable");
  const Range range = c.goal.domain.ranges[i];
  c.require(!range.lower.infinite && range.upper.infinite, "the range is not [lower, inf)");
  c.require_free(i);
  if (range.integer) c.require_whole(range.lower.value);
  Goal goal = c.goal;
  goal.f = replace(c.graph, goal.f, range.variable, c.graph.call("+", {range.lower.value, range.variable}));
  goal.domain.ranges[i].lower.value = c.graph.integer(0);
  // A point of the new domain is one of the old domain where the end has a value; where it has none there was no point.
  const Obligations end = obligations(c.graph, range.lower.value);
  c.require(end.list.empty() && end.unknown.empty(), "the end may have no value");
  Applied result;
  result.goals.push_back(std::move(goal));
  return result;
}

// w = a + b v with b != 0 runs through the image of the range as v runs through the range, and back. v occurs nowhere
// but in this part, so that f is a formula in w; w takes the name of v.
Applied apply_affine(const RuleContext& c) {
  const std::size_t i = c.range("variable");
  const Range range = c.goal.domain.ranges[i];
  const NodeId v = range.variable, part = c.formula("part"), zero = c.graph.integer(0);
  const auto at = [&](NodeId value) { return numerics::exact_value(c.graph, replace(c.graph, part, v, value)); };
  const auto a = at(zero), sum = at(c.graph.integer(1));
  c.require(c.uses(part, v) && c.graph.variables_of(part).size() == 1 && a && sum && *a != *sum,
            "'part' is not a + b variable with numbers a and b");
  const numerics::Rational b = *sum - *a;
  const NodeId line = c.graph.call("+", {c.graph.rational(*a), c.graph.call("*", {c.graph.rational(b), v})});
  c.require(boundary_values(c.graph, part).empty() && has_value_everywhere(c.graph, part) &&
                numerics::equal_where_defined(c.graph, part, line),
            "'part' is not a + b variable with numbers a and b");
  c.require(!range.integer || (a->is_integer() && abs(b) == numerics::Rational(1)), "whole numbers do not stay whole");
  Goal goal = c.goal;
  const auto put = [&](NodeId& id) {
    c.require(!c.uses(replace(c.graph, id, part, zero), v), "the variable occurs outside of 'part'");
    id = replace(c.graph, id, part, v);
  };
  put(goal.f);
  for (Hypothesis& h : goal.domain.hypotheses) put(h.value);
  for (Range& r : goal.domain.ranges) {
    if (!r.lower.infinite) put(r.lower.value);
    if (!r.upper.infinite) put(r.upper.value);
  }
  const auto image = [&](End end) {
    if (end.infinite) return end;
    const auto exact = numerics::exact_value(c.graph, end.value);
    end.value = exact ? c.graph.rational(*a + b * *exact) : replace(c.graph, line, v, end.value);
    return end;
  };
  const bool turned = b.sign() < 0;
  goal.domain.ranges[i].lower = image(turned ? range.upper : range.lower);
  goal.domain.ranges[i].upper = image(turned ? range.lower : range.upper);
  Applied result;
  result.goals.push_back(std::move(goal));
  return result;
}

// y = x w, where the range of x lies above 0 (below 0): for any values of the other variables y/x runs through the
// image of the range of y as y runs through the range, and back. f and the hypotheses at y are what they are with x w
// in place of y; w takes the name of y. An end that is x times a number becomes that number.
Applied apply_ratio(const RuleContext& c) {
  const std::size_t i = c.range("variable"), j = c.range("over");
  const Range range = c.goal.domain.ranges[i];
  const NodeId y = range.variable, x = c.goal.domain.ranges[j].variable;
  c.require(i != j && !range.integer, "'over' is another variable, and the variable is a real number");
  const auto away_from_zero = [&](const End& end, int side) {
    if (end.infinite || !c.is_constant(end.value)) return false;
    const std::optional<int> sign = numerics::constant_sign(c.graph, end.value);
    return sign && (*sign == side || (*sign == 0 && end.open));
  };
  const bool positive = away_from_zero(c.goal.domain.ranges[j].lower, 1);
  c.require(positive || away_from_zero(c.goal.domain.ranges[j].upper, -1), "'over' may be 0");
  for (const Range& r : c.goal.domain.ranges) {
    c.require((r.lower.infinite || !c.uses(r.lower.value, y)) && (r.upper.infinite || !c.uses(r.upper.value, y)),
              "an end of a range depends on the variable");
  }
  const auto over_x = [&](End end) {
    if (end.infinite) return end;
    const auto ratio = numerics::exact_value(c.graph, replace(c.graph, end.value, x, c.graph.integer(1)));
    c.require(ratio.has_value(), "an end is not 'over' times a number");
    const NodeId number = c.graph.rational(*ratio);
    c.require(has_value_everywhere(c.graph, end.value) && boundary_values(c.graph, end.value).empty() &&
                  numerics::equal_where_defined(c.graph, end.value, c.graph.call("*", {x, number})),
              "an end is not 'over' times a number");
    end.value = number;
    return end;
  };
  Goal goal = c.goal;
  goal.domain.ranges[i].lower = over_x(positive ? range.lower : range.upper);
  goal.domain.ranges[i].upper = over_x(positive ? range.upper : range.lower);
  const NodeId product = c.graph.call("*", {x, y});
  goal.f = replace(c.graph, goal.f, y, product);
  for (Hypothesis& h : goal.domain.hypotheses) h.value = replace(c.graph, h.value, y, product);
  Applied result;
  result.goals.push_back(std::move(goal));
  return result;
}

// f(a) >= 0 and f(v + 1) >= f(v) for v = a, a + 1, ..: induction; a is whole.
Applied apply_induction(const RuleContext& c) {
  c.require_defined();
  const std::size_t i = c.range("variable");
  const Range& range = c.goal.domain.ranges[i];
  c.require(range.integer, "the variable is not an integer");
  c.require(!range.lower.infinite && !range.lower.open && range.upper.infinite, "the range is not [a, inf)");
  c.require_free(i);
  c.require_whole(range.lower.value);
  Applied result;
  c.end_goals(i, true, "face", c.goal.strict, result.goals);
  const NodeId next =
      replace(c.graph, c.goal.f, range.variable, c.graph.call("+", {range.variable, c.graph.integer(1)}));
  result.goals.push_back(c.with(c.difference(next, c.goal.f), false, true));
  return result;
}

}  // namespace lemmacheck::verify::kernel
