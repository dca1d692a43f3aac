// Rational operations, powers, exp and log, trigonometric functions, and what is written by these.
#include "verify/kernel/series_functions.hpp"

namespace lemmacheck::verify::kernel {

using namespace numerics;

namespace {

/// 1/k! or (-1)^k/k! style factors: c[k] = c[k-1] * ratio(k).
template <class Ratio>
std::vector<Coefficient> factors(const Coefficient& first, int count, Ratio ratio) {
  std::vector<Coefficient> all = {first};
  for (int k = 1; k < count; ++k) all.push_back(all.back() * Coefficient(ratio(k)));
  return all;
}

/// log of a coefficient that is > 0: powers of positive atoms are taken apart.
Coefficient log_of(SeriesAlgebra& algebra, const Coefficient& c) {
  Graph& graph = algebra.graph();
  if (c.number() == Rational(1)) return {};
  if (c.size() != 1) return Coefficient::atom(graph.call("log", {c.node(graph)}));
  const auto& [monomial, number] = *c.terms().begin();
  Coefficient::Monomial rest;
  rest.roots = monomial.roots;
  Coefficient result;
  for (const auto& [id, exponent] : monomial.atoms) {
    if (graph.is_call(id, "exp")) {
      result = result + Coefficient(exponent) * algebra.signs().coefficient(graph.arguments(id)[0]);
    } else if (Coefficient::is_positive_atom(graph, id, algebra.signs().positive_atoms())) {
      result = result + Coefficient(exponent) * Coefficient::atom(graph.call("log", {id}));
    } else {
      rest.atoms.emplace_back(id, exponent);
    }
  }
  const Coefficient left = Coefficient::of(rest, number);
  if (left.number() == Rational(1)) return result;
  return result + Coefficient::atom(graph.call("log", {left.node(graph)}));
}

/// exp of a coefficient; exp(r log(u)) is u^r, u being > 0 where its logarithm has a value.
Coefficient exp_of(SeriesAlgebra& algebra, const Coefficient& c) {
  if (algebra.is_zero(c)) return Coefficient(1);
  Graph& graph = algebra.graph();
  Coefficient powers(1), rest;
  for (const auto& [monomial, number] : c.terms()) {
    const bool single = monomial.atoms.size() == 1 && monomial.roots.empty() &&
                        monomial.atoms.front().second == Rational(1) &&
                        graph.is_call(monomial.atoms.front().first, "log");
    std::optional<Coefficient> power;
    if (single) {
      const Coefficient u = algebra.signs().coefficient(graph.arguments(monomial.atoms.front().first)[0]);
      power = u.power(graph, number, algebra.signs().positive_atoms());
    }
    if (power) {
      powers = algebra.times(powers, *power);
    } else {
      rest = rest + Coefficient::of(monomial, number);
    }
  }
  if (rest.is_zero()) return powers;
  return algebra.times(powers, Coefficient::atom(graph.call("exp", {rest.node(graph)})));
}

Series product_with_log(SeriesAlgebra& algebra, const Series& u, const Series& of) {
  return u.exactly_zero() ? u : algebra.multiply(u, log_of(algebra, of));
}

/// Throws unless u > 0 for all small t, or u = 0 exactly.
void require_not_negative(SeriesAlgebra& algebra, const Series& u) {
  if (u.exactly_zero()) return;
  Series copy = u;
  algebra.signs().require_positive(algebra.leading(copy).c);
}

Series divergence(SeriesAlgebra& algebra, const Series& p, const Series& q) {
  const Series not_p = algebra.negative(algebra.plus(p, -1)), not_q = algebra.negative(algebra.plus(q, -1));
  for (const Series* s : {&p, &not_p, &q, &not_q}) require_not_negative(algebra, *s);
  const Series first = product_with_log(algebra, p, algebra.multiply(p, algebra.inverse(q)));
  return algebra.add(first, product_with_log(algebra, not_p, algebra.multiply(not_p, algebra.inverse(not_q))));
}

/// sin(u), cos(u): bounded when u is not known to tend to a finite value.
Series sine_of(SeriesAlgebra& algebra, Series u, bool cosine) {
  Graph& graph = algebra.graph();
  Coefficient at;
  bool finite = false;
  try {
    finite = algebra.tends(u, at) == Tends::to_finite;
  } catch (const NoExpansion&) {
  }
  if (!finite) return Series{{}, Scale()};
  const Series e = algebra.small_part(u), square = algebra.multiply(e, e);
  const auto even = factors(1, algebra.order(), [](int k) { return Rational(-1, 2LL * k * (2LL * k - 1)); });
  const auto odd = factors(1, algebra.order(), [](int k) { return Rational(-1, 2LL * k * (2LL * k + 1)); });
  const Series cos_e = algebra.compose(even, square), sin_e = algebra.multiply(e, algebra.compose(odd, square));
  if (algebra.is_zero(at)) return cosine ? cos_e : sin_e;
  const NodeId point = at.node(graph);
  const Coefficient sin_at = Coefficient::atom(graph.call("sin", {point})),
                    cos_at = Coefficient::atom(graph.call("cos", {point}));
  if (cosine) return algebra.subtract(algebra.multiply(cos_at, cos_e), algebra.multiply(sin_at, sin_e));
  return algebra.add(algebra.multiply(sin_at, cos_e), algebra.multiply(cos_at, sin_e));
}

Series absolute(SeriesAlgebra& algebra, Series u) {
  algebra.strip(u);
  if (u.terms.empty()) return u;  // zero, or nothing but an error
  return algebra.sign(u.terms.front().c) > 0 ? u : algebra.negative(u);
}

/// max(a, b) (min: least). |max(a, b) - a| <= |a - b| when the difference is only an error.
Series extreme(SeriesAlgebra& algebra, const Series& a, const Series& b, bool least) {
  Series difference = algebra.subtract(a, b);
  algebra.strip(difference);
  if (difference.exactly_zero()) return a;
  if (difference.terms.empty()) return algebra.with_error(a, *difference.remainder);
  return (algebra.sign(difference.terms.front().c) > 0) != least ? a : b;
}

Series root(SeriesAlgebra& algebra, Series u, const Rational& exponent, bool of_negative_too) {
  algebra.strip(u);
  if (u.exactly_zero()) return u;
  if (of_negative_too && algebra.sign(algebra.leading(u).c) < 0)
    return algebra.negative(algebra.power(algebra.negative(u), exponent));
  return algebra.power(u, exponent);
}

Series power_of(SeriesAlgebra& algebra, const Series& base, const Series& exponent) {
  if (exponent.exactly_zero()) return SeriesAlgebra::constant(1);
  if (!exponent.remainder && exponent.terms.size() == 1) {
    const Term& only = exponent.terms.front();
    const bool constant = only.scale.power.sign() == 0 && only.scale.logs.sign() == 0 && only.scale.exponent.empty();
    if (const auto number = only.c.number(); constant && number) return algebra.power(base, *number);
  }
  return exp_of(algebra, algebra.multiply(exponent, log_of(algebra, base)));
}

std::optional<Series> apply_arithmetic(SeriesAlgebra& algebra, std::string_view name,
                                       std::span<const Series> arguments) {
  const Series& u = arguments[0];
  if (arguments.size() == 1) {
    if (name == "neg") return algebra.negative(u);
    if (name == "abs") return absolute(algebra, u);
    if (name == "sqrt") return root(algebra, u, Rational(1, 2), false);
    if (name == "cbrt") return root(algebra, u, Rational(1, 3), true);
    return std::nullopt;
  }
  if (arguments.size() != 2) return std::nullopt;
  const Series& v = arguments[1];
  if (name == "+") return algebra.add(u, v);
  if (name == "-") return algebra.subtract(u, v);
  if (name == "*") return algebra.multiply(u, v);
  if (name == "/") return algebra.multiply(u, algebra.inverse(v));
  if (name == "^") return power_of(algebra, u, v);
  if (name == "min") return extreme(algebra, u, v, true);
  if (name == "max") return extreme(algebra, u, v, false);
  if (name == "kl") return divergence(algebra, u, v);
  if (name == "binomial") return binomial_of(algebra, u, v);
  return std::nullopt;
}

Series logarithm_to(SeriesAlgebra& algebra, const Series& u, long base) {
  Graph& graph = algebra.graph();
  return algebra.multiply(Coefficient::atom(graph.call("log", {graph.integer(base)}), -1), log_of(algebra, u));
}

std::optional<Series> apply_elementary(SeriesAlgebra& algebra, std::string_view name, const Series& u) {
  if (name == "exp") return exp_of(algebra, u);
  if (name == "expm1") return algebra.plus(exp_of(algebra, u), -1);
  if (name == "log" || name == "ln") return log_of(algebra, u);
  if (name == "log1p") return log_of(algebra, algebra.plus(u, 1));
  if (name == "log2") return logarithm_to(algebra, u, 2);
  if (name == "log10") return logarithm_to(algebra, u, 10);
  if (name == "sin") return sine_of(algebra, u, false);
  if (name == "cos") return sine_of(algebra, u, true);
  if (name == "tan") return algebra.multiply(sine_of(algebra, u, false), algebra.inverse(sine_of(algebra, u, true)));
  if (name == "sinh" || name == "cosh") {
    const Series grows = exp_of(algebra, u), falls = exp_of(algebra, algebra.negative(u));
    return algebra.multiply(Rational(1, 2),
                            name == "sinh" ? algebra.subtract(grows, falls) : algebra.add(grows, falls));
  }
  if (name == "tanh") {  // 1 - 2/(exp(2u) + 1)
    const Series grows = algebra.plus(exp_of(algebra, algebra.multiply(Rational(2), u)), 1);
    return algebra.plus(algebra.multiply(Rational(-2), algebra.inverse(grows)), 1);
  }
  if (name == "sigmoid") return algebra.inverse(algebra.plus(exp_of(algebra, algebra.negative(u)), 1));
  if (name == "softplus") {  // u + log(1 + exp(-u)) for large u
    Series copy = u;
    Coefficient at;
    if (algebra.tends(copy, at) != Tends::to_plus_infinity) return log_of(algebra, algebra.plus(exp_of(algebra, u), 1));
    return algebra.add(u, log_of(algebra, algebra.plus(exp_of(algebra, algebra.negative(u)), 1)));
  }
  if (name == "xlogx") {
    require_not_negative(algebra, u);
    return product_with_log(algebra, u, u);
  }
  if (name == "entropy") {
    const Series rest = algebra.negative(algebra.plus(u, -1));
    require_not_negative(algebra, u);
    require_not_negative(algebra, rest);
    return algebra.negative(algebra.add(product_with_log(algebra, u, u), product_with_log(algebra, rest, rest)));
  }
  return std::nullopt;
}

}  // namespace

Series exp_of(SeriesAlgebra& algebra, const Series& u) {
  Series small;
  Scale grows;
  Coefficient at;
  if (u.remainder && algebra.compare(*u.remainder, Scale()) >= 0) throw NoExpansion{.more_terms_may_help = true};
  small.remainder = u.remainder;
  for (const Term& term : u.terms) {
    const int order = algebra.compare(term.scale, Scale());
    if (order < 0) {
      small.terms.push_back(term);
    } else if (algebra.is_zero(term.c)) {
      continue;
    } else if (order == 0) {
      at = term.c;
    } else {
      if (!term.scale.exponent.empty()) throw NoExpansion{};
      grows = algebra.times(grows, Scale{0, 0, {{term.scale.power, term.scale.logs, term.c}}});
    }
  }
  const auto series = factors(1, algebra.order(), [](int k) { return Rational(1, k); });
  return algebra.multiply(SeriesAlgebra::term(exp_of(algebra, at), grows), algebra.compose(series, small));
}

Series log_of(SeriesAlgebra& algebra, Series u) {
  const Term lead = algebra.leading(u);
  if (lead.scale.logs.sign() != 0) throw NoExpansion{};
  algebra.signs().require_positive(lead.c);
  std::vector<Coefficient> series = {Coefficient()};
  for (int k = 1; k < algebra.order(); ++k) series.emplace_back(Rational(k % 2 == 1 ? 1 : -1, k));
  Series sum = algebra.compose(series, algebra.relative_part(u));
  sum = algebra.add(sum, SeriesAlgebra::constant(log_of(algebra, lead.c)));
  sum = algebra.add(sum, SeriesAlgebra::term(-lead.scale.power, {0, 1, {}}));
  for (const ExponentTerm& term : lead.scale.exponent)
    sum = algebra.add(sum, SeriesAlgebra::term(term.c, {term.power, term.logs, {}}));
  return sum;
}

Series apply(SeriesAlgebra& algebra, std::string_view name, std::span<const Series> arguments) {
  if (!arguments.empty()) {
    if (auto result = apply_arithmetic(algebra, name, arguments)) return *result;
    if (arguments.size() == 1) {
      if (auto result = apply_elementary(algebra, name, arguments[0])) return *result;
      if (auto result = apply_special(algebra, name, arguments[0])) return *result;
    }
  }
  throw NoExpansion{};
}

}  // namespace lemmacheck::verify::kernel
