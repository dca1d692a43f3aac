#include "verify/kernel/cover_inner.hpp"

#include <algorithm>
#include <string_view>

namespace lemmacheck::verify::kernel {
namespace {

using namespace numerics;

constexpr Precision precision{96};

bool is_constant(const Graph& graph, NodeId id) { return graph.variables_of(id).empty(); }

bool is_elementary(const Graph& graph, NodeId id, std::string_view name) {
  return graph.node(id).kind == NodeKind::call && graph.node(id).function == elementary_functions().find(name);
}

/// u >= t, or u <= t: what is left of f >= 0 at the points where f has a value.
class Inner {
 public:
  Inner(Graph& graph, const BoxProblem& problem)
      : graph_(graph), problem_(problem), u_(problem.f), t_(graph.integer(0)) {}

  std::optional<Hypothesis> run() {
    while (take_off()) continue;
    if (!is_elementary(graph_, u_, "/")) {
      if (!useful_) return std::nullopt;
      return made(at_least_ ? call("-", {u_, t_}) : call("-", {t_, u_}));
    }
    return quotient(graph_.arguments(u_)[0], graph_.arguments(u_)[1]);
  }

 private:
  NodeId call(const char* name, std::initializer_list<NodeId> arguments) { return graph_.call(name, arguments); }
  Hypothesis made(NodeId value) const { return {value, problem_.strict}; }

  /// On the box; empty when there may be no value for a constant.
  Evaluated<BigInterval> enclosure(NodeId id) const {
    const Tape tape(graph_, std::span(&id, 1));
    std::vector<BigInterval> box(graph_.variable_count(), BigInterval::entire(precision));
    for (std::size_t i = 0; i < problem_.variables.size(); ++i)
      box[graph_.node(problem_.variables[i]).index] =
          BigInterval(Interval(problem_.lower[i], problem_.upper[i]), precision);
    return std::move(tape.run(box, precision)[tape.slot(id)]);
  }
  /// Certainly low < t < high (infinite ends count as numbers beyond all).
  bool lies_between(NodeId t, const Rational& low, const Rational& high) const {
    const Evaluated<BigInterval> value = enclosure(t);
    return value.defined == Defined::everywhere && value.value.is_bounded() &&
           less(BigInterval(low, precision), value.value) == Truth::yes &&
           less(value.value, BigInterval(high, precision)) == Truth::yes;
  }
  bool is_positive(NodeId t) const {
    const Evaluated<BigInterval> value = enclosure(t);
    return value.defined == Defined::everywhere && value.value.is_bounded() && value.value.certain_sign() > 0;
  }
  int sign_of_constant(NodeId t) const {
    const Evaluated<BigInterval> value = enclosure(t);
    return value.defined == Defined::everywhere && value.value.is_bounded() ? value.value.certain_sign() : 0;
  }
  /// Every value in the box is >= 0.
  bool is_nonnegative(NodeId id) const {
    const Evaluated<BigInterval> value = enclosure(id);
    return !value.value.is_empty() && less_equal(BigInterval(0, precision), value.value) == Truth::yes;
  }

  void go_on(NodeId u, NodeId t, bool flip) {
    u_ = u;
    t_ = t;
    if (flip) at_least_ = !at_least_;
  }
  bool invert(NodeId u, NodeId t) {
    go_on(u, t, false);
    return useful_ = true;
  }

