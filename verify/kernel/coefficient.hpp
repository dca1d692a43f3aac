// Coefficients of expansions: sums of products of powers of atoms, with rational numbers in front.
//
// An atom is an expression that is kept as it is. Sums and products are worked out exactly and nothing else is
// simplified, so a coefficient equals the formula it came from wherever that formula has a value.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "numerics/expression.hpp"

namespace lemmacheck::verify::kernel {

/// Atoms known to be positive, besides numbers, pi, e and calls of functions with positive values.
using PositiveAtoms = std::set<numerics::NodeId>;

class Coefficient {
 public:
  Coefficient() = default;                        // 0
  Coefficient(const numerics::Rational& number);  // NOLINT(google-explicit-constructor): numbers are coefficients
  Coefficient(long number) : Coefficient(numerics::Rational(number)) {}  // NOLINT(google-explicit-constructor)
  static Coefficient atom(numerics::NodeId id, const numerics::Rational& exponent = 1);
  /// base^exponent for a rational base > 0; nullopt when the result would be huge.
  static std::optional<Coefficient> power_of_number(const numerics::Rational& base, const numerics::Rational& exponent);

  /// Whether nothing is left; false says nothing.
  bool is_zero() const noexcept { return terms_.empty(); }
  std::optional<numerics::Rational> number() const;
  std::size_t size() const noexcept { return terms_.size(); }

  friend Coefficient operator+(const Coefficient& a, const Coefficient& b);
  friend Coefficient operator-(const Coefficient& a, const Coefficient& b);
  friend Coefficient operator*(const Coefficient& a, const Coefficient& b);
  friend bool operator==(const Coefficient&, const Coefficient&) = default;

  /// this^exponent where this is not 0, and > 0 when the exponent is not whole; nullopt when it would be huge.
  std::optional<Coefficient> power(numerics::Graph& graph, const numerics::Rational& exponent,
                                   const PositiveAtoms& positive = {}) const;
  /// The sign where it shows: all terms are numbers of one sign times powers of positive atoms.
  std::optional<int> evident_sign(const numerics::Graph& graph, const PositiveAtoms& positive) const;
  numerics::NodeId node(numerics::Graph& graph) const;

  struct Monomial {
    std::vector<std::pair<numerics::NodeId, numerics::Rational>> atoms;    // by id; exponents not 0
    std::vector<std::pair<numerics::Rational, numerics::Rational>> roots;  // whole bases > 1, exponents in (0, 1)
    friend auto operator<=>(const Monomial&, const Monomial&) = default;
    friend bool operator==(const Monomial&, const Monomial&) = default;
  };
  const std::map<Monomial, numerics::Rational>& terms() const noexcept { return terms_; }
  /// The term alone.
  static Coefficient of(const Monomial& monomial, const numerics::Rational& number);
  static bool is_positive_atom(const numerics::Graph& graph, numerics::NodeId id, const PositiveAtoms& positive);

 private:
  void add(const Monomial& monomial, const numerics::Rational& number);

  std::map<Monomial, numerics::Rational> terms_;
};

}  // namespace lemmacheck::verify::kernel
