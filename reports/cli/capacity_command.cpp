// capacity: covers, samples, sparse, experiment.
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "numerics/error.hpp"
#include "reports/capacity_figures.hpp"
#include "reports/capacity_report.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/number_argument.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/cli/write_figures.hpp"
#include "reports/cli/write_table.hpp"

namespace lemmacheck::cli {
namespace {

using numerics::DomainError;
using numerics::Rational;
using namespace verify::capacity;

constexpr long many = 1000000000000;

Rational positive(const std::string& text, const std::string& option) {
  const Rational value = number(text, option);
  if (value.sign() <= 0) throw DomainError("LC226", option + ' ' + text + ": must be positive");
  return value;
}

std::vector<std::size_t> wholes(const std::vector<std::string>& texts, const std::string& option, long least,
                                long most) {
  std::vector<std::size_t> all;
  for (const verify::Text& t : as_texts(texts, option)) all.push_back(whole(t.text, option, least, most));
  if (all.empty()) throw DomainError("LC226", option + ": needs a number");
  return all;
}

template <class Arguments>
HeadClass head_class(const Arguments& a) {
  HeadClass heads;
  heads.value_norm = positive(a.value_norm, "--value-norm");
  heads.key_norm = positive(a.key_norm, "--key-norm");
  heads.token_norm = positive(a.token_norm, "--token-norm");
  heads.map_lipschitz = positive(a.map_lipschitz, "--map-lipschitz");
  heads.heads = static_cast<long>(whole(a.heads, "--heads", 1, 1000000));
  return heads;
}

template <class Arguments>
std::vector<reports::TwoHeads> two_heads_of(const Arguments& a) {
  std::vector<reports::TwoHeads> two_heads;
  for (const verify::Text& t : as_texts(a.query_norms, "--query-norms"))
    two_heads.push_back({positive(t.text, "--query-norms"), Rational(whole(a.positions, "--positions", 1, many)),
                         Rational(whole(a.embedding, "--embedding", 1, many))});
  return two_heads;
}

double nearest_double(const std::string& text, const std::string& option) {
  return numerics::BigInterval(number(text, option), numerics::Precision(128)).approx_double();
}

std::string expected_words(const std::string& option, const std::string& found, const std::string& allowed) {
  return option + ": no '" + found + "'; it is " + allowed;
}

}  // namespace

ExitCode run_capacity_covers(const CapacityCoversArguments& a, const Console& console) {
  const TableOutput output = table_output(a.formats, a.output, console);
  reports::LinearCoverQuestion question;
  question.norm = positive(a.norm, "--norm");
  question.radius = positive(a.radius, "--radius");
  question.accuracy = positive(a.accuracy, "--eps");
  question.count = Rational(whole(a.count, "--n", 1, many));
  question.dimension = Rational(whole(a.dimension, "--dimension", 1, many));
  HeadClass heads = head_class(a);
  heads.tokens = static_cast<long>(whole(a.tokens, "--tokens", 1, many));
  const std::vector<reports::TwoHeads> two_heads = two_heads_of(a);
  const std::size_t points = whole(a.points, "--points", 0, 10000);
  std::vector<reports::NamedTable> tables{
      {"linear-covers", linear_cover_table(question)},
      {"attention-covers", attention_cover_table(heads, question.accuracy, question.count, two_heads)}};

  // The procedure depends on eps / (a b) only.
  const Rational accuracy = question.accuracy / (question.norm * question.radius);
  if (points > 0 && accuracy <= Rational(1) && accuracy >= Rational(1, 100)) {
    const std::size_t n = std::min(points, static_cast<std::size_t>(question.count.to_long()));
    const std::size_t d = std::min<std::size_t>(static_cast<std::size_t>(question.dimension.to_long()), 1000);
    std::vector<reports::CoverRow> rows;
    for (const CoverDataKind kind :
         {CoverDataKind::orthonormal, CoverDataKind::clustered, CoverDataKind::planted, CoverDataKind::random})
      for (const StepRule rule : {StepRule::largest, StepRule::smallest}) rows.push_back({kind, rule, 0, 0, {}});
    const auto progress = console.progress("greedy covers", rows.size());
    tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t i) {
      const CoverData data = cover_data(rows[i].kind, n, d, accuracy, a.seed);
      rows[i].points = data.count;
      rows[i].dimension = data.dimension;
      rows[i].run = run_greedy_cover(data, accuracy, rows[i].rule);
      progress->advance();
    });
    progress->finish();
    tables.push_back({"greedy-runs", greedy_run_table(accuracy, a.seed, rows)});
  }
  write_tables(tables, "capacity", output, console);
  return all_as_claimed;
}

