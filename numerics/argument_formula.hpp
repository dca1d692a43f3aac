// Formulas recorded as text in the argument names a, b, c of a function.
#pragma once

#include <string>

#include "numerics/expression.hpp"

namespace lemmacheck::numerics {

/// The formula or condition with these arguments in place of a, b, c, in `graph`.
NodeId in_arguments(Graph& graph, const std::string& text, std::span<const NodeId> arguments,
                    const FunctionTable& functions);

}  // namespace lemmacheck::numerics
