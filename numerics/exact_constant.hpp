// The sign of a formula without variables, exactly.
#pragma once

#include <optional>

#include "numerics/expression.hpp"

namespace lemmacheck::numerics {

/// -1, 0 or 1; nullopt when the formula has no value, or is not known. f has no variables.
/// Rational arithmetic first, then enclosures at rising precision; a zero is proved by Calcium within limits of size.
std::optional<int> exact_sign(const Graph& graph, NodeId f);

}  // namespace lemmacheck::numerics
