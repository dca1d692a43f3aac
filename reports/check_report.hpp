// The outcome of a regression run over lemma and theorem files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/text_writer.hpp"
#include "verify/evaluate.hpp"
#include "verify/lemma_file.hpp"
#include "verify/prover/decide.hpp"

namespace lemmacheck::reports {

/// What an entry's verdict means for the run.
enum class CheckResult { as_expected, not_expected, undecided };

/// One lemma, or one [[expect]] of a theorem.
struct CheckEntry {
  std::string file, name;
  std::string verdict, expected;  // "proved", "vacuous", "cited", "holds" ...
  CheckResult result = CheckResult::as_expected;
  std::string message;  // why it is not as expected; notes otherwise
  std::optional<double> margin_lower;
  std::vector<std::string> margin_outside;  // neighbourhoods for which the margin is not stated
  std::string best;                         // "C in [1/2, 1/2]"
  std::vector<std::string> tight_at;
  std::size_t boxes = 0;
  double seconds = 0;
};

/// The word that `expect` is compared with: proved, vacuous, refuted, undecided or undefined.
std::string expectation_word(const verify::prover::Outcome& outcome);

CheckEntry check_entry(const std::string& file, const verify::Lemma& lemma, const verify::prover::Outcome& outcome,
                       const std::string& best);
CheckEntry check_entry(const std::string& file, const std::string& theorem, const verify::ExpectText& expected,
                       const verify::Evaluation& found, double seconds);

/// "ok  name  proved  margin >= 0.012  123 boxes  0.02 s" and, below it, the message.
std::string check_line(const CheckEntry& entry, std::size_t name_width, const TextOptions& options);
/// "61 as expected, 1 undecided, 0 not as expected; 12.3 s".
std::string check_summary(const std::vector<CheckEntry>& entries);
/// {"entries": [...], "summary": {...}}.
std::string check_json(const std::vector<CheckEntry>& entries);

/// Verdicts, margins and tight points of a run as a file for later runs (JSON).
std::string baseline_json(const std::vector<CheckEntry>& entries);
/// Compares with the baseline: entries that lost their verdict, whose margin is more than 1 % smaller or stated outside
/// of a neighbourhood that is new, or whose tight points moved become not_expected, and so does what the run no longer
/// has. ParseError LC145 for a file that is no baseline.
void compare_with_baseline(std::vector<CheckEntry>& entries, const std::string& baseline, const std::string& file);

}  // namespace lemmacheck::reports
