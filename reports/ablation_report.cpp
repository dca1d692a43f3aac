#include "reports/ablation_report.hpp"

#include <algorithm>
#include <cmath>

#include "reports/probability_column.hpp"
#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {
namespace {

using namespace verify::sparse_xor;
using numerics::BigInterval;
using numerics::Precision;
using numerics::Rational;

std::string title(const AblationSetting& s, const std::string& what) {
  return what + ": d = " + std::to_string(s.positions) + ", m = " + std::to_string(s.dimension) + ", " +
         std::to_string(s.steps) + (s.steps == 1 ? " step" : " steps") + ", first seed " + std::to_string(s.seed);
}

void attention_columns(Table& table) {
  table.add_column({.key = "attention", .title = "attention", .side = Side::none});
  table.add_column({.key = "scale", .title = "scale", .side = Side::none});
}

std::vector<Cell> attention_cells(const AblatedAttention& row) {
  return {Phrase(std::string(name_of(row.kind))), Phrase(std::string(name_of(row.scale)))};
}

void append(std::vector<Cell>& cells, std::initializer_list<Cell> more) {
  cells.insert(cells.end(), more.begin(), more.end());
}

Cell range_cell(const Range& range) {
  if (std::isinf(range.lower) || std::isinf(range.upper)) return Missing{"no bound was found"};
  return BigInterval(numerics::Interval(range.lower, range.upper), Precision(53));
}

Cell loss_cell(const BigInterval& loss) {
  if (!loss.is_bounded()) return Missing{"the numbers left every bound within the steps"};
  return loss;
}

std::vector<Range> losses_at(const AblatedAttention& row, std::size_t index) {
  std::vector<Range> losses;
  for (const AblatedInstance& run : row.runs)
    losses.push_back({run.at[index].loss.lower_double(), run.at[index].loss.upper_double()});
  return losses;
}

std::vector<Range> best_losses(const AblatedAttention& row) {
  std::vector<Range> losses;
  for (const AblatedInstance& run : row.runs) losses.push_back(best_step(run).loss);
  return losses;
}

Range median(const std::vector<Range>& losses) { return five_numbers(losses)[2]; }

void outcome_columns(Table& table) {
  table.add_column({.key = "runs", .title = "runs", .digits = 20});
  table.add_column({.key = "specialised", .title = "specialised", .unit = "runs", .digits = 20});
  table.add_column(probability_column());
  table.add_column({.key = "collapsed", .title = "collapsed", .unit = "runs", .digits = 20});
  table.add_column({.key = "neither", .title = "neither", .unit = "runs", .digits = 20});
  table.add_column({.key = "undecided", .title = "undecided", .unit = "runs", .digits = 20});
}

/// `frequency` of an outcome.
template <class Function>
void append_outcomes(std::vector<Cell>& cells, const Function& frequency) {
  const Frequency specialised = frequency(AblationOutcome::specialised);
  append(cells, {Rational(specialised.runs), Rational(specialised.successes), probability_cell(specialised),
                 Rational(frequency(AblationOutcome::collapsed).successes),
                 Rational(frequency(AblationOutcome::neither).successes), Rational(specialised.undecided)});
}

void outcome_notes(Table& table, const AblationSetting& setting) {
  table.add_note(
      "Specialised: the largest |attention| of the heads is on the two positions of the support, one each. Collapsed: "
      "on the same position. Certified for every run, at its sampled binary64 numbers and the exact step size, by "
      "enclosures through all steps.");
  table.add_note(
      "Linear and erf attention are odd: from theta~ = -theta the heads keep the same |attention|, so they are "
      "collapsed "
      "for every step size and number of steps, and the loss is at least 1/2 (explicit form, this project).");
  table.add_note(probability_note("embeddings and start", setting.confidence));
  table.add_note(
      shared_instances_note("Every attention and step size starts from the same embeddings and queries; all rows"));
}

std::string grid_words(const AblationSetting& setting) {
  return std::to_string(setting.step_sizes.size()) + " step sizes from " + exact_words(setting.step_sizes.front()) +
         " to " + exact_words(setting.step_sizes.back());
}

}  // namespace

Table ablation_table(const AblationSetting& setting, std::span<const AblatedAttention> rows) {
  Table table(title(setting, "Softmax, linear and erf attention at the best step size"), Kind::explicit_form);
  attention_columns(table);
  outcome_columns(table);
  table.add_column({.key = "some", .title = "specialised at some step size", .unit = "runs", .digits = 20});
  table.add_column(probability_column("some_probability"));
  table.add_column({.key = "least_loss", .title = "least loss", .side = Side::enclosure, .family = "loss"});
  table.add_column({.key = "median_loss", .title = "median loss", .side = Side::enclosure, .family = "loss"});
  table.add_column({.key = "largest_loss", .title = "largest loss", .side = Side::enclosure, .family = "loss"});
  for (const AblatedAttention& row : rows) {
    std::vector<Cell> cells = attention_cells(row);
    append_outcomes(cells,
                    [&](AblationOutcome outcome) { return frequency_at_best(row.runs, outcome, setting.confidence); });
    const Frequency some = frequency_at_some(row.runs, AblationOutcome::specialised, setting.confidence);
    const auto losses = five_numbers(best_losses(row));
    append(cells, {Rational(some.successes), probability_cell(some), range_cell(losses[0]), range_cell(losses[2]),
                   range_cell(losses[4])});
    table.add_row(std::move(cells));
  }
  outcome_notes(table, setting);
  table.add_note("Best: the step size of the smallest loss E (f-y)^2 of each run, of " + grid_words(setting) +
                 "; where several may have it and their outcomes differ, the run is undecided. Least, median and "
                 "largest loss over the runs are order statistics of enclosures.");
  return table;
}

