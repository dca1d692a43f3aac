// The inner form of a claim: f >= 0 solved for the argument of its outermost functions.
//
// c + atan(u) >= 0 is u >= tan(-c); n / d >= t with d > 0 is n - t d >= 0; n + k sqrt(p) >= 0 with k >= 0 follows from
// k^2 p - n^2 >= 0. Quotients, roots and saturating functions on the outside are what makes enclosures of a claim bad.
#pragma once

#include <optional>

#include "verify/kernel/cover.hpp"

namespace lemmacheck::verify::kernel {

/// A value and strictness such that value >= 0 (> 0), wherever value and the hypotheses have one and the hypotheses
/// hold in the box, gives f >= 0 (> 0) wherever f and the hypotheses have a value and the hypotheses hold. Built in
/// `graph`; strictness is the problem's. Nothing when no function can be taken off.
std::optional<Hypothesis> inner_claim(numerics::Graph& graph, const BoxProblem& problem);

/// False when inner_claim() certainly gives nothing: looks at the outermost functions only.
bool may_have_inner_claim(const numerics::Graph& graph, numerics::NodeId f);

}  // namespace lemmacheck::verify::kernel
