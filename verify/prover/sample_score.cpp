#include <algorithm>
#include <cmath>

#include "verify/prover/sample_search.hpp"

namespace lemmacheck::verify::prover {

using numerics::NodeId;
using numerics::Rational;

namespace {

std::vector<NodeId> outputs_of(const Problem& problem) {
  std::vector<NodeId> out{problem.statement};
  for (const auto* list : {&problem.conclusions, &problem.hypotheses})
    for (const Comparison& c : *list) out.push_back(c.node);
  return out;
}

}  // namespace

Completion::Completion(Problem& problem) : problem_(problem) {
  numerics::Graph& graph = problem.graph;
  for (const Comparison& h : problem.hypotheses) {
    if (!h.equality) continue;
    for (std::size_t i = problem.axes.size(); i-- > 0;) {
      const NodeId variable = problem.axes[i].variable->node;
      const bool left = graph.depends_on(h.smaller, variable), right = graph.depends_on(h.larger, variable);
      bool used = !left && !right;
      for (const Determined& d : determined_) used = used || d.axis == i || graph.depends_on(d.difference, variable);
      if (used) continue;
      Determined made{i, graph.call("-", {h.smaller, h.larger}), std::nullopt};
      if (h.smaller == variable && !right) made.formula = h.larger;
      if (h.larger == variable && !left) made.formula = h.smaller;
      determined_.push_back(made);
      break;
    }
  }
  for (const Determined& d : determined_) {
    tapes_.emplace_back(graph, std::span(&d.difference, 1));
    programs_.emplace_back(graph, std::span(&d.difference, 1));
  }
}

bool Completion::determines(std::size_t axis) const {
  return std::ranges::any_of(determined_, [&](const Determined& d) { return d.axis == axis; });
}

void Completion::complete(ExactPoint& point) const {
  for (std::size_t k = 0; k < determined_.size(); ++k) {
    const Determined& d = determined_[k];
    std::vector<std::optional<Rational>> variables(problem_.graph.variable_count());
    for (std::size_t i = 0; i < point.size(); ++i) variables[problem_.axes[i].index] = point[i].exact;
    const auto at = [&](long value) {
      variables[problem_.axes[d.axis].index] = Rational(value);
      return tapes_[k].run_exact(variables).back();
    };
    const std::optional<Rational> f0 = at(0), f1 = at(1);
    if (f0 && f1 && *f0 != *f1) {
      point[d.axis] = Problem::coordinate(-*f0 / (*f1 - *f0));
    } else if (d.formula) {
      std::unordered_map<std::uint32_t, NodeId> values;
      for (std::size_t i = 0; i < point.size(); ++i)
        values[problem_.axes[i].index] = point[i].exact ? problem_.graph.rational(*point[i].exact) : point[i].formula;
      point[d.axis] = problem_.coordinate(numerics::substitute(problem_.graph, *d.formula, problem_.graph, values));
    }
  }
}

void Completion::complete(DoublePoint& point) const {
  std::vector<Estimate> variables(problem_.graph.variable_count()), values;
  for (std::size_t i = 0; i < point.size(); ++i) variables[problem_.axes[i].index] = {point[i], 0};
  for (std::size_t k = 0; k < determined_.size(); ++k) {
    Estimate& v = variables[problem_.axes[determined_[k].axis].index];
    v = {0, 0};
    programs_[k].run(variables, values);
    const double f0 = values.back().value;
    v = {1, 0};
    programs_[k].run(variables, values);
    v = {-f0 / (values.back().value - f0), 0};
    point[determined_[k].axis] = v.value;
  }
}

Sampler::Sampler(Problem& problem)
    : problem_(problem), program_(problem.graph, outputs_of(problem)), variables_(problem.graph.variable_count()) {
  const auto slots = [&](const Comparison& c) { return Slots{program_.slot(c.smaller), program_.slot(c.larger)}; };
  for (const Comparison& c : problem.conclusions) conclusions_.push_back(slots(c));
  for (const Comparison& c : problem.hypotheses)
    if (!c.equality) hypotheses_.push_back(slots(c));
  for (const Comparison& c : problem.hypotheses) {
    for (std::size_t i = 0; i < problem.axes.size() && !c.equality; ++i) {
      const NodeId v = problem.axes[i].variable->node;
      if (c.larger == v && !problem.graph.depends_on(c.smaller, v)) bounds_.push_back({i, program_.slot(c.smaller), 1});
      if (c.smaller == v && !problem.graph.depends_on(c.larger, v)) bounds_.push_back({i, program_.slot(c.larger), -1});
    }
  }
}

bool Sampler::feasible() const {
  for (const Slots& h : hypotheses_) {
    const Estimate a = values_[h.smaller], b = values_[h.larger];
    if (!(b.value - a.value >= -(a.error + b.error))) return false;  // points on the edge too: exactness decides
  }
  return true;
}

bool Sampler::pull_in(DoublePoint& point, double offset) const {
  bool moved = false;
  for (const Bound& b : bounds_) {
    for (std::size_t i = 0; i < point.size(); ++i) variables_[problem_.axes[i].index] = {point[i], 0};
    program_.run(variables_, values_);
    const Axis& axis = problem_.axes[b.axis];
    const double limit = values_[b.other].value, x = point[b.axis];
    if (!std::isfinite(limit) || (x - limit) * b.side > values_[b.other].error) continue;
    double y = limit + b.side * (offset * std::abs(limit) + 2 * values_[b.other].error);
    if (axis.integer) y = b.side > 0 ? std::ceil(y) : std::floor(y);
    point[b.axis] = std::clamp(y, axis.lower, axis.upper);
    moved = moved || point[b.axis] != x;
  }
  return moved;
}

void Sampler::score(const DoublePoint& point, std::vector<Score>& scores) const {
  scores.assign(conclusions_.size(), Score{});
  for (std::size_t i = 0; i < point.size(); ++i) {
    if (!(point[i] >= problem_.axes[i].lower && point[i] <= problem_.axes[i].upper)) return;
    variables_[problem_.axes[i].index] = {point[i], 0};
  }
  program_.run(variables_, values_);
  if (!feasible()) return;
  for (std::size_t k = 0; k < conclusions_.size(); ++k) {
    const Estimate a = values_[conclusions_[k].smaller], b = values_[conclusions_[k].larger];
    const double gap = problem_.conclusions[k].equality ? -std::abs(b.value - a.value) : b.value - a.value;
    const double error = a.error + b.error;
    // Against a bare 0 the terms of the other side give the scale.
    const double scale = a.value == 0 ? b.size : b.value == 0 ? a.size : std::abs(a.value) + std::abs(b.value);
    const bool far = std::isinf(b.value) && b.value > 0 && std::isfinite(a.value);
    if (far) {
      scores[k] = {Score::Kind::clear, 1};
    } else if (!std::isfinite(gap) || !std::isfinite(error) || !std::isfinite(scale)) {
      scores[k] = {Score::Kind::unclear, 2};
    } else if (std::abs(gap) <= error || scale == 0) {
      scores[k] = {Score::Kind::noise, scale == 0 ? 0 : (gap + error) / scale};
    } else {
      scores[k] = {Score::Kind::clear, (gap + error) / scale};
    }
  }
}

Score Sampler::score(const DoublePoint& point, std::size_t conclusion) const {
  std::vector<Score> scores;
  score(point, scores);
  return scores[conclusion];
}

}  // namespace lemmacheck::verify::prover
