// No arguments: Theorem 2 and Corollary 3 over their regimes, certified ranges, one certified instance, a report.
#include <algorithm>
#include <map>

#include "reports/cli/commands.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/cli/write_table.hpp"
#include "reports/instance_report.hpp"
#include "reports/text_width.hpp"
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
  MainJob(const MainJobArguments& arguments, const Console& console)
      : directory_(arguments.directory), console_(console) {}

  ExitCode run() {
    reports::require_writable_directory(directory_);  // an unwritable place is an error now, not after the work
    for (const char* id : {"theorem-2", "corollary-3"}) theorem(id);
    instance();
    if (!console_.quiet) say("\nNot checked by any computer:\n" + assumptions_);
    reports::create_report_directory(directory_);
    reports::write_files(files_);
    if (!console_.quiet) {
      std::string names;
      for (const reports::TextFile& file : files_) names += (names.empty() ? "" : ", ") + file.path.filename().string();
      say("\nWritten to " + directory_.string() + ":\n" + reports::wrapped(names, console_.text().width, 2));
    }
    return code_;
  }

 private:
  void say(const std::string& text) const { console_.print(text); }

  void theorem(const std::string& id) {
    const verify::Theorem theorem = load_theorem(id);
    if (!console_.quiet)
      say((id == "theorem-2" ? "" : "\n") + theorem.id + ": " + theorem.title + "\n" + theorem.kind + "; " +
          theorem.source + "\n");
    for (const std::string& hypothesis : reports::unchecked(theorem)) {
      const std::string line = "  - " + hypothesis + '\n';
      if (assumptions_.find(line) == std::string::npos) assumptions_ += line;
    }
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
    std::string line = "Regime " + regime.name.text + ": holds at " + std::to_string(count[TheoremVerdict::holds]) +
                       " of " + std::to_string(points.size()) + " points";
    if (!reasons.empty()) {
      line += "; fails by";
      for (const auto& [condition, times] : reasons) line += " " + condition + " (" + std::to_string(times) + ")";
    }
    if (count[TheoremVerdict::undecided] > 0)
      line += "; undecided at " + std::to_string(count[TheoremVerdict::undecided]);
    say('\n' + line + "\n\n");
    if (regime.grid.size() == 3)
      smallest_last_axis(theorem, evaluated, regime);
    else
      say(reports::write_text(reports::theorem_table(theorem, evaluated, shown_columns(theorem, evaluated, regime),
                                                     "All points of regime " + regime.name.text, false),
                              console_.text()));
  }

  /// A long table in a few lines: for every pair of the first two axes the last value of the third at which it holds.
  void smallest_last_axis(const verify::Theorem& theorem, const std::vector<verify::TablePoint>& evaluated,
                          const verify::RegimeText& regime) const {
    const verify::GridAxis rows = verify::parse_grid_axis(regime.grid[0]),
                           columns = verify::parse_grid_axis(regime.grid[1]),
                           values = verify::parse_grid_axis(regime.grid[2]);
    const std::string& last = values.name.text;
    reports::Table table("Last " + last + " of the grid (" + values.values.front().text + " .. " +
                         values.values.back().text + ") at which it holds");
    table.add_column({.key = rows.name.text, .title = rows.name.text});
    for (const verify::Text& v : columns.values)
      table.add_column({.key = "c" + v.text, .title = columns.name.text + " = " + v.text, .unit = last});
    for (std::size_t r = 0; r < rows.values.size(); ++r) {
      std::vector<reports::Cell> row{numerics::Rational::parse(rows.values[r].text)};
      for (std::size_t c = 0; c < columns.values.size(); ++c) {
        reports::Cell cell = reports::Missing{};
        for (std::size_t v = 0; v < values.values.size(); ++v)
          if (evaluated[(r * columns.values.size() + c) * values.values.size() + v].evaluation.verdict ==
              TheoremVerdict::holds)
            cell = numerics::Rational::parse(values.values[v].text);
        row.push_back(std::move(cell));
      }
      table.add_row(std::move(row));
    }
    say(reports::write_text(table, console_.text()) + '\n');
    std::vector<verify::TablePoint>
        shown;  // and the numbers at the last of them, one row for every value of the first axis
    for (const verify::TablePoint& p : evaluated) {
      if (p.evaluation.verdict != TheoremVerdict::holds) continue;
      if (!shown.empty() && same_set(shown.back().evaluation.parameters[0], p.evaluation.parameters[0]))
        shown.back() = p;
      else
        shown.push_back(p);
    }
    if (!shown.empty())
      say(reports::write_text(reports::theorem_table(theorem, shown, shown_columns(theorem, shown, regime),
                                                     "The last point that holds, for each " + rows.name.text, false),
                              console_.text()));
  }

  /// Parameters that the grid runs over or that are not the same in every row, and the bounds that the theorem gives.
  static std::vector<std::string> shown_columns(const verify::Theorem& theorem,
                                                const std::vector<verify::TablePoint>& points,
                                                const verify::RegimeText& regime) {
    std::vector<std::string> names, axes;
    for (const verify::Text& axis : regime.grid) axes.push_back(verify::parse_grid_axis(axis).name.text);
    for (std::size_t i = 0; i < theorem.parameters.size(); ++i) {
      const std::string& name = theorem.parameters[i].name;
      const auto differs = [&](const auto& p) {
        return !same_set(p.evaluation.parameters[i], points[0].evaluation.parameters[i]);
      };
      if (std::ranges::find(axes, name) != axes.end() || std::ranges::any_of(points, differs)) names.push_back(name);
    }
    for (std::size_t i = 0; i < theorem.conclusions.size(); ++i)
      if (theorem.conclusions[i].side == verify::Side::upper) names.push_back(theorem.conclusions[i].name);
    return names;
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
    files_.push_back({directory_ / (theorem.id + "-range-" + regime.name.text + ".json"),
                      reports::range_json(theorem, binding, found)});
    if (!console_.quiet) say('\n' + reports::range_text(theorem, binding, found, console_.text()));
  }

  void instance() {
    xor_::StepOptions options;
    options.step_size = xor_::covered_step_size({"1e4", {}}, {"256", {}}, {"0.1", {}}, {"0.01", {}});
    const xor_::Instance sampled = xor_::sample_instance(10000, 256, 1);
    const xor_::InstanceCertificate certificate = xor_::certify_step(sampled, options);
    files_.push_back({directory_ / "instance.json", xor_::to_json(certificate, {.vectors = false}) + '\n'});
    if (certificate.verdict != xor_::StepVerdict::specialised)
      code_ =
          worse(code_, certificate.verdict == xor_::StepVerdict::undecided ? something_undecided : something_refuted);
    if (!console_.quiet) say("\ninstance: " + reports::instance_line(certificate, console_.text()) + '\n');
  }

  void add_files(const reports::Table& table, const std::string& name) {
    for (const char* format : formats)
      files_.push_back({directory_ / (name + file_ending(format)), table_text(table, format, name, console_)});
  }

  std::filesystem::path directory_;
  const Console& console_;
  std::vector<reports::TextFile> files_;
  std::string assumptions_;
  ExitCode code_ = all_as_claimed;
};

}  // namespace

ExitCode run_main_job(const MainJobArguments& arguments, const Console& console) {
  return MainJob(arguments, console).run();
}

}  // namespace lemmacheck::cli
