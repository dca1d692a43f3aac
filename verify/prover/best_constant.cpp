// The best constant of a claim that is affine in it: f = A + C B with B of one sign. The claim holds for C exactly when
// C lies on one side of every ratio -A/B, so the best constant is the infimum (supremum) of the ratio.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "numerics/decimal_text.hpp"
#include "numerics/normal_form.hpp"
#include "numerics/printer.hpp"
#include "verify/kernel/limit.hpp"
#include "verify/kernel/rules.hpp"
#include "verify/prover/decide.hpp"
#include "verify/prover/sign_pattern.hpp"

namespace lemmacheck::verify::prover {

using kernel::Goal;
using numerics::BigInterval;
using numerics::Graph;
using numerics::NodeId;
using numerics::Rational;

namespace {

constexpr numerics::Precision precision{192};

struct Ratio {
  NodeId value;          // -A/B
  NodeId rate;           // B
  bool infimum = false;  // the claim holds for C <= value everywhere; otherwise for C >= value
};

/// f as a condition on C at every point; nothing when f is not affine in C or B changes its sign.
std::optional<Ratio> ratio_of(Claim& claim, const Goal& goal, NodeId constant) {
  Graph& graph = claim.graph;
  const auto derivative = numerics::derivative(graph, goal.f, constant, *claim.functions);
  if (!derivative) return std::nullopt;
  const NodeId rate = numerics::simplified(graph, *derivative);
  if (graph.depends_on(rate, constant)) return std::nullopt;
  const SignPattern p = sign_pattern(graph, rate, sample_points(graph, goal.domain));
  if ((p.positive > 0) == (p.negative > 0)) return std::nullopt;
  const NodeId rest = kernel::replace(graph, goal.f, constant, graph.integer(0));
  return Ratio{graph.call("neg", {graph.call("/", {rest, rate})}), rate, p.negative > 0};
}

double value_at(const Graph& graph, const numerics::Tape& tape, NodeId root, const SamplePoint& point) {
  std::vector<BigInterval> variables = point.variables;
  variables.resize(graph.variable_count(), BigInterval::entire(precision));
  const auto value = tape.run(variables, precision)[tape.slot(root)];
  if (value.defined != numerics::Defined::everywhere || value.value.is_empty()) return NAN;
  const numerics::Interval rounded(value.value);
  return rounded.is_bounded() && rounded.width_upper() < 1e-9 * (1 + rounded.magnitude()) ? rounded.approx_midpoint()
                                                                                          : NAN;
}

Claim with_constant(const Claim& claim, NodeId constant, NodeId value) {
  Claim result = claim;
  result.statement = kernel::replace(result.graph, result.statement, constant, value);
  return result;
}

/// The limits of the ratio at the ends of its range that points of the domain come near to: with a hypothesis none is
/// known to, and whole numbers only go to infinity.
std::vector<NodeId> limits_at_ends(Graph& graph, const Goal& goal, NodeId ratio) {
  std::vector<NodeId> limits;
  if (goal.domain.ranges.size() != 1 || !goal.domain.hypotheses.empty()) return limits;
  const kernel::Range& r = goal.domain.ranges[0];
  if (!r.lower.infinite && !r.upper.infinite &&
      numerics::constant_sign(graph, graph.call("-", {r.upper.value, r.lower.value})) != 1)
    return limits;
  for (const bool lower : {true, false}) {
    const kernel::End& end = lower ? r.lower : r.upper;
    if (r.integer && !end.infinite) continue;
    const auto found = kernel::limit(graph, ratio, {r.variable, end.infinite, end.value, lower});
    if (found && found->kind == kernel::Limit::Kind::finite && found->positive.empty()) limits.push_back(found->value);
  }
  return limits;
}

/// Fractions with denominators to 64 near x.
std::vector<Rational> simple_near(double x) {
  std::vector<Rational> result;
  for (long q = 1; q <= 64; ++q) {
    const double p = std::nearbyint(x * static_cast<double>(q));
    if (std::abs(p) < 1e9 && std::abs(p / static_cast<double>(q) - x) < 1e-4 * std::max(1e-3, std::abs(x))) {
      result.push_back(Rational(static_cast<long long>(p), q));
      if (result.size() == 3) break;
    }
  }
  return result;
}

}  // namespace

BestConstant best_constant(const Claim& original, const std::string& name, const DecideOptions& options) {
  Claim claim = original;
  BestConstant result;
  Graph& graph = claim.graph;
  const NodeId constant = graph.variable(name);
  for (const NodeId h : claim.hypotheses) {
    if (!graph.depends_on(h, constant)) continue;
    result.reason = "a hypothesis depends on " + name;
    return result;
  }
  std::optional<Ratio> ratio;
  Goal goal;
  for (const Goal& g : kernel::claim_goals(claim)) {
    if (!graph.depends_on(g.f, constant)) continue;
    if (ratio) {
      result.reason = "more than one comparison depends on " + name;
      return result;
    }
    ratio = ratio_of(claim, g, constant);
    goal = g;
    if (!ratio) {
      result.reason = "the claim is not of first degree in " + name + " with a factor of one sign";
      return result;
    }
  }
  if (!ratio) {
    result.reason = name + " does not occur in the claim";
    return result;
  }
  result.larger_is_harder = ratio->infimum;
  DecideOptions each = options;
  each.seconds = std::max(1.0, options.seconds / 8);
  {  // Samples suggested the sign of B; what is said about all constants beyond one rests on it.
    Claim sign = claim;
    const NodeId zero = sign.graph.integer(0);
    sign.statement =
        ratio->infimum ? sign.graph.call("<=", {ratio->rate, zero}) : sign.graph.call("<=", {zero, ratio->rate});
    if (decide(sign, each).verdict != Verdict::proved) {
      result.reason = "the factor of " + name + " is not known to have one sign";
      return result;
    }
  }
  const auto harder = [&](double a, double b) { return ratio->infimum ? a < b : a > b; };
  // Candidates: limits at the ends (exact), then fractions near the extreme value seen.
  std::vector<NodeId> candidates;
  double extreme = NAN;
  {
    const numerics::Tape tape(graph, std::span(&ratio->value, 1));
    for (const SamplePoint& point : sample_points(graph, goal.domain)) {
      const double v = value_at(graph, tape, ratio->value, point);
      if (!std::isnan(v) && (std::isnan(extreme) || harder(v, extreme))) extreme = v;
    }
  }
  const std::vector<NodeId> limits = limits_at_ends(graph, goal, ratio->value);
  for (const NodeId limit : limits) candidates.push_back(numerics::simplified(graph, limit));
  if (std::isnan(extreme)) {
    result.reason = "the ratio has no value at the sample points";
    return result;
  }
  for (const Rational& c : simple_near(extreme)) candidates.push_back(graph.rational(c));
  const auto holds = [&](NodeId value) {
    return decide(with_constant(claim, constant, value), each).verdict == Verdict::proved;
  };
  const auto fails = [&](NodeId value) {
    return decide(with_constant(claim, constant, value), each).verdict == Verdict::refuted;
  };
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!holds(candidates[i])) continue;
    result.holds = numerics::to_text(graph, candidates[i]);
    // A limit at an end, or a value that is taken: nothing harder holds.
    const bool is_limit = std::ranges::any_of(
        limits, [&](NodeId limit) { return numerics::equal_where_defined(graph, limit, candidates[i]); });
    if (is_limit) {
      result.fails = result.holds;
      return result;
    }
    const Rational step = ratio->infimum ? Rational(1, 1000000) : Rational(-1, 1000000);
    const NodeId beyond = graph.call("+", {candidates[i], graph.rational(step)});
    if (fails(beyond)) result.fails = numerics::to_text(graph, beyond);
    return result;
  }
  // Decimals on both sides of the extreme value, as close as can be decided.
  const double direction = ratio->infimum ? 1 : -1;
  const double size = std::max(1e-300, std::abs(extreme));
  for (const double step : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
    const auto decimal = [&](double side) { return fmt::format("{:.8g}", extreme + side * direction * step * size); };
    if (result.fails.empty() && fails(graph.rational(Rational::parse(decimal(1))))) result.fails = decimal(1);
    if (result.holds.empty() && holds(graph.rational(Rational::parse(decimal(-1))))) result.holds = decimal(-1);
    if (!result.fails.empty() && !result.holds.empty()) break;
  }
  if (result.holds.empty()) result.reason = "no value near " + std::to_string(extreme) + " could be proved";
  return result;
}

}  // namespace lemmacheck::verify::prover
