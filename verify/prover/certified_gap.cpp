#include "verify/prover/certified_gap.hpp"

#include <algorithm>

#include "verify/kernel/function_facts.hpp"
#include "verify/kernel/proof.hpp"
#include "verify/kernel/rules.hpp"
#include "verify/prover/box_search.hpp"
#include "verify/prover/relative_gap.hpp"
#include "verify/prover/strategy.hpp"

namespace lemmacheck::verify::prover {

using kernel::Goal;
using numerics::Graph;

namespace {

/// Fewer boxes for large formulas: boxes times instructions.
constexpr std::size_t most_box_work = 400'000;
/// Named functions and powers that are not whole are evaluated at high precision and take as long as many instructions.
constexpr std::size_t instructions_per_call = 20'000, instructions_per_power = 1'000;

/// Signs of sides are looked for in formulas up to this size.
constexpr std::size_t most_parts_with_signs = 200;

std::size_t instructions(const Graph& graph, numerics::NodeId id, bool weigh_calls) {
  if (!weigh_calls || graph.node(id).kind != numerics::NodeKind::call) return 1;
  for (const char* name : {"lgamma", "gamma", "digamma", "lambert_w"})
    if (graph.is_call(id, name)) return instructions_per_power;
  if (!graph.is_call(id, "^")) return kernel::facts_about(graph.node(id).function->name) ? instructions_per_call : 1;
  const auto exponent = numerics::exact_value(graph, graph.arguments(id)[1]);
  return exponent && exponent->is_integer() ? 1 : instructions_per_power;
}

bool by_boxes(Graph& graph, const Goal& raised, const GapBudget& budget, GapSearch* seen) {
  const auto problem = kernel::box_problem(graph, raised);
  if (!problem) return false;
  BoxSearchOptions options;
  std::size_t size = 0;
  for (const numerics::NodeId id : graph.reachable(std::span(&raised.f, 1)))
    size += instructions(graph, id, budget.weigh_calls);
  options.most_boxes = std::clamp<std::size_t>(most_box_work / size, 20, budget.boxes);
  options.stop = budget.stop;
  BoxSearchResult found = search_boxes(graph, *problem, options);
  if (seen) {
    seen->lowest = std::move(found.lowest_point);
    seen->used = static_cast<double>(found.boxes) / static_cast<double>(options.most_boxes);
  }
  return found.proved && kernel::check_cover(graph, *problem, found.cover).empty();
}

bool by_rules(const Graph& graph, const numerics::FunctionTable& functions, const Goal& raised,
              const GapBudget& budget) {
  Graph searched = graph, checked = graph;
  StrategyOptions how;
  how.boxes_per_try = 50;
  how.boxes_of_part = how.boxes_at_first = how.boxes_at_last = budget.boxes;
  how.depth = 6;
  const Strategy* running = nullptr;
  how.stop = [&, most_nodes = graph.size() + budget.nodes] {
    return searched.size() > most_nodes || (running && running->boxes() > 5 * budget.boxes) ||
           (budget.stop && budget.stop());
  };
  Strategy strategy(searched, functions, how);
  running = &strategy;
  const std::optional<kernel::Proof> proof = strategy.prove(raised);
  return proof && kernel::check_goal(checked, functions, raised, *proof).empty();
}

GapBudget for_a_side(GapBudget budget) {
  budget.boxes = std::min<std::size_t>(budget.boxes, 100);
  budget.nodes = 2'000;
  return budget;
}

}  // namespace

SideSigns signs_of_sides(const Graph& graph, const numerics::FunctionTable& functions, const Goal& goal,
                         const GapBudget& budget) {
  Graph own = graph;
  if (own.reachable(std::span(&goal.f, 1)).size() > most_parts_with_signs) return SideSigns::unknown;
  const Sides sides = sides_of(own, goal.f);
  const std::vector<SamplePoint> points = sample_points(own, goal.domain);
  const GapBudget small = for_a_side(budget);
  const auto holds = [&](numerics::NodeId side) {
    const SignPattern pattern = sign_pattern(own, side, points);
    if (!pattern.only_nonnegative() || pattern.undefined > 0) return false;
    return by_rules(own, functions, {side, false, true, goal.domain}, small);
  };
  if (holds(sides.smaller)) return SideSigns::positive;
  return holds(own.call("neg", {sides.larger})) ? SideSigns::negative : SideSigns::unknown;
}

bool has_value(const Graph& graph, const numerics::FunctionTable& functions, const kernel::Domain& domain,
               numerics::NodeId f, const GapBudget& budget) {
  Graph own = graph;
  if (kernel::has_value_everywhere(own, f)) return true;
  return by_rules(own, functions, {own.call("^", {f, own.integer(2)}), false, false, domain}, for_a_side(budget));
}

bool certify_gap(const Graph& graph, const numerics::FunctionTable& functions, const Goal& goal, double mu,
                 const GapBudget& budget, GapSearch* seen) {
  Graph own = graph;
  Goal raised = goal;
  raised.strict = false;
  raised.defined = true;
  const Sides sides = sides_of(own, goal.f);
  const numerics::Rational share = numerics::Rational::from_double(mu), one(1);
  const auto times = [&](const numerics::Rational& factor, numerics::NodeId side) {
    return own.call("*", {own.rational(factor), side});
  };
  if (budget.signs == SideSigns::unknown) {
    raised.f = own.call("-", {goal.f, times(share, sides.size)});
  } else {
    const bool positive = budget.signs == SideSigns::positive;
    raised.f = own.call("-", {times(positive ? one - share : one + share, sides.larger),
                              times(positive ? one + share : one - share, sides.smaller)});
  }
  if (by_boxes(own, raised, budget, seen)) return true;
  return budget.nodes > 0 && !(budget.stop && budget.stop()) && by_rules(own, functions, raised, budget);
}

std::optional<double> certified_share(const Graph& graph, const numerics::FunctionTable& functions, const Goal& goal,
                                      double guess, const GapBudget& budget) {
  const auto holds = [&](double share) { return certify_gap(graph, functions, goal, share * guess, budget); };
  for (const auto& [first, closer] : {std::pair(.99, .999), {.5, .9}, {.1, .25}}) {
    if (budget.stop && budget.stop()) return std::nullopt;
    if (holds(first)) return (holds(closer) ? closer : first) * guess;
  }
  return std::nullopt;
}

}  // namespace lemmacheck::verify::prover
