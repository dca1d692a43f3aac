// Expressions: one immutable, hash-consed graph of literals, variables and calls of named functions.
//
// A node never changes and refers only to older nodes, so a pass over all nodes in the order of their ids sees
// arguments before uses; no algorithm here recurses on the depth of an expression. Equal expressions are one node.
// Nothing is simplified: an expression stays as written, since where it is defined is decided on what is written.
#pragma once

#include <deque>
#include <unordered_map>

#include "numerics/function.hpp"

namespace lemmacheck::numerics {

enum class NodeId : std::uint32_t {};
constexpr std::size_t index_of(NodeId id) noexcept { return static_cast<std::size_t>(id); }

enum class NodeKind : std::uint8_t { literal, variable, call };

struct Node {
  NodeKind kind;
  std::uint32_t index = 0;             // of the literal or the variable
  const Function* function = nullptr;  // of a call
  std::uint32_t first = 0, count = 0;  // arguments of a call
};

class Graph {
 public:
  NodeId literal(const Decimal& value);  // a negative one becomes neg(literal)
  NodeId integer(long value);
  NodeId rational(const Rational& value);  // literal, or a quotient of two
  NodeId variable(std::string_view name);
  NodeId call(const Function& function, std::span<const NodeId> arguments);
  NodeId call(const Function& function, std::initializer_list<NodeId> arguments) {
    return call(function, std::span<const NodeId>(arguments.begin(), arguments.size()));
  }
  /// A call of an elementary function by name, for code that builds formulas.
  NodeId call(std::string_view name, std::initializer_list<NodeId> arguments) {
    return call(elementary_functions().get(name), arguments);
  }

  std::size_t size() const noexcept { return nodes_.size(); }
  const Node& node(NodeId id) const { return nodes_[index_of(id)]; }
  std::span<const NodeId> arguments(NodeId id) const {
    const Node& n = node(id);
    return std::span(children_).subspan(n.first, n.count);
  }
  bool is_boolean(NodeId id) const { return node(id).kind == NodeKind::call && node(id).function->boolean; }
  bool is_call(NodeId id, std::string_view name) const {
    return node(id).kind == NodeKind::call && node(id).function->name == name;
  }
  const Decimal& literal_value(NodeId id) const { return literals_[node(id).index]; }
  const std::string& variable_name(NodeId id) const { return variables_[node(id).index]; }
  const std::string& variable_name(std::size_t index) const { return variables_[index]; }
  std::size_t variable_count() const noexcept { return variables_.size(); }

  /// The nodes that the roots are made of, roots included, in increasing order.
  std::vector<NodeId> reachable(std::span<const NodeId> roots) const;
  bool depends_on(NodeId root, NodeId variable) const;
  /// Names of the variables in `root`, in the order of their first appearance in the graph.
  std::vector<std::string> variables_of(NodeId root) const;

 private:
  NodeId intern(const Node& node, std::span<const NodeId> arguments, std::size_t hash);

  std::vector<Node> nodes_;
  std::vector<NodeId> children_;
  std::deque<Decimal> literals_;
  std::deque<std::string> variables_;
  std::unordered_map<std::string, NodeId> literal_ids_, variable_ids_;
  std::unordered_multimap<std::size_t, NodeId> call_ids_;
};

/// `root` of `from`, built again in `to`; variables whose index in `from` is a key of `by_variable` are replaced.
NodeId substitute(const Graph& from, NodeId root, Graph& to,
                  const std::unordered_map<std::uint32_t, NodeId>& by_variable);

/// d root / d variable as an expression of the same graph; nullopt where a function has no derivative on record and
/// where the condition of an "if" depends on the variable (there may be a jump).
/// Where root is defined on an open set and every function in it is differentiable, it is the derivative.
std::optional<NodeId> derivative(Graph& graph, NodeId root, NodeId variable, const FunctionTable& functions);

}  // namespace lemmacheck::numerics
