// Trigonometric functions of sums and multiples, Gamma and its relatives at whole distances.
#include <algorithm>
#include <array>

#include "numerics/atom_field.hpp"

namespace lemmacheck::numerics::algebra {
namespace {

constexpr long most_multiple = 8;
constexpr std::size_t most_summands = 3;
constexpr long most_steps = 24;
constexpr long most_factorial = 60;

}  // namespace

/// cos and sin of c t by the addition theorem from those of unit t; multiples of pi/6 and pi/4 exactly.
std::pair<Fraction, Fraction> AtomField::angle_part(const Rational& coefficient, const Fraction& part) {
  std::pair<Fraction, Fraction> step{number(1), number(0)};
  long multiple = 0;
  const auto is_pi = [&] {
    const auto index = part.denominator.is_one() ? part.numerator.as_variable() : std::nullopt;
    return index && atoms_[*index].kind == AtomKind::call && atoms_[*index].function->name == "pi";
  };
  const Rational twelfths = coefficient * Rational(12);
  if (twelfths.is_integer() && is_pi()) {
    multiple = (twelfths - Rational(24) * floor(twelfths / Rational(24))).to_long();
    // cos and sin of 15 degrees.
    const Fraction root2 = power_of_number(Rational(2), Rational(1, 2));
    const Fraction root6 = multiply(root2, power_of_number(Rational(3), Rational(1, 2)));
    step = {divide(add(root6, root2), number(4)), divide(subtract(root6, root2), number(4))};
    if (multiple % 6 == 0) {  // no roots for quarter turns
      step = {number(0), number(1)};
      multiple /= 6;
    } else if (multiple % 3 == 0) {
      step = {divide(root2, number(2)), divide(root2, number(2))};
      multiple /= 3;
    } else if (multiple % 2 == 0) {
      step = {divide(power_of_number(Rational(3), Rational(1, 2)), number(2)), number(Rational(1, 2))};
      multiple /= 2;
    }
  } else {
    const Rational unit = unit_for(true, part, coefficient, most_multiple);
    std::optional<std::size_t> cosine;
    for (std::size_t i = 0; i < atoms_.size() && !cosine; ++i)
      if (atoms_[i].kind == AtomKind::cosine && atoms_[i].unit == unit && atoms_[i].arguments[0] == part) cosine = i;
    if (!cosine) {
      cosine = add_atom({.kind = AtomKind::cosine, .arguments = {part}, .unit = unit});
      const Polynomial c = Polynomial::variable(ring_, *cosine);
      add_atom({.kind = AtomKind::sine,
                .arguments = {part},
                .unit = unit,
                .order = 2,
                .power = Polynomial(ring_, 1) - c * c});
    }
    step = {of_atom(*cosine), of_atom(*cosine + 1)};
    multiple = (coefficient / unit).to_long();
    if (multiple < 0) step.second = negate(step.second);
    multiple = std::abs(multiple);
  }
  std::pair<Fraction, Fraction> sum{number(1), number(0)};
  for (; multiple > 0; --multiple)
    sum = {subtract(multiply(sum.first, step.first), multiply(sum.second, step.second)),
           add(multiply(sum.first, step.second), multiply(sum.second, step.first))};
  return sum;
}

std::pair<Fraction, Fraction> AtomField::cosine_and_sine(const Fraction& a) {
  std::vector<LinearPart> parts = linear_parts(a);
  if (a.is_zero()) parts.clear();
  if (parts.size() > most_summands) {  // one angle, with a sign that does not depend on how it is written
    const bool negative = a.numerator.leading_sign() < 0;
    const Fraction angle = negative ? negate(a) : a;
    return angle_part(Rational(negative ? -1 : 1), angle);
  }
  std::pair<Fraction, Fraction> sum{number(1), number(0)};
  for (const LinearPart& part : parts) {
    const auto step = angle_part(part.coefficient, part.part);
    sum = {subtract(multiply(sum.first, step.first), multiply(sum.second, step.second)),
           add(multiply(sum.first, step.second), multiply(sum.second, step.first))};
  }
  return sum;
}

/// a = base + steps with a constant term of the base in [0, 1). The shift goes up to the largest argument seen, so that
/// a, a + 1, ... are not 0 wherever the function has a value at a.
AtomField::Shifted AtomField::shifted(const Function& function, const Fraction& a) {
  Shifted result{a, 0, 0};
  if (a.denominator.is_constant()) {
    Rational constant;
    if (!a.is_zero()) {
      const Term last = a.numerator.terms().back();  // the constant term is the last of the order
      if (std::ranges::all_of(last.exponents, [](unsigned long e) { return e == 0; })) constant = last.coefficient;
    }
    const Rational whole = floor(constant / a.denominator.constant_value());
    if (abs(whole) <= Rational(1'000'000)) {
      result.steps = whole.to_long();
      result.base = subtract(a, number(whole));
    }
  }
  for (Shift& entry : shifts_) {
    if (entry.function != &function || !(entry.base == result.base)) continue;
    if (std::abs(entry.top - result.steps) > most_steps) continue;
    if (result.steps > entry.top) changed_ = true;
    entry.top = std::max(entry.top, result.steps);
    result.top = entry.top;
    return result;
  }
  shifts_.push_back({&function, result.base, result.steps});
  result.top = result.steps;
  return result;
}

/// Gamma of positive integers and halves.
std::optional<Fraction> AtomField::gamma_value(const Fraction& a) {
  if (!a.is_constant()) return std::nullopt;
  const Rational x = a.constant_value(), half(1, 2);
  if (x.sign() <= 0 || x > Rational(most_factorial)) return std::nullopt;
  const bool whole = x.is_integer();
  if (!whole && !(x - half).is_integer()) return std::nullopt;
  Rational product(1);
  for (Rational k = whole ? Rational(1) : half; k < x; k += Rational(1)) product *= k;
  return whole ? number(product) : multiply(number(product), square_root(pi()));
}

/// lgamma(a) = lgamma(a + n) - log(a) - ... - log(a + n - 1), a > 0.
Fraction AtomField::log_gamma(const Function& function, const Fraction& a) {
  if (!a.is_zero()) learn_positive(a);
  if (const std::optional<Fraction> value = gamma_value(a)) return logarithm(*value);
  const Shifted s = shifted(function, a);
  Fraction sum = call(function, {add(s.base, number(Rational(s.top)))});
  for (long k = s.steps; k < s.top; ++k) sum = subtract(sum, logarithm(add(s.base, number(Rational(k)))));
  return sum;
}

/// gamma(a) = gamma(a + n)/(a ... (a + n - 1)); a is no pole, so no factor is 0.
Fraction AtomField::gamma(const Function& function, const Fraction& a) {
  if (std::optional<Fraction> value = gamma_value(a)) return *value;
  const Shifted s = shifted(function, a);
  Fraction product = call(function, {add(s.base, number(Rational(s.top)))});
  for (long k = s.steps; k < s.top; ++k) product = divide(product, add(s.base, number(Rational(k))));
  return product;
}

/// digamma(a) = digamma(a + n) - 1/a - ... - 1/(a + n - 1), a > 0.
Fraction AtomField::digamma(const Function& function, const Fraction& a) {
  if (!a.is_zero()) learn_positive(a);
  const Shifted s = shifted(function, a);
  Fraction sum = call(function, {add(s.base, number(Rational(s.top)))});
  for (long k = s.steps; k < s.top; ++k) sum = subtract(sum, divide(number(1), add(s.base, number(Rational(k)))));
  return sum;
}

/// erfc(a) from a recorded erfc(a), or erfc(-a) = 2 - erfc(a).
std::optional<Fraction> AtomField::known_tail(const Fraction& a) const {
  for (const Tail& tail : tails_) {
    if (tail.argument == a) return tail.value;
    if (tail.argument == negate(a)) return subtract(number(2), tail.value);
  }
  return std::nullopt;
}

/// erf(a) = 1 - erfc(a), erf(-a) = -erf(a).
Fraction AtomField::error_function(const Function& function, const Fraction& a) {
  if (a.is_zero()) return a;
  if (const std::optional<Fraction> tail = known_tail(a)) return subtract(number(1), *tail);
  erf_asked_ = true;
  if (a.numerator.leading_sign() > 0) return call(function, {a});
  return negate(call(function, {negate(a)}));
}

}  // namespace lemmacheck::numerics::algebra
