// Rules about named functions: identities on record, directions on record, power series.
#include <algorithm>
#include <string>

#include "numerics/argument_formula.hpp"
#include "numerics/normal_form.hpp"
#include "verify/kernel/function_facts.hpp"
#include "verify/kernel/rule_context.hpp"

namespace lemmacheck::verify::kernel {

using numerics::Direction;
using numerics::Graph;
using numerics::NodeId;
using numerics::NodeKind;
using numerics::Rational;

std::optional<std::size_t> matching_identity(Graph& graph, NodeId part, std::size_t from) {
  const numerics::Node node = graph.node(part);
  const FunctionFacts* facts = node.kind == NodeKind::call ? facts_about(node.function->name) : nullptr;
  if (facts == nullptr) return std::nullopt;
  const std::vector<Identity>& identities = facts->identities;
  for (std::size_t i = from; i < identities.size(); ++i) {
    bool fits = true;
    for (std::size_t k = 0; fits && k < identities[i].at.size(); ++k) {
      if (identities[i].at[k].empty()) continue;
      const auto exact = numerics::exact_value(graph, graph.arguments(part)[k]);
      fits = exact && *exact == Rational(std::stol(identities[i].at[k]));
    }
    if (fits) return i;
  }
  return std::nullopt;
}

// A call and the right side of an identity on record have the same value wherever the call has one. f has a value, so
// the call does, and f with the other formula in its place has the same value.
Applied apply_unfold(const RuleContext& c) {
  c.require_defined();
  const NodeId part = c.formula("part");
  const std::size_t which = c.number("identity");
  c.require(matching_identity(c.graph, part, which) == which, "no such identity at these arguments");
  const auto occurs = c.graph.reachable(std::span(&c.goal.f, 1));
  c.require(std::ranges::find(occurs, part) != occurs.end(), "'part' is not a part of f");
  // Inside an "if" a part may have no value although f has one.
  for (const NodeId id : occurs) c.require(!c.graph.is_call(id, "if"), "f has branches");
  const std::span<const NodeId> given = c.graph.arguments(part);
  const std::vector<NodeId> arguments(given.begin(), given.end());
  const NodeId value = numerics::in_arguments(
      c.graph, facts_about(c.graph.node(part).function->name)->identities[which].value, arguments, c.functions);
  Applied result;
  result.goals.push_back(c.with(replace(c.graph, c.goal.f, part, value), c.goal.strict, true));
  return result;
}

namespace {

/// A term of a sum as coefficient times one call: the call is its first factor of that kind.
struct TermWithCall {
  NodeId coefficient{}, call{};
};

/// The term without its factor number `factor`.
NodeId without_factor(Graph& graph, const Product& product, std::size_t factor, bool negative) {
  NodeId above = graph.integer(negative != (product.sign < 0) ? -1 : 1), below = graph.integer(1);
  for (std::size_t i = 0; i < product.factors.size(); ++i) {
    if (i == factor) continue;
    const auto& [base, exponent] = product.factors[i];
    NodeId& side = exponent > 0 ? above : below;
    const long n = exponent > 0 ? exponent : -exponent;
    side = graph.call("*", {side, n == 1 ? base : graph.call("^", {base, graph.integer(n)})});
  }
  return below == graph.integer(1) ? above : graph.call("/", {above, below});
}

template <class Accept>
TermWithCall call_in_term(const RuleContext& c, const SumTerm& term, Accept&& accept) {
  const Product product = open_product(c.graph, term.value);
  for (std::size_t i = 0; i < product.factors.size(); ++i) {
    const auto& [base, exponent] = product.factors[i];
    if (exponent != 1 || c.graph.node(base).kind != NodeKind::call || !accept(base)) continue;
    return {without_factor(c.graph, product, i, term.negative), base};
  }
  throw NotApplicable{"the term has no such factor"};
}

}  // namespace

// One argument of a function that is monotone in it, in one term of a sum: g(u) >= g(v) for u >= v when g is recorded
// as increasing. The term is coefficient * g(.., u, ..) with a number as coefficient. Both calls have values: g(u) as a
// part of f, g(v) by the goal that is left.
Applied apply_argument(const RuleContext& c) {
  c.require_defined();
  const std::vector<SumTerm> terms = open_sum(c.graph, c.goal.f);
  const std::size_t which = c.number("term"), k = c.number("argument");
  c.require(which < terms.size(), "no such term");
  const TermWithCall term = call_in_term(
      c, terms[which], [&](NodeId id) { return c.graph.node(id).function->direction(k) != Direction::unknown; });
  const auto coefficient = numerics::exact_value(c.graph, term.coefficient);
  c.require(coefficient && coefficient->sign() != 0, "the coefficient is not a number");
  const numerics::Node node = c.graph.node(term.call);
  const Direction direction = node.function->direction(k);
  c.require(direction == Direction::increasing || direction == Direction::decreasing, "no direction on record");
  const std::span<const NodeId> given = c.graph.arguments(term.call);
  std::vector<NodeId> arguments(given.begin(), given.end());
  const NodeId to = c.formula("to"), from = arguments[k];
  arguments[k] = to;
  const bool falls = (direction == Direction::increasing) == (coefficient->sign() > 0);  // f falls with the argument
  NodeId rest = c.graph.call("*", {term.coefficient, c.graph.call(*node.function, arguments)});
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i != which) rest = c.graph.call(terms[i].negative ? "-" : "+", {rest, terms[i].value});
  }
  Applied result;
  result.goals.push_back(c.with(falls ? c.difference(from, to) : c.difference(to, from), false, false));
  result.goals.push_back(c.with(rest, c.goal.strict, false));
  return result;
}

