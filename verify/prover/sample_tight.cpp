#include "verify/prover/sample_tight.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/printer.hpp"

namespace lemmacheck::verify::prover {

using numerics::BigInterval;
using numerics::Graph;
using numerics::NodeId;
using numerics::Precision;
using numerics::Rational;

namespace {

constexpr int fine_exponents[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 25, 30, 40};
constexpr int coarse_exponents[] = {1, 2, 3, 4, 6, 8, 11, 15, 20, 30};  // several variables
constexpr long near_bits = 1024;
constexpr std::size_t most_precise_size = 20'000;  // parts of a formula that is evaluated some hundred times

/// The directions along which a tight point is left: each axis, and diagonals when there are few axes.
std::vector<std::vector<int>> directions(const Problem& problem, const Completion& completion) {
  const std::size_t m = problem.axes.size();
  std::vector<std::vector<int>> out;
  for (std::size_t i = 0; i < m; ++i) {
    if (problem.axes[i].integer || completion.determines(i)) continue;
    for (const int sign : {1, -1}) {
      std::vector<int> d(m);
      d[i] = sign;
      out.push_back(d);
      for (std::size_t j = 0; j < i && m <= 3; ++j) {
        if (problem.axes[j].integer || completion.determines(j)) continue;
        for (const int other : {1, -1}) {
          std::vector<int> diagonal = d;
          diagonal[j] = other;
          out.push_back(diagonal);
        }
      }
    }
  }
  if (m == 2 && out.size() == 8) {
    for (const auto& [a, b] : {std::pair(1, 2), {2, 1}, {1, 3}, {3, 1}, {2, 3}, {3, 2}})
      for (const int sign : {1, -1})
        for (const int other : {1, -1}) out.push_back({sign * a, other * b});
  }
  return out;
}

}  // namespace

Coordinate shifted(Problem& problem, const Coordinate& c, int times, int k) {
  const Rational offset = Rational(times) * numerics::pow(Rational(10), -k);
  if (c.exact) return Problem::coordinate(*c.exact + offset);
  Graph& graph = problem.graph;
  const NodeId size = graph.literal(*as_decimal(abs(offset)));
  return problem.coordinate(graph.call(times < 0 ? "-" : "+", {c.formula, size}));
}

std::optional<ExactPoint> search_near(Problem& problem, PointJudge& judge, const Completion& completion,
                                      const std::vector<ExactPoint>& tight, const std::function<bool()>& stop) {
  const std::span<const int> exponents =
      problem.axes.size() == 1 ? std::span<const int>(fine_exponents) : std::span<const int>(coarse_exponents);
  const std::vector<std::vector<int>> ways = directions(problem, completion);
  for (const ExactPoint& from : tight) {
    for (const std::vector<int>& way : ways) {
      int unknown = 0, outside = 0;
      for (const int k : exponents) {
        if (stop && stop()) return std::nullopt;
        ExactPoint p = from;
        for (std::size_t i = 0; i < p.size(); ++i)
          if (way[i] != 0) p[i] = shifted(problem, from[i], way[i], k);
        completion.complete(p);
        const PointAnswer answer = judge.judge(p, near_bits, false, k < 8 ? 96 : k < 20 ? 256 : 1024);
        if (answer.state == PointState::fails || answer.state == PointState::undefined) return p;
        unknown += answer.state == PointState::unknown ? 1 : 0;
        outside += answer.state == PointState::outside ? 1 : 0;
        if (unknown == 3 || outside == 6) break;
      }
    }
  }
  return std::nullopt;
}

std::vector<ExactPoint> far_points(Problem& problem, const Completion& completion,
                                   const std::vector<ExactPoint>& bases) {
  std::vector<ExactPoint> out;
  for (std::size_t i = 0; i < problem.axes.size(); ++i) {
    const Axis& axis = problem.axes[i];
    if (completion.determines(i)) continue;
    for (const int sign : {1, -1}) {
      if (sign > 0 ? axis.upper_end.has_value() : axis.lower_end.has_value()) continue;
      for (const int k : {4, 9, 18, 50, 300, 400}) {
        for (const ExactPoint& base : bases) {
          ExactPoint p = base;
          p[i] = Problem::coordinate(Rational(sign) * numerics::pow(Rational(10), k));
          completion.complete(p);
          out.push_back(std::move(p));
        }
      }
    }
  }
  return out;
}

std::vector<ExactPoint> precise_minima(Problem& problem, const std::vector<DoublePoint>& around,
                                       const std::function<bool()>& stop) {
  std::vector<ExactPoint> out;
  const Precision precision(256);
  std::vector<BigInterval> variables(problem.graph.variable_count(), BigInterval(0, precision));
  for (const Comparison& c : problem.conclusions) {
    if (c.equality) continue;
    const NodeId gap = problem.graph.call("-", {c.larger, c.smaller});
    const numerics::Tape tape(problem.graph, std::span(&gap, 1));
    if (tape.size() > most_precise_size) continue;
    const auto value = [&](const Rational& x) {
      variables.assign(problem.graph.variable_count(), BigInterval(0, precision));
      variables[problem.axes[0].index] = BigInterval(x, precision);
      auto run = tape.run(variables, precision).back();
      return run.defined == numerics::Defined::everywhere ? run.value.approx_midpoint() : BigInterval(precision);
    };
    const auto below = [&](const BigInterval& one, const BigInterval& other) {
      if (one.is_empty() || other.is_empty()) return other.is_empty() && !one.is_empty();
      return numerics::less(one, other) == numerics::Truth::yes;
    };
    for (const DoublePoint& start : around) {
      const double radius = 1e-5 * std::abs(start[0]) + 1e-12;
      const Rational x0 = Rational::from_double(start[0]), r = Rational::from_double(radius);
      Rational a = x0 - r, x = x0, b = x0 + r;
      BigInterval best = value(x);
      if (below(value(a), best) || below(value(b), best)) continue;  // lowest elsewhere
      for (int step = 0; step < 110; ++step) {                       // section with one new point per step
        if (stop && stop()) return out;
        const bool right = x - a < b - x;
        const Rational y = right ? x + (b - x) * Rational(3, 8) : x - (x - a) * Rational(3, 8);
        BigInterval other = value(y);
        if (below(other, best)) {
          (right ? a : b) = x;
          x = y;
          best = std::move(other);
        } else {
          (right ? b : a) = y;
        }
      }
      out.push_back({Problem::coordinate(simplest_between(a, b))});
    }
  }
  return out;
}

}  // namespace lemmacheck::verify::prover
