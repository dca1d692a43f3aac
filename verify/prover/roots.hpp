// Formulas at which another formula may vanish.
#pragma once

#include <vector>

#include "numerics/expression.hpp"

namespace lemmacheck::verify::prover {

/// Formulas in the other variables, simplified, that `variable` may have where f = 0: from factors a + b A(u) with A
/// one of log, exp, atan, sqrt or the identity, u = c + d variable, and from a + b variable^2 (the positive root).
/// Candidates: where one has a value, f need not vanish there.
std::vector<numerics::NodeId> root_formulas(numerics::Graph& graph, const numerics::FunctionTable& functions,
                                            numerics::NodeId f, numerics::NodeId variable);

}  // namespace lemmacheck::verify::prover
