// What the embedded theorems say at a point, for instances that are to be compared with them.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "numerics/big_interval.hpp"
#include "numerics/rational.hpp"
#include "verify/theorem_file.hpp"

namespace lemmacheck::verify::sparse_xor {

/// d, m, delta, epsilon, each a number or a formula as text.
struct TheoremPointText {
  Text positions, dimension, failure, epsilon;
};

/// A number of the theorem under its name there.
struct NamedBound {
  std::string name;
  numerics::BigInterval value;
};

/// Theorem-2 at a point. Where it does not hold, `reason` says why and the rest is empty.
struct CoveredPoint {
  std::string reason;
  std::optional<numerics::Rational> step_size;  // eta_min rounded up to 20 digits: covered
  std::optional<NamedBound> partner_margin;     // lower bound of AlignmentMargins::partner
  std::optional<NamedBound> ambient_margin;     // lower bound of AlignmentMargins::ambient
  bool covers(const numerics::Rational& eta) const { return step_size && eta >= *step_size; }
};
CoveredPoint covered_point(const TheoremPointText& point);

/// Corollary-3 at a point: the step on a sample gradient, by its three routes.
struct CoveredSamples {
  std::string reason;
  std::optional<numerics::Rational> step_size;
  std::array<std::optional<NamedBound>, 3> samples;  // universal Hoeffding, Hoeffding, Bernstein
  bool covers(const numerics::Rational& eta, const numerics::Rational& sample_count) const;
};
CoveredSamples covered_samples(const TheoremPointText& point);

/// eta_min of theorem-2, an exact number at which the theorem's conclusion holds. DomainError LC241 when the theorem
/// does not hold there.
numerics::Rational covered_step_size(const Text& positions, const Text& dimension, const Text& failure,
                                     const Text& epsilon);

}  // namespace lemmacheck::verify::sparse_xor
