#include "verify/approx_theorem.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/error.hpp"

namespace lemmacheck::verify {

using numerics::BigInterval;
using numerics::NodeId;
using numerics::NodeKind;
using numerics::Precision;
using numerics::Tape;

namespace {

constexpr Precision working{96};
constexpr int longest_search = 100;

/// The middle, geometric when the two differ by magnitudes.
double between(double a, double b) {
  const double low = std::min(a, b), high = std::max(a, b);
  if (low == 0 && high > 1e-300) return high / 1024;
  return low > 0 && high > 4 * low ? std::sqrt(low) * std::sqrt(high) : low + (high - low) / 2;
}

}  // namespace

ApproxTheorem::ApproxTheorem(const Theorem& theorem, std::span<const BigInterval> parameters) : theorem_(theorem) {
  specialise(parameters);
  const auto& events = theorem_.events;
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < events.size(); ++i)
    if (events[i].choice && !events[i].choice->is_formula) waiting.push_back(i);
  while (!waiting.empty()) {
    const auto ready = std::ranges::find_if(waiting, [&](std::size_t i) {
      return std::ranges::none_of(waiting, [&](std::size_t j) {
        const NodeId other = events[j].choice->node;
        return j != i && (theorem_.graph.depends_on(events[i].fails, other) ||
                          theorem_.graph.depends_on(*events[i].choice->lower, other) ||
                          theorem_.graph.depends_on(*events[i].choice->upper, other));
      });
    });
    LEMMACHECK_ASSERT(ready != waiting.end());
    const Choice& c = *events[*ready].choice;
    const NodeId fails = image(events[*ready].fails), ends[] = {image(*c.lower), image(*c.upper)};
    searched_.push_back({special_.node(image(c.node)).index, c.smallest, Tape(special_, std::span(&fails, 1)),
                         Tape(special_, ends), 0, 0});
    searched_.back().lower = searched_.back().ends.slot(ends[0]);
    searched_.back().upper = searched_.back().ends.slot(ends[1]);
    searched_event_.push_back(*ready);
    waiting.erase(ready);
  }
  std::vector<NodeId> outputs;
  for (const Condition& c : theorem_.conditions) outputs.push_back(image(c.claim));
  for (const Conclusion& c : theorem_.conclusions) outputs.push_back(image(c.node));
  for (const Event& e : events)
    if (e.choice && e.choice->is_formula)
      outputs.insert(outputs.end(), {image(e.choice->node), image(*e.choice->lower), image(*e.choice->upper)});
  tape_.emplace(special_, outputs);
  for (const Condition& c : theorem_.conditions) claims_.push_back(tape_->slot(image(c.claim)));
  for (const Conclusion& c : theorem_.conclusions) conclusions_.push_back(tape_->slot(image(c.node)));
  for (const Event& e : events)
    if (e.choice && e.choice->is_formula)
      solved_.push_back({tape_->slot(image(e.choice->node)), tape_->slot(image(*e.choice->lower)),
                         tape_->slot(image(*e.choice->upper))});
}

