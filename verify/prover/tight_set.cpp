#include "verify/prover/tight_set.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/normal_form.hpp"
#include "numerics/parser.hpp"
#include "numerics/printer.hpp"
#include "numerics/tape.hpp"
#include "verify/kernel/limit.hpp"
#include "verify/kernel/rules.hpp"
#include "verify/prover/roots.hpp"
#include "verify/prover/sample_axis.hpp"

namespace lemmacheck::verify::prover {

using kernel::Goal;
using kernel::Range;
using numerics::Graph;
using numerics::NodeId;

namespace {

/// A least ratio below this suggests a contact.
constexpr double suspiciously_small = 1e-9;
/// Curves are looked for in formulas up to this size.
constexpr std::size_t most_variables = 4, most_parts = 40;

/// Order of contact at a finite end or point: the first derivative that does not vanish there.
int order_of_contact(Graph& graph, const numerics::FunctionTable& functions, NodeId f, NodeId variable, NodeId at) {
  NodeId derivative = f;
  for (int order = 0; order <= 6; ++order) {
    const NodeId value = kernel::replace(graph, derivative, variable, at);
    const std::optional<int> sign = numerics::constant_sign(graph, value);
    if (!sign) return 0;
    if (*sign != 0) return order;
    const auto next = numerics::derivative(graph, derivative, variable, functions);
    if (!next) return 0;
    derivative = numerics::simplified(graph, *next);
  }
  return 0;
}

bool is_zero(Graph& graph, NodeId f) { return numerics::equal_where_defined(graph, f, graph.integer(0)); }

class TightSet {
 public:
  TightSet(Claim& claim, const Goal& goal) : claim_(claim), graph_(claim.graph), goal_(goal) {}

  std::vector<Contact> find() {
    if (is_zero(graph_, goal_.f)) return {{Contact::Kind::everywhere, {}, false, 0, "everywhere"}};
    const std::vector<Range>& ranges = goal_.domain.ranges;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      for (const kernel::End* end : {&ranges[i].lower, &ranges[i].upper}) {
        if (!end->infinite) point(i, end->value);
      }
      for (const long c : {0L, 1L}) point(i, graph_.integer(c));
    }
    if (ranges.size() == 1) {
      inside();
      for (const bool upper : {false, true}) infinity(upper);
    }
    if (ranges.size() > 1) curves();
    return std::move(found_);
  }

 private:
  void add(Contact contact) {
    const auto same = [&](const Contact& c) { return c.text == contact.text; };
    if (std::ranges::none_of(found_, same)) found_.push_back(std::move(contact));
  }
  std::string name(std::size_t i) const { return graph_.variable_name(goal_.domain.ranges[i].variable); }

  /// Whether a hypothesis fails, or has no value, wherever the variable has this value.
  bool is_excluded(std::size_t i, NodeId value) {
    if (goal_.domain.hypotheses.empty()) return false;
    constexpr numerics::Precision precision{128};
    const std::optional<kernel::BoxProblem> box =
        kernel::box_problem(graph_, {goal_.f, false, false, {goal_.domain.ranges, {}}});
    if (!box) return false;
    std::vector<NodeId> there;
    for (const kernel::Hypothesis& h : goal_.domain.hypotheses)
      there.push_back(kernel::replace(graph_, h.value, goal_.domain.ranges[i].variable, value));
    std::vector<numerics::BigInterval> at(graph_.variable_count(), numerics::BigInterval::entire(precision));
    for (std::size_t k = 0; k < box->variables.size(); ++k)
      at[graph_.node(box->variables[k]).index] =
          numerics::BigInterval(numerics::Interval(box->lower[k], box->upper[k]), precision);
    const numerics::Tape tape(graph_, there);
    const auto values = tape.run(at, precision);
    return std::ranges::any_of(there, [&](NodeId h) {
      const auto& found = values[tape.slot(h)];
      return found.defined == numerics::Defined::nowhere || found.value.is_empty() || found.value.certain_sign() < 0;
    });
  }
  /// Whether a hypothesis fails towards an infinite end.
  bool is_excluded_at_infinity(const Range& range, bool upper) {
    return std::ranges::any_of(goal_.domain.hypotheses, [&](const kernel::Hypothesis& h) {
      const auto limit = kernel::limit(graph_, h.value, {range.variable, true, NodeId{}, !upper});
      if (!limit || !limit->positive.empty()) return false;
      return limit->kind == kernel::Limit::Kind::minus_infinity ||
             (limit->kind == kernel::Limit::Kind::finite && numerics::constant_sign(graph_, limit->value) == -1);
    });
  }

