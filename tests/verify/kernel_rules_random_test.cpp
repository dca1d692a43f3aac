// Rules keep what is false: a false goal leaves a false goal, whatever the parameters.
#include <map>

#include "numerics/error.hpp"
#include "numerics/normal_form.hpp"
#include "numerics/printer.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/random_goals.hpp"

using namespace lemmacheck::verify;
using namespace lemmacheck::verify::tests;
using lemmacheck::numerics::NodeId;

namespace {

std::string text(const lemmacheck::numerics::Graph& graph, NodeId id) {
  return lemmacheck::numerics::to_text(graph, id);
}

std::string text(const lemmacheck::numerics::Graph& graph, const kernel::Goal& goal) {
  std::string result = text(graph, goal.f) + (goal.strict ? " > 0" : " >= 0") + (goal.defined ? " (defined)" : "");
  for (const kernel::Range& r : goal.domain.ranges) {
    result += "; " + text(graph, r.variable) + (r.integer ? " integer in " : " in ") + (r.lower.open ? "(" : "[") +
              (r.lower.infinite ? "-inf" : text(graph, r.lower.value)) + ", " +
              (r.upper.infinite ? "inf" : text(graph, r.upper.value)) + (r.upper.open ? ")" : "]");
  }
  for (const kernel::Hypothesis& h : goal.domain.hypotheses)
    result += "; if " + text(graph, h.value) + (h.strict ? " > 0" : " >= 0");
  return result;
}

/// A step with parameters that often apply.
kernel::Proof random_step(Random& random, RandomGoal& g) {
  static const std::vector<std::string> rules{
      "zero",    "constant", "rewrite",    "interior",      "point",    "split",   "monotone",   "concave",
      "product", "sum",      "cases",      "resolve",       "branches", "range",   "difference", "induction",
      "real",    "sign",     "logarithms", "contradiction", "ratio",    "squares", "forget",     "ratio",
      "range",   "split",    "monotone",   "interior",      "monotone", "combine", "given",      "defined",
      "drop",    "sign",     "concave",    "concave",       "range"};
  kernel::Proof step;
  step.rule = one_of(random, rules);
  std::vector<std::string> names;
  for (const kernel::Range& r : g.goal.domain.ranges) names.push_back(text(g.graph, r.variable));
  const auto either = [&](const char* a, const char* b) { return std::string(chance(random, 50) ? a : b); };
  auto& p = step.parameters;
  p["variable"] = names.empty() ? "x" : one_of(random, names);
  p["over"] = names.empty() ? "x" : one_of(random, names);
  p["from"] = either("lower", "upper");
  p["by"] = either("face", "limit");
  p["lower"] = either("face", "limit");
  p["upper"] = either("face", "limit");
  p["side"] = either("lower", "upper");
  p["strict"] = step.rule == "sum" ? std::to_string(below(random, 3)) : either("slope", "");
  p["closed"] = one_of(random, std::vector<std::string>{"lower", "upper", "both"});
  p["as"] = either("first", "second");
  p["at"] = chance(random, 60) ? small_number(random) : random_formula(random, names, 1);
  p["value"] = random_formula(random, names, 1);
  p["hypothesis"] = chance(random, 80) ? "0" : "1";
  p["scale"] = either("1", "-1");
  p["given"] = "hypotheses";
  p["end"] = random_formula(random, names, 1);
  const kernel::Product product = kernel::open_product(g.graph, g.goal.f);
  for (std::size_t i = 0; i < product.factors.size(); ++i) p["signs"] += "+-PNe"[below(random, 5)];
  for (const NodeId id : kernel::parts_in_order(g.graph, g.goal.f)) {
    for (const char* name : {"abs", "min", "max"})
      if (g.graph.is_call(id, name)) p["part"] = text(g.graph, id);
    if (g.graph.is_call(id, "-") && (step.rule == "logarithms" || step.rule == "squares")) {
      p["left"] = text(g.graph, g.graph.arguments(id)[0]);
      p["right"] = text(g.graph, g.graph.arguments(id)[1]);
    }
  }
  if (step.rule == "combine") {
    p["factor"] = random_formula(random, names, 1);
    p["strict"] = either("factor", "");
  }
  if (step.rule == "rewrite") p["to"] = text(g.graph, lemmacheck::numerics::simplified(g.graph, g.goal.f));
  if (step.rule == "range" && !g.goal.domain.hypotheses.empty() && !names.empty()) {
    const NodeId h = g.goal.domain.hypotheses[0].value;
    const NodeId v = g.graph.variable(p["variable"]);
    const NodeId rest = p["scale"] == "1" ? g.graph.call("-", {v, h}) : g.graph.call("+", {v, h});
    p["end"] = text(g.graph, lemmacheck::numerics::simplified(g.graph, rest));
  }
  return step;
}

/// Applies random rules to random false goals; what looks like a hole is described.
std::vector<std::string> holes(std::uint64_t seed, int rounds, std::map<std::string, int>& applied_steps) {
  std::vector<std::string> found;
  Random random(seed);
  constexpr int draws = 60;
  for (int round = 0; round < rounds; ++round) {
    RandomGoal g = random_goal(random);
    // A hypothesis about f is another way to know that f has a value.
    const bool given = chance(random, 15);
    if (given) {
      const std::string bound = one_of(random, std::vector<std::string>{"50", "1", "0"});
      g.goal.domain.hypotheses.push_back({g.graph.call("+", {g.goal.f, g.parse(bound)}), chance(random, 30)});
    }
    if (!has_point(g.graph, g.goal.domain, random, draws)) continue;
    const bool has_value = find_fault(g.graph, g.goal, random, draws) != Fault::no_value;
    std::vector<lemmacheck::numerics::BigInterval> where, bad_at;
    // `defined` is claimed only where it holds, as far as the obligations and points tell.
    if (has_value) {
      const kernel::Obligations needed = kernel::obligations(g.graph, g.goal.f);
      bool known = needed.unknown.empty();
      for (const kernel::Obligation& o : needed.list) {
        if (!known || given) break;
        kernel::Goal part = g.goal;
        part.strict = o.kind != kernel::Obligation::Kind::nonnegative;
        part.f = o.value;
        known = find_fault(g.graph, part, random, 30 * draws) == Fault::none;
        if (known || o.kind != kernel::Obligation::Kind::nonzero) continue;
        part.f = g.graph.call("neg", {o.value});
        known = find_fault(g.graph, part, random, 30 * draws) == Fault::none;
      }
      g.goal.defined = known;
    }
    const Fault fault = find_fault(g.graph, g.goal, random, draws, &where);
    if (fault == Fault::no_value && g.goal.defined) continue;
    for (int attempt = 0; attempt < 12; ++attempt) {
      const kernel::Proof step = random_step(random, g);
      const kernel::Applied applied = kernel::apply(g.graph, lemmacheck::bounds::functions(), g.goal, step);
      if (!applied.error.empty()) continue;
      ++applied_steps[step.rule];
      bool false_goal = false, bad_flag = false;
      std::size_t flagged = 0;
      for (const int more : {4 * draws, 100 * draws}) {
        bad_flag = false;
        for (std::size_t i = 0; i < applied.goals.size() && !false_goal; ++i) {
          const Fault f = find_fault(g.graph, applied.goals[i], random, more, &bad_at, true);
          if (f == Fault::no_value && applied.goals[i].defined) {
            // Unless the goal itself has no value there.
            const PointSampler sampler(g.graph, g.goal.domain);
            const bool same_variables = applied.goals[i].domain.ranges.size() == g.goal.domain.ranges.size();
            if (same_variables && sampler.contains(bad_at) &&
                sampler.evaluate(g.goal.f, bad_at).defined == lemmacheck::numerics::Defined::nowhere)
              continue;
            bad_flag = true;
            flagged = i;
          } else if (f != Fault::none) {
            false_goal = true;
          }
        }
        if (false_goal || (fault == Fault::none && !bad_flag)) break;
      }
      if (false_goal || (fault == Fault::none && !bad_flag)) continue;
      std::string message = std::string(bad_flag ? "FLAG " : "HOLE ") + step.rule + " on " + text(g.graph, g.goal) +
                            (fault != Fault::none ? "  false at " + point_text(g.graph, g.goal.domain, where) : "") +
                            "\n  with";
      for (const auto& [key, value] : step.parameters) message += " " + key + "=" + value;
      for (const kernel::Goal& left : applied.goals) message += "\n    -> " + text(g.graph, left);
      if (bad_flag) message += "\n    flagged " + std::to_string(flagged);
      found.push_back(message);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("kernel rules: a false goal leaves a false goal", "[verify][kernel][random]") {
  std::map<std::string, int> applied;
  const std::vector<std::string> found = holes(20261130, 900, applied);
  for (const std::string& hole : found) UNSCOPED_INFO(hole);
  CHECK(found.empty());
  for (const char* rule :
       {"constant",   "rewrite", "interior",      "point",    "split",   "monotone",   "concave", "product",
        "sum",        "cases",   "resolve",       "branches", "range",   "difference", "real",    "sign",
        "logarithms", "squares", "contradiction", "combine",  "defined", "drop",       "forget"}) {
    INFO(rule);
    CHECK(applied[rule] > 0);
  }
}

TEST_CASE("kernel rules: a false goal leaves a false goal, at length", "[verify][kernel][random][slow]") {
  std::map<std::string, int> applied;
  const std::vector<std::string> found = holes(7, 10'000, applied);
  for (const std::string& hole : found) UNSCOPED_INFO(hole);
  CHECK(found.empty());
}
