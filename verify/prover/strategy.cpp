// Order of attack, and the plain steps: definedness, boxes, factors, terms, branches.
#include "verify/prover/strategy.hpp"

#include <algorithm>
#include <utility>

#include "numerics/normal_form.hpp"
#include "numerics/printer.hpp"
#include "verify/prover/box_search.hpp"

namespace lemmacheck::verify::prover {

using kernel::Applied;
using kernel::Goal;
using kernel::Proof;
using kernel::Range;
using numerics::NodeId;

std::string Strategy::text(NodeId id) const { return numerics::to_text(graph_, id); }

std::string Strategy::key(const Goal& goal) const {
  std::string result =
      std::to_string(numerics::index_of(goal.f)) + (goal.strict ? ">" : "=") + (goal.defined ? "d" : "u");
  for (const Range& r : goal.domain.ranges) {
    result +=
        "|" + std::to_string(numerics::index_of(r.variable)) + (r.integer ? "i" : "r") +
        (r.lower.infinite ? "-" : std::to_string(numerics::index_of(r.lower.value)) + (r.lower.open ? "o" : "c")) +
        "," + (r.upper.infinite ? "-" : std::to_string(numerics::index_of(r.upper.value)) + (r.upper.open ? "o" : "c"));
  }
  for (const kernel::Hypothesis& h : goal.domain.hypotheses) {
    result += "&" + std::to_string(numerics::index_of(h.value)) + (h.strict ? ">" : "=");
  }
  return result;
}

double Strategy::complexity(NodeId f) const {
  double cost = 0;
  for (const NodeId id : graph_.reachable(std::span(&f, 1))) {
    const numerics::Node& node = graph_.node(id);
    if (node.kind != numerics::NodeKind::call) continue;
    const std::string& n = node.function->name;
    if (n == "+" || n == "-" || n == "*" || n == "/" || n == "neg" || n == "^") {
      cost += 1;
    } else if (n == "sqrt" || n == "cbrt") {
      cost += 4;
    } else if (!graph_.arguments(id).empty() && !graph_.variables_of(id).empty()) {
      cost += 20;
    }
  }
  return cost;
}

void Strategy::trace(int depth, const std::string& what, const Goal& goal) const {
  if (!options_.trace) return;
  std::string line = std::to_string(depth) + " " + what + " " + text(goal.f) + (goal.strict ? " > 0" : " >= 0");
  for (const Range& r : goal.domain.ranges) {
    line += " " + name(r) + (r.integer ? " integer" : "") + (r.lower.open ? " (" : " [") +
            (r.lower.infinite ? "-inf" : text(r.lower.value)) + ", " +
            (r.upper.infinite ? "inf" : text(r.upper.value)) + (r.upper.open ? ")" : "]");
  }
  options_.trace(line);
}

const std::vector<SamplePoint>& Strategy::points(const kernel::Domain& domain) {
  const std::string k = key({NodeId{0}, false, false, domain});
  const auto it = points_.find(k);
  if (it != points_.end()) return it->second;
  return points_.emplace(k, sample_points(graph_, domain)).first->second;
}

const SignPattern& Strategy::pattern(NodeId f, const kernel::Domain& domain) {
  const std::string k = key({f, false, false, domain});
  const auto it = patterns_.find(k);
  if (it != patterns_.end()) return it->second;
  return patterns_.emplace(k, sign_pattern(graph_, f, points(domain))).first->second;
}

bool Strategy::plausible(const Goal& goal) {
  const SignPattern p = pattern(goal.f, goal.domain);
  if (p.signs.empty()) return true;
  return p.negative == 0 && p.undefined == 0 && !(goal.strict && p.all_zero());
}

NodeId Strategy::slope(NodeId f, NodeId variable) {
  const auto it = slopes_.find({f, variable});
  if (it != slopes_.end()) return it->second.value_or(f);
  std::optional<NodeId> result;
  if (kernel::is_smooth(graph_, f)) {
    result = numerics::derivative(graph_, f, variable, functions_);
    if (result) result = numerics::simplified(graph_, *result);
  }
  slopes_.emplace(std::pair(f, variable), result);
  return result.value_or(f);
}

bool Strategy::is_free(const Goal& goal, std::size_t range) const {
  const NodeId v = goal.domain.ranges[range].variable;
  for (const kernel::Hypothesis& h : goal.domain.hypotheses) {
    if (graph_.depends_on(h.value, v)) return false;
  }
  for (const Range& r : goal.domain.ranges) {
    if (!r.lower.infinite && graph_.depends_on(r.lower.value, v)) return false;
    if (!r.upper.infinite && graph_.depends_on(r.upper.value, v)) return false;
  }
  return true;
}

Strategy::Result Strategy::by(const Goal& goal, Proof step, int depth) {
  Applied applied = kernel::apply(graph_, functions_, goal, step);
  if (!applied.error.empty()) return std::nullopt;
  for (const Goal& g : applied.goals) {
    if (!plausible(g)) return std::nullopt;
  }
  for (const Goal& g : applied.goals) {
    Result proof = prove(g, depth);
    if (!proof) return std::nullopt;
    step.children.push_back(std::move(*proof));
  }
  return step;
}

std::optional<Proof> Strategy::prove(const Goal& goal) {
  for (const int depth : {2, 3, 4, 6, 9, options_.depth}) {
    if (Result proof = prove(goal, depth)) return proof;
    if (depth == 2 && goal.domain.ranges.size() > 1) {
      if (Result proof = prove_by_boxes(goal, options_.boxes_at_first)) return proof;
      const std::size_t few = std::exchange(options_.boxes_per_try, options_.boxes_at_last);
      only_reshape_ = true;
      failed_.clear();
      Result proof = prove(goal, 2);
      failed_.clear();
      only_reshape_ = false;
      options_.boxes_per_try = few;
      if (proof) return proof;
    }
    if (stopped()) return std::nullopt;
  }
  return prove_by_boxes(goal, options_.boxes_at_last);
}

/// Boxes for f itself; that f has a value by the other rules.
Strategy::Result Strategy::prove_by_boxes(const Goal& goal, std::size_t most_boxes) {
  if (goal.defined) return by_boxes(goal, most_boxes);
  Proof step = defined_step(goal);
  const Applied applied = kernel::apply(graph_, functions_, goal, step);
  if (!applied.error.empty()) return std::nullopt;
  for (const Goal& g : applied.goals) {
    Result proof = prove(g, 3);
    if (!proof) proof = by_boxes(g, most_boxes);
    if (!proof) return std::nullopt;
    step.children.push_back(std::move(*proof));
  }
  return step;
}

Strategy::Result Strategy::prove(const Goal& goal, int depth) {
  if (stopped()) return std::nullopt;
  const std::string k = key(goal);
  if (const auto it = proved_.find(k); it != proved_.end()) return *it->second;
  if (const auto it = failed_.find(k); it != failed_.end() && it->second >= depth) return std::nullopt;
  if (!in_progress_.insert(k).second) return std::nullopt;
  trace(depth, "try", goal);
  Result proof;
  if (!goal.defined && !graph_.variables_of(goal.f).empty()) {
    proof = prove_defined(goal, depth);
  } else if (plausible(goal)) {
    proof = by(goal, {"constant"}, depth);
    if (!proof && !goal.defined) proof = prove_defined(goal, depth);
    if (!proof && goal.defined) {
      using Attempt = Result (Strategy::*)(const Goal&, int);
      if (pattern(goal.f, goal.domain).all_zero()) proof = by(goal, {"zero"}, depth);
      if (!proof) proof = by_boxes(goal, options_.boxes_per_try);
      // The first four change the domain or the branch; when one of them applies, the rest works on what it leaves.
      const bool closed_ends =
          !goal.strict && goal.domain.hypotheses.empty() && kernel::is_smooth(graph_, goal.f) &&
          std::any_of(goal.domain.ranges.begin(), goal.domain.ranges.end(), [](const Range& r) {
            return !r.integer && (!(r.lower.open || r.lower.infinite) || !(r.upper.open || r.upper.infinite));
          });
      for (const Attempt attempt :
           {&Strategy::by_drop, &Strategy::by_sign, &Strategy::by_hypotheses, &Strategy::by_branches,
            &Strategy::by_ends, &Strategy::by_halves, &Strategy::by_integers, &Strategy::by_terms,
            &Strategy::by_product, &Strategy::by_inverse, &Strategy::by_denominators, &Strategy::by_factors,
            &Strategy::by_descent, &Strategy::by_curves, &Strategy::by_partition, &Strategy::by_multipliers,
            &Strategy::by_normal_form, &Strategy::by_logarithms}) {
        if (proof || stopped()) break;
        if (only_reshape_ && attempt == static_cast<Attempt>(&Strategy::by_factors)) break;
        proof = (this->*attempt)(goal, depth);
        if (attempt == static_cast<Attempt>(&Strategy::by_branches) && has_branches(goal.f)) break;
        if (attempt == static_cast<Attempt>(&Strategy::by_ends) && closed_ends) break;
      }
    }
  }
  in_progress_.erase(k);
  trace(depth, proof ? "PROVED" : "failed", goal);
  if (proof) {
    proved_.emplace(k, std::make_shared<Proof>(*proof));
  } else {
    int& known = failed_[k];
    known = std::max(known, depth);
  }
  return proof;
}

/// The step "defined" with the signs that samples suggest for what must not be 0.
kernel::Proof Strategy::defined_step(const Goal& goal) {
  Proof step{"defined"};
  const kernel::Obligations needed = kernel::obligations(graph_, goal.f);
  for (std::size_t i = 0; i < needed.list.size(); ++i) {
    if (needed.list[i].kind != kernel::Obligation::Kind::nonzero) continue;
    if (pattern(needed.list[i].value, goal.domain).negative > 0) {
      step.parameters["sign-" + std::to_string(i + 1)] = "-";
    }
  }
  return step;
}

Strategy::Result Strategy::prove_defined(const Goal& goal, int depth) { return by(goal, defined_step(goal), depth); }

Strategy::Result Strategy::by_boxes(const Goal& goal, std::size_t most_boxes) {
  const std::optional<kernel::BoxProblem> problem = kernel::box_problem(graph_, goal);
  if (!problem) return std::nullopt;
  BoxSearchOptions options;
  options.most_boxes = most_boxes;
  options.stop = options_.stop;
  options.parallel = options_.parallel;
  BoxSearchResult found = search_boxes(graph_, *problem, options);
  boxes_ += found.boxes;
  if (!found.proved) return std::nullopt;
  Proof step{"boxes"};
  step.cover = std::make_shared<kernel::Cover>(std::move(found.cover));
  return step;
}

// Closed ends: left out where f is continuous, or looked at on their own.
Strategy::Result Strategy::by_ends(const Goal& goal, int depth) {
  const auto closed = [](const kernel::End& end) { return !end.infinite && !end.open; };
  for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
    const Range& r = goal.domain.ranges[i];
    if (!r.lower.infinite && !r.upper.infinite && r.lower.value == r.upper.value) {
      return by(goal, {"point", {{"variable", name(r)}}, {}, nullptr}, depth);
    }
  }
  bool any = false;
  for (const Range& r : goal.domain.ranges) any = any || (!r.integer && (closed(r.lower) || closed(r.upper)));
  if (!any) return std::nullopt;
  if (!goal.strict) return by(goal, {"interior"}, depth);
  for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
    const Range& r = goal.domain.ranges[i];
    if (r.integer || !is_free(goal, i)) continue;
    for (const bool lower : {true, false}) {
      const kernel::End& end = lower ? r.lower : r.upper;
      if (!closed(end) || !graph_.variables_of(end.value).empty()) continue;
      Proof step{"split",
                 {{"variable", name(r)}, {"at", text(end.value)}, {"closed", lower ? "lower" : "upper"}},
                 {},
                 nullptr};
      if (Result proof = by(goal, std::move(step), depth)) return proof;
    }
  }
  return std::nullopt;
}

