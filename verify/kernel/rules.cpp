// Applying a rule: the table of rules, and those about the shape of f and of its domain.
#include "verify/kernel/rules.hpp"

#include <charconv>

#include "numerics/normal_form.hpp"
#include "numerics/parser.hpp"
#include "numerics/tape.hpp"
#include "verify/kernel/rule_context.hpp"

namespace lemmacheck::verify::kernel {

using numerics::Graph;
using numerics::NodeId;
using numerics::NodeKind;

NodeId RuleContext::formula(const char* name) const {
  const std::string written = text(name);
  require(!written.empty(), "a parameter is missing");
  try {
    const numerics::ParsedExpression parsed =
        numerics::parse_expression(graph, written, functions, {.source = std::string("parameter ") + name});
    for (const numerics::NameUse& use : parsed.names) {
      bool known = false;
      for (const Range& r : goal.domain.ranges) known = known || graph.variable_name(r.variable) == use.name;
      require(known, "a parameter uses a name that is not a variable of the goal");
    }
    require(!graph.is_boolean(parsed.root), "a parameter is a comparison");
    return parsed.root;
  } catch (const numerics::Error& error) {
    throw NotApplicable{error.what()};
  }
}

std::size_t RuleContext::range(const char* name) const {
  const std::string wanted = text(name);
  for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
    if (graph.variable_name(goal.domain.ranges[i].variable) == wanted) return i;
  }
  throw NotApplicable{"no range of a variable '" + wanted + "'"};
}

void RuleContext::boundary_goals(std::initializer_list<NodeId> forms, std::vector<Goal>& goals) const {
  for (const NodeId form : forms) {
    for (const NodeId value : boundary_values(graph, form)) goals.push_back(with(value, true, false));
  }
}

std::size_t RuleContext::number(const char* name) const {
  const std::string written = text(name);
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), value);
  require(!written.empty() && error == std::errc() && end == written.data() + written.size(),
          "a parameter is not a whole number");
  return value;
}

Product open_product(const Graph& graph, NodeId f) {
  struct Open {
    NodeId id;
    long exponent;
  };
  Product result;
  std::vector<Open> stack{{f, 1}};
  while (!stack.empty()) {
    const Open top = stack.back();
    stack.pop_back();
    const std::span<const NodeId> a = graph.arguments(top.id);
    if (graph.is_call(top.id, "*")) {
      stack.push_back({a[1], top.exponent});
      stack.push_back({a[0], top.exponent});
    } else if (graph.is_call(top.id, "/")) {
      stack.push_back({a[1], -top.exponent});
      stack.push_back({a[0], top.exponent});
    } else if (graph.is_call(top.id, "neg")) {
      if (top.exponent % 2 != 0) result.sign = -result.sign;
      stack.push_back({a[0], top.exponent});
    } else {
      if (graph.is_call(top.id, "^")) {
        const auto power = numerics::exact_value(graph, a[1]);
        if (power && power->is_integer() && power->sign() != 0 && abs(*power) < numerics::Rational(1000) &&
            std::abs(top.exponent) < 1000) {
          stack.push_back({a[0], top.exponent * power->to_long()});
          continue;
        }
      }
      result.factors.push_back({top.id, top.exponent});
    }
  }
  return result;
}

std::vector<SumTerm> open_sum(const Graph& graph, NodeId f) {
  std::vector<SumTerm> result, stack{{f, false}};
  while (!stack.empty()) {
    const SumTerm top = stack.back();
    stack.pop_back();
    const std::span<const NodeId> a = graph.arguments(top.value);
    if (graph.is_call(top.value, "+")) {
      stack.push_back({a[1], top.negative});
      stack.push_back({a[0], top.negative});
    } else if (graph.is_call(top.value, "-")) {
      stack.push_back({a[1], !top.negative});
      stack.push_back({a[0], top.negative});
    } else if (graph.is_call(top.value, "neg")) {
      stack.push_back({a[0], !top.negative});
    } else {
      result.push_back(top);
    }
  }
  return result;
}

