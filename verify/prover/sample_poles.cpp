#include "verify/prover/sample_poles.hpp"

#include <algorithm>
#include <cmath>

namespace lemmacheck::verify::prover {

using numerics::Graph;
using numerics::NodeId;
using numerics::NodeKind;

namespace {

constexpr std::size_t most_guards = 12;
constexpr std::size_t most_roots = 12;  // per guard and line

/// Expressions whose sign decides where the statement is defined.
std::vector<NodeId> guards_of(Problem& problem) {
  Graph& graph = problem.graph;
  std::vector<NodeId> guards;
  for (const NodeId id : graph.reachable(std::span(&problem.statement, 1))) {
    if (graph.node(id).kind != NodeKind::call) continue;
    const std::string name = graph.node(id).function->name;
    const std::vector<NodeId> a(graph.arguments(id).begin(), graph.arguments(id).end());
    if (name == "/") guards.push_back(a[1]);
    if (name == "log" || name == "ln" || name == "log2" || name == "log10" || name == "sqrt" || name == "xlogx" ||
        name == "gamma" || name == "lgamma" || name == "digamma")
      guards.push_back(a[0]);
    if (name == "log1p") guards.push_back(graph.call("+", {graph.integer(1), a[0]}));
    if (name == "tan") guards.push_back(graph.call("cos", {a[0]}));
    if (name == "asin" || name == "acos")
      guards.push_back(graph.call("-", {graph.integer(1), graph.call("^", {a[0], graph.integer(2)})}));
    if (name == "entropy" || name == "kl") {
      guards.push_back(a.back());
      guards.push_back(graph.call("-", {graph.integer(1), a.back()}));
    }
    const bool whole_power =
        name == "^" && graph.node(a[1]).kind == NodeKind::literal && graph.literal_value(a[1]).exponent >= 0;
    if (name == "^" && !whole_power) guards.push_back(a[0]);
  }
  std::erase_if(guards, [&](NodeId g) { return graph.variables_of(g).empty(); });
  std::ranges::sort(guards);
  guards.erase(std::unique(guards.begin(), guards.end()), guards.end());
  if (guards.size() > most_guards) guards.resize(most_guards);
  return guards;
}

template <class F>
double bisect(F&& value, double a, double b) {
  const bool rising = value(a) < 0;
  for (int step = 0; step < 200; ++step) {
    const double middle = a + (b - a) / 2;
    if (!(middle > a && middle < b)) break;
    const double v = value(middle);
    if (v == 0) return middle;
    ((v < 0) == rising ? a : b) = middle;
  }
  return a;
}

template <class F>
double least_magnitude(F&& value, double a, double b) {
  for (int step = 0; step < 90; ++step) {
    const double m1 = a + (b - a) * 0.382, m2 = a + (b - a) * 0.618;
    const bool left = std::abs(value(m1)) < std::abs(value(m2));
    (left ? b : a) = left ? m2 : m1;
  }
  return a + (b - a) / 2;
}

/// Zeros, and the places where the guard comes close to 0 or is lowest, along one axis.
template <class F>
std::vector<double> roots_on(const std::vector<double>& grid, F&& value) {
  std::vector<double> roots, v(grid.size());
  for (std::size_t i = 0; i < grid.size(); ++i) v[i] = value(grid[i]);
  for (std::size_t i = 0; i < grid.size() && roots.size() < most_roots; ++i) {
    if (v[i] == 0) roots.push_back(grid[i]);
    if (i + 1 < grid.size() && v[i] * v[i + 1] < 0) roots.push_back(bisect(value, grid[i], grid[i + 1]));
    const bool inner = i > 0 && i + 1 < grid.size();
    const double before = inner ? std::abs(v[i - 1]) : 0, after = inner ? std::abs(v[i + 1]) : 0;
    if (inner && std::abs(v[i]) < before && std::abs(v[i]) <= after && std::abs(v[i]) < 0.5 * std::max(before, after)) {
      roots.push_back(least_magnitude(value, grid[i - 1], grid[i + 1]));
    }
  }
  return roots;
}

}  // namespace

std::vector<ExactPoint> pole_candidates(Problem& problem, const Completion& completion,
                                        const std::vector<ExactPoint>& bases) {
  std::vector<ExactPoint> out;
  const std::vector<NodeId> guards = guards_of(problem);
  if (guards.empty() || bases.empty()) return out;
  const SampleProgram program(problem.graph, guards);
  const bool line = problem.axes.size() == 1;
  std::vector<Estimate> variables(problem.graph.variable_count()), values;
  for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
    const Axis& a = problem.axes[axis];
    if (completion.determines(axis) || a.narrow) continue;
    const std::vector<double> grid = axis_grid(a, program.cost() > 300 ? 60 : line ? 600 : 120);
    for (const ExactPoint& base : bases) {
      for (std::size_t i = 0; i < base.size(); ++i) variables[problem.axes[i].index] = {base[i].approx, 0};
      for (const NodeId guard : guards) {
        if (!problem.graph.depends_on(guard, a.variable->node)) continue;
        const std::size_t slot = program.slot(guard);
        const auto value = [&](double x) {
          variables[a.index] = {x, 0};
          program.run(variables, values);
          return values[slot].value;
        };
        for (const double root : roots_on(grid, value)) {
          std::vector<Coordinate> choices = exact_guesses(problem, root);
          choices.push_back(Problem::coordinate(root));
          for (Coordinate& c : choices) {
            ExactPoint p = base;
            p[axis] = std::move(c);
            completion.complete(p);
            out.push_back(std::move(p));
          }
        }
      }
      variables[a.index] = {base[axis].approx, 0};
      if (line) break;
    }
  }
  return out;
}

}  // namespace lemmacheck::verify::prover