// The whole line: each half on its own.
Strategy::Result Strategy::by_halves(const Goal& goal, int depth) {
  if (goal.domain.ranges.size() != 1 || depth <= 0) return std::nullopt;
  const Range& r = goal.domain.ranges[0];
  if (!r.lower.infinite || !r.upper.infinite || r.integer || !is_free(goal, 0)) return std::nullopt;
  return split(goal, 0, "0", depth);
}

// A sum with quotients, over its denominators: a/b + c = (a + c*b)/b, nothing expanded.
Strategy::Result Strategy::by_denominators(const Goal& goal, int depth) {
  const std::vector<kernel::SumTerm> terms = kernel::open_sum(graph_, goal.f);
  if (terms.size() < 2 || depth <= 0) return std::nullopt;
  std::map<NodeId, long> denominators;
  for (const kernel::SumTerm& term : terms) {
    for (const auto& [base, exponent] : kernel::open_product(graph_, term.value).factors) {
      if (exponent < 0 && !graph_.variables_of(base).empty()) {
        denominators[base] = std::max(denominators[base], -exponent);
      }
    }
  }
  if (denominators.empty()) return std::nullopt;
  const auto times = [&](std::optional<NodeId> a, NodeId base, long exponent) {
    if (exponent == 0) return a;
    const NodeId power = exponent == 1 ? base : graph_.call("^", {base, graph_.integer(exponent)});
    return std::optional(a ? graph_.call("*", {*a, power}) : power);
  };
  std::optional<NodeId> sum, below;
  for (const auto& [base, exponent] : denominators) below = times(below, base, exponent);
  for (const kernel::SumTerm& term : terms) {
    const kernel::Product product = kernel::open_product(graph_, term.value);
    std::map<NodeId, long> exponents = denominators;
    std::optional<NodeId> value;
    for (const auto& [base, exponent] : product.factors) {
      const auto it = exponents.find(base);
      if (it != exponents.end()) {
        it->second += exponent;
      } else {
        value = times(value, base, exponent);
      }
    }
    for (const auto& [base, exponent] : exponents) value = times(value, base, exponent);
    NodeId v = value.value_or(graph_.integer(1));
    const bool negative = term.negative != (product.sign < 0);
    sum = !sum ? (negative ? graph_.call("neg", {v}) : v) : graph_.call(negative ? "-" : "+", {*sum, v});
  }
  return product_step(goal, graph_.call("/", {*sum, *below}), depth - 1);
}

