// One-sided limits, exactly, by expansion in a scale of powers, logarithms and exponentials.
#pragma once

#include <optional>
#include <vector>

#include "numerics/expression.hpp"

namespace lemmacheck::verify::kernel {

/// Where a variable goes: to a finite value from above or below, or to an infinite end.
struct Approach {
  numerics::NodeId variable{};
  bool infinite = true;
  numerics::NodeId to{};    // a formula without the variable; unused when infinite
  bool from_above = false;  // finite: the variable decreases to `to`; infinite: it goes to -inf
};

/// The limit of f for fixed values of the other variables.
struct Limit {
  enum class Kind { finite, plus_infinity, minus_infinity };
  Kind kind = Kind::finite;
  numerics::NodeId value{};                // of a finite one: a formula in the other variables
  bool above = false, below = false;       // f > value (f < value) near the end, where that is known
  std::vector<numerics::NodeId> positive;  // the limit is right at every point of the other variables where all of
                                           // these are > 0 (signs of leading coefficients)
};

/// Expands f at the end: rational operations, powers, roots, exp, log, atan, erf and erfc, sin and cos at finite
/// points, lgamma at infinity by Stirling's series, and analytic functions at interior points by their derivatives.
/// nullopt when the expansion is not found. The statement is exact: no rounding takes part, zero tests are
/// equal_where_defined() and constant_sign(). It is made for values of the other variables at which the parts of f and
/// of approach.to that are free of the variable have values; f then has a value near the end.
std::optional<Limit> limit(numerics::Graph& graph, numerics::NodeId f, const Approach& approach);

}  // namespace lemmacheck::verify::kernel
