// ablation: softmax against linear and erf attention.
#include <algorithm>

#include "numerics/decimal_text.hpp"
#include "numerics/error.hpp"
#include "reports/ablation_figures.hpp"
#include "reports/ablation_report.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/number_argument.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/cli/write_figures.hpp"
#include "reports/cli/write_table.hpp"
#include "verify/sparse_xor/sampling.hpp"

namespace lemmacheck::cli {
namespace {

using namespace verify::sparse_xor;
using numerics::BigInterval;
using numerics::DomainError;
using numerics::Precision;
using numerics::Rational;

/// `count` numbers in equal steps of the logarithm, with four digits.
std::vector<Rational> logarithmic_grid(const Rational& first, const Rational& last, std::size_t count) {
  const Precision precision(128);
  const BigInterval low = log(BigInterval(first, precision)), high = log(BigInterval(last, precision));
  std::vector<Rational> grid;
  for (std::size_t i = 0; i < count; ++i) {
    const BigInterval share(Rational(static_cast<long long>(i), static_cast<long long>(count - 1)), precision);
    const BigInterval value = exp(low + share * (high - low));
    // A little more before rounding down: an end of the grid with at most four digits stays what it is.
    grid.push_back(Rational::parse(
        numerics::to_decimal_down(value * BigInterval(Rational(100001, 100000), precision), {.digits = 4})));
  }
  return grid;
}

std::vector<Rational> step_sizes(const AblationArguments& arguments, const Sizes& sizes) {
  const auto positive = [&](const std::string& text, const std::string& option) {
    const Rational value = number(text, option, sizes);
    if (value.sign() <= 0) throw DomainError("LC226", option + ' ' + text + ": the step size must be > 0");
    return value;
  };
  std::vector<Rational> grid;
  for (const verify::Text& eta : as_texts(arguments.eta, "--eta")) grid.push_back(positive(eta.text, "--eta"));
  if (grid.empty()) {
    const std::size_t count = whole(arguments.grid, "--grid", 2, 10000);
    const Rational first = positive(arguments.first, "--from"), last = positive(arguments.last, "--to");
    if (!(first < last))
      throw DomainError("LC226", "--from " + arguments.first + ": must be smaller than --to " + arguments.last);
    grid = logarithmic_grid(first, last, count);
  }
  std::ranges::sort(grid);
  if (std::ranges::adjacent_find(grid) != grid.end())
    throw DomainError("LC226", "--eta: a step size stands twice in the grid; each is needed once");
  if (grid.size() < 2)
    throw DomainError("LC226", "--eta " + arguments.eta.front() + ": one step size; a grid needs at least two");
  return grid;
}

std::vector<reports::AblatedAttention> attentions(const AblationArguments& arguments) {
  std::vector<AttentionScale> scales;
  for (const verify::Text& word : as_texts(arguments.scales, "--scale")) {
    if (word.text != "1" && word.text != "1/d")
      throw DomainError("LC226", "--scale " + word.text + ": no such scale; it is 1 or 1/d");
    scales.push_back(word.text == "1" ? AttentionScale::one : AttentionScale::one_over_d);
  }
  std::vector<reports::AblatedAttention> rows;
  for (const verify::Text& word : as_texts(arguments.attentions, "--attention")) {
    const auto kinds = {AttentionKind::softmax, AttentionKind::linear, AttentionKind::erf};
    const auto kind = std::ranges::find_if(kinds, [&](AttentionKind k) { return name_of(k) == word.text; });
    if (kind == kinds.end())
      throw DomainError("LC226", "--attention " + word.text + ": no such attention; it is softmax, linear or erf");
    if (*kind == AttentionKind::softmax) {
      rows.push_back({.kind = *kind, .scale = AttentionScale::one, .runs = {}, .first = {}});
      continue;
    }
    for (const AttentionScale scale : scales) rows.push_back({.kind = *kind, .scale = scale, .runs = {}, .first = {}});
  }
  if (rows.empty()) throw DomainError("LC226", "--attention: needs softmax, linear or erf, and --scale 1 or 1/d");
  return rows;
}

bool has_undecided(const std::vector<reports::AblatedAttention>& rows) {
  return std::ranges::any_of(rows, [](const reports::AblatedAttention& row) {
    return std::ranges::any_of(row.runs, [](const AblatedInstance& run) {
      return best_step(run).outcome == AblationOutcome::undecided ||
             std::ranges::any_of(run.at,
                                 [](const AblationRun& at) { return at.outcome == AblationOutcome::undecided; });
    });
  });
}

}  // namespace

ExitCode run_ablation_command(const AblationArguments& arguments, const Console& console) {
  const Sizes sizes{whole(arguments.positions, "--d", 3, 1000000), whole(arguments.dimension, "--m", 2, 100000)};
  const std::size_t runs = whole(arguments.runs, "--runs", 1, 1000000);
  const reports::AblationSetting setting{.positions = sizes.positions,
                                         .dimension = sizes.dimension,
                                         .steps = whole(arguments.steps, "--steps", 1, 100000),
                                         .seed = arguments.seed,
                                         .step_sizes = step_sizes(arguments, sizes),
                                         .confidence = fraction(arguments.confidence, "--confidence")};
  std::vector<reports::AblatedAttention> rows = attentions(arguments);
  const TableOutput output = table_output(arguments.formats, arguments.output, console);

  reports::require_writable_directory(arguments.figures);
  const auto progress = console.progress("ablation: instances", rows.size() * runs);
  for (reports::AblatedAttention& row : rows) {
    row.runs = ablate({.positions = sizes.positions,
                       .dimension = sizes.dimension,
                       .kind = row.kind,
                       .scale = row.scale,
                       .first_seed = setting.seed,
                       .runs = runs,
                       .step_sizes = setting.step_sizes},
                      {.steps = setting.steps}, [&] { progress->advance(); });
    Instance first = sample_instance(sizes.positions, sizes.dimension, setting.seed);
    first.kind = row.kind;
    first.scale = row.scale;
    row.first = run_ablation(first, setting.step_sizes[best_step(row.runs.front()).index],
                             {.steps = setting.steps, .trajectory = true});
  }
  progress->finish();

  std::vector<reports::NamedTable> tables = {{"best", reports::ablation_table(setting, rows)},
                                             {"grid", reports::ablation_grid_table(setting, rows)},
                                             {"steps", reports::ablation_step_table(setting, rows)}};
  if (arguments.each || console.json) tables.push_back({"runs", reports::ablation_run_table(setting, rows)});
  write_tables(tables, "ablation", output, console);
  write_figures(reports::ablation_figures(setting, rows), arguments.figures, output, console);
  return has_undecided(rows) ? something_undecided : all_as_claimed;
}

}  // namespace lemmacheck::cli
