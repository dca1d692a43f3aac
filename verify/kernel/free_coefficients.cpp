#include "verify/kernel/free_coefficients.hpp"

namespace lemmacheck::verify::kernel {

using namespace numerics;

namespace {

/// What is multiplied out: whole powers up to this one, products up to so many terms.
constexpr long largest_power = 4;
constexpr std::size_t largest_product = 40;

/// Whether a is one atom and nothing else.
bool is_atom(const Coefficient& a) {
  if (a.size() != 1) return false;
  const auto& [monomial, number] = *a.terms().begin();
  return monomial.atoms.size() == 1 && a == Coefficient::atom(monomial.atoms.front().first);
}

}  // namespace

const Coefficient& FreeCoefficients::of(NodeId id) {
  if (!known_.contains(static_cast<std::uint32_t>(id))) {
    for (const NodeId part : graph_->reachable(std::span(&id, 1)))
      if (!known_.contains(static_cast<std::uint32_t>(part)))
        known_.emplace(static_cast<std::uint32_t>(part), make(part));
  }
  return known(id);
}

Coefficient FreeCoefficients::make(NodeId id) {
  const Node node = graph_->node(id);
  if (node.kind == NodeKind::literal && graph_->literal_value(id).is_small())
    return graph_->literal_value(id).to_rational();
  if (node.kind != NodeKind::call || graph_->is_boolean(id)) return Coefficient::atom(id);
  const std::span<const NodeId> arguments = graph_->arguments(id);
  const std::string& name = node.function->name;
  if (arguments.size() == 1) {
    const Coefficient& a = known(arguments[0]);
    if (name == "neg") return Coefficient(-1) * a;
    if (name == "sqrt") return root(id, a);
    if (name == "exp" && a.is_zero()) return Rational(1);
    if ((name == "log" || name == "ln") && a.number() == Rational(1)) return Rational(0);
  } else if (arguments.size() == 2) {
    const Coefficient a = known(arguments[0]), b = known(arguments[1]);
    if (name == "+") return a + b;
    if (name == "-") return a - b;
    if (name == "*") return product(id, a, b);
    if (name == "^") return power(id, a, b);
    if (name == "/" && !b.is_zero()) {
      if (const auto inverse = b.power(*graph_, -1)) return product(id, a, *inverse);
    }
  }
  return Coefficient::atom(id);
}

Coefficient FreeCoefficients::product(NodeId id, const Coefficient& a, const Coefficient& b) {
  Coefficient all = a * b;
  return all.size() > largest_product ? Coefficient::atom(id) : all;
}

/// The root of a positive number or of one atom; other roots stay as they are.
Coefficient FreeCoefficients::root(NodeId id, const Coefficient& a) {
  if (a.is_zero()) return {};
  const auto number = a.number();
  if (is_atom(a) || (number && number->sign() > 0)) {
    if (const auto result = a.power(*graph_, Rational(1, 2))) return *result;
  }
  return Coefficient::atom(id);
}

Coefficient FreeCoefficients::power(NodeId id, const Coefficient& a, const Coefficient& b) {
  const auto exponent = b.number();
  if (!exponent || exponent->sign() == 0 || a.is_zero()) return Coefficient::atom(id);
  const auto base = a.number();
  const bool positive = base && base->sign() > 0;
  if (!positive && (!exponent->is_integer() || abs(*exponent) > Rational(largest_power))) return Coefficient::atom(id);
  if (positive || exponent->sign() < 0) {
    const auto result = a.power(*graph_, *exponent);
    return result ? *result : Coefficient::atom(id);
  }
  Coefficient all = a;
  for (long n = exponent->to_long(); n > 1; --n) {
    all = all * a;
    if (all.size() > largest_product) return Coefficient::atom(id);
  }
  return all;
}

}  // namespace lemmacheck::verify::kernel
