#include "verify/prover/box_worker.hpp"

#include <cmath>

#include "verify/prover/box_multipliers.hpp"

namespace lemmacheck::verify::prover {
namespace {

using namespace numerics;
using kernel::CoverNode;

constexpr double infinity = std::numeric_limits<double>::infinity();
/// A narrowing is kept when it takes this part of some width away.
constexpr double worthwhile = 0.1;
constexpr int most_rounds = 8;
constexpr std::size_t most_curved = 12;  // variables

bool is_bounded(const WorkBox& box) {
  for (std::size_t i = 0; i < box.lower.size(); ++i)
    if (!(box.lower[i] > -infinity && box.upper[i] < infinity)) return false;
  return true;
}

/// Whether an interval has so few numbers inside that cutting it shows nothing any more.
bool is_tiny(double lower, double upper) {
  const double width = upper - lower;
  return width < infinity && width <= 1e-12 * std::max(std::fabs(lower), std::fabs(upper));
}

/// Where to cut an interval; nan when there is nothing between the ends. Unbounded ones at 0, 1, 2, 4 ...
double cut_between(double lower, double upper) {
  double at = 0;
  if (lower == -infinity || upper == infinity) {
    if (lower < 0 && upper > 0) return 0;
    at = lower >= 0 ? std::max(1.0, 2 * lower) : std::min(-1.0, 2 * upper);
  } else if (lower > 0 && upper > 1000 * lower) {
    at = __builtin_sqrt(lower) * __builtin_sqrt(upper);
  } else if (upper < 0 && lower < 1000 * upper) {
    at = -(__builtin_sqrt(-lower) * __builtin_sqrt(-upper));
  } else {
    at = 0.5 * lower + 0.5 * upper;
  }
  return lower < at && at < upper && at - at == 0 ? at : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

bool WorkBox::move_inward() {
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if (integer[i] == 0) continue;
    const Interval ends = BinaryNumbers::between(lower[i], upper[i]);
    lower[i] = ceil(ends).lower();
    upper[i] = floor(ends).upper();
    if (lower[i] > upper[i]) return false;
  }
  return true;
}

BoxWorker::BoxWorker(const kernel::BoxCode& code, bool strict, std::vector<std::uint8_t> strict_hypotheses)
    : code_(&code),
      strict_(strict),
      strict_hypotheses_(std::move(strict_hypotheses)),
      box_(code, BinaryNumbers()),
      point_(code, BinaryNumbers()),
      n_(code.variables),
      gradients_(n_),
      offsets_(n_),
      point_gradients_(n_),
      centre_(n_),
      found_(2 * n_) {}

void BoxWorker::set_box(const WorkBox& box) {
  for (std::size_t i = 0; i < n_; ++i) box_.variable(i) = BinaryNumbers::between(box.lower[i], box.upper[i]);
  box_.forward();
}

void BoxWorker::work(WorkBox& box, WorkResult& result) {
  const RoundUpward upward;
  box_bound_ = box.bound;
  if (!box.move_inward()) {
    close(result, "empty");
    return;
  }
  for (int round = 0;; ++round) {
    set_box(box);
    if (settled_by_values(box, result)) return;
    combine({});
    smooth_ = take_gradients();
    if (smooth_ && collapse(box, result)) continue;
    const bool bounded = is_bounded(box);
    if (smooth_ && bounded) {
      const int found = mean(box, result);
      if (found < 0 || result.refuted) return;
      if (found > 0 && round >= most_rounds) break;
      if (found > 0) continue;
    } else {
      for (std::size_t i = 0; i < n_; ++i) {
        const double at = cut_between(box.lower[i], box.upper[i]);
        centre_[i] = at == at ? at : box.lower[i];
      }
      try_point(box, centre_, result);
      if (result.refuted) return;
    }
    if (smooth_ && bounded && n_ <= most_curved && curvature(box, result)) return;
    if (result.refuted) return;
    if (smooth_ && bounded && choose_multipliers(box, result)) {
      const int found = mean(box, result);
      if (found < 0) return;
      if (found > 0 && round >= most_rounds) break;
      if (found > 0) continue;
      if (n_ <= most_curved && curvature(box, result)) return;
    }
    const int found = backward(box, result);
    if (found < 0) return;
    if (found == 0 || round >= most_rounds) break;
  }
  box.bound = box_bound_;
  cut(box, result);
}

void BoxWorker::combine(std::span<const double> multipliers) {
  multipliers_.assign(code_->hypotheses.size(), 0.0);
  std::ranges::copy(multipliers, multipliers_.begin());
  box_.set_combination(1, multipliers_);
  point_.set_combination(1, multipliers_);
}

bool BoxWorker::take_gradients() {
  if (!box_.differentiate(1)) return false;
  for (std::size_t i = 0; i < n_; ++i) {
    gradients_[i] = box_.gradient(i);
    if (gradients_[i].is_empty()) return false;
  }
  return true;
}

bool BoxWorker::settled_by_values(const WorkBox& box, WorkResult& result) {
  for (std::size_t h = 0; h < box.usable.size(); ++h) {
    if (box.usable[h] == 0) continue;
    const std::uint32_t slot = code_->hypotheses[h];
    const double upper = box_.value(slot).upper();
    if (box_.defined(slot) == Defined::nowhere || upper < 0 || (strict_hypotheses_[h] != 0 && upper <= 0))
      return close(result, "outside", {static_cast<double>(h)});
  }
  const Interval& f = box_.value(code_->f);
  if (box_.defined(code_->f) == Defined::nowhere || shows(f)) return close(result, "natural");
  box_bound_ = std::max(box_bound_, f.lower());
  return false;
}

bool BoxWorker::collapse(WorkBox& box, WorkResult& result) {
  bool any = false;
  for (std::size_t i = 0; i < n_; ++i) {
    if (box.lower[i] == box.upper[i]) continue;
    any = any || (gradients_[i].lower() >= 0 && box.lower[i] > -infinity) ||
          (gradients_[i].upper() <= 0 && box.upper[i] < infinity);
  }
  if (!any) return false;
  std::vector<std::uint8_t> holds(box.usable.size());
  for (std::size_t h = 0; h < holds.size(); ++h) {
    const std::uint32_t slot = code_->hypotheses[h];
    const double lower = box_.value(slot).lower();
    holds[h] = box.usable[h] == 0 ||
               (box_.defined(slot) == Defined::everywhere && (strict_hypotheses_[h] != 0 ? lower > 0 : lower >= 0));
  }
  std::vector<double> numbers(n_);
  any = false;
  for (std::size_t i = 0; i < n_; ++i) {
    if (box.lower[i] == box.upper[i]) continue;
    const bool rising = gradients_[i].lower() >= 0 && box.lower[i] > -infinity;
    const bool falling = gradients_[i].upper() <= 0 && box.upper[i] < infinity;
    bool allowed = rising || falling;
    for (std::size_t h = 0; h < holds.size(); ++h)
      allowed = allowed && (holds[h] != 0 || !code_->hypothesis_uses[h][i]);
    if (!allowed) continue;
    any = true;
    numbers[i] = rising ? -1 : 1;
  }
  if (!any) return false;
  for (std::size_t i = 0; i < n_; ++i) {
    if (numbers[i] == 0) continue;
    (numbers[i] < 0 ? box.upper[i] : box.lower[i]) = numbers[i] < 0 ? box.lower[i] : box.upper[i];
    box.integer[i] = 0;
    for (std::size_t h = 0; h < holds.size(); ++h)
      if (code_->hypothesis_uses[h][i]) box.usable[h] = 0;
  }
  step(result, "collapse", std::move(numbers));
  return true;
}

void BoxWorker::try_point(const WorkBox& box, std::span<const double> x, WorkResult& result) {
  for (std::size_t i = 0; i < n_; ++i) point_.variable(i) = BinaryNumbers::point(x[i]);
  point_.forward();
  const Interval& f = point_.value(code_->f);
  if (f.is_empty()) return;
  bool certain = point_.defined(code_->f) == Defined::everywhere;
  for (std::size_t h = 0; h < code_->hypotheses.size(); ++h) {
    const std::uint32_t slot = code_->hypotheses[h];
    const Interval& value = point_.value(slot);
    if (point_.defined(slot) == Defined::nowhere || value.upper() < 0) return;
    certain = certain && point_.defined(slot) == Defined::everywhere &&
              (strict_hypotheses_[h] != 0 ? value.lower() > 0 : value.lower() >= 0);
  }
  for (std::size_t i = 0; i < n_; ++i)
    certain = certain && (box.integer[i] == 0 || floor(BinaryNumbers::point(x[i])).lower() == x[i]);
  const double value = middle(std::max(f.lower(), -1e300), std::min(f.upper(), 1e300));
  if (result.point.empty() || value < result.value) {
    result.point.assign(x.begin(), x.end());
    result.value = value;
  }
  if (certain && (strict_ ? f.upper() <= 0 : f.upper() < 0)) {
    result.refuted = true;
    result.point.assign(x.begin(), x.end());
    result.value = value;
  }
}

int BoxWorker::mean(WorkBox& box, WorkResult& result) {
  for (std::size_t i = 0; i < n_; ++i) {
    // The centre for which the lower ends of the two halves of the mean value form are equal (Baumann).
    const double low = gradients_[i].lower(), high = gradients_[i].upper();
    double c = middle(box.lower[i], box.upper[i]);
    if (low >= 0) {
      c = box.lower[i];
    } else if (high <= 0) {
      c = box.upper[i];
    } else if (high - low < infinity) {
      c = std::clamp((high * box.lower[i] - low * box.upper[i]) / (high - low), box.lower[i], box.upper[i]);
    }
    centre_[i] = c;
  }
  try_point(box, centre_, result);
  const Interval at_centre = point_.combination();
  if (result.refuted || at_centre.is_empty()) return 0;
  for (std::size_t i = 0; i < n_; ++i)
    offsets_[i] = BinaryNumbers::subtract(box_.variable(i), BinaryNumbers::point(centre_[i]));
  Interval sum;
  if (!kernel::narrow_by_mean<BinaryNumbers>(box_.numbers(), at_centre, gradients_, offsets_, strict_, sum)) {
    close(result, "mean", with_multipliers(centre_));
    return -1;
  }
  if (sum.lower() > box_bound_) box_bound_ = sum.lower();
  for (std::size_t i = 0; i < n_; ++i) {
    const Interval x =
        BinaryNumbers::intersect(box_.variable(i), BinaryNumbers::add(BinaryNumbers::point(centre_[i]), offsets_[i]));
    found_[2 * i] = x.is_empty() ? box.lower[i] : x.lower();
    found_[2 * i + 1] = x.is_empty() ? box.upper[i] : x.upper();
  }
  return take(box, "newton", with_multipliers(centre_), result) ? (result.closed ? -1 : 1) : 0;
}

int BoxWorker::backward(WorkBox& box, WorkResult& result) {
  if (!box_.narrow(box.usable)) {
    close(result, "hc4");
    return -1;
  }
  for (std::size_t i = 0; i < n_; ++i) {
    found_[2 * i] = box_.variable(i).lower();
    found_[2 * i + 1] = box_.variable(i).upper();
  }
  return take(box, "narrow", {}, result) ? (result.closed ? -1 : 1) : 0;
}

bool BoxWorker::take(WorkBox& box, const char* rule, std::span<const double> centre, WorkResult& result) {
  bool much = false;
  for (std::size_t i = 0; i < n_; ++i) {
    const double width = box.upper[i] - box.lower[i];
    much = much || (width == infinity ? found_[2 * i + 1] - found_[2 * i] < infinity || found_[2 * i] > box.lower[i] ||
                                            found_[2 * i + 1] < box.upper[i]
                                      : found_[2 * i + 1] - found_[2 * i] < (1 - worthwhile) * width);
  }
  if (!much) return false;
  std::vector<double> numbers(centre.begin(), centre.end());
  numbers.insert(numbers.end(), found_.begin(), found_.end());
  step(result, rule, std::move(numbers));
  for (std::size_t i = 0; i < n_; ++i) {
    box.lower[i] = found_[2 * i];
    box.upper[i] = found_[2 * i + 1];
  }
  if (!box.move_inward()) close(result, "empty");
  return true;
}

bool BoxWorker::choose_multipliers(const WorkBox& box, WorkResult& result) {
  bool any = false;
  for (std::size_t h = 0; h < box.usable.size(); ++h)
    any = any || (box.usable[h] != 0 && box_.value(code_->hypotheses[h]).lower() < 0);
  if (!any) return false;
  for (std::size_t i = 0; i < n_; ++i) centre_[i] = middle(box.lower[i], box.upper[i]);
  try_point(box, centre_, result);
  const auto form = [&](const Interval& value) {
    LinearForm made{middle(value.lower(), value.upper()), {}};
    for (std::size_t i = 0; i < n_; ++i) {
      const Interval slope = box_.gradient(i);
      made.slopes.push_back(slope.is_bounded() ? middle(slope.lower(), slope.upper()) : 0.0);
    }
    return made;
  };
  std::vector<double> radius(n_), alone(box.usable.size());
  for (std::size_t i = 0; i < n_; ++i) radius[i] = 0.5 * (box.upper[i] - box.lower[i]);
  box_.differentiate(1);
  const LinearForm f = form(point_.value(code_->f));
  std::vector<LinearForm> hypotheses;
  std::vector<std::size_t> index;
  for (std::size_t h = 0; h < box.usable.size(); ++h) {
    const std::uint32_t slot = code_->hypotheses[h];
    if (box.usable[h] == 0 || !(box_.value(slot).lower() < 0) || box_.defined(slot) != Defined::everywhere) continue;
    alone[h] = -1;
    box_.set_combination(0, alone);
    alone[h] = 0;
    if (!box_.differentiate(1)) continue;
    hypotheses.push_back(form(point_.value(slot)));
    index.push_back(h);
  }
  const std::vector<double> found = approx_multipliers(f, hypotheses, radius);
  any = false;
  for (std::size_t k = 0; k < found.size(); ++k) {
    alone[index[k]] = found[k];
    any = any || found[k] > 0;
  }
  combine(any ? std::span<const double>(alone) : std::span<const double>());
  if (any && take_gradients()) return true;
  combine({});
  return false;
}

void BoxWorker::cut(const WorkBox& box, WorkResult& result) {
  bool tiny = true;
  for (std::size_t i = 0; i < n_; ++i) tiny = tiny && is_tiny(box.lower[i], box.upper[i]);
  if (tiny) {
    result.stuck = true;
    return;
  }
  double best = -1;
  CoverNode made{"cut", 0, 0, {}};
  for (std::size_t i = 0; i < n_; ++i) {
    const double at = cut_between(box.lower[i], box.upper[i]);
    if (!(at == at)) continue;
    const double width = box.upper[i] - box.lower[i];
    double weight = smooth_ ? width * gradients_[i].magnitude() : width;
    if (!(weight < infinity)) weight = std::numeric_limits<double>::max();
    if (weight <= best) continue;
    best = weight;
    made.variable = static_cast<std::uint32_t>(i);
    made.at = at;
  }
  if (best < 0) {
    result.stuck = true;
    return;
  }
  result.steps.push_back(std::move(made));
}

}  // namespace lemmacheck::verify::prover
