// Functions with an asymptotic expansion at infinity, and Taylor expansions at finite points.
#include <algorithm>

#include "numerics/tape.hpp"
#include "verify/kernel/series_functions.hpp"

namespace lemmacheck::verify::kernel {

using namespace numerics;

namespace {

/// Derivatives of higher order grow fast as formulas.
constexpr int largest_taylor_order = 6;

Coefficient pi_power(SeriesAlgebra& algebra, const Rational& exponent) {
  return Coefficient::atom(algebra.graph().call("pi", {}), exponent);
}

/// f(at + e) = f(at) + f'(at) e + ... with the recorded derivatives, as far as they go. For functions that are
/// analytic around `at`.
Series taylor(SeriesAlgebra& algebra, std::string_view name, const Coefficient& at, const Series& e) {
  Graph rule;
  const NodeId point = rule.variable("a");
  std::optional<NodeId> derived = rule.call(name, {point});
  std::vector<Coefficient> factors;
  const NodeId value = at.node(algebra.graph());
  Rational factorial = 1;
  for (int k = 0; k < std::min(algebra.order(), largest_taylor_order) && derived; ++k) {
    if (k > 0) factorial *= Rational(k);
    const NodeId here = substitute(rule, *derived, algebra.graph(), {{rule.node(point).index, value}});
    auto exact = algebra.graph().variables_of(here).empty() ? exact_value(algebra.graph(), here) : std::nullopt;
    if (k == 0 && name == "lgamma" && (at.number() == Rational(1) || at.number() == Rational(2))) exact = 0;
    factors.push_back(Coefficient(Rational(1) / factorial) * (exact ? Coefficient(*exact) : Coefficient::atom(here)));
    derived = derivative(rule, *derived, point, elementary_functions());
  }
  return algebra.compose(factors, e);
}

/// sum of (-1)^k e^(2k+1)/(2k+1), e -> 0.
Series small_atan(SeriesAlgebra& algebra, const Series& e) {
  std::vector<Coefficient> series;
  for (int k = 0; k < algebra.order(); ++k) series.emplace_back(Rational(k % 2 == 0 ? 1 : -1, 2LL * k + 1));
  return algebra.multiply(e, algebra.compose(series, algebra.multiply(e, e)));
}

Series atan_of(SeriesAlgebra& algebra, Series u) {
  Coefficient at;
  const Tends end = algebra.tends(u, at);
  if (end == Tends::to_finite) {
    const Series e = algebra.small_part(u);
    return algebra.is_zero(at) ? small_atan(algebra, e) : taylor(algebra, "atan", at, e);
  }
  const Coefficient quarter = Coefficient(Rational(end == Tends::to_plus_infinity ? 1 : -1, 2)) * pi_power(algebra, 1);
  return algebra.subtract(SeriesAlgebra::constant(quarter), small_atan(algebra, algebra.inverse(u)));
}

/// atan(u/sqrt(1 - u^2)), for |u| < 1.
Series asin_of(SeriesAlgebra& algebra, const Series& u) {
  const Series rest = algebra.negative(algebra.plus(algebra.multiply(u, u), -1));
  return atan_of(algebra, algebra.multiply(u, algebra.power(rest, Rational(-1, 2))));
}

/// erfc(u), u -> +inf: exp(-u^2)/(u sqrt(pi)) (1 - 1/(2u^2) + ...), the error at most the first term left out.
Series large_erfc(SeriesAlgebra& algebra, const Series& u) {
  std::vector<Coefficient> series = {Coefficient(1)};
  for (int k = 1; k < algebra.order(); ++k) series.push_back(series.back() * Coefficient(Rational(1 - 2LL * k, 2)));
  const Series inverse = algebra.inverse(u);
  const Series decay = exp_of(algebra, algebra.negative(algebra.multiply(u, u)));
  const Series front = algebra.multiply(pi_power(algebra, Rational(-1, 2)), algebra.multiply(inverse, decay));
  return algebra.multiply(front, algebra.compose(series, algebra.multiply(inverse, inverse)));
}

/// erf(u) at a finite end: 2/sqrt(pi) * sum of (-1)^k u^(2k+1)/(k! (2k+1)) at 0.
Series finite_erf(SeriesAlgebra& algebra, const Coefficient& at, const Series& e) {
  if (!algebra.is_zero(at)) return taylor(algebra, "erf", at, e);
  std::vector<Coefficient> series;
  Rational factor = 1;
  for (int k = 0; k < algebra.order(); ++k) {
    if (k > 0) factor *= Rational(-1, k);
    series.emplace_back(factor / Rational(2L * k + 1));
  }
  return algebra.multiply(Coefficient(2) * pi_power(algebra, Rational(-1, 2)),
                          algebra.multiply(e, algebra.compose(series, algebra.multiply(e, e))));
}

Series erfc_of(SeriesAlgebra& algebra, Series u) {
  Coefficient at;
  switch (algebra.tends(u, at)) {
    case Tends::to_plus_infinity:
      return large_erfc(algebra, u);
    case Tends::to_minus_infinity:
      return algebra.negative(algebra.plus(large_erfc(algebra, algebra.negative(u)), -2));
    case Tends::to_finite:
      break;
  }
  return algebra.negative(algebra.plus(finite_erf(algebra, at, algebra.small_part(u)), -1));
}

Series erf_of(SeriesAlgebra& algebra, Series u) {
  Coefficient at;
  if (algebra.tends(u, at) == Tends::to_finite) return finite_erf(algebra, at, algebra.small_part(u));
  return algebra.negative(algebra.plus(erfc_of(algebra, u), -1));
}

/// The Bernoulli numbers B_0 .. B_last, by sum over j <= n of binomial(n+1, j) B_j = 0.
std::vector<Rational> bernoulli_numbers(int last) {
  std::vector<Rational> b = {1};
  for (int n = 1; n <= last; ++n) {
    Rational sum = 0, binomial = 1;
    for (int j = 0; j < n; ++j) {
      sum += binomial * b[static_cast<std::size_t>(j)];
      binomial *= Rational(n + 1 - j, j + 1);
    }
    b.push_back(-sum / Rational(n + 1));
  }
  return b;
}

/// Stirling's series, u -> +inf: (u - 1/2) log u - u + log(2 pi)/2 + sum of B_2k/(2k (2k-1) u^(2k-1)).
Series large_lgamma(SeriesAlgebra& algebra, const Series& u) {
  Graph& graph = algebra.graph();
  const std::vector<Rational> b = bernoulli_numbers(2 * algebra.order());
  std::vector<Coefficient> series;
  for (int k = 1; k <= algebra.order(); ++k)
    series.emplace_back(b[static_cast<std::size_t>(2 * k)] / Rational(2L * k * (2L * k - 1)));
  const Series inverse = algebra.inverse(u);
  const Series tail = algebra.multiply(inverse, algebra.compose(series, algebra.multiply(inverse, inverse)));
  const Coefficient half_log =
      Coefficient(Rational(1, 2)) *
      Coefficient::atom(graph.call("log", {graph.call("*", {graph.integer(2), graph.call("pi", {})})}));
  const Series main = algebra.multiply(algebra.plus(u, Rational(-1, 2)), log_of(algebra, u));
  return algebra.add(algebra.add(algebra.subtract(main, u), SeriesAlgebra::constant(half_log)), tail);
}

/// u -> +inf: log u - 1/(2u) - sum of B_2k/(2k u^2k).
Series large_digamma(SeriesAlgebra& algebra, const Series& u) {
  const std::vector<Rational> b = bernoulli_numbers(2 * algebra.order());
  std::vector<Coefficient> series = {Coefficient()};
  for (int k = 1; k < algebra.order(); ++k) series.emplace_back(-b[static_cast<std::size_t>(2 * k)] / Rational(2L * k));
  const Series inverse = algebra.inverse(u);
  const Series tail = algebra.add(algebra.multiply(Coefficient(Rational(-1, 2)), inverse),
                                  algebra.compose(series, algebra.multiply(inverse, inverse)));
  return algebra.add(log_of(algebra, u), tail);
}

/// lgamma and digamma, u > 0; at 0+ by lgamma(u) = lgamma(1 + u) - log(u), digamma(u) = digamma(1 + u) - 1/u.
Series gamma_family(SeriesAlgebra& algebra, std::string_view name, Series u) {
  const bool logarithm = name == "lgamma";
  Coefficient at;
  const Tends end = algebra.tends(u, at);
  if (end == Tends::to_plus_infinity) return logarithm ? large_lgamma(algebra, u) : large_digamma(algebra, u);
  if (end == Tends::to_minus_infinity) throw NoExpansion{};
  if (!algebra.is_zero(at)) {
    algebra.signs().require_positive(at);
    return taylor(algebra, name, at, algebra.small_part(u));
  }
  algebra.signs().require_positive(algebra.leading(u).c);
  return algebra.subtract(taylor(algebra, name, 1, u), logarithm ? log_of(algebra, u) : algebra.inverse(u));
}

/// At 0: sum of (-k)^(k-1)/k! u^k.
Series lambert_of(SeriesAlgebra& algebra, Series u) {
  Coefficient at;
  if (algebra.tends(u, at) != Tends::to_finite) throw NoExpansion{};
  if (algebra.is_zero(at)) {
    std::vector<Coefficient> series = {Coefficient()};
    Rational factorial = 1;
    for (int k = 1; k < algebra.order(); ++k) {
      factorial *= Rational(k);
      series.emplace_back(pow(Rational(-k), k - 1) / factorial);
    }
    return algebra.compose(series, algebra.small_part(u));
  }
  algebra.signs().require_positive(at * Coefficient::atom(algebra.graph().call("e", {})) + Coefficient(1));
  return taylor(algebra, "lambert_w", at, algebra.small_part(u));
}

}  // namespace

/// exp(lgamma(n+1) - lgamma(k+1) - lgamma(n-k+1)), for 0 <= k <= n.
Series binomial_of(SeriesAlgebra& algebra, const Series& n, const Series& k) {
  Series rest = algebra.subtract(n, k), chosen = k;
  Series sum = gamma_family(algebra, "lgamma", algebra.plus(n, 1));
  for (Series* part : {&chosen, &rest}) {
    algebra.strip(*part);
    if (part->exactly_zero()) continue;
    algebra.signs().require_positive(algebra.leading(*part).c);
    sum = algebra.subtract(sum, gamma_family(algebra, "lgamma", algebra.plus(*part, 1)));
  }
  return exp_of(algebra, sum);
}

std::optional<Series> apply_special(SeriesAlgebra& algebra, std::string_view name, const Series& u) {
  if (name == "atan") return atan_of(algebra, u);
  if (name == "asin") return asin_of(algebra, u);
  if (name == "acos")
    return algebra.subtract(SeriesAlgebra::constant(Coefficient(Rational(1, 2)) * pi_power(algebra, 1)),
                            asin_of(algebra, u));
  if (name == "erf") return erf_of(algebra, u);
  if (name == "erfc") return erfc_of(algebra, u);
  if (name == "normal_cdf") {  // erfc(-u/sqrt(2))/2
    const auto root = Coefficient::power_of_number(2, Rational(-1, 2));
    return algebra.multiply(Rational(1, 2), erfc_of(algebra, algebra.multiply(Coefficient(-1) * *root, u)));
  }
  if (name == "lgamma" || name == "digamma") return gamma_family(algebra, name, u);
  if (name == "gamma") return exp_of(algebra, gamma_family(algebra, "lgamma", u));
  if (name == "lambert_w") return lambert_of(algebra, u);
  return std::nullopt;
}

}  // namespace lemmacheck::verify::kernel
