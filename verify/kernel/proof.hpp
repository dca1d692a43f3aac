// Proofs as trees: a named rule per node; the goals of the children follow from the goal and the rule.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "verify/claim.hpp"
#include "verify/kernel/cover.hpp"

namespace lemmacheck::verify::kernel {

/// One application of a rule. Which parameters a rule reads is said in rules.hpp. Expressions are texts in the names
/// of the claim's variables, numbers are exact decimals.
struct Proof {
  std::string rule;
  std::map<std::string, std::string> parameters;
  std::vector<Proof> children;
  std::shared_ptr<const Cover> cover;  // of the rule "boxes"
};

/// The proof of a claim: one tree per goal of claim_goals().
struct ClaimProof {
  std::vector<Proof> proofs;
};

/// The goals that together mean the claim, in order (rules.cpp says which).
std::vector<Goal> claim_goals(Claim& claim);

/// "" when the proof proves the claim; otherwise what is wrong, naming the node by its path ("2.1.3: ...").
std::string check(Claim claim, const ClaimProof& proof);

/// The same for one goal, whose formulas live in `graph`, which grows. A goal that says `defined` is taken at its word.
std::string check_goal(numerics::Graph& graph, const numerics::FunctionTable& functions, const Goal& goal,
                       const Proof& proof);

}  // namespace lemmacheck::verify::kernel
