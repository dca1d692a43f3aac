#include "verify/prover/sample_axis.hpp"

#include <Random123/philox.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace lemmacheck::verify::prover {

using numerics::NodeId;
using numerics::Rational;

namespace {

bool has_call(const Problem& problem, std::initializer_list<std::string_view> names) {
  const NodeId root = problem.statement;
  for (const NodeId id : problem.graph.reachable(std::span(&root, 1)))
    for (const std::string_view name : names)
      if (problem.graph.is_call(id, name)) return true;
  return false;
}

/// The simple rational near x, if there is one.
std::optional<Rational> simple_near(double x, long most_denominator) {
  if (!std::isfinite(x) || std::abs(x) > 1e12) return std::nullopt;
  const double radius = 1e-10 * std::abs(x) + 1e-13;
  Rational found = simplest_between(Rational::from_double(x - radius), Rational::from_double(x + radius));
  const bool simple = mpz_cmp_si(mpq_denref(found.data()), most_denominator) <= 0;
  return simple ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace

double SampleStream::uniform() {
  const r123::Philox4x32 generator;
  const r123::Philox4x32::key_type key = {{static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)}};
  const auto words = generator(
      {{static_cast<std::uint32_t>(counter_), static_cast<std::uint32_t>(counter_ >> 32), stream_, 0x72656675U}}, key);
  ++counter_;
  const std::uint64_t bits = (static_cast<std::uint64_t>(words[1]) << 32 | words[0]) >> 12;
  return (static_cast<double>(bits) + 0.5) * 0x1p-52;
}

std::size_t SampleStream::below(std::size_t n) {
  return std::min(n - 1, static_cast<std::size_t>(uniform() * static_cast<double>(n)));
}

bool in_range(const Axis& axis, double x) {
  if (!(x >= axis.lower && x <= axis.upper && std::isfinite(x))) return false;
  if (axis.integer) return x == std::floor(x);
  if (x == axis.lower && axis.lower_end && axis.variable->lower.open) return false;
  return !(x == axis.upper && axis.upper_end && axis.variable->upper.open);
}

Rational simplest_between(const Rational& lower, const Rational& upper) {
  if (lower.sign() <= 0 && upper.sign() >= 0) return Rational(0);
  if (upper.sign() < 0) return -simplest_between(-upper, -lower);
  // Continued fractions: the common leading terms, then the least integer.
  std::vector<Rational> terms;
  Rational a = lower, b = upper;
  for (;;) {
    const Rational whole = ceil(a);
    if (whole <= b) {
      terms.push_back(whole);
      break;
    }
    const Rational part = floor(a);
    terms.push_back(part);
    const Rational next = Rational(1) / (b - part);
    b = Rational(1) / (a - part);
    a = next;
  }
  Rational value = terms.back();
  for (std::size_t i = terms.size() - 1; i-- > 0;) value = terms[i] + Rational(1) / value;
  return value;
}

std::vector<Coordinate> special_coordinates(Problem& problem, const Axis& axis, std::size_t most) {
  std::vector<Coordinate> out;
  std::set<double> seen;
  const auto add = [&](Coordinate c, bool always = false) {
    if (out.size() >= most || !(always || in_range(axis, c.approx)) || !seen.insert(c.approx).second) return;
    out.push_back(std::move(c));
  };
  const auto add_text = [&](const char* text) { add(Problem::coordinate(Rational::parse(text))); };
  if (axis.integer) {
    const double start = std::isfinite(axis.lower) ? axis.lower : std::isfinite(axis.upper) ? axis.upper : 0;
    const double step = std::isfinite(axis.lower) || !std::isfinite(axis.upper) ? 1 : -1;
    const bool both = !std::isfinite(axis.lower) && !std::isfinite(axis.upper);
    for (double k = 0; out.size() < most && k < 2000 && (both || in_range(axis, start + step * k)); ++k) {
      add(Problem::coordinate(start + step * k));
      if (both) add(Problem::coordinate(-k));
    }
    if (std::isfinite(axis.upper) && in_range(axis, axis.upper)) {
      if (out.size() >= most) out.pop_back();
      add(Problem::coordinate(axis.upper));
    }
    return out;
  }
  if (axis.lower_end && !axis.variable->lower.open) add(*axis.lower_end, true);
  if (axis.upper_end && !axis.variable->upper.open) add(*axis.upper_end, axis.lower < axis.upper || out.empty());
  if (axis.narrow && axis.lower_end && axis.upper_end) {  // two different ends may be one double
    if (axis.lower_end->exact && axis.upper_end->exact && *axis.lower_end->exact < *axis.upper_end->exact) {
      if (!axis.variable->upper.open && out.size() == 1 && !axis.variable->lower.open) out.push_back(*axis.upper_end);
      out.push_back(Problem::coordinate((*axis.lower_end->exact + *axis.upper_end->exact) / Rational(2)));
    }
    return out;
  }
  for (const char* text : {"0", "1", "1/2", "-1", "2", "-1/2", "-2"}) add_text(text);
  if (std::isfinite(axis.upper - axis.lower) && most > 4) {
    const Rational a = Rational::from_double(axis.lower), b = Rational::from_double(axis.upper);
    const Rational w = b - a;
    add(Problem::coordinate(simplest_between(a + w * Rational(9, 20), a + w * Rational(11, 20))));
    for (const int k : {1, 3, 9, 17, 19})
      add(Problem::coordinate(simplest_between(a + w * Rational(2 * k - 1, 40), a + w * Rational(2 * k + 1, 40))));
  }
  for (const char* text : {"3",   "3/2",   "1/3",   "1/4",  "2/3",  "3/4",   "-3",    "10",   "-10",   "-3/2", "0.1",
                           "0.9", "5",     "4",     "100",  "0.01", "0.99",  "-0.1",  "-0.9", "-1/3",  "-1/4", "-3/4",
                           "-5",  "-100",  "20",    "50",   "1000", "0.001", "1e-6",  "1/5",  "2/5",   "3/5",  "4/5",
                           "5/2", "6",     "7",     "8",    "9",    "-20",   "-1000", "-4",   "0.999", "1e6",  "-1e6",
                           "1e9", "-0.01", "-0.99", "1e-9", "1/6",  "5/6",   "4/3",   "5/3",  "7/2",   "5/4"})
    add_text(text);
  numerics::Graph& graph = problem.graph;
  if (has_call(problem, {"sin", "cos", "tan", "pi"})) {
    const NodeId pi = graph.call("pi", {});
    for (const auto& [a, b] : {std::pair(1, 1), {1, 2}, {2, 1}, {1, 4}, {1, 3}, {1, 6}, {3, 2}, {3, 4}, {2, 3}}) {
      NodeId made = a == 1 ? pi : graph.call("*", {graph.integer(a), pi});
      if (b != 1) made = graph.call("/", {made, graph.integer(b)});
      add(problem.coordinate(made));
      add(problem.coordinate(graph.call("neg", {made})));
    }
  }
  if (has_call(problem, {"exp", "log", "ln", "log1p", "e"})) {
    const NodeId e = graph.call("e", {});
    add(problem.coordinate(e));
    add(problem.coordinate(graph.call("/", {graph.integer(1), e})));
    add(problem.coordinate(graph.call("log", {graph.integer(2)})));
    add(problem.coordinate(graph.call("-", {e, graph.integer(1)})));
  }
  return out;
}

std::vector<double> axis_grid(const Axis& axis, std::size_t size) {
  std::vector<double> grid;
  const double low = std::isfinite(axis.lower) ? axis.lower : std::min(-20.0, axis.upper - 40);
  const double high = std::isfinite(axis.upper) ? axis.upper : std::max(20.0, axis.lower + 40);
  const int uniform = static_cast<int>(size / 2);
  for (int k = 0; k <= uniform; ++k) grid.push_back(low + (high - low) * k / uniform);
  const int steps = static_cast<int>(size / 8);
  const auto towards = [&](double end, double side, double width, double decades) {
    for (int k = 0; k <= steps; ++k) grid.push_back(end + side * width * std::pow(10.0, -decades * k / steps));
  };
  const double width = high - low;
  if (std::isfinite(axis.lower)) towards(low, 1, width, low == 0 ? 20 : 14);
  if (std::isfinite(axis.upper)) towards(high, -1, width, high == 0 ? 20 : 14);
  if (low < 0 && high > 0) {
    towards(0, 1, high, 20);
    towards(0, -1, -low, 20);
  }
  const auto away = [&](double from, double side) {
    for (int k = 0; k <= steps; ++k) grid.push_back(from + side * std::pow(10.0, -1 + 19.0 * k / steps));
    for (const double far : {1e20, 1e25, 1e30, 1e50, 1e100, 1e200, 1e300}) grid.push_back(side * far);
  };
  if (!std::isfinite(axis.upper)) away(std::isfinite(axis.lower) ? axis.lower : 0, 1);
  if (!std::isfinite(axis.lower)) away(std::isfinite(axis.upper) ? axis.upper : 0, -1);
  if (axis.integer) {
    for (double& x : grid) x = std::round(x);
    for (int k = 0; k < 300; ++k) {
      grid.push_back(low + k);
      grid.push_back(high - k);
    }
  }
  std::erase_if(grid, [&](double x) { return !in_range(axis, x); });
  std::ranges::sort(grid);
  grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
  return grid;
}

double random_coordinate(const Axis& axis, SampleStream& stream) {
  if (axis.narrow) return axis.lower;
  const double low = std::isfinite(axis.lower) ? axis.lower : std::min(-10.0, axis.upper - 20);
  const double high = std::isfinite(axis.upper) ? axis.upper : std::max(10.0, axis.lower + 20);
  const double kind = stream.uniform(), u = stream.uniform();
  double x = low + (high - low) * u;
  if (kind > 0.45) {
    const bool up = kind < 0.72;
    const double end = up ? axis.lower : axis.upper, side = up ? 1 : -1;
    if (std::isfinite(end)) {
      const double reach = std::isfinite(up ? axis.upper : axis.lower) ? high - low : 1e6;
      x = end + side * reach * std::pow(10.0, -(std::isfinite(up ? axis.upper : axis.lower) ? 12 : 14) * u);
    } else {
      x = -side * std::pow(10.0, -3 + 9 * u);
    }
  }
  if (axis.integer) x = std::round(x);
  return std::clamp(x, axis.lower, axis.upper);
}

std::vector<Coordinate> exact_guesses(Problem& problem, double root) {
  std::vector<Coordinate> out;
  numerics::Graph& graph = problem.graph;
  if (const auto q = simple_near(root, 10'000)) out.push_back(Problem::coordinate(*q));
  const auto times = [&](const Rational& q, NodeId constant) {
    if (q == Rational(1)) return constant;
    Rational numerator(1), denominator(1);
    mpz_set(mpq_numref(numerator.data()), mpq_numref(q.data()));
    mpz_set(mpq_numref(denominator.data()), mpq_denref(q.data()));
    const NodeId product = numerator == Rational(1) ? constant : graph.call("*", {graph.rational(numerator), constant});
    return denominator == Rational(1) ? product : graph.call("/", {product, graph.rational(denominator)});
  };
  if (root != 0) {
    if (const auto q = simple_near(root / 3.14159265358979323846, 24))
      out.push_back(problem.coordinate(times(*q, graph.call("pi", {}))));
    if (const auto q = simple_near(root / 2.71828182845904523536, 24))
      out.push_back(problem.coordinate(times(*q, graph.call("e", {}))));
  }
  if (const auto q = simple_near(root * root, 100); q && q->sign() > 0) {
    const NodeId made = graph.call("sqrt", {graph.rational(*q)});
    out.push_back(problem.coordinate(root < 0 ? graph.call("neg", {made}) : made));
  }
  if (std::abs(root) < 25)
    if (const auto q = simple_near(std::exp(root), 100); q && q->sign() > 0)
      out.push_back(problem.coordinate(graph.call("log", {graph.rational(*q)})));
  if (root > 0)
    if (const auto q = simple_near(std::log(root), 100))
      out.push_back(problem.coordinate(graph.call("exp", {graph.rational(*q)})));
  return out;
}

}  // namespace lemmacheck::verify::prover
