// Signs of a formula at sample points of a domain: what the search goes by. Nothing here proves anything.
#pragma once

#include <vector>

#include "numerics/tape.hpp"
#include "verify/kernel/goal.hpp"

namespace lemmacheck::verify::prover {

struct SamplePoint {
  std::vector<numerics::BigInterval> variables;  // by the graph's index of the variable
  std::vector<numerics::Interval> rounded;       // the same, outward to binary64
  std::vector<double> coordinates;               // by range
};

/// Points of the domain, spread over ranges, close to their ends and far out; for one variable in increasing order.
std::vector<SamplePoint> sample_points(const numerics::Graph& graph, const kernel::Domain& domain);

/// Signs at the points: 1, -1, 0 (not told apart from 0), 2 (no value).
struct SignPattern {
  std::vector<int> signs;
  int positive = 0, negative = 0, unknown = 0, undefined = 0;
  bool only_nonnegative() const { return negative == 0 && undefined < static_cast<int>(signs.size()); }
  bool only_nonpositive() const { return positive == 0 && undefined < static_cast<int>(signs.size()); }
  bool all_zero() const { return positive == 0 && negative == 0 && unknown > 0; }
};
/// `while_plausible`: only up to the first point where f is negative or has no value.
SignPattern sign_pattern(const numerics::Graph& graph, numerics::NodeId f, const std::vector<SamplePoint>& points,
                         bool while_plausible = false);

}  // namespace lemmacheck::verify::prover
