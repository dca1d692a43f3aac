#include "verify/prover/exact_point.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/error.hpp"
#include "verify/prover/exact_sign.hpp"

namespace lemmacheck::verify::prover {

using numerics::Arguments;
using numerics::BigInterval;
using numerics::Defined;
using numerics::Graph;
using numerics::Node;
using numerics::NodeId;
using numerics::NodeKind;
using numerics::Precision;
using numerics::Rational;

namespace {

/// Exact values of sums grow with the number of terms: larger formulas are enclosed only.
constexpr std::size_t most_exact_parts = 20'000;

std::vector<NodeId> roots_of(const Problem& problem) {
  std::vector<NodeId> roots = problem.claim->hypotheses;
  roots.push_back(problem.statement);
  return roots;
}

/// +1: certainly true, -1: certainly false, 0: not known.
int truth(const BigInterval& condition) {
  if (condition.is_empty()) return 0;
  if (!condition.contains_zero()) return 1;
  return condition.is_point() ? -1 : 0;
}

bool is_near_zero(const BigInterval& x) { return x.contains_zero() && !x.is_point() && x.width_upper() < 1e-20; }

/// Functions whose value or domain hinges on the sign of their only argument.
bool hinges_on_sign(const std::string& name) {
  return name == "log" || name == "ln" || name == "log2" || name == "log10" || name == "sqrt" || name == "xlogx" ||
         name == "gamma" || name == "lgamma" || name == "digamma" || name == "abs";
}

}  // namespace

PointJudge::PointJudge(Problem& problem)
    : problem_(problem), ids_(problem.graph.reachable(roots_of(problem))), tape_(problem.graph, roots_of(problem)) {}

std::size_t PointJudge::slot(NodeId id) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(ids_, id) - ids_.begin());
}

BigInterval PointJudge::enclosure(const Coordinate& c, Precision precision) const {
  if (c.exact) return BigInterval(*c.exact, precision);
  const auto run = numerics::Tape(problem_.graph, std::span(&c.formula, 1)).run(std::vector<BigInterval>{}, precision);
  if (run.back().defined != Defined::everywhere) return BigInterval::entire(precision);
  return run.back().value;
}

bool PointJudge::inside(const Axis& axis, const Coordinate& c) {
  if (axis.integer && !(c.exact && c.exact->is_integer())) return false;
  const auto beyond = [&](const std::optional<Coordinate>& end, bool open, int side) {
    if (!end) return true;
    int order = 0;  // of the coordinate and the end, as seen from inside
    if (c.exact && end->exact) {
      order = (*c.exact - *end->exact).sign();
    } else if (!c.exact && !end->exact && c.formula == end->formula) {
      order = 0;
    } else {
      for (const long bits : {64, 256, 4096}) {
        const Precision precision(bits);
        order = (enclosure(c, precision) - enclosure(*end, precision)).certain_sign();
        if (order != 0) break;
      }
      if (order == 0) return false;
    }
    return order * side > 0 || (order == 0 && !open);
  };
  return beyond(axis.lower_end, axis.variable->lower.open, 1) && beyond(axis.upper_end, axis.variable->upper.open, -1);
}

bool PointJudge::is_zero(NodeId expression) {
  const auto known = zeros_.find(expression);
  if (known != zeros_.end()) return known->second;
  if (zero_tests_left_ == 0) return false;
  --zero_tests_left_;
  std::unordered_map<std::uint32_t, NodeId> values;
  for (std::size_t i = 0; i < problem_.axes.size(); ++i) {
    const Coordinate& c = (*point_)[i];
    values[problem_.axes[i].index] = c.exact ? problem_.graph.rational(*c.exact) : c.formula;
  }
  const NodeId constant = numerics::substitute(problem_.graph, expression, problem_.graph, values);
  return zeros_[expression] = exact_sign(problem_.graph, constant) == 0;
}

void PointJudge::make_zero(std::size_t i) {
  slots_[i].exact = Rational(0);
  slots_[i].value = BigInterval(0, slots_[i].value->precision());
}

