#include "reports/cli/deciding.hpp"

#include <algorithm>
#include <chrono>

#include "numerics/error.hpp"
#include "reports/cli/interrupt.hpp"
#include "reports/text_width.hpp"

namespace lemmacheck::cli {

using verify::Lemma;
using verify::prover::Verdict;

namespace {

/// A formula with its definitions written out can fill pages.
std::string shortened(const std::string& formula) {
  constexpr std::size_t longest = 200;
  return formula.size() <= longest ? formula : std::string(reports::cut_to_width(formula, longest)) + " ...";
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// For a proof that lies near.
constexpr double at_once_seconds = 0.3;

}  // namespace

ExitCode exit_code(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return all_as_claimed;
    case Verdict::undefined:
    case Verdict::refuted:
      return something_refuted;
    case Verdict::undecided:
      return something_undecided;
  }
  LEMMACHECK_ASSERT(false);
}

void note_unused(const std::vector<std::string>& unused, const std::string& label, const Console& console) {
  for (const std::string& name : unused)
    if (!console.quiet) console.complain("lemmacheck: note: " + label + " does not use '" + name + "'");
}

Decided decide_claim(const verify::ClaimTexts& texts, const std::string& best, double seconds, const std::string& label,
                     const std::string& remedy, const Console& console, Wanted wanted) {
  Decided made{texts, read_claim(texts, {.unknown_constant = best, .remedy = remedy}), {}, std::nullopt};
  const auto progress = console.progress(label, 0);
  verify::prover::DecideOptions options;
  options.seconds = wanted == Wanted::at_once ? std::min(seconds, at_once_seconds) : seconds;
  options.stop = interrupted;
  options.proof_first = wanted == Wanted::verdict;
  options.at_once = wanted == Wanted::at_once;
  options.look_for_margin = wanted >= Wanted::verdict_and_margin;
  options.look_beyond = wanted == Wanted::all;
  options.progress = [&](const std::string&) { progress->advance(); };
  if (best.empty()) {
    made.outcome = verify::prover::decide(made.claim, options);
  } else {
    const double start = now();
    made.best = verify::prover::best_constant(made.claim, best, options);
    made.outcome.seconds = now() - start;
    made.outcome.reason = made.best->reason;
    if (!made.best->holds.empty() && !made.best->fails.empty()) made.outcome.verdict = Verdict::proved;
  }
  if (interrupted() && made.outcome.verdict == Verdict::undecided)
    made.outcome.reason = "interrupted" + (made.outcome.reason.empty() ? "" : "; " + made.outcome.reason);
  return made;
}

LemmaSet::LemmaSet(std::vector<verify::LemmaFile> files)
    : files_(std::move(files)), embedded_(verify::embedded_lemmas()) {
  std::vector<std::string> known;
  for (const verify::LemmaFile& file : files_)
    for (const Lemma& lemma : file.lemmas) {
      const auto same = std::ranges::find_if(given_, [&](const Lemma* l) { return l->id.text == lemma.id.text; });
      if (same != given_.end())
        throw numerics::ParseError("LC132", lemma.id.place.to_string() + ": the id '" + lemma.id.text +
                                                "' is taken by " + (*same)->id.place.to_string());
      given_.push_back(&lemma);
      known.push_back(lemma.id.text);
    }
  for (const verify::LemmaFile& file : embedded_)
    for (const Lemma& lemma : file.lemmas) known.push_back(lemma.id.text);
  for (const verify::LemmaFile& file : files_)
    check_uses(
        file.lemmas, [this](const std::string& id) { return find(id); }, known);
  for (const Lemma* lemma : given_) add_in_order(lemma);
}

void LemmaSet::add_in_order(const Lemma* lemma) {
  if (std::ranges::find(in_order_, lemma) != in_order_.end()) return;
  for (const std::string& id : used_ids(*lemma)) add_in_order(find(id));  // without circles, and not deep
  in_order_.push_back(lemma);
}

const Lemma* LemmaSet::find(const std::string& id) const {
  for (const Lemma* lemma : given_)
    if (lemma->id.text == id) return lemma;
  for (const verify::LemmaFile& file : embedded_)
    for (const Lemma& lemma : file.lemmas)
      if (lemma.id.text == id) return &lemma;
  return nullptr;
}

Decided LemmaSet::decide(const Lemma& lemma, double seconds, const Console& console) const {
  const double budget = lemma.seconds.value_or(seconds);
  const std::string remedy = "add it to 'for'";
  if (!lemma.cite.empty()) {
    Decided made{lemma.texts, read_claim(lemma.texts), {}, std::nullopt};
    made.outcome.reason = "not decided: a fact of the literature, " + lemma.cite.text;
    return made;
  }
  verify::ClaimTexts texts = lemma.texts;
  double spent = 0;  // on what facts need
  for (const verify::UsedFact& used : used_facts(lemma, [this](const std::string& id) { return find(id); })) {
    for (std::size_t i = 0; i < used.obligations.size(); ++i) {
      const verify::Text& obligation = used.obligations[i];
      std::optional<Decided> side;
      const std::string label = lemma.id.text + ": what " + used.id + " needs";
      const auto holds = [&](verify::ClaimTexts needed, Wanted wanted) {
        needed.statements = {obligation};
        side = decide_claim(needed, "", budget, label, remedy, console, wanted);
        spent += side->outcome.seconds;
        return side->outcome.verdict == Verdict::proved;
      };
      // What is short is mostly so without the facts before this one, and every hypothesis costs.
      const bool with_facts = i >= used.plain && texts.hypotheses.size() > lemma.texts.hypotheses.size();
      const bool is_short = obligation.text.size() <= 100;
      if ((with_facts && is_short && holds(lemma.texts, Wanted::at_once)) ||
          holds(with_facts ? texts : lemma.texts, Wanted::verdict))
        continue;
      Decided made{lemma.texts, read_claim(lemma.texts), {}, std::nullopt};
      made.outcome.seconds = spent;
      made.outcome.reason = "the fact " + used.id + " needs " + shortened(obligation.text) + ", which is " +
                            to_string(side->outcome.verdict) + (side->outcome.reason.empty() ? "" : ": ") +
                            side->outcome.reason;
      return made;
    }
    for (const verify::Text& fact : used.facts) texts.hypotheses.push_back(fact);
  }
  Decided made = decide_claim(texts, lemma.best.text, budget, lemma.id.text, remedy, console);
  made.outcome.seconds += spent;
  return made;
}

}  // namespace lemmacheck::cli