namespace {

// f = 0 at every point where f has a value; points that the normal form misses are shown to be outside the domain.
Applied apply_zero(const RuleContext& c) {
  c.require_defined();
  c.require(!c.goal.strict, "f > 0 is asked");
  if (c.graph.is_call(c.goal.f, "-") && c.graph.arguments(c.goal.f)[0] == c.graph.arguments(c.goal.f)[1])
    return {};  // a - a, where a has a value
  c.require(numerics::equal_where_defined(c.graph, c.goal.f, c.graph.integer(0)), "f is not known to be 0");
  Applied result;
  c.boundary_goals({c.goal.f}, result.goals);
  return result;
}

Applied apply_constant(const RuleContext& c) {
  const std::optional<int> sign = numerics::constant_sign(c.graph, c.goal.f);
  c.require(sign.has_value(), "f is not a constant of known sign");
  c.require(c.goal.strict ? *sign > 0 : *sign >= 0, "f has the wrong sign");
  return {};
}

// Both have values: f by assumption, `to` by its goal. Arguments at whose zeros f's normal form has no value are shown
// to be positive; those of `to` likewise.
Applied apply_rewrite(const RuleContext& c) {
  c.require_defined();
  const NodeId to = c.formula("to");
  c.require(numerics::equal_where_defined(c.graph, c.goal.f, to), "'to' is not known to be equal to f");
  Applied result;
  c.boundary_goals({c.goal.f, to}, result.goals);
  result.goals.push_back(c.with(to, c.goal.strict, false));
  return result;
}

// f is continuous on the domain, where it has values; every point of the domain is a limit of points of the open
// domain, since every range has an inside and its ends move continuously with the earlier variables; so f >= 0 carries
// over. An end that moves is continuous and has a value wherever the earlier ranges have points; those of a range of
// whole numbers do not move.
Applied apply_interior(const RuleContext& c) {
  c.require_defined();
  c.require(!c.goal.strict, "f > 0 is asked");
  c.require(is_smooth(c.graph, c.goal.f), "f is not known to be continuous");
  c.require(c.goal.domain.hypotheses.empty(), "there are hypotheses");
  Applied result;
  Goal goal = c.goal;
  for (Range& r : goal.domain.ranges) {
    for (const End* end : {&r.lower, &r.upper}) {
      if (end->infinite || c.is_constant(end->value)) continue;
      c.require(!r.integer, "an end of a range of whole numbers moves");
      c.require(is_smooth(c.graph, end->value), "an end is not known to be continuous");
      if (has_value_everywhere(c.graph, end->value)) continue;
      Goal has_value = goal;
      has_value.domain.ranges.resize(static_cast<std::size_t>(&r - goal.domain.ranges.data()));
      has_value.f = c.graph.call("^", {end->value, c.graph.integer(2)});
      has_value.strict = has_value.defined = false;
      result.goals.push_back(std::move(has_value));
    }
    if (r.integer || (r.lower.open && r.upper.open)) continue;
    if (!r.lower.infinite && !r.upper.infinite) {
      const NodeId width = c.difference(r.upper.value, r.lower.value);
      if (c.is_constant(width)) {
        const std::optional<int> sign = numerics::constant_sign(c.graph, width);
        c.require(sign && *sign > 0, "a range has no inside");
      } else {
        // Shown wherever the earlier ranges have points, whether or not this one has.
        Goal has_inside = goal;
        has_inside.domain.ranges.resize(static_cast<std::size_t>(&r - goal.domain.ranges.data()));
        has_inside.f = width;
        has_inside.strict = true;
        has_inside.defined = false;
        result.goals.push_back(std::move(has_inside));
      }
    }
    r.lower.open = r.upper.open = true;
  }
  result.goals.push_back(goal);
  return result;
}

// The other coordinates of a point of the domain are a point of the domain without the variable.
Applied apply_drop(const RuleContext& c) {
  const std::size_t i = c.range("variable");
  c.require(!c.uses(c.goal.f, c.goal.domain.ranges[i].variable), "f depends on the variable");
  c.require_free(i);
  Applied result;
  Goal goal = c.goal;
  goal.domain.ranges.erase(goal.domain.ranges.begin() + static_cast<std::ptrdiff_t>(i));
  goal.defined = false;  // known only where the dropped range had a point
  result.goals.push_back(std::move(goal));
  return result;
}

Applied apply_point(const RuleContext& c) {
  const std::size_t i = c.range("variable");
  const Range& r = c.goal.domain.ranges[i];
  c.require(!r.lower.infinite && !r.upper.infinite && r.lower.value == r.upper.value, "the range is not one value");
  Applied result;
  Goal goal = at_value(c.graph, c.goal, i, r.lower.value);
  goal.defined = goal.defined && has_value_everywhere(c.graph, r.lower.value);  // else the domain may have grown
  result.goals.push_back(std::move(goal));
  return result;
}

// Every value of the variable is <= at or >= at, which is shown to have a value everywhere; when one part is open at
// `at`, the other is closed. `at` takes the place of an end, whether or not it lies inside.
Applied apply_split(const RuleContext& c) {
  const std::size_t i = c.range("variable");
  const NodeId variable = c.goal.domain.ranges[i].variable;
  const NodeId at = c.formula("at");
  c.require(!c.uses(at, variable), "'at' depends on its own variable");
  const std::string closed = c.text("closed");
  c.require(closed == "lower" || closed == "upper" || closed == "both", "'closed' is lower, upper or both");
  Applied result;
  for (const bool lower : {true, false}) {
    Goal goal = c.goal;
    Range changed = goal.domain.ranges[i];
    const bool is_closed = closed == "both" || (closed == "lower") == lower;
    End& end = lower ? changed.upper : changed.lower;
    const End old = end;
    end = {false, at, !is_closed};
    goal.defined = goal.defined && adds_no_points(c.graph, c.goal.domain, old, end, !lower);
    if (!c.is_constant(at)) {  // the variable comes after those of `at`
      for (const Range& r : goal.domain.ranges) {
        c.require((r.lower.infinite || !c.uses(r.lower.value, variable)) &&
                      (r.upper.infinite || !c.uses(r.upper.value, variable)),
                  "another range depends on the variable");
      }
      goal.domain.ranges.erase(goal.domain.ranges.begin() + static_cast<std::ptrdiff_t>(i));
      goal.domain.ranges.push_back(changed);
    } else {
      goal.domain.ranges[i] = changed;
    }
    result.goals.push_back(std::move(goal));
  }
  if (!has_value_everywhere(c.graph, at)) {
    result.goals.push_back(c.with(c.graph.call("^", {at, c.graph.integer(2)}), false, false));
  }
  return result;
}

// The sign of a product is the product of the signs. A factor in the denominator is not 0, since f has a value.
// signs: one character per factor: '+' >= 0, '-' <= 0, 'P' > 0, 'N' < 0, 'e' an even power (nothing to show).
Applied apply_product(const RuleContext& c) {
  c.require_defined();
  const Product product = open_product(c.graph, c.goal.f);
  const std::string signs = c.text("signs");
  c.require(signs.size() == product.factors.size(), "'signs' needs one sign per factor");
  Applied result;
  int sign = product.sign;
  for (std::size_t i = 0; i < signs.size(); ++i) {
    const ProductFactor& factor = product.factors[i];
    const bool even = factor.exponent % 2 == 0;
    if (signs[i] == 'e') {
      c.require(even, "an odd power is taken for an even one");
      c.require(!c.goal.strict || factor.exponent < 0, "an even power may be 0");
      continue;
    }
    const bool negative = signs[i] == '-' || signs[i] == 'N', strict = signs[i] == 'P' || signs[i] == 'N';
    c.require(negative || signs[i] == '+' || signs[i] == 'P', "an unknown sign");
    c.require(strict || !c.goal.strict || factor.exponent < 0, "a factor may be 0");
    if (negative && !even) sign = -sign;
    result.goals.push_back(c.with(negative ? c.minus(factor.base) : factor.base, strict, true));
  }
  c.require(sign > 0, "the signs make the product negative");
  return result;
}

Applied apply_sum(const RuleContext& c) {
  c.require_defined();
  const std::vector<SumTerm> terms = open_sum(c.graph, c.goal.f);
  c.require(terms.size() > 1, "f is not a sum");
  const std::size_t strict = c.goal.strict ? c.number("strict") : terms.size();
  c.require(!c.goal.strict || strict < terms.size(), "no term is > 0");
  Applied result;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const NodeId value = terms[i].negative ? c.minus(terms[i].value) : terms[i].value;
    result.goals.push_back(c.with(value, i == strict, true));
  }
  return result;
}