/// Replaces arguments that are exactly 0 by 0, where that decides something.
void PointJudge::sharpen_arguments(NodeId id, Defined& defined) {
  Graph& graph = problem_.graph;
  const std::string& name = graph.node(id).function->name;
  const std::vector<NodeId> arguments(graph.arguments(id).begin(), graph.arguments(id).end());
  const auto zero_if_so = [&](NodeId argument) {
    const std::size_t i = slot(argument);
    if (slots_[i].defined == Defined::everywhere && is_near_zero(*slots_[i].value) && is_zero(argument)) make_zero(i);
  };
  if (name == "/") zero_if_so(arguments[1]);
  if (name == "^") zero_if_so(arguments[0]);
  if (hinges_on_sign(name)) zero_if_so(arguments[0]);
  if (name == "tan" && slots_[slot(arguments[0])].defined == Defined::everywhere) {
    const BigInterval cosine = numerics::cos(*slots_[slot(arguments[0])].value);
    if (is_near_zero(cosine) && is_zero(graph.call("cos", {arguments[0]}))) defined = Defined::nowhere;
  }
}

void PointJudge::evaluate(const ExactPoint& point, Precision precision, bool zero_tests) {
  Graph& graph = problem_.graph;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    Slot& s = slots_[i];
    s.defined = Defined::everywhere;
    if (s.exact) {
      s.value = BigInterval(*s.exact, precision);
      continue;
    }
    const Node node = graph.node(ids_[i]);
    if (node.kind == NodeKind::literal) {
      s.value = BigInterval(graph.literal_value(ids_[i]), precision);
      continue;
    }
    if (node.kind == NodeKind::variable) {
      const auto axis = std::ranges::find(problem_.axes, node.index, &Axis::index);
      LEMMACHECK_ASSERT(axis != problem_.axes.end());
      s.value = enclosure(point[static_cast<std::size_t>(axis - problem_.axes.begin())], precision);
      continue;
    }
    Defined here = Defined::everywhere;
    if (zero_tests) sharpen_arguments(ids_[i], here);
    const std::span<const NodeId> arguments = graph.arguments(ids_[i]);
    if (node.function->name == "if") {
      const Slot &condition = slots_[slot(arguments[0])], &yes = slots_[slot(arguments[1])],
                 &no = slots_[slot(arguments[2])];
      const int which = truth(*condition.value);
      if (which != 0) {
        const Slot& taken = which > 0 ? yes : no;
        s.value = taken.value;
        s.defined = both(taken.defined, condition.defined);
      } else {
        s.value = hull(*yes.value, *no.value);
        s.defined = both(either(yes.defined, no.defined), condition.defined);
      }
    } else {
      const BigInterval* pointers[4];
      LEMMACHECK_ASSERT(arguments.size() <= 4);
      for (std::size_t k = 0; k < arguments.size(); ++k) {
        const Slot& a = slots_[slot(arguments[k])];
        pointers[k] = &*a.value;
        s.defined = both(s.defined, a.defined);
      }
      s.value = node.function->big(Arguments<BigInterval>(pointers, arguments.size()), precision, here);
      s.defined = both(s.defined, here);
      const bool order = node.function->boolean && node.function->name != "and";
      if (zero_tests && order && s.defined == Defined::everywhere && truth(*s.value) == 0) {
        const NodeId difference = graph.call("-", {arguments[0], arguments[1]});
        if (is_zero(difference)) {
          s.exact = node.function->name == "<" ? Rational(0) : Rational(1);
          s.value = BigInterval(*s.exact, precision);
        }
      }
    }
    if (s.defined == Defined::nowhere) s.value = BigInterval(precision);
  }
}

