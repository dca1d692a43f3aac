// Search in doubles for points at which a comparison fails, may fail, or has no value. Nothing is decided here.
#pragma once

#include <functional>

#include "verify/prover/refute.hpp"
#include "verify/prover/sample_axis.hpp"
#include "verify/prover/sample_program.hpp"

namespace lemmacheck::verify::prover {

using DoublePoint = std::vector<double>;  // one number per axis

/// Fills in variables that an equality among the hypotheses determines (linearly).
class Completion {
 public:
  explicit Completion(Problem& problem);
  bool empty() const noexcept { return determined_.empty(); }
  bool determines(std::size_t axis) const;
  void complete(ExactPoint& point) const;
  void complete(DoublePoint& point) const;

 private:
  struct Determined {
    std::size_t axis;
    numerics::NodeId difference;
    std::optional<numerics::NodeId> formula;  // the variable itself, where it stands alone on one side
  };
  Problem& problem_;
  std::vector<Determined> determined_;
  std::vector<numerics::Tape> tapes_;
  std::vector<SampleProgram> programs_;
};

/// How a conclusion looks at a point: below 0, it fails for certain as far as doubles can tell.
struct Score {
  enum class Kind : std::uint8_t { outside, unclear, noise, clear };
  Kind kind = Kind::outside;
  double value = 3;  // (larger - smaller + rounding error) / their size; 3 outside, 2 unclear
};

class Sampler {
 public:
  explicit Sampler(Problem& problem);
  /// One score per conclusion.
  void score(const DoublePoint& point, std::vector<Score>& scores) const;
  Score score(const DoublePoint& point, std::size_t conclusion) const;
  /// Moves variables that a hypothesis bounds ("s >= ...") just inside, by `offset` relative; false: nothing to move.
  bool pull_in(DoublePoint& point, double offset) const;
  std::size_t cost() const noexcept { return program_.cost(); }

 private:
  bool feasible() const;

  const Problem& problem_;
  SampleProgram program_;
  struct Slots {
    std::size_t smaller, larger;
  };
  struct Bound {
    std::size_t axis, other;  // the slot of the other side
    double side;              // +1: the variable is the larger side
  };
  std::vector<Slots> conclusions_, hypotheses_;
  std::vector<Bound> bounds_;
  mutable std::vector<Estimate> variables_, values_;
};

struct Found {
  std::vector<DoublePoint> failing;  // most clearly failing first
  std::vector<DoublePoint> unclear;  // overflow, or no value
  std::vector<DoublePoint> tight;    // equality up to rounding
};

Found search_samples(Problem& problem, const Sampler& sampler, const Completion& completion,
                     const RefuteOptions& options);

}  // namespace lemmacheck::verify::prover
