// A claim: an inequality (or several, joined by "and") about named real or integer unknowns, as a user states it.
#pragma once

#include <string>
#include <vector>

#include "numerics/expression.hpp"

namespace lemmacheck::verify {

/// An end of a range: a constant expression, or infinite.
struct ClaimEnd {
  bool infinite = true;
  numerics::NodeId value{};  // a formula without variables; unused when infinite
  bool open = true;
};

struct ClaimVariable {
  std::string name;
  numerics::NodeId node{};  // the variable in the graph
  bool integer = false;
  ClaimEnd lower, upper;
};

/// "For all points of the ranges that satisfy every hypothesis: the statement". Nothing is simplified: where the
/// claim is defined is decided on what is written.
struct Claim {
  numerics::Graph graph;
  const numerics::FunctionTable* functions = nullptr;  // never null in a finished claim
  std::vector<ClaimVariable> variables;
  std::vector<numerics::NodeId> hypotheses;  // boolean expressions
  numerics::NodeId statement{};              // a boolean expression: a comparison, or comparisons joined by "and"
  std::vector<std::string> conventions;      // switched on, as written: "0*log(0) = 0"
};

}  // namespace lemmacheck::verify
