// Whether a formula lies in an interval wherever the parameters lie in their domains.
#pragma once

#include "verify/theorem.hpp"

namespace lemmacheck::verify {

/// Whether end < node (`strict`) or end <= node certainly holds. `boxes`: where the variables of the graph lie, open
/// ends counted in; that an open end of a parameter is never reached is used for it and for positive multiples of it.
bool certainly_above(const Theorem& theorem, std::span<const numerics::BigInterval> boxes, numerics::NodeId node,
                     numerics::NodeId end, bool strict);
/// Whether node < end or node <= end certainly holds.
bool certainly_below(const Theorem& theorem, std::span<const numerics::BigInterval> boxes, numerics::NodeId node,
                     numerics::NodeId end, bool strict);
/// Whether the node is an integer wherever the integer parameters are.
bool certainly_integer(const Theorem& theorem, numerics::NodeId node);

}  // namespace lemmacheck::verify
