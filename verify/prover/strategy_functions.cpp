// Named functions: identities on record, power series, directions, and derivatives that change their sign once.
#include <algorithm>

#include "numerics/normal_form.hpp"
#include "verify/kernel/function_facts.hpp"
#include "verify/prover/strategy.hpp"

namespace lemmacheck::verify::prover {

using kernel::Goal;
using kernel::Proof;
using kernel::Range;
using numerics::NodeId;

bool Strategy::has_call(NodeId f, std::initializer_list<const char*> names) const {
  for (const NodeId id : graph_.reachable(std::span(&f, 1))) {
    for (const char* name : names) {
      if (graph_.is_call(id, name)) return true;
    }
  }
  return false;
}

/// Named functions are evaluated at high precision: a box with them takes as long as a hundred others.
bool Strategy::has_slow_call(NodeId f) const {
  return std::ranges::any_of(graph_.reachable(std::span(&f, 1)), [&](NodeId id) {
    return graph_.node(id).kind == numerics::NodeKind::call &&
           kernel::facts_about(graph_.node(id).function->name) != nullptr;
  });
}

/// Functions without a binary64 version, and the slowest of those with one.
bool Strategy::has_big_call(NodeId f) const {
  return has_call(f, {"lgamma", "digamma"}) || std::ranges::any_of(graph_.reachable(std::span(&f, 1)), [&](NodeId id) {
           return !graph_.arguments(id).empty() && graph_.node(id).function->binary64 == nullptr;
         });
}

// erfc(a) = 2 - erfc(-a), likewise normal_cdf, where a is far out on the flat side: what is left is small there.
Strategy::Result Strategy::by_reflection(const Goal& goal, int depth) {
  NodeId f = goal.f;
  for (const NodeId id : kernel::parts_in_order(graph_, goal.f)) {
    const bool is_tail = graph_.is_call(id, "erfc");
    if (!is_tail && !graph_.is_call(id, "normal_cdf")) continue;
    const NodeId a = graph_.arguments(id)[0], back = graph_.call("neg", {a}), flat = is_tail ? back : a;
    if (pattern(flat, goal.domain).negative > 0) continue;
    if (pattern(graph_.call("-", {flat, graph_.integer(2)}), goal.domain).positive == 0) continue;
    const NodeId all = graph_.integer(is_tail ? 2 : 1);
    f = kernel::replace(graph_, f, id, graph_.call("-", {all, graph_.call(is_tail ? "erfc" : "normal_cdf", {back})}));
  }
  if (f == goal.f) return std::nullopt;
  return by(goal, {"rewrite", {{"to", text(simple(f))}}, {}, nullptr}, depth);
}

/// The density at 0 stays while a tail is there: its derivative has it as a factor.
bool Strategy::is_unfolded_first(NodeId part) {
  return !graph_.is_call(part, "small_ball_density") && kernel::matching_identity(graph_, part, 0).has_value();
}

// Values at fixed arguments, and definitions.
Strategy::Result Strategy::by_unfolding(const Goal& goal, int depth) {
  for (const NodeId part : kernel::parts_in_order(graph_, goal.f)) {
    if (is_unfolded_first(part)) return unfold(goal, part, depth);
  }
  return std::nullopt;
}

Strategy::Result Strategy::by_density(const Goal& goal, int depth) {
  if (has_call(goal.f, {"sphere_tail", "sphere_quantile"})) return std::nullopt;
  for (const NodeId part : kernel::parts_in_order(graph_, goal.f)) {
    if (!graph_.is_call(part, "small_ball_density")) continue;
    if (Result proof = unfold(goal, part, depth)) return proof;
  }
  return std::nullopt;
}

Strategy::Result Strategy::unfold(const Goal& goal, NodeId part, int depth) {
  const std::optional<std::size_t> identity = kernel::matching_identity(graph_, part, 0);
  if (!identity) return std::nullopt;
  return by(goal, {"unfold", {{"part", text(part)}, {"identity", std::to_string(*identity)}}, {}, nullptr}, depth);
}

// Term by term: one series against another, or one alone, after some first terms.
Strategy::Result Strategy::by_series(const Goal& goal, int depth) {
  if (depth <= 0 || !has_call(goal.f, {"hyp0f1"})) return std::nullopt;
  std::vector<std::size_t> with_series;
  const std::vector<kernel::SumTerm> terms = kernel::open_sum(graph_, goal.f);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (has_call(terms[i].value, {"exp", "expm1", "cosh", "sinh", "hyp0f1"})) with_series.push_back(i);
  }
  if (with_series.empty() || with_series.size() > 3) return std::nullopt;
  for (int first = 0; first < 4; ++first) {
    for (const std::size_t left : with_series) {
      for (const std::size_t right : with_series) {
        const bool alone = left == right;
        if (alone && with_series.size() > 1) continue;
        Proof step{"series", {{"left", std::to_string(left)}, {"from", std::to_string(first)}}, {}, nullptr};
        if (!alone) step.parameters["right"] = std::to_string(right);
        for (const char* strict : {"head", "first"}) {
          if (goal.strict) step.parameters["strict"] = strict;
          if (Result proof = by(goal, step, depth - 1)) return proof;
          if (!goal.strict) break;
        }
      }
    }
  }
  return std::nullopt;
}

