// Roots, absolute values, exponentials and logarithms. u = content * product of w^n with irreducible w; each rule says
// why it holds for the values of atoms of numerics/atom_field.hpp.
#include <algorithm>
#include <numeric>

#include "numerics/atom_field.hpp"
#include "numerics/error.hpp"

namespace lemmacheck::numerics::algebra {
namespace {

constexpr unsigned long most_root_order = 400;
constexpr long most_exponential_power = 60;

bool is_odd(long n) { return n % 2 != 0; }

Rational gcd(const Rational& a, const Rational& b) {
  // of p/q and r/s: gcd(p s, r q) / (q s)
  Rational g;
  mpz_t left, right;
  mpz_inits(left, right, nullptr);
  mpz_mul(left, mpq_numref(a.data()), mpq_denref(b.data()));
  mpz_mul(right, mpq_numref(b.data()), mpq_denref(a.data()));
  mpz_gcd(mpq_numref(g.data()), left, right);
  mpz_mul(mpq_denref(g.data()), mpq_denref(a.data()), mpq_denref(b.data()));
  mpq_canonicalize(g.data());
  mpz_clears(left, right, nullptr);
  return g;
}

Rational numerator_of(const Rational& q) {
  Rational n;
  mpz_set(mpq_numref(n.data()), mpq_numref(q.data()));
  return n;
}

Rational denominator_of(const Rational& q) {
  Rational n;
  mpz_set(mpq_numref(n.data()), mpq_denref(q.data()));
  return n;
}

}  // namespace

/// |w|: w or -w where the sign is known, otherwise an atom A with A^2 = w^2.
Fraction AtomField::modulus(const Polynomial& base) {
  const Sign sign = sign_of(base);
  if (sign.sign != 0) return of_polynomial(sign.sign > 0 ? base : -base);
  if (const auto found = find_atom(AtomKind::absolute, base)) return of_atom(*found);
  return of_atom(add_atom({.kind = AtomKind::absolute, .base = base, .order = 2, .power = reduce(base * base)}));
}

/// base^(exponent) for a base that is not negative, or |base|^exponent: R^n = base (or |base|) for R = base^(1/n).
Fraction AtomField::root(const Polynomial& base, bool of_modulus, const Rational& exponent) {
  const Rational wanted = denominator_of(exponent);
  if (wanted > Rational(static_cast<long>(most_root_order))) throw NoNormalForm();
  auto entry =
      std::ranges::find_if(orders_, [&](const Order& o) { return o.of_modulus == of_modulus && o.base == base; });
  if (entry == orders_.end()) {
    orders_.push_back({base, of_modulus, static_cast<unsigned long>(wanted.to_long())});
    entry = orders_.end() - 1;
  } else {
    const unsigned long joint = std::lcm(entry->order, static_cast<unsigned long>(wanted.to_long()));
    if (joint > most_root_order) throw NoNormalForm();
    if (joint != entry->order) changed_ = true;
    entry->order = joint;
  }
  const unsigned long order = entry->order;
  std::optional<std::size_t> index;
  for (std::size_t i = 0; i < atoms_.size() && !index; ++i)
    if (atoms_[i].kind == AtomKind::root && atoms_[i].order == order && atoms_[i].of_modulus == of_modulus &&
        *atoms_[i].base == base)
      index = i;
  if (!index) {
    const Polynomial target = of_modulus ? modulus(base).numerator : base;
    index = add_atom({.kind = AtomKind::root, .base = base, .of_modulus = of_modulus, .order = order, .power = target});
  }
  const Rational whole = floor(exponent);
  const Rational left = (exponent - whole) * Rational(static_cast<long>(order));
  return multiply(power(of_polynomial(*atoms_[*index].power), whole.to_long()), power(of_atom(*index), left.to_long()));
}

Fraction AtomField::power_of_number(const Rational& base, const Rational& exponent) {
  if (exponent.is_integer()) return power(number(base), exponent.to_long());
  Fraction product = number(1);
  for (const auto& [part, sign] : {std::pair(numerator_of(base), 1L), std::pair(denominator_of(base), -1L)}) {
    for (const auto& [prime, k] : prime_powers(mpq_numref(part.data()))) {
      const Rational e = exponent * Rational(sign * k);
      product =
          multiply(product, e.is_integer() ? power(number(prime), e.to_long())
                                           : root(Polynomial::integer(ring_, mpq_numref(prime.data())), false, e));
    }
  }
  return product;
}

/// |w|^q. A negative q is asked for only where w is not 0.
Fraction AtomField::power_of_modulus(const Polynomial& base, const Rational& exponent) {
  if (base.is_constant()) return power_of_number(abs(base.constant_value()), exponent);
  if (const std::optional<std::size_t> index = base.as_variable()) {
    const Atom& atom = atoms_[*index];
    if (atom.kind == AtomKind::exponential) return exponential_part(exponent * atom.unit, atom.arguments[0]);
    if (atom.kind == AtomKind::absolute) return power_of_modulus(Polynomial(*atom.base), exponent);
    if (atom.kind == AtomKind::root && !exponent.is_integer())
      return power_of_modulus(Polynomial(*atom.base), exponent / Rational(static_cast<long>(atom.order)));
  }
  if (exponent.is_integer()) {
    const long n = exponent.to_long();
    const Fraction whole = of_polynomial(base);
    return is_odd(n) ? multiply(modulus(base), power(whole, n - 1)) : power(whole, n);
  }
  const Sign sign = sign_of(base);
  return root(sign.sign < 0 ? -base : base, sign.sign == 0, exponent);
}

/// |c| times the product of |w|^n.
Fraction AtomField::absolute(const Fraction& a) {
  if (a.is_zero()) return a;
  const Factorization f = factored(a);
  Fraction product = number(abs(f.content));
  for (const auto& [base, n] : f.powers) product = multiply(product, power_of_modulus(base, Rational(n)));
  return product;
}

/// sqrt(u) where u >= 0. Factors of certain sign and not 0 come out as |w|^(n/2). A factor of the denominator is not 0,
/// so an even power of it comes out too. What is left is >= 0: it comes apart when every part of it has a known sign
/// or is an even power, otherwise it stays together, S^2 = rest.
Fraction AtomField::square_root(const Fraction& a) {
  if (a.is_zero()) return a;
  const Factorization f = factored(a);
  learn(f, false);
  Fraction product = power_of_number(abs(f.content), Rational(1, 2));
  int sign = f.content.sign();
  std::vector<std::pair<Polynomial, long>> rest;
  for (const auto& [base, n] : f.powers) {
    const Sign known = sign_of(base);
    if (known.sign != 0 && known.strict) {
      product = multiply(product, power_of_modulus(base, Rational(n, 2)));
      if (is_odd(n)) sign *= known.sign;
    } else if (n < 0) {
      const long whole = (1 - n) / 2;
      product = multiply(product, power_of_modulus(base, Rational(-whole)));
      if (is_odd(n)) rest.emplace_back(base, 1);
    } else {
      rest.emplace_back(base, n);
    }
  }
  int rest_sign = sign;
  for (const auto& [base, n] : rest)
    if (is_odd(n)) rest_sign *= sign_of(base).sign;
  if (rest_sign > 0) {
    for (const auto& [base, n] : rest) product = multiply(product, power_of_modulus(base, Rational(n, 2)));
    return product;
  }
  Polynomial radicand(ring_, sign);
  for (const auto& [base, n] : rest) radicand = radicand * base.pow(static_cast<unsigned long>(n));
  if (radicand.is_constant()) throw NoNormalForm();
  auto index = find_atom(AtomKind::radical, radicand);
  if (!index) index = add_atom({.kind = AtomKind::radical, .base = radicand, .order = 2, .power = reduce(radicand)});
  return multiply(product, of_atom(*index));
}

/// cbrt is multiplicative on all reals; cbrt(w) = sign |w|^(1/3) where the sign is known.
Fraction AtomField::cube_root(const Fraction& a) {
  if (a.is_zero()) return a;
  const Factorization f = factored(a);
  Fraction product = power_of_number(abs(f.content), Rational(1, 3));
  if (f.content.sign() < 0) product = negate(product);
  for (const auto& [base, n] : f.powers) {
    const Sign known = sign_of(base);
    if (known.sign != 0) {
      product = multiply(product, power_of_modulus(base, Rational(n, 3)));
      if (known.sign < 0 && is_odd(n)) product = negate(product);
      continue;
    }
    auto index = find_atom(AtomKind::cube_root, base);
    if (!index) index = add_atom({.kind = AtomKind::cube_root, .base = base, .order = 3, .power = base});
    product = multiply(product, power(of_atom(*index), n));
  }
  return product;
}

/// u^q for q that is not whole: u >= 0 as written, so u^q = |u|^q = product of |w|^(n q); a half by square roots, which
/// keep sqrt(u)^2 = u for a product of unknown signs. For q < 0 also u > 0.
Fraction AtomField::rational_power(const Fraction& a, const Rational& exponent) {
  if (a.is_zero()) {
    if (exponent.sign() < 0) throw NoNormalForm();
    return a;
  }
  if (exponent.sign() < 0) learn_positive(a);
  const Rational twice = exponent * Rational(2);
  if (twice.is_integer()) return power(square_root(a), twice.to_long());
  const Factorization f = factored(a);
  learn(f, exponent.sign() < 0);
  Fraction product = power_of_number(abs(f.content), exponent);
  for (const auto& [base, n] : f.powers) product = multiply(product, power_of_modulus(base, exponent * Rational(n)));
  return product;
}

/// a as a sum of rationals times parts: over a denominator of several terms first divided with remainder, so that equal
/// sums have equal parts. Each part is a fraction with a denominator that divides that of a.
std::vector<LinearPart> AtomField::linear_parts(const Fraction& a) const {
  std::vector<LinearPart> parts;
  const auto take = [&](const Polynomial& sum, const Rational& scale, const Polynomial& denominator) {
    for (Term& term : sum.terms()) {
      const Rational coefficient = term.coefficient / scale;
      term.coefficient = Rational(1);
      parts.push_back({coefficient, make(Polynomial::from_terms(ring_, {term}), denominator)});
    }
  };
  const Rational content = a.denominator.content();
  const Polynomial primitive = a.denominator.quotient(Polynomial::integer(ring_, mpq_numref(content.data()))).value();
  if (primitive.length() == 1) {
    take(a.numerator, content, primitive);
    return parts;
  }
  const Division d = divide_with_remainder(a.numerator, primitive);
  take(d.quotient, content * d.scale, Polynomial(ring_, 1));
  take(d.remainder, content * d.scale, primitive);
  return parts;
}

/// A unit of which the coefficients of this part are small multiples, here and in the rest of the formulas.
Rational AtomField::unit_for(bool angle, const Fraction& part, const Rational& coefficient, long limit) {
  const Rational size = abs(coefficient);
  for (Unit& entry : units_) {
    if (entry.angle != angle || !(entry.part == part)) continue;
    const Rational unit = gcd(entry.unit, size), largest = std::max(entry.largest, size);
    if (largest / unit > Rational(limit)) continue;
    if (unit != entry.unit) changed_ = true;
    entry.unit = unit;
    entry.largest = largest;
    return unit;
  }
  units_.push_back({angle, part, size, size});
  return size;
}

/// exp(c t) = E^(c/unit) for E = exp(unit t) > 0.
Fraction AtomField::exponential_part(const Rational& coefficient, const Fraction& part) {
  const Rational unit = unit_for(false, part, coefficient, most_exponential_power);
  std::optional<std::size_t> index;
  for (std::size_t i = 0; i < atoms_.size() && !index; ++i)
    if (atoms_[i].kind == AtomKind::exponential && atoms_[i].unit == unit && atoms_[i].arguments[0] == part) index = i;
  if (!index) index = add_atom({.kind = AtomKind::exponential, .arguments = {part}, .unit = unit});
  return power(of_atom(*index), (coefficient / unit).to_long());
}

/// exp of a sum; exp(c log|w|) = |w|^c, where w is not 0.
Fraction AtomField::exponential(const Fraction& a) {
  Fraction product = number(1);
  for (const LinearPart& part : linear_parts(a)) {
    const std::optional<std::size_t> index =
        part.part.denominator.is_one() ? part.part.numerator.as_variable() : std::nullopt;
    const bool of_log = index && atoms_[*index].kind == AtomKind::logarithm &&
                        denominator_of(part.coefficient) <= Rational(static_cast<long>(most_root_order));
    product = multiply(product, of_log ? power_of_modulus(Polynomial(*atoms_[*index].base), part.coefficient)
                                       : exponential_part(part.coefficient, part.part));
  }
  return product;
}

/// log|w|; log E = unit t, log of a root by its base.
Fraction AtomField::logarithm_of_modulus(const Polynomial& base) {
  if (const std::optional<std::size_t> index = base.as_variable()) {
    const Atom& atom = atoms_[*index];
    if (atom.kind == AtomKind::exponential) return multiply(number(atom.unit), atom.arguments[0]);
    if (atom.kind == AtomKind::absolute) return logarithm_of_modulus(Polynomial(*atom.base));
    if (atom.kind == AtomKind::root || atom.kind == AtomKind::radical || atom.kind == AtomKind::cube_root) {
      const Rational share(1, static_cast<long>(atom.order));
      return multiply(number(share), logarithm(of_polynomial(*atom.base)));
    }
  }
  if (const auto found = find_atom(AtomKind::logarithm, base)) return of_atom(*found);
  return of_atom(add_atom({.kind = AtomKind::logarithm, .base = base}));
}

/// log|u| = log|c| + sum of n log|w|, where u is not 0; log|c| by the primes of c.
Fraction AtomField::logarithm(const Fraction& a) {
  if (a.is_zero()) throw NoNormalForm();
  const Factorization f = factored(a);
  Fraction sum = number(0);
  for (const auto& [part, sign] :
       {std::pair(numerator_of(abs(f.content)), 1L), std::pair(denominator_of(f.content), -1L)})
    for (const auto& [prime, k] : prime_powers(mpq_numref(part.data())))
      sum = add(sum, multiply(number(Rational(sign * k)),
                              logarithm_of_modulus(Polynomial::integer(ring_, mpq_numref(prime.data())))));
  for (const auto& [base, n] : f.powers) sum = add(sum, multiply(number(Rational(n)), logarithm_of_modulus(base)));
  return sum;
}

}  // namespace lemmacheck::numerics::algebra
