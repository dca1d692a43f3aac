#include "verify/enclosed.hpp"

#include <algorithm>

#include "bounds/functions.hpp"
#include "numerics/error.hpp"
#include "numerics/tape.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::Direction;
using numerics::Function;
using numerics::Graph;
using numerics::NodeId;
using numerics::ParseError;
using numerics::Rational;

class Arithmetic {
 public:
  explicit Arithmetic(Graph& graph) : graph_(graph) {}

  NodeId min(NodeId a, NodeId b) { return a == b ? a : graph_.call("min", {a, b}); }
  NodeId max(NodeId a, NodeId b) { return a == b ? a : graph_.call("max", {a, b}); }
  NodeId absolute(NodeId a) { return graph_.call("abs", {a}); }
  NodeId zero() { return graph_.integer(0); }

  Quantity product(const Quantity& a, const Quantity& b) {
    if (!a.is_enclosed()) return scaled(a.lower, b);
    if (!b.is_enclosed()) return scaled(b.lower, a);
    const NodeId p[4] = {times(a.lower, b.lower), times(a.lower, b.upper), times(a.upper, b.lower),
                         times(a.upper, b.upper)};
    return {min(min(p[0], p[1]), min(p[2], p[3])), max(max(p[0], p[1]), max(p[2], p[3]))};
  }

  /// 1/[a, b] = [1/b, 1/a] where 0 is outside, and without a value otherwise.
  Quantity reciprocal(const Quantity& x) {
    const NodeId one = graph_.integer(1), nothing = graph_.call("undefined", {});
    const auto outside_zero = [&](NodeId value) {
      const NodeId positive = graph_.call("<", {zero(), x.lower}), negative = graph_.call("<", {x.upper, zero()});
      return graph_.call("if", {positive, value, graph_.call("if", {negative, value, nothing})});
    };
    return {outside_zero(graph_.call("/", {one, x.upper})), outside_zero(graph_.call("/", {one, x.lower}))};
  }

  Quantity power(const Quantity& x, NodeId exponent) {
    const std::optional<Rational> n = numerics::exact_value(graph_, exponent);
    if (!n || !n->is_integer())
      throw ParseError("LC130",
                       "an enclosed quantity can only be raised to an integer power; take lower() or upper() first");
    if (n->sign() < 0) return reciprocal(power(x, graph_.rational(-*n)));
    const NodeId low = graph_.call("^", {x.lower, exponent}), high = graph_.call("^", {x.upper, exponent});
    if (!(*n / Rational(2)).is_integer()) return {low, high};
    if (n->sign() == 0) return Quantity(low);
    const NodeId inside = graph_.call("if", {graph_.call("<=", {x.upper, zero()}), high, zero()});
    return {graph_.call("if", {graph_.call("<=", {zero(), x.lower}), low, inside}), max(low, high)};
  }

  Quantity magnitude(const Quantity& x) {
    if (!x.is_enclosed()) return Quantity(absolute(x.lower));
    return Quantity(max(absolute(x.lower), absolute(x.upper)));
  }

  Quantity modulus(const Quantity& x) {  // |[a, b]| = [max(0, a, -b), max(-a, b)]
    const NodeId minus_lower = graph_.call("neg", {x.lower}), minus_upper = graph_.call("neg", {x.upper});
    return {max(zero(), max(x.lower, minus_upper)), max(minus_lower, x.upper)};
  }

  Quantity monotone(const Function& f, std::span<const Quantity> x) {
    std::vector<NodeId> low, high;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Direction direction = f.direction(i);
      if (x[i].is_enclosed() && direction == Direction::unknown)
        throw ParseError("LC130", "'" + f.name + "' is not known to be monotone in argument " + std::to_string(i + 1) +
                                      ", which is an enclosed quantity; take lower() or upper() first");
      const bool turned = direction == Direction::decreasing;
      low.push_back(turned ? x[i].upper : x[i].lower);
      high.push_back(turned ? x[i].lower : x[i].upper);
    }
    return {graph_.call(f, low), graph_.call(f, high)};
  }

 private:
  NodeId times(NodeId a, NodeId b) { return graph_.call("*", {a, b}); }
  Quantity scaled(NodeId a, const Quantity& x) {
    const NodeId low = times(a, x.lower), high = times(a, x.upper);
    if (const std::optional<Rational> factor = numerics::exact_value(graph_, a))
      return factor->sign() >= 0 ? Quantity(low, high) : Quantity(high, low);
    return {min(low, high), max(low, high)};
  }

  Graph& graph_;
};

}  // namespace

const numerics::FunctionTable& theorem_functions() {
  static const numerics::FunctionTable table = [] {
    numerics::FunctionTable made(&bounds::functions());
    for (const auto& [name, arity] : {std::pair("pm", 2), {"hull", 2}, {"lower", 1}, {"upper", 1}, {"mag", 1}}) {
      Function f;
      f.name = name;
      f.arity = arity;
      made.add(std::move(f));
    }
    return made;
  }();
  return table;
}

Quantity apply(Graph& graph, const Function& function, std::span<const Quantity> x) {
  Arithmetic arithmetic(graph);
  const std::string& name = function.name;
  // The parser sees to this inside one formula; here a name or a user function may stand for a comparison.
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool wanted = name == "and" || (name == "if" && i == 0);
    if (graph.is_boolean(x[i].lower) != wanted)
      throw ParseError("LC113", wanted ? "'" + name + "' needs a comparison, such as x <= 1"
                                       : "a comparison stands where '" + name + "' expects a number");
  }
  if (name == "lower") return Quantity(x[0].lower);
  if (name == "upper") return Quantity(x[0].upper);
  if (name == "mag") return arithmetic.magnitude(x[0]);
  if (name == "hull") return {arithmetic.min(x[0].lower, x[1].lower), arithmetic.max(x[0].upper, x[1].upper)};
  if (name == "pm") {
    const NodeId radius = arithmetic.magnitude(x[1]).lower;
    return {graph.call("-", {x[0].lower, radius}), graph.call("+", {x[0].upper, radius})};
  }
  if (std::ranges::none_of(x, &Quantity::is_enclosed)) {
    std::vector<NodeId> arguments;
    for (const Quantity& q : x) arguments.push_back(q.lower);
    return Quantity(graph.call(function, arguments));
  }
  if (function.boolean)
    throw ParseError("LC130", "a comparison needs ordinary formulas; take lower() or upper() of the enclosed side");
  if (name == "if" && !x[0].is_enclosed())
    return {graph.call(function, {x[0].lower, x[1].lower, x[2].lower}),
            graph.call(function, {x[0].lower, x[1].upper, x[2].upper})};
  if (name == "*") return arithmetic.product(x[0], x[1]);
  if (name == "/")
    return arithmetic.product(x[0], x[1].is_enclosed() ? arithmetic.reciprocal(x[1])
                                                       : Quantity(graph.call("/", {graph.integer(1), x[1].lower})));
  if (name == "^" && !x[1].is_enclosed()) return arithmetic.power(x[0], x[1].lower);
  if (name == "abs") return arithmetic.modulus(x[0]);
  return arithmetic.monotone(function, x);
}

}  // namespace lemmacheck::verify
