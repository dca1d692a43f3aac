// Random goals, and points at which a goal is false: for tests that attack the kernel. Deterministic for a seed.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bounds/functions.hpp"
#include "numerics/big_interval.hpp"
#include "numerics/parser.hpp"
#include "numerics/tape.hpp"
#include "verify/kernel/rules.hpp"

namespace lemmacheck::verify::tests {

using Random = std::mt19937_64;

inline std::size_t below(Random& random, std::size_t count) { return random() % count; }
inline bool chance(Random& random, unsigned percent) { return random() % 100 < percent; }
template <class T>
const T& one_of(Random& random, const std::vector<T>& all) {
  return all[below(random, all.size())];
}

inline std::string small_number(Random& random) {
  static const std::vector<std::string> all{"0", "1", "2", "1/2", "3", "-1", "-2", "1/4", "-1/2", "10"};
  return one_of(random, all);
}

/// A formula in the variables. Kinks, partial functions and values at the edge of a domain are frequent.
inline std::string random_formula(Random& random, const std::vector<std::string>& variables, int depth) {
  const auto variable = [&] { return variables.empty() ? small_number(random) : one_of(random, variables); };
  if (depth <= 0) return chance(random, 70) ? variable() : "(" + small_number(random) + ")";
  const auto part = [&] { return random_formula(random, variables, depth - 1); };
  if (chance(random, 55)) {
    static const std::vector<std::string> signs{" + ", " - ", "*", "/", " - ", " + ", "*"};
    return "(" + part() + one_of(random, signs) + part() + ")";
  }
  if (chance(random, 30)) {
    static const std::vector<std::string> exponents{"2", "3", "(1/2)", "(1/3)", "(-1)", "(3/2)", "(-1/2)", "0"};
    return "(" + part() + ")^" + (chance(random, 80) ? one_of(random, exponents) : "(" + variable() + ")");
  }
  static const std::vector<std::string> names{
      "abs",   "sqrt", "cbrt",  "exp",   "log",  "log1p", "xlogx",   "entropy", "sin",  "tan",      "atan",
      "asin",  "acos", "tanh",  "floor", "ceil", "erf",   "sigmoid", "lgamma",  "cosh", "softplus", "sinh",
      "gamma", "cos",  "expm1", "abs",   "sqrt", "log",   "kl",      "min",     "max",  "max"};
  const std::string& name = one_of(random, names);
  if (name == "kl" || name == "min" || name == "max") return name + "(" + part() + ", " + part() + ")";
  return name + "(" + part() + ")";
}

/// A goal over its own graph.
struct RandomGoal {
  numerics::Graph graph;
  kernel::Goal goal;
  std::string text;

  numerics::NodeId parse(const std::string& formula) {
    return numerics::parse_expression(graph, formula, bounds::functions()).root;
  }
};

inline RandomGoal random_goal(Random& random) {
  RandomGoal made;
  std::vector<std::string> names;
  const std::size_t count = 1 + below(random, 2);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name(1, static_cast<char>('x' + i));
    kernel::Range range;
    range.variable = made.graph.variable(name);
    range.integer = chance(random, 15);
    const int low = static_cast<int>(below(random, 4)) - 2;
    const auto end = [&](int value) {
      kernel::End e;
      if (chance(random, 15)) return e;
      e.infinite = false;
      e.open = chance(random, 40);
      if (i > 0 && chance(random, 30)) {
        static const std::vector<std::string> moving{"x", "x - 1", "1 - x", "abs(x)", "2*ceil(x)", "log(x)", "sqrt(x)"};
        e.value = made.parse(one_of(random, moving));
      } else {
        e.value = made.parse(std::to_string(value));
      }
      return e;
    };
    range.lower = end(low);
    range.upper = end(low + static_cast<int>(below(random, 3)));
    made.goal.domain.ranges.push_back(range);
    names.push_back(name);
  }
  if (chance(random, 30)) {
    made.goal.domain.hypotheses.push_back(
        {made.parse(random_formula(random, names, 1 + static_cast<int>(below(random, 2)))), chance(random, 50)});
  }
  made.text = random_formula(random, names, 1 + static_cast<int>(below(random, 3)));
  made.goal.f = made.parse(made.text);
  made.goal.strict = chance(random, 40);
  return made;
}

/// Exact points of a domain: ends, points near to them, whole numbers, and some others.
class PointSampler {
  using Big = numerics::BigInterval;

 public:
  PointSampler(const numerics::Graph& graph, const kernel::Domain& domain) : graph_(graph), domain_(domain) {}

  /// Values by index of variable; nullopt when this draw is not certainly a point of the domain.
  std::optional<std::vector<numerics::BigInterval>> draw(Random& random) const {
    std::vector<numerics::BigInterval> point(graph_.variable_count(), numerics::BigInterval(precision));
    for (const kernel::Range& range : domain_.ranges) {
      const auto lower = end_value(range.lower, point), upper = end_value(range.upper, point);
      if ((!range.lower.infinite && !lower) || (!range.upper.infinite && !upper)) return std::nullopt;
      point[graph_.node(range.variable).index] = candidate(random, lower, upper, range.integer);
    }
    if (!contains(point)) return std::nullopt;
    return point;
  }

