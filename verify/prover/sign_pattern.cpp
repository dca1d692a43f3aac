#include "verify/prover/sign_pattern.hpp"

#include <cmath>

namespace lemmacheck::verify::prover {

using numerics::BigInterval;
using numerics::Defined;
using numerics::Graph;
using numerics::NodeId;
using numerics::Precision;
using numerics::Rational;

namespace {

constexpr Precision precision{192};

// Fractions of a finite range, distances from the end of an infinite one.
constexpr double fractions[] = {1e-12, 1e-8, 1e-5, .001, .01, .03, .07, .13, .2,  .27,  .35,      .43,
                                .5,    .57,  .65,  .73,  .8,  .87, .93, .97, .99, .999, 1 - 1e-5, 1 - 1e-8};
constexpr double distances[] = {1e-12, 1e-8, 1e-5, .001, .01, .05, .1, .2, .35, .5,  .7,  .85, 1,
                                1.25,  1.6,  2,    2.7,  3.6, 5,   8,  13, 30,  100, 1e3, 1e5, 1e8};
constexpr double whole_steps[] = {0, 1, 2, 3, 4, 5, 7, 10, 16, 25, 50, 100, 1000, 1e5};

BigInterval number(double x) { return BigInterval(Rational::from_double(x), precision); }

/// Positions of a variable in its range, in increasing order, for ends with values.
std::vector<BigInterval> positions(const BigInterval* lower, const BigInterval* upper, const kernel::Range& range) {
  std::vector<BigInterval> result;
  if (range.integer) {
    if (lower) {
      const BigInterval first = ceil(*lower);
      for (const double s : whole_steps) {
        if (s == 0 && range.lower.open) continue;
        BigInterval p = first + number(s);
        if (upper && less(*upper, p) != numerics::Truth::no) break;
        result.push_back(p);
      }
    } else {
      for (auto it = std::rbegin(whole_steps); it != std::rend(whole_steps); ++it) {
        result.push_back(upper ? floor(*upper) - number(*it) : number(-*it));
      }
      if (!upper) {
        for (const double s : whole_steps) {
          if (s != 0) result.push_back(number(s));
        }
      }
    }
    return result;
  }
  if (lower && upper) {
    if (!range.lower.open) result.push_back(*lower);
    for (const double f : fractions) result.push_back(*lower + (*upper - *lower) * number(f));
    if (!range.upper.open) result.push_back(*upper);
    return result;
  }
  const auto below = [&](const BigInterval& end) {
    for (auto it = std::rbegin(distances); it != std::rend(distances); ++it) result.push_back(end - number(*it));
  };
  const auto above = [&](const BigInterval& end) {
    for (const double d : distances) result.push_back(end + number(d));
  };
  if (lower) {
    if (!range.lower.open) result.push_back(*lower);
    above(*lower);
  } else if (upper) {
    below(*upper);
    if (!range.upper.open) result.push_back(*upper);
  } else {
    below(number(0));
    above(number(0));
  }
  return result;
}

double middle(const BigInterval& x) { return numerics::Interval(x).approx_midpoint(); }

}  // namespace

std::vector<SamplePoint> sample_points(const Graph& graph, const kernel::Domain& domain) {
  std::vector<SamplePoint> points;
  const std::size_t dimensions = domain.ranges.size();
  std::vector<std::size_t> last(dimensions, 0);
  const int tries = dimensions == 0 ? 1 : dimensions == 1 ? 80 : 60;
  for (int k = 0; k < tries; ++k) {
    SamplePoint point;
    point.variables.assign(graph.variable_count(), BigInterval::entire(precision));
    bool good = true;
    for (std::size_t i = 0; i < dimensions && good; ++i) {
      const kernel::Range& range = domain.ranges[i];
      std::optional<BigInterval> ends[2];
      for (const bool upper : {false, true}) {
        const kernel::End& end = upper ? range.upper : range.lower;
        if (end.infinite) continue;
        const numerics::Tape tape(graph, std::span(&end.value, 1));
        const auto value = tape.run(point.variables, precision)[tape.slot(end.value)];
        if (value.defined != Defined::everywhere || value.value.is_empty()) {
          good = false;
          break;
        }
        ends[upper ? 1 : 0] = value.value;
      }
      if (!good) break;
      const std::vector<BigInterval> all =
          positions(ends[0] ? &*ends[0] : nullptr, ends[1] ? &*ends[1] : nullptr, range);
      if (all.empty()) {
        good = false;
        break;
      }
      std::size_t index = static_cast<std::size_t>(k);
      if (dimensions == 1) {
        if (index >= all.size()) good = false;
      } else {
        // Irrational rotations, another one per variable.
        constexpr double steps[] = {0.6180339887498949, 0.7548776662466927, 0.5698402909980532, 0.4142135623730951};
        const double u = std::fmod((k + 1) * steps[i % 4] + 0.17 * static_cast<double>(i), 1.0);
        index = static_cast<std::size_t>(u * static_cast<double>(all.size()));
      }
      if (!good) break;
      point.variables[graph.node(range.variable).index] = all[index];
      point.coordinates.push_back(middle(all[index]));
    }
    if (!good) continue;
    for (const kernel::Hypothesis& h : domain.hypotheses) {
      const numerics::Tape tape(graph, std::span(&h.value, 1));
      const auto value = tape.run(point.variables, precision)[tape.slot(h.value)];
      good = good && value.defined == Defined::everywhere && !value.value.is_empty() &&
             value.value.certain_sign() >= (h.strict ? 1 : 0);
    }
    if (!good) continue;
    for (const BigInterval& x : point.variables) point.rounded.emplace_back(x);
    points.push_back(std::move(point));
  }
  return points;
}

SignPattern sign_pattern(const Graph& graph, NodeId f, const std::vector<SamplePoint>& points, bool while_plausible) {
  SignPattern pattern;
  const numerics::Tape tape(graph, std::span(&f, 1));
  const std::size_t slot = tape.slot(f);
  for (const SamplePoint& point : points) {
    int sign = 0;
    bool undefined = false;
    {  // binary64 first: a hundred times faster, and mostly enough
      std::vector<numerics::Interval> variables = point.rounded;  // the graph may have grown since
      variables.resize(graph.variable_count(), numerics::Interval::entire());
      const auto value = tape.run(variables)[slot];
      undefined = value.defined != Defined::everywhere || value.value.is_empty();
      if (!undefined) sign = value.value.certain_sign();
    }
    if (sign == 0) {
      std::vector<BigInterval> variables = point.variables;
      variables.resize(graph.variable_count(), BigInterval::entire(precision));
      const auto value = tape.run(variables, precision)[slot];
      undefined = value.defined == Defined::nowhere || value.value.is_empty();
      if (!undefined) sign = value.value.certain_sign();
    }
    if (undefined) sign = 2;
    pattern.signs.push_back(sign);
    ++(sign == 1 ? pattern.positive : sign == -1 ? pattern.negative : sign == 0 ? pattern.unknown : pattern.undefined);
    if (while_plausible && (sign < 0 || undefined)) break;
  }
  return pattern;
}

}  // namespace lemmacheck::verify::prover
