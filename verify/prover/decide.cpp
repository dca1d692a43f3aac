#include "verify/prover/decide.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "verify/prover/beyond.hpp"
#include "verify/prover/margin.hpp"
#include "verify/prover/strategy.hpp"

namespace lemmacheck::verify::prover {

using kernel::Goal;
using kernel::Proof;
using Clock = std::chrono::steady_clock;

namespace {

/// One part in so many of the memory limit.
constexpr std::size_t graph_share = 4;
/// Of a node of the expression graph, with what the search keeps about it; of a box.
constexpr std::size_t bytes_per_node = 512, bytes_per_box = 4096;
/// Of a proof that lies near.
constexpr int near_depth = 3;
constexpr std::size_t near_boxes = 500;

void count_rules(const Proof& proof, std::map<std::string, int>& counts) {
  ++counts[proof.rule];
  for (const Proof& child : proof.children) count_rules(child, counts);
}

std::vector<std::string> by_frequency(const kernel::ClaimProof& proof) {
  std::map<std::string, int> counts;
  for (const Proof& p : proof.proofs) count_rules(p, counts);
  std::vector<std::string> names;
  for (const auto& [name, count] : counts) names.push_back(name);
  std::stable_sort(names.begin(), names.end(),
                   [&](const std::string& a, const std::string& b) { return counts[a] > counts[b]; });
  return names;
}

/// A proof that no point satisfies the hypotheses.
std::optional<Proof> prove_empty(Strategy& strategy, const Goal& goal, numerics::Graph& graph,
                                 const numerics::FunctionTable& functions) {
  for (std::size_t h = 0; h < goal.domain.hypotheses.size(); ++h) {
    Proof step{"contradiction", {{"hypothesis", std::to_string(h)}}, {}, nullptr};
    const kernel::Applied applied = kernel::apply(graph, functions, goal, step);
    if (!applied.error.empty()) continue;
    std::optional<Proof> inner = strategy.prove(applied.goals[0]);
    if (!inner) continue;
    step.children.push_back(std::move(*inner));
    return step;
  }
  return std::nullopt;
}

/// Pieces of the range that the sampler proposes are proved before they are named; the words about them are marked when
/// one is not.
void say_where_true(Claim& claim, const Refutation& found, const DecideOptions& options,
                    const std::function<bool()>& stop, Outcome& outcome) {
  RefuteOptions search;
  search.stop = stop;
  const Repair fix = repair(claim, found, search);
  DecideOptions each = options;
  each.look_for_margin = each.look_for_repair = each.look_beyond = false;
  each.progress = nullptr;
  each.seconds = std::min(1.0, options.seconds / 10);
  for (const Repair::Piece& piece : fix.true_on) {
    Claim part = claim;
    for (ClaimVariable& v : part.variables) {
      if (v.name == piece.range.name) v = piece.range;
    }
    if (!stop() && decide(std::move(part), each).verdict == Verdict::proved) outcome.true_on.push_back(piece.text);
  }
  outcome.repair = fix.words;
  if (!fix.words.empty() && outcome.true_on.size() < fix.true_on.size()) outcome.repair = "apparently " + fix.words;
}

}  // namespace

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::undefined:
      return "undefined";
    case Verdict::refuted:
      return "refuted";
    case Verdict::proved:
      return "proved";
    default:
      return "undecided";
  }
}

Outcome decide(Claim claim, const DecideOptions& options) {
  const Claim original = claim;
  const Clock::time_point start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  const auto stop = [&] { return (options.stop && options.stop()) || elapsed() > options.seconds; };
  Outcome outcome;
  const auto refuted = [&](std::optional<Refutation> found) {
    if (!found) return false;
    outcome.verdict = found->undefined_at ? Verdict::undefined : Verdict::refuted;
    if (found->witness && options.look_for_repair) say_where_true(claim, *found, options, stop, outcome);
    outcome.refutation = std::move(found);
    return true;
  };
  RefuteOptions quick;
  quick.stop = stop;
  if (options.progress) options.progress("looking for a counterexample");
  if (!options.proof_first && !options.at_once && refuted(refute(claim, quick))) {
    outcome.seconds = elapsed();
    return outcome;
  }
  if (options.progress) options.progress("looking for a proof");
  // A part of the memory is for expressions, the rest for boxes.
  const std::size_t for_graph = options.most_memory / graph_share, most_nodes = for_graph / bytes_per_node;
  const auto out_of_memory = [&] { return claim.graph.size() > most_nodes; };
  StrategyOptions how;
  how.stop = [&] { return out_of_memory() || stop(); };
  how.parallel = options.parallel;
  how.boxes_at_last = std::min(options.most_boxes, (options.most_memory - for_graph) / bytes_per_box);
  if (options.at_once) {
    how.depth = near_depth;
    how.boxes_at_first = how.boxes_of_part = how.boxes_at_last = near_boxes;
  }
  Strategy strategy(claim.graph, *claim.functions, how);
  const std::vector<Goal> goals = kernel::claim_goals(claim);
  const auto proof = std::make_shared<kernel::ClaimProof>();
  bool empty =
      !goals.empty() && !goals[0].domain.hypotheses.empty() && sample_points(claim.graph, goals[0].domain).empty();
  if (empty) {
    for (const Goal& goal : goals) {
      std::optional<Proof> p = prove_empty(strategy, goal, claim.graph, *claim.functions);
      if (!p) break;
      proof->proofs.push_back(std::move(*p));
    }
    empty = proof->proofs.size() == goals.size();
    outcome.vacuous = empty;
  }
  if (!empty) {
    proof->proofs.clear();
    for (const Goal& goal : goals) {
      std::optional<Proof> p = strategy.prove(goal);
      if (!p) break;
      proof->proofs.push_back(std::move(*p));
    }
  }
  outcome.boxes = strategy.boxes();
  // The search is not trusted: nothing is called proved that the checker does not accept.
  std::string rejected;
  if (proof->proofs.size() == goals.size()) rejected = kernel::check(original, *proof);
  if (proof->proofs.size() == goals.size() && rejected.empty()) {
    outcome.verdict = Verdict::proved;
    outcome.proof = proof;
    outcome.rules = by_frequency(*proof);
    if (!outcome.vacuous && options.look_for_margin) measure_margin(claim, goals, stop, outcome);
  } else if (!options.at_once) {
    RefuteOptions longer = quick;
    longer.samples *= 10;
    longer.seed += 1;
    if (!refuted(refute(claim, longer))) {
      outcome.reason = out_of_memory()
                           ? fmt::format("the memory limit was reached, with {} expressions", claim.graph.size())
                       : rejected.empty() ? why_undecided(claim, goals, proof->proofs.size(), stop())
                                          : "the checker rejects the proof that was found: " + rejected;
    }
  }
  outcome.seconds = elapsed();
  if (options.look_beyond && outcome.verdict == Verdict::proved && !outcome.vacuous) {
    look_beyond(original, options, outcome);
  }
  return outcome;
}

}  // namespace lemmacheck::verify::prover
