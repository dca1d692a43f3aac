// Monotone in a variable, proved from the form of an expression.
#pragma once

#include "numerics/tape.hpp"

namespace lemmacheck::verify {

/// How `root` moves with `variable` while the graph's variables lie anywhere in `boxes` (by variable index): signs of
/// parts come from enclosures over the boxes, the rest from the directions that functions have on record.
/// `unknown` says nothing.
numerics::Direction direction_in(const numerics::Graph& graph, numerics::NodeId root, numerics::NodeId variable,
                                 std::span<const numerics::BigInterval> boxes);

}  // namespace lemmacheck::verify
