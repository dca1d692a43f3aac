// What a proved claim does not need: hypotheses that can go, ranges that can grow.
#pragma once

#include "verify/prover/decide.hpp"

namespace lemmacheck::verify::prover {

/// Fills in Outcome::redundant and Outcome::holds_beyond of a proved claim, by proving the stronger claims. Takes at
/// most about a second.
void look_beyond(const Claim& claim, const DecideOptions& options, Outcome& outcome);

}  // namespace lemmacheck::verify::prover
