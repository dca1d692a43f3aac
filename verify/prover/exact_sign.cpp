#include "verify/prover/exact_sign.hpp"

#include <map>

#include "numerics/normal_form.hpp"
#include "numerics/tape.hpp"

namespace lemmacheck::verify::prover {

using numerics::BigInterval;
using numerics::Graph;
using numerics::NodeId;
using numerics::NodeKind;
using numerics::Precision;
using numerics::Rational;

namespace {

/// rational + multiple * pi
struct PiForm {
  Rational rational, multiple;
  bool is_rational() const { return multiple.sign() == 0; }
  bool is_zero() const { return rational.sign() == 0 && multiple.sign() == 0; }
};
using Forms = std::map<NodeId, PiForm>;

/// sin(q pi) for the q at which it is rational.
std::optional<Rational> sine_of_turn(const Rational& q) {
  const Rational r = q - Rational(2) * floor(q / Rational(2));  // in [0, 2)
  if (r == Rational(0) || r == Rational(1)) return Rational(0);
  if (r == Rational(1, 2)) return Rational(1);
  if (r == Rational(3, 2)) return Rational(-1);
  if (r == Rational(1, 6) || r == Rational(5, 6)) return Rational(1, 2);
  if (r == Rational(7, 6) || r == Rational(11, 6)) return Rational(-1, 2);
  return std::nullopt;
}

std::optional<PiForm> form_of(const Graph& graph, NodeId id, const Forms& known) {
  if (graph.node(id).kind == NodeKind::literal) {
    if (!graph.literal_value(id).is_small()) return std::nullopt;
    return PiForm{graph.literal_value(id).to_rational(), 0};
  }
  if (graph.node(id).kind == NodeKind::variable) return std::nullopt;
  const std::string& name = graph.node(id).function->name;
  const auto arguments = graph.arguments(id);
  if (name == "pi") return PiForm{0, 1};
  if (name == "-" && arguments[0] == arguments[1]) return PiForm{};
  std::vector<PiForm> x;
  for (const NodeId a : arguments) {
    const auto it = known.find(a);
    if (it == known.end()) return std::nullopt;
    x.push_back(it->second);
  }
  if (name == "neg") return PiForm{-x[0].rational, -x[0].multiple};
  if (name == "+") return PiForm{x[0].rational + x[1].rational, x[0].multiple + x[1].multiple};
  if (name == "-") return PiForm{x[0].rational - x[1].rational, x[0].multiple - x[1].multiple};
  if (name == "*" && x[0].is_rational()) return PiForm{x[0].rational * x[1].rational, x[0].rational * x[1].multiple};
  if (name == "*" && x[1].is_rational()) return PiForm{x[0].rational * x[1].rational, x[0].multiple * x[1].rational};
  if (name == "/" && x[1].is_rational() && x[1].rational.sign() != 0)
    return PiForm{x[0].rational / x[1].rational, x[0].multiple / x[1].rational};
  if ((name == "sin" || name == "cos") && x[0].rational.sign() == 0) {
    const Rational turn = name == "sin" ? x[0].multiple : x[0].multiple + Rational(1, 2);
    if (const std::optional<Rational> value = sine_of_turn(turn)) return PiForm{*value, 0};
  }
  return std::nullopt;
}

}  // namespace

std::optional<int> exact_sign(Graph& graph, NodeId constant) {
  Forms forms;
  for (const NodeId id : graph.reachable(std::span(&constant, 1)))
    if (std::optional<PiForm> form = form_of(graph, id, forms)) forms[id] = std::move(*form);
  const auto it = forms.find(constant);
  if (it != forms.end() && it->second.is_zero()) return 0;
  return numerics::constant_sign(graph, constant);
}

}  // namespace lemmacheck::verify::prover
