#include "verify/prover/beyond.hpp"

#include <algorithm>

#include "numerics/printer.hpp"

namespace lemmacheck::verify::prover {

using numerics::NodeId;

namespace {

std::string range_text(const Claim& claim, const ClaimVariable& v) {
  const auto end = [&](const ClaimEnd& e, const char* infinite) {
    return e.infinite ? std::string(infinite) : numerics::to_text(claim.graph, e.value);
  };
  return v.name + (v.integer ? " integer" : "") + " in " + (v.lower.infinite || v.lower.open ? "(" : "[") +
         end(v.lower, "-inf") + ", " + end(v.upper, "inf") + (v.upper.infinite || v.upper.open ? ")" : "]");
}

/// The range with one end further out: without an end, or moved by the width of the range.
std::vector<ClaimVariable> wider(Claim& claim, const ClaimVariable& v, bool lower) {
  std::vector<ClaimVariable> result;
  const ClaimEnd& end = lower ? v.lower : v.upper;
  if (end.infinite) return result;
  ClaimVariable grown = v;
  ClaimEnd& moved = lower ? grown.lower : grown.upper;
  moved = {true, {}, true};
  result.push_back(grown);
  if (!v.lower.infinite && !v.upper.infinite) {
    const NodeId width = claim.graph.call("-", {v.upper.value, v.lower.value});
    const NodeId at = claim.graph.call(lower ? "-" : "+", {end.value, width});
    const auto exact = numerics::exact_value(claim.graph, at);
    moved = {false, exact ? claim.graph.rational(*exact) : at, false};
    result.push_back(grown);
  }
  return result;
}

}  // namespace

void look_beyond(const Claim& claim, const DecideOptions& options, Outcome& outcome) {
  DecideOptions each = options;
  each.look_beyond = each.look_for_margin = each.look_for_repair = false;
  each.progress = nullptr;
  each.seconds = std::clamp(2 * outcome.seconds, .05, .3);
  const auto holds = [&](const Claim& stronger) {
    if (options.stop && options.stop()) return false;
    const Outcome o = decide(stronger, each);
    return o.verdict == Verdict::proved && !o.vacuous;
  };
  for (std::size_t h = 0; h < claim.hypotheses.size() && h < 3; ++h) {
    Claim stronger = claim;
    stronger.hypotheses.erase(stronger.hypotheses.begin() + static_cast<std::ptrdiff_t>(h));
    if (holds(stronger)) outcome.redundant.push_back(numerics::to_text(claim.graph, claim.hypotheses[h]));
  }
  if (claim.variables.size() > 2) return;
  for (std::size_t i = 0; i < claim.variables.size(); ++i) {
    for (const bool lower : {true, false}) {
      Claim stronger = claim;
      for (const ClaimVariable& v : wider(stronger, claim.variables[i], lower)) {
        stronger.variables[i] = v;
        if (!holds(stronger)) continue;
        outcome.holds_beyond.push_back(range_text(stronger, v));
        break;
      }
    }
  }
}

}  // namespace lemmacheck::verify::prover
