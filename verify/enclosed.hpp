// Enclosed quantities of theorem files: a pair of formulas, the ends, combined by the rules of interval arithmetic
// in the order written. Equal parts are never identified or cancelled, so a bound is exactly the one that the file
// writes down; lower(), upper() and mag() turn it back into an ordinary formula.
#pragma once

#include "numerics/expression.hpp"

namespace lemmacheck::verify {

/// A formula (lower == upper) or an enclosed quantity with its two end formulas.
struct Quantity {
  numerics::NodeId lower, upper;
  explicit Quantity(numerics::NodeId thin) : lower(thin), upper(thin) {}
  Quantity(numerics::NodeId lo, numerics::NodeId hi) : lower(lo), upper(hi) {}
  bool is_enclosed() const noexcept { return lower != upper; }
  friend bool operator==(const Quantity&, const Quantity&) = default;
};

/// pm(a, b), hull(a, b), lower(x), upper(x), mag(x): on top of bounds::functions().
const numerics::FunctionTable& theorem_functions();

/// function(arguments) by interval arithmetic on the end formulas. ParseError LC130 for a function that is not
/// monotone on an enclosed argument, or a comparison of enclosed quantities; LC113 for a comparison where a number is
/// expected, or the other way round.
Quantity apply(numerics::Graph& graph, const numerics::Function& function, std::span<const Quantity> arguments);

}  // namespace lemmacheck::verify