// exp, cosh, sigmoid, softplus, erfc, normal_cdf and gamma (of positive numbers) are > 0. sqrt(u) > 0 and u^v > 0 where
// u > 0. cbrt, atan, asin, sinh, tanh, erf, expm1 and log1p have the sign of their argument, log(u) that of u - 1.
// sin > 0 on (0, pi), cos > 0 on (-pi/2, pi/2), tan > 0 on (0, pi/2), and >= 0 on the closed ranges where there is a
// value; sin < 0 on (-pi, 0), cos < 0 on (pi/2, 3 pi/2), tan < 0 on (-pi/2, 0).
Applied apply_sign(const RuleContext& c) {
  c.require_defined();
  NodeId f = c.goal.f;
  bool negative = false;
  while (c.graph.is_call(f, "neg")) {
    f = c.graph.arguments(f)[0];
    negative = !negative;
  }
  c.require(c.graph.node(f).kind == NodeKind::call && !c.graph.arguments(f).empty(), "f is not a call");
  const std::string name = c.graph.node(f).function->name;
  const NodeId u = c.graph.arguments(f)[0];
  const auto is = [&](std::initializer_list<const char*> names) {
    for (const char* n : names) {
      if (name == n) return true;
    }
    return false;
  };
  Applied result;
  if (is({"exp", "cosh", "sigmoid", "softplus", "erfc", "normal_cdf", "gamma"})) {
    c.require(!negative, "f is negative");
    if (name == "gamma") result.goals.push_back(c.with(u, true, true));  // it has values at negative numbers, too
  } else if (is({"sqrt", "^"})) {
    c.require(!negative, "f is not positive");
    if (name == "^") {
      const auto power = numerics::exact_value(c.graph, c.graph.arguments(f)[1]);
      c.require(!power || !power->is_integer(), "a whole power is a product");
    }
    if (name == "^" || c.goal.strict) result.goals.push_back(c.with(u, c.goal.strict, true));
  } else if (is({"cbrt", "atan", "asin", "sinh", "tanh", "erf", "expm1", "log1p"})) {
    result.goals.push_back(c.with(negative ? c.minus(u) : u, c.goal.strict, true));
  } else if (is({"log", "ln", "log2", "log10"})) {
    const NodeId one = c.graph.integer(1);
    result.goals.push_back(c.with(negative ? c.difference(one, u) : c.difference(u, one), c.goal.strict, true));
  } else if (is({"sin", "cos", "tan"})) {
    const NodeId quarter = c.graph.call("/", {c.graph.call("pi", {}), c.graph.integer(2)});
    const long length = name == "tan" ? 1 : 2;  // in quarters of a turn
    const long start = name == "cos" ? (negative ? 1 : -1) : negative ? -length : 0;
    const auto turned = [&](long quarters) { return c.graph.call("*", {c.graph.integer(quarters), quarter}); };
    result.goals.push_back(c.with(c.difference(u, turned(start)), c.goal.strict, true));
    result.goals.push_back(c.with(c.difference(turned(start + length), u), c.goal.strict, true));
  } else {
    throw NotApplicable{"no rule about the sign of " + name};
  }
  return result;
}

