#include "verify/range.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "numerics/error.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::BigInterval;
using numerics::Precision;
using numerics::Rational;
using numerics::Truth;

/// About -log2 of the relative width: the bits that a number needs to tell the ends apart.
long bits_between(const Rational& lower, const Rational& upper) {
  const Rational size = std::max(abs(lower), abs(upper));
  const Rational width = lower == upper ? Rational(1) : upper - lower;
  const Rational ratio = size / width;
  return static_cast<long>(mpz_sizeinbase(mpq_numref(ratio.data()), 2)) -
         static_cast<long>(mpz_sizeinbase(mpq_denref(ratio.data()), 2)) + 1;
}

/// A short decimal near `near`, strictly inside (lower, upper).
Rational short_decimal(const Rational& near, const Rational& lower, const Rational& upper) {
  Rational unit = 1;
  const Rational ten = 10, room = (upper - lower) / Rational(8);
  while (unit * ten <= room) unit *= ten;
  while (unit > room) unit /= ten;
  return floor(near / unit) * unit;
}

/// A cut strictly inside (lower, upper), near the geometric mean when both have a sign and differ much.
Rational cut_between(const Rational& lower, const Rational& upper) {
  Rational near = (lower + upper) / Rational(2);
  if (lower.sign() > 0 && upper >= Rational(4) * lower) {
    const Precision precision(64);
    const BigInterval mean = sqrt(BigInterval(lower, precision) * BigInterval(upper, precision)).approx_midpoint();
    const Rational geometric = mean.lower_rational();
    if (lower < geometric && geometric < upper) near = geometric;
  }
  const Rational cut = short_decimal(near, lower, upper);
  return lower < cut && cut < upper ? cut : near;
}

class RangeSearch {
 public:
  RangeSearch(const Theorem& theorem, const Binding& binding, const RangeOptions& options)
      : theorem_(theorem),
        binding_(binding),
        options_(options),
        evaluators_([&] { return Evaluator(theorem, binding); }) {}

  RangeResult run() {
    RangeResult result;
    result.range = binding_.free();
    Box all;
    for (const FreeVariable& v : result.range) {
      all.lower.push_back(v.lower);
      all.upper.push_back(v.upper);
    }
    std::vector<Box> waiting{all};
    while (!waiting.empty()) {
      if (options_.stop && options_.stop()) break;
      if (result.boxes + waiting.size() > options_.most_boxes) break;
      std::vector<Judged> judged(waiting.size());
      tbb::parallel_for(std::size_t{0}, waiting.size(), [&](std::size_t i) { judged[i] = judge(waiting[i]); });
      result.boxes += waiting.size();
      std::vector<Box> next;
      for (auto& [segment, axis] : judged) {
        if (axis)
          split(segment.box, *axis, next);
        else
          result.segments.push_back(std::move(segment));
      }
      waiting = std::move(next);
      if (options_.progress) options_.progress(result.segments.size(), waiting.size());
    }
    for (Box& box : waiting)
      result.segments.push_back({std::move(box), TheoremVerdict::undecided, {}, "the search was ended by its budget"});
    check_cover(result, all);
    finish(result);
    return result;
  }

 private:
  bool is_point(const Box& box) const { return box.lower == box.upper; }

  std::vector<BigInterval> enclosure(const Box& box, Precision precision) const {
    std::vector<BigInterval> made;
    for (std::size_t i = 0; i < box.lower.size(); ++i) made.emplace_back(box.lower[i], box.upper[i], precision);
    return made;
  }

  struct Judged {
    Segment segment;
    std::optional<std::size_t> axis;  // to split, none when the box is decided or cannot be split
  };

  Judged judge(const Box& box) {
    Evaluator& evaluator = evaluators_.local();
    for (Precision precision = needed(box);; precision = Precision(2 * precision.bits)) {
      Evaluation e = evaluator.on_box(enclosure(box, precision), precision, options_.verdict_only);
      const bool decided = is_decided(e);
      if (decided || !is_point(box) || precision.bits * 2 > options_.limit.bits) {
        if (!decided && is_point(box))
          e.reason += " is not decided at " + std::to_string(precision.bits) + " bits, the limit";
        const auto axis = decided ? std::nullopt : axis_to_split(box, e);
        return {{box, e.verdict, std::move(e.failing), std::move(e.reason), precision}, axis};
      }
    }
  }

  static bool is_decided(const Evaluation& e) {
    return e.verdict == TheoremVerdict::holds || e.verdict == TheoremVerdict::fails;
  }

  /// A narrow box needs more bits, or rounding is all that is left of it.
  Precision needed(const Box& box) const {
    long bits = options_.precision.bits;
    for (std::size_t i = 0; i < box.lower.size(); ++i)
      bits = std::max(bits, options_.precision.bits + bits_between(box.lower[i], box.upper[i]) - 16);
    return Precision(bits);
  }

