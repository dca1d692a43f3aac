#include "verify/kernel/limit.hpp"

#include <algorithm>
#include <unordered_set>

#include "numerics/error.hpp"
#include "numerics/tape.hpp"
#include "verify/kernel/series_functions.hpp"

namespace lemmacheck::verify::kernel {

using namespace numerics;

namespace {

/// Orders of the expansions that are tried in turn.
constexpr int orders[] = {4, 7, 12};
constexpr Precision defined_precision{128};

/// The expansion of every node that f is made of, in the order of ids.
class Expansion {
 public:
  Expansion(SeriesAlgebra& algebra, const Approach& approach) : algebra_(algebra), approach_(approach) {}

  Series of(NodeId f) {
    Graph& graph = algebra_.graph();
    std::vector<NodeId> roots = {f};
    if (!approach_.infinite) roots.push_back(approach_.to);
    const std::vector<NodeId> nodes = graph.reachable(roots);
    require_constants_defined(nodes);
    for (const NodeId id : nodes) {
      const bool any = std::ranges::any_of(graph.arguments(id), [&](NodeId a) { return moves(a); });
      if (any || id == approach_.variable) moves_.insert(static_cast<std::uint32_t>(id));
    }
    for (const NodeId id : nodes)
      if (moves(id)) expand(id);
    return series(f);
  }

 private:
  bool moves(NodeId id) const { return moves_.contains(static_cast<std::uint32_t>(id)); }

  /// The expansion of a part; throws when there is none.
  Series series(NodeId id) {
    if (!moves(id)) return SeriesAlgebra::constant(algebra_.signs().coefficient(id));
    const auto it = series_.find(static_cast<std::uint32_t>(id));
    if (it != series_.end()) return it->second;
    throw failures_.at(static_cast<std::uint32_t>(id));
  }

  /// Throws unless every part of f without any variables has a value. (Parts in other variables are the caller's.)
  void require_constants_defined(std::span<const NodeId> nodes) const {
    const Graph& graph = algebra_.graph();
    std::unordered_set<std::uint32_t> varies;
    std::vector<NodeId> constants;
    for (const NodeId id : nodes) {
      const bool any = std::ranges::any_of(graph.arguments(id),
                                           [&](NodeId a) { return varies.contains(static_cast<std::uint32_t>(a)); });
      if (any || graph.node(id).kind == NodeKind::variable) {
        varies.insert(static_cast<std::uint32_t>(id));
      } else {
        constants.push_back(id);
      }
    }
    const Tape tape(graph, constants);
    const std::vector<BigInterval> none(graph.variable_count(), BigInterval(defined_precision));
    const auto values = tape.run(none, defined_precision);
    for (const NodeId id : constants)
      if (values[tape.slot(id)].defined != Defined::everywhere) throw NoExpansion{};
  }

  Series variable() {
    const Rational side = approach_.infinite ? (approach_.from_above ? -1 : 1) : (approach_.from_above ? 1 : -1);
    const Series moving = SeriesAlgebra::term(side, {approach_.infinite ? -1 : 1, 0, {}});
    return approach_.infinite
               ? moving
               : algebra_.add(SeriesAlgebra::constant(algebra_.signs().coefficient(approach_.to)), moving);
  }

  /// A part without an expansion does no harm in the branch of an "if" that is not taken.
  void expand(NodeId id) {
    try {
      if (algebra_.graph().is_boolean(id)) {
        truth_.emplace(static_cast<std::uint32_t>(id), truth_of(id));
      } else {
        series_.emplace(static_cast<std::uint32_t>(id), series_of(id));
      }
    } catch (const NoExpansion& failure) {
      failures_.emplace(static_cast<std::uint32_t>(id), failure);
    }
  }

  std::vector<NodeId> arguments_of(NodeId id) {
    const std::span<const NodeId> span = algebra_.graph().arguments(id);
    return {span.begin(), span.end()};  // the graph grows
  }

  Series series_of(NodeId id) {
    if (id == approach_.variable) return variable();
    const std::string& name = algebra_.graph().node(id).function->name;
    const std::vector<NodeId> ids = arguments_of(id);
    if (name == "if") return series(truth(ids[0]) ? ids[1] : ids[2]);
    if (name == "/" && !moves(ids[1])) {
      const Coefficient divisor = algebra_.signs().coefficient(ids[1]);
      if (algebra_.is_zero(divisor)) throw NoExpansion{};
      return algebra_.multiply(algebra_.power(divisor, -1), series(ids[0]));
    }
    std::vector<Series> arguments;
    for (const NodeId a : ids) arguments.push_back(series(a));
    return apply(algebra_, name, arguments);
  }

  bool truth(NodeId id) const {
    const auto it = truth_.find(static_cast<std::uint32_t>(id));
    if (it == truth_.end()) throw NoExpansion{.more_terms_may_help = moves(id)};
    return it->second;
  }

  /// Whether a comparison holds for all small t; throws unless it or its opposite does.
  bool truth_of(NodeId id) {
    const std::string& name = algebra_.graph().node(id).function->name;
    const std::vector<NodeId> ids = arguments_of(id);
    if (name == "and") return truth(ids[0]) && truth(ids[1]);
    Series difference = algebra_.subtract(series(ids[1]), series(ids[0]));
    algebra_.strip(difference);
    const int sign = difference.exactly_zero() ? 0 : algebra_.sign(algebra_.leading(difference).c);
    if (name == "<") return sign > 0;
    if (name == "<=") return sign >= 0;
    if (name == "=") return sign == 0;
    throw NoExpansion{};
  }

  SeriesAlgebra& algebra_;
  const Approach& approach_;
  std::unordered_set<std::uint32_t> moves_;  // what depends on the variable
  std::unordered_map<std::uint32_t, Series> series_;
  std::unordered_map<std::uint32_t, bool> truth_;
  std::unordered_map<std::uint32_t, NoExpansion> failures_;
};

/// Where the expansion goes; `side_open` says that more terms may tell on which side of the limit f is.
Limit read_off(SeriesAlgebra& algebra, Series series, bool& side_open) {
  Limit limit;
  Coefficient value;
  const Tends end = algebra.tends(series, value);
  if (end != Tends::to_finite) {
    limit.kind = end == Tends::to_plus_infinity ? Limit::Kind::plus_infinity : Limit::Kind::minus_infinity;
  } else {
    limit.value = value.node(algebra.graph());
    Series rest = algebra.small_part(series);
    algebra.strip(rest);
    if (!rest.terms.empty()) {
      const auto sign = algebra.signs().certain_sign(rest.terms.front().c);
      limit.above = sign && *sign > 0;
      limit.below = sign && *sign < 0;
    } else {
      side_open = rest.remainder.has_value();
    }
  }
  limit.positive = algebra.signs().positive();
  return limit;
}

}  // namespace

std::optional<Limit> limit(Graph& graph, NodeId f, const Approach& approach) {
  if (graph.is_boolean(f)) return std::nullopt;
  if (!approach.infinite && graph.depends_on(approach.to, approach.variable)) return std::nullopt;
  std::optional<Limit> found;
  for (const int order : orders) {
    SeriesAlgebra algebra(graph, order);
    try {
      bool side_open = false;
      Limit result = read_off(algebra, Expansion(algebra, approach).of(f), side_open);
      if (!side_open) return result;
      if (!found) found = std::move(result);
    } catch (const NoExpansion& failure) {
      if (!failure.more_terms_may_help) return found;
    } catch (const Error&) {
      return found;
    }
  }
  return found;
}

}  // namespace lemmacheck::verify::kernel
