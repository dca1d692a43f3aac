#include "numerics/atom_field.hpp"

#include <algorithm>
#include <queue>

#include "numerics/error.hpp"

namespace lemmacheck::numerics::algebra {
namespace {

/// Passes over the formulas until nothing new is learnt; what is left unlearnt makes a form less canonical, not wrong.
constexpr int most_passes = 6;
constexpr std::size_t most_factor_records = 200;
constexpr long most_integer_power = 400;
constexpr std::size_t most_literal_bits = 2'000;

bool is_odd(long n) { return n % 2 != 0; }

}  // namespace

Fraction AtomField::number(const Rational& value) const {
  return {Polynomial::integer(ring_, mpq_numref(value.data())), Polynomial::integer(ring_, mpq_denref(value.data()))};
}

Polynomial AtomField::reduce(Polynomial p) const {
  for (auto it = relations_.rbegin(); it != relations_.rend(); ++it) {  // a relation leads to earlier atoms only
    const Atom& atom = atoms_[*it];
    if (p.is_constant()) break;
    if (p.degree(*it) < static_cast<long>(atom.order)) continue;
    const std::vector<Polynomial> c = p.coefficients(*it);
    const Polynomial variable = Polynomial::variable(ring_, *it);
    Polynomial sum(ring_);
    for (std::size_t k = 0; k < c.size(); ++k)
      if (!c[k].is_zero()) sum = sum + c[k] * variable.pow(k % atom.order) * atom.power->pow(k / atom.order);
    p = std::move(sum);
  }
  return p;
}

Fraction AtomField::make(Polynomial numerator, Polynomial denominator) const {
  numerator = reduce(std::move(numerator));
  denominator = reduce(std::move(denominator));
  if (denominator.is_zero()) throw NoNormalForm();
  if (numerator.is_zero()) return number(0);
  // A root R that divides the denominator is not 0: 1/R^k = R^(n-k)/R^n.
  for (auto it = relations_.rbegin(); it != relations_.rend() && !denominator.is_constant(); ++it) {
    const Atom& atom = atoms_[*it];
    if (atom.kind == AtomKind::sine || denominator.degree(*it) == 0) continue;
    const unsigned long k = denominator.least_exponent(*it);
    if (k == 0) continue;
    const Polynomial variable = Polynomial::variable(ring_, *it);
    numerator = reduce(numerator * variable.pow(atom.order - k));
    denominator = reduce(denominator.quotient(variable.pow(k)).value() * *atom.power);
    if (denominator.is_zero()) throw NoNormalForm();
  }
  if (!denominator.is_one()) cancel(numerator, denominator);
  if (denominator.leading_sign() < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  return {std::move(numerator), std::move(denominator)};
}

Fraction AtomField::add(const Fraction& a, const Fraction& b) const {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  if (a.denominator == b.denominator) return make(a.numerator + b.numerator, a.denominator);
  return make(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

Fraction AtomField::multiply(const Fraction& a, const Fraction& b) const {
  return make(a.numerator * b.numerator, a.denominator * b.denominator);
}

Fraction AtomField::divide(const Fraction& a, const Fraction& b) const {
  if (b.is_zero()) throw NoNormalForm();
  return make(a.numerator * b.denominator, a.denominator * b.numerator);
}

Fraction AtomField::power(const Fraction& a, long n) const {
  if (n == 0) return number(1);  // 0^0 = 1
  if (std::abs(n) > most_integer_power) throw NoNormalForm();
  const auto k = static_cast<unsigned long>(std::abs(n));
  if (n > 0) return make(a.numerator.pow(k), a.denominator.pow(k));
  if (a.is_zero()) throw NoNormalForm();
  return make(a.denominator.pow(k), a.numerator.pow(k));
}

const Factors& AtomField::factors_of(const Polynomial& p) {
  for (const auto& [known, factors] : factors_)
    if (known == p) return factors;
  if (factors_.size() >= most_factor_records) factors_.pop_front();
  factors_.emplace_back(p, factor(p));
  return factors_.back().second;
}

Factorization AtomField::factored(const Fraction& a) {
  const Factors numerator = factors_of(a.numerator);
  const Factors& denominator = factors_of(a.denominator);
  Factorization f{numerator.content / denominator.content, numerator.powers};
  for (const auto& [base, exponent] : denominator.powers) f.powers.emplace_back(base, -exponent);
  return f;
}

Sign AtomField::atom_sign(std::size_t index) {
  const Atom& atom = atoms_[index];
  switch (atom.kind) {
    case AtomKind::exponential:
      return {1, true};
    case AtomKind::call:
      if (atom.function->name == "pi") return {1, true};
      break;
    case AtomKind::root:
    case AtomKind::radical:
    case AtomKind::absolute:
      return {1, atom.base->is_constant() || known_sign(*atom.base).strict};
    default:
      break;
  }
  const Polynomial variable = Polynomial::variable(ring_, index);
  for (const Fact& fact : facts_)
    if (fact.base == variable) return fact.sign;
  return {};
}

Sign AtomField::known_sign(const Polynomial& p) {
  if (p.is_constant()) return {p.leading_sign(), !p.is_zero()};
  for (const Fact& fact : facts_)
    if (fact.base == p) return fact.sign;
  // Otherwise: all terms of one sign.
  if (p.length() > 64) return {};
  Sign total;
  std::vector<std::optional<Sign>> signs(atoms_.size());
  for (const Term& term : p.terms()) {
    Sign s{term.coefficient.sign(), true};
    for (std::size_t i = 0; i < atoms_.size() && s.sign != 0; ++i) {
      if (term.exponents[i] == 0) continue;
      if (!signs[i]) signs[i] = atom_sign(i);
      s.strict = s.strict && signs[i]->strict;
      if (term.exponents[i] % 2 == 1) s.sign *= signs[i]->sign;
    }
    if (s.sign == 0 || s.sign == -total.sign) return {};
    total = {s.sign, total.strict || s.strict};
  }
  return total;
}

Sign AtomField::sign_of(const Polynomial& p) {
  const Sign sign = known_sign(p);
  if (!sign.strict) asked_in_vain_ = true;
  return sign;
}

void AtomField::add_fact(const Polynomial& base, Sign sign) {
  const Sign known = known_sign(base);
  if (known.sign == -sign.sign) throw NoNormalForm();
  if (known.sign != 0 && (known.strict || !sign.strict)) return;
  std::erase_if(facts_, [&](const Fact& fact) { return fact.base == base; });
  facts_.push_back({base, sign});
  if (asked_in_vain_) changed_ = true;
}

void AtomField::learn(const Factorization& f, bool strict) {
  int sign = f.content.sign();
  bool may_vanish = false;  // an even power that may be 0, where nothing is known of the rest
  const std::pair<Polynomial, long>* open = nullptr;
  int open_count = 0;
  for (const auto& power : f.powers) {
    const auto& [base, exponent] = power;
    const Sign known = known_sign(base);
    const bool nonzero = strict || exponent < 0 || (known.sign != 0 && known.strict);
    if (!is_odd(exponent)) {
      may_vanish = may_vanish || !nonzero;
    } else if (known.sign != 0 && nonzero) {
      add_fact(base, {known.sign, true});
      sign *= known.sign;
    } else {
      open = &power;
      ++open_count;
    }
  }
  if (open_count == 0 && sign < 0 && !may_vanish) throw NoNormalForm();
  if (open_count == 1 && !may_vanish && sign != 0) add_fact(open->first, {sign, strict || open->second < 0});
}

std::size_t AtomField::add_atom(Atom atom) {
  if (atoms_.size() >= ring_.variables()) throw NoNormalForm{.more_atoms = true};
  if (atom.order > 0) relations_.push_back(atoms_.size());
  atoms_.push_back(std::move(atom));
  return atoms_.size() - 1;
}

std::optional<std::size_t> AtomField::find_atom(AtomKind kind, const Polynomial& base) const {
  for (std::size_t i = 0; i < atoms_.size(); ++i)
    if (atoms_[i].kind == kind && *atoms_[i].base == base) return i;
  return std::nullopt;
}

Fraction AtomField::call(const Function& function, std::vector<Fraction> arguments) {
  for (std::size_t i = 0; i < atoms_.size(); ++i)
    if (atoms_[i].kind == AtomKind::call && atoms_[i].function == &function && atoms_[i].arguments == arguments)
      return of_atom(i);
  return of_atom(add_atom({.kind = AtomKind::call, .function = &function, .arguments = std::move(arguments)}));
}

Fraction AtomField::opaque(NodeId id) {
  const AtomKind kind = graph_.node(id).kind == NodeKind::variable ? AtomKind::variable : AtomKind::opaque;
  for (std::size_t i = 0; i < atoms_.size(); ++i)
    if (atoms_[i].kind == kind && atoms_[i].node == id) return of_atom(i);
  return of_atom(add_atom({.kind = kind, .node = id}));
}

Fraction AtomField::pi() { return call(elementary_functions().get("pi"), {}); }

std::vector<NodeId> AtomField::unconditional(std::span<const NodeId> roots) const {
  // Largest id first from a heap: the work depends on what is found, not on the size of the graph.
  std::priority_queue<NodeId> waiting(roots.begin(), roots.end());
  std::vector<NodeId> found;
  while (!waiting.empty()) {
    const NodeId id = waiting.top();
    waiting.pop();
    if (!found.empty() && found.back() == id) continue;
    found.push_back(id);
    if (graph_.is_boolean(id) || graph_.is_call(id, "if")) continue;
    for (const NodeId a : graph_.arguments(id)) waiting.push(a);
  }
  std::ranges::reverse(found);
  return found;
}

std::vector<Fraction> AtomField::evaluate(std::span<const NodeId> roots) {
  const std::vector<NodeId> nodes = unconditional(roots);
  Values values;
  for (int pass = 0; pass < most_passes; ++pass) {
    changed_ = asked_in_vain_ = erf_asked_ = false;
    for (const NodeId id : nodes) {
      Fraction value = value_of(id, values);
      values.insert_or_assign(id, std::move(value));
    }
    if (!changed_) break;
  }
  std::vector<Fraction> results;
  for (const NodeId root : roots) results.push_back(values.at(root));
  return results;
}

Fraction AtomField::value_of(NodeId id, const Values& values) {
  const Node& node = graph_.node(id);
  if (node.kind == NodeKind::variable) return opaque(id);
  if (node.kind == NodeKind::literal) {
    const Decimal& value = graph_.literal_value(id);
    if (!value.is_small()) return opaque(id);
    const Rational exact = value.to_rational();
    const std::size_t bits = mpz_sizeinbase(mpq_numref(exact.data()), 2) + mpz_sizeinbase(mpq_denref(exact.data()), 2);
    return bits > most_literal_bits ? opaque(id) : number(exact);
  }
  const Function& function = *node.function;
  if (function.boolean || function.name == "if") return opaque(id);
  const std::span<const NodeId> ids = graph_.arguments(id);
  std::vector<const Fraction*> a;
  for (const NodeId argument : ids) a.push_back(&values.at(argument));
  // exp(log(u)) = u where log(u) has a value.
  if (function.name == "exp" && (graph_.is_call(ids[0], "log") || graph_.is_call(ids[0], "ln")))
    return values.at(graph_.arguments(ids[0])[0]);
  if (function.name == "^") return written_power(id, *a[0], *a[1]);
  if (std::optional<Fraction> value = apply_rule(*this, function, a)) return *value;
  std::vector<Fraction> arguments;
  for (const Fraction* x : a) arguments.push_back(*x);
  if (function.exact != nullptr && std::ranges::all_of(arguments, &Fraction::is_constant)) {
    std::vector<Rational> numbers;
    std::vector<const Rational*> pointers;
    for (const Fraction& x : arguments) numbers.push_back(x.constant_value());
    for (const Rational& x : numbers) pointers.push_back(&x);
    if (const std::optional<Rational> value = function.exact(pointers)) return number(*value);
  }
  return call(function, std::move(arguments));
}

/// u^v: whole v by multiplication, other rational v by roots (u >= 0 there), any other as exp(v log u), for u > 0.
Fraction AtomField::written_power(NodeId id, const Fraction& base, const Fraction& exponent) {
  if (exponent.is_constant()) {
    const Rational q = exponent.constant_value();
    if (!q.is_integer()) return rational_power(base, q);
    if (abs(q) <= Rational(most_integer_power)) return power(base, q.to_long());
    return call(*graph_.node(id).function, {base, exponent});
  }
  if (base.is_zero()) return call(*graph_.node(id).function, {base, exponent});
  learn_positive(base);
  return exponential(multiply(exponent, logarithm(base)));
}

}  // namespace lemmacheck::numerics::algebra
