// The margin of one goal, in one variable and in several.
#pragma once

#include "verify/prover/certified_gap.hpp"
#include "verify/prover/margin_zones.hpp"
#include "verify/prover/tight_set.hpp"

namespace lemmacheck::verify::prover {

/// What is certain about one goal.
struct GoalMargin {
  double lower = 0;
  std::optional<double> upper;
  std::vector<double> upper_at;
  std::vector<Zone> zones;           // in one variable
  std::vector<std::string> outside;  // in several: the neighbourhoods in words
};

/// One real or whole variable: boxes and rules between the neighbourhoods, and inside of those where the ratio does not
/// tend to 0.
GoalMargin margin_on_line(Claim& claim, const kernel::Goal& goal, const std::vector<Contact>& contacts,
                          const GapBudget& budget);

/// Several variables, or none: boxes outside of strips around contacts, and nearer than some distance where that helps.
GoalMargin margin_in_space(Claim& claim, const kernel::Goal& goal, const std::vector<Contact>& contacts,
                           const GapBudget& budget);

}  // namespace lemmacheck::verify::prover
