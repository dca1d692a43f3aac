// Logarithms of both sides.
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

/// One term with a steep exponential on one side, the sum of the others on the other side; both positive at samples.
std::optional<Strategy::SteepSides> Strategy::steep_sides(const Goal& goal) {
  std::optional<kernel::SumTerm> steep;
  std::vector<kernel::SumTerm> others;
  for (const kernel::SumTerm& term : kernel::open_sum(graph_, goal.f)) {
    if (std::ranges::none_of(graph_.reachable(std::span(&term.value, 1)), [&](NodeId id) { return is_steep(id); })) {
      others.push_back(term);
    } else if (steep) {
      return std::nullopt;
    } else {
      steep = term;
    }
  }
  if (!steep || others.empty()) return std::nullopt;
  SteepSides sides;
  sides.product = kernel::open_product(graph_, steep->value);
  if (std::ranges::none_of(sides.product.factors, [&](const auto& factor) { return is_steep(factor.base); }))
    return std::nullopt;
  sides.on_the_right = steep->negative != (sides.product.sign < 0);
  sides.steep = sides.product.sign < 0 ? graph_.call("neg", {steep->value}) : steep->value;
  std::optional<NodeId> rest;
  for (const kernel::SumTerm& term : others) {
    const bool minus = term.negative == sides.on_the_right;
    const NodeId first = minus ? graph_.call("neg", {term.value}) : term.value;
    rest = rest ? graph_.call(minus ? "-" : "+", {*rest, term.value}) : first;
  }
  sides.rest = *rest;
  for (const NodeId side : {sides.steep, sides.rest}) {
    const SignPattern& p = pattern(side, goal.domain);
    if (p.positive < static_cast<int>(p.signs.size())) return std::nullopt;
  }
  return sides;
}

// a > b exp(u) says log(a) > log(b) + u.
Strategy::Result Strategy::by_exponential(const Goal& goal, int depth) {
  const std::optional<SteepSides> sides = steep_sides(goal);
  if (!sides) return std::nullopt;
  const auto difference = [&](NodeId steep, NodeId rest) {
    return sides->on_the_right ? std::pair(rest, steep) : std::pair(steep, rest);
  };
  const auto [left, right] = difference(sides->steep, sides->rest);
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