namespace {

/// F(u) = sum over n >= 0 of t(n), with t(0) = first and t(n + 1) = ratio(n) t(n). For every argument at which F has a
/// value the sum converges to it.
struct PowerSeries {
  NodeId first{}, ratio{};
};

constexpr const char* series_functions[] = {"exp", "expm1", "cosh", "sinh", "hyp0f1"};

PowerSeries power_series(Graph& graph, NodeId call, NodeId n) {
  const std::string name = graph.node(call).function->name;
  const std::span<const NodeId> given = graph.arguments(call);
  const std::vector<NodeId> a(given.begin(), given.end());
  const NodeId one = graph.integer(1);
  const auto plus = [&](NodeId u, long number) { return graph.call("+", {u, graph.integer(number)}); };
  const auto times = [&](NodeId u, NodeId v) { return graph.call("*", {u, v}); };
  const auto over = [&](NodeId u, NodeId v) { return graph.call("/", {u, v}); };
  const NodeId square = graph.call("^", {a[0], graph.integer(2)}), twice = times(graph.integer(2), n);
  if (name == "exp") return {one, over(a[0], plus(n, 1))};
  if (name == "expm1") return {a[0], over(a[0], plus(n, 2))};
  if (name == "cosh") return {one, over(square, times(plus(twice, 1), plus(twice, 2)))};
  if (name == "sinh") return {a[0], over(square, times(plus(twice, 2), plus(twice, 3)))};
  return {one, over(a[1], times(plus(n, 1), graph.call("+", {a[0], n})))};  // hyp0f1
}

}  // namespace

// f = rest + A F(u) - B G(v), F(u) = sum of t(n), G(v) = sum of s(n) (B = 0 when 'right' is left out). The goals say
//   rest + sum over n < k of (A t(n) - B s(n)) >= 0,    A t(k) >= B s(k) >= 0,
//   ratio of t >= ratio of s >= 0 at every real n >= k.
// Then A t(n) >= B s(n) >= 0 for every n >= k, by induction: A t(n+1) = ratio_t A t(n) >= ratio_s A t(n) >= ratio_s B
// s(n) = B s(n+1) >= 0. The series converge, so f is at least the first line. f > 0 when one of the first two goals is
// strict.
Applied apply_series(const RuleContext& c) {
  c.require_defined();
  Graph& graph = c.graph;
  const std::vector<SumTerm> terms = open_sum(graph, c.goal.f);
  const std::size_t left = c.number("left"), k = c.number("from");
  const bool both = !c.text("right").empty();
  const std::size_t right = both ? c.number("right") : terms.size();
  c.require(left < terms.size() && (!both || right < terms.size()) && left != right, "no such terms");
  c.require(k <= 8, "'from' is too large");
  const bool strict_head = c.is("strict", "head"), strict_first = c.is("strict", "first");
  c.require(!c.goal.strict || strict_head || strict_first, "nothing is > 0");
  std::string name = "n";
  const auto taken = [&] {
    for (const Range& r : c.goal.domain.ranges)
      if (graph.variable_name(r.variable) == name) return true;
    return c.functions.find(name) != nullptr;
  };
  while (taken()) name += "_";
  const NodeId n = graph.variable(name), zero = graph.integer(0);
  const auto has_series = [&](NodeId id) {
    return std::ranges::any_of(series_functions, [&](const char* f) { return graph.is_call(id, f); });
  };
  const auto opened = [&](SumTerm term, bool turned) {
    term.negative = term.negative != turned;
    return call_in_term(c, term, has_series);
  };
  const TermWithCall a = opened(terms[left], false);
  const PowerSeries t = power_series(graph, a.call, n);
  TermWithCall b;
  PowerSeries s;
  if (both) {
    b = opened(terms[right], true);
    s = power_series(graph, b.call, n);
  }
  NodeId head = zero, t_n = graph.call("*", {a.coefficient, t.first});
  NodeId s_n = both ? graph.call("*", {b.coefficient, s.first}) : zero;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i != left && i != right) head = graph.call(terms[i].negative ? "-" : "+", {head, terms[i].value});
  }
  const auto next = [&](NodeId value, NodeId ratio, std::size_t i) {
    return graph.call("*", {value, replace(graph, ratio, n, graph.integer(static_cast<long>(i)))});
  };
  for (std::size_t i = 0; i < k; ++i) {
    head = graph.call("+", {head, both ? c.difference(t_n, s_n) : t_n});
    t_n = next(t_n, t.ratio, i);
    if (both) s_n = next(s_n, s.ratio, i);
  }
  Goal ratio = c.with(both ? s.ratio : t.ratio, false, false);
  ratio.domain.ranges.push_back({n, {false, graph.integer(static_cast<long>(k)), false}, {}, false});
  Applied result;
  result.goals.push_back(c.with(head, strict_head, false));
  result.goals.push_back(c.with(both ? c.difference(t_n, s_n) : t_n, strict_first, false));
  result.goals.push_back(ratio);
  if (both) {
    result.goals.push_back(c.with(s_n, false, false));
    ratio.f = c.difference(t.ratio, s.ratio);
    result.goals.push_back(ratio);
  }
  return result;
}

}  // namespace lemmacheck::verify::kernel
