// (right - left)/(|left| + |right|) of a comparison, at points.
#pragma once

#include <optional>
#include <vector>

#include "numerics/tape.hpp"
#include "verify/kernel/goal.hpp"
#include "verify/prover/sign_pattern.hpp"

namespace lemmacheck::verify::prover {

/// The two sides of the goal f >= 0: those of a difference as written; of another sum the terms with a plus and those
/// with a minus (a claim with 0 on one side). size: |left| + |right|.
struct Sides {
  numerics::NodeId larger{}, smaller{}, size{};
};
Sides sides_of(numerics::Graph& graph, numerics::NodeId f);

class RelativeGap {
 public:
  /// Points are those of the goal's domain; `graph` gets new nodes here and must outlive this.
  RelativeGap(numerics::Graph& graph, const kernel::Goal& goal);

  /// An enclosure at the point with exactly these coordinates; nothing where the ratio is not known to have a value.
  std::optional<numerics::BigInterval> at(const std::vector<double>& coordinates) const;
  /// Whether the point with exactly these coordinates certainly lies in the domain.
  bool certainly_inside(const std::vector<double>& coordinates) const;
  /// Upper end of the enclosure at the point, or at a neighbouring double, that certainly lies in the domain: an upper
  /// bound of the least ratio. `coordinates` become those of that point.
  std::optional<double> bound_at(std::vector<double>& coordinates) const;

  struct Least {
    double value = 0;  // about
    std::vector<double> coordinates;
  };
  /// The least ratio found at sample points; in one variable improved around the least one. Nothing is certain.
  std::optional<Least> approx_least() const;
  /// The same over these points only.
  std::optional<Least> approx_least(const std::vector<SamplePoint>& points) const;

 private:
  std::vector<numerics::BigInterval> variables(const std::vector<double>& coordinates) const;

  const numerics::Graph& graph_;
  kernel::Domain domain_;
  numerics::NodeId f_{}, size_{};
  /// Has to be >= 0 (> 0 when strict) at the points of the domain: distances from ends, hypotheses.
  std::vector<kernel::Hypothesis> conditions_;
  std::optional<numerics::Tape> ratio_, inside_;
};

}  // namespace lemmacheck::verify::prover
