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
/// Whole powers of formulas free of the variable that are multiplied out.
constexpr long largest_expanded_power = 4;

/// The expansion of every node that f is made of, in the order of ids.
class Expansion {
 public:
  Expansion(SeriesAlgebra& algebra, const Approach& approach) : algebra_(algebra), approach_(approach) {}

  Series of(NodeId f) {
    Graph& graph = algebra_.graph();
    std::vector<NodeId> roots = {f};
    if (!approach_.infinite) roots.push_back(approach_.to);
    const std::vector<NodeId> nodes = graph.reachable(roots);
    for (const NodeId id : nodes) {
      const bool any = std::ranges::any_of(graph.arguments(id), [&](NodeId a) { return moves(a); });
      if (any || id == approach_.variable) {
        moves_.insert(static_cast<std::uint32_t>(id));
      } else {
        free_.emplace(static_cast<std::uint32_t>(id), free_coefficient(id));
      }
    }
    if (!moves(f)) return constant(f);
    for (const NodeId id : nodes)
      if (moves(id)) series_.emplace(static_cast<std::uint32_t>(id), expand(id));
    return series_.at(static_cast<std::uint32_t>(f));
  }

 private:
  bool moves(NodeId id) const { return moves_.contains(static_cast<std::uint32_t>(id)); }

  const Coefficient& free(NodeId id) const { return free_.at(static_cast<std::uint32_t>(id)); }

  Coefficient free_coefficient(NodeId id) {
    Graph& graph = algebra_.graph();
    const Node node = graph.node(id);
    if (node.kind == NodeKind::literal && graph.literal_value(id).is_small())
      return graph.literal_value(id).to_rational();
    if (node.kind != NodeKind::call || graph.is_boolean(id)) return Coefficient::atom(id);
    const std::span<const NodeId> arguments = graph.arguments(id);
    const std::string& name = node.function->name;
    if (arguments.size() == 1) {
      const Coefficient& a = free(arguments[0]);
      if (name == "neg") return Coefficient(-1) * a;
      if (name == "sqrt") return root(id, a);
      if (const auto r = a.number(); r && r->sign() == 0 && name == "exp") return Rational(1);
      if (const auto r = a.number(); r == Rational(1) && (name == "log" || name == "ln")) return Rational(0);
      return Coefficient::atom(id);
    }
    if (arguments.size() != 2) return Coefficient::atom(id);
    const Coefficient a = free(arguments[0]), b = free(arguments[1]);
    if (name == "+") return a + b;
    if (name == "-") return a - b;
    if (name == "*") return algebra_.times(a, b);
    if (name == "/") return b.is_zero() ? Coefficient::atom(id) : algebra_.times(a, algebra_.power(b, -1));
    if (name == "^") return free_power(id, a, b);
    return Coefficient::atom(id);
  }

  /// The root of a positive number or of one atom; other roots stay as they are.
  Coefficient root(NodeId id, const Coefficient& a) {
    const auto number = a.number();
    const bool plain = a.size() == 1 && a == Coefficient::atom(atom_of(a));
    if (plain || (number && number->sign() > 0)) return algebra_.power(a, Rational(1, 2));
    return number && number->sign() == 0 ? Coefficient() : Coefficient::atom(id);
  }

  static NodeId atom_of(const Coefficient& a) {
    const auto& atoms = a.terms().begin()->first.atoms;
    return atoms.empty() ? NodeId{} : atoms.front().first;
  }

  Coefficient free_power(NodeId id, const Coefficient& a, const Coefficient& b) {
    const auto exponent = b.number();
    if (!exponent) return Coefficient::atom(id);
    if (const auto base = a.number(); base && base->sign() > 0) return algebra_.power(a, *exponent);
    if (!exponent->is_integer() || abs(*exponent) > Rational(largest_expanded_power) || exponent->sign() == 0)
      return Coefficient::atom(id);
    if (exponent->sign() < 0) return a.is_zero() ? Coefficient::atom(id) : algebra_.power(a, *exponent);
    Coefficient product = a;
    for (long n = exponent->to_long(); n > 1; --n) product = algebra_.times(product, a);
    return product;
  }

  /// A part of f that is free of the variable: throws unless it has a value, where that can be seen.
  Series constant(NodeId id) {
    const Graph& graph = algebra_.graph();
    if (graph.variables_of(id).empty()) {
      const Tape tape(graph, std::span(&id, 1));
      const std::vector<BigInterval> none(graph.variable_count(), BigInterval(defined_precision));
      if (tape.run(none, defined_precision)[tape.slot(id)].defined != Defined::everywhere) throw NoExpansion{};
    }
    return SeriesAlgebra::constant(free(id));
  }

  Series variable() {
    const Rational side = approach_.infinite ? (approach_.from_above ? -1 : 1) : (approach_.from_above ? 1 : -1);
    const Series moving = SeriesAlgebra::term(side, {approach_.infinite ? -1 : 1, 0, {}});
    return approach_.infinite ? moving : algebra_.add(constant(approach_.to), moving);
  }

  Series expand(NodeId id) {
    if (id == approach_.variable) return variable();
    Graph& graph = algebra_.graph();
    const Function& function = *graph.node(id).function;
    const std::span<const NodeId> span = graph.arguments(id);
    const std::vector<NodeId> ids(span.begin(), span.end());  // the graph grows below
    const bool divided_by_constant = function.name == "/" && !moves(ids[1]);
    std::vector<Series> arguments;
    for (const NodeId a : ids) arguments.push_back(moves(a) ? series_.at(static_cast<std::uint32_t>(a)) : constant(a));
    if (function.boolean || function.name == "if") throw NoExpansion{};
    if (divided_by_constant) {
      if (algebra_.is_zero(free(ids[1]))) throw NoExpansion{};
      return algebra_.multiply(algebra_.power(free(ids[1]), -1), arguments[0]);
    }
    return apply(algebra_, function.name, arguments);
  }

  SeriesAlgebra& algebra_;
  const Approach& approach_;
  std::unordered_set<std::uint32_t> moves_;  // what depends on the variable
  std::unordered_map<std::uint32_t, Coefficient> free_;
  std::unordered_map<std::uint32_t, Series> series_;
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
      const auto sign = algebra.certain_sign(rest.terms.front().c);
      limit.above = sign && *sign > 0;
      limit.below = sign && *sign < 0;
    } else {
      side_open = rest.remainder.has_value();
    }
  }
  limit.positive = algebra.positive();
  return limit;
}

}  // namespace

std::optional<Limit> limit(Graph& graph, NodeId f, const Approach& approach) {
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