Strategy::Result Strategy::by_drop(const Goal& goal, int depth) {
  for (std::size_t i = goal.domain.ranges.size(); i-- > 0;) {
    const NodeId v = goal.domain.ranges[i].variable;
    if (graph_.depends_on(goal.f, v) || !is_free(goal, i)) continue;
    return by(goal, {"drop", {{"variable", name(goal.domain.ranges[i])}}, {}, nullptr}, depth);
  }
  return std::nullopt;
}

Strategy::Result Strategy::by_sign(const Goal& goal, int depth) { return by(goal, {"sign"}, depth); }

// left - right with an exponential on one side.
Strategy::Result Strategy::by_logarithms(const Goal& goal, int depth) {
  if (depth <= 0) return std::nullopt;
  std::optional<NodeId> sides[2];
  bool exponential = false;
  for (const kernel::SumTerm& term : kernel::open_sum(graph_, goal.f)) {
    const SignPattern p = pattern(term.value, goal.domain);
    if ((p.positive > 0 && p.negative > 0) || (p.positive == 0 && p.negative == 0)) return std::nullopt;
    const bool right = term.negative != (p.negative > 0);
    const NodeId value = p.negative > 0 ? graph_.call("neg", {term.value}) : term.value;
    std::optional<NodeId>& side = sides[right ? 1 : 0];
    side = side ? graph_.call("+", {*side, value}) : value;
  }
  if (!sides[0] || !sides[1]) return std::nullopt;
  for (const std::optional<NodeId>& side : sides) {
    for (const kernel::ProductFactor& factor : kernel::open_product(graph_, *side).factors) {
      exponential = exponential || graph_.is_call(factor.base, "exp") || graph_.is_call(factor.base, "^");
    }
  }
  if (!exponential) return std::nullopt;
  Proof step{"logarithms", {{"left", text(*sides[0])}, {"right", text(*sides[1])}}, {}, nullptr};
  return by(goal, std::move(step), depth - 1);
}

