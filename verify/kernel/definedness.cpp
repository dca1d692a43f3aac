// Where an expression has a value: the conditions that its partial functions put on their arguments; the rule defined.
#include <set>
#include <unordered_set>

#include "numerics/argument_formula.hpp"
#include "numerics/normal_form.hpp"
#include "numerics/tape.hpp"
#include "verify/kernel/function_facts.hpp"
#include "verify/kernel/rule_context.hpp"

namespace lemmacheck::verify::kernel {

using numerics::Graph;
using numerics::NodeId;
using numerics::NodeKind;

namespace {

using Kind = Obligation::Kind;

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
  for (const char* n : names) {
    if (name == n) return true;
  }
  return false;
}

class Collector {
 public:
  Collector(Graph& graph, bool positive_bases) : graph_(graph), positive_bases_(positive_bases) {}

  void add(NodeId value, Kind kind) {
    if (const auto exact = numerics::exact_value(graph_, value)) {
      const int sign = exact->sign();
      if (kind == Kind::nonzero ? sign != 0 : kind == Kind::positive ? sign > 0 : sign >= 0) return;
    }
    if (seen_.emplace(value, kind).second) result.list.push_back({value, kind});
  }

  void visit(NodeId id) {
    const numerics::Node node = graph_.node(id);
    if (node.kind != NodeKind::call) return;
    const std::string& name = node.function->name;
    const std::span<const NodeId> given = graph_.arguments(id);
    const std::vector<NodeId> a(given.begin(), given.end());  // the graph grows below
    if (is_one_of(name, {"+",    "-",    "*",          "neg",     "abs",      "min",  "max",  "floor", "ceil",
                         "cbrt", "exp",  "expm1",      "sin",     "cos",      "atan", "sinh", "cosh",  "tanh",
                         "erf",  "erfc", "normal_cdf", "sigmoid", "softplus", "pi",   "e"})) {
      return;
    }
    if (name == "/") return add(a[1], Kind::nonzero);
    if (is_one_of(name, {"log", "ln", "log2", "log10", "gamma", "lgamma", "digamma"})) return add(a[0], Kind::positive);
    if (name == "log1p") return add(graph_.call("+", {graph_.integer(1), a[0]}), Kind::positive);
    if (is_one_of(name, {"sqrt", "xlogx"})) return add(a[0], Kind::nonnegative);
    if (name == "tan") return add(graph_.call("cos", {a[0]}), Kind::nonzero);
    if (is_one_of(name, {"asin", "acos"})) {
      add(graph_.call("+", {graph_.integer(1), a[0]}), Kind::nonnegative);
      return add(graph_.call("-", {graph_.integer(1), a[0]}), Kind::nonnegative);
    }
    if (name == "entropy" || name == "kl") {
      add(a[0], Kind::nonnegative);
      add(graph_.call("-", {graph_.integer(1), a[0]}), Kind::nonnegative);
      if (name == "entropy") return;
      add(a[1], Kind::positive);
      return add(graph_.call("-", {graph_.integer(1), a[1]}), Kind::positive);
    }
    if (name == "lambert_w") {
      const NodeId branch = graph_.call("exp", {graph_.call("neg", {graph_.integer(1)})});
      return add(graph_.call("+", {a[0], branch}), Kind::nonnegative);
    }
    if (name == "^") return add_power(a[0], a[1]);
    if (const FunctionFacts* facts = facts_about(name)) {
      for (const std::string& condition : facts->domain) {
        const NodeId holds = numerics::in_arguments(graph_, condition, a, numerics::elementary_functions());
        const NodeId left = graph_.arguments(holds)[0], right = graph_.arguments(holds)[1];
        add(graph_.call("-", {right, left}), graph_.is_call(holds, "<") ? Kind::positive : Kind::nonnegative);
      }
      return;
    }
    if (result.unknown.empty()) result.unknown = name;
  }

  Obligations result;

 private:
  // u^v: any u for v = 0, 1, 2 ..; u != 0 for v = -1, -2 ..; otherwise u >= 0 is enough where v > 0, else u > 0.
  void add_power(NodeId base, NodeId exponent) {
    const auto exact = numerics::exact_value(graph_, exponent);
    if (exact && exact->is_integer()) {
      if (exact->sign() < 0) add(base, Kind::nonzero);
      return;
    }
    if (exact) return add(base, exact->sign() > 0 ? Kind::nonnegative : Kind::positive);
    if (const auto value = numerics::exact_value(graph_, base); value && value->sign() > 0) return;
    if (positive_bases_) return add(base, Kind::positive);
    add(base, Kind::nonnegative);
    add(exponent, Kind::positive);
  }

  Graph& graph_;
  bool positive_bases_;
  std::set<std::pair<NodeId, Kind>> seen_;
};

}  // namespace

std::vector<NodeId> parts_in_order(const Graph& graph, NodeId f) { return parts_in_order(graph, std::span(&f, 1)); }

