#include "verify/prover/roots.hpp"

#include "numerics/normal_form.hpp"
#include "verify/kernel/rules.hpp"

namespace lemmacheck::verify::prover {

using numerics::Graph;
using numerics::NodeId;

namespace {

/// u with A(u) = value, for the atom A(u).
std::optional<NodeId> inverse_at(Graph& graph, NodeId atom, NodeId value) {
  if (graph.is_call(atom, "log")) return graph.call("exp", {value});
  if (graph.is_call(atom, "exp")) return graph.call("log", {value});
  if (graph.is_call(atom, "atan")) return graph.call("tan", {value});
  if (graph.is_call(atom, "sqrt")) return graph.call("^", {value, graph.integer(2)});
  return std::nullopt;
}

class Roots {
 public:
  Roots(Graph& graph, const numerics::FunctionTable& functions, NodeId variable)
      : graph_(graph), functions_(functions), variable_(variable) {}

  std::vector<NodeId> of(NodeId f) {
    const auto form = numerics::factored(graph_, f);
    if (!form) return {};
    for (const auto& [base, exponent] : form->factors) {
      if (exponent < 0 || !graph_.depends_on(base, variable_)) continue;
      add(linear(base, graph_.integer(0)));
      square(base);
      for (const numerics::PolynomialInAtom& p : numerics::by_atoms(graph_, base)) in_atom(p);
    }
    return std::move(roots_);
  }

 private:
  bool is_free(NodeId f) const { return !graph_.depends_on(f, variable_); }
  void add(std::optional<NodeId> root) {
    if (root) roots_.push_back(*root);
  }
  std::optional<NodeId> slope(NodeId f) {
    const auto rate = numerics::derivative(graph_, f, variable_, functions_);
    return rate ? std::optional(numerics::simplified(graph_, *rate)) : std::nullopt;
  }
  NodeId at_zero(NodeId f) { return kernel::replace(graph_, f, variable_, graph_.integer(0)); }

  std::optional<NodeId> linear(NodeId u, NodeId value) {
    const auto rate = slope(u);
    if (!rate || !is_free(*rate)) return std::nullopt;
    return numerics::simplified(graph_, graph_.call("/", {graph_.call("-", {value, at_zero(u)}), *rate}));
  }

  void square(NodeId f) {
    const auto rate = slope(f), bend = rate ? slope(*rate) : std::nullopt;
    if (!bend || is_free(*rate) || !is_free(*bend)) return;
    if (!numerics::equal_where_defined(graph_, at_zero(*rate), graph_.integer(0))) return;
    const NodeId twice = graph_.call("*", {graph_.integer(-2), at_zero(f)});
    roots_.push_back(graph_.call("sqrt", {numerics::simplified(graph_, graph_.call("/", {twice, *bend}))}));
  }

  void in_atom(const numerics::PolynomialInAtom& p) {
    if (p.coefficients.size() != 2 || !is_free(p.coefficients[0]) || !is_free(p.coefficients[1]) ||
        graph_.arguments(p.atom).size() != 1) {
      return;
    }
    const NodeId value = graph_.call("neg", {graph_.call("/", {p.coefficients[0], p.coefficients[1]})});
    if (const auto inner = inverse_at(graph_, p.atom, value)) add(linear(graph_.arguments(p.atom)[0], *inner));
  }

  Graph& graph_;
  const numerics::FunctionTable& functions_;
  NodeId variable_;
  std::vector<NodeId> roots_;
};

}  // namespace

std::vector<NodeId> root_formulas(Graph& graph, const numerics::FunctionTable& functions, NodeId f, NodeId variable) {
  return Roots(graph, functions, variable).of(f);
}

}  // namespace lemmacheck::verify::prover
