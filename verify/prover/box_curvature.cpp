// The second order form of the rule "curvature": which t, and around which centre.
#include <cmath>

#include "verify/prover/box_eigen.hpp"
#include "verify/prover/box_worker.hpp"

namespace lemmacheck::verify::prover {
namespace {

using namespace numerics;

constexpr double infinity = std::numeric_limits<double>::infinity();
/// The matrix of second derivatives is made definite with this to spare, relative to its size.
constexpr double definite_margin = 1e-9;
constexpr int most_moves = 6;
constexpr int most_sweeps = 30;
/// Forms that miss 0 by less than this part of what f changes by get a better centre.
constexpr double promising = 0.05;

/// A number of few bits near x in [lower, upper], or x.
double short_number(double x, double lower, double upper) {
  const double scaled = x * 0x1p16;
  if (!(std::fabs(scaled) < 0x1p40)) return x;
  const double rounded = static_cast<double>(static_cast<long long>(scaled + (x < 0 ? -0.5 : 0.5))) * 0x1p-16;
  return std::clamp(rounded, lower, upper);
}

}  // namespace

bool BoxWorker::find_curvature(const WorkBox& box) {
  if (second_.empty()) {
    second_.assign(n_, std::vector<Interval>(n_));
    matrix_.resize(n_ * n_);
    model_.resize(n_ * n_);
    eigenvectors_.resize(n_ * n_);
    move_.resize(n_);
    t_.resize(n_);
  }
  active_.clear();
  for (std::size_t i = 0; i < n_; ++i)
    if (box.lower[i] < box.upper[i]) active_.push_back(i);
  const std::size_t m = active_.size();
  if (m == 0) return false;
  for (const std::size_t j : active_) box_.second_derivatives(j, second_[j]);
  const auto width = [&](std::size_t k) { return box.upper[active_[k]] - box.lower[active_[k]]; };
  size_ = 0;
  for (std::size_t i = 0; i < m; ++i)
    matrix_[i * m + i] = second_[active_[i]][active_[i]].lower() * width(i) * width(i);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = i + 1; j < m; ++j) {
      const Interval both = BinaryNumbers::intersect(second_[active_[i]][active_[j]], second_[active_[j]][active_[i]]);
      const double mid = middle(both.lower(), both.upper());
      const double radius = std::max(both.upper() - mid, mid - both.lower()) * width(i) * width(j);
      matrix_[i * m + j] = matrix_[j * m + i] = mid * width(i) * width(j);
      matrix_[i * m + i] -= radius;
      matrix_[j * m + j] -= radius;
      size_ = std::max(size_, std::fabs(matrix_[i * m + j]));
    }
  }
  for (std::size_t i = 0; i < m; ++i) {
    size_ = std::max(size_, std::fabs(matrix_[i * m + i]));
    size_ = std::max(size_, second_[active_[i]][active_[i]].upper() * width(i) * width(i));
  }
  if (!(size_ > 0 && size_ < infinity)) return false;
  std::copy_n(matrix_.begin(), m * m, model_.begin());
  approx_eigen(m, std::span(matrix_).first(m * m), std::span(eigenvectors_).first(m * m));
  double least = infinity;
  for (std::size_t k = 0; k < m; ++k) least = std::min(least, matrix_[k * m + k]);
  const double raise = std::max(0.0, definite_margin * size_ - least);
  std::ranges::fill(t_, 0.0);
  for (std::size_t k = 0; k < m; ++k) {
    t_[active_[k]] = raise / (width(k) * width(k));
    const double stiff = raise == 0 ? 0 : raise + 0.01 * size_;
    matrix_[k * m + k] += stiff;
    model_[k * m + k] += stiff;
  }
  return true;
}

bool BoxWorker::move_centre(const WorkBox& box) {
  // In the coordinates (x - c) / width: a step of Newton's method, cut to the box, then one coordinate after the other.
  const std::size_t m = active_.size();
  const auto width = [&](std::size_t k) { return box.upper[active_[k]] - box.lower[active_[k]]; };
  const auto slope = [&](std::size_t k) {
    const Interval& g = point_gradients_[active_[k]];
    return middle(g.lower(), g.upper()) * width(k);
  };
  const auto cut = [&](std::size_t k, double d) {
    const std::size_t i = active_[k];
    return std::clamp(d, (box.lower[i] - centre_[i]) / width(k), (box.upper[i] - centre_[i]) / width(k));
  };
  std::fill_n(move_.begin(), m, 0.0);
  for (std::size_t k = 0; k < m; ++k) {
    double along = 0;
    for (std::size_t i = 0; i < m; ++i) along += eigenvectors_[i * m + k] * slope(i);
    for (std::size_t i = 0; i < m; ++i) move_[i] -= eigenvectors_[i * m + k] * along / matrix_[k * m + k];
  }
  bool cut_off = false;
  for (std::size_t k = 0; k < m; ++k) {
    if (!(move_[k] - move_[k] == 0)) return false;
    const double kept = cut(k, move_[k]);
    cut_off = cut_off || kept != move_[k];
    move_[k] = kept;
  }
  for (int sweep = 0; cut_off && sweep < most_sweeps; ++sweep) {
    double change = 0;
    for (std::size_t k = 0; k < m; ++k) {
      double g = slope(k);
      for (std::size_t i = 0; i < m; ++i) g += model_[k * m + i] * move_[i];
      if (!(model_[k * m + k] > 0)) continue;
      const double next = cut(k, move_[k] - g / model_[k * m + k]);
      change = std::max(change, std::fabs(next - move_[k]));
      move_[k] = next;
    }
    if (change < 1e-10) break;
  }
  for (std::size_t k = 0; k < m; ++k) {
    const std::size_t i = active_[k];
    centre_[i] = std::clamp(centre_[i] + move_[k] * width(k), box.lower[i], box.upper[i]);
  }
  return true;
}

bool BoxWorker::curvature(WorkBox& box, WorkResult& result) {
  if (!box_.differentiate(2) || !find_curvature(box)) return false;
  for (std::size_t i = 0; i < n_; ++i) centre_[i] = middle(box.lower[i], box.upper[i]);
  double before = -infinity;
  for (int move = 0;; ++move) {
    try_point(box, centre_, result);
    if (result.refuted || !point_.differentiate(1)) return false;
    for (std::size_t i = 0; i < n_; ++i) {
      point_gradients_[i] = point_.gradient(i);
      offsets_[i] = BinaryNumbers::subtract(box_.variable(i), BinaryNumbers::point(centre_[i]));
      if (point_gradients_[i].is_empty()) return false;
    }
    const Interval sum =
        kernel::curvature_sum<BinaryNumbers>(box_.numbers(), point_.combination(), point_gradients_, offsets_, t_);
    if (shows(sum)) {
      std::vector<double> numbers = centre_;
      numbers.insert(numbers.end(), t_.begin(), t_.end());
      return close(result, "curvature", with_multipliers(std::move(numbers)));
    }
    box_bound_ = std::max(box_bound_, sum.lower());
    if (move > 0 && !(sum.lower() > -promising * size_)) return false;
    if (move == most_moves) return false;
    const bool better = sum.lower() > before + 1e-3 * std::fabs(before);
    before = sum.lower();
    if (move == most_moves - 1 || (move > 1 && !better)) {
      // A minimum 0 at a short number has exact values there.
      move = most_moves - 1;
      for (const std::size_t i : active_) centre_[i] = short_number(centre_[i], box.lower[i], box.upper[i]);
    } else if (!move_centre(box)) {
      return false;
    }
  }
}

}  // namespace lemmacheck::verify::prover