// The logarithm is increasing.
Applied apply_logarithms(const RuleContext& c) {
  c.require_defined();
  const NodeId left = c.formula("left"), right = c.formula("right");
  c.require(numerics::equal_where_defined(c.graph, c.goal.f, c.difference(left, right)), "f is not left - right");
  Applied result;
  c.boundary_goals({c.goal.f, left, right}, result.goals);
  result.goals.push_back(c.with(left, true, false));
  result.goals.push_back(c.with(right, true, false));
  result.goals.push_back(
      c.with(c.difference(c.graph.call("log", {left}), c.graph.call("log", {right})), c.goal.strict, true));
  return result;
}

// a >= 0 and a^2 >= b^2 give a >= |b| >= b, and a > b from a^2 > b^2.
Applied apply_squares(const RuleContext& c) {
  c.require_defined();
  const NodeId left = c.formula("left"), right = c.formula("right"), two = c.graph.integer(2);
  c.require(numerics::equal_where_defined(c.graph, c.goal.f, c.difference(left, right)), "f is not left - right");
  Applied result;
  c.boundary_goals({c.goal.f, left, right}, result.goals);
  result.goals.push_back(c.with(left, false, false));
  result.goals.push_back(
      c.with(c.difference(c.graph.call("^", {left, two}), c.graph.call("^", {right, two})), c.goal.strict, false));
  return result;
}

