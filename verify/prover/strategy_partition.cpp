// Cutting a domain: at tight points, near ends, along curves of equality.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "numerics/decimal_text.hpp"
#include "numerics/normal_form.hpp"
#include "numerics/parser.hpp"
#include "verify/prover/roots.hpp"
#include "verify/prover/strategy.hpp"

namespace lemmacheck::verify::prover {

using kernel::Goal;
using kernel::Proof;
using kernel::Range;
using numerics::BigInterval;
using numerics::NodeId;
using numerics::Precision;
using numerics::Rational;

namespace {

constexpr Precision precision{256};

/// A decimal with few digits near x.
std::string short_decimal(double x) { return fmt::format("{:.3g}", x); }

class Curve {
 public:
  Curve(const numerics::Graph& graph, NodeId f, NodeId variable)
      : graph_(graph), tape_(graph, std::span(&f, 1)), slot_(tape_.slot(f)), index_(graph.node(variable).index) {}
  std::optional<BigInterval> at(const Rational& x) const {
    std::vector<BigInterval> variables(graph_.variable_count(), BigInterval::entire(precision));
    variables[index_] = BigInterval(x, precision);
    auto value = tape_.run(variables, precision)[slot_];
    if (value.defined == numerics::Defined::nowhere || value.value.is_empty()) return std::nullopt;
    return std::move(value.value);
  }
  int sign(const Rational& x) const {
    const auto value = at(x);
    return value ? value->certain_sign() : 2;
  }

