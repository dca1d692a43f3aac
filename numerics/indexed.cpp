#include "numerics/indexed.hpp"

#include <algorithm>

#include "numerics/error.hpp"
#include "numerics/tape.hpp"

namespace lemmacheck::numerics {
namespace {

constexpr std::size_t most_terms = 10'000, most_in_all = 100'000;

struct Indexed {
  std::string_view name, joining;
  std::optional<long> none;
};
constexpr std::array<Indexed, 4> all{
    {{"sum", "+", 0}, {"prod", "*", 1}, {"max_over", "max", std::nullopt}, {"min_over", "min", std::nullopt}}};

const FunctionTable& table() {
  static const FunctionTable made = [] {
    FunctionTable t;
    for (const Indexed& each : all) {
      Function f;
      f.name = each.name;
      f.arity = 4;
      t.add(std::move(f));
    }
    return t;
  }();
  return made;
}

const Indexed& properties(const Function& indexed) {
  const auto it = std::ranges::find(all, indexed.name, &Indexed::name);
  LEMMACHECK_ASSERT(it != all.end());
  return *it;
}

/// Writes out one formula; `environment` gives the values of the indices that are around it.
class Writer {
 public:
  using Environment = std::map<std::string, NodeId>;
  explicit Writer(Graph& graph) : graph_(graph) {}

  NodeId write(NodeId root, const Environment& environment) {
    std::unordered_map<std::size_t, NodeId> image;
    for (const NodeId id : reachable_outside_bodies(graph_, root)) {
      const Node node = graph_.node(id);
      NodeId made = id;
      if (node.kind == NodeKind::variable) {
        const auto it = environment.find(graph_.variable_name(id));
        if (it != environment.end()) made = it->second;
      } else if (node.kind == NodeKind::call && is_indexed(*node.function)) {
        made = terms(id, image, environment);
      } else if (node.kind == NodeKind::call) {
        std::vector<NodeId> arguments;
        for (const NodeId a : graph_.arguments(id)) arguments.push_back(image.at(index_of(a)));
        made = graph_.call(*node.function, arguments);
      }
      image[index_of(id)] = made;
    }
    return image.at(index_of(root));
  }

 private:
  NodeId terms(NodeId id, const std::unordered_map<std::size_t, NodeId>& image, const Environment& environment) {
    const Function& function = *graph_.node(id).function;
    const std::vector<NodeId> x(graph_.arguments(id).begin(), graph_.arguments(id).end());
    const std::string index = graph_.variable_name(x[1]);
    const IndexRange range = count_.range(function, index, exact_value(graph_, image.at(index_of(x[2]))),
                                          exact_value(graph_, image.at(index_of(x[3]))));
    if (range.last < range.first) return graph_.integer(value_of_none(function));
    Environment inner = environment;
    std::optional<NodeId> sum;
    for (long k = range.first; k <= range.last; ++k) {
      inner[index] = graph_.integer(k);
      const NodeId term = write(x[0], inner);
      sum = sum ? graph_.call(joining_function(function), {*sum, term}) : term;
    }
    return *sum;
  }

  Graph& graph_;
  TermCount count_;
};

}  // namespace

const Function* indexed_function(std::string_view name) { return table().find(name); }

bool is_indexed(const Function& function) { return indexed_function(function.name) == &function; }

const Function& joining_function(const Function& indexed) {
  return elementary_functions().get(properties(indexed).joining);
}

long value_of_none(const Function& indexed) { return *properties(indexed).none; }

IndexRange TermCount::range(const Function& function, const std::string& index, const std::optional<Rational>& first,
                            const std::optional<Rational>& last) {
  const std::string what = "'" + function.name + "' over " + index + ": ";
  const Rational limit(1'000'000'000'000'000LL);
  for (const auto& [end, name] : {std::pair(&first, "first"), {&last, "last"}})
    if (!*end || !(*end)->is_integer() || abs(**end) > limit)
      throw ParseError("LC114", what + "its " + name + " value is not known as an exact integer" +
                                    (*end && !(*end)->is_integer() ? " (it is " + (*end)->to_string() + ")" : "") +
                                    "; write integers between -1e15 and 1e15, or names that stand for them");
  const IndexRange made{first->to_long(), last->to_long()};
  if (made.last < made.first) {
    if (!properties(function).none)
      throw ParseError("LC114", what + "it runs from " + first->to_string() + " to " + last->to_string() +
                                    ", which is nothing; an extreme needs at least one value");
    return made;
  }
  const std::size_t count = static_cast<std::size_t>(made.last - made.first) + 1;
  if (count > most_terms || used_ + count > most_in_all)
    throw ParseError("LC114", what + std::to_string(count) + " terms" +
                                  (count > most_terms ? "; at most 10000 are written out in one sum"
                                                      : "; at most 100000 are written out in all"));
  used_ += count;
  return made;
}

std::vector<NodeId> reachable_outside_bodies(const Graph& graph, NodeId root) {
  std::vector<NodeId> waiting{root}, found;
  while (!waiting.empty()) {
    std::ranges::pop_heap(waiting);
    const NodeId id = waiting.back();
    waiting.pop_back();
    if (!found.empty() && found.back() == id) continue;
    found.push_back(id);
    const Node& node = graph.node(id);
    std::span<const NodeId> arguments = graph.arguments(id);
    if (node.kind == NodeKind::call && is_indexed(*node.function)) arguments = arguments.subspan(2);
    for (const NodeId a : arguments) {
      waiting.push_back(a);
      std::ranges::push_heap(waiting);
    }
  }
  std::ranges::reverse(found);
  return found;
}

NodeId written_out(Graph& graph, NodeId root) { return Writer(graph).write(root, {}); }

}  // namespace lemmacheck::numerics
