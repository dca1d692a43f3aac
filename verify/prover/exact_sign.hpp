// The sign of a constant, exactly.
#pragma once

#include <optional>

#include "numerics/expression.hpp"

namespace lemmacheck::verify::prover {

/// -1, 0, 1; nullopt when the constant has no value or its sign is not known. Graph nodes may be added.
std::optional<int> exact_sign(numerics::Graph& graph, numerics::NodeId constant);

}  // namespace lemmacheck::verify::prover
