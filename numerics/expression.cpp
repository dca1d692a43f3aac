#include "numerics/expression.hpp"

#include <algorithm>

#include "numerics/error.hpp"

namespace lemmacheck::numerics {

NodeId Graph::intern(const Node& node, std::span<const NodeId> arguments, std::size_t hash) {
  const auto [begin, end] = call_ids_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const Node& other = nodes_[index_of(it->second)];
    if (other.function == node.function && std::ranges::equal(this->arguments(it->second), arguments))
      return it->second;
  }
  const NodeId id{static_cast<std::uint32_t>(nodes_.size())};
  Node stored = node;
  stored.first = static_cast<std::uint32_t>(children_.size());
  stored.count = static_cast<std::uint32_t>(arguments.size());
  const std::vector<NodeId> copy(arguments.begin(), arguments.end());  // arguments may point into children_
  children_.insert(children_.end(), copy.begin(), copy.end());
  nodes_.push_back(stored);
  call_ids_.emplace(hash, id);
  return id;
}

NodeId Graph::literal(const Decimal& value) {
  if (value.negative && value.digits != "0") {
    Decimal positive = value;
    positive.negative = false;
    return call("neg", {literal(positive)});
  }
  std::string key = value.digits + 'e' + std::to_string(value.exponent);
  if (const auto it = literal_ids_.find(key); it != literal_ids_.end()) return it->second;
  const NodeId id{static_cast<std::uint32_t>(nodes_.size())};
  nodes_.push_back({.kind = NodeKind::literal, .index = static_cast<std::uint32_t>(literals_.size())});
  literals_.push_back(value);
  literal_ids_.emplace(std::move(key), id);
  return id;
}

NodeId Graph::integer(long value) { return literal(Decimal::parse(std::to_string(value))); }

NodeId Graph::rational(const Rational& value) {
  const std::string text = value.to_string();
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return literal(Decimal::parse(text));
  if (value.sign() < 0) return call("neg", {rational(-value)});
  return call("/", {literal(Decimal::parse(text.substr(0, slash))), literal(Decimal::parse(text.substr(slash + 1)))});
}

NodeId Graph::variable(std::string_view name) {
  std::string key(name);
  if (const auto it = variable_ids_.find(key); it != variable_ids_.end()) return it->second;
  const NodeId id{static_cast<std::uint32_t>(nodes_.size())};
  nodes_.push_back({.kind = NodeKind::variable, .index = static_cast<std::uint32_t>(variables_.size())});
  variables_.push_back(key);
  variable_ids_.emplace(std::move(key), id);
  return id;
}

NodeId Graph::call(const Function& function, std::span<const NodeId> arguments) {
  LEMMACHECK_ASSERT(static_cast<int>(arguments.size()) == function.arity);
  std::size_t hash = std::hash<const void*>{}(&function);
  for (const NodeId a : arguments) hash = (hash ^ index_of(a)) * 0x9E3779B97F4A7C15u + (hash >> 29);
  return intern({.kind = NodeKind::call, .function = &function}, arguments, hash);
}

std::vector<NodeId> Graph::reachable(std::span<const NodeId> roots) const {
  // Largest id first from a heap: the work depends on what is reached, not on the size of the graph.
  std::vector<NodeId> waiting(roots.begin(), roots.end()), found;
  std::ranges::make_heap(waiting);
  while (!waiting.empty()) {
    std::ranges::pop_heap(waiting);
    const NodeId id = waiting.back();
    waiting.pop_back();
    if (!found.empty() && found.back() == id) continue;
    found.push_back(id);
    for (const NodeId a : arguments(id)) {
      waiting.push_back(a);
      std::ranges::push_heap(waiting);
    }
  }
  std::ranges::reverse(found);
  return found;
}

bool Graph::depends_on(NodeId root, NodeId variable) const {
  const auto nodes = reachable(std::span(&root, 1));
  return std::ranges::binary_search(nodes, variable);
}

std::vector<std::string> Graph::variables_of(NodeId root) const {
  std::vector<std::string> names;
  for (const NodeId id : reachable(std::span(&root, 1)))
    if (node(id).kind == NodeKind::variable) names.push_back(variable_name(id));
  return names;
}

NodeId substitute(const Graph& from, NodeId root, Graph& to,
                  const std::unordered_map<std::uint32_t, NodeId>& by_variable) {
  const std::vector<NodeId> nodes = from.reachable(std::span(&root, 1));
  std::unordered_map<std::uint32_t, NodeId> image;
  std::vector<NodeId> arguments;
  for (const NodeId id : nodes) {
    const Node node = from.node(id);
    NodeId made{};
    if (node.kind == NodeKind::literal) {
      made = to.literal(Decimal(from.literal_value(id)));
    } else if (node.kind == NodeKind::variable) {
      const auto it = by_variable.find(node.index);
      made = it != by_variable.end() ? it->second : to.variable(std::string(from.variable_name(id)));
    } else {
      arguments.clear();
      for (const NodeId a : from.arguments(id)) arguments.push_back(image.at(static_cast<std::uint32_t>(a)));
      made = to.call(*node.function, arguments);
    }
    image.emplace(static_cast<std::uint32_t>(id), made);
  }
  return image.at(static_cast<std::uint32_t>(root));
}

}  // namespace lemmacheck::numerics
