// A goal: what one step of a proof has to show.
//
// "At every point of the domain, f has a value and f >= 0" (f > 0 when strict). When `defined` is set, that f has a
// value everywhere on the domain is already known, and only the sign is left to show.
//
// A domain is triangular: the ends of a range are formulas in variables of earlier ranges. A point of the domain is
// given by real numbers (whole numbers for integer variables) inside all ranges that satisfy all hypotheses; where an
// end or a hypothesis has no value there is no point.
#pragma once

#include <vector>

#include "numerics/expression.hpp"

namespace lemmacheck::verify::kernel {

struct End {
  bool infinite = true;
  numerics::NodeId value{};  // unused when infinite
  bool open = true;          // always for an infinite end
};

struct Range {
  numerics::NodeId variable{};
  End lower, upper;
  bool integer = false;
};

/// value >= 0, or value > 0 when strict.
struct Hypothesis {
  numerics::NodeId value{};
  bool strict = false;
};

struct Domain {
  std::vector<Range> ranges;
  std::vector<Hypothesis> hypotheses;
};

struct Goal {
  numerics::NodeId f{};
  bool strict = false;
  bool defined = false;
  Domain domain;
};

}  // namespace lemmacheck::verify::kernel