// Two calls of one function that differ in one argument: the one in place of the other.
Strategy::Result Strategy::by_arguments(const Goal& goal, int depth) {
  const std::vector<kernel::SumTerm> terms = kernel::open_sum(graph_, goal.f);
  if (depth <= 0 || terms.size() > 8) return std::nullopt;
  const auto call_in = [&](NodeId term) -> std::optional<NodeId> {
    for (const auto& [base, exponent] : kernel::open_product(graph_, term).factors) {
      if (exponent != 1 || graph_.node(base).kind != numerics::NodeKind::call) continue;
      if (kernel::facts_about(graph_.node(base).function->name) != nullptr || graph_.is_call(base, "digamma"))
        return base;
    }
    return std::nullopt;
  };
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (std::size_t j = 0; j < terms.size(); ++j) {
      const std::optional<NodeId> a = call_in(terms[i].value), b = call_in(terms[j].value);
      if (!a || !b || a == b || graph_.node(*a).function != graph_.node(*b).function) continue;
      std::vector<std::size_t> differ;
      for (std::size_t k = 0; k < graph_.arguments(*a).size(); ++k) {
        if (graph_.arguments(*a)[k] != graph_.arguments(*b)[k]) differ.push_back(k);
      }
      if (differ.size() != 1) continue;
      Proof step{"argument",
                 {{"term", std::to_string(i)},
                  {"argument", std::to_string(differ[0])},
                  {"to", text(graph_.arguments(*b)[differ[0]])}},
                 {},
                 nullptr};
      if (Result proof = by(goal, std::move(step), depth - 1)) return proof;
    }
  }
  return std::nullopt;
}

// The derivative as a positive factor times something that decreases: first rising, then falling.
Strategy::Result Strategy::by_unimodal(const Goal& goal, int depth) {
  if (depth <= 0) return std::nullopt;
  std::vector<Move> moves;
  for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
    const Range& range = goal.domain.ranges[i];
    if (range.integer || !graph_.depends_on(goal.f, range.variable) || !is_free(goal, i)) continue;
    const NodeId rate = slope(goal.f, range.variable);
    if (rate == goal.f || !factored(rate)) continue;
    const SignPattern p = pattern(rate, goal.domain);
    if (p.positive == 0 || p.negative == 0 || p.undefined > 0) continue;
    std::optional<NodeId> factor;
    NodeId rest = graph_.rational(factored(rate)->content);
    const auto form = *factored(rate);
    for (const auto& [base, exponent] : form.factors) {
      const SignPattern q = pattern(base, goal.domain);
      if ((exponent % 2 == 0 && has_slow_call(goal.f)) || (q.positive > 0 && q.only_nonnegative())) {
        factor = times(factor, base, exponent);
      } else {
        rest = *times(rest, base, exponent);
      }
    }
    if (!factor) continue;
    const NodeId bend = slope(rest, range.variable);
    if (bend == rest || !pattern(bend, goal.domain).only_nonpositive()) continue;
    const std::optional<std::string> lower = way_to_end(goal, i, true), upper = way_to_end(goal, i, false);
    if (!lower || !upper) continue;
    Proof step{"concave",
               {{"variable", name(range)},
                {"lower", *lower},
                {"upper", *upper},
                {"factor", text(without_abs(*factor, goal.domain))},
                {"rest", text(without_abs(rest, goal.domain))}},
               {},
               nullptr};
    if (goal.strict && range.lower.open && range.upper.open) step.parameters["strict"] = "slope";
    moves.push_back({complexity(bend), std::move(step)});
  }
  return by_moves(goal, std::move(moves), depth);
}

// Derivatives first where a named function is a term: products with it lead nowhere.
Strategy::Result Strategy::by_named_descent(const Goal& goal, int depth) {
  if (!has_slow_call(goal.f)) return std::nullopt;
  if (Result proof = by_unimodal(goal, depth)) return proof;
  return by_descent(goal, depth);
}

}  // namespace lemmacheck::verify::prover
