// Proofs for tests of the kernel: the steps that matter are written, the rest is filled in.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/claim.hpp"
#include "verify/kernel/proof.hpp"
#include "verify/kernel/rules.hpp"
#include "verify/prover/box_search.hpp"

namespace lemmacheck::verify::tests {

/// A step with its parameters, and the steps that prove its goals. A step without a rule, or left out, is filled in by
/// `constant`, `zero`, `defined`, `point` and `boxes` where these do.
struct Step {
  std::string rule;
  std::map<std::string, std::string> parameters;
  std::vector<Step> children;
};

class ProofFiller {
 public:
  ProofFiller(numerics::Graph& graph, const numerics::FunctionTable& functions)
      : graph_(graph), functions_(functions) {}

  kernel::Proof complete(const kernel::Goal& goal, const Step& step) {
    if (step.rule.empty()) return filled(goal);
    kernel::Proof proof{step.rule, step.parameters, {}, nullptr};
    const kernel::Applied applied = kernel::apply(graph_, functions_, goal, proof);
    if (!applied.error.empty()) return proof;
    for (std::size_t i = 0; i < applied.goals.size(); ++i) {
      proof.children.push_back(complete(applied.goals[i], i < step.children.size() ? step.children[i] : Step{}));
    }
    return proof;
  }

 private:
  kernel::Proof filled(const kernel::Goal& goal) {
    for (const char* rule : {"constant", "zero"}) {
      kernel::Proof proof{rule, {}, {}, nullptr};
      if (kernel::apply(graph_, functions_, goal, proof).error.empty()) return proof;
    }
    if (!goal.defined) return complete(goal, {"defined", {}, {}});
    kernel::Proof boxes{"boxes", {}, {}, nullptr};
    const std::optional<kernel::BoxProblem> problem = kernel::box_problem(graph_, goal);
    if (!problem) return boxes;
    prover::BoxSearchOptions options;
    options.most_boxes = 2000;
    options.parallel = false;
    const prover::BoxSearchResult found = prover::search_boxes(graph_, *problem, options);
    boxes.cover = std::make_shared<const kernel::Cover>(found.cover);
    return boxes;
  }

  numerics::Graph& graph_;
  const numerics::FunctionTable& functions_;
};

/// What the checker says about a proof that starts with these steps: "" when it accepts.
inline std::string check_steps(const Claim& claim, const std::vector<Step>& steps) {
  Claim copy = claim;
  const std::vector<kernel::Goal> goals = kernel::claim_goals(copy);
  ProofFiller filler(copy.graph, *copy.functions);
  kernel::ClaimProof proof;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    proof.proofs.push_back(filler.complete(goals[i], i < steps.size() ? steps[i] : Step{}));
  }
  return kernel::check(claim, proof);
}

}  // namespace lemmacheck::verify::tests
