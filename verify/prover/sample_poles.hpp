// Points at which the statement may have no value: zeros of denominators and of arguments of log, sqrt, tan ...
#pragma once

#include "verify/prover/sample_search.hpp"

namespace lemmacheck::verify::prover {

/// Candidates for exact examination.
std::vector<ExactPoint> pole_candidates(Problem& problem, const Completion& completion,
                                        const std::vector<ExactPoint>& bases);

}  // namespace lemmacheck::verify::prover