  /// One function off u; false when none can be.
  bool take_off() {
    if (graph_.node(u_).kind != NodeKind::call || graph_.node(u_).count > 2 || graph_.node(u_).count == 0) return false;
    const NodeId a = graph_.arguments(u_)[0];
    if (graph_.node(u_).count == 2) return take_off_constant(a, graph_.arguments(u_)[1]);
    const NodeId one = graph_.integer(1);
    if (is_elementary(graph_, u_, "neg")) {
      go_on(a, call("neg", {t_}), true);
      return true;
    }
    // pi/2 > 157/100
    if (is_elementary(graph_, u_, "atan"))
      return lies_between(t_, Rational(-157, 100), Rational(157, 100)) && invert(a, call("tan", {t_}));
    if (is_elementary(graph_, u_, "tanh"))
      return lies_between(t_, Rational(-1), Rational(1)) &&
             invert(a, call("/", {call("log", {call("/", {call("+", {one, t_}), call("-", {one, t_})})}),
                                  graph_.integer(2)}));
    if (is_elementary(graph_, u_, "exp")) return is_positive(t_) && invert(a, call("log", {t_}));
    if (is_elementary(graph_, u_, "log") || is_elementary(graph_, u_, "ln")) {
      const NodeId t = call("exp", {t_});
      return is_positive(t) && invert(a, t);
    }
    if (is_elementary(graph_, u_, "sqrt")) return is_positive(t_) && invert(a, call("*", {t_, t_}));
    return false;
  }

  bool take_off_constant(NodeId a, NodeId b) {
    const bool first = is_constant(graph_, a), second = is_constant(graph_, b);
    if (first == second) return false;
    const NodeId constant = first ? a : b, rest = first ? b : a;
    // The new t is used like any number below: the constant has to have a value.
    if (enclosure(constant).defined != Defined::everywhere) return false;
    if (is_elementary(graph_, u_, "+")) {
      go_on(rest, call("-", {t_, constant}), false);
    } else if (is_elementary(graph_, u_, "-")) {
      go_on(rest, first ? call("-", {constant, t_}) : call("+", {t_, constant}), first);
    } else if (is_elementary(graph_, u_, "*") || (is_elementary(graph_, u_, "/") && second)) {
      const int sign = sign_of_constant(constant);
      if (sign == 0) return false;
      go_on(rest, call(is_elementary(graph_, u_, "*") ? "/" : "*", {t_, constant}), sign < 0);
    } else {
      return false;
    }
    return true;
  }

  /// n / d against t, d of one sign; where the quotient has a value d is not 0.
  std::optional<Hypothesis> quotient(NodeId n, NodeId d) {
    if (!is_nonnegative(d)) {
      const NodeId negated = call("neg", {d});
      if (!is_nonnegative(negated)) return std::nullopt;
      d = negated;
      n = call("neg", {n});
    }
    // m + k d >= 0
    const NodeId m = at_least_ ? n : call("neg", {n}), k = at_least_ ? call("neg", {t_}) : t_;
    if (is_elementary(graph_, d, "sqrt")) {
      const NodeId squares[2] = {call("*", {n, n}), call("*", {call("*", {k, k}), graph_.arguments(d)[0]})};
      const int sign = sign_of_constant(k);
      if (sign > 0) return made(call("-", {squares[1], squares[0]}));
      if (sign < 0 && is_nonnegative(m)) return made(call("-", {squares[0], squares[1]}));
    }
    return made(call("+", {m, call("*", {k, d})}));
  }

  Graph& graph_;
  const BoxProblem& problem_;
  NodeId u_, t_;
  bool at_least_ = true;
  bool useful_ = false;  // a function was inverted
};

}  // namespace

std::optional<Hypothesis> inner_claim(Graph& graph, const BoxProblem& problem) { return Inner(graph, problem).run(); }

bool may_have_inner_claim(const Graph& graph, NodeId f) {
  // Sums and products with a constant, down to a function that can be inverted.
  while (graph.node(f).kind == NodeKind::call) {
    const std::span<const NodeId> arguments = graph.arguments(f);
    if (arguments.size() == 1 && !is_elementary(graph, f, "neg"))
      return std::ranges::any_of(std::initializer_list<const char*>{"atan", "tanh", "exp", "log", "ln", "sqrt"},
                                 [&](const char* name) { return is_elementary(graph, f, name); });
    if (arguments.size() == 1) {
      f = arguments[0];
      continue;
    }
    if (arguments.size() != 2) return false;
    const bool first = is_constant(graph, arguments[0]), second = is_constant(graph, arguments[1]);
    if (first == second) return !first && is_elementary(graph, f, "/");
    if (first && is_elementary(graph, f, "/")) return true;
    f = first ? arguments[1] : arguments[0];
  }
  return false;
}

}  // namespace lemmacheck::verify::kernel
