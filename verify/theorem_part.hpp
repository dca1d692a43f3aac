// The parts of a theorem that can fail by themselves.
#pragma once

#include <vector>

#include "verify/theorem.hpp"

namespace lemmacheck::verify {

/// For every condition, and every event with a choice: the theorem with that alone, as its only condition, and the
/// events whose choices it needs. Where the evaluation of a part says `fails`, so does that of the theorem; `holds` of
/// a part says nothing about the theorem. Parts that need few choices come first.
///
/// An event becomes the condition fails(x) <= share * budget at the end x of its domain where `fails` is least: `fails`
/// is monotone in x, so that where this is false no value is admissible. Events whose monotony is not shown by their
/// form (only point by point) have no part.
std::vector<Theorem> failing_parts(const Theorem& theorem);

}  // namespace lemmacheck::verify
