// Branch and bound over boxes: finds a cover that proves a claim, or says where it is stuck. Untrusted.
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
