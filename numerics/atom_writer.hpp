// Fractions of polynomials in atoms as expressions. Internal.
#pragma once

#include "numerics/atom_field.hpp"

namespace lemmacheck::numerics::algebra {

class AtomWriter {
 public:
  AtomWriter(AtomField& field, Graph& graph) : field_(field), graph_(graph) {}

  NodeId atom(std::size_t index);
  /// Exponentials in the denominator are written with a negative exponent, the rest of it as a product of factors.
  NodeId fraction(const Fraction& a);
  NodeId polynomial(const Polynomial& p) { return polynomial(p, {}); }
  /// The product, 1 for no factors.
  NodeId product(const std::vector<NodeId>& factors);

 private:
  using Exponents = std::vector<long>;
  NodeId polynomial(const Polynomial& p, const Exponents& shift);
  NodeId monomial(const Rational& coefficient, const Exponents& exponents);
  NodeId power(NodeId base, long exponent);
  NodeId root(std::size_t index, long power);
  NodeId modulus(const Polynomial& base);
  NodeId written_exponential(const Fraction& exponent);
  std::optional<NodeId> as_power(const Rational& coefficient, const Fraction& part);
  NodeId negated(NodeId a) { return graph_.call("neg", {a}); }

  AtomField& field_;
  Graph& graph_;
  std::vector<std::optional<NodeId>> atoms_;
};

}  // namespace lemmacheck::numerics::algebra
