#include "numerics/atom_writer.hpp"

#include <algorithm>
#include <numeric>

namespace lemmacheck::numerics::algebra {

NodeId AtomWriter::product(const std::vector<NodeId>& factors) {
  if (factors.empty()) return graph_.integer(1);
  NodeId all = factors.front();
  for (std::size_t i = 1; i < factors.size(); ++i) all = graph_.call("*", {all, factors[i]});
  return all;
}

NodeId AtomWriter::power(NodeId base, long exponent) {
  return exponent == 1 ? base : graph_.call("^", {base, graph_.integer(exponent)});
}

/// |w|, without bars where the sign is known.
NodeId AtomWriter::modulus(const Polynomial& base) {
  const Sign sign = field_.sign_of(base);
  if (sign.sign != 0) return polynomial(sign.sign > 0 ? base : -base);
  return graph_.call("abs", {polynomial(base)});
}

NodeId AtomWriter::root(std::size_t index, long power_of_root) {
  const Atom& a = field_.atoms()[index];
  const NodeId base = a.of_modulus ? modulus(*a.base) : polynomial(*a.base);
  const long joint = std::gcd(power_of_root, static_cast<long>(a.order));
  const long order = static_cast<long>(a.order) / joint, exponent = power_of_root / joint;
  if (order == 1) return power(base, exponent);
  if (order == 2) return power(graph_.call("sqrt", {base}), exponent);
  return graph_.call("^", {base, graph_.rational(Rational(exponent, order))});
}

NodeId AtomWriter::written_exponential(const Fraction& exponent) { return graph_.call("exp", {fraction(exponent)}); }

/// exp(c m log(w)) as w^(c m) where w is known to be positive.
std::optional<NodeId> AtomWriter::as_power(const Rational& coefficient, const Fraction& part) {
  if (part.numerator.length() != 1) return std::nullopt;
  std::optional<std::size_t> log;
  for (std::size_t i = 0; i < field_.atoms().size(); ++i) {
    if (field_.atoms()[i].kind != AtomKind::logarithm || part.numerator.degree(i) == 0) continue;
    if (log || part.numerator.degree(i) != 1) return std::nullopt;
    log = i;
  }
  if (!log || part.denominator.degree(*log) > 0) return std::nullopt;
  const Polynomial& base = *field_.atoms()[*log].base;
  const Sign sign = field_.sign_of(base);
  if (sign.sign == 0) return std::nullopt;
  const Fraction rest = field_.multiply(field_.number(coefficient), field_.divide(part, field_.of_atom(*log)));
  return graph_.call("^", {modulus(base), fraction(rest)});
}

NodeId AtomWriter::atom(std::size_t index) {
  if (atoms_.size() <= index) atoms_.resize(index + 1);
  if (atoms_[index]) return *atoms_[index];
  const Atom& a = field_.atoms()[index];
  NodeId made{};
  switch (a.kind) {
    case AtomKind::variable:
    case AtomKind::opaque:
      made = a.node;
      break;
    case AtomKind::call: {
      std::vector<NodeId> arguments;
      for (const Fraction& x : a.arguments) arguments.push_back(fraction(x));
      made = graph_.call(*a.function, arguments);
      break;
    }
    case AtomKind::exponential: {
      const std::optional<NodeId> power_form = as_power(a.unit, a.arguments[0]);
      made = power_form ? *power_form : written_exponential(field_.multiply(field_.number(a.unit), a.arguments[0]));
      break;
    }
    case AtomKind::logarithm:
      made = graph_.call("log", {modulus(*a.base)});
      break;
    case AtomKind::root:
      made = root(index, 1);
      break;
    case AtomKind::cube_root:
      made = graph_.call("cbrt", {polynomial(*a.base)});
      break;
    case AtomKind::radical:
      made = graph_.call("sqrt", {polynomial(*a.base)});
      break;
    case AtomKind::absolute:
      made = modulus(*a.base);
      break;
    case AtomKind::cosine:
    case AtomKind::sine:
      made = graph_.call(a.kind == AtomKind::sine ? "sin" : "cos",
                         {fraction(field_.multiply(field_.number(a.unit), a.arguments[0]))});
      break;
  }
  atoms_[index] = made;
  return made;
}

/// coefficient > 0; negative exponents only for exponentials, which join into one.
NodeId AtomWriter::monomial(const Rational& coefficient, const Exponents& exponents) {
  std::vector<NodeId> factors, powers;
  std::optional<Fraction> exponent;
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    const long k = exponents[i];
    if (k == 0) continue;
    const Atom& a = field_.atoms()[i];
    if (a.kind == AtomKind::root) {
      factors.push_back(root(i, k));
    } else if (a.kind != AtomKind::exponential) {
      factors.push_back(power(atom(i), k));
    } else if (const auto as = as_power(a.unit * Rational(k), a.arguments[0])) {
      powers.push_back(*as);
    } else {
      const Fraction part = field_.multiply(field_.number(a.unit * Rational(k)), a.arguments[0]);
      exponent = exponent ? field_.add(*exponent, part) : part;
    }
  }
  factors.insert(factors.end(), powers.begin(), powers.end());
  if (exponent && !exponent->is_zero()) factors.push_back(written_exponential(*exponent));
  if (factors.empty() || coefficient != Rational(1)) factors.insert(factors.begin(), graph_.rational(coefficient));
  return product(factors);
}

