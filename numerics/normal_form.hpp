// Rational normal forms: an expression as a quotient of two polynomials with integer coefficients in atoms.
//
// Atoms are variables and calls that are not rational operations (log(u), exp(u), sqrt(u), sin(u) ...), with arguments
// in normal form themselves. Identities used:
//   exp(u + v) = exp(u) exp(v), exp(q u) = exp(u)^q for rational q, expm1(u) = exp(u) - 1, sinh, cosh, tanh, sigmoid by
//   exp, softplus, log1p, ln, log2, log10 by log, exp(log(u)) = u, u^v = exp(v log(u)),
//   log(u v) = log(u) + log(v), log(u^n) = n log(u), log(exp(u)) = u, log of a rational by its primes,
//   sqrt(u)^2 = u, sqrt(u v) = sqrt(u) sqrt(v) for u of known sign, u^q for rational q by roots, sqrt(u^2) = abs(u),
//   cbrt(u)^3 = u, abs(u)^2 = u^2, abs(u v) = abs(u) abs(v),
//   sin(u)^2 = 1 - cos(u)^2, tan = sin/cos, sin and cos of sums and multiples, their values at multiples of pi/12,
//   erf, asin, atan odd, erfc = 1 - erf, normal_cdf by erf, acos by asin,
//   lgamma(u + 1) = lgamma(u) + log(u), gamma, digamma likewise, xlogx, kl and entropy by log.
//
// What "equal where defined" means here. f = g is claimed at every point where f and g as written both have a value
// and moreover
//   - every base of a power whose exponent is not a rational number is positive (0^y is not exp(y log(0))), and
//   - no argument of xlogx is 0; for entropy(p) and kl(p, q): 0 < p < 1.
// Nothing more is left out: in the computation log(u) stands for log|u| and a root of unknown sign for |u|^(1/n), so
// that log(u v) = log(u) + log(v) holds wherever u v is not 0; log(x^2) = 2 log(x) is used for x > 0 only if log(x) is
// written somewhere, and then x > 0 holds at every point in question. Signs of subexpressions are taken from what is
// written (never from a branch of "if"): where log(u) has a value, u > 0.
// A zero normal form therefore proves equality at those points. A non-zero one proves nothing.
#pragma once

#include <optional>
#include <vector>

#include "numerics/expression.hpp"

namespace lemmacheck::numerics {

/// Whether f and g are equal where defined, in the sense above. False: not known.
/// Formulas without variables that the normal form leaves are decided by Calcium (within limits of size).
bool equal_where_defined(Graph& graph, NodeId f, NodeId g);

/// The sign of a formula without variables, exactly: -1, 0, 1; nullopt when it has no value, or is not known.
std::optional<int> constant_sign(Graph& graph, NodeId f);

/// content * product of factors[i].base ^ factors[i].exponent, exponents not 0 (negative ones: the denominator).
/// Bases are primitive, pairwise without a common factor and irreducible over the integers in the atoms (beyond a limit
/// of size possibly not irreducible); a base that is a single atom is that expression. The product equals f where
/// defined, in the sense above. f = 0: content 0 without factors.
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
/// f = (coefficients[0] + coefficients[1] atom + ...) / denominator. The atom may still occur inside arguments of other
/// atoms, and in the denominator (never as exp(u): exp(-u) is the atom then, when that frees the denominator of it).
struct PolynomialInAtom {
  NodeId atom;
  std::vector<NodeId> coefficients;
  NodeId denominator;
};

/// One entry per atom of f that is not a variable (log, exp, sqrt, erf ...), in increasing order of id.
std::vector<PolynomialInAtom> by_atoms(Graph& graph, NodeId f);

/// A short expression equal to f where defined, in the sense above (numerator expanded, like terms joined, common
/// factors cancelled, the denominator a product of factors); f itself when there is no normal form within the limit or
/// a much longer one. A logarithm of unknown sign is written log(abs(u)); xlogx(u) becomes u*log(u), without a value at
/// 0; tanh, sigmoid, softplus become formulas in exp, which overflow where these do not.
NodeId simplified(Graph& graph, NodeId f);

}  // namespace lemmacheck::numerics
