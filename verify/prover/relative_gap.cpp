#include "verify/prover/relative_gap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "verify/kernel/rules.hpp"

namespace lemmacheck::verify::prover {

using kernel::Goal;
using numerics::BigInterval;
using numerics::Defined;
using numerics::Graph;
using numerics::NodeId;

namespace {

constexpr numerics::Precision precision{256};
/// Sections of the interval around the least sample: some digits, and all of a double where there may be a contact.
constexpr int sections = 30, most_sections = 75;
constexpr double small_ratio = 1e-4;

}  // namespace

Sides sides_of(Graph& graph, NodeId f) {
  std::optional<NodeId> sides[2];  // larger, smaller
  if (graph.is_call(f, "-")) {
    const std::span<const NodeId> both = graph.arguments(f);
    sides[0] = both[0];
    sides[1] = both[1];
  } else {
    for (const kernel::SumTerm& term : kernel::open_sum(graph, f)) {
      std::optional<NodeId>& side = sides[term.negative ? 1 : 0];
      side = side ? graph.call("+", {*side, term.value}) : term.value;
    }
  }
  const NodeId larger = sides[0].value_or(graph.integer(0)), smaller = sides[1].value_or(graph.integer(0));
  return {larger, smaller, graph.call("+", {graph.call("abs", {larger}), graph.call("abs", {smaller})})};
}

RelativeGap::RelativeGap(Graph& graph, const Goal& goal)
    : graph_(graph), domain_(goal.domain), f_(goal.f), size_(sides_of(graph, goal.f).size) {
  conditions_ = domain_.hypotheses;
  for (const kernel::Range& r : domain_.ranges) {
    if (!r.lower.infinite) conditions_.push_back({graph.call("-", {r.variable, r.lower.value}), r.lower.open});
    if (!r.upper.infinite) conditions_.push_back({graph.call("-", {r.upper.value, r.variable}), r.upper.open});
  }
  const NodeId both[] = {f_, size_};
  ratio_.emplace(graph, both);
  std::vector<NodeId> roots;
  for (const kernel::Hypothesis& c : conditions_) roots.push_back(c.value);
  inside_.emplace(graph, roots);
}

std::vector<BigInterval> RelativeGap::variables(const std::vector<double>& coordinates) const {
  std::vector<BigInterval> all(graph_.variable_count(), BigInterval::entire(precision));
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    all[graph_.node(domain_.ranges[i].variable).index] = BigInterval::from_double(coordinates[i], precision);
  }
  return all;
}

std::optional<BigInterval> RelativeGap::at(const std::vector<double>& coordinates) const {
  const auto values = ratio_->run(variables(coordinates), precision);
  const auto &f = values[ratio_->slot(f_)], &s = values[ratio_->slot(size_)];
  if (f.defined != Defined::everywhere || s.defined != Defined::everywhere) return std::nullopt;
  if (f.value.is_empty() || s.value.is_empty() || s.value.certain_sign() <= 0) return std::nullopt;
  BigInterval ratio = f.value / s.value;
  if (!ratio.is_bounded()) return std::nullopt;
  return ratio;
}

bool RelativeGap::certainly_inside(const std::vector<double>& coordinates) const {
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    if (!std::isfinite(coordinates[i])) return false;
    if (domain_.ranges[i].integer && coordinates[i] != std::floor(coordinates[i])) return false;
  }
  const auto values = inside_->run(variables(coordinates), precision);
  const BigInterval zero(0, precision);
  return std::ranges::all_of(conditions_, [&](const kernel::Hypothesis& c) {
    const auto& value = values[inside_->slot(c.value)];
    if (value.defined != Defined::everywhere || value.value.is_empty()) return false;
    return c.strict ? value.value.certain_sign() > 0 : numerics::less_equal(zero, value.value) == numerics::Truth::yes;
  });
}

std::optional<double> RelativeGap::bound_at(std::vector<double>& coordinates) const {
  if (coordinates.size() != domain_.ranges.size()) return std::nullopt;
  if (coordinates.size() == 1 && !domain_.ranges[0].integer && !certainly_inside(coordinates)) {  // a rounded end
    const double x = coordinates[0];
    coordinates[0] = std::nextafter(x, std::numeric_limits<double>::infinity());
    if (!certainly_inside(coordinates)) coordinates[0] = std::nextafter(x, -std::numeric_limits<double>::infinity());
  }
  if (!certainly_inside(coordinates)) return std::nullopt;
  const std::optional<BigInterval> ratio = at(coordinates);
  if (!ratio) return std::nullopt;
  return ratio->upper_double();
}

std::optional<RelativeGap::Least> RelativeGap::approx_least(const std::vector<SamplePoint>& points) const {
  std::optional<Least> least;
  std::optional<std::size_t> index;
  const auto consider = [&](const std::vector<double>& coordinates) {
    const std::optional<BigInterval> ratio = at(coordinates);
    if (!ratio) return false;
    const double value = std::max(0.0, ratio->approx_double());
    if (least && !(value < least->value)) return false;
    least = {value, coordinates};
    return true;
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (consider(points[i].coordinates)) index = i;
  }
  if (!index || domain_.ranges.size() != 1 || domain_.ranges[0].integer || points.size() < 3) return least;
  // Golden sections between the neighbours.
  double a = points[*index == 0 ? 0 : *index - 1].coordinates[0];
  double b = points[std::min(*index + 1, points.size() - 1)].coordinates[0];
  constexpr double golden = 0.381966011250105;
  for (int k = 0; k < (least->value < small_ratio ? most_sections : sections); ++k) {
    const double x = least->coordinates[0];
    const bool right = b - x > x - a;
    const double y = right ? x + golden * (b - x) : x - golden * (x - a);
    if (!(a < y && y < b) || y == x) break;
    if (consider({y})) {
      (right ? a : b) = x;
    } else {
      (right ? b : a) = y;
    }
  }
  return least;
}

std::optional<RelativeGap::Least> RelativeGap::approx_least() const {
  return approx_least(sample_points(graph_, domain_));
}

}  // namespace lemmacheck::verify::prover
