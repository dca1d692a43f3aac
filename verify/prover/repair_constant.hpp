// A false claim with one constant changed, so that no counterexample is found any more.
#pragma once

#include <string>

#include "verify/prover/refute.hpp"
#include "verify/prover/sample_search.hpp"

namespace lemmacheck::verify::prover {

/// "the claim appears to hold with 0.0081 in place of 0.008", or "". `failing`: points at which it fails.
std::string changed_constant(const Claim& claim, const std::vector<DoublePoint>& failing, const RefuteOptions& options);

}  // namespace lemmacheck::verify::prover
