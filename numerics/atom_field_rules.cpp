// The functions of the table in terms of atoms.
#include <string_view>
#include <unordered_map>

#include "numerics/atom_field.hpp"

namespace lemmacheck::numerics::algebra {
namespace {

struct Call {
  AtomField& field;
  const Function& function;
  std::span<const Fraction* const> arguments;
  const Fraction& a() const { return *arguments[0]; }
  const Fraction& b() const { return *arguments[1]; }
};

using Rule = Fraction (*)(const Call&);

const Function& named(const char* name) { return elementary_functions().get(name); }

Fraction one(const Call& c) { return c.field.number(1); }

/// log as written: the argument is positive.
Fraction written_log(AtomField& field, const Fraction& a) {
  if (a.is_zero()) throw NoNormalForm();
  field.learn_positive(a);
  return field.logarithm(a);
}

Fraction log_of(const Call& c) { return written_log(c.field, c.a()); }

Fraction log_to_base(const Call& c, long base) {
  return c.field.divide(log_of(c), c.field.logarithm(c.field.number(Rational(base))));
}

/// u log u; 0 at u = 0, which the condition of normal_form.hpp leaves out unless u is 0 everywhere.
Fraction xlogx(AtomField& field, const Fraction& a) {
  if (a.is_zero()) return a;
  return field.multiply(a, written_log(field, a));
}

Fraction entropy(const Call& c) {
  const Fraction rest = c.field.subtract(one(c), c.a());
  return c.field.negate(c.field.add(xlogx(c.field, c.a()), xlogx(c.field, rest)));
}

/// p log p - p log q + (1 - p) log(1 - p) - (1 - p) log(1 - q).
Fraction kl(const Call& c) {
  AtomField& f = c.field;
  const auto half = [&](const Fraction& p, const Fraction& q) {
    return f.subtract(xlogx(f, p), f.multiply(p, written_log(f, q)));
  };
  return f.add(half(c.a(), c.b()), half(f.subtract(one(c), c.a()), f.subtract(one(c), c.b())));
}

/// f(-u) = -f(u), and 0 at 0.
Fraction odd_call(AtomField& field, const Function& function, const Fraction& a) {
  if (a.is_zero()) return a;
  if (a.numerator.leading_sign() > 0) return field.call(function, {a});
  return field.negate(field.call(function, {field.negate(a)}));
}

Fraction odd(const Call& c) { return odd_call(c.field, c.function, c.a()); }

Fraction half_pi(AtomField& field) { return field.divide(field.pi(), field.number(2)); }

/// Inverse functions at the points that everybody knows.
std::optional<Fraction> angle_at(AtomField& field, const Fraction& a, const char* function) {
  if (!a.is_constant()) return std::nullopt;
  const Rational x = a.constant_value();
  const bool tangent = std::string_view(function) == "atan";
  Rational share;  // of pi
  if (x == Rational(1)) {
    share = tangent ? Rational(1, 4) : Rational(1, 2);
  } else if (x == Rational(1, 2) && !tangent) {
    share = Rational(1, 6);
  } else if (x == Rational(-1)) {
    share = tangent ? Rational(-1, 4) : Rational(-1, 2);
  } else if (x == Rational(-1, 2) && !tangent) {
    share = Rational(-1, 6);
  } else {
    return std::nullopt;
  }
  return field.multiply(field.number(share), field.pi());
}

Fraction arc_sine(AtomField& field, const Fraction& a) {
  if (const std::optional<Fraction> known = angle_at(field, a, "asin")) return *known;
  return odd_call(field, named("asin"), a);
}

/// For a function that does not depend on the order of its arguments.
Fraction symmetric(const Call& c) {
  if (c.a() == c.b()) return c.a();
  if (c.a().is_constant() && c.b().is_constant())
    return (c.a().constant_value() < c.b().constant_value()) == (c.function.name == "min") ? c.a() : c.b();
  // As the difference is written: its leading coefficient decides.
  const bool swap = c.field.subtract(c.a(), c.b()).numerator.leading_sign() < 0;
  return swap ? c.field.call(c.function, {c.b(), c.a()}) : c.field.call(c.function, {c.a(), c.b()});
}

Fraction exp_of(const Call& c) { return c.field.exponential(c.a()); }

const std::unordered_map<std::string_view, Rule>& rules() {
  static const std::unordered_map<std::string_view, Rule> table{
      {"+", [](const Call& c) { return c.field.add(c.a(), c.b()); }},
      {"-", [](const Call& c) { return c.field.subtract(c.a(), c.b()); }},
      {"*", [](const Call& c) { return c.field.multiply(c.a(), c.b()); }},
      {"/", [](const Call& c) { return c.field.divide(c.a(), c.b()); }},
      {"neg", [](const Call& c) { return c.field.negate(c.a()); }},
      {"abs", [](const Call& c) { return c.field.absolute(c.a()); }},
      {"min", symmetric},
      {"max", symmetric},
      {"sqrt", [](const Call& c) { return c.field.square_root(c.a()); }},
      {"cbrt", [](const Call& c) { return c.field.cube_root(c.a()); }},
      {"exp", exp_of},
      {"expm1", [](const Call& c) { return c.field.subtract(exp_of(c), one(c)); }},
      {"log", log_of},
      {"ln", log_of},
      {"log1p", [](const Call& c) { return written_log(c.field, c.field.add(one(c), c.a())); }},
      {"log2", [](const Call& c) { return log_to_base(c, 2); }},
      {"log10", [](const Call& c) { return log_to_base(c, 10); }},
      {"sin", [](const Call& c) { return c.field.cosine_and_sine(c.a()).second; }},
      {"cos", [](const Call& c) { return c.field.cosine_and_sine(c.a()).first; }},
      {"tan",
       [](const Call& c) {
         const auto [cosine, sine] = c.field.cosine_and_sine(c.a());
         return c.field.divide(sine, cosine);
       }},
      {"asin", [](const Call& c) { return arc_sine(c.field, c.a()); }},
      {"acos", [](const Call& c) { return c.field.subtract(half_pi(c.field), arc_sine(c.field, c.a())); }},
      {"atan",
       [](const Call& c) {
         const std::optional<Fraction> known = angle_at(c.field, c.a(), "atan");
         return known ? *known : odd(c);
       }},
      {"sinh",
       [](const Call& c) {
         const Fraction e = exp_of(c);
         return c.field.divide(c.field.subtract(e, c.field.divide(one(c), e)), c.field.number(2));
       }},
      {"cosh",
       [](const Call& c) {
         const Fraction e = exp_of(c);
         return c.field.divide(c.field.add(e, c.field.divide(one(c), e)), c.field.number(2));
       }},
      {"tanh",
       [](const Call& c) {
         const Fraction e = c.field.power(exp_of(c), 2);
         return c.field.divide(c.field.subtract(e, one(c)), c.field.add(e, one(c)));
       }},
      {"erf", [](const Call& c) { return c.field.error_function(c.function, c.a()); }},
      {"erfc",
       [](const Call& c) { return c.field.error_tail(c.a(), [&] { return c.field.call(c.function, {c.a()}); }); }},
      {"normal_cdf",
       [](const Call& c) {  // erfc(-a/sqrt(2))/2
         const Fraction u = c.field.negate(c.field.divide(c.a(), c.field.square_root(c.field.number(2))));
         const Fraction two = c.field.number(2);
         const Fraction tail =
             c.field.error_tail(u, [&] { return c.field.multiply(two, c.field.call(c.function, {c.a()})); });
         return c.field.divide(tail, two);
       }},
      {"gamma", [](const Call& c) { return c.field.gamma(c.function, c.a()); }},
      {"lgamma", [](const Call& c) { return c.field.log_gamma(c.function, c.a()); }},
      {"digamma", [](const Call& c) { return c.field.digamma(c.function, c.a()); }},
      {"sigmoid",
       [](const Call& c) {
         const Fraction e = exp_of(c);
         return c.field.divide(e, c.field.add(e, one(c)));
       }},
      {"softplus", [](const Call& c) { return c.field.logarithm(c.field.add(exp_of(c), one(c))); }},
      {"xlogx", [](const Call& c) { return xlogx(c.field, c.a()); }},
      {"entropy", entropy},
      {"kl", kl},
      {"pi", [](const Call& c) { return c.field.pi(); }},
      {"e", [](const Call& c) { return c.field.exponential(one(c)); }},
  };
  return table;
}

}  // namespace

std::optional<Fraction> apply_rule(AtomField& field, const Function& function, std::span<const Fraction* const> a) {
  const auto rule = rules().find(function.name);
  if (rule == rules().end()) return std::nullopt;
  return rule->second({field, function, a});
}

}  // namespace lemmacheck::numerics::algebra