  /// The variable whose width keeps the box undecided: the one without which the conditions are known best; the widest,
  /// relative to its size, where that makes no difference.
  std::optional<std::size_t> axis_to_split(const Box& box, const Evaluation& whole) {
    std::vector<std::pair<double, std::size_t>> wide;  // the widest first
    for (std::size_t i = 0; i < box.lower.size(); ++i) {
      const Rational &low = box.lower[i], &high = box.upper[i];
      if (low == high) continue;
      const FreeVariable& v = binding_.free()[i];
      const double width = low.sign() > 0 ? std::log((high / low).approx_double())
                                          : ((high - low) / (v.upper - v.lower)).approx_double();
      if (!v.integer && width < options_.relative_width) continue;
      if (!v.integer && whole.verdict == TheoremVerdict::undefined) continue;  // so at every point of the box
      wide.emplace_back(-width, i);
    }
    if (wide.empty()) return std::nullopt;
    std::ranges::stable_sort(wide);
    std::size_t best = wide.front().second;
    if (wide.size() == 1) return best;
    double least = infinity;
    for (const auto& [width, i] : wide) {
      if (least == 0) break;
      const double left = uncertainty_without(box, i, whole);
      if (left < least) {
        least = left;
        best = i;
      }
    }
    return best;
  }

  /// How much of the width of the conditions that are open is left when one variable stays at a middle point.
  double uncertainty_without(Box box, std::size_t axis, const Evaluation& whole) {
    Rational middle = cut_between(box.lower[axis], box.upper[axis]);
    if (binding_.free()[axis].integer) middle = floor(middle);
    box.lower[axis] = box.upper[axis] = middle;
    const Precision precision = needed(box);
    const Evaluation e = evaluators_.local().on_box(enclosure(box, precision), precision, options_.verdict_only);
    if (is_decided(e)) return 0;
    double left = 0;
    for (std::size_t i = 0; i < e.conditions.size(); ++i) {
      const double was = width(whole.conditions[i].slack.value), is = width(e.conditions[i].slack.value);
      if (whole.conditions[i].truth == Truth::unknown) left += was < infinity ? is / was : is < infinity ? 0 : 1;
    }
    return left;
  }

  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static double width(const BigInterval& x) { return x.is_bounded() ? x.upper_double() - x.lower_double() : infinity; }

  void split(const Box& box, std::size_t axis, std::vector<Box>& into) const {
    Rational cut = cut_between(box.lower[axis], box.upper[axis]);
    Box left = box, right = box;
    if (binding_.free()[axis].integer) {
      cut = floor(cut);
      left.upper[axis] = cut;
      right.lower[axis] = cut + Rational(1);
    } else {
      left.upper[axis] = cut;
      right.lower[axis] = cut;
    }
    into.push_back(std::move(left));
    into.push_back(std::move(right));
  }

  /// Points of a box, or its volume: counts of integers times lengths.
  Rational measure(const Box& box) const {
    Rational product = 1;
    for (std::size_t i = 0; i < box.lower.size(); ++i) {
      const Rational length = box.upper[i] - box.lower[i];
      product *= binding_.free()[i].integer ? length + Rational(1) : length;
    }
    return product;
  }

  /// Boxes that split a range and are as large as the range together leave nothing out.
  void check_cover(const RangeResult& result, const Box& all) const {
    Rational total = 0;
    for (const Segment& s : result.segments) total += measure(s.box);
    LEMMACHECK_ASSERT(total == measure(all) && !result.segments.empty());
  }

  void finish(RangeResult& result) const {
    std::ranges::sort(result.segments, [](const Segment& a, const Segment& b) {
      return std::ranges::lexicographical_compare(a.box.lower, b.box.lower);
    });
    if (options_.keep_evaluated) result.evaluated = result.segments;
    if (result.range.size() == 1) {
      std::vector<Segment> merged;
      for (Segment& s : result.segments) {
        if (!merged.empty() && merged.back().verdict == s.verdict && merged.back().failing == s.failing)
          merged.back().box.upper = s.box.upper;
        else
          merged.push_back(std::move(s));
      }
      result.segments = std::move(merged);
    }
    const auto any = [&](TheoremVerdict v) {
      return std::ranges::find(result.segments, v, &Segment::verdict) != result.segments.end();
    };
    result.verdict = any(TheoremVerdict::fails)       ? TheoremVerdict::fails
                     : any(TheoremVerdict::undefined) ? TheoremVerdict::undefined
                     : any(TheoremVerdict::undecided) ? TheoremVerdict::undecided
                                                      : TheoremVerdict::holds;
  }

  const Theorem& theorem_;
  const Binding& binding_;
  const RangeOptions& options_;
  tbb::enumerable_thread_specific<Evaluator> evaluators_;
};

}  // namespace

RangeResult decide_range(const Theorem& theorem, const Binding& binding, const RangeOptions& options) {
  return RangeSearch(theorem, binding, options).run();
}

std::vector<TablePoint> evaluate_points(const Theorem& theorem, const std::vector<std::vector<Text>>& points,
                                        const EvaluationOptions& options,
                                        const std::function<void(std::size_t)>& progress) {
  std::vector<TablePoint> made(points.size());
  std::atomic<std::size_t> done = 0;
  tbb::parallel_for(std::size_t{0}, points.size(), [&](std::size_t i) {
    const Binding binding(theorem, points[i]);
    made[i] = {points[i], Evaluator(theorem, binding).at_point(options)};
    const std::size_t count = ++done;
    if (progress) progress(count);
  });
  return made;
}

}  // namespace lemmacheck::verify
