// How much room a proved claim has, and where it has none; and in words why a claim stayed undecided.
#pragma once

#include "verify/prover/decide.hpp"

namespace lemmacheck::verify::prover {

/// Fills in margin_lower, margin_upper, margin_outside and tight_at of a proved claim. The lower bound is
/// accepted by the kernel on everything outside of the neighbourhoods in margin_outside; the upper bound is an
/// enclosure at one certified point there; the tight set is what exact zero tests and limits show.
void measure_margin(Claim& claim, const std::vector<kernel::Goal>& goals, const std::function<bool()>& stop,
                    Outcome& outcome);

std::string why_undecided(Claim& claim, const std::vector<kernel::Goal>& goals, std::size_t proved, bool out_of_time);

}  // namespace lemmacheck::verify::prover
