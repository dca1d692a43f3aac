#include "verify/prover/refute_problem.hpp"

#include <cmath>
#include <limits>

#include "numerics/printer.hpp"

namespace lemmacheck::verify::prover {

using numerics::BigInterval;
using numerics::Decimal;
using numerics::Graph;
using numerics::NodeId;
using numerics::Precision;
using numerics::Rational;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double approx_constant(const Graph& graph, NodeId formula) {
  const auto value = numerics::Tape(graph, std::span(&formula, 1)).run(std::vector<BigInterval>{}, Precision(128));
  return value.back().value.is_empty() ? std::nan("") : value.back().value.approx_double();
}

/// Strips the factors `base` of n, counting them.
long strip(mpz_t n, unsigned long base) {
  long count = 0;
  while (mpz_divisible_ui_p(n, base) != 0) {
    mpz_divexact_ui(n, n, base);
    ++count;
  }
  return count;
}

std::string integer_text(mpz_srcptr n) {
  std::string digits(mpz_sizeinbase(n, 10) + 2, '\0');
  mpz_get_str(digits.data(), 10, n);
  digits.resize(digits.find('\0'));
  return digits;
}

}  // namespace

bool split_comparisons(const Graph& graph, NodeId root, std::vector<Comparison>& out) {
  std::vector<NodeId> open{root};
  bool complete = true;
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    const bool strict = graph.is_call(id, "<"), equality = graph.is_call(id, "=");
    if (graph.is_call(id, "and")) {
      open.push_back(graph.arguments(id)[1]);
      open.push_back(graph.arguments(id)[0]);
    } else if (strict || equality || graph.is_call(id, "<=")) {
      out.push_back({id, graph.arguments(id)[0], graph.arguments(id)[1], strict, equality});
    } else {
      complete = false;
    }
  }
  return complete;
}

std::optional<Decimal> as_decimal(const Rational& value) {
  Rational denominator(1);
  mpz_set(mpq_numref(denominator.data()), mpq_denref(value.data()));
  const long twos = strip(mpq_numref(denominator.data()), 2), fives = strip(mpq_numref(denominator.data()), 5);
  if (denominator != Rational(1)) return std::nullopt;
  const long places = std::max(twos, fives);
  Rational scaled = value * numerics::pow(Rational(10), places);
  Decimal made;
  made.negative = scaled.sign() < 0;
  scaled = abs(scaled);
  const long zeros = scaled.sign() == 0 ? 0 : strip(mpq_numref(scaled.data()), 10);
  made.digits = integer_text(mpq_numref(scaled.data()));
  made.exponent = zeros - places;
  return made;
}

std::string number_text(const Rational& value) {
  const std::string fraction = value.to_string();
  const std::optional<Decimal> decimal = as_decimal(value);
  if (!decimal) return fraction;
  const std::string text = decimal->to_string();
  const Rational denominator = [&] {
    Rational d;
    mpz_set(mpq_numref(d.data()), mpq_denref(value.data()));
    return d;
  }();
  const bool short_fraction = denominator <= Rational(100) && denominator != Rational(10) &&
                              denominator != Rational(100) && fraction.size() <= text.size();
  return short_fraction ? fraction : text;
}

Problem::Problem(const Claim& c) : claim(&c), graph(c.graph), statement(c.statement) {
  split_comparisons(graph, statement, conclusions);
  for (const NodeId h : c.hypotheses)
    if (!split_comparisons(graph, h, hypotheses)) other_hypotheses.push_back(h);
  for (const ClaimVariable& v : c.variables) {
    Axis axis;
    axis.variable = &v;
    axis.index = graph.node(v.node).index;
    axis.integer = v.integer;
    axis.lower = -infinity;
    axis.upper = infinity;
    if (!v.lower.infinite) {
      axis.lower_end = coordinate(v.lower.value);
      axis.lower = axis.lower_end->approx;
    }
    if (!v.upper.infinite) {
      axis.upper_end = coordinate(v.upper.value);
      axis.upper = axis.upper_end->approx;
    }
    if (axis.integer) {
      axis.lower = std::ceil(axis.lower);
      axis.upper = std::floor(axis.upper);
    }
    axis.narrow = !(std::nextafter(axis.lower, infinity) < axis.upper);
    axes.push_back(std::move(axis));
  }
}

Coordinate Problem::coordinate(NodeId formula) const {
  Coordinate made;
  made.exact = numerics::exact_value(graph, formula);
  made.formula = formula;
  made.approx = approx_constant(graph, formula);
  made.written = numerics::to_text(graph, formula);
  return made;
}

Coordinate Problem::coordinate(const Rational& value) {
  Coordinate made;
  made.exact = value;
  made.approx = value.approx_double();
  return made;
}

Coordinate Problem::coordinate(double value) {
  Coordinate made;
  made.exact = Rational::from_double(value);
  made.approx = value;
  return made;
}

std::string Problem::text(const Coordinate& c) const {
  if (!c.written.empty()) return c.written;
  return c.exact ? number_text(*c.exact) : numerics::to_text(graph, c.formula);
}

}  // namespace lemmacheck::verify::prover
