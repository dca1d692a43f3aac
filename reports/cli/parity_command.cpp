// k-parity: more than two heads.
#include "numerics/error.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/number_argument.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/cli/write_table.hpp"
#include "reports/parity_report.hpp"

namespace lemmacheck::cli {
namespace {

using numerics::DomainError;
using numerics::Rational;
using verify::sparse_xor::ParityStart;

ParityStart start_named(const std::string& word) {
  for (const ParityStart start : {ParityStart::random, ParityStart::antisymmetric})
    if (word == name_of(start)) return start;
  throw DomainError("LC226", "--start " + word + ": no such start; it is random or antisymmetric");
}

/// Every combination that was asked for; without --start, the antisymmetric one where it exists.
std::vector<reports::ParityRow> rows_of(const ParityArguments& arguments, std::size_t d, std::size_t m) {
  std::vector<reports::ParityRow> rows;
  for (const verify::Text& k_text : as_texts(arguments.heads, "--k")) {
    const std::size_t k = whole(k_text.text, "--k", 2, 4);
    std::vector<ParityStart> starts;
    for (const verify::Text& word : as_texts(arguments.starts, "--start")) starts.push_back(start_named(word.text));
    if (starts.empty()) starts.push_back(ParityStart::random);
    if (arguments.starts.empty() && k == 2) starts.push_back(ParityStart::antisymmetric);
    std::vector<Rational> etas;
    for (const verify::Text& eta : as_texts(arguments.eta, "--eta")) etas.push_back(number(eta.text, "--eta", {d, m}));
    if (etas.empty()) etas.push_back(Rational(10) * pow(Rational(d), static_cast<long>(k)));
    for (const ParityStart start : starts)
      for (const Rational& eta : etas) rows.push_back({k, start, eta, {}});
  }
  return rows;
}

}  // namespace

ExitCode run_k_parity(const ParityArguments& arguments, const Console& console) {
  const std::size_t d = whole(arguments.positions, "--d", 2, 1000000), m = whole(arguments.dimension, "--m", 2, 100000);
  const std::size_t runs = whole(arguments.runs, "--runs", 1, 1000000);
  std::vector<reports::ParityRow> rows = rows_of(arguments, d, m);
  reports::ParitySetting setting{.positions = d,
                                 .dimension = m,
                                 .steps = whole(arguments.steps, "--steps", 1, 100000),
                                 .seed = arguments.seed,
                                 .epsilon = number(arguments.epsilon, "--eps"),
                                 .confidence = fraction(arguments.confidence, "--confidence")};
  const TableOutput output = table_output(arguments.formats, arguments.output, console);
  // One cheap call per setting first, so that bad input is refused before the work begins.
  for (const reports::ParityRow& row : rows)
    verify::sparse_xor::sample_parity(row.heads, d, m, row.start, arguments.seed);
  const auto progress = console.progress("k-parity: runs", rows.size() * runs);
  bool undecided = false;
  for (reports::ParityRow& row : rows) {
    row.runs = verify::sparse_xor::run_parities(
        row.heads, d, m, row.start, arguments.seed, runs,
        {.step_size = row.step_size, .steps = setting.steps, .epsilon = setting.epsilon}, [&] { progress->advance(); });
    for (const auto& run : row.runs)
      undecided = undecided || run.outcome == verify::sparse_xor::ParityOutcome::undecided ||
                  run.small_loss == numerics::Truth::unknown;
  }
  progress->finish();
  std::vector<reports::NamedTable> tables = {{"frequencies", reports::parity_table(setting, rows)}};
  if (arguments.each || console.json) tables.push_back({"runs", reports::parity_run_table(setting, rows)});
  std::vector<NamedJson> instances;
  if (arguments.data) instances.push_back({"instances", reports::parity_instances_json(setting, rows)});
  write_tables(tables, "k-parity", output, console, instances);
  return undecided ? something_undecided : all_as_claimed;
}

}  // namespace lemmacheck::cli