ExitCode run_capacity_samples(const CapacitySamplesArguments& a, const Console& console) {
  const TableOutput output = table_output(a.formats, a.output, console);
  HeadClass heads = head_class(a);
  heads.loss_lipschitz = positive(a.loss_lipschitz, "--loss-lipschitz");
  heads.loss_range = positive(a.loss_range, "--loss-range");
  const Rational gap = positive(a.gap, "--gap"), failure = fraction(a.delta, "--delta");
  const std::vector<reports::TwoHeads> two_heads = two_heads_of(a);
  const Rational count = Rational(whole(a.count, "--n", 1, many));
  std::vector<reports::SampleRow> rows;
  for (const std::size_t tokens : wholes(a.tokens, "--tokens", 1, many))
    rows.push_back({Rational(tokens), std::nullopt, std::nullopt});
  const auto progress = console.progress("sample sizes", 2 * rows.size());
  tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t i) {
    HeadClass at = heads;
    at.tokens = rows[i].tokens.to_long();
    rows[i].closed = smallest_sample(at, gap, failure, Route::closed);
    progress->advance();
    rows[i].counts = smallest_sample(at, gap, failure, Route::counts);
    progress->advance();
  });
  progress->finish();
  bool open = false;
  for (const reports::SampleRow& r : rows)
    open = open || (r.closed && !r.closed->exact()) || (r.counts && !r.counts->exact());
  std::vector<reports::NamedTable> tables{{"samples", sample_size_table(gap, failure, rows)}};
  if (auto fit = sample_fit_table(rows)) tables.push_back({"samples-fit", std::move(*fit)});
  if (!two_heads.empty()) tables.push_back({"two-heads", two_head_complexity_table(two_heads, count)});
  write_tables(tables, "capacity", output, console);
  return open ? something_undecided : all_as_claimed;
}

ExitCode run_capacity_sparse(const CapacitySparseArguments& a, const Console& console) {
  const TableOutput output = table_output(a.formats, a.output, console);
  std::vector<SparseTask> tasks;
  const std::size_t tokens = whole(a.tokens, "--tokens", 1, 65536), dimension = whole(a.dimension, "--m", 0, 100000);
  for (const verify::Text& name : as_texts(a.functions, "--functions")) {
    const auto function = parse_sparse_function(name.text);
    if (!function)
      throw DomainError("LC243", expected_words("--functions", name.text, "and, or, majority, parity or lookup"));
    for (const std::size_t s : wholes(a.relevant, "--s", 1, 12)) {
      SparseTask task;
      task.function = *function;
      task.construction = a.general ? Construction::general : Construction::symmetric;
      task.tokens = tokens;
      task.relevant = s;
      task.dimension = dimension;
      task.seed = a.seed;
      if (!a.scale.empty()) task.scale = number(a.scale, "--beta");
      validate(task);
      tasks.push_back(task);
    }
  }
  const auto progress = console.progress("sparse functions", tasks.size());
  std::vector<reports::SparseRow> rows;
  bool open = false;
  for (const SparseTask& task : tasks) {
    rows.push_back({task, certify_sparse(task)});
    const numerics::BigInterval& error = rows.back().report.error;
    open = open || less(error, numerics::BigInterval(1, error.precision())) == numerics::Truth::unknown;
    progress->advance();
  }
  progress->finish();
  write_tables({{"sparse", sparse_table(rows)}}, "capacity", output, console);
  return open ? something_undecided : all_as_claimed;
}

ExitCode run_capacity_experiment(const CapacityExperimentArguments& a, const Console& console) {
  const TableOutput output = table_output(a.formats, a.output, console);
  std::vector<reports::TrainingRow> rows;
  const std::size_t runs = whole(a.runs, "--runs", 1, 100000),
                    most = whole(a.most_samples, "--max-samples", 8, 1000000);
  const Rational confidence = fraction(a.confidence, "--confidence");
  for (const verify::Text& name : as_texts(a.functions, "--functions")) {
    if (name.text != "and" && name.text != "xor")
      throw DomainError("LC244", expected_words("--functions", name.text, "and or xor"));
    for (const std::size_t s : wholes(a.relevant, "--s", 2, 4)) {
      for (const std::size_t tokens : wholes(a.tokens, "--tokens", 3, 65536)) {
        for (const verify::Text& protocol : as_texts(a.protocols, "--protocols")) {
          if (protocol.text != "fixed" && protocol.text != "fresh")
            throw DomainError("LC244", expected_words("--protocols", protocol.text, "fixed or fresh"));
          TrainingTask task;
          task.function = name.text == "xor" ? LearnedFunction::parity : LearnedFunction::conjunction;
          task.relevant = s;
          task.tokens = tokens;
          task.dimension = whole(a.dimension, "--m", 2, 4096);
          task.batch = whole(a.batch, "--batch", 1, 65536);
          task.most_steps = whole(a.steps, "--steps", 1, 1000000);
          task.step_size = nearest_double(a.step_size, "--step-size");
          task.accuracy = nearest_double(a.accuracy, "--accuracy");
          task.held_out = whole(a.held_out, "--held-out", 100, 1000000);
          task.seed = a.seed;
          validate(task);
          rows.push_back({task, protocol.text == "fixed" ? Protocol::fixed : Protocol::fresh, {}});
        }
      }
    }
  }
  reports::require_writable_directory(a.figures);
  const auto progress = console.progress("experiment", rows.size());
  for (reports::TrainingRow& row : rows) {
    row.outcomes = run_protocol(row.task, row.protocol, runs, most, {});
    progress->advance();
  }
  progress->finish();
  write_tables({{"experiment", training_table(rows, confidence)}}, "capacity", output, console);
  write_figures({reports::training_figure(rows)}, a.figures, output, console);
  return all_as_claimed;
}

}  // namespace lemmacheck::cli
