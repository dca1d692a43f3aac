#include <fmt/format.h>

#include <cmath>

#include "numerics/decimal_text.hpp"
#include "reports/claim_report.hpp"
#include "verify/claim_convention.hpp"

namespace lemmacheck::reports {

using verify::prover::Outcome;
using verify::prover::Verdict;

namespace {

std::string infinite(double x) { return std::isnan(x) ? "nan" : x < 0 ? "-inf" : "inf"; }

}  // namespace

std::string rounded_down(double x, int digits) {
  if (!std::isfinite(x)) return infinite(x);
  return numerics::to_decimal_down(numerics::Rational::from_double(x), {.digits = digits});
}

std::string rounded_up(double x, int digits) {
  if (!std::isfinite(x)) return infinite(x);
  return numerics::to_decimal_up(numerics::Rational::from_double(x), {.digits = digits});
}

std::string seconds_text(double seconds) { return fmt::format("{:.2f} s", seconds); }

std::string point_text(const verify::prover::Point& point) {
  std::string all;
  for (const auto& [name, value] : point) all += (all.empty() ? "" : ", ") + name + " = " + value;
  return all.empty() ? "every point" : all;
}

std::string margin_words(const Outcome& outcome) {
  if (!outcome.margin_lower || !(*outcome.margin_lower > 0)) return "";
  std::string words = "at least " + rounded_down(*outcome.margin_lower) + " of |left| + |right|";
  const std::vector<std::string>& out = outcome.margin_outside;
  for (std::size_t i = 0; i < out.size(); ++i) {
    words += (i == 0 ? ", outside of " : i + 1 == out.size() ? " and " : ", ") + out[i];
  }
  return words;
}

std::string verdict_words(const Outcome& outcome) {
  return to_string(outcome.verdict) + (outcome.vacuous ? " vacuously" : "");
}

Tone verdict_tone(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return Tone::good;
    case Verdict::undefined:
    case Verdict::refuted:
      return Tone::bad;
    case Verdict::undecided:
      return Tone::open;
  }
  return Tone::open;
}

std::string convention_hint(const verify::Claim& claim, const Outcome& outcome) {
  const bool undefined = outcome.refutation && outcome.refutation->undefined_at;
  if (!undefined || !claim.conventions.empty()) return "";
  verify::Claim copy = claim;
  if (!verify::apply_zero_log_convention(copy)) return "";
  return std::string("0*log(0) has no value; write kl(p, q), entropy(p) or xlogx(p), or switch on the convention '") +
         verify::zero_log_convention + "' (--convention, or convention = [...] in a lemma file)";
}

std::string best_bracket(const std::string& name, const verify::prover::BestConstant& best) {
  if (best.holds.empty() || best.fails.empty()) return "";
  const std::string& low = best.larger_is_harder ? best.holds : best.fails;
  const std::string& high = best.larger_is_harder ? best.fails : best.holds;
  return name + " in [" + low + ", " + high + ']';
}

}  // namespace lemmacheck::reports