  /// Whether this is certainly a point of the domain.
  bool contains(const std::vector<numerics::BigInterval>& point) const {
    for (const kernel::Range& range : domain_.ranges) {
      const Big& value = point[graph_.node(range.variable).index];
      const auto lower = end_value(range.lower, point), upper = end_value(range.upper, point);
      if (!range.lower.infinite && !(lower && above(value, *lower, range.lower.open))) return false;
      if (!range.upper.infinite && !(upper && above(*upper, value, range.upper.open))) return false;
      if (range.integer && !(value.is_point() && value.lower_rational().is_integer())) return false;
    }
    for (const kernel::Hypothesis& h : domain_.hypotheses) {
      const auto value = evaluate(h.value, point);
      if (value.defined != numerics::Defined::everywhere || value.value.is_empty()) return false;
      if (!above(value.value, Big(0, precision), h.strict)) return false;
    }
    return true;
  }

  numerics::Evaluated<numerics::BigInterval> evaluate(numerics::NodeId f,
                                                      const std::vector<numerics::BigInterval>& point) const {
    const numerics::Tape tape(graph_, std::span(&f, 1));
    return tape.run(point, precision)[tape.slot(f)];
  }

  static constexpr numerics::Precision precision{160};

 private:
  /// a >= b (a > b when strict), certainly.
  static bool above(const Big& a, const Big& b, bool strict) {
    return (strict ? less(b, a) : less_equal(b, a)) == numerics::Truth::yes;
  }

  std::optional<Big> end_value(const kernel::End& end, const std::vector<Big>& point) const {
    if (end.infinite) return std::nullopt;
    const auto value = evaluate(end.value, point);
    if (value.defined != numerics::Defined::everywhere || value.value.is_empty()) return std::nullopt;
    return value.value;
  }

  static Big candidate(Random& random, const std::optional<Big>& lower, const std::optional<Big>& upper, bool integer) {
    static const std::vector<double> steps{0, 0x1p-40, 0x1p-20, 0x1p-10, 0.125, 0.5, 1, 2, 3};
    static const std::vector<double> others{0, 1, -1, 2, -2, 0.5, -0.5, 3, 10, -10, 1000, -1000};
    const auto number = [&](double x) { return Big::from_double(x, precision); };
    Big value = number(one_of(random, others));
    if (lower && upper && chance(random, 40)) {
      value = *lower + (*upper - *lower) * number(static_cast<double>(below(random, 257)) / 256);
    } else if (lower && chance(random, 50)) {
      value = *lower + number(one_of(random, steps));
    } else if (upper && chance(random, 60)) {
      value = *upper - number(one_of(random, steps));
    }
    if (!integer) return value.is_point() ? value : number(value.approx_double());
    return numerics::floor(number(value.approx_double()));
  }

  const numerics::Graph& graph_;
  const kernel::Domain& domain_;
};

/// Whether some draw is a point of the domain.
inline bool has_point(const numerics::Graph& graph, const kernel::Domain& domain, Random& random, int draws) {
  const PointSampler sampler(graph, domain);
  for (int i = 0; i < draws; ++i)
    if (sampler.draw(random)) return true;
  return false;
}

enum class Fault : std::uint8_t { none, no_value, wrong_sign };

/// "x = 1 y = 0.5", for messages.
inline std::string point_text(const numerics::Graph& graph, const kernel::Domain& domain,
                              const std::vector<numerics::BigInterval>& point) {
  std::string text;
  for (const kernel::Range& r : domain.ranges) {
    text += (text.empty() ? "" : " ") + graph.variable_name(r.variable) + " = " +
            std::to_string(point[graph.node(r.variable).index].approx_double());
  }
  return text;
}

/// A reason why a goal is false, found at some of `draws` points. With `suspicion` a value that may be 0 counts as 0.
inline Fault find_fault(const numerics::Graph& graph, const kernel::Goal& goal, Random& random, int draws,
                        std::vector<numerics::BigInterval>* where = nullptr, bool suspicion = false) {
  const PointSampler sampler(graph, goal.domain);
  for (int i = 0; i < draws; ++i) {
    const auto point = sampler.draw(random);
    if (!point) continue;
    const auto value = sampler.evaluate(goal.f, *point);
    const bool no_value = value.defined == numerics::Defined::nowhere;
    const bool wrong = value.defined == numerics::Defined::everywhere && !value.value.is_empty() &&
                       (value.value.certain_sign() < 0 ||
                        (goal.strict && less_equal(value.value, numerics::BigInterval(0, PointSampler::precision)) ==
                                            numerics::Truth::yes));
    const bool zero = suspicion && goal.strict && !value.value.is_empty() && value.value.contains_zero() &&
                      abs(value.value.approx_double()) < 1e-30;
    if (!no_value && !wrong && !zero) continue;
    if (where != nullptr) *where = *point;
    return no_value ? Fault::no_value : Fault::wrong_sign;
  }
  return Fault::none;
}

}  // namespace lemmacheck::verify::tests