 private:
  const numerics::Graph& graph_;
  numerics::Tape tape_;
  std::size_t slot_;
  std::uint32_t index_;
};

/// A root between a and b, where the signs differ, to about 180 bits.
Rational bisect(const Curve& curve, Rational a, Rational b, int steps = 190) {
  const int sign = curve.sign(a);
  for (int i = 0; i < steps; ++i) {
    const Rational middle = (a + b) / Rational(2);
    const int s = curve.sign(middle);
    if (s == 0) return middle;
    (s == sign ? a : b) = middle;
  }
  return (a + b) / Rational(2);
}

/// Fractions with small denominators close to x, then simple constants.
std::vector<std::string> simple_constants(const Rational& root) {
  std::vector<std::string> result;
  const double x = root.approx_double();
  const auto small_fraction = [](double y) -> std::optional<std::string> {
    for (long q = 1; q <= 120; ++q) {
      const double p = std::nearbyint(y * static_cast<double>(q));
      if (std::abs(y - p / static_cast<double>(q)) > 1e-13 * std::max(1.0, std::abs(y)) || std::abs(p) > 1e9) continue;
      return std::to_string(static_cast<long>(p)) + (q == 1 ? "" : "/" + std::to_string(q));
    }
    return std::nullopt;
  };
  if (const auto f = small_fraction(x)) result.push_back(*f);
  if (const auto f = small_fraction(x / 3.14159265358979323846)) result.push_back("(" + *f + ")*pi");
  if (const auto f = small_fraction(x * x)) result.push_back((x < 0 ? "-sqrt(" : "sqrt(") + *f + ")");
  if (x > 0) {
    if (const auto f = small_fraction(std::log(x))) result.push_back("exp(" + *f + ")");
  }
  if (const auto f = small_fraction(std::exp(x)); f && x < 20) result.push_back("log(" + *f + ")");
  if (const auto f = small_fraction(x * x * 3.14159265358979323846)) {
    result.push_back((x < 0 ? "-sqrt((" : "sqrt((") + *f + ")/pi)");
  }
  return result;
}

}  // namespace

/// Constants at which f may vanish, from its factors.
std::vector<std::string> Strategy::solutions(NodeId f, NodeId variable) {
  std::vector<std::string> result;
  for (const NodeId root : root_formulas(graph_, functions_, f, variable)) {
    if (graph_.variables_of(root).empty()) result.push_back(text(root));
  }
  return result;
}

std::optional<std::string> Strategy::exact_root(const Goal& goal, NodeId f, double a, double b) {
  const NodeId variable = goal.domain.ranges[0].variable;
  const Curve curve(graph_, f, variable);
  if (!std::isfinite(a) || !std::isfinite(b)) return std::nullopt;
  const Rational lower = Rational::from_double(a), upper = Rational::from_double(b);
  if (curve.sign(lower) * curve.sign(upper) != -1) return std::nullopt;
  std::vector<std::string> candidates = simple_constants(bisect(curve, lower, upper));
  for (std::string& c : solutions(f, variable)) candidates.push_back(std::move(c));
  for (const std::string& c : candidates) {
    const NodeId value = numerics::parse_expression(graph_, c, functions_).root;
    const NodeId at = kernel::replace(graph_, f, variable, value);
    if (is_zero(at) && numerics::constant_sign(graph_, value)) return c;
  }
  return std::nullopt;
}

/// Where an infinite end begins, in units of the place of the last turn; further out it is simpler.
constexpr double far_out = 8;

// One real variable: cut at interior points where f touches 0; otherwise cut off neighbourhoods of the ends in which f
// is monotone, and leave the middle to boxes.
Strategy::Result Strategy::by_partition(const Goal& goal, int depth) {
  if (depth <= 0 || goal.domain.ranges.size() != 1 || goal.domain.ranges[0].integer || !is_free(goal, 0)) {
    return std::nullopt;
  }
  const Range& range = goal.domain.ranges[0];
  if (range.lower.infinite && range.upper.infinite) return split(goal, 0, "0", depth - 1);
  const NodeId rate = slope(goal.f, range.variable);
  if (rate == goal.f) return by_boxes(goal, options_.boxes_of_part);
  const std::vector<SamplePoint>& all = points(goal.domain);
  const SignPattern p = pattern(rate, goal.domain);
  // Between which samples the derivative changes its sign, and how.
  struct Turn {
    Rational at;
    bool minimum;
  };
  std::vector<Turn> turns;
  const Curve curve(graph_, rate, range.variable);
  int last = 0;
  std::size_t last_index = 0;
  for (std::size_t s = 0; s < p.signs.size(); ++s) {
    if (p.signs[s] != 1 && p.signs[s] != -1) continue;
    if (last != 0 && p.signs[s] != last) {
      const Rational a = Rational::from_double(all[last_index].coordinates[0]);
      const Rational b = Rational::from_double(all[s].coordinates[0]);
      turns.push_back({bisect(curve, a, b), last < 0});
    }
    last = p.signs[s];
    last_index = s;
  }
  if (turns.empty()) {
    if (range.lower.infinite == range.upper.infinite || depth < 3) return std::nullopt;
    const double end = range.lower.infinite ? all.back().coordinates[0] : all.front().coordinates[0];
    const double beyond = far_out * std::max(1.0, std::abs(end));
    return split(goal, 0, short_decimal(range.lower.infinite ? end - beyond : end + beyond), depth - 1);
  }
  // A minimum at which f vanishes has to be a cut.
  const Curve value(graph_, goal.f, range.variable);
  for (const Turn& turn : turns) {
    if (!turn.minimum) continue;
    const auto v = value.at(turn.at);
    if (!v || numerics::Interval(*v).magnitude() > 1e-25) continue;
    std::vector<std::string> candidates = simple_constants(turn.at);
    for (std::string& c : solutions(rate, range.variable)) candidates.push_back(std::move(c));
    for (const std::string& c : candidates) {
      const NodeId constant = numerics::parse_expression(graph_, c, functions_).root;
      const std::optional<int> side =
          numerics::constant_sign(graph_, graph_.call("-", {constant, graph_.rational(turn.at)}));
      if (!side) continue;
      const NodeId at = kernel::replace(graph_, rate, range.variable, constant);
      if (!is_zero(at)) continue;
      return split(goal, 0, c, depth - 1);
    }
    return std::nullopt;
  }
  // Cut near the lower end, then near the upper end; the parts are goals of their own. Further out an infinite end is
  // simpler, and there is more for the boxes.
  const double first = turns.front().at.approx_double(), final = turns.back().at.approx_double();
  const double lower_end = all.front().coordinates[0], upper_end = all.back().coordinates[0];
  const auto inside = [&](double x) { return x > lower_end && x < upper_end; };
  for (const double reach : {1.0, far_out}) {
    if (reach > 1 && (stopped() || (!range.lower.infinite && !range.upper.infinite))) break;
    const double low =
        range.lower.infinite ? first - reach * std::max(1.0, std::abs(first)) : lower_end + .6 * (first - lower_end);
    const double high =
        range.upper.infinite ? final + reach * std::max(1.0, std::abs(final)) : upper_end - .6 * (upper_end - final);
    if (!inside(low) || !inside(high) || !(low < high)) return by_boxes(goal, options_.boxes_of_part);
    if (Result proof = by_two_cuts(goal, short_decimal(low), short_decimal(high), depth)) return proof;
  }
  return std::nullopt;
}

/// The parts next to the ends of the only range as goals of their own, the middle mostly by boxes.
Strategy::Result Strategy::by_two_cuts(const Goal& goal, const std::string& low, const std::string& high, int depth) {
  Proof outer{
      "split", {{"variable", name(goal.domain.ranges[0])}, {"closed", goal.strict ? "lower" : "both"}}, {}, nullptr};
  const auto cut = [&](const Goal& g, const std::string& at) {
    Proof step = outer;
    step.parameters["at"] = at;
    return std::pair(step, kernel::apply(graph_, functions_, g, step));
  };
  auto [step, applied] = cut(goal, low);
  if (!applied.error.empty()) return std::nullopt;
  auto [inner_step, inner] = cut(applied.goals[1], high);
  if (!inner.error.empty()) return std::nullopt;
  Result left = prove(applied.goals[0], depth - 1);
  if (!left) return std::nullopt;
  Result right = prove(inner.goals[1], depth - 1);
  if (!right) return std::nullopt;
  Result middle = by_boxes(inner.goals[0], options_.boxes_of_part);
  if (!middle) middle = prove(inner.goals[0], depth - 2);
  if (!middle) return std::nullopt;
  inner_step.children = {std::move(*middle), std::move(*right)};
  step.children = {std::move(*left), std::move(inner_step)};
  return step;
}

/// Lines v = alpha + beta w along which f may touch 0: the roots of the slope in v at three values of w, if they lie on
/// a line with simple coefficients.
std::vector<NodeId> Strategy::lines(const Goal& goal, std::size_t v, std::size_t w) {
  const Range &rv = goal.domain.ranges[v], &rw = goal.domain.ranges[w];
  const NodeId rate = slope(goal.f, rv.variable);
  if (rate == goal.f) return {};
  std::vector<std::pair<Rational, Rational>> roots;  // w, v
  for (const SamplePoint& point : points(goal.domain)) {
    if (roots.size() == 3 || !std::isfinite(point.coordinates[w])) break;
    const Rational at = Rational::from_double(point.coordinates[w]);
    if (std::any_of(roots.begin(), roots.end(), [&](const auto& r) { return r.first == at; })) continue;
    Goal fibre = kernel::at_value(graph_, goal, w, graph_.rational(at));
    fibre.f = kernel::replace(graph_, rate, rw.variable, graph_.rational(at));
    const SignPattern& p = pattern(fibre.f, fibre.domain);
    const std::vector<SamplePoint>& all = points(fibre.domain);
    const Curve curve(graph_, fibre.f, rv.variable);
    for (std::size_t s = 1; s < p.signs.size(); ++s) {
      if (p.signs[s - 1] != -1 || p.signs[s] != 1) continue;
      roots.emplace_back(at, bisect(curve, Rational::from_double(all[s - 1].coordinates[0]),
                                    Rational::from_double(all[s].coordinates[0])));
      break;
    }
  }
  if (roots.size() < 3) return {};
  const Rational beta = (roots[1].second - roots[0].second) / (roots[1].first - roots[0].first);
  const auto simple = [](const Rational& x) -> std::optional<Rational> {
    for (long q = 1; q <= 200; ++q) {
      const Rational p = floor(x * Rational(q) + Rational(1, 2));
      const Rational off = abs(p / Rational(q) - x);
      if (off < Rational(1, 1000000000000LL)) return p / Rational(q);
    }
    return std::nullopt;
  };
  const auto b = simple(beta);
  if (!b || b->sign() == 0) return {};
  const auto a = simple(roots[0].second - *b * roots[0].first);
  if (!a || abs(*a + *b * roots[2].first - roots[2].second) > Rational(1, 1000000000000LL)) return {};
  return {graph_.call("+", {graph_.rational(*a), graph_.call("*", {graph_.rational(*b), rw.variable})})};
}

/// Curves v = c through the domain on which f vanishes: x = y, x = 1 - y, x = -y, x = 0, 1/2, 1; fitted lines too.
std::vector<NodeId> Strategy::zero_curves(const Goal& goal, std::size_t i, bool fitted) {
  const NodeId v = goal.domain.ranges[i].variable;
  if (!is_free(goal, i) || goal.domain.ranges[i].integer || !graph_.depends_on(goal.f, v)) return {};
  std::vector<NodeId> curves;
  for (std::size_t j = 0; j < goal.domain.ranges.size(); ++j) {
    if (j == i) continue;
    const NodeId w = goal.domain.ranges[j].variable;
    if (!graph_.depends_on(goal.f, w)) continue;
    curves.push_back(w);
    curves.push_back(graph_.call("-", {graph_.integer(1), w}));
    curves.push_back(graph_.call("neg", {w}));
    if (fitted && goal.domain.ranges.size() == 2 && !goal.domain.ranges[j].integer) {
      for (const NodeId line : lines(goal, i, j)) curves.push_back(line);
    }
  }
  for (const char* c : {"0", "1/2", "1"}) curves.push_back(numerics::parse_expression(graph_, c, functions_).root);
  std::erase_if(curves, [&](NodeId c) {
    if (!is_zero(kernel::replace(graph_, goal.f, v, c))) return true;
    const SignPattern& side = pattern(graph_.call("-", {v, c}), goal.domain);
    return side.positive == 0 || side.negative == 0;
  });
  return curves;
}

// Several variables: cut along x = y and other simple lines on which f vanishes.
Strategy::Result Strategy::by_curves(const Goal& goal, int depth) {
  if (depth <= 0 || goal.domain.ranges.size() < 2) return std::nullopt;
  std::vector<std::size_t> order;  // the variable with the simplest derivative first
  for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return complexity(slope(goal.f, goal.domain.ranges[a].variable)) <
           complexity(slope(goal.f, goal.domain.ranges[b].variable));
  });
  for (const std::size_t i : order) {
    for (const NodeId c : zero_curves(goal, i, true))
      if (Result proof = split(goal, i, text(c), depth - 1)) return proof;
  }
  // Unbounded in both directions: each half line on its own.
  for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
    const Range& r = goal.domain.ranges[i];
    if (r.lower.infinite && r.upper.infinite && is_free(goal, i)) {
      if (Result proof = split(goal, i, "0", depth - 1)) return proof;
      break;
    }
  }
  return std::nullopt;
}

}  // namespace lemmacheck::verify::prover
