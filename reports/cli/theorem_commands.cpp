// evaluate, table, range, threshold.
#include <algorithm>

#include "numerics/error.hpp"
#include "reports/cli/certify.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/cli/write_table.hpp"
#include "reports/theorem_report.hpp"
#include "reports/write_file.hpp"
#include "verify/library.hpp"
#include "verify/range_certificate.hpp"

namespace lemmacheck::cli {
namespace {

using numerics::DomainError;
using verify::Text;
using verify::TheoremVerdict;

/// Settings of a regime that the command line does not give itself.
std::vector<Text> merged(std::vector<Text> settings, const std::vector<Text>& regime) {
  std::vector<std::string> given;
  for (const Text& s : settings) given.push_back(verify::parse_assignment(s).first.text);
  for (const Text& s : regime)
    if (std::ranges::find(given, verify::parse_assignment(s).first.text) == given.end()) settings.push_back(s);
  return settings;
}

verify::RangeResult decide(const verify::Theorem& theorem, const verify::Binding& binding, long limit,
                           std::size_t most_boxes, bool certificate, const Console& console) {
  verify::RangeOptions options;
  options.keep_evaluated = certificate;
  options.limit = evaluation_options(64, limit).limit;
  options.most_boxes = most_boxes;
  const auto progress = console.progress(theorem.id + ": boxes decided", 0);
  options.progress = [&](std::size_t, std::size_t) { progress->advance(); };
  return verify::decide_range(theorem, binding, options);
}

/// A certificate holds the theorem file as it is.
void require_file_shares(const std::vector<std::string>& shares, const std::string& certificate) {
  if (!shares.empty() && !certificate.empty())
    throw DomainError("LC226",
                      "--share with --certificate: a certificate holds the theorem file as it is; write the shares "
                      "into a file and give its path");
}

void write_range_certificate(const std::string& path, const TheoremSourceText& source,
                             const std::vector<Text>& settings, const std::vector<Text>& ranges,
                             const verify::RangeResult& found) {
  if (path.empty()) return;
  reports::write_file(
      path, verify::write_certificate(verify::make_certificate(source.text, source.file, settings, ranges, found)));
}

}  // namespace

ExitCode run_evaluate(const EvaluateArguments& arguments, const Console& console) {
  const verify::Theorem theorem = load_theorem(arguments.theorem, arguments.shares);
  const verify::Binding binding(theorem, as_texts(arguments.settings, "--set"));
  const verify::Evaluation found =
      verify::Evaluator(theorem, binding).at_point(evaluation_options(arguments.precision, arguments.limit));
  console.print(console.json ? reports::evaluation_json(theorem, binding, found)
                             : reports::evaluation_text(theorem, binding, found, console.text()));
  return exit_code(found.verdict);
}

ExitCode run_table(const TableArguments& arguments, const Console& console) {
  const TableOutput output = table_output(arguments.formats, arguments.output, console);
  const verify::Theorem theorem = load_theorem(arguments.theorem, arguments.shares);
  std::vector<Text> settings = as_texts(arguments.settings, "--set"), axes = as_texts(arguments.grid, "--grid");
  if (axes.empty() || !arguments.regime.empty()) {
    const verify::RegimeText& regime = find_regime(theorem, arguments.regime, true);
    settings = merged(std::move(settings), regime.let);
    if (axes.empty()) axes = regime.grid;
  }
  const auto points = grid_points(settings, axes);
  const auto progress = console.progress(theorem.id + ": points", points.size());
  const auto evaluated =
      verify::evaluate_points(theorem, points, evaluation_options(arguments.precision, arguments.limit),
                              [&](std::size_t) { progress->advance(); });
  progress->finish();
  const std::string title = !arguments.title.empty() ? arguments.title
                            : theorem.title.empty()  ? theorem.id
                                                     : theorem.title;
  std::vector<std::string> columns;
  for (const Text& c : as_texts(arguments.columns, "--columns")) columns.push_back(c.text);
  const reports::Table table = reports::theorem_table(theorem, evaluated, columns, title);
  write_table(table, theorem.id, output, console);
  const bool undecided = std::ranges::any_of(
      evaluated, [](const verify::TablePoint& p) { return p.evaluation.verdict == TheoremVerdict::undecided; });
  return undecided ? something_undecided : all_as_claimed;
}

ExitCode run_range(const RangeArguments& arguments, const Console& console) {
  const TheoremSourceText source = theorem_text(arguments.theorem);
  const verify::Theorem theorem = load_theorem(arguments.theorem, arguments.shares);
  require_file_shares(arguments.shares, arguments.certificate);
  reports::require_writable_file(arguments.certificate);
  std::vector<Text> settings = as_texts(arguments.settings, "--set"), ranges = as_texts(arguments.ranges, "--for");
  if (ranges.empty() || !arguments.regime.empty()) {
    const verify::RegimeText& regime = find_regime(theorem, arguments.regime, false);
    settings = merged(std::move(settings), regime.let);
    if (ranges.empty()) ranges = regime.range;
  }
  const verify::Binding binding(theorem, settings, ranges);
  const verify::RangeResult found =
      decide(theorem, binding, arguments.limit, arguments.most_boxes, !arguments.certificate.empty(), console);
  write_range_certificate(arguments.certificate, source, settings, ranges, found);
  console.print(console.json ? reports::range_json(theorem, binding, found)
                             : reports::range_text(theorem, binding, found, console.text()));
  return exit_code(found.verdict);
}

ExitCode run_threshold(const ThresholdArguments& arguments, const Console& console) {
  const TheoremSourceText source = theorem_text(arguments.theorem);
  const verify::Theorem theorem = load_theorem(arguments.theorem, arguments.shares);
  require_file_shares(arguments.shares, arguments.certificate);
  reports::require_writable_file(arguments.certificate);
  const verify::Parameter* parameter = theorem.find_parameter(arguments.of);
  if (parameter == nullptr) {
    const auto names = theorem.parameter_names();
    throw DomainError("LC220", "--of: " + theorem.id + " has no parameter '" + arguments.of + "'" +
                                   numerics::did_you_mean(arguments.of, names));
  }
  const std::vector<Text> range{
      {arguments.of + (parameter->integer ? " integer in " : " in ") + arguments.in, {.source = "--in"}}};
  const std::vector<Text> settings = as_texts(arguments.settings, "--set");
  const verify::Binding binding(theorem, settings, range);
  const verify::RangeResult found =
      decide(theorem, binding, arguments.limit, arguments.most_boxes, !arguments.certificate.empty(), console);
  write_range_certificate(arguments.certificate, source, settings, range, found);
  console.print(console.json ? reports::threshold_json(theorem, binding, found)
                             : reports::threshold_text(theorem, binding, found, console.text()));
  // Failing values are what a threshold is about; only an undecided integer is a reason for concern.
  const bool undecided = parameter->integer && std::ranges::any_of(found.segments, [](const verify::Segment& s) {
                           return s.verdict == TheoremVerdict::undecided;
                         });
  return undecided ? something_undecided : all_as_claimed;
}

}  // namespace lemmacheck::cli
