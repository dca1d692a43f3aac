#include "verify/nowhere.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "numerics/error.hpp"
#include "verify/evaluate.hpp"
#include "verify/theorem_part.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::Precision;
using numerics::Rational;

constexpr std::size_t all_parts_every = 8;  // rounds

/// What is known about a box.
struct Judged {
  std::optional<std::size_t> part;  // that fails on all of the box
  std::size_t axis = 0;             // where to cut when there is none
};

class NowhereSearch {
 public:
  NowhereSearch(const Theorem& theorem, const Binding& binding, const NowhereOptions& options)
      : binding_(binding), options_(options), parts_(failing_parts(theorem)), order_(parts_.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    failures_.resize(parts_.size());
  }

  Nowhere run() {
    Nowhere result;
    const Box all = whole_range(binding_.free());
    Rational covered = 0;
    std::vector<Box> waiting{all};
    for (std::size_t round = 0; !waiting.empty(); ++round) {
      if (result.boxes + waiting.size() > options_.most_boxes) {
        result.open = waiting.front();
        return result;
      }
      choose_parts(round);
      std::vector<Judged> judged(waiting.size());
      tbb::parallel_for(std::size_t{0}, waiting.size(), [&](std::size_t i) { judged[i] = judge(waiting[i]); });
      result.boxes += waiting.size();
      std::vector<Box> next;
      for (std::size_t i = 0; i < waiting.size(); ++i) {
        if (judged[i].part) {
          ++failures_[*judged[i].part];
          covered += measure(waiting[i], binding_.free());
        } else if (waiting[i].is_point()) {
          result.open = waiting[i];
          return result;
        } else {
          split(waiting[i], judged[i].axis, binding_.free(), next);
        }
      }
      waiting = std::move(next);
      if (options_.progress) options_.progress();
    }
    LEMMACHECK_ASSERT(covered == measure(all, binding_.free()));
    result.shown = true;
    return result;
  }

 private:
  using Evaluators = std::vector<std::optional<Evaluator>>;  // one for each part, made when it is needed

  /// Those that failed most often first; the others only now and then. Decided between rounds, so that it does not
  /// depend on the number of threads.
  void choose_parts(std::size_t round) {
    std::ranges::stable_sort(order_, std::greater{}, [&](std::size_t part) { return failures_[part]; });
    tried_ = order_.size();
    if (round % all_parts_every == 0 || failures_[order_[0]] == 0) return;
    while (failures_[order_[tried_ - 1]] == 0) --tried_;
  }

  const EvaluatedCondition& evaluated(std::size_t part, const Box& box, Precision precision, Evaluation& into) {
    Evaluators& evaluators = evaluators_.local();
    evaluators.resize(parts_.size());
    if (!evaluators[part]) evaluators[part].emplace(parts_[part], binding_);
    into = evaluators[part]->on_box(enclosure(box, precision), precision);
    return into.conditions[0];
  }

  Judged judge(const Box& box) {
    const bool point = box.is_point();
    for (Precision precision = precision_for(box, options_.precision);; precision = Precision(2 * precision.bits)) {
      std::size_t nearest = order_[0];
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < (point ? order_.size() : tried_); ++k) {
        Evaluation made;
        const EvaluatedCondition& condition = evaluated(order_[k], box, precision, made);
        if (made.verdict == TheoremVerdict::fails) return {order_[k]};
        const double missing = upper_part(condition);
        if (missing < least) {
          least = missing;
          nearest = order_[k];
        }
      }
      if (!point) return {std::nullopt, best_axis(box, nearest, precision)};
      if (2 * precision.bits > options_.limit.bits) return {};
    }
  }

  /// How much of the enclosure of the slack lies on the side where the condition is true; inf when nothing is known.
  static double upper_part(const EvaluatedCondition& condition) {
    const numerics::BigInterval& slack = condition.slack.value;
    if (slack.is_empty() || !slack.is_bounded()) return std::numeric_limits<double>::infinity();
    const double upper = slack.upper_double(), lower = slack.lower_double();
    return lower < 0 ? upper / -lower : std::numeric_limits<double>::infinity();
  }

  /// The axis along which the middle of the box alone would come nearest to failing: a guess, any axis is right.
  std::size_t best_axis(const Box& box, std::size_t part, Precision precision) {
    std::optional<std::size_t> best;
    double least = 0, widest = 0;
    for (std::size_t axis = 0; axis < box.lower.size(); ++axis) {
      if (box.lower[axis] == box.upper[axis]) continue;
      Box middle = box;
      middle.lower[axis] = middle.upper[axis] = cut_of(box, axis, binding_.free()[axis]);
      Evaluation made;
      const double missing = upper_part(evaluated(part, middle, precision, made));
      const double width = width_of(box, axis);
      if (!best || missing < least || (missing == least && width > widest)) {
        best = axis;
        least = missing;
        widest = width;
      }
    }
    return *best;
  }

  double width_of(const Box& box, std::size_t axis) const {
    const Rational &low = box.lower[axis], &high = box.upper[axis];
    if (low.sign() > 0) return std::log((high / low).approx_double());
    const FreeVariable& v = binding_.free()[axis];
    return ((high - low) / (v.upper - v.lower)).approx_double();
  }

  const Binding& binding_;
  const NowhereOptions& options_;
  const std::vector<Theorem> parts_;
  std::vector<std::size_t> order_, failures_;
  std::size_t tried_ = 0;  // of order_
  tbb::enumerable_thread_specific<Evaluators> evaluators_;
};

}  // namespace

Nowhere show_nowhere(const Theorem& theorem, const Binding& binding, const NowhereOptions& options) {
  return NowhereSearch(theorem, binding, options).run();
}

}  // namespace lemmacheck::verify
