// Whole verdicts, with everything a verdict says checked again by other means.
#pragma once

#include <unordered_map>

#include "numerics/parser.hpp"
#include "numerics/tape.hpp"
#include "tests/support/catch.hpp"
#include "verify/kernel/certificate.hpp"
#include "verify/prover/decide.hpp"

namespace lemmacheck::verify::tests {

/// Whether some part of a formula without variables has arguments of known rational values and no value there.
inline bool without_value(numerics::Graph& graph, numerics::NodeId root) {
  using namespace numerics;
  const Tape tape(graph, std::span(&root, 1));
  const auto exact = tape.run_exact({});
  for (const NodeId id : graph.reachable(std::span(&root, 1))) {
    if (graph.node(id).kind != NodeKind::call || graph.is_boolean(id)) continue;
    std::vector<NodeId> arguments(graph.arguments(id).begin(), graph.arguments(id).end());
    bool known = true;
    for (NodeId& a : arguments) {
      const auto& value = exact[tape.slot(a)];
      known = known && value;
      if (known) a = graph.rational(*value);
    }
    if (!known) continue;
    const NodeId call = graph.call(*graph.node(id).function, arguments);
    const auto found = Tape(graph, std::span(&call, 1)).run(std::vector<BigInterval>{}, Precision(64)).back();
    if (found.defined == Defined::nowhere) return true;
  }
  return false;
}

/// What a claim says at one point, by exact values and enclosures of the texts of the point.
struct AtPoint {
  bool exact = true;   // all coordinates are rational
  bool inside = true;  // ranges and hypotheses certainly hold
  numerics::Defined defined = numerics::Defined::everywhere;
  bool fails = false;  // the statement certainly does
};

inline AtPoint at_point(const Claim& claim, const prover::Point& point, long bits = 4096) {
  using namespace numerics;
  Graph graph = claim.graph;
  std::vector<NodeId> roots = claim.hypotheses;
  std::unordered_map<std::uint32_t, NodeId> values;
  AtPoint result;
  for (const ClaimVariable& v : claim.variables) {
    const NodeId value = parse_expression(graph, point.at(v.name), *claim.functions).root;
    values[graph.node(v.node).index] = value;
    const auto bound = [&](const ClaimEnd& end, NodeId a, NodeId b) {
      if (!end.infinite) roots.push_back(graph.call(end.open ? "<" : "<=", {a, b}));
    };
    bound(v.lower, v.lower.value, value);
    bound(v.upper, value, v.upper.value);
    const auto exact = exact_value(graph, value);
    result.exact = result.exact && exact;
    if (v.integer) result.inside = result.inside && exact && exact->is_integer();
  }
  const auto evaluated = [&](NodeId root) {
    root = substitute(graph, root, graph, values);
    if (const auto exact = exact_value(graph, root)) return Evaluated<BigInterval>{{*exact, Precision(bits)}};
    return Tape(graph, std::span(&root, 1)).run(std::vector<BigInterval>{}, Precision(bits)).back();
  };
  for (const NodeId root : roots) {
    const auto found = evaluated(root);
    result.inside = result.inside && found.defined == Defined::everywhere && found.value.certain_sign() > 0;
  }
  const auto found = evaluated(claim.statement);
  result.defined =
      without_value(graph, substitute(graph, claim.statement, graph, values)) ? Defined::nowhere : found.defined;
  result.fails = found.defined == Defined::everywhere && found.value.is_point() && found.value.contains_zero();
  return result;
}

inline std::string words(const prover::Point& point) {
  std::string out;
  for (const auto& [name, value] : point) out += name + " = " + value + "  ";
  return out;
}

inline void check_witness(const Claim& claim, const prover::Refutation& refutation) {
  REQUIRE(refutation.witness);
  CAPTURE(words(*refutation.witness));
  const AtPoint found = at_point(claim, *refutation.witness);
  CHECK(found.inside);
  CHECK(found.fails);
}

/// The verdict, after checks of what comes with it: a proof is accepted by the kernel, also after it was written and
/// read; a counterexample lies in the domain and violates the statement; a point without a value has none.
inline prover::Outcome decided(const ClaimTexts& texts, double seconds) {
  const Claim claim = read_claim(texts);
  prover::DecideOptions options;
  options.seconds = seconds;
  prover::Outcome outcome = prover::decide(claim, options);
  using prover::Verdict;
  if (outcome.verdict == Verdict::proved) {
    REQUIRE(outcome.proof);
    CHECK(kernel::check(claim, *outcome.proof) == "");
    const std::string json = kernel::write_certificate(texts, *outcome.proof);
    const kernel::Certificate read = kernel::read_certificate(json, "certificate");
    CHECK(kernel::check(read) == "");
    CHECK(kernel::write_certificate(read.texts, read.proof) == json);
  }
  if (outcome.verdict == Verdict::refuted) {
    REQUIRE(outcome.refutation);
    check_witness(claim, *outcome.refutation);
  }
  if (outcome.verdict == Verdict::undefined) {
    REQUIRE(outcome.refutation);
    REQUIRE(outcome.refutation->undefined_at);
    CAPTURE(words(*outcome.refutation->undefined_at));
    const AtPoint found = at_point(claim, *outcome.refutation->undefined_at);
    CHECK(found.inside);
    CHECK(found.defined != numerics::Defined::everywhere);
    if (found.exact) CHECK(found.defined == numerics::Defined::nowhere);
  }
  return outcome;
}

/// Whether the verdict contradicts the truth of a claim that has a value everywhere.
inline bool wrong(const prover::Outcome& outcome, bool truth) {
  return outcome.verdict == prover::Verdict::undefined ||
         outcome.verdict == (truth ? prover::Verdict::refuted : prover::Verdict::proved);
}

}  // namespace lemmacheck::verify::tests
