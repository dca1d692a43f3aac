// That a theorem holds at no point of a range: cheaper than to decide the range, since one thing that certainly fails
// is enough on a box, and where to cut is chosen by what it brings.
#pragma once

#include <functional>
#include <optional>

#include "verify/box_split.hpp"
#include "verify/theorem.hpp"

namespace lemmacheck::verify {

struct NowhereOptions {
  numerics::Precision precision{64};
  numerics::Precision limit{1024};  // for single points
  std::size_t most_boxes = 1000000;
  std::function<void()> progress;  // after each round of boxes
};

struct Nowhere {
  bool shown = false;
  std::size_t boxes = 0;    // looked at
  std::optional<Box> open;  // not shown: one on which nothing certainly fails (a single point, or the budget ended)
};

/// Statement    at every point of the range of the binding some event has no admissible value or some condition is
/// false Kind         certified, by a cover of the range: on each box one part of the theorem (theorem_part.hpp)
/// certainly
///              fails
/// Returns      `shown`, or a box that is left; the same for any number of threads
/// Checked by   tests/verify/nowhere_test.cpp
Nowhere show_nowhere(const Theorem& theorem, const Binding& binding, const NowhereOptions& options = {});

}  // namespace lemmacheck::verify
