// Inequalities over boxes from a text, one a line: name ; v in [a, b], ... ; claim ; truth ; tags (; hypothesis)*.
#pragma once

#include <string>
#include <vector>

#include "numerics/expression.hpp"
#include "verify/kernel/cover.hpp"

namespace lemmacheck::test_support {

struct NamedBoxProblem {
  std::string name, truth, tags;
  numerics::Graph graph;
  verify::kernel::BoxProblem problem;  // decimal ends outward
};

/// The claim `claim` ("a <= b", ...) over the ranges `ranges` ("x in [0, 1], y in [0, inf]").
NamedBoxProblem box_problem(const std::string& ranges, const std::string& claim);
/// Adds a hypothesis ("x >= y").
void assume(NamedBoxProblem& problem, const std::string& hypothesis);

/// The problems of a file; none when it does not exist.
std::vector<NamedBoxProblem> read_box_problems(const std::string& path);

}  // namespace lemmacheck::test_support
