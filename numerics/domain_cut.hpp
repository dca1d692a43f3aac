// Cutting an argument to the domain of a function.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::numerics {

/// Whether the edge of a domain belongs to it.
enum class DomainEdge { closed, open };

/// The part of x in {y >= edge} (closed) or {y > edge} (open: the result is the closure, its left end stands for the
/// limit). What is cut off is joined to `defined`; nothing left gives the empty interval and `nowhere`.
BigInterval cut_below(const BigInterval& x, long edge, DomainEdge kind, Defined& defined);
/// The same from above: {y <= edge} or {y < edge}.
BigInterval cut_above(const BigInterval& x, long edge, DomainEdge kind, Defined& defined);
/// The part in [low, high], both closed.
BigInterval cut_to(const BigInterval& x, long low, long high, Defined& defined);
/// The hull of the integers in x; anything but an integer point has points that are cut off.
BigInterval cut_to_integers(const BigInterval& x, Defined& defined);

}  // namespace lemmacheck::numerics
