// The relative gap of a proved goal from below: f - mu (|left| + |right|) >= 0, accepted by the kernel.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "verify/kernel/goal.hpp"

namespace lemmacheck::verify::prover {

struct GapBudget {
  std::size_t boxes = 1000;    // of one attempt
  std::size_t nodes = 20'000;  // new expressions in one attempt by rules; 0: boxes only
  std::function<bool()> stop;
};

/// Whether (right - left) >= mu (|left| + |right|) was proved on the domain of the goal. The goal's claim is proved
/// there, so that both sides have values. True only when the kernel accepts the cover or the proof.
/// When it was not and `lowest` is there: the point at which the search by boxes saw the least difference.
bool certify_gap(const numerics::Graph& graph, const numerics::FunctionTable& functions, const kernel::Goal& goal,
                 double mu, const GapBudget& budget, std::vector<double>* lowest = nullptr);

/// The largest of some fractions of `guess` that certify_gap() confirms.
std::optional<double> certified_share(const numerics::Graph& graph, const numerics::FunctionTable& functions,
                                      const kernel::Goal& goal, double guess, const GapBudget& budget);

}  // namespace lemmacheck::verify::prover
