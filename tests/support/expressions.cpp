#include "tests/support/expressions.hpp"

#include <ctime>

namespace lemmacheck::test_support {

using numerics::Graph;
using numerics::NodeId;
using numerics::NodeKind;

std::string written_out(const Graph& graph, NodeId root) {
  switch (graph.node(root).kind) {
    case NodeKind::literal:
      return graph.literal_value(root).to_string();
    case NodeKind::variable:
      return graph.variable_name(root);
    case NodeKind::call:
      break;
  }
  std::string text = graph.node(root).function->name;
  for (const NodeId a : graph.arguments(root)) text += ' ' + written_out(graph, a);
  return graph.arguments(root).empty() ? text : '(' + text + ')';
}

NodeId RandomExpressions::leaf(Hostile& pick) {
  if (!variables_.empty() && pick.one_in(2)) return graph_.variable(variables_[pick.below(variables_.size())]);
  switch (pick.below(6)) {
    case 0:
      return graph_.integer(pick.between(0, 3));
    case 1:
      return graph_.integer(pick.between(-20, 1000));
    case 2:
      return graph_.rational(numerics::Rational(pick.between(-9, 9), 7));
    case 3:
      return graph_.literal(numerics::Decimal::parse("0.1"));
    case 4:
      return graph_.literal(numerics::Decimal::parse(std::to_string(pick.between(1, 99)) + "e-3"));
    default:
      return graph_.literal(numerics::Decimal::parse("0.0" + std::to_string(pick.between(1, 99999))));
  }
}

NodeId RandomExpressions::number(Hostile& pick, int depth) {
  if (depth == 0 || pick.one_in(8)) return leaf(pick);
  // Half of the calls are arithmetic: there the brackets are.
  constexpr const char* arithmetic[] = {"+", "-", "*", "/", "^", "neg"};
  const std::string name = pick.one_in(2) ? arithmetic[pick.below(6)] : functions_[pick.below(functions_.size())];
  const numerics::Function& function = table_.get(name);
  std::vector<NodeId> arguments;
  for (int i = 0; i < function.arity; ++i)
    arguments.push_back(name == "if" && i == 0 ? condition(pick, depth - 1) : number(pick, depth - 1));
  return graph_.call(function, arguments);
}

NodeId RandomExpressions::condition(Hostile& pick, int depth) {
  if (depth > 0 && pick.one_in(3)) {
    const NodeId left = condition(pick, depth - 1);
    return graph_.call("and", {left, condition(pick, depth - 1)});
  }
  constexpr const char* comparisons[] = {"<", "<=", "="};
  const char* name = comparisons[pick.below(3)];
  const NodeId left = number(pick, depth / 2);
  return graph_.call(name, {left, number(pick, depth / 2)});
}

std::vector<std::string> numeric_functions(const numerics::FunctionTable& table) {
  std::vector<std::string> names = table.names();
  std::erase_if(names, [&](const std::string& name) { return table.get(name).boolean; });
  return names;
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace lemmacheck::test_support
