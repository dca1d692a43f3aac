// What certainly holds at one exact point.
#pragma once

#include <map>

#include "numerics/big_interval.hpp"
#include "verify/prover/refute_problem.hpp"

namespace lemmacheck::verify::prover {

enum class PointState : std::uint8_t { outside, undefined, fails, holds, unknown };

/// outside: a range or a hypothesis certainly excludes the point. undefined: the point certainly lies in the domain and
/// the statement certainly has no value there. unknown: anything that was not decided.
struct PointAnswer {
  PointState state = PointState::unknown;
  numerics::NodeId part{};                         // undefined: the sub-expression without a value
  std::optional<numerics::BigInterval> violation;  // fails: smaller side minus larger side
  double relative = 0;                             // fails: violation over the size of the two sides, about
};

/// Decides points by exact values, by enclosures at rising precision and by exact zero tests.
class PointJudge {
 public:
  explicit PointJudge(Problem& problem);

  PointAnswer judge(const ExactPoint& point, long most_bits = 1024, bool zero_tests = true, long least_bits = 96);
  /// Whether the coordinate lies in the range of its variable, certainly.
  bool inside(const Axis& axis, const Coordinate& c);
  /// Zero tests are slow, so their number is limited; this starts the count again.
  void allow_zero_tests() noexcept { zero_tests_left_ = most_zero_tests; }

 private:
  static constexpr std::size_t most_zero_tests = 120;
  struct Slot {
    std::optional<numerics::Rational> exact;
    std::optional<numerics::BigInterval> value;
    numerics::Defined defined = numerics::Defined::everywhere;
  };
  PointAnswer decide(const ExactPoint& point, long most_bits, bool zero_tests, long least_bits);
  void evaluate(const ExactPoint& point, numerics::Precision precision, bool zero_tests);
  void sharpen_arguments(numerics::NodeId id, numerics::Defined& defined);
  void make_zero(std::size_t slot);
  bool is_zero(numerics::NodeId expression);
  numerics::BigInterval enclosure(const Coordinate& c, numerics::Precision precision) const;
  PointAnswer statement_answer(numerics::Precision precision) const;
  numerics::NodeId undefined_part() const;
  std::size_t slot(numerics::NodeId id) const;

  Problem& problem_;
  std::vector<numerics::NodeId> ids_;
  numerics::Tape tape_;
  std::vector<Slot> slots_;
  const ExactPoint* point_ = nullptr;
  std::map<numerics::NodeId, bool> zeros_;  // at this point
  std::size_t zero_tests_left_ = most_zero_tests;
};

}  // namespace lemmacheck::verify::prover