/// f with |u| replaced by u or -u where samples show one sign: normal forms write log(|u|), and the rule "rewrite"
/// knows that log(u) is the same where it has a value.
NodeId Strategy::without_abs(NodeId f, const kernel::Domain& domain) {
  for (const NodeId id : graph_.reachable(std::span(&f, 1))) {
    if (!graph_.is_call(id, "abs")) continue;
    const NodeId u = graph_.arguments(id)[0];
    const SignPattern& p = pattern(u, domain);
    if (p.positive > 0 && p.negative == 0) f = kernel::replace(graph_, f, id, u);
    if (p.negative > 0 && p.positive == 0) {
      f = kernel::replace(graph_, f, id, numerics::simplified(graph_, graph_.call("neg", {u})));
    }
  }
  return f;
}

/// A sum with the constant factors of equal monomials joined: x*pi - 2*x = (pi - 2)*x; nothing when none are equal.
std::optional<NodeId> Strategy::collected(NodeId f) const {
  struct Group {
    std::optional<NodeId> coefficient, monomial;
  };
  std::map<std::vector<std::pair<NodeId, long>>, Group> groups;
  std::size_t terms = 0;
  for (const kernel::SumTerm& term : kernel::open_sum(graph_, f)) {
    const kernel::Product product = kernel::open_product(graph_, term.value);
    std::vector<std::pair<NodeId, long>> key;
    std::optional<NodeId> coefficient, monomial;
    for (const auto& [base, exponent] : product.factors) {
      const NodeId power = exponent == 1 ? base : graph_.call("^", {base, graph_.integer(exponent)});
      const bool constant = graph_.variables_of(base).empty();
      std::optional<NodeId>& part = constant ? coefficient : monomial;
      part = part ? graph_.call("*", {*part, power}) : power;
      if (!constant) key.emplace_back(base, exponent);
    }
    NodeId value = coefficient.value_or(graph_.integer(1));
    if (term.negative != (product.sign < 0)) value = graph_.call("neg", {value});
    std::sort(key.begin(), key.end());
    Group& group = groups[key];
    group.coefficient = group.coefficient ? graph_.call("+", {*group.coefficient, value}) : value;
    group.monomial = monomial;
    ++terms;
  }
  if (groups.size() == terms) return std::nullopt;
  std::optional<NodeId> sum;
  for (const auto& [key, group] : groups) {
    const NodeId term = group.monomial ? graph_.call("*", {*group.coefficient, *group.monomial}) : *group.coefficient;
    sum = sum ? graph_.call("+", {*sum, term}) : term;
  }
  return sum;
}

