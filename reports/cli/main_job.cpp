// No arguments: Theorem 2 and Corollary 3 over their regimes, certified ranges, one certified instance, a report.
#include <algorithm>
#include <map>

#include "reports/cli/commands.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/cli/write_table.hpp"
#include "reports/instance_report.hpp"
#include "reports/theorem_report.hpp"
#include "reports/theorem_words.hpp"
#include "verify/sparse_xor/covered_step.hpp"
#include "verify/sparse_xor/instance.hpp"

namespace lemmacheck::cli {
namespace {

namespace xor_ = verify::sparse_xor;
using verify::TheoremVerdict;

constexpr std::array formats{"latex", "markdown", "csv", "json"};

class MainJob {
 public:
  MainJob(const MainJobArguments& arguments, const Console& console) : directory_(arguments.directory), console_(console) {}

  ExitCode run() {
    for (const char* id : {"theorem-2", "corollary-3"}) theorem(id);
    instance();
    reports::create_report_directory(directory_);
    reports::write_files(files_);
    if (!console_.quiet) {
      say("\nWritten to " + directory_.string() + ":\n");
      for (const reports::TextFile& file : files_) say("  " + file.path.filename().string() + '\n');
    }
    return code_;
  }

 private:
  void say(const std::string& text) const { console_.print(text); }

  void theorem(const std::string& id) {
    const verify::Theorem theorem = load_theorem(id);
    if (!console_.quiet) say((id == "theorem-2" ? "" : "\n") + theorem.id + ": " + theorem.title + "\n" + theorem.kind + "; " + theorem.source + "\n");
    for (const verify::RegimeText& regime : theorem.text.regimes) {
      if (!regime.grid.empty()) table(theorem, regime);
      if (!regime.range.empty()) range(theorem, regime);
    }
  }

  void table(const verify::Theorem& theorem, const verify::RegimeText& regime) {
    const auto points = grid_points(regime.let, regime.grid);
    const auto progress = console_.progress(theorem.id + ", regime " + regime.name.text, points.size());
    const auto evaluated = verify::evaluate_points(theorem, points, {}, [&](std::size_t) { progress->advance(); });
    progress->finish();
    const std::string name = theorem.id + '-' + regime.name.text;
    add_files(reports::theorem_table(theorem, evaluated, {}, theorem.title + ", regime " + regime.name.text), name);
    std::map<TheoremVerdict, std::size_t> count;
    std::map<std::string, std::size_t> reasons;
    for (const verify::TablePoint& p : evaluated) {
      ++count[p.evaluation.verdict];
      for (const std::string& condition : p.evaluation.failing) ++reasons[condition];
    }
    if (count[TheoremVerdict::undecided] > 0) code_ = worse(code_, something_undecided);
    if (console_.quiet) return;
    std::string line = "  regime " + regime.name.text + ": holds at " + std::to_string(count[TheoremVerdict::holds]) + " of " +
                       std::to_string(points.size()) + " points";
    if (!reasons.empty()) {
      line += "; fails by";
      for (const auto& [condition, times] : reasons) line += " " + condition + " (" + std::to_string(times) + ")";
    }
    if (count[TheoremVerdict::undecided] > 0) line += "; undecided at " + std::to_string(count[TheoremVerdict::undecided]);
    say(line + '\n');
    if (points.size() > most_rows_shown_) show_holding(theorem, evaluated);
    else say(reports::write_text(reports::theorem_table(theorem, evaluated, {}, regime.name.text), console_.text()));
  }

  /// Of a long table, one row per value of the first axis: the point with the smallest first conclusion is not ours to
  /// choose, so the last holding point of every group is shown.
  void show_holding(const verify::Theorem& theorem, const std::vector<verify::TablePoint>& evaluated) const {
    std::vector<verify::TablePoint> shown;
    for (std::size_t i = 0; i < evaluated.size(); ++i) {
      if (evaluated[i].evaluation.verdict != TheoremVerdict::holds) continue;
      const bool same_group = !shown.empty() && same_set(shown.back().evaluation.parameters[0], evaluated[i].evaluation.parameters[0]);
      if (same_group) shown.back() = evaluated[i];
      else shown.push_back(evaluated[i]);
    }
    if (!shown.empty())
      say(reports::write_text(reports::theorem_table(theorem, shown, {}, "The last point of the grid that holds, for each " +
                                                                            theorem.parameters[0].name), console_.text()));
  }

  void range(const verify::Theorem& theorem, const verify::RegimeText& regime) {
    const verify::Binding binding(theorem, regime.let, regime.range);
    const auto progress = console_.progress(theorem.id + ", range of regime " + regime.name.text, 0);
    verify::RangeOptions options;
    options.progress = [&](std::size_t, std::size_t) { progress->advance(); };
    const verify::RangeResult found = verify::decide_range(theorem, binding, options);
    progress->finish();
    code_ = worse(code_, found.verdict == TheoremVerdict::holds       ? all_as_claimed
                         : found.verdict == TheoremVerdict::undecided ? something_undecided
                                                                      : something_refuted);
    files_.push_back({directory_ / (theorem.id + "-range-" + regime.name.text + ".json"), reports::range_json(theorem, binding, found)});
    if (!console_.quiet) say("  " + reports::range_text(theorem, binding, found, console_.text()));
  }

  void instance() {
    xor_::StepOptions options;
    options.step_size = xor_::covered_step_size({"1e4", {}}, {"256", {}}, {"0.1", {}}, {"0.01", {}});
    const xor_::Instance sampled = xor_::sample_instance(10000, 256, 1);
    const xor_::InstanceCertificate certificate = xor_::certify_step(sampled, options);
    files_.push_back({directory_ / "instance.json", xor_::to_json(certificate, {.vectors = false}) + '\n'});
    if (certificate.verdict != xor_::StepVerdict::specialised)
      code_ = worse(code_, certificate.verdict == xor_::StepVerdict::undecided ? something_undecided : something_refuted);
    if (!console_.quiet) say("\ninstance: " + reports::instance_line(certificate, console_.text()) + '\n');
  }

  void add_files(const reports::Table& table, const std::string& name) {
    for (const char* format : formats)
      files_.push_back({directory_ / (name + file_ending(format)), table_text(table, format, name, console_)});
  }

  static constexpr std::size_t most_rows_shown_ = 20;
  std::filesystem::path directory_;
  const Console& console_;
  std::vector<reports::TextFile> files_;
  ExitCode code_ = all_as_claimed;
};

}  // namespace

ExitCode run_main_job(const MainJobArguments& arguments, const Console& console) { return MainJob(arguments, console).run(); }

}  // namespace lemmacheck::cli
