// Rational normal forms: an expression as a quotient of two polynomials with integer coefficients in atoms.
//
// Atoms are variables and calls that are not rational operations (log(u), exp(u), sqrt(u), sin(u) ...), with arguments
// in normal form themselves. Identities are used that hold at every point where both of their sides have a value:
//   exp(u + v) = exp(u) exp(v), exp(q u) = exp(u)^q for whole q, expm1(u) = exp(u) - 1, sinh and cosh by exp,
//   tanh(u) = 1 - 2/(exp(2u) + 1), sigmoid, softplus, log1p, ln, log2, log10 by log, exp(log(u)) = u,
//   log(u v) = log(u) + log(v), log(u/v), log(u^n), log(exp(u)) = u, log(e) = 1, log of a rational by its primes,
//   sqrt(u)^2 = u, sqrt(u v) = sqrt(u) sqrt(v), cbrt(u)^3 = u, u^q for rational q by roots, u^v = exp(v log(u)),
//   sin(u)^2 = 1 - cos(u)^2, tan = sin/cos, odd and even functions of -u, sin and cos of a sum and of whole multiples,
//   erfc = 1 - erf, normal_cdf by erf, lgamma(u + n) = lgamma(u) + log(u) + ... for whole n, xlogx, kl and entropy by
//   log, abs(u)^2 = u^2.
// A zero normal form therefore proves equality wherever both expressions have a value. A non-zero one proves nothing.
#pragma once

#include <vector>

#include "numerics/expression.hpp"

namespace lemmacheck::numerics {

/// Whether f and g are equal at every point where both have a value. False: not known.
/// Constants that the normal form leaves are decided by Calcium (within a limit of time).
bool equal_where_defined(Graph& graph, NodeId f, NodeId g);

/// The sign of a formula without variables, exactly: -1, 0, 1; nullopt when it has no value, or is not known.
std::optional<int> constant_sign(Graph& graph, NodeId f);

/// content * product of factors[i].base ^ factors[i].exponent, exponents not 0 (negative ones: the denominator).
/// Bases are primitive, pairwise without a common factor and irreducible over the integers in the atoms; a base that
/// is a single atom is that expression. The product equals f wherever both have a value.
struct Factored {
  Rational content;
  struct Factor {
    NodeId base;
    int exponent;
  };
  std::vector<Factor> factors;
};

/// nullopt when the normal form grows beyond its limit (terms, degree) or f has no normal form (floor, if, booleans
/// are atoms, so this is rare).
std::optional<Factored> factored(Graph& graph, NodeId f);

/// f written as a polynomial in one of its atoms with coefficients free of that atom, over a common denominator:
/// f = (coefficients[0] + coefficients[1] atom + ...) / denominator.
struct PolynomialInAtom {
  NodeId atom;
  std::vector<NodeId> coefficients;
  NodeId denominator;
};

/// One entry per atom of f that is not a variable (log, exp, sqrt, erf ...), in increasing order of id.
std::vector<PolynomialInAtom> by_atoms(Graph& graph, NodeId f);

/// A short expression equal to f wherever both have a value (numerator and denominator expanded, like terms joined);
/// f itself when there is no normal form within the limit.
NodeId simplified(Graph& graph, NodeId f);

}  // namespace lemmacheck::numerics