// f as a sum of terms that all have the right sign.
Strategy::Result Strategy::by_terms(const Goal& goal, int depth) {
  const auto signs_fit = [&](const std::vector<kernel::SumTerm>& terms, std::optional<std::size_t>& strict) {
    if (terms.size() < 2 || terms.size() > 40) return false;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const SignPattern& p = pattern(terms[i].value, goal.domain);
      if (!(terms[i].negative ? p.only_nonpositive() : p.only_nonnegative())) return false;
      if (!strict && (terms[i].negative ? p.negative : p.positive) == static_cast<int>(p.signs.size())) strict = i;
    }
    return !goal.strict || strict.has_value();
  };
  std::optional<std::size_t> strict;
  if (!signs_fit(kernel::open_sum(graph_, goal.f), strict)) {
    const std::optional<NodeId> sum = collected(goal.f);
    if (!sum || !signs_fit(kernel::open_sum(graph_, *sum), strict)) return std::nullopt;
    return by(goal, {"rewrite", {{"to", text(*sum)}}, {}, nullptr}, depth);
  }
  Proof step{"sum"};
  if (goal.strict) step.parameters["strict"] = std::to_string(*strict);
  return by(goal, std::move(step), depth);
}

bool Strategy::has_branches(NodeId f) const {
  for (const NodeId id : graph_.reachable(std::span(&f, 1))) {
    if (graph_.is_call(id, "abs") || graph_.is_call(id, "min") || graph_.is_call(id, "max")) return true;
  }
  return false;
}

