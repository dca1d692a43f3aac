// One term against the rest of f: logarithms and squares of both sides.
#include <algorithm>

#include "verify/prover/strategy.hpp"

namespace lemmacheck::verify::prover {

using kernel::Goal;
using kernel::Proof;
using numerics::NodeId;

/// exp(u) with a logarithm or the like in u, or a power whose exponent moves: derivatives keep it, a logarithm does
/// not.
bool Strategy::is_steep(NodeId base) const {
  constexpr double with_a_function = 20;  // see complexity()
  if (graph_.is_call(base, "exp")) return complexity(graph_.arguments(base)[0]) >= with_a_function;
  return graph_.is_call(base, "^") && !graph_.variables_of(graph_.arguments(base)[1]).empty();
}

/// log(product), factor by factor.
NodeId Strategy::log_of(const kernel::Product& product) {
  NodeId sum = graph_.integer(0);
  for (const auto& [base, exponent] : product.factors) {
    const std::vector<NodeId> a(graph_.arguments(base).begin(), graph_.arguments(base).end());
    const NodeId log = graph_.is_call(base, "exp") ? a[0]
                       : graph_.is_call(base, "^") ? graph_.call("*", {a[1], graph_.call("log", {a[0]})})
                                                   : graph_.call("log", {base});
    const NodeId term = exponent == 1 ? log : graph_.call("*", {graph_.integer(exponent), log});
    sum = sum == graph_.integer(0) ? term : graph_.call("+", {sum, term});
  }
  return sum;
}

bool Strategy::is_root(NodeId base) const { return graph_.is_call(base, "sqrt") && !graph_.variables_of(base).empty(); }

/// One term with a special factor on one side, the sum of the others, without a special part, on the other side.
std::optional<Strategy::Sides> Strategy::sides_of(NodeId f, bool (Strategy::*is_special)(NodeId) const) const {
  const auto special = [&](NodeId id) { return (this->*is_special)(id); };
  std::optional<kernel::SumTerm> term;
  std::vector<kernel::SumTerm> others;
  for (const kernel::SumTerm& t : kernel::open_sum(graph_, f)) {
    if (std::ranges::none_of(graph_.reachable(std::span(&t.value, 1)), special)) {
      others.push_back(t);
    } else if (term) {
      return std::nullopt;
    } else {
      term = t;
    }
  }
  if (!term || others.empty()) return std::nullopt;
  Sides sides;
  sides.product = kernel::open_product(graph_, term->value);
  if (std::ranges::none_of(sides.product.factors, [&](const auto& factor) { return special(factor.base); }))
    return std::nullopt;
  sides.on_the_right = term->negative != (sides.product.sign < 0);
  sides.special = sides.product.sign < 0 ? graph_.call("neg", {term->value}) : term->value;
  std::optional<NodeId> rest;
  for (const kernel::SumTerm& t : others) {
    const bool minus = t.negative == sides.on_the_right;
    const NodeId first = minus ? graph_.call("neg", {t.value}) : t.value;
    rest = rest ? graph_.call(minus ? "-" : "+", {*rest, t.value}) : first;
  }
  sides.rest = *rest;
  return sides;
}

/// A steep exponential against the rest, both positive at samples.
std::optional<Strategy::Sides> Strategy::steep_sides(const Goal& goal) {
  std::optional<Sides> sides = sides_of(goal.f, &Strategy::is_steep);
  if (!sides) return std::nullopt;
  for (const NodeId side : {sides->special, sides->rest}) {
    const SignPattern& p = pattern(side, goal.domain);
    if (p.positive < static_cast<int>(p.signs.size())) return std::nullopt;
  }
  return sides;
}

// a >= b follows from a >= 0 and a^2 >= b^2: a square root alone on its side goes away.
Strategy::Result Strategy::by_squares(const Goal& goal) {
  const std::optional<Sides> sides = sides_of(goal.f, &Strategy::is_root);
  if (!sides) return std::nullopt;
  const NodeId left = sides->on_the_right ? sides->rest : sides->special;
  const NodeId right = sides->on_the_right ? sides->special : sides->rest;
  const NodeId two = graph_.integer(2);
  const NodeId difference = simple(graph_.call("-", {graph_.call("^", {left, two}), graph_.call("^", {right, two})}));
  const std::vector<NodeId> parts = graph_.reachable(std::span(&difference, 1));
  for (const kernel::ProductFactor& factor : sides->product.factors)  // roots inside of it may stay
    if (is_root(factor.base) && std::ranges::find(parts, factor.base) != parts.end()) return std::nullopt;
  if (!pattern(left, goal.domain).only_nonnegative() || !plausible({difference, goal.strict, false, goal.domain}))
    return std::nullopt;
  const auto in_full = [&](const Goal& g) { return prove(g); };
  const auto simplified = [&](const Goal& g) {
    return then(g, {"rewrite", {{"to", text(difference)}}, {}, nullptr}, in_full);
  };
  const auto squared = [&](const Goal& g) {
    return then(g, {"squares", {{"left", text(left)}, {"right", text(right)}}, {}, nullptr},
                [&](const Goal& h) { return then(h, defined_step(h), simplified); });
  };
  return goal.defined ? squared(goal) : then(goal, defined_step(goal), squared);
}

// a > b exp(u) says log(a) > log(b) + u.
Strategy::Result Strategy::by_exponential(const Goal& goal, int depth) {
  const std::optional<Sides> sides = steep_sides(goal);
  if (!sides) return std::nullopt;
  const auto difference = [&](NodeId steep, NodeId rest) {
    return sides->on_the_right ? std::pair(rest, steep) : std::pair(steep, rest);
  };
  const auto [left, right] = difference(sides->special, sides->rest);
  const auto [log_left, log_right] = difference(log_of(sides->product), graph_.call("log", {sides->rest}));
  Proof step{"logarithms", {{"left", text(left)}, {"right", text(right)}}, {}, nullptr};
  const kernel::Applied applied = kernel::apply(graph_, functions_, goal, step);
  if (!applied.error.empty()) return std::nullopt;
  const NodeId flat = graph_.call("-", {log_left, log_right});
  for (const Goal& g : applied.goals) {
    Result proof =
        &g == &applied.goals.back() ? by(g, {"rewrite", {{"to", text(flat)}}, {}, nullptr}, depth) : prove(g, depth);
    if (!proof) return std::nullopt;
    step.children.push_back(std::move(*proof));
  }
  return step;
}

// left - right with an exponential on one side.
Strategy::Result Strategy::by_logarithms(const Goal& goal, int depth) {
  if (depth <= 0) return std::nullopt;
  std::optional<NodeId> sides[2];
  bool exponential = false;
  for (const kernel::SumTerm& term : kernel::open_sum(graph_, goal.f)) {
    const SignPattern p = pattern(term.value, goal.domain);
    if ((p.positive > 0 && p.negative > 0) || (p.positive == 0 && p.negative == 0)) return std::nullopt;
    const bool right = term.negative != (p.negative > 0);
    const NodeId value = p.negative > 0 ? graph_.call("neg", {term.value}) : term.value;
    std::optional<NodeId>& side = sides[right ? 1 : 0];
    side = side ? graph_.call("+", {*side, value}) : value;
  }
  if (!sides[0] || !sides[1]) return std::nullopt;
  for (const std::optional<NodeId>& side : sides) {
    for (const kernel::ProductFactor& factor : kernel::open_product(graph_, *side).factors) {
      exponential = exponential || graph_.is_call(factor.base, "exp") || graph_.is_call(factor.base, "^");
    }
  }
  if (!exponential) return std::nullopt;
  Proof step{"logarithms", {{"left", text(*sides[0])}, {"right", text(*sides[1])}}, {}, nullptr};
  return by(goal, std::move(step), depth - 1);
}

}  // namespace lemmacheck::verify::prover
