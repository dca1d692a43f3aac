// A cover of a box by leaves, each with the reason why f >= 0 (f > 0) holds on it.
//
// The tree of cuts is the cover: a box is cut in two at a number, both halves closed, so no part can be missing. A
// narrowing leaves out parts of a box that provably have no counterexample. Every leaf names a rule; every rule is
// checked from the tree alone, in BigInterval.
#pragma once

#include <string>
#include <vector>

#include "numerics/tape.hpp"
#include "verify/kernel/goal.hpp"

namespace lemmacheck::verify::kernel {

/// The problem: f >= 0 (f > 0 when strict) at every point of the box where f and the hypotheses have a value and all
/// hypotheses hold. Ends may be infinite. Points of integer variables are whole.
struct BoxProblem {
  numerics::NodeId f{};
  bool strict = false;
  std::vector<Hypothesis> hypotheses;
  std::vector<numerics::NodeId> variables;
  std::vector<double> lower, upper;
  std::vector<bool> integer;
};

struct CoverNode {
  std::string rule;             // "cut", or the rule of a leaf
  std::uint32_t variable = 0;   // of a cut: index in BoxProblem::variables
  double at = 0;                // of a cut
  std::vector<double> numbers;  // what a leaf rule needs beyond the box (see cover.cpp)
};

/// Nodes in preorder: a cut is followed by the tree of its lower half, then of its upper half, a narrowing by the tree
/// of the smaller box.
struct Cover {
  std::vector<CoverNode> nodes;
};

/// What is wrong with a cover, or "" when it proves the problem. Names the leaf by its path of cuts.
std::string check_cover(const numerics::Graph& graph, const BoxProblem& problem, const Cover& cover);

}  // namespace lemmacheck::verify::kernel
