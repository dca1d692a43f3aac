// Branch and bound over boxes: finds a cover that proves a claim, or says where it is stuck. Untrusted.
//
// Best first, in rounds. A box is tried with values, the mean value form, the second order form (convexity; these two
// also with multiples of the hypotheses taken off f) and backward propagation, collapsed where f is monotone, narrowed
// to where the claim may fail, and cut where f changes most; unbounded ones at 0, 1, 2, 4 ... A claim with an inner
// form (cover_inner.hpp) is tried in that form when the first boxes do not settle it.
#pragma once

#include <functional>

#include "verify/kernel/cover.hpp"

namespace lemmacheck::verify::prover {

struct BoxSearchOptions {
  std::size_t most_boxes = 1'000'000;
  std::function<bool()> stop;  // true: end now
  bool parallel = true;
};

struct BoxSearchResult {
  bool proved = false;
  kernel::Cover cover;    // when proved
  std::size_t boxes = 0;  // looked at
  /// A search ends early, not proved, at a point where the claim certainly fails and at a box too small to cut.
  /// When not proved: the worst remaining boxes (lower bound of f lowest first, at most 16), and the point among the
  /// midpoints tried at which f (in doubles) was lowest.
  struct Box {
    std::vector<double> lower, upper;
  };
  std::vector<Box> worst;
  std::vector<double> lowest_point;
  double lowest_value = 0;
};

/// The same result for any number of threads.
BoxSearchResult search_boxes(const numerics::Graph& graph, const kernel::BoxProblem& problem,
                             const BoxSearchOptions& options = {});

}  // namespace lemmacheck::verify::prover
