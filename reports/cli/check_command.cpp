// check: lemma and theorem files against what they expect.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

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
  Run(const CheckArguments& arguments, const Console& console)
      : arguments_(arguments), console_(console), silent_(console) {
    silent_.quiet = true;
    if (arguments_.update_baseline && arguments_.baseline.empty())
      throw numerics::DomainError("LC226", "--update-baseline: name the file with --baseline FILE");
    if (!arguments_.baseline.empty() && !arguments_.update_baseline) baseline_ = read_file(arguments_.baseline);
  }

  ExitCode run() {
    read();
    const LemmaSet lemmas(std::move(files_));
    std::vector<Job> jobs;
    for (const verify::Lemma* lemma : lemmas.in_order()) jobs.push_back(job(lemmas, *lemma));
    for (const auto& [file, theorem] : theorems_)
      for (const verify::ExpectText& expected : theorem.text.expectations) jobs.push_back(job(file, theorem, expected));
    for (const verify::Lemma* lemma : lemmas.in_order()) width_ = std::max(width_, lemma->id.text.size());
    width_ = std::min<std::size_t>(width_, 60);
    run(jobs);
    if (!arguments_.baseline.empty()) baseline();
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

  struct Found {
    CheckEntry entry;
    std::vector<std::string> unused;  // variables with a range that the claim does not use
  };
  /// Something to decide; jobs are independent and run at once.
  struct Job {
    std::function<Found()> decide;
    std::vector<std::string> uses;  // names of earlier entries on which the verdict rests
  };

  Job job(const LemmaSet& lemmas, const verify::Lemma& lemma) const {
    return {
        [this, &lemmas, &lemma] {
          const Decided d = lemmas.decide(lemma, arguments_.seconds, silent_);
          const std::string best = d.best ? reports::best_bracket(lemma.best.text, *d.best) : "";
          return Found{reports::check_entry(lemma.id.place.source, lemma, d.outcome, best), unused_variables(d.claim)};
        },
        verify::used_ids(lemma)};
  }

  static Job job(const std::string& file, const verify::Theorem& theorem, const verify::ExpectText& expected) {
    return {[&] {
              const double start = now();
              const verify::Binding binding(theorem, expected.at);
              const verify::Evaluation found = verify::Evaluator(theorem, binding).at_point();
              return Found{reports::check_entry(file, theorem.id, expected, found, now() - start), {}};
            },
            {}};
  }

  /// Decides all, one on each thread, and adds the entries in order.
  void run(const std::vector<Job>& jobs) {
    const auto progress = console_.progress("check", jobs.size());
    std::vector<std::optional<Found>> found(jobs.size());
    std::atomic<std::size_t> next{0};
    std::size_t added = 0;
    std::mutex adding;  // guards found and added
    const auto work = [&](int) {
      for (std::size_t i = next++; i < jobs.size() && !interrupted(); i = next++) {
        tbb::task_arena alone(1);  // the other threads have jobs of their own; waiting for them would cost more
        Found made = alone.execute([&] { return jobs[i].decide(); });
        progress->advance();
        const std::lock_guard lock(adding);
        found[i] = std::move(made);
        for (; added < jobs.size() && found[added]; ++added) progress->aside([&] { add(jobs[added], *found[added]); });
      }
    };
    tbb::parallel_for(0, tbb::this_task_arena::max_concurrency(), work, tbb::simple_partitioner());
  }

  void add(const Job& job, const Found& found) {
    CheckEntry entry = found.entry;
    for (const std::string& used : job.uses) {
      const auto it = std::ranges::find(entries_, used, &CheckEntry::name);
      if (it != entries_.end() && it->result != CheckResult::as_expected && entry.result == CheckResult::as_expected) {
        entry.result = CheckResult::undecided;
        entry.message = "uses " + used + ", which is " + it->verdict;
      }
    }
    note_unused(found.unused, entry.name, console_);
    entries_.push_back(std::move(entry));
    if (arguments_.baseline.empty() || arguments_.update_baseline) show(entries_.back());
  }
  void show(const CheckEntry& entry) const {
    if (console_.json || (console_.quiet && entry.result == CheckResult::as_expected)) return;
    console_.print(check_line(entry, width_, console_.text()));
  }

  void baseline() {
    if (arguments_.update_baseline) {
      if (!interrupted()) reports::write_file(arguments_.baseline, baseline_json(entries_));
      return;
    }
    if (!interrupted()) compare_with_baseline(entries_, baseline_, arguments_.baseline);
    for (const CheckEntry& entry : entries_) show(entry);
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
  Console silent_;  // one line of progress for all
  std::size_t width_ = 0;
  std::string baseline_;
  std::vector<verify::LemmaFile> files_;
  std::vector<std::pair<std::string, verify::Theorem>> theorems_;
  std::vector<CheckEntry> entries_;
};

}  // namespace

ExitCode run_check(const CheckArguments& arguments, const Console& console) {
  reports::require_writable_file(arguments.junit);
  if (arguments.update_baseline) reports::require_writable_file(arguments.baseline);
  const InterruptGuard guard;
  return Run(arguments, console).run();
}

}  // namespace lemmacheck::cli
