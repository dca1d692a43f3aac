// What the embedded theorems say at a point, for instances that are to be compared with them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "numerics/big_interval.hpp"
#include "numerics/rational.hpp"
#include "verify/theorem_file.hpp"

namespace lemmacheck::verify::sparse_xor {

/// d, m, delta, epsilon, each a number or a formula as text. The epsilon is that of the verdict on an instance:
/// attention >= 1 - sqrt(epsilon)/4.
struct TheoremPointText {
  Text positions, dimension, failure, epsilon;
};

/// A number of the theorem under its name there.
struct NamedBound {
  std::string name;
  numerics::BigInterval value;
};

/// A way to a sample size: the conclusion that gives it, and what it uses.
struct SampleRoute {
  std::string conclusion, words;
};

/// An embedded theorem about one step: on the population gradient, or on a sample gradient by these routes.
struct StepTheorem {
  std::string id;
  std::vector<SampleRoute> routes;
  bool with_samples() const { return !routes.empty(); }
};
/// theorem-2, theorem-2-sharp, corollary-3, corollary-3-sharp.
std::span<const StepTheorem> step_theorems();
const StepTheorem& step_theorem(const std::string& id);

/// One theorem at one point. Where it does not hold, `reason` says why and the rest is empty.
struct CoveredStep {
  std::string theorem;
  std::string reason = {};
  std::optional<numerics::Rational> step_size = {};  // eta_min rounded up to 20 digits: covered
  std::optional<NamedBound> partner_margin = {};     // lower bound of AlignmentMargins::partner (population)
  std::optional<NamedBound> ambient_margin = {};     // lower bound of AlignmentMargins::ambient (population)
  std::vector<NamedBound> samples = {};              // what each route asks for
  /// Whether the theorem promises the verdict for this step size, and this number of samples if it is about samples.
  bool covers(const numerics::Rational& eta, const std::optional<numerics::Rational>& sample_count = {}) const;
};

/// Statement    the theorem `id` at d, m, delta and the largest of its eps at which it promises the verdict
/// Kind         certified: every condition is true, the step size and the samples are rounded up
/// Hypotheses   those of the theorem (caller); 0 < delta, epsilon < 1 (checked)
/// Returns      what is covered. The sharp forms promise attention 1 - (1 - sqrt(1 - sqrt(eps)))/2, which is less than
///              1 - sqrt(eps)/4: they are evaluated at an eps a little below epsilon (1 - sqrt(epsilon)/4)^2
/// Source       [theorem-2], [corollary-3], reports/docs/sharper.md
/// Checked by   tests/verify/sparse_xor_covered_step_test.cpp
CoveredStep covered_step(const std::string& id, const TheoremPointText& point);

/// That of the theorems at the point which covers the step (without `eta`: some step) with the least eta_min; null when
/// none does.
const CoveredStep* covering(std::span<const CoveredStep> steps, const std::optional<numerics::Rational>& eta,
                            const std::optional<numerics::Rational>& sample_count);

/// eta_min of theorem-2, an exact number at which the theorem's conclusion holds. DomainError LC241 when the theorem
/// does not hold there.
numerics::Rational covered_step_size(const Text& positions, const Text& dimension, const Text& failure,
                                     const Text& epsilon);

}  // namespace lemmacheck::verify::sparse_xor
