#include "verify/sparse_xor/smallest_step.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "numerics/error.hpp"
#include "numerics/interval_functions.hpp"
#include "verify/sparse_xor/interval_sums.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::BigInterval;
using numerics::Interval;
using numerics::Precision;
using numerics::Truth;

namespace {

// exp below this is slow to compute and matters to no sum here.
constexpr double tiny_exponent = -690.0;
constexpr double tiny_term = 1e-299;  // > exp(-690)
constexpr double largest_step = 1e300;

/// u_k - u_o and h_k - h_o of one head for every k but o.
struct Lags {
  std::vector<Interval> start, half_slope;
};

Lags lags_behind(const InstanceCertificate& c, std::size_t head, std::size_t position) {
  Lags lags;
  const Interval u = c.before.score[head].interval_at(position);
  const Interval h = c.alignment[head].interval_at(position);
  for (std::size_t k = 0; k < c.positions; ++k) {
    if (k == position) continue;
    lags.start.push_back(c.before.score[head].interval_at(k) - u);
    lags.half_slope.push_back(c.alignment[head].interval_at(k) - h);
  }
  return lags;
}

/// What the head does on that position when eta grows.
enum class Trend { falls, stays_away, unclear };

Trend trend_of(const Lags& lags, const Interval& threshold) {
  bool falls = true;
  for (std::size_t k = 0; k < lags.start.size(); ++k) {
    falls = falls && lags.half_slope[k].upper() < 0;
    if (lags.half_slope[k].lower() >= 0 && less(threshold, exp(lags.start[k])) == Truth::yes) return Trend::stays_away;
  }
  return falls ? Trend::falls : Trend::unclear;
}

/// Encloses F(eta).
Interval odds_against(const Lags& lags, double eta) {
  const Interval twice = Interval(eta) + Interval(eta);
  return for_each_position<1>(lags.start.size(), [&](std::size_t k, auto& sum) {
    const Interval exponent = lags.start[k] + twice * lags.half_slope[k];
    sum[0] = sum[0] + (exponent.upper() < tiny_exponent ? Interval(0.0, tiny_term) : exp(exponent));
  })[0];
}

class Search {
 public:
  Search(std::array<Lags, 2> lags, const Interval& threshold) : lags_(std::move(lags)), threshold_(threshold) {}

  SmallestStep run(double relative_width) const {
    SmallestStep step;
    double eta = first_guess();
    for (Truth truth = works(eta); truth != Truth::yes; truth = works(eta)) {
      if (truth == Truth::no) step.fails = eta;
      eta *= 2.0;
      if (!(eta < largest_step)) return {};
    }
    step.works = eta;
    while (step.works > step.fails * (1.0 + relative_width)) {
      const double middle = step.fails > 0.0 ? 0.5 * (step.fails + step.works) : 0.25 * step.works;
      const Truth truth = works(middle);
      if (truth == Truth::unknown || middle < 1.0 / largest_step) break;
      (truth == Truth::yes ? step.works : step.fails) = middle;
    }
    step.outcome = StepSearch::found;
    return step;
  }

 private:
  Truth works(double eta) const {
    return less_equal(odds_against(lags_[0], eta), threshold_) & less_equal(odds_against(lags_[1], eta), threshold_);
  }

  /// The inverse of the largest slope: nothing has moved by much there.
  double first_guess() const {
    double steepest = 0.0;
    for (const Lags& lags : lags_) {
      for (const Interval& slope : lags.half_slope) steepest = std::max(steepest, slope.magnitude());
    }
    const double guess = 0.5 / steepest;
    return std::isfinite(guess) && guess > 0.0 ? guess : 1.0;
  }

  std::array<Lags, 2> lags_;
  Interval threshold_;
};

}  // namespace

AlignmentMargins alignment_margins(const InstanceCertificate& c) {
  if (c.alignment[0].size() == 0) return {Interval::entire(), Interval::entire()};
  std::array<AlignmentMargins, 2> heads;
  for (std::size_t head = 0; head < 2; ++head) {
    const std::size_t own = c.own[head];
    const std::size_t other = c.own[1 - head];
    const Interval leader = c.alignment[head].interval_at(own);
    bool is_first = true;
    for (std::size_t k = 0; k < c.positions; ++k) {
      if (k == own) continue;
      const Interval margin = leader - c.alignment[head].interval_at(k);
      if (k == other) {
        heads[head].partner = margin;
      } else {
        heads[head].ambient = is_first ? margin : min(heads[head].ambient, margin);
        is_first = false;
      }
    }
  }
  return {min(heads[0].partner, heads[1].partner), min(heads[0].ambient, heads[1].ambient)};
}

SmallestStep smallest_step(const InstanceCertificate& c, double relative_width) {
  if (c.kind != AttentionKind::softmax || !(relative_width > 0.0)) {
    throw numerics::DomainError("LC243", "smallest_step: needs softmax attention and a relative width > 0");
  }
  if (c.alignment[0].size() == 0) return {};
  const Precision precision(128);
  const BigInterval e0 = sqrt(BigInterval(c.epsilon, precision)) / BigInterval(4L, precision);
  const Interval threshold(e0 / (BigInterval(1L, precision) - e0));
  // The two assignments of support positions to heads: what each head does on its position.
  const std::array<std::array<std::size_t, 2>, 2> assignments = {c.own, {c.own[1], c.own[0]}};
  std::array<std::array<Lags, 2>, 2> lags;
  std::array<bool, 2> never{}, falls{};
  for (std::size_t a = 0; a < 2; ++a) {
    falls[a] = true;
    for (std::size_t head = 0; head < 2; ++head) {
      lags[a][head] = lags_behind(c, head, assignments[a][head]);
      const Trend trend = trend_of(lags[a][head], threshold);
      never[a] = never[a] || trend == Trend::stays_away;
      falls[a] = falls[a] && trend == Trend::falls;
    }
  }
  if (never[0] && never[1]) return {StepSearch::none};
  for (std::size_t a = 0; a < 2; ++a) {
    if (falls[a] && never[1 - a]) return Search(std::move(lags[a]), threshold).run(relative_width);
  }
  return {};
}

}  // namespace lemmacheck::verify::sparse_xor
