// A theorem over whole ranges of its parameters: certified for every point, by boxes that are split until decided.
#pragma once

#include <functional>

#include "verify/evaluate.hpp"

namespace lemmacheck::verify {

/// A closed box of the free variables; ends of integer variables are whole.
struct Box {
  std::vector<numerics::Rational> lower, upper;
};

/// A box on which the verdict is the same for every point (of an integer variable: for every integer).
struct Segment {
  Box box;
  TheoremVerdict verdict = TheoremVerdict::undecided;
  std::vector<std::string> failing;   // what certainly fails on all of the box
  std::string reason;                 // of undefined and undecided
  numerics::Precision precision{64};  // at which an evaluation of the whole box gave the verdict
};

struct RangeOptions {
  numerics::Precision precision{64};
  numerics::Precision limit{4096};   // for single points
  std::size_t most_boxes = 1000000;  // then the rest is undecided
  double relative_width = 1e-9;      // real variables are not split further
  bool keep_evaluated = false;       // for a certificate
  bool verdict_only = false;         // not everything that fails need be named
  std::function<void(std::size_t decided, std::size_t waiting)> progress;
  std::function<bool()> stop;  // true: end now, the rest is undecided
};

struct RangeResult {
  TheoremVerdict verdict = TheoremVerdict::undecided;
  std::vector<FreeVariable> range;
  std::size_t boxes = 0;           // evaluated
  std::vector<Segment> segments;   // a cover of the range, in order; neighbours with the same verdict are merged when
                                   // there is one free variable
  std::vector<Segment> evaluated;  // with keep_evaluated: the cover before neighbours are merged
};

/// Decides the theorem on the whole range of the binding's free variables. `holds`: on every point; `fails`: on some
/// point certainly (its segments say where); the result does not depend on the number of threads.
RangeResult decide_range(const Theorem& theorem, const Binding& binding, const RangeOptions& options = {});

/// One point of a table: its settings as text and what the theorem does there.
struct TablePoint {
  std::vector<Text> settings;
  Evaluation evaluation;
};

/// Evaluates the theorem at many points, in parallel; results are in the order of `points`.
std::vector<TablePoint> evaluate_points(const Theorem& theorem, const std::vector<std::vector<Text>>& points,
                                        const EvaluationOptions& options = {},
                                        const std::function<void(std::size_t done)>& progress = {});

}  // namespace lemmacheck::verify
