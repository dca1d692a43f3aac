// How much room a proved claim has, and where it has none; and in words why a claim stayed undecided.
#pragma once

#include "verify/prover/decide.hpp"

namespace lemmacheck::verify::prover {

/// Fills in margin_lower, margin_upper and tight_at. The lower bound is certified by a cover; the tight set is what
/// exact zero tests and limits show at ends and at the points found.
void measure_margin(Claim& claim, const std::vector<kernel::Goal>& goals, const std::function<bool()>& stop,
                    Outcome& outcome);

std::string why_undecided(Claim& claim, const std::vector<kernel::Goal>& goals, std::size_t proved, bool out_of_time);

}  // namespace lemmacheck::verify::prover
