// The computation behind numerics/normal_form.hpp: fractions of polynomials in atoms. Internal.
//
// What a fraction means. Take a point at which the formulas as written have a value (and the condition of
// numerics/normal_form.hpp holds). There every atom has a real value: a call its own, a logarithm log|u|, a root
// |u|^(1/n), a square root that is left whole sqrt(u), an absolute value |u|, an exponential exp(unit t). With these
// values the denominator of the fraction of a subformula is not 0 and the fraction has the value of the subformula.
// Every rule keeps this: a denominator is only multiplied by what is not 0 there or divided, and relations
// (atom^order = polynomial) hold for the values.
//
// What is known of signs ("facts") comes from the formulas: the argument of a logarithm as written is positive where
// the formula has a value. The branches of "if" say nothing and are not looked into.
#pragma once

#include <deque>

#include "numerics/expression.hpp"
#include "numerics/polynomial.hpp"

namespace lemmacheck::numerics::algebra {

struct Fraction {
  Polynomial numerator, denominator;  // without a common factor; the denominator's leading coefficient is positive
  bool is_zero() const noexcept { return numerator.is_zero(); }
  bool is_constant() const noexcept { return numerator.is_constant() && denominator.is_constant(); }
  Rational constant_value() const { return numerator.constant_value() / denominator.constant_value(); }
  friend bool operator==(const Fraction&, const Fraction&) noexcept = default;
};

/// sign 0: not known; otherwise sign * u >= 0, and > 0 when strict.
struct Sign {
  int sign = 0;
  bool strict = false;
};

/// content * product of base^exponent, bases as in Factors.
struct Factorization {
  Rational content;
  std::vector<std::pair<Polynomial, long>> powers;
};

enum class AtomKind : std::uint8_t {
  variable,     // node
  opaque,       // node as it stands
  call,         // function(arguments)
  exponential,  // exp(unit arguments[0])
  logarithm,    // log|base|
  root,         // base^(1/order) for a base that is never negative, or |base|^(1/order) with of_modulus
  cube_root,    // cbrt(base)
  radical,      // sqrt(base)
  absolute,     // |base|
  cosine,       // cos(unit arguments[0])
  sine,         // sin(unit arguments[0])
};

struct Atom {
  AtomKind kind = AtomKind::variable;
  NodeId node{};
  const Function* function = nullptr;
  std::vector<Fraction> arguments;
  Rational unit;
  std::optional<Polynomial> base;
  bool of_modulus = false;
  unsigned long order = 0;  // > 0: atom^order = power, a polynomial in earlier atoms
  std::optional<Polynomial> power;
};

/// atom^order = base itself, not its modulus.
inline bool is_plain_root(const Atom& atom) {
  return atom.order > 0 && atom.base && !atom.base->is_constant() && *atom.base == *atom.power;
}

/// rational * part, a summand of an argument.
struct LinearPart {
  Rational coefficient;
  Fraction part;
};

class AtomField {
 public:
  AtomField(const Graph& graph, std::size_t most_atoms) : graph_(graph), ring_(most_atoms) {}

  /// The fractions of formulas; throws NoNormalForm.
  std::vector<Fraction> evaluate(std::span<const NodeId> roots);

  const Graph& graph() const noexcept { return graph_; }
  const Ring& ring() const noexcept { return ring_; }
  const std::deque<Atom>& atoms() const noexcept { return atoms_; }

  // Arithmetic.
  Fraction number(const Rational& value) const;
  Fraction of_polynomial(Polynomial p) const { return {std::move(p), Polynomial(ring_, 1)}; }
  Fraction of_atom(std::size_t index) const { return of_polynomial(Polynomial::variable(ring_, index)); }
  Fraction make(Polynomial numerator, Polynomial denominator) const;
  Fraction add(const Fraction& a, const Fraction& b) const;
  Fraction subtract(const Fraction& a, const Fraction& b) const { return add(a, negate(b)); }
  Fraction negate(const Fraction& a) const { return {-a.numerator, a.denominator}; }
  Fraction multiply(const Fraction& a, const Fraction& b) const;
  Fraction divide(const Fraction& a, const Fraction& b) const;
  Fraction power(const Fraction& a, long n) const;
  /// Uses the relations of the atoms: no atom with a relation is left to its order or above.
  Polynomial reduce(Polynomial p) const;
  Factorization factored(const Fraction& a);

