#include "verify/kernel/coefficient.hpp"

#include <algorithm>
#include <string_view>

namespace lemmacheck::verify::kernel {

using namespace numerics;

namespace {

/// Exponents that are worked out on numbers.
constexpr long largest_exponent = 4096;
constexpr std::size_t largest_bits = 20'000;

std::size_t bits(const Rational& x) {
  return mpz_sizeinbase(mpq_numref(x.data()), 2) + mpz_sizeinbase(mpq_denref(x.data()), 2);
}

Rational numerator(const Rational& x) {
  Rational n;
  mpq_set_z(n.data(), mpq_numref(x.data()));
  return n;
}

Rational denominator(const Rational& x) {
  Rational d;
  mpq_set_z(d.data(), mpq_denref(x.data()));
  return d;
}

NodeId power_node(Graph& graph, NodeId base, const Rational& exponent) {
  if (exponent == Rational(1)) return base;
  if (exponent == Rational(1, 2)) return graph.call("sqrt", {base});
  return graph.call("^", {base, graph.rational(exponent)});
}

}  // namespace

bool Coefficient::is_positive_atom(const Graph& graph, NodeId id, const PositiveAtoms& positive) {
  constexpr std::string_view names[] = {"exp", "pi", "e", "cosh", "erfc", "normal_cdf", "sigmoid", "softplus"};
  if (std::ranges::any_of(names, [&](std::string_view name) { return graph.is_call(id, name); })) return true;
  return positive.contains(id) || (graph.node(id).kind == NodeKind::literal && graph.literal_value(id).digits != "0");
}

Coefficient::Coefficient(const Rational& number) { add({}, number); }

Coefficient Coefficient::atom(NodeId id, const Rational& exponent) {
  Monomial m;
  m.atoms.emplace_back(id, exponent);
  return of(m, 1);
}

Coefficient Coefficient::of(const Monomial& monomial, const Rational& number) {
  Coefficient c;
  c.add(monomial, number);
  return c;
}

void Coefficient::add(const Monomial& monomial, const Rational& number) {
  if (number.sign() == 0) return;
  const auto [it, inserted] = terms_.emplace(monomial, number);
  if (inserted) return;
  it->second += number;
  if (it->second.sign() == 0) terms_.erase(it);
}

std::optional<Rational> Coefficient::number() const {
  if (terms_.empty()) return Rational(0);
  if (terms_.size() > 1 || !terms_.begin()->first.atoms.empty() || !terms_.begin()->first.roots.empty())
    return std::nullopt;
  return terms_.begin()->second;
}

Coefficient operator+(const Coefficient& a, const Coefficient& b) {
  Coefficient sum = a;
  for (const auto& [monomial, number] : b.terms_) sum.add(monomial, number);
  return sum;
}

Coefficient operator-(const Coefficient& a, const Coefficient& b) {
  Coefficient difference = a;
  for (const auto& [monomial, number] : b.terms_) difference.add(monomial, -number);
  return difference;
}

namespace {

/// Sorted lists joined, exponents of equal bases added.
template <class Base>
std::vector<std::pair<Base, Rational>> joined(const std::vector<std::pair<Base, Rational>>& a,
                                              const std::vector<std::pair<Base, Rational>>& b) {
  std::vector<std::pair<Base, Rational>> all;
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() || j != b.end()) {
    if (j == b.end() || (i != a.end() && i->first < j->first)) {
      all.push_back(*i++);
    } else if (i == a.end() || j->first < i->first) {
      all.push_back(*j++);
    } else {
      Rational exponent = i->second + j->second;
      if (exponent.sign() != 0) all.emplace_back(i->first, std::move(exponent));
      ++i, ++j;
    }
  }
  return all;
}

}  // namespace

Coefficient operator*(const Coefficient& a, const Coefficient& b) {
  Coefficient product;
  for (const auto& [m, x] : a.terms_) {
    for (const auto& [n, y] : b.terms_) {
      Coefficient::Monomial both;
      both.atoms = joined(m.atoms, n.atoms);
      Rational number = x * y;
      for (auto& [base, exponent] : joined(m.roots, n.roots)) {
        const Rational whole = floor(exponent);
        if (whole.sign() != 0) number *= pow(base, whole.to_long());
        if (const Rational rest = exponent - whole; rest.sign() != 0) both.roots.emplace_back(base, rest);
      }
      product.add(both, number);
    }
  }
  return product;
}

