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

constexpr std::size_t few_points = 8;

BigInterval number(double x) { return BigInterval(Rational::from_double(x), precision); }

/// Positions of a variable in its range, in increasing order, for ends with values.
std::vector<BigInterval> positions_between(const BigInterval* lower, const BigInterval* upper,
                                           const kernel::Range& range) {
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

/// One range of a domain, as sampled: its positions stay when its ends do.
class SampledRange {
 public:
  SampledRange(const Graph& graph, const kernel::Range& range) : range_(range) {
    for (const kernel::End* end : {&range.lower, &range.upper}) {
      if (end->infinite) continue;
      ends_.push_back({numerics::Tape(graph, std::span(&end->value, 1)), end->value});
      moves_ = moves_ || !graph.variables_of(end->value).empty();
    }
  }

  /// Where the variable may be, once those before it have their values; none: an end has no value there.
  const std::vector<BigInterval>& positions(const std::vector<BigInterval>& variables) {
    if (found_ && !moves_) return *found_;
    found_.emplace();
    std::vector<BigInterval> values;
    for (const auto& [tape, end] : ends_) {
      const auto value = tape.run(variables, precision)[tape.slot(end)];
      if (value.defined != Defined::everywhere || value.value.is_empty()) return *found_;
      values.push_back(value.value);
    }
    *found_ = positions_between(range_.lower.infinite ? nullptr : &values.front(),
                                range_.upper.infinite ? nullptr : &values.back(), range_);
    return *found_;
  }

 private:
  const kernel::Range& range_;
  std::vector<std::pair<numerics::Tape, NodeId>> ends_;
  bool moves_ = false;
  std::optional<std::vector<BigInterval>> found_;
};

/// The sign of f at the point, 0 when unknown; none when f has no value there. Binary64 first: a hundred times faster,
/// and mostly enough.
std::optional<int> sign_at(const Graph& graph, const numerics::Tape& tape, NodeId f, const SamplePoint& point) {
  std::vector<numerics::Interval> rounded = point.rounded;  // the graph may have grown since
  rounded.resize(graph.variable_count(), numerics::Interval::entire());
  const auto value = tape.run(rounded)[tape.slot(f)];
  const bool has_value = value.defined == Defined::everywhere && !value.value.is_empty();
  if (has_value && value.value.certain_sign() != 0) return value.value.certain_sign();
  std::vector<BigInterval> variables = point.variables;
  variables.resize(graph.variable_count(), BigInterval::entire(precision));
  const auto longer = tape.run(variables, precision)[tape.slot(f)];
  if (longer.defined == Defined::nowhere || longer.value.is_empty()) return std::nullopt;
  return longer.value.certain_sign();
}

}  // namespace

std::vector<SamplePoint> sample_points(const Graph& graph, const kernel::Domain& domain) {
  std::vector<SamplePoint> points;
  const std::size_t dimensions = domain.ranges.size();
  std::vector<SampledRange> ranges;
  for (const kernel::Range& range : domain.ranges) ranges.emplace_back(graph, range);
  std::vector<numerics::Tape> hypotheses;
  for (const kernel::Hypothesis& h : domain.hypotheses) hypotheses.emplace_back(graph, std::span(&h.value, 1));
  const std::size_t tries = dimensions == 0 ? 1 : dimensions == 1 ? 80 : 60;
  const std::size_t most_tries = dimensions > 1 ? 10 * tries : tries;  // where hypotheses leave little
  for (std::size_t k = 0; k < tries || (k < most_tries && points.size() < few_points); ++k) {
    SamplePoint point;
    point.variables.assign(graph.variable_count(), BigInterval::entire(precision));
    point.rounded.assign(graph.variable_count(), numerics::Interval::entire());
    bool good = true;
    for (std::size_t i = 0; i < dimensions && good; ++i) {
      const std::vector<BigInterval>& all = ranges[i].positions(point.variables);
      std::size_t index = k;
      if (dimensions > 1) {
        // Irrational rotations, another one per variable.
        constexpr double steps[] = {0.6180339887498949, 0.7548776662466927, 0.5698402909980532, 0.4142135623730951};
        const double u = std::fmod(static_cast<double>(k + 1) * steps[i % 4] + 0.17 * static_cast<double>(i), 1.0);
        index = static_cast<std::size_t>(u * static_cast<double>(all.size()));
      }
      good = index < all.size();
      if (!good) break;
      const std::size_t variable = graph.node(domain.ranges[i].variable).index;
      point.variables[variable] = all[index];
      point.rounded[variable] = numerics::Interval(all[index]);
      point.coordinates.push_back(point.rounded[variable].approx_midpoint());
    }
    for (std::size_t h = 0; h < hypotheses.size() && good; ++h) {
      const std::optional<int> sign = sign_at(graph, hypotheses[h], domain.hypotheses[h].value, point);
      good = sign && *sign >= (domain.hypotheses[h].strict ? 1 : 0);
    }
    if (good) points.push_back(std::move(point));
  }
  return points;
}

SignPattern sign_pattern(const Graph& graph, NodeId f, const std::vector<SamplePoint>& points, bool while_plausible) {
  SignPattern pattern;
  const numerics::Tape tape(graph, std::span(&f, 1));
  for (const SamplePoint& point : points) {
    const int sign = sign_at(graph, tape, f, point).value_or(2);
    pattern.signs.push_back(sign);
    ++(sign == 1 ? pattern.positive : sign < 0 ? pattern.negative : sign == 0 ? pattern.unknown : pattern.undefined);
    if (while_plausible && (sign < 0 || sign == 2)) break;
  }
  return pattern;
}

}  // namespace lemmacheck::verify::prover
