// Checks of what a function table records about its functions, for every function in it.
#pragma once

#include "numerics/function.hpp"

namespace lemmacheck::test_support {

/// Every derivative on record against difference quotients, by the mean value theorem on tiny steps.
void check_derivatives(const numerics::FunctionTable& table);

/// Every number type of every function at the same random rational points: exact values and binary64 against `big`,
/// `big` against itself at another precision, and the double for search near them.
void check_number_types(const numerics::FunctionTable& table);

/// Every direction on record against the values at random pairs of points that differ in one argument.
void check_directions(const numerics::FunctionTable& table);

}  // namespace lemmacheck::test_support
