// check: lemma and theorem files against what they expect.
#include <algorithm>
#include <chrono>

#include "numerics/error.hpp"
#include "reports/check_report.hpp"
#include "reports/claim_report.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/deciding.hpp"
#include "reports/cli/interrupt.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/junit_writer.hpp"
#include "reports/write_file.hpp"
#include "verify/library.hpp"

namespace lemmacheck::cli {
namespace {

using reports::CheckEntry;
using reports::CheckResult;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

class Run {
 public:
  Run(const CheckArguments& arguments, const Console& console) : arguments_(arguments), console_(console) {
    if (arguments_.update_baseline && arguments_.baseline.empty())
      throw numerics::DomainError("LC226", "--update-baseline: name the file with --baseline FILE");
    if (!arguments_.baseline.empty() && !arguments_.update_baseline) baseline_ = read_file(arguments_.baseline);
  }

  ExitCode run() {
    read();
    const LemmaSet lemmas(std::move(files_));
    std::size_t width = 0;
    for (const verify::Lemma* l : lemmas.in_order()) width = std::max(width, l->id.text.size());
    width = std::min<std::size_t>(width, 60);
    for (const verify::Lemma* lemma : lemmas.in_order()) {
      if (interrupted()) break;
      check(lemmas, *lemma, width);
    }
    for (const auto& [file, theorem] : theorems_) check(file, theorem, width);
    if (!arguments_.baseline.empty()) baseline(width);
    return finish();
  }

 private:
  void read() {
    if (arguments_.files.empty()) {
      files_ = verify::embedded_lemmas();
      for (const std::string& id : verify::embedded_ids())
        theorems_.emplace_back(id + ".toml", verify::load(verify::embedded_theorem({id, {}})));
    }
    for (const std::string& file : arguments_.files) {
      const std::string text = read_file(file);
      if (verify::kind_of_toml(text, file) == verify::TomlKind::lemmas) {
        files_.push_back(verify::read_lemma_file(text, file));
      } else {
        theorems_.emplace_back(file, verify::load(verify::read_theorem_file(text, file)));
      }
    }
  }

  void check(const LemmaSet& lemmas, const verify::Lemma& lemma, std::size_t width) {
    const Decided d = lemmas.decide(lemma, arguments_.seconds, console_);
    const std::string best = d.best ? reports::best_bracket(lemma.best.text, *d.best) : "";
    CheckEntry entry = reports::check_entry(lemma.id.place.source, lemma, d.outcome, best);
    for (const std::string& used : verify::used_ids(lemma)) {
      const auto it = std::ranges::find(entries_, used, &CheckEntry::name);
      if (it != entries_.end() && it->result != CheckResult::as_expected && entry.result == CheckResult::as_expected) {
        entry.result = CheckResult::undecided;
        entry.message = "uses " + used + ", which is " + it->verdict;
      }
    }
    add(std::move(entry), width);
  }

  void check(const std::string& file, const verify::Theorem& theorem, std::size_t width) {
    for (const verify::ExpectText& expected : theorem.text.expectations) {
      if (interrupted()) return;
      const double start = now();
      const verify::Binding binding(theorem, expected.at);
      const verify::Evaluation found = verify::Evaluator(theorem, binding).at_point();
      add(reports::check_entry(file, theorem.id, expected, found, now() - start), width);
    }
  }

  void add(CheckEntry entry, std::size_t width) {
    entries_.push_back(std::move(entry));
    if (arguments_.baseline.empty() || arguments_.update_baseline) show(entries_.back(), width);
  }
  void show(const CheckEntry& entry, std::size_t width) const {
    if (console_.json || (console_.quiet && entry.result == CheckResult::as_expected)) return;
    console_.print(check_line(entry, width, console_.text()));
  }

  void baseline(std::size_t width) {
    if (arguments_.update_baseline) {
      if (!interrupted()) reports::write_file(arguments_.baseline, baseline_json(entries_));
      return;
    }
    if (!interrupted()) compare_with_baseline(entries_, baseline_, arguments_.baseline);
    for (const CheckEntry& entry : entries_) show(entry, width);
  }

  ExitCode finish() const {
    std::vector<reports::JunitCase> cases;
    ExitCode code = interrupted() ? something_undecided : all_as_claimed;
    for (const CheckEntry& e : entries_) {
      const bool skipped = e.result == CheckResult::undecided && arguments_.allow_undecided;
      using State = reports::JunitCase::State;
      cases.push_back({e.file, e.name,
                       skipped                                ? State::skipped
                       : e.result == CheckResult::as_expected ? State::passed
                                                              : State::failed,
                       e.message, e.seconds});
      if (e.result == CheckResult::not_expected) code = worse(code, something_refuted);
      if (e.result == CheckResult::undecided && !skipped) code = worse(code, something_undecided);
    }
    if (!arguments_.junit.empty()) reports::write_file(arguments_.junit, reports::write_junit(cases));
    if (console_.json) {
      console_.print(check_json(entries_));
    } else if (!console_.quiet) {
      console_.print(check_summary(entries_) + (interrupted() ? "; interrupted\n" : "\n"));
    }
    return code;
  }

  const CheckArguments& arguments_;
  const Console& console_;
  std::string baseline_;
  std::vector<verify::LemmaFile> files_;
  std::vector<std::pair<std::string, verify::Theorem>> theorems_;
  std::vector<CheckEntry> entries_;
};

}  // namespace

ExitCode run_check(const CheckArguments& arguments, const Console& console) {
  const InterruptGuard guard;
  return Run(arguments, console).run();
}

}  // namespace lemmacheck::cli