  void point(std::size_t i, NodeId value) {
    const Range& range = goal_.domain.ranges[i];
    if (range.integer && graph_.variables_of(value).empty()) {
      const auto exact = numerics::exact_value(graph_, value);
      if (!exact || !exact->is_integer()) return;
    }
    const NodeId at = kernel::replace(graph_, goal_.f, range.variable, value);
    if (!is_zero(graph_, at)) return;
    if (graph_.variables_of(at).empty() && !numerics::constant_sign(graph_, at)) return;
    const auto beyond = [&](const kernel::End& end, bool lower) {
      if (end.infinite || end.value == value) return false;
      const NodeId gap = lower ? graph_.call("-", {value, end.value}) : graph_.call("-", {end.value, value});
      const std::optional<int> sign = numerics::constant_sign(graph_, gap);
      return !sign || *sign < 0 || (*sign == 0 && end.open);
    };
    if (beyond(range.lower, true) || beyond(range.upper, false) || is_excluded(i, value)) return;
    const auto is_open = [&](const kernel::End& end) { return end.open && !end.infinite && end.value == value; };
    const bool is_open_end = is_open(range.lower) || is_open(range.upper);
    const NodeId offset = value == graph_.integer(0) ? range.variable : graph_.call("-", {range.variable, value});
    Contact c{Contact::Kind::zeros, {offset}, false, 0, "", approx_value(graph_, value)};
    c.text = name(i) + (is_open_end ? " -> " : " = ") + numerics::to_text(graph_, value);
    if (goal_.domain.ranges.size() == 1) {
      c.order = order_of_contact(graph_, *claim_.functions, goal_.f, range.variable, value);
      if (c.order > 0) c.text += " (order " + std::to_string(c.order) + ")";
    }
    add(std::move(c));
  }

  /// Interior points: numbers with a name close to where the relative gap is least.
  void inside() {
    const RelativeGap gap(graph_, goal_);
    const auto least = gap.approx_least();
    if (!least || least->value > suspiciously_small || least->coordinates.empty()) return;
    const double x = least->coordinates[0];
    const auto known = [&](const Contact& c) {
      return c.kind == Contact::Kind::zeros && std::abs(c.approx - x) <= 1e-6 * (1 + std::abs(x));
    };
    if (std::ranges::any_of(found_, known)) return;
    Problem problem(claim_);
    for (const Coordinate& c : exact_guesses(problem, x)) {
      const std::size_t before = found_.size();
      point(0, numerics::parse_expression(graph_, problem.text(c), *claim_.functions).root);
      if (found_.size() > before) return;
    }
  }

  /// The sides come together at an infinite end when their difference tends to 0, absolutely or relatively.
  void infinity(bool upper) {
    const Range& range = goal_.domain.ranges[0];
    if (!(upper ? range.upper : range.lower).infinite || is_excluded_at_infinity(range, upper)) return;
    const auto tends_to_zero = [&](NodeId f) {
      const auto limit = kernel::limit(graph_, f, {range.variable, true, NodeId{}, !upper});
      return limit && limit->kind == kernel::Limit::Kind::finite && is_zero(graph_, limit->value);
    };
    Contact c{Contact::Kind::infinity, {}, upper, 0, name(0) + (upper ? " -> inf" : " -> -inf")};
    if (tends_to_zero(goal_.f)) {
      add(std::move(c));
    } else if (tends_to_zero(graph_.call("/", {goal_.f, sides_of(graph_, goal_.f).larger}))) {
      c.text += " (relatively)";
      add(std::move(c));
    }
  }

