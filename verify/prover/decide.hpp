// The verdict of a claim.
#pragma once

#include <memory>

#include "verify/kernel/proof.hpp"
#include "verify/prover/refute.hpp"

namespace lemmacheck::verify::prover {

/// In this order: undefined comes before refuted, refuted before proved.
enum class Verdict : std::uint8_t { undefined, refuted, proved, undecided };
std::string to_string(Verdict verdict);

struct DecideOptions {
  double seconds = 60;  // then undecided
  std::size_t most_boxes = 2'000'000;
  std::size_t most_memory = std::size_t{2} << 30;  // bytes, by count of boxes and nodes
  std::function<bool()> stop;                      // true: end now (Ctrl-C)
  std::function<void(const std::string&)> progress;
  bool parallel = true;
  bool proof_first = false;     // a counterexample is looked for only when there is no proof
  bool at_once = false;         // only a proof that lies near, and no counterexample
  bool look_for_margin = true;  // of a proved claim
  bool look_for_repair = true;  // of a refuted claim: where it is true, and what would mend it
  bool look_beyond = false;     // also say which hypotheses are not needed and where else a proved claim holds
};

struct Outcome {
  Verdict verdict = Verdict::undecided;
  bool vacuous = false;  // proved, because no point satisfies the hypotheses
  /// Of a proved claim: the least (right - left)/(|left| + |right|) on the domain without the neighbourhoods
  /// margin_outside ("x < 0.01", "x > 1e6"). The lower bound was accepted by the kernel (0: that is all that is known),
  /// the upper one is an enclosure at one point that certainly lies there.
  std::optional<double> margin_lower, margin_upper;
  std::vector<std::string> margin_outside;
  std::vector<std::string> tight_at;  // "x = 0 (order 2)", "x -> inf"
  std::optional<Refutation> refutation;
  std::vector<std::string> true_on;
  std::string repair;
  std::vector<std::string> redundant;     // hypotheses without which the claim is proved too
  std::vector<std::string> holds_beyond;  // wider ranges of one variable on which the claim is proved too
  std::string reason;                     // of undecided, in words
  std::vector<std::string> rules;         // names of the rules used, most frequent first
  std::size_t boxes = 0;
  double seconds = 0;
  std::shared_ptr<kernel::ClaimProof> proof;  // of a proved claim
};

Outcome decide(Claim claim, const DecideOptions& options = {});

/// The certified bracket of the best constant: the statement holds for every C on the good side of `holds` and fails
/// for every C beyond `fails`. `name` is a free variable of the statement that is not in `variables`.
struct BestConstant {
  std::string holds, fails;  // exact numbers as text; empty: not found
  bool larger_is_harder = true;
  std::string reason;
};
BestConstant best_constant(const Claim& claim, const std::string& name, const DecideOptions& options = {});

}  // namespace lemmacheck::verify::prover
