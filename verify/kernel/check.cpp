// The checker: goals of a claim, and proofs of goals.
#include "numerics/error.hpp"
#include "verify/kernel/rules.hpp"

namespace lemmacheck::verify::kernel {

using numerics::Graph;
using numerics::NodeId;

namespace {

/// a - b, without a side that is the literal 0.
NodeId difference(Graph& graph, NodeId a, NodeId b) {
  const NodeId zero = graph.integer(0);
  return b == zero ? a : a == zero ? graph.call("neg", {b}) : graph.call("-", {a, b});
}

/// Comparisons as differences that have to be >= 0 (> 0 when strict), appended. |e| <= b is e <= b and -e <= b, and
/// likewise for max on the left and min on the right: both forms have a value at the same points.
void open_comparison(Graph& graph, NodeId root, std::vector<Hypothesis>& out) {
  std::vector<NodeId> stack{root};
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    const auto parts = [&](NodeId whole) {  // the last one first
      const std::span<const NodeId> given = graph.arguments(whole);
      return std::vector<NodeId>(given.rbegin(), given.rend());
    };
    if (graph.is_call(id, "and")) {
      for (const NodeId part : parts(id)) stack.push_back(part);
      continue;
    }
    const bool strict = graph.is_call(id, "<");
    if (!strict && !graph.is_call(id, "<=") && !graph.is_call(id, "="))
      throw numerics::ParseError("LC140", "a claim is made of comparisons joined by 'and'");
    const NodeId a = graph.arguments(id)[0], b = graph.arguments(id)[1];
    const auto compare = [&](NodeId left, NodeId right) {
      stack.push_back(graph.call(strict ? "<" : "<=", {left, right}));
    };
    if (graph.is_call(id, "=")) {
      out.push_back({difference(graph, b, a), false});
      out.push_back({difference(graph, a, b), false});
    } else if (graph.is_call(a, "abs")) {
      const NodeId inside = graph.arguments(a)[0];
      compare(graph.call("neg", {inside}), b);
      compare(inside, b);
    } else if (graph.is_call(a, "max")) {
      for (const NodeId part : parts(a)) compare(part, b);
    } else if (graph.is_call(b, "min")) {
      for (const NodeId part : parts(b)) compare(a, part);
    } else {
      out.push_back({difference(graph, b, a), strict});
    }
  }
}

struct Checker {
  Graph& graph;
  const numerics::FunctionTable& functions;

  std::string check(const Goal& goal, const Proof& proof, const std::string& path) {
    const Applied applied = apply(graph, functions, goal, proof);
    const auto at = [&] { return (path.empty() ? "top" : path) + " (" + proof.rule + "): "; };
    if (!applied.error.empty()) return at() + applied.error;
    if (applied.goals.size() != proof.children.size()) {
      return at() + std::to_string(applied.goals.size()) + " goals are left, " + std::to_string(proof.children.size()) +
             " are proved";
    }
    for (std::size_t i = 0; i < applied.goals.size(); ++i) {
      std::string wrong =
          check(applied.goals[i], proof.children[i], path + (path.empty() ? "" : ".") + std::to_string(i + 1));
      if (!wrong.empty()) return wrong;
    }
    return "";
  }
};

}  // namespace

std::vector<Goal> claim_goals(Claim& claim) {
  Domain domain;
  for (const ClaimVariable& v : claim.variables) {
    domain.ranges.push_back({v.node,
                             {v.lower.infinite, v.lower.value, v.lower.open || v.lower.infinite},
                             {v.upper.infinite, v.upper.value, v.upper.open || v.upper.infinite},
                             v.integer});
  }
  for (const NodeId h : claim.hypotheses) open_comparison(claim.graph, h, domain.hypotheses);
  std::vector<Hypothesis> parts;
  open_comparison(claim.graph, claim.statement, parts);
  std::vector<Goal> goals;
  for (const Hypothesis& part : parts) goals.push_back({part.value, part.strict, false, domain});
  return goals;
}

std::string check_goal(Graph& graph, const numerics::FunctionTable& functions, const Goal& goal, const Proof& proof) {
  return Checker{graph, functions}.check(goal, proof, "");
}

std::string check(Claim claim, const ClaimProof& proof) {
  const std::vector<Goal> goals = claim_goals(claim);
  if (goals.size() != proof.proofs.size()) {
    return "the claim has " + std::to_string(goals.size()) + " parts, the proof " + std::to_string(proof.proofs.size());
  }
  Checker checker{claim.graph, *claim.functions};
  for (std::size_t i = 0; i < goals.size(); ++i) {
    std::string wrong = checker.check(goals[i], proof.proofs[i], goals.size() == 1 ? "" : std::to_string(i + 1));
    if (!wrong.empty()) return wrong;
  }
  return "";
}

}  // namespace lemmacheck::verify::kernel
