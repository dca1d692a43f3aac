// Order of attack, and the plain steps: definedness, boxes, factors, terms, branches.
#include "verify/prover/strategy.hpp"

#include <algorithm>

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
  const std::string k = key({goal.f, false, false, goal.domain});
  if (implausible_.contains(k)) return false;
  auto it = patterns_.find(k);
  if (it == patterns_.end()) {
    SignPattern found = sign_pattern(graph_, goal.f, points(goal.domain), true);
    if (found.negative + found.undefined > 0) {
      implausible_.insert(k);
      return false;
    }
    it = patterns_.emplace(k, std::move(found)).first;
  }
  const SignPattern& p = it->second;
  if (p.signs.empty()) return true;
  return p.negative == 0 && p.undefined == 0 && !(goal.strict && p.all_zero() && !graph_.variables_of(goal.f).empty());
}

NodeId Strategy::slope(NodeId f, NodeId variable) {
  const auto it = slopes_.find({f, variable});
  if (it != slopes_.end()) return it->second.value_or(f);
  std::optional<NodeId> result;
  if (kernel::is_smooth(graph_, f)) {
    result = numerics::derivative(graph_, f, variable, functions_);
    if (result) result = simple(*result);
  }
  slopes_.emplace(std::pair(f, variable), result);
  return result.value_or(f);
}

NodeId Strategy::simple(NodeId f) {
  const auto it = simple_.find(f);
  if (it != simple_.end()) return it->second;
  const NodeId result = numerics::simplified(graph_, f);
  return simple_.emplace(f, result).first->second;
}

bool Strategy::is_zero(NodeId f) {
  const auto it = zero_.find(f);
  if (it != zero_.end()) return it->second;
  return zero_.emplace(f, numerics::equal_where_defined(graph_, f, graph_.integer(0))).first->second;
}

const std::optional<numerics::Factored>& Strategy::factored(NodeId f) {
  const auto it = factored_.find(f);
  if (it != factored_.end()) return it->second;
  return factored_.emplace(f, numerics::factored(graph_, f)).first->second;
}