Table ablation_grid_table(const AblationSetting& setting, std::span<const AblatedAttention> rows) {
  Table table(title(setting, "Fraction of specialised runs against the step size"), Kind::explicit_form);
  attention_columns(table);
  table.add_column({.key = "eta", .title = {"step size", R"($\eta$)"}, .digits = 20});
  outcome_columns(table);
  table.add_column({.key = "fraction", .title = "fraction specialised", .side = Side::enclosure});
  table.add_column({.key = "median_loss", .title = "median loss", .side = Side::enclosure, .family = "loss"});
  for (const AblatedAttention& row : rows) {
    table.start_group();
    for (std::size_t i = 0; i < setting.step_sizes.size(); ++i) {
      std::vector<Cell> cells = attention_cells(row);
      cells.emplace_back(setting.step_sizes[i]);
      const auto frequency = [&](AblationOutcome outcome) {
        return frequency_at(row.runs, i, outcome, setting.confidence);
      };
      append_outcomes(cells, frequency);
      const Frequency f = frequency(AblationOutcome::specialised);
      const auto share = [&](std::size_t count) {
        return Rational(static_cast<long long>(count), static_cast<long long>(f.runs));
      };
      append(cells, {BigInterval(share(f.successes), share(f.successes + f.undecided), Precision(64)),
                     range_cell(median(losses_at(row, i)))});
      table.add_row(std::move(cells));
    }
  }
  outcome_notes(table, setting);
  return table;
}

Table ablation_step_table(const AblationSetting& setting, std::span<const AblatedAttention> rows) {
  Table table(title(setting, "Attention and loss against steps, one instance"), Kind::explicit_form);
  attention_columns(table);
  table.add_column({.key = "eta", .title = {"step size", R"($\eta$)"}, .digits = 20});
  table.add_column({.key = "step", .title = "step", .digits = 20});
  for (const char* head : {"1", "2"}) {
    const std::string key = std::string("head_") + head, words = std::string("head ") + head;
    table.add_column({.key = key + "_i", .title = words + " on i*", .side = Side::enclosure, .family = "attention"});
    table.add_column({.key = key + "_j", .title = words + " on j*", .side = Side::enclosure, .family = "attention"});
    table.add_column(
        {.key = key + "_other", .title = words + " largest other", .side = Side::enclosure, .family = "attention"});
  }
  table.add_column({.key = "loss", .title = "loss", .side = Side::enclosure, .digits = 6, .family = "loss"});
  for (const AblatedAttention& row : rows) {
    table.start_group();
    const Rational& eta = setting.step_sizes.at(best_step(row.runs.front()).index);
    for (std::size_t t = 0; t < row.first.trajectory.size(); ++t) {
      const AblationPoint& point = row.first.trajectory[t];
      std::vector<Cell> cells = attention_cells(row);
      append(cells, {eta, Rational(t)});
      for (const auto& head : point.attention)
        for (const BigInterval& height : head) cells.emplace_back(height);
      cells.push_back(loss_cell(point.loss));
      table.add_row(std::move(cells));
    }
  }
  table.add_note(
      "Absolute values of the attention of each head on the two positions of the support, i* = 0 and j* = 1, and the "
      "largest on all others; the instance with the first seed, at its step size of the smallest loss. Enclosures.");
  return table;
}

Table ablation_run_table(const AblationSetting& setting, std::span<const AblatedAttention> rows) {
  Table table(title(setting, "Every run at its best step size"), Kind::explicit_form);
  attention_columns(table);
  table.add_column({.key = "seed", .title = "seed", .digits = 20});
  table.add_column({.key = "eta", .title = {"best step size", R"(best $\eta$)"}, .digits = 20});
  table.add_column({.key = "outcome", .title = "outcome", .side = Side::none});
  table.add_column({.key = "leading", .title = "largest attention", .unit = "positions", .side = Side::none});
  table.add_column({.key = "loss", .title = "loss", .side = Side::enclosure, .digits = 6, .family = "loss"});
  table.add_column(
      {.key = "least", .title = "smallest loss of the grid", .side = Side::enclosure, .digits = 6, .family = "loss"});
  table.add_column({.key = "bits", .title = "bits, at most", .digits = 20});
  for (const AblatedAttention& row : rows) {
    table.start_group();
    for (const AblatedInstance& run : row.runs) {
      const BestStep best = best_step(run);
      const AblationRun& at = run.at[best.index];
      std::string leading;
      for (const auto& position : at.leading)
        leading += (leading.empty() ? "" : " ") + (position ? std::to_string(*position) : "?");
      std::vector<Cell> cells = attention_cells(row);
      append(cells, {Rational(run.seed), setting.step_sizes.at(best.index), Phrase(std::string(name_of(best.outcome))),
                     Phrase(leading), loss_cell(at.loss), range_cell(best.loss),
                     Rational(std::ranges::max_element(run.at, {}, &AblationRun::bits)->bits)});
      table.add_row(std::move(cells));
    }
  }
  outcome_notes(table, setting);
  return table;
}

}  // namespace lemmacheck::reports