std::vector<NodeId> parts_in_order(const Graph& graph, std::span<const NodeId> roots) {
  std::vector<NodeId> order;
  std::unordered_set<std::size_t> seen;
  std::vector<std::pair<NodeId, bool>> stack;  // node, arguments done
  for (std::size_t i = roots.size(); i-- > 0;) stack.emplace_back(roots[i], false);
  while (!stack.empty()) {
    const auto [id, done] = stack.back();
    stack.pop_back();
    if (done) {
      order.push_back(id);
      continue;
    }
    if (!seen.insert(numerics::index_of(id)).second) continue;
    stack.emplace_back(id, true);
    const std::span<const NodeId> a = graph.arguments(id);
    for (std::size_t i = a.size(); i-- > 0;) {
      if (!seen.contains(numerics::index_of(a[i]))) stack.emplace_back(a[i], false);
    }
  }
  return order;
}

Obligations obligations(Graph& graph, NodeId f, bool positive_bases, const std::set<NodeId>& given) {
  Collector collector(graph, positive_bases);
  for (const NodeId id : parts_in_order(graph, f)) {
    if (!given.contains(id)) collector.visit(id);
  }
  return std::move(collector.result);
}

std::set<NodeId> parts_with_value(Graph& graph, const Domain& domain) {
  std::set<NodeId> parts;
  for (const Hypothesis& h : domain.hypotheses) {
    if (!obligations(graph, h.value).unknown.empty()) continue;
    for (const NodeId id : parts_in_order(graph, h.value)) parts.insert(id);
  }
  return parts;
}

// Inner parts first: each condition is about a value that exists once those before it hold. A part that a hypothesis
// has as well needs no proof, since a point where the hypothesis has no value is not in the domain.
Applied apply_defined(const RuleContext& c) {
  c.require(!c.goal.defined, "f is known to have a value");
  const std::set<NodeId> given =
      c.is("given", "hypotheses") ? parts_with_value(c.graph, c.goal.domain) : std::set<NodeId>{};
  const Obligations needed = obligations(c.graph, c.goal.f, c.is("powers", "positive-base"), given);
  if (!needed.unknown.empty()) throw NotApplicable{"where " + needed.unknown + " has a value is not known"};
  Applied result;
  for (std::size_t i = 0; i < needed.list.size(); ++i) {
    const Obligation& o = needed.list[i];
    const bool negative = o.kind == Obligation::Kind::nonzero && c.is(("sign-" + std::to_string(i + 1)).c_str(), "-");
    result.goals.push_back(
        c.with(negative ? c.minus(o.value) : o.value, o.kind != Obligation::Kind::nonnegative, true));
  }
  result.goals.push_back(c.with(c.goal.f, c.goal.strict, true));
  return result;
}

bool has_value_everywhere(Graph& graph, NodeId f) {
  if (graph.variables_of(f).empty()) return numerics::constant_sign(graph, f).has_value();
  const Obligations needed = obligations(graph, f);
  return needed.list.empty() && needed.unknown.empty();
}

std::vector<NodeId> boundary_values(Graph& graph, NodeId f) {
  std::vector<NodeId> result;
  for (const NodeId id : parts_in_order(graph, f)) {
    if (graph.node(id).kind != NodeKind::call) continue;
    const std::string& name = graph.node(id).function->name;
    const std::span<const NodeId> given = graph.arguments(id);
    const std::vector<NodeId> a(given.begin(), given.end());
    if (name == "xlogx") result.push_back(a[0]);
    if (name == "entropy" || name == "kl") {
      result.push_back(a[0]);
      result.push_back(graph.call("-", {graph.integer(1), a[0]}));
    }
    if (name == "^") {
      const auto exponent = numerics::exact_value(graph, a[1]);
      if (!exponent || !exponent->is_integer()) result.push_back(a[0]);
    }
  }
  return result;
}

bool is_smooth(const Graph& graph, NodeId f) {
  for (const NodeId id : graph.reachable(std::span(&f, 1))) {
    const numerics::Node& node = graph.node(id);
    if (node.kind != NodeKind::call) continue;
    if (facts_about(node.function->name) != nullptr) continue;
    if (!is_one_of(
            node.function->name,
            {"+",     "-",       "*",        "/",          "^",     "neg",     "abs",  "sqrt",    "cbrt",     "exp",
             "expm1", "log",     "ln",       "log1p",      "log2",  "log10",   "sin",  "cos",     "tan",      "asin",
             "acos",  "atan",    "sinh",     "cosh",       "tanh",  "erf",     "erfc", "gamma",   "lgamma",   "pi",
             "e",     "sigmoid", "softplus", "normal_cdf", "xlogx", "entropy", "kl",   "digamma", "lambert_w"})) {
      return false;
    }
  }
  return true;
}

}  // namespace lemmacheck::verify::kernel
