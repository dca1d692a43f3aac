#include "reports/check_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/claim_report.hpp"
#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {
namespace {

using Json = nlohmann::ordered_json;
using verify::prover::Verdict;

Tone tone(CheckResult result) {
  return result == CheckResult::as_expected ? Tone::good : result == CheckResult::not_expected ? Tone::bad : Tone::open;
}

std::string word(CheckResult result) {
  return result == CheckResult::as_expected ? "ok" : result == CheckResult::not_expected ? "FAILED" : "undecided";
}

std::size_t count(const std::vector<CheckEntry>& entries, CheckResult result) {
  return static_cast<std::size_t>(std::ranges::count(entries, result, &CheckEntry::result));
}

double seconds(const std::vector<CheckEntry>& entries) {
  double sum = 0;
  for (const CheckEntry& e : entries) sum += e.seconds;
  return sum;
}

/// What a reader wants to know first about a verdict that was not expected.
std::string finding(const verify::prover::Outcome& o) {
  if (o.verdict == Verdict::undecided) return o.reason;
  if (o.vacuous) return "no point satisfies the hypotheses";
  if (!o.refutation) return "";
  if (o.refutation->undefined_at) {
    const std::string& part = o.refutation->undefined_part;
    return "no value at " + point_text(*o.refutation->undefined_at) + (part.empty() ? "" : " in " + part);
  }
  return o.refutation->witness ? "false at " + point_text(*o.refutation->witness) : "";
}

}  // namespace

std::string expectation_word(const verify::prover::Outcome& outcome) {
  return outcome.vacuous ? "vacuous" : to_string(outcome.verdict);
}

CheckEntry check_entry(const std::string& file, const verify::Lemma& lemma, const verify::prover::Outcome& o,
                       const std::string& best) {
  CheckEntry e;
  e.file = file;
  e.name = lemma.id.text;
  e.expected = lemma.expect.text;
  e.best = best;
  e.margin_lower = o.margin_lower;
  e.margin_outside = o.margin_outside;
  e.tight_at = o.tight_at;
  e.boxes = o.boxes;
  e.seconds = o.seconds;
  if (!lemma.cite.empty()) {
    e.verdict = "cited";
    e.message = lemma.cite.text;
    return e;
  }
  e.verdict = expectation_word(o);
  if (e.verdict == e.expected) return e;
  e.result = o.verdict == Verdict::undecided ? CheckResult::undecided : CheckResult::not_expected;
  const std::string found = finding(o);
  e.message = e.verdict + ", expected " + e.expected + (found.empty() ? "" : ": ") + found;
  return e;
}

CheckEntry check_entry(const std::string& file, const std::string& theorem, const verify::ExpectText& expected,
                       const verify::Evaluation& found, double time) {
  CheckEntry e;
  e.file = file;
  e.name = theorem + " at ";
  for (const verify::Text& at : expected.at) e.name += (&at == &expected.at.front() ? "" : ", ") + at.text;
  const auto with_names = [](const std::string& verdict, const std::vector<std::string>& names) {
    std::string all = verdict;
    for (const std::string& n : names) all += (&n == &names.front() ? ": " : ", ") + n;
    return all;
  };
  std::vector<std::string> by;
  for (const verify::Text& name : expected.by) by.push_back(name.text);
  const std::string verdict(to_string(found.verdict));
  e.verdict = with_names(verdict, found.failing);
  e.expected = with_names(expected.verdict.text, by);
  e.seconds = time;
  if (verdict == expected.verdict.text && found.failing == by) return e;
  e.result = found.verdict == verify::TheoremVerdict::undecided ? CheckResult::undecided : CheckResult::not_expected;
  e.message = e.verdict + ", expected " + e.expected + (found.reason.empty() ? "" : ": " + found.reason);
  return e;
}

std::string check_line(const CheckEntry& e, std::size_t name_width, const TextOptions& options) {
  const std::string state = fmt::format("{:<9}", word(e.result));
  std::string line = painted(state, tone(e.result), options.colour);
  line += fmt::format("  {:<{}}  {:<9}  {:>9}", e.name, name_width, e.verdict, seconds_text(e.seconds));
  if (e.boxes > 0) line += fmt::format("  {} boxes", e.boxes);
  if (e.margin_lower && *e.margin_lower > 0) line += "  margin >= " + rounded_down(*e.margin_lower, 3);
  if (!e.best.empty()) line += "  " + e.best;
  line += '\n';
  if (!e.message.empty()) line += "           " + e.message + '\n';
  return line;
}

std::string check_summary(const std::vector<CheckEntry>& entries) {
  return fmt::format("{} as expected, {} undecided, {} not as expected; {}", count(entries, CheckResult::as_expected),
                     count(entries, CheckResult::undecided), count(entries, CheckResult::not_expected),
                     seconds_text(seconds(entries)));
}

std::string check_json(const std::vector<CheckEntry>& entries) {
  Json all = Json::array();
  for (const CheckEntry& e : entries) {
    all.push_back({{"name", e.name},
                   {"file", e.file},
                   {"verdict", e.verdict},
                   {"expected", e.expected},
                   {"result", word(e.result)},
                   {"message", e.message},
                   {"margin", e.margin_lower ? Json(rounded_down(*e.margin_lower, 17)) : Json(nullptr)},
                   {"margin_outside", e.margin_outside},
                   {"best", e.best.empty() ? Json(nullptr) : Json(e.best)},
                   {"tight_at", e.tight_at},
                   {"boxes", e.boxes},
                   {"seconds", e.seconds}});
  }
  const Json made{{"entries", std::move(all)},
                  {"summary",
                   {{"as_expected", count(entries, CheckResult::as_expected)},
                    {"undecided", count(entries, CheckResult::undecided)},
                    {"not_expected", count(entries, CheckResult::not_expected)},
                    {"seconds", seconds(entries)}}}};
  return made.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace lemmacheck::reports