Strategy::Result Strategy::by_branches(const Goal& goal, int depth) {
  for (const NodeId id : graph_.reachable(std::span(&goal.f, 1))) {
    const bool is_abs = graph_.is_call(id, "abs");
    if (!is_abs && !graph_.is_call(id, "min") && !graph_.is_call(id, "max")) continue;
    const std::span<const NodeId> given = graph_.arguments(id);
    const std::vector<NodeId> a(given.begin(), given.end());
    NodeId when = a[0];
    if (!is_abs) when = graph_.is_call(id, "max") ? graph_.call("-", {a[0], a[1]}) : graph_.call("-", {a[1], a[0]});
    const SignPattern p = pattern(when, goal.domain);
    for (const bool first : {true, false}) {
      if (!(first ? p.only_nonnegative() : p.only_nonpositive())) continue;
      Proof step{"resolve", {{"part", text(id)}, {"as", first ? "first" : "second"}}, {}, nullptr};
      if (Result proof = by(goal, std::move(step), depth)) return proof;
    }
    if (Result proof = by(goal, {"branches", {{"part", text(id)}}, {}, nullptr}, depth)) return proof;
    if (depth <= 0) return std::nullopt;
    // Where the sign changes: at a point, along a line x = y, or under a hypothesis.
    const NodeId flat = numerics::simplified(graph_, when);
    for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
      if (!is_free(goal, i)) continue;
      const NodeId v = goal.domain.ranges[i].variable;
      const NodeId at_zero = kernel::replace(graph_, flat, v, graph_.integer(0));
      const NodeId rate = slope(flat, v);
      if (rate == flat || !graph_.variables_of(rate).empty()) continue;
      const NodeId root = numerics::simplified(graph_, graph_.call("neg", {graph_.call("/", {at_zero, rate})}));
      if (Result proof = split(goal, i, text(root), depth - 1)) return proof;
    }
    if (goal.domain.ranges.size() == 1) {
      const std::vector<SamplePoint>& all = points(goal.domain);
      for (std::size_t s = 1; s < p.signs.size(); ++s) {
        if (p.signs[s] * p.signs[s - 1] >= 0 && p.signs[s] != 0) continue;
        const double near = .5 * (all[s].coordinates[0] + all[s - 1].coordinates[0]);
        if (const auto root = exact_root(goal, when, near)) return split(goal, 0, *root, depth - 1);
        break;
      }
    }
    return std::nullopt;
  }
  return std::nullopt;
}

/// The characters of the rule "product" that samples suggest; nothing when the signs do not fit.
std::optional<std::string> Strategy::product_signs(const Goal& goal, NodeId f) {
  const kernel::Product opened = kernel::open_product(graph_, f);
  std::string signs;
  int sign = opened.sign;
  for (const kernel::ProductFactor& factor : opened.factors) {
    const bool even = factor.exponent % 2 == 0;
    if (even && (!goal.strict || factor.exponent < 0)) {
      signs += 'e';
      continue;
    }
    const SignPattern p = pattern(factor.base, goal.domain);
    if (p.negative > 0 && p.positive > 0) return std::nullopt;
    const bool negative = p.negative > 0;
    if (negative && !even) sign = -sign;
    const bool strict = goal.strict && factor.exponent > 0;
    signs += negative ? (strict ? 'N' : '-') : (strict ? 'P' : '+');
  }
  if (sign < 0) return std::nullopt;
  return signs;
}

// f is a product as it stands.
Strategy::Result Strategy::by_product(const Goal& goal, int depth) {
  const kernel::Product opened = kernel::open_product(graph_, goal.f);
  if (opened.factors.size() == 1 && opened.factors[0].exponent == 1) return std::nullopt;
  const std::optional<std::string> signs = product_signs(goal, goal.f);
  if (!signs) return std::nullopt;
  return by(goal, {"product", {{"signs", *signs}}, {}, nullptr}, depth);
}

// Factors that are simpler than f.
Strategy::Result Strategy::by_factors(const Goal& goal, int depth) { return by_factoring(goal, depth, false); }

// A normal form that is not simpler than f, when nothing else worked.
Strategy::Result Strategy::by_normal_form(const Goal& goal, int depth) { return by_factoring(goal, depth, true); }

