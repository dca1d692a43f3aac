// Expressions for tests: random ones, their brackets written out, and the processor time that something takes.
#pragma once

#include <string>
#include <vector>

#include "numerics/expression.hpp"
#include "tests/support/hostile.hpp"

namespace lemmacheck::test_support {

/// "(+ x (neg 2))": every call in brackets, the function first.
std::string written_out(const numerics::Graph& graph, numerics::NodeId root);

/// Random expressions over `functions` (names of numeric functions; "if", comparisons and "and" come in where they
/// fit) and `variables`; `pick` draws, so the seed is that of the stream.
class RandomExpressions {
 public:
  RandomExpressions(numerics::Graph& graph, const numerics::FunctionTable& table, std::vector<std::string> functions,
                    std::vector<std::string> variables)
      : graph_(graph), table_(table), functions_(std::move(functions)), variables_(std::move(variables)) {}

  numerics::NodeId number(Hostile& pick, int depth);
  numerics::NodeId condition(Hostile& pick, int depth);

 private:
  numerics::NodeId leaf(Hostile& pick);

  numerics::Graph& graph_;
  const numerics::FunctionTable& table_;
  std::vector<std::string> functions_, variables_;
};

/// The functions of a table that take and give numbers, "if" included.
std::vector<std::string> numeric_functions(const numerics::FunctionTable& table);

/// Processor time of this thread in seconds: other programs on the machine do not count.
double thread_seconds();

}  // namespace lemmacheck::test_support
