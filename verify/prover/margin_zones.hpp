// Neighbourhoods of contacts on a line, and what they leave of a domain.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "numerics/rational.hpp"
#include "verify/kernel/goal.hpp"

namespace lemmacheck::verify::prover {

/// An open interval (lower, upper) around a contact; without a number on a side it goes on to the end of the domain
/// there. Ends are short decimals. The domain outside of the zones is exactly what remaining_parts() returns, so zones
/// may lie anywhere.
struct Zone {
  std::optional<numerics::Rational> lower, upper;
};

/// The zone of the given radius around x, rounded outward to tenths of the radius; whole for an integer variable. A
/// side that reaches the end of the range has no number.
std::optional<Zone> zone_around(const numerics::Graph& graph, const kernel::Range& range, double x,
                                const numerics::Rational& radius);
/// x > at (x < -at).
Zone zone_at_infinity(bool upper, const numerics::Rational& at);

/// In increasing order, overlapping ones joined.
std::vector<Zone> joined(std::vector<Zone> zones);

/// The range without the zones (joined, in order), as closed ranges between them.
std::vector<kernel::Range> remaining_parts(numerics::Graph& graph, const kernel::Range& range,
                                           const std::vector<Zone>& zones);
/// The range inside of one zone.
kernel::Range part_inside(numerics::Graph& graph, const kernel::Range& range, const Zone& zone);

bool contains(const Zone& zone, double x);
/// "x < 0.01", "x > 1000", "x in (0.99, 1.01)".
std::string zone_text(const std::string& name, const Zone& zone);

}  // namespace lemmacheck::verify::prover