std::optional<Coefficient> Coefficient::power_of_number(const Rational& base, const Rational& exponent) {
  if (base.sign() <= 0 || abs(exponent) > Rational(largest_exponent)) return std::nullopt;
  if (bits(base) * static_cast<std::size_t>(ceil(abs(exponent)).to_long()) > largest_bits) return std::nullopt;
  if (exponent.is_integer()) return Coefficient(pow(base, exponent.to_long()));
  Coefficient result(1);
  const auto multiply = [&](const Rational& whole_base, const Rational& e) {  // base > 1 whole, e any
    Rational below = floor(e);
    Monomial m;
    if (const Rational rest = e - below; rest.sign() != 0) m.roots.emplace_back(whole_base, rest);
    result = result * of(m, pow(whole_base, below.to_long()));
  };
  const auto multiply_whole = [&](Rational n, const Rational& e) {
    for (long p = 2; p < 100 && n > Rational(1); ++p) {  // smaller primes are out before a composite p is tried
      Rational times = 0;
      while ((n / Rational(p)).is_integer()) {
        n /= Rational(p);
        times += Rational(1);
      }
      if (times.sign() != 0) multiply(Rational(p), times * e);
    }
    if (n > Rational(1)) multiply(n, e);
  };
  multiply_whole(numerator(base), exponent);
  multiply_whole(denominator(base), -exponent);
  return result;
}

std::optional<Coefficient> Coefficient::power(Graph& graph, const Rational& exponent,
                                              const PositiveAtoms& positive) const {
  if (exponent == Rational(1)) return *this;
  if (is_zero()) return std::nullopt;
  if (const auto r = number(); r && r->sign() > 0) {
    if (auto direct = power_of_number(*r, exponent)) return direct;
  }
  if (terms_.size() == 1) {
    const auto& [m, r] = *terms_.begin();
    // Roots of a product are products of roots when every factor is positive.
    bool separate = exponent.is_integer();
    if (!separate) {
      separate = r.sign() > 0;
      for (const auto& [id, e] : m.atoms) separate = separate && is_positive_atom(graph, id, positive);
    }
    auto front = power_of_number(abs(r), exponent);
    if (separate && front && abs(exponent) <= Rational(largest_exponent)) {
      Coefficient result = *front;
      if (r.sign() < 0 && !(exponent / Rational(2)).is_integer()) result = Coefficient(-1) * result;
      for (const auto& [base, e] : m.roots) {
        const auto factor = power_of_number(base, e * exponent);
        if (!factor) return std::nullopt;
        result = result * *factor;
      }
      for (const auto& [id, e] : m.atoms) result = result * atom(id, e * exponent);
      return result;
    }
  }
  return atom(node(graph), exponent);
}

std::optional<int> Coefficient::evident_sign(const Graph& graph, const PositiveAtoms& positive) const {
  if (terms_.empty()) return 0;
  std::optional<int> sign;
  for (const auto& [m, r] : terms_) {
    for (const auto& [id, e] : m.atoms)
      if (!is_positive_atom(graph, id, positive)) return std::nullopt;
    if (sign && *sign != r.sign()) return std::nullopt;
    sign = r.sign();
  }
  return sign;
}

NodeId Coefficient::node(Graph& graph) const {
  std::optional<NodeId> sum;
  for (const auto& [m, r] : terms_) {
    std::optional<NodeId> above, below;
    const auto multiply = [&](std::optional<NodeId>& product, NodeId factor) {
      product = product ? graph.call("*", {*product, factor}) : factor;
    };
    const Rational n = abs(numerator(r)), d = denominator(r);
    if (n != Rational(1)) multiply(above, graph.rational(n));
    if (d != Rational(1)) multiply(below, graph.rational(d));
    for (const auto& [base, e] : m.roots) multiply(above, power_node(graph, graph.rational(base), e));
    for (const auto& [id, e] : m.atoms) multiply(e.sign() > 0 ? above : below, power_node(graph, id, abs(e)));
    NodeId term = above ? *above : graph.integer(1);
    if (below) term = graph.call("/", {term, *below});
    if (!sum) {
      sum = r.sign() < 0 ? graph.call("neg", {term}) : term;
    } else {
      sum = graph.call(r.sign() < 0 ? "-" : "+", {*sum, term});
    }
  }
  return sum ? *sum : graph.integer(0);
}

}  // namespace lemmacheck::verify::kernel
