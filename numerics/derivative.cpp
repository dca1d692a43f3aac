// Derivatives as expressions, from the rules that the function table records as text in a, b, c.
#include <unordered_map>

#include "numerics/argument_formula.hpp"
#include "numerics/error.hpp"
#include "numerics/parser.hpp"

namespace lemmacheck::numerics {
namespace {

bool is_literal(const Graph& graph, NodeId id, const char* digits) {
  return graph.node(id).kind == NodeKind::literal && graph.literal_value(id).digits == digits &&
         (graph.literal_value(id).exponent == 0 || *digits == '0');
}

/// Products and sums without the factors 0 and 1 that the chain rule makes (they come from the rule, not from the
/// text).
NodeId times(Graph& graph, NodeId a, NodeId b) {
  if (is_literal(graph, a, "0") || is_literal(graph, b, "0")) return graph.integer(0);
  if (is_literal(graph, a, "1")) return b;
  if (is_literal(graph, b, "1")) return a;
  return graph.call("*", {a, b});
}

NodeId plus(Graph& graph, NodeId a, NodeId b) {
  if (is_literal(graph, a, "0")) return b;
  if (is_literal(graph, b, "0")) return a;
  return graph.call("+", {a, b});
}

}  // namespace

NodeId in_arguments(Graph& graph, const std::string& text, std::span<const NodeId> arguments,
                    const FunctionTable& functions) {
  Graph rule;
  const NodeId root = parse_expression(rule, text, functions.with_all_names(), {.source = text}).root;
  std::unordered_map<std::uint32_t, NodeId> by_variable;
  for (std::size_t v = 0; v < rule.variable_count(); ++v) {
    const std::string& name = rule.variable_name(v);
    LEMMACHECK_ASSERT(name.size() == 1 && name[0] >= 'a' && static_cast<std::size_t>(name[0] - 'a') < arguments.size());
    by_variable.emplace(static_cast<std::uint32_t>(v), arguments[static_cast<std::size_t>(name[0] - 'a')]);
  }
  return substitute(rule, root, graph, by_variable);
}

std::optional<NodeId> derivative(Graph& graph, NodeId root, NodeId variable, const FunctionTable& functions) {
  std::unordered_map<std::uint32_t, NodeId> slope;  // of the nodes that depend on the variable
  const auto slope_of = [&](NodeId id) {
    const auto it = slope.find(static_cast<std::uint32_t>(id));
    return it == slope.end() ? graph.integer(0) : it->second;
  };
  for (const NodeId id : graph.reachable(std::span(&root, 1))) {
    if (id == variable) {
      slope.emplace(static_cast<std::uint32_t>(id), graph.integer(1));
      continue;
    }
    const std::span<const NodeId> original = graph.arguments(id);
    const std::vector<NodeId> arguments(original.begin(), original.end());  // the graph grows below
    bool depends = false;
    for (const NodeId a : arguments) depends = depends || slope.contains(static_cast<std::uint32_t>(a));
    if (!depends) continue;
    const Function& function = *graph.node(id).function;
    if (function.boolean) return std::nullopt;  // a condition that moves makes an "if" jump
    if (function.name == "if") {
      slope.emplace(static_cast<std::uint32_t>(id),
                    graph.call(function, {arguments[0], slope_of(arguments[1]), slope_of(arguments[2])}));
      continue;
    }
    NodeId total = graph.integer(0);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const NodeId inner = slope_of(arguments[i]);
      if (is_literal(graph, inner, "0")) continue;
      if (i >= function.derivatives.size() || function.derivatives[i].empty()) return std::nullopt;
      const NodeId outer = in_arguments(graph, function.derivatives[i], arguments, functions);
      total = plus(graph, total, times(graph, outer, inner));
    }
    slope.emplace(static_cast<std::uint32_t>(id), total);
  }
  return slope_of(root);
}

}  // namespace lemmacheck::numerics