  // Signs.
  Sign sign_of(const Polynomial& p);
  /// Records that the product is >= 0 (> 0 when strict); NoNormalForm for what contradicts.
  void learn(const Factorization& f, bool strict);
  void learn_positive(const Fraction& a) { learn(factored(a), true); }

  // Atoms.
  Fraction call(const Function& function, std::vector<Fraction> arguments);
  Fraction opaque(NodeId id);
  Fraction pi();

  // Powers, exponentials and logarithms (atom_field_powers.cpp).
  Fraction absolute(const Fraction& a);
  Fraction square_root(const Fraction& a);
  Fraction cube_root(const Fraction& a);
  Fraction rational_power(const Fraction& a, const Rational& exponent);
  Fraction exponential(const Fraction& a);
  /// log|a|.
  Fraction logarithm(const Fraction& a);
  Fraction logarithm_of_modulus(const Polynomial& base);
  std::vector<LinearPart> linear_parts(const Fraction& a) const;

  // Trigonometric functions, Gamma (atom_field_functions.cpp).
  std::pair<Fraction, Fraction> cosine_and_sine(const Fraction& a);
  Fraction log_gamma(const Function& function, const Fraction& a);
  Fraction gamma(const Function& function, const Fraction& a);
  Fraction digamma(const Function& function, const Fraction& a);

  // erf by erfc or normal_cdf where one of them is written for this argument or its negative, so that tails stay tails.
  Fraction error_function(const Function& function, const Fraction& a);
  /// erfc(a); `value` makes it when it is not yet known.
  template <class F>
  Fraction error_tail(const Fraction& a, F&& value) {
    if (a.is_zero()) return number(1);
    if (const std::optional<Fraction> known = known_tail(a)) return *known;
    tails_.push_back({a, value()});
    if (erf_asked_) changed_ = true;
    return tails_.back().value;
  }

 private:
  struct Fact {
    Polynomial base;
    Sign sign;
  };
  struct Unit {
    bool angle;
    Fraction part;
    Rational unit, largest;
  };
  struct Order {
    Polynomial base;
    bool of_modulus;
    unsigned long order;
  };
  struct Shift {
    const Function* function;
    Fraction base;
    long top;
  };

  struct Tail {
    Fraction argument, value;
  };

  std::optional<Fraction> known_tail(const Fraction& a) const;
  std::vector<NodeId> unconditional(std::span<const NodeId> roots) const;
  using Values = std::unordered_map<NodeId, Fraction>;
  Fraction value_of(NodeId id, const Values& values);
  Fraction written_power(NodeId id, const Fraction& base, const Fraction& exponent);

  std::size_t add_atom(Atom atom);
  std::optional<std::size_t> find_atom(AtomKind kind, const Polynomial& base) const;
  Sign atom_sign(std::size_t index);
  Sign known_sign(const Polynomial& p);
  void add_fact(const Polynomial& base, Sign sign);
  const Factors& factors_of(const Polynomial& p);

  Fraction modulus(const Polynomial& base);
  Fraction power_of_modulus(const Polynomial& base, const Rational& exponent);
  Fraction power_of_number(const Rational& base, const Rational& exponent);
  Fraction root(const Polynomial& base, bool of_modulus, const Rational& exponent);
  Fraction exponential_part(const Rational& coefficient, const Fraction& part);
  Rational unit_for(bool angle, const Fraction& part, const Rational& coefficient, long limit);
  std::pair<Fraction, Fraction> angle_part(const Rational& coefficient, const Fraction& part);
  /// a = base + steps, and the largest number of steps seen for this base.
  struct Shifted {
    Fraction base;
    long steps, top;
  };
  Shifted shifted(const Function& function, const Fraction& a);
  std::optional<Fraction> gamma_value(const Fraction& a);

  const Graph& graph_;
  Ring ring_;
  std::deque<Atom> atoms_;
  std::vector<std::size_t> relations_;  // atoms with an order
  // What is learnt in one pass over the formulas and makes another pass necessary when it changes.
  bool changed_ = false, asked_in_vain_ = false, erf_asked_ = false;
  std::vector<Fact> facts_;
  std::vector<Unit> units_;
  std::vector<Order> orders_;
  std::vector<Shift> shifts_;
  std::vector<Tail> tails_;
  std::deque<std::pair<Polynomial, Factors>> factors_;
};

/// One function of the table by its rule; nothing for a function without one.
std::optional<Fraction> apply_rule(AtomField& field, const Function& function, std::span<const Fraction* const> a);

}  // namespace lemmacheck::numerics::algebra
