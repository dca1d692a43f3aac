// What the search does with one box: tries the rules of a leaf, narrows, or says where to cut.
#pragma once

#include "verify/kernel/cover_rules.hpp"
#include "verify/prover/box_numbers.hpp"

namespace lemmacheck::verify::prover {

struct WorkBox {
  std::vector<double> lower, upper;
  std::vector<std::uint8_t> integer, usable;  // as in the checker: integer variables and hypotheses that count here
  double bound = 0;                           // a lower bound of f

  /// Moves ends of integer variables inward; false when one has no whole number.
  bool move_inward();
};

struct WorkResult {
  std::vector<kernel::CoverNode> steps;  // narrowings, then a leaf or a cut
  bool closed = false;                   // the last step is a leaf
  bool stuck = false;                    // cannot be cut
  bool refuted = false;                  // f certainly violates the claim at `point`
  std::vector<double> point;             // the last point tried, with the value of f near `value`
  double value = 0;
};

inline double middle(double lower, double upper) { return std::clamp(0.5 * lower + 0.5 * upper, lower, upper); }

inline void step(WorkResult& result, const char* rule, std::vector<double> numbers = {}) {
  result.steps.push_back({rule, 0, 0, std::move(numbers)});
}
/// A leaf; true.
inline bool close(WorkResult& result, const char* rule, std::vector<double> numbers = {}) {
  step(result, rule, std::move(numbers));
  return result.closed = true;
}

class BoxWorker {
 public:
  BoxWorker(const kernel::BoxCode& code, bool strict, std::vector<std::uint8_t> strict_hypotheses);

  /// Works on `box`, which is narrowed on the way.
  void work(WorkBox& box, WorkResult& result);

 private:
  using Interval = numerics::Interval;
  using Passes = kernel::BoxPasses<BinaryNumbers>;

  bool shows(const Interval& f) const { return strict_ ? f.lower() > 0 : f.lower() >= 0; }
  void set_box(const WorkBox& box);
  /// The rules below work on f minus these multiples of the hypotheses.
  void combine(std::span<const double> multipliers);
  std::vector<double> with_multipliers(std::vector<double> numbers) const {
    numbers.insert(numbers.end(), multipliers_.begin(), multipliers_.end());
    return numbers;
  }
  bool take_gradients();
  /// Multipliers that raise the linear lower bound on the box, and the gradients with them; false when none do.
  bool choose_multipliers(const WorkBox& box, WorkResult& result);
  bool settled_by_values(const WorkBox& box, WorkResult& result);
  bool collapse(WorkBox& box, WorkResult& result);
  void try_point(const WorkBox& box, std::span<const double> x, WorkResult& result);
  /// -1: closed, 1: narrowed, 0: nothing.
  int mean(WorkBox& box, WorkResult& result);
  int backward(WorkBox& box, WorkResult& result);
  bool curvature(WorkBox& box, WorkResult& result);
  /// The curvatures that the box lacks, in t_, and the quadratic model in model_; false when there is none.
  bool find_curvature(const WorkBox& box);
  /// Moves centre_ to where the model around it is least in the box.
  bool move_centre(const WorkBox& box);
  /// Takes the ends in found_ over when they are much smaller.
  bool take(WorkBox& box, const char* rule, std::span<const double> centre, WorkResult& result);
  void cut(const WorkBox& box, WorkResult& result);

  const kernel::BoxCode* code_;
  bool strict_;
  std::vector<std::uint8_t> strict_hypotheses_;
  Passes box_, point_;
  std::size_t n_;
  bool smooth_ = false;  // gradients_ are those of the box
  std::vector<Interval> gradients_, offsets_, point_gradients_;
  std::vector<std::vector<Interval>> second_;  // columns
  std::vector<double> centre_, found_;         // found_: ends, two per variable
  std::vector<double> matrix_, model_, eigenvectors_, move_, t_;
  double size_ = 0;                  // of the largest second derivative, in widths
  std::vector<double> multipliers_;  // one per hypothesis
  std::vector<std::size_t> active_;  // variables of positive width
  double box_bound_ = 0;             // the best lower bound of f on the box so far
};

}  // namespace lemmacheck::verify::prover