NodeId AtomWriter::polynomial(const Polynomial& p, const Exponents& shift) {
  std::vector<Term> terms = p.terms();
  if (terms.empty()) return graph_.integer(0);
  const auto positive = std::ranges::find_if(terms, [](const Term& t) { return t.coefficient.sign() > 0; });
  if (positive != terms.end()) std::rotate(terms.begin(), positive, positive + 1);
  std::optional<NodeId> sum;
  for (const Term& term : terms) {
    Exponents exponents(field_.atoms().size());
    for (std::size_t i = 0; i < exponents.size(); ++i)
      exponents[i] = static_cast<long>(term.exponents[i]) - (i < shift.size() ? shift[i] : 0);
    const bool negative = term.coefficient.sign() < 0;
    const NodeId written = monomial(abs(term.coefficient), exponents);
    if (!sum) {
      sum = negative ? negated(written) : written;
    } else {
      sum = graph_.call(negative ? "-" : "+", {*sum, written});
    }
  }
  return *sum;
}

NodeId AtomWriter::fraction(const Fraction& a) {
  if (a.is_zero()) return graph_.integer(0);
  Polynomial numerator = a.numerator, denominator = a.denominator;
  Exponents shift(field_.atoms().size());
  if (!denominator.is_constant()) {
    for (std::size_t i = 0; i < shift.size(); ++i) {
      if (field_.atoms()[i].kind != AtomKind::exponential || denominator.degree(i) == 0) continue;
      const unsigned long k = denominator.least_exponent(i);
      shift[i] = static_cast<long>(k);
      if (k > 0) denominator = denominator.quotient(Polynomial::variable(field_.ring(), i).pow(k)).value();
    }
  }
  // R^j/R^n = 1/R^(n-j) for a root R that divides the whole numerator.
  for (std::size_t i = 0; i < field_.atoms().size() && !denominator.is_constant(); ++i) {
    const Atom& root_atom = field_.atoms()[i];
    if (!is_plain_root(root_atom) || numerator.degree(i) == 0) continue;
    const unsigned long j = numerator.least_exponent(i);
    const std::optional<Polynomial> rest = denominator.quotient(*root_atom.power);
    if (j == 0 || !rest) continue;
    const Polynomial variable = Polynomial::variable(field_.ring(), i);
    numerator = numerator.quotient(variable.pow(j)).value();
    denominator = *rest * variable.pow(root_atom.order - j);
  }
  Factorization f = field_.factored(field_.of_polynomial(denominator));
  for (auto& [base, exponent] : f.powers) {
    if (base.length() == 1 || field_.sign_of(base).sign >= 0) continue;
    base = -base;
    if (exponent % 2 != 0) f.content = -f.content;
  }
  if (f.content.sign() < 0) {
    f.content = -f.content;
    numerator = -numerator;
  }
  bool negative = true;
  for (const Term& term : numerator.terms()) negative = negative && term.coefficient.sign() < 0;
  if (negative) numerator = -numerator;
  NodeId result = polynomial(numerator, shift);
  std::vector<NodeId> factors;
  Exponents atoms(field_.atoms().size());
  for (const auto& [base, exponent] : f.powers) {
    const std::optional<std::size_t> index = base.as_variable();
    if (index) {
      atoms[*index] = exponent;
    } else {
      factors.push_back(power(polynomial(base), exponent));
    }
  }
  const bool bare = std::ranges::all_of(atoms, [](long k) { return k == 0; });
  if (!bare || f.content != Rational(1)) factors.insert(factors.begin(), monomial(f.content, atoms));
  if (!factors.empty()) result = graph_.call("/", {result, product(factors)});
  return negative ? negated(result) : result;
}

}  // namespace lemmacheck::numerics::algebra
