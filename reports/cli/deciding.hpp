// Deciding claims and lemmas for the commands: options, progress, Ctrl-C, facts that a lemma uses.
#pragma once

#include "reports/cli/console.hpp"
#include "verify/lemma_file.hpp"
#include "verify/prover/decide.hpp"

namespace lemmacheck::cli {

/// What was found about one claim or lemma.
struct Decided {
  verify::ClaimTexts texts;  // with the facts that it uses among the hypotheses
  verify::Claim claim;
  verify::prover::Outcome outcome;
  std::optional<verify::prover::BestConstant> best;  // when it asks for one; the outcome then has verdict and time only
};

/// at_once: proved, if the proof lies near; all: also where else the claim holds.
enum class Wanted { at_once, verdict, verdict_and_margin, all };

/// Decides the claim. Ctrl-C and `seconds` end the work with what it has.
Decided decide_claim(const verify::ClaimTexts& texts, const std::string& best, double seconds, const std::string& label,
                     const std::string& remedy, const Console& console, Wanted wanted = Wanted::verdict_and_margin);

/// A note on stderr for each variable of unused_variables().
void note_unused(const std::vector<std::string>& unused, const std::string& label, const Console& console);

/// The lemmas of a run: those in files that were given and the embedded ones, by id.
class LemmaSet {
 public:
  /// Reads the embedded lemmas; `files` come first. An id that two given files share is ParseError LC132.
  explicit LemmaSet(std::vector<verify::LemmaFile> files);
  LemmaSet(const LemmaSet&) = delete;
  LemmaSet& operator=(const LemmaSet&) = delete;

  /// Those of the given files, in order.
  const std::vector<const verify::Lemma*>& given() const noexcept { return given_; }
  /// Those and the embedded facts that they use; what is used comes before what uses it.
  const std::vector<const verify::Lemma*>& in_order() const noexcept { return in_order_; }
  /// Decides a lemma: facts that it uses are assumed after what they need is proved. A cited lemma is not decided.
  Decided decide(const verify::Lemma& lemma, double seconds, const Console& console) const;

 private:
  const verify::Lemma* find(const std::string& id) const;
  void add_in_order(const verify::Lemma* lemma);

  std::vector<verify::LemmaFile> files_, embedded_;
  std::vector<const verify::Lemma*> given_, in_order_;
};

/// 0 proved, 1 refuted or undefined, 3 undecided.
ExitCode exit_code(verify::prover::Verdict verdict);

}  // namespace lemmacheck::cli
