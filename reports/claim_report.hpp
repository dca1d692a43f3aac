// What is said about the verdict of a claim: for people and for programs.
#pragma once

#include <string>

#include "reports/text_writer.hpp"
#include "verify/claim_reader.hpp"
#include "verify/prover/decide.hpp"

namespace lemmacheck::reports {

/// A claim as written, what was found, and where its certificate went ("": nowhere).
struct ClaimReport {
  const verify::ClaimTexts& texts;
  const verify::Claim& claim;  // as read
  const verify::prover::Outcome& outcome;
  std::string certificate = {};
  std::string id = {}, cite = {};  // of a lemma
};

/// "log(1+x) <= x for x in [0, inf)".
std::string about(const verify::ClaimTexts& texts);

/// The verdict and the claim on the first line; below it how, margin, tight set, counterexample, reason.
std::string claim_text(const ClaimReport& report, const TextOptions& options);

/// {"verdict", "margin": {"lo", "hi", "outside"}, "tight_at", "witness", "violation", "undefined_at", "true_on",
/// "repair", "reason", "rules", "boxes", "seconds", "vacuous", "certificate"} and the claim; numbers are strings, exact
/// or rounded outward; what was not found is null or empty. Without a final newline.
std::string claim_json(const ClaimReport& report, int indent = 2);

/// A claim that was asked for its best constant.
struct BestReport {
  const verify::ClaimTexts& texts;
  std::string name;
  const verify::prover::BestConstant& best;
  double seconds = 0;
  std::string id = {};
};
std::string best_text(const BestReport& report, const TextOptions& options);
std::string best_json(const BestReport& report, int indent = 2);
/// "C in [1/2, 0.50001]"; "" when one side was not found.
std::string best_bracket(const std::string& name, const verify::prover::BestConstant& best);

/// "1.5e-3" rounded down, "0.02 s", "x = 3/2, n = 4".
std::string rounded_down(double x, int digits = 6);
std::string rounded_up(double x, int digits = 6);
std::string seconds_text(double seconds);
std::string point_text(const verify::prover::Point& point);
/// "at least 0.031 of |left| + |right|, outside of x < 0.01 and x > 1e6"; "" where nothing more than 0 is certified.
std::string margin_words(const verify::prover::Outcome& outcome);
/// "proved vacuously" or the verdict.
std::string verdict_words(const verify::prover::Outcome& outcome);
Tone verdict_tone(verify::prover::Verdict verdict);
/// Advice for a claim without a value where log(0) meets a factor 0: names kl(p,q) and the switch; "" elsewhere.
std::string convention_hint(const verify::Claim& claim, const verify::prover::Outcome& outcome);

}  // namespace lemmacheck::reports