/// Builds special_: budgets and chosen variables are variables; so is, with its value, every largest part of a formula
/// that depends on neither.
void ApproxTheorem::specialise(std::span<const BigInterval> parameters) {
  const numerics::Graph& graph = theorem_.graph;
  std::vector<NodeId> roots;
  for (const Event& e : theorem_.events) {
    roots.insert(roots.end(), {e.fails, e.budget});
    if (e.choice) roots.insert(roots.end(), {e.choice->node, *e.choice->lower, *e.choice->upper});
  }
  for (const Condition& c : theorem_.conditions) roots.push_back(c.claim);
  for (const Conclusion& c : theorem_.conclusions) roots.push_back(c.node);
  const std::vector<NodeId> nodes = graph.reachable(roots);

  std::vector<bool> moves(graph.size(), false);
  for (const Event& e : theorem_.events) {
    moves[index_of(e.budget)] = true;
    if (e.choice && !e.choice->is_formula) moves[index_of(e.choice->node)] = true;
  }
  for (const NodeId id : nodes)
    for (const NodeId a : graph.arguments(id)) moves[index_of(id)] = moves[index_of(id)] || moves[index_of(a)];
  std::vector<NodeId> fixed;
  for (const NodeId id : nodes) {
    if (!moves[index_of(id)]) {
      if (std::ranges::find(roots, id) != roots.end()) fixed.push_back(id);
      continue;
    }
    for (const NodeId a : graph.arguments(id))
      if (!moves[index_of(a)]) fixed.push_back(a);
  }
  std::ranges::sort(fixed);
  fixed.erase(std::ranges::unique(fixed).begin(), fixed.end());

  std::vector<BigInterval> variables(graph.variable_count(), BigInterval(working));
  for (std::size_t i = 0; i < theorem_.parameters.size(); ++i)
    variables[graph.node(theorem_.parameters[i].node).index] = parameters[i];
  const Tape constants(graph, fixed);
  const auto values = constants.run(variables, working);

  image_.assign(graph.size(), NodeId{});
  const auto variable = [&](const std::string& name, double value) {
    variables_.push_back(value);
    return special_.variable(name);
  };
  for (const NodeId id : fixed)
    image_[index_of(id)] =
        variable("fixed." + std::to_string(index_of(id)), values[constants.slot(id)].value.approx_double());
  for (const Event& e : theorem_.events) {
    const NodeId made = variable("budget." + std::to_string(index_of(e.budget)), 0);
    image_[index_of(e.budget)] = made;
    budgets_.push_back(special_.node(made).index);
  }
  LEMMACHECK_ASSERT(variables_.size() == special_.variable_count());  // budgets are different nodes
  for (const Event& e : theorem_.events)
    if (e.choice && !e.choice->is_formula) image_[index_of(e.choice->node)] = variable(e.choice->name, 0);
  std::vector<NodeId> arguments;
  for (const NodeId id : nodes) {
    if (!moves[index_of(id)] || graph.node(id).kind != NodeKind::call) continue;
    if (std::ranges::find(theorem_.events, id, &Event::budget) != theorem_.events.end()) continue;
    arguments.clear();
    for (const NodeId a : graph.arguments(id)) arguments.push_back(image(a));
    image_[index_of(id)] = special_.call(*graph.node(id).function, arguments);
  }
}

bool ApproxTheorem::solve(const Searched& s, double budget) {
  const std::vector<double> ends = s.ends.run_approx(variables_);
  const double lower = ends[s.lower], upper = ends[s.upper];
  if (!(lower <= upper)) return false;
  std::vector<double> values;
  const auto excess = [&](double x) {
    variables_[s.variable] = x;
    if (values.empty())
      values = s.fails.run_approx(variables_);
    else
      s.fails.run_approx_again(values, variables_, s.variable);
    return std::log(values.back()) - std::log(budget);
  };
  double out = s.smallest ? lower : upper, in = s.smallest ? upper : lower;
  double h_out = excess(out), h_in = 0;
  if (h_out <= 0) return true;
  h_in = excess(in);
  if (!(h_in <= 0)) return false;
  int same_side = 0;
  for (int i = 0; i < longest_search; ++i) {
    const bool finite = std::isfinite(h_out) && std::isfinite(h_in);
    const double x = finite && std::abs(same_side) < 3 ? out + (in - out) * (h_out / (h_out - h_in)) : between(out, in);
    if (!(x > std::min(out, in) && x < std::max(out, in))) break;
    const double h = excess(x);
    if (std::isnan(h)) return false;
    const bool is_out = h > 0;
    (is_out ? out : in) = x;
    (is_out ? h_out : h_in) = h;
    same_side = is_out ? std::max(same_side, 0) + 1 : std::min(same_side, 0) - 1;
    if (std::abs(h) < 1e-10) return true;  // x stands in variables_
  }
  variables_[s.variable] = in;
  return true;
}

bool ApproxTheorem::holds(std::span<const double> budgets) {
  for (std::size_t i = 0; i < budgets.size(); ++i) variables_[budgets_[i]] = budgets[i];
  for (std::size_t i = 0; i < searched_.size(); ++i)
    if (!solve(searched_[i], budgets[searched_event_[i]])) return false;
  outputs_ = tape_->run_approx(variables_);
  for (const Solved& s : solved_) {
    const double x = outputs_[s.node];
    if (!(x >= outputs_[s.lower] && x <= outputs_[s.upper])) return false;
  }
  return std::ranges::all_of(claims_, [&](std::size_t slot) { return outputs_[slot] == 1; });
}

}  // namespace lemmacheck::verify
