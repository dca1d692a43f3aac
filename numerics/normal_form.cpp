#include "numerics/normal_form.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "numerics/atom_field.hpp"
#include "numerics/atom_writer.hpp"
#include "numerics/error.hpp"
#include "numerics/exact_constant.hpp"
#include "numerics/tape.hpp"

namespace lemmacheck::numerics {
namespace {

using namespace algebra;

/// Rings tried in turn: few atoms make fast arithmetic.
constexpr std::array<std::size_t, 2> atom_counts{15, 63};

/// work(field) with a field of enough atoms; nullopt when there is no normal form.
template <class F>
auto with_field(const Graph& graph, F&& work) -> std::optional<decltype(work(std::declval<AtomField&>()))> {
  for (const std::size_t count : atom_counts) {
    try {
      AtomField field(graph, count);
      return work(field);
    } catch (const NoNormalForm& reason) {
      if (!reason.more_atoms) break;
    }
  }
  return std::nullopt;
}

Fraction evaluate(AtomField& field, NodeId f) { return field.evaluate(std::span(&f, 1)).front(); }

/// Whether f and g clearly differ in doubles at some point; only ever used to give up early.
bool differ_at_points(const Graph& graph, NodeId f, NodeId g) {
  constexpr std::array<std::array<double, 4>, 3> patterns{
      {{0.3141, 0.7357, 0.1234, 0.5772}, {1.7321, 2.2361, 3.1623, 1.4142}, {-0.618, 0.4142, -1.3247, 0.2679}}};
  const std::array<NodeId, 2> both{f, g};
  const Tape tape(graph, both);
  std::vector<double> point(graph.variable_count());
  for (const auto& pattern : patterns) {
    for (std::size_t i = 0; i < point.size(); ++i) point[i] = pattern[i % 4] + 0.01 * static_cast<double>(i / 4);
    const std::vector<double> values = tape.run_approx(point);
    double largest = 0;
    for (const double v : values) largest = std::max(largest, std::abs(v));
    const double a = values[tape.slot(f)], b = values[tape.slot(g)];
    if (std::isfinite(a) && std::isfinite(b) && largest < 1e6 && std::abs(a - b) > 1e-5 * std::max(largest, 1e-3))
      return true;
  }
  return false;
}

/// sum of c[k] v^k with v^k replaced by powers of `square`: v^(2j+r) = v^r square^j.
Polynomial with_square(const Polynomial& p, std::size_t variable, const Polynomial& square) {
  const std::vector<Polynomial> c = p.coefficients(variable);
  const Polynomial v = Polynomial::variable(p.ring(), variable);
  Polynomial sum(p.ring());
  for (std::size_t k = 0; k < c.size(); ++k)
    if (!c[k].is_zero()) sum = sum + c[k] * v.pow(k % 2) * square.pow(k / 2);
  return sum;
}

/// cos^2 = 1 - sin^2, the other way than the field does it: sin(x)^2 is one term then.
Fraction with_sines(const AtomField& field, const Fraction& a) {
  Fraction result = a;
  for (std::size_t i = 0; i < field.atoms().size(); ++i) {
    if (field.atoms()[i].kind != AtomKind::cosine) continue;
    const Polynomial s = Polynomial::variable(field.ring(), i + 1);
    const Polynomial square = Polynomial(field.ring(), 1) - s * s;
    result.numerator = with_square(result.numerator, i, square);
    result.denominator = with_square(result.denominator, i, square);
  }
  return result;
}

/// d^degree p(x = value/d) for the variable x.
Polynomial substituted(const Polynomial& p, std::size_t x, const Polynomial& value, const Polynomial& d, long degree) {
  const std::vector<Polynomial> c = p.coefficients(x);
  Polynomial sum(p.ring());
  for (std::size_t k = 0; k < c.size(); ++k)
    if (!c[k].is_zero()) sum = sum + c[k] * value.pow(k) * d.pow(static_cast<unsigned long>(degree) - k);
  return sum;
}

/// For roots R^n = d x + c with an integer d and a variable x: x = (R^n - c)/d, so that R is free of relations and
/// factors such as (R - 1)^2 show.
Fraction with_roots(const AtomField& field, const Fraction& a) {
  Fraction result = a;
  std::vector<std::size_t> gone;
  for (std::size_t i = 0; i < field.atoms().size(); ++i) {
    const Atom& atom = field.atoms()[i];
    if (!is_plain_root(atom)) continue;
    if (result.numerator.degree(i) <= 0 && result.denominator.degree(i) <= 0) continue;
    for (std::size_t x = 0; x < field.atoms().size(); ++x) {
      if (field.atoms()[x].kind != AtomKind::variable || atom.base->degree(x) != 1) continue;
      const std::vector<Polynomial> c = atom.base->coefficients(x);
      if (!c[1].is_constant() || std::ranges::find(gone, x) != gone.end()) continue;
      if (std::ranges::any_of(gone, [&](std::size_t g) { return c[0].degree(g) > 0; })) continue;
      const Polynomial value = Polynomial::variable(field.ring(), i).pow(atom.order) - c[0];
      const long degree = std::max({result.numerator.degree(x), result.denominator.degree(x), 0L});
      result.numerator = substituted(result.numerator, x, value, c[1], degree);
      result.denominator = substituted(result.denominator, x, value, c[1], degree);
      gone.push_back(x);
      break;
    }
  }
  if (!gone.empty()) cancel(result.numerator, result.denominator);
  return result;
}

std::size_t size_of(const Factorization& f) {
  std::size_t terms = 0;
  for (const auto& [base, exponent] : f.powers) terms += base.length();
  return terms;
}

/// Of several ways to write a, the one whose factors have the fewest terms.
Factorization best_factorization(AtomField& field, const Fraction& a) {
  Factorization best = field.factored(a);
  const auto consider = [&](const Fraction& other) {
    if (other == a || other.denominator.is_zero() || other.numerator.is_zero()) return;
    Factorization f = field.factored(other);
    if (size_of(f) < size_of(best)) best = std::move(f);
  };
  const Fraction sines = with_sines(field, a);
  consider(sines);
  consider(with_roots(field, a));
  if (!(sines == a)) consider(with_roots(field, sines));
  return best;
}

/// A root and its radicand as one power: R^j w^k = (+-1)^k R^(j + n k) for R^n = +-w.
void join_roots(const AtomField& field, Factorization& f) {
  for (auto& [root, j] : f.powers) {
    const std::optional<std::size_t> index = root.as_variable();
    if (!index || !is_plain_root(field.atoms()[*index])) continue;
    const Atom& atom = field.atoms()[*index];
    for (auto& [base, k] : f.powers) {
      const bool negative = base == -*atom.power;
      if (k == 0 || (!negative && !(base == *atom.power))) continue;
      if (negative && k % 2 != 0) f.content = -f.content;
      j += static_cast<long>(atom.order) * k;
      k = 0;
    }
  }
  std::erase_if(f.powers, [](const auto& power) { return power.second == 0; });
}

std::size_t tree_size(const Graph& graph, NodeId f) { return graph.reachable(std::span(&f, 1)).size(); }

PolynomialInAtom in_atom(AtomField& field, AtomWriter& writer, Graph& graph, const Fraction& f, std::size_t index) {
  std::vector<Polynomial> c = f.numerator.coefficients(index);
  Polynomial denominator = f.denominator;
  NodeId atom = writer.atom(index);
  const auto k = denominator.least_exponent(index);
  const Atom& a = field.atoms()[index];
  if (a.kind == AtomKind::exponential && k > 0 && denominator.degree(index) == static_cast<long>(k) &&
      c.size() <= k + 1) {  // a polynomial in exp(-u)
    denominator = denominator.quotient(Polynomial::variable(field.ring(), index).pow(k)).value();
    c.resize(k + 1, Polynomial(field.ring()));
    std::ranges::reverse(c);
    while (c.size() > 1 && c.back().is_zero()) c.pop_back();
    atom = graph.call("exp", {writer.fraction(field.multiply(field.number(-a.unit), a.arguments[0]))});
  }
  PolynomialInAtom result{atom, {}, writer.polynomial(denominator)};
  for (const Polynomial& p : c) result.coefficients.push_back(writer.polynomial(p));
  return result;
}

}  // namespace

bool equal_where_defined(Graph& graph, NodeId f, NodeId g) {
  if (f == g) return true;
  if (differ_at_points(graph, f, g)) return false;
  const std::array<NodeId, 2> both{f, g};
  const std::optional<bool> equal = with_field(graph, [&](AtomField& field) {
    const std::vector<Fraction> values = field.evaluate(both);
    return field.subtract(values[0], values[1]).is_zero();
  });
  if (equal.value_or(false)) return true;
  if (!graph.variables_of(f).empty() || !graph.variables_of(g).empty()) return false;
  return exact_sign(graph, graph.call("-", {f, g})) == 0;
}

std::optional<int> constant_sign(Graph& graph, NodeId f) {
  if (!graph.variables_of(f).empty()) return std::nullopt;
  return exact_sign(graph, f);
}

std::optional<Factored> factored(Graph& graph, NodeId f) {
  return with_field(graph, [&](AtomField& field) {
    Fraction value = evaluate(field, f);
    if (value.is_zero()) return Factored{};
    Factorization best = best_factorization(field, value);
    join_roots(field, best);
    AtomWriter writer(field, graph);
    Factored result{best.content, {}};
    for (auto& [base, exponent] : best.powers) {
      if (base.length() > 1 && field.sign_of(base).sign < 0) {
        base = -base;
        if (exponent % 2 != 0) result.content = -result.content;
      }
      const std::optional<std::size_t> index = base.as_variable();
      result.factors.push_back({index ? writer.atom(*index) : writer.polynomial(base), static_cast<int>(exponent)});
    }
    return result;
  });
}

std::vector<PolynomialInAtom> by_atoms(Graph& graph, NodeId f) {
  const auto made = with_field(graph, [&](AtomField& field) {
    const Fraction value = evaluate(field, f);
    AtomWriter writer(field, graph);
    std::vector<PolynomialInAtom> all;
    for (std::size_t i = 0; i < field.atoms().size(); ++i) {
      if (field.atoms()[i].kind == AtomKind::variable) continue;
      if (value.numerator.degree(i) <= 0 && value.denominator.degree(i) <= 0) continue;
      all.push_back(in_atom(field, writer, graph, value, i));
    }
    std::ranges::sort(all, {}, &PolynomialInAtom::atom);
    return all;
  });
  return made.value_or(std::vector<PolynomialInAtom>());
}

NodeId simplified(Graph& graph, NodeId f) {
  const std::optional<NodeId> made = with_field(graph, [&](AtomField& field) {
    const Fraction value = evaluate(field, f);
    return AtomWriter(field, graph).fraction(value);
  });
  if (!made || tree_size(graph, *made) > 2 * tree_size(graph, f) + 12) return f;
  return *made;
}

}  // namespace lemmacheck::numerics