// f = scale (rest + atan(u)) with scale > 0 and -pi/2 < -rest < pi/2: f >= 0 where u >= tan(-rest). With scale < 0:
// where u <= tan(-rest). The same for log(u) and exp(-rest), u > 0 being known.
Applied apply_inverse(const RuleContext& c) {
  c.require_defined();
  const NodeId rest = c.formula("rest"), part = c.formula("part"), scale = c.formula("scale");
  const auto factor = numerics::exact_value(c.graph, scale);
  c.require(factor && factor->sign() != 0, "the scale is not a number other than 0");
  c.require(
      numerics::equal_where_defined(c.graph, c.goal.f, c.graph.call("*", {scale, c.graph.call("+", {rest, part})})),
      "f is not scale (rest + part)");
  Applied result;
  c.boundary_goals({c.goal.f, rest, part}, result.goals);
  const NodeId back = c.minus(rest);
  NodeId bound = back;
  if (c.graph.is_call(part, "atan")) {
    const NodeId quarter = c.graph.call("/", {c.graph.call("pi", {}), c.graph.integer(2)});
    result.goals.push_back(c.with(c.difference(quarter, back), true, false));
    result.goals.push_back(c.with(c.graph.call("+", {quarter, back}), true, false));
    bound = c.graph.call("tan", {back});
  } else {
    c.require(c.graph.is_call(part, "log"), "'part' is not an atan or log");
    result.goals.push_back(c.with(c.graph.arguments(part)[0], true, false));
    bound = c.graph.call("exp", {back});
  }
  const NodeId u = c.graph.arguments(part)[0];
  result.goals.push_back(
      c.with(factor->sign() > 0 ? c.difference(u, bound) : c.difference(bound, u), c.goal.strict, false));
  return result;
}

Applied apply_real(const RuleContext& c) {
  const std::size_t i = c.range("variable");
  c.require(c.goal.domain.ranges[i].integer, "the variable is not an integer");
  Applied result;
  Goal goal = c.goal;
  goal.domain.ranges[i].integer = false;
  goal.defined = false;  // known at whole numbers only
  result.goals.push_back(std::move(goal));
  return result;
}

Applied apply_boxes(const RuleContext& c) {
  c.require_defined();
  c.require(c.step.cover != nullptr, "there is no cover");
  const std::optional<BoxProblem> problem = box_problem(c.graph, c.goal);
  c.require(problem.has_value(), "the domain has no box");
  const std::string wrong = check_cover(c.graph, *problem, *c.step.cover);
  if (!wrong.empty()) throw NotApplicable{wrong};
  return {};
}

using Rule = Applied (*)(const RuleContext&);
const std::map<std::string, Rule>& rules() {
  static const std::map<std::string, Rule> table{{"combine", apply_combine},
                                                 {"zero", apply_zero},
                                                 {"constant", apply_constant},
                                                 {"defined", apply_defined},
                                                 {"rewrite", apply_rewrite},
                                                 {"interior", apply_interior},
                                                 {"drop", apply_drop},
                                                 {"shift", apply_shift},
                                                 {"affine", apply_affine},
                                                 {"ratio", apply_ratio},
                                                 {"point", apply_point},
                                                 {"split", apply_split},
                                                 {"monotone", apply_monotone},
                                                 {"concave", apply_concave},
                                                 {"product", apply_product},
                                                 {"sum", apply_sum},
                                                 {"cases", apply_cases},
                                                 {"resolve", apply_resolve},
                                                 {"branches", apply_branches},
                                                 {"range", apply_range},
                                                 {"difference", apply_difference},
                                                 {"induction", apply_induction},
                                                 {"real", apply_real},
                                                 {"sign", apply_sign},
                                                 {"logarithms", apply_logarithms},
                                                 {"squares", apply_squares},
                                                 {"inverse", apply_inverse},
                                                 {"unfold", apply_unfold},
                                                 {"argument", apply_argument},
                                                 {"series", apply_series},
                                                 {"boxes", apply_boxes},
                                                 {"contradiction", apply_contradiction},
                                                 {"forget", apply_forget},
                                                 {"given", apply_given}};
  return table;
}

}  // namespace

Applied apply(Graph& graph, const numerics::FunctionTable& functions, const Goal& goal, const Proof& step) {
  const auto rule = rules().find(step.rule);
  if (rule == rules().end()) return {{}, "unknown rule '" + step.rule + "'"};
  try {
    return rule->second(RuleContext(graph, functions, goal, step));
  } catch (const NotApplicable& no) {
    return {{}, no.why};
  }
}

}  // namespace lemmacheck::verify::kernel
