// Violations too small for doubles: exact points ever closer to where a comparison is tight, and minima in high
// precision.
#pragma once

#include "verify/prover/exact_point.hpp"
#include "verify/prover/sample_search.hpp"

namespace lemmacheck::verify::prover {

/// A point near one of the tight points at which the statement certainly fails (or has no value).
std::optional<ExactPoint> search_near(Problem& problem, PointJudge& judge, const Completion& completion,
                                      const std::vector<ExactPoint>& tight, const std::function<bool()>& stop);

/// c + times * 10^-k.
Coordinate shifted(Problem& problem, const Coordinate& c, int times, int k);

/// Points far out on unbounded axes, beyond doubles too.
std::vector<ExactPoint> far_points(Problem& problem, const Completion& completion,
                                   const std::vector<ExactPoint>& bases);

/// One variable: minima of (larger - smaller) around the given numbers, found with enclosures of many bits.
std::vector<ExactPoint> precise_minima(Problem& problem, const std::vector<DoublePoint>& around,
                                       const std::function<bool()>& stop);

}  // namespace lemmacheck::verify::prover