const std::vector<numerics::PolynomialInAtom>& Strategy::by_atoms(NodeId f) {
  const auto it = by_atoms_.find(f);
  if (it != by_atoms_.end()) return it->second;
  return by_atoms_.emplace(f, numerics::by_atoms(graph_, f)).first->second;
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

/// The goal is a hypothesis.
Strategy::Result Strategy::given(const Goal& goal) {
  const auto& hypotheses = goal.domain.hypotheses;
  for (std::size_t h = 0; h < hypotheses.size(); ++h) {
    if (hypotheses[h].value == goal.f && (hypotheses[h].strict || !goal.strict))
      return Proof{"given", {{"hypothesis", std::to_string(h)}}, {}, nullptr};
  }
  return std::nullopt;
}

/// The goal is a hypothesis, written otherwise; steps that change the one would leave the other behind.
Strategy::Result Strategy::given_in_other_words(const Goal& goal) {
  const auto same = std::ranges::find_if(goal.domain.hypotheses, [&](const kernel::Hypothesis& h) {
    return (h.strict || !goal.strict) && is_zero(graph_.call("-", {goal.f, h.value}));
  });
  if (same == goal.domain.hypotheses.end()) return std::nullopt;
  Proof step{
      "combine", {{"hypothesis", std::to_string(same - goal.domain.hypotheses.begin())}, {"factor", "1"}}, {}, nullptr};
  if (goal.strict) step.parameters["strict"] = "factor";
  const auto combined = [&](const Goal& g) { return by(g, step, 2); };
  return goal.defined ? combined(goal) : then(goal, defined_step(goal), combined);
}

std::optional<Proof> Strategy::prove(const Goal& goal) {
  if (Result proof = given(goal)) return proof;
  if (Result proof = given_in_other_words(goal)) return proof;
  if (Result proof = by_affine(goal)) return proof;
  if (Result proof = by_common(goal)) return proof;
  return prove_as_it_is(goal);
}

// A variable that occurs only as a + b v: that is the variable the author thinks in.
Strategy::Result Strategy::by_affine(const Goal& goal) {
  for (const Range& range : goal.domain.ranges) {
    const NodeId v = range.variable;
    const std::vector<NodeId> parts = graph_.reachable(std::span(&goal.f, 1));
    if (parts.size() > 300 || stopped()) return std::nullopt;  // each part costs a pass over f
    for (auto it = parts.rbegin(); it != parts.rend(); ++it) {
      const NodeId part = *it;
      if (part == v || part == goal.f || !graph_.depends_on(part, v) || graph_.variables_of(part).size() != 1) continue;
      Proof step{"affine", {{"variable", name(range)}, {"part", text(part)}}, {}, nullptr};
      kernel::Applied applied = kernel::apply(graph_, functions_, goal, step);
      if (!applied.error.empty()) continue;
      Result proof = prove(applied.goals[0]);
      if (!proof) return std::nullopt;
      step.children.push_back(std::move(*proof));
      return step;
    }
  }
  return std::nullopt;
}

/// A condition beside the main goal: that a part has a value, or that a factor is positive.
Strategy::Result Strategy::prove_side(const Goal& goal) {
  Result proof = prove(goal, 3);
  return proof ? std::move(proof) : prove_by_boxes(goal, options_.boxes_of_part);
}

std::optional<Proof> Strategy::prove_as_it_is(const Goal& goal) {
  if (goal.domain.ranges.size() > 1 && !has_slow_call(goal.f)) {
    // Boxes get ever smaller near a curve on which f vanishes.
    bool few = has_big_call(goal.f);
    for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) few = few || !zero_curves(goal, i, false).empty();
    if (Result proof = prove_by_boxes(goal, few ? options_.boxes_at_first / 20 : options_.boxes_at_first)) return proof;
  }
  for (const int depth : {2, 3, 4, 6, 9, options_.depth}) {
    if (depth > options_.depth) break;
    if (depth == 4)
      if (Result proof = by_squares(goal)) return proof;
    if (Result proof = prove(goal, depth)) return proof;
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
    Result proof;
    if (graph_.variables_of(g.f).empty() || &g != &applied.goals.back()) proof = prove(g, 0);
    if (!proof) proof = by_boxes(g, most_boxes);
    if (!proof && &g != &applied.goals.back()) proof = prove(g, 3);
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
  const auto point = std::find_if(goal.domain.ranges.begin(), goal.domain.ranges.end(), [](const Range& r) {
    return !r.lower.infinite && !r.upper.infinite && r.lower.value == r.upper.value;
  });
  if (const auto step = given(goal)) {
    proof = *step;
  } else if (point != goal.domain.ranges.end()) {
    proof = by(goal, {"point", {{"variable", name(*point)}}, {}, nullptr}, depth);
  } else if (!goal.defined && !graph_.variables_of(goal.f).empty()) {
    proof = prove_defined(goal, depth);
  } else if (plausible(goal)) {
    proof = by(goal, {"constant"}, depth);
    if (!proof && !goal.defined) proof = prove_defined(goal, depth);
    if (!proof && goal.defined) {
      using Attempt = Result (Strategy::*)(const Goal&, int);
      if (pattern(goal.f, goal.domain).all_zero()) proof = by(goal, {"zero"}, depth);
      if (!proof) proof = by_boxes(goal, has_big_call(goal.f) ? options_.boxes_per_try / 10 : options_.boxes_per_try);
      // The first four change the domain or the branch; when one of them applies, the rest works on what it leaves.
      const bool closed_ends =
          !goal.strict && goal.domain.hypotheses.empty() && kernel::is_smooth(graph_, goal.f) &&
          std::any_of(goal.domain.ranges.begin(), goal.domain.ranges.end(), [](const Range& r) {
            return !r.integer && (!(r.lower.open || r.lower.infinite) || !(r.upper.open || r.upper.infinite));
          });
      for (const Attempt attempt : {&Strategy::by_drop,
                                    &Strategy::by_reflection,
                                    &Strategy::by_unfolding,
                                    &Strategy::by_series,
                                    &Strategy::by_sign,
                                    &Strategy::by_combination,
                                    &Strategy::by_hypotheses,
                                    &Strategy::by_branches,
                                    &Strategy::by_ends,
                                    &Strategy::by_halves,
                                    &Strategy::by_integers,
                                    &Strategy::by_terms,
                                    &Strategy::by_product,
                                    &Strategy::by_named_descent,
                                    &Strategy::by_exponential,
                                    &Strategy::by_inverse,
                                    &Strategy::by_denominators,
                                    &Strategy::by_factors,
                                    &Strategy::by_series,
                                    &Strategy::by_arguments,
                                    &Strategy::by_density,
                                    &Strategy::by_descent,
                                    &Strategy::by_unimodal,
                                    &Strategy::by_curves,
                                    &Strategy::by_ratio,
                                    &Strategy::by_minima,
                                    &Strategy::by_partition,
                                    &Strategy::by_multipliers,
                                    &Strategy::by_normal_form,
                                    &Strategy::by_logarithms,
                                    &Strategy::by_varying_combination,
                                    &Strategy::by_forgetting}) {
        if (proof || stopped()) break;
        proof = (this->*attempt)(goal, depth);
        if (attempt == static_cast<Attempt>(&Strategy::by_unfolding) &&
            std::ranges::any_of(kernel::parts_in_order(graph_, goal.f), [&](NodeId f) { return is_unfolded_first(f); }))
          break;
        if (attempt == static_cast<Attempt>(&Strategy::by_branches) && has_branches(goal.f)) break;
        if (attempt == static_cast<Attempt>(&Strategy::by_ends) && closed_ends) break;
        if (attempt == static_cast<Attempt>(&Strategy::by_exponential) && steep_sides(goal)) break;
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
kernel::Proof Strategy::defined_step(const Goal& goal, bool positive_bases) {
  Proof step{"defined"};
  if (positive_bases) step.parameters["powers"] = "positive-base";
  std::set<NodeId> given;
  if (!goal.domain.hypotheses.empty()) given = kernel::parts_with_value(graph_, goal.domain);
  std::erase_if(given, [this](NodeId id) { return graph_.node(id).kind != numerics::NodeKind::call; });
  const std::vector<NodeId> parts = graph_.reachable(std::span(&goal.f, 1));
  if (std::ranges::any_of(parts, [&](NodeId id) { return given.contains(id); }))
    step.parameters["given"] = "hypotheses";
  else
    given.clear();
  const kernel::Obligations needed = kernel::obligations(graph_, goal.f, positive_bases, given);
  for (std::size_t i = 0; i < needed.list.size(); ++i) {
    if (needed.list[i].kind != kernel::Obligation::Kind::nonzero) continue;
    if (pattern(needed.list[i].value, goal.domain).negative > 0) {
      step.parameters["sign-" + std::to_string(i + 1)] = "-";
    }
  }
  return step;
}

Strategy::Result Strategy::prove_defined(const Goal& goal, int depth) {
  if (Result proof = by(goal, defined_step(goal), depth)) return proof;
  bool powers = false;
  for (const NodeId id : graph_.reachable(std::span(&goal.f, 1))) {
    powers = powers || (graph_.is_call(id, "^") && !graph_.variables_of(graph_.arguments(id)[1]).empty());
  }
  if (!powers) return std::nullopt;
  // 0^v has values of its own: the base 0 apart from positive bases.
  if (Result proof = by(goal, defined_step(goal, true), depth)) return proof;
  return depth > 0 ? by_faces(goal, depth - 1) : std::nullopt;
}

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
  bool any = false;
  for (const Range& r : goal.domain.ranges) any = any || (!r.integer && (closed(r.lower) || closed(r.upper)));
  if (!any) return std::nullopt;
  if (!goal.strict) return by(goal, {"interior"}, depth);
  return by_faces(goal, depth);
}

// A closed end on its own, and the rest.
Strategy::Result Strategy::by_faces(const Goal& goal, int depth) {
  const auto closed = [](const kernel::End& end) { return !end.infinite && !end.open; };
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

Strategy::Result Strategy::by_drop(const Goal& goal, int depth) {
  for (std::size_t i = goal.domain.ranges.size(); i-- > 0;) {
    const NodeId v = goal.domain.ranges[i].variable;
    if (graph_.depends_on(goal.f, v) || !is_free(goal, i)) continue;
    return by(goal, {"drop", {{"variable", name(goal.domain.ranges[i])}}, {}, nullptr}, depth);
  }
  return std::nullopt;
}

Strategy::Result Strategy::by_sign(const Goal& goal, int depth) { return by(goal, {"sign"}, depth); }

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
    const NodeId flat = simple(when);
    for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
      if (!is_free(goal, i)) continue;
      const NodeId v = goal.domain.ranges[i].variable;
      const NodeId at_zero = kernel::replace(graph_, flat, v, graph_.integer(0));
      const NodeId rate = slope(flat, v);
      if (rate == flat || !graph_.variables_of(rate).empty()) continue;
      const NodeId root = simple(graph_.call("neg", {graph_.call("/", {at_zero, rate})}));
      if (Result proof = split(goal, i, text(root), depth - 1)) return proof;
    }
    if (goal.domain.ranges.size() == 1) {
      const std::vector<SamplePoint>& all = points(goal.domain);
      for (std::size_t s = 1; s < p.signs.size(); ++s) {
        if (p.signs[s] * p.signs[s - 1] >= 0 && p.signs[s] != 0) continue;
        const double above = all[std::min(s + 1, all.size() - 1)].coordinates[0];
        if (const auto root = exact_root(goal, when, all[s - 1].coordinates[0], above))
          return split(goal, 0, *root, depth - 1);
        break;
      }
    }
    return std::nullopt;
  }
  return std::nullopt;
}

Strategy::Result Strategy::split(const Goal& goal, std::size_t range, const std::string& at, int depth) {
  Proof step{"split", {{"variable", name(goal.domain.ranges[range])}, {"at", at}, {"closed", "both"}}, {}, nullptr};
  if (goal.strict) step.parameters["closed"] = "lower";
  return by(goal, std::move(step), depth);
}

}  // namespace lemmacheck::verify::prover