NodeId PointJudge::undefined_part() const {
  const Graph& graph = problem_.graph;
  NodeId id = problem_.statement;
  for (;;) {
    const std::span<const NodeId> arguments = graph.arguments(id);
    std::optional<NodeId> next;
    if (graph.is_call(id, "if") && slots_[slot(arguments[0])].defined != Defined::nowhere) {
      const int which = truth(*slots_[slot(arguments[0])].value);
      if (which != 0) next = arguments[which > 0 ? 1 : 2];
    } else {
      for (const NodeId a : arguments)
        if (!next && slots_[slot(a)].defined == Defined::nowhere) next = a;
    }
    if (!next) return id;
    id = *next;
  }
}

/// At a point where the statement is certainly false and defined.
PointAnswer PointJudge::statement_answer(Precision precision) const {
  PointAnswer answer;
  answer.state = PointState::fails;
  for (const Comparison& c : problem_.conclusions) {
    const Slot& result = slots_[slot(c.node)];
    if (truth(*result.value) >= 0) continue;
    const Slot &smaller = slots_[slot(c.smaller)], &larger = slots_[slot(c.larger)];
    BigInterval by(precision);
    if (result.exact && !(smaller.exact && larger.exact)) {
      by = BigInterval(0, precision);  // equality, where "<" was claimed
    } else if (smaller.exact && larger.exact) {
      by = BigInterval(*smaller.exact - *larger.exact, precision);
    } else {
      by = *smaller.value - *larger.value;
    }
    if (c.equality) by = abs(by);
    const double scale = std::abs(smaller.value->approx_double()) + std::abs(larger.value->approx_double());
    double relative = scale > 0 && std::isfinite(scale) ? by.approx_double() / scale : 1;
    if (by.is_point() && by.contains_zero()) relative = 0;
    if (!answer.violation || relative > answer.relative) {
      answer.violation = by;
      answer.relative = relative;
    }
  }
  if (!answer.violation) answer.violation = BigInterval(0, precision);
  return answer;
}

PointAnswer PointJudge::judge(const ExactPoint& point, long most_bits, bool zero_tests, long least_bits) {
  try {
    return decide(point, most_bits, zero_tests, least_bits);
  } catch (const numerics::PrecisionError&) {  // numbers too long to work with
    return {};
  }
}

PointAnswer PointJudge::decide(const ExactPoint& point, long most_bits, bool zero_tests, long least_bits) {
  PointAnswer answer;
  for (std::size_t i = 0; i < point.size(); ++i) {
    if (!inside(problem_.axes[i], point[i])) {
      answer.state = PointState::outside;
      return answer;
    }
  }
  point_ = &point;
  zeros_.clear();
  std::vector<std::optional<Rational>> variables(problem_.graph.variable_count());
  for (std::size_t i = 0; i < point.size(); ++i) variables[problem_.axes[i].index] = point[i].exact;
  slots_.assign(ids_.size(), Slot{});
  if (ids_.size() <= most_exact_parts) {
    auto exact = tape_.run_exact(variables);
    for (std::size_t i = 0; i < ids_.size(); ++i) slots_[i].exact = std::move(exact[i]);
  }
  for (const long bits : {96L, 256L, 1024L, 4096L}) {
    if (bits < least_bits) continue;
    if (bits > most_bits) break;
    const Precision precision(bits);
    evaluate(point, precision, zero_tests && bits == 256);
    bool met = true;
    for (const NodeId h : problem_.claim->hypotheses) {
      const Slot& s = slots_[slot(h)];
      if (s.defined == Defined::nowhere || (s.defined == Defined::everywhere && truth(*s.value) < 0)) {
        answer.state = PointState::outside;
        return answer;
      }
      met = met && s.defined == Defined::everywhere && truth(*s.value) > 0;
    }
    if (!met) continue;
    const Slot& s = slots_[slot(problem_.statement)];
    if (s.defined == Defined::nowhere) {
      answer.state = PointState::undefined;
      answer.part = undefined_part();
      return answer;
    }
    if (s.defined == Defined::everywhere && truth(*s.value) != 0) {
      if (truth(*s.value) < 0) return statement_answer(precision);
      answer.state = PointState::holds;
      return answer;
    }
  }
  return answer;
}

}  // namespace lemmacheck::verify::prover
