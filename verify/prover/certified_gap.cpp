#include "verify/prover/certified_gap.hpp"

#include <algorithm>

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

bool by_boxes(Graph& graph, const Goal& raised, const GapBudget& budget, std::vector<double>* lowest) {
  const auto problem = kernel::box_problem(graph, raised);
  if (!problem) return false;
  const std::size_t size = graph.reachable(std::span(&raised.f, 1)).size();
  BoxSearchOptions options;
  options.most_boxes = std::clamp<std::size_t>(most_box_work / size, 20, budget.boxes);
  options.stop = budget.stop;
  BoxSearchResult found = search_boxes(graph, *problem, options);
  if (lowest) *lowest = std::move(found.lowest_point);
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

}  // namespace

bool certify_gap(const Graph& graph, const numerics::FunctionTable& functions, const Goal& goal, double mu,
                 const GapBudget& budget, std::vector<double>* lowest) {
  Graph own = graph;
  Goal raised = goal;
  raised.strict = false;
  raised.defined = true;
  const numerics::NodeId size = sides_of(own, goal.f).size;
  raised.f = own.call("-", {goal.f, own.call("*", {own.rational(numerics::Rational::from_double(mu)), size})});
  if (by_boxes(own, raised, budget, lowest)) return true;
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
