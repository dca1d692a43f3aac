#include "verify/kernel/series.hpp"

#include <algorithm>

namespace lemmacheck::verify::kernel {

using namespace numerics;

namespace {

/// A coefficient with more terms becomes one atom; a series keeps this many terms beyond its order.
constexpr std::size_t largest_coefficient = 40;
constexpr std::size_t spare_terms = 24;
/// A limit that takes more work is given up.
constexpr long most_comparisons = 5'000'000;
/// Whole powers up to this one are products, so that sums stay exact.
constexpr long largest_product_power = 16;

/// t^p L^l grows faster than t^q L^m.
bool faster(const ExponentTerm& a, const ExponentTerm& b) {
  return a.power != b.power ? a.power < b.power : a.logs > b.logs;
}

/// a + factor * b, both sorted, formal zeros left out.
std::vector<ExponentTerm> combined(const std::vector<ExponentTerm>& a, const std::vector<ExponentTerm>& b,
                                   const Rational& factor) {
  std::vector<ExponentTerm> all = a;
  for (const ExponentTerm& term : b) {
    const auto at = std::ranges::lower_bound(all, term, faster);
    const Coefficient c = Coefficient(factor) * term.c;
    if (at == all.end() || faster(term, *at)) {
      if (!c.is_zero()) all.insert(at, {term.power, term.logs, c});
      continue;
    }
    at->c = at->c + c;
    if (at->c.is_zero()) all.erase(at);
  }
  return all;
}

/// exp(r L) = t^(-r) for rational r: such a factor is kept in the power.
Scale normal(Scale scale) {
  for (auto it = scale.exponent.begin(); it != scale.exponent.end(); ++it) {
    if (it->power.sign() != 0 || it->logs != Rational(1)) continue;
    if (const auto r = it->c.number()) {
      scale.power -= *r;
      scale.exponent.erase(it);
    }
    break;
  }
  return scale;
}

}  // namespace

Coefficient SeriesAlgebra::times(const Coefficient& a, const Coefficient& b) {
  Coefficient product = a * b;
  if (product.size() > largest_coefficient) return Coefficient::atom(product.node(graph()));
  return product;
}

Coefficient SeriesAlgebra::power(const Coefficient& c, const Rational& exponent) {
  const auto result = c.power(graph(), exponent, signs_.positive_atoms());
  if (!result) throw NoExpansion{};
  return *result;
}

int SeriesAlgebra::compare(const Scale& a, const Scale& b) {
  if (++comparisons_ > most_comparisons) throw NoExpansion{};
  if (a.exponent != b.exponent) {
    const std::vector<ExponentTerm> power = {{0, 1, Coefficient(b.power - a.power)}};
    for (const ExponentTerm& term : combined(combined(a.exponent, b.exponent, -1), power, 1))
      if (const int s = sign(term.c); s != 0) return s;
  } else if (a.power != b.power) {
    return a.power < b.power ? 1 : -1;
  }
  return (a.logs - b.logs).sign();
}

Scale SeriesAlgebra::times(const Scale& a, const Scale& b) {
  return normal({a.power + b.power, a.logs + b.logs, combined(a.exponent, b.exponent, 1)});
}

Scale SeriesAlgebra::power(const Scale& a, const Rational& exponent) {
  return normal({a.power * exponent, a.logs * exponent, combined({}, a.exponent, exponent)});
}

void SeriesAlgebra::insert(Series& a, Term term) {
  if (term.c.is_zero() || (a.remainder && compare(term.scale, *a.remainder) <= 0)) return;
  auto it = a.terms.end();
  while (it != a.terms.begin()) {
    const int order = compare(term.scale, std::prev(it)->scale);
    if (order < 0) break;
    --it;
    if (order > 0) continue;
    it->c = it->c + term.c;
    if (it->c.is_zero()) a.terms.erase(it);
    return;
  }
  a.terms.insert(it, std::move(term));
}

void SeriesAlgebra::insert_error(Series& a, const Scale& error) {
  if (a.remainder && compare(error, *a.remainder) <= 0) return;
  a.remainder = error;
  while (!a.terms.empty() && compare(a.terms.back().scale, error) <= 0) a.terms.pop_back();
}

void SeriesAlgebra::trim(Series& a) {
  const std::size_t most = spare_terms + static_cast<std::size_t>(order_);
  if (a.terms.size() > most) insert_error(a, Scale(a.terms[most].scale));
}

Series SeriesAlgebra::term(const Coefficient& c, Scale scale) {
  Series a;
  if (!c.is_zero()) a.terms.push_back({c, std::move(scale)});
  return a;
}

Series SeriesAlgebra::constant(const Coefficient& c) { return term(c, {}); }

Series SeriesAlgebra::with_error(Series a, const Scale& error) {
  insert_error(a, error);
  return a;
}

Series SeriesAlgebra::add(const Series& a, const Series& b) {
  Series sum = a;
  if (b.remainder) insert_error(sum, *b.remainder);
  for (const Term& t : b.terms) insert(sum, t);
  trim(sum);
  return sum;
}

Series SeriesAlgebra::multiply(const Coefficient& c, const Series& a) {
  Series product;
  if (c.is_zero()) return product;
  product.remainder = a.remainder;
  for (const Term& t : a.terms) insert(product, {times(c, t.c), t.scale});
  return product;
}

Series SeriesAlgebra::subtract(const Series& a, const Series& b) { return add(a, negative(b)); }

Series SeriesAlgebra::multiply(const Series& a, const Series& b) {
  Series product;
  if (a.exactly_zero() || b.exactly_zero()) return product;
  const auto size = [](const Series& s) { return s.terms.empty() ? *s.remainder : s.terms.front().scale; };
  if (b.remainder) insert_error(product, times(size(a), *b.remainder));
  if (a.remainder) insert_error(product, times(*a.remainder, size(b)));
  for (const Term& x : a.terms) {
    for (const Term& y : b.terms) {
      Scale scale = times(x.scale, y.scale);
      if (product.remainder && compare(scale, *product.remainder) <= 0) break;
      insert(product, {times(x.c, y.c), std::move(scale)});
    }
  }
  trim(product);
  return product;
}

void SeriesAlgebra::strip(Series& a) {
  while (!a.terms.empty() && is_zero(a.terms.front().c)) a.terms.erase(a.terms.begin());
}

std::optional<Scale> SeriesAlgebra::bound(const Series& a) {
  if (!a.terms.empty()) return a.terms.front().scale;
  return a.remainder;
}

const Term& SeriesAlgebra::leading(Series& a) {
  strip(a);
  if (a.terms.empty()) throw NoExpansion{.more_terms_may_help = a.remainder.has_value()};
  return a.terms.front();
}

Tends SeriesAlgebra::tends(Series& a, Coefficient& value) {
  strip(a);
  value = Coefficient();
  const std::optional<Scale> size = bound(a);
  if (!size) return Tends::to_finite;
  const int order = compare(*size, Scale());
  if (order < 0) return Tends::to_finite;
  if (a.terms.empty()) throw NoExpansion{.more_terms_may_help = true};
  if (order == 0) {
    value = a.terms.front().c;
    return Tends::to_finite;
  }
  return sign(a.terms.front().c) > 0 ? Tends::to_plus_infinity : Tends::to_minus_infinity;
}

Series SeriesAlgebra::small_part(Series a) {
  if (!a.terms.empty() && compare(a.terms.front().scale, Scale()) == 0) a.terms.erase(a.terms.begin());
  return a;
}

Series SeriesAlgebra::relative_part(Series a) {
  const Term lead = leading(a);
  if (sign(lead.c) == 0) throw NoExpansion{};
  a.terms.erase(a.terms.begin());
  return multiply(term(power(lead.c, -1), power(lead.scale, -1)), a);
}

Series SeriesAlgebra::power(Series a, const Rational& exponent) {
  if (exponent.sign() == 0) return constant(1);
  if (exponent.is_integer() && exponent.sign() > 0 && exponent <= Rational(largest_product_power)) {
    Series product = a;
    for (long n = exponent.to_long(); n > 1; --n) product = multiply(product, a);
    return product;
  }
  strip(a);
  if (a.exactly_zero() && exponent.sign() > 0) return a;
  const Term lead = leading(a);
  if (!exponent.is_integer()) {
    signs_.require_positive(lead.c);
  } else if (sign(lead.c) == 0) {
    throw NoExpansion{};
  }
  std::vector<Coefficient> factors;
  Rational factor = 1;
  for (int k = 0; k < order_; ++k) {
    factors.emplace_back(factor);
    factor *= (exponent - Rational(k)) / Rational(k + 1);
  }
  return multiply(term(power(lead.c, exponent), power(lead.scale, exponent)), compose(factors, relative_part(a)));
}

Series SeriesAlgebra::compose(std::span<const Coefficient> factors, Series e) {
  strip(e);
  Series sum = constant(factors[0]);
  const std::optional<Scale> size = bound(e);
  if (!size) return sum;
  if (compare(*size, Scale()) >= 0) throw NoExpansion{.more_terms_may_help = e.terms.empty()};
  const Scale error = power(*size, Rational(static_cast<long>(factors.size())));
  insert_error(sum, error);
  Series e_to_k = e;
  for (std::size_t k = 1; k < factors.size(); ++k) {
    if (k > 1) e_to_k = multiply(e_to_k, e);
    insert_error(e_to_k, error);
    sum = add(sum, multiply(factors[k], e_to_k));
  }
  return sum;
}

}  // namespace lemmacheck::verify::kernel