  void curves() {
    const std::vector<Range>& ranges = goal_.domain.ranges;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      for (std::size_t j = i + 1; j < ranges.size(); ++j) curve(i, ranges[j].variable);
    }
    if (ranges.size() > most_variables || graph_.reachable(std::span(&goal_.f, 1)).size() > most_parts) return;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      for (std::size_t j = i + 1; j < ranges.size(); ++j) {
        curve(i, graph_.call("-", {graph_.integer(1), ranges[j].variable}));
        curve(i, graph_.call("neg", {ranges[j].variable}));
      }
    }
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      if (ranges[i].integer || !kernel::is_smooth(graph_, goal_.f)) continue;
      const auto rate = numerics::derivative(graph_, goal_.f, ranges[i].variable, *claim_.functions);
      if (!rate || graph_.reachable(std::span(&*rate, 1)).size() > 2 * most_parts) continue;
      for (const NodeId root : root_formulas(graph_, *claim_.functions, *rate, ranges[i].variable)) curve(i, root);
    }
    diagonal();
    corners();
  }

  /// Points with coordinates 0, 1 or an end at which the sides are equal, away from the curves.
  void corners() {
    const std::vector<Range>& ranges = goal_.domain.ranges;
    if (ranges.size() > 3) return;
    std::vector<std::vector<NodeId>> points{{}};
    for (const Range& r : ranges) {
      std::vector<NodeId> values{graph_.integer(0), graph_.integer(1)};
      for (const kernel::End* end : {&r.lower, &r.upper}) {
        if (end->infinite || !graph_.variables_of(end->value).empty()) continue;
        if (std::ranges::find(values, end->value) == values.end()) values.push_back(end->value);
      }
      std::vector<std::vector<NodeId>> longer;
      for (const std::vector<NodeId>& point : points) {
        for (const NodeId value : values) {
          longer.push_back(point);
          longer.back().push_back(value);
        }
      }
      points = std::move(longer);
    }
    const RelativeGap gap(graph_, goal_);
    for (const std::vector<NodeId>& at : points) {
      std::vector<double> about;
      for (const NodeId value : at) about.push_back(approx_value(graph_, value));
      const auto ratio = gap.certainly_inside(about) ? gap.at(about) : std::nullopt;
      if (!ratio || std::abs(ratio->approx_double()) > suspiciously_small) continue;
      const auto put = [&](NodeId f) {
        for (std::size_t i = 0; i < at.size(); ++i) f = kernel::replace(graph_, f, ranges[i].variable, at[i]);
        return f;
      };
      const auto through = [&](const Contact& c) {
        return std::ranges::all_of(c.zeros, [&](NodeId zero) { return is_zero(graph_, put(zero)); });
      };
      if (std::ranges::any_of(found_, through) || numerics::constant_sign(graph_, put(goal_.f)) != 0) continue;
      Contact c;
      std::string values;
      for (std::size_t i = 0; i < at.size(); ++i) {
        c.zeros.push_back(graph_.call("-", {ranges[i].variable, at[i]}));
        c.text += (i == 0 ? "" : ", ") + name(i);
        values += (i == 0 ? "" : ", ") + numerics::to_text(graph_, at[i]);
      }
      c.text = "(" + c.text + ") = (" + values + ")";
      add(std::move(c));
    }
  }

  /// f vanishes where the variable has this value, a formula in the others.
  void curve(std::size_t i, NodeId value) {
    const NodeId v = goal_.domain.ranges[i].variable;
    if (!vanishes(kernel::replace(graph_, goal_.f, v, value)) || is_excluded(i, value)) return;
    const auto known = [&](const Contact& c) { return vanish_along(c.zeros, v, value); };
    if (std::ranges::any_of(found_, known)) return;
    const NodeId offset = graph_.call("-", {v, value});
    if (graph_.node(value).kind != numerics::NodeKind::variable) {  // has to meet the domain
      const SignPattern sides = sign_pattern(graph_, offset, sample_points(graph_, {goal_.domain.ranges, {}}));
      if (sides.positive == 0 || sides.negative == 0) return;
    }
    add({Contact::Kind::zeros, {offset}, false, 0, name(i) + " = " + numerics::to_text(graph_, value)});
  }

  /// Also with |u| = u or -u for u of first degree whose ends show its sign.
  bool vanishes(NodeId f) {
    if (is_zero(graph_, f)) return true;
    NodeId simple = numerics::simplified(graph_, f);
    for (const NodeId id : graph_.reachable(std::span(&simple, 1))) {
      if (!graph_.is_call(id, "abs")) continue;
      const NodeId u = graph_.arguments(id)[0];
      for (const NodeId value : {u, graph_.call("neg", {u})})
        if (is_nonnegative(value)) simple = kernel::replace(graph_, simple, id, value);
    }
    return is_zero(graph_, simple);
  }

  bool is_nonnegative(NodeId u) {
    for (const Range& r : goal_.domain.ranges) {
      if (!graph_.depends_on(u, r.variable)) continue;
      const auto rate = numerics::derivative(graph_, u, r.variable, *claim_.functions);
      const std::optional<int> slope = rate ? numerics::constant_sign(graph_, *rate) : std::nullopt;
      if (!slope) return false;
      const kernel::End& end = *slope >= 0 ? r.lower : r.upper;
      if (end.infinite) return false;
      u = kernel::replace(graph_, u, r.variable, end.value);
    }
    const std::optional<int> least = numerics::constant_sign(graph_, u);
    return least && *least >= 0;
  }

  bool vanish_along(const std::vector<NodeId>& zeros, NodeId v, NodeId value) {
    return std::ranges::all_of(zeros, [&](NodeId zero) { return vanishes(kernel::replace(graph_, zero, v, value)); });
  }

  /// All variables equal, where no two of them being equal is enough.
  void diagonal() {
    const std::vector<Range>& ranges = goal_.domain.ranges;
    if (ranges.size() < 3) return;
    NodeId f = goal_.f;
    std::vector<NodeId> zeros;
    std::string text = name(0);
    for (std::size_t i = 1; i < ranges.size(); ++i) {
      f = kernel::replace(graph_, f, ranges[i].variable, ranges[0].variable);
      zeros.push_back(graph_.call("-", {ranges[i].variable, ranges[0].variable}));
      text += " = " + name(i);
    }
    if (!vanishes(f)) return;
    const auto within = [&](const Contact& c) {
      return std::ranges::all_of(c.zeros, [&](NodeId zero) {
        for (std::size_t i = 1; i < ranges.size(); ++i)
          zero = kernel::replace(graph_, zero, ranges[i].variable, ranges[0].variable);
        return is_zero(graph_, zero);
      });
    };
    if (std::ranges::none_of(found_, within)) add({Contact::Kind::zeros, std::move(zeros), false, 0, text});
  }

  Claim& claim_;
  Graph& graph_;
  const Goal& goal_;
  std::vector<Contact> found_;
};

}  // namespace

double approx_value(const Graph& graph, NodeId constant) {
  const numerics::Tape tape(graph, std::span(&constant, 1));
  constexpr numerics::Precision precision{128};
  const std::vector<numerics::BigInterval> none(graph.variable_count(), numerics::BigInterval::entire(precision));
  const auto value = tape.run(none, precision)[tape.slot(constant)];
  return value.value.is_empty() ? NAN : value.value.approx_double();
}

std::vector<Contact> tight_set(Claim& claim, const Goal& goal) { return TightSet(claim, goal).find(); }

}  // namespace lemmacheck::verify::prover