Strategy::Result Strategy::by_factoring(const Goal& goal, int depth, bool last) {
  const std::optional<numerics::Factored> form = numerics::factored(graph_, goal.f);
  if (!form) return std::nullopt;
  if (form->factors.empty() ||
      (form->factors.size() == 1 && form->factors[0].exponent == 1 && form->factors[0].base == goal.f)) {
    return std::nullopt;
  }
  // A square, or several factors that depend on something, or one that is simpler than f.
  double largest = 0;
  for (const auto& [base, exponent] : form->factors) {
    largest = std::max(largest, complexity(base));
  }
  if ((largest < .8 * complexity(goal.f)) == last) return std::nullopt;
  // numerator / denominator, as a product that the rule "product" opens again
  NodeId numerator = graph_.rational(abs(form->content)), denominator = graph_.integer(1);
  bool has_denominator = false;
  for (const auto& [base, exponent] : form->factors) {
    const int n = exponent < 0 ? -exponent : exponent;
    const NodeId power = n == 1 ? base : graph_.call("^", {base, graph_.integer(n)});
    if (exponent > 0) {
      numerator = graph_.call("*", {numerator, power});
    } else {
      denominator = has_denominator ? graph_.call("*", {denominator, power}) : power;
      has_denominator = true;
    }
  }
  NodeId product = has_denominator ? graph_.call("/", {numerator, denominator}) : numerator;
  if (form->content.sign() < 0) product = graph_.call("neg", {product});
  product = without_abs(product, goal.domain);
  if (product == goal.f) return std::nullopt;
  if (Result proof = product_step(goal, product, depth)) return proof;
  if (depth <= 0) return std::nullopt;
  // A factor that changes its sign where a variable meets a line: cut there.
  for (const auto& [base, exponent] : form->factors) {
    if (exponent % 2 == 0) continue;
    const SignPattern p = pattern(base, goal.domain);
    if (p.positive == 0 || p.negative == 0) continue;
    for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
      if (!is_free(goal, i) || goal.domain.ranges[i].integer) continue;
      const NodeId v = goal.domain.ranges[i].variable;
      if (!graph_.depends_on(base, v)) continue;
      const NodeId rate = slope(base, v);
      if (!graph_.variables_of(rate).empty()) continue;
      const NodeId at_zero = kernel::replace(graph_, base, v, graph_.integer(0));
      const NodeId root = numerics::simplified(graph_, graph_.call("neg", {graph_.call("/", {at_zero, rate})}));
      if (Result proof = split(goal, i, text(root), depth - 1)) return proof;
    }
  }
  return std::nullopt;
}

/// The step to a product equal to f, and then the signs of its factors.
Strategy::Result Strategy::product_step(const Goal& goal, NodeId product, int depth) {
  Proof rewrite{"rewrite", {{"to", text(product)}}, {}, nullptr};
  Applied applied = kernel::apply(graph_, functions_, goal, rewrite);
  if (!applied.error.empty()) return std::nullopt;
  Goal last = applied.goals.back();
  const std::optional<std::string> signs = product_signs(goal, last.f);
  if (!signs) return std::nullopt;
  // Definedness of the product and its side conditions come first.
  for (std::size_t i = 0; i + 1 < applied.goals.size(); ++i) {
    Result proof = prove(applied.goals[i], depth);
    if (!proof) return std::nullopt;
    rewrite.children.push_back(std::move(*proof));
  }
  Proof defined = defined_step(last);
  Applied parts = kernel::apply(graph_, functions_, last, defined);
  if (!parts.error.empty()) return std::nullopt;
  for (std::size_t i = 0; i + 1 < parts.goals.size(); ++i) {
    if (!plausible(parts.goals[i])) return std::nullopt;
  }
  for (std::size_t i = 0; i + 1 < parts.goals.size(); ++i) {
    Result proof = prove(parts.goals[i], depth);
    if (!proof) return std::nullopt;
    defined.children.push_back(std::move(*proof));
  }
  Result factors = by(parts.goals.back(), {"product", {{"signs", *signs}}, {}, nullptr}, depth);
  if (!factors) return std::nullopt;
  defined.children.push_back(std::move(*factors));
  rewrite.children.push_back(std::move(defined));
  return rewrite;
}

Strategy::Result Strategy::split(const Goal& goal, std::size_t range, const std::string& at, int depth) {
  Proof step{"split", {{"variable", name(goal.domain.ranges[range])}, {"at", at}, {"closed", "both"}}, {}, nullptr};
  if (goal.strict) step.parameters["closed"] = "lower";
  return by(goal, std::move(step), depth);
}

}  // namespace lemmacheck::verify::prover
