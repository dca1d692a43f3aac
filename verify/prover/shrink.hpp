// Counterexamples that a person can check by hand.
#pragma once

#include "verify/prover/exact_point.hpp"
#include "verify/prover/sample_search.hpp"

namespace lemmacheck::verify::prover {

/// A point with shorter coordinates in the same state (failing or without a value). A failing one keeps a good part of
/// the violation of `point`, or a clear one.
ExactPoint shrink(Problem& problem, PointJudge& judge, const Completion& completion, ExactPoint point,
                  const std::function<bool()>& stop);

/// How much there is to write: characters, and with less weight the size of numerators and denominators.
double text_length(const Problem& problem, const ExactPoint& point);

}  // namespace lemmacheck::verify::prover
