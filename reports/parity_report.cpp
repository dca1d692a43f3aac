#include "reports/parity_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/probability_column.hpp"
#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {
namespace {

using namespace verify::sparse_xor;
using numerics::Rational;
using numerics::Truth;

template <class Predicate>
long count(const ParityRow& row, const Predicate& predicate) {
  return std::ranges::count_if(row.runs, predicate);
}

std::string title(const ParitySetting& s, const std::string& what) {
  return what + ": d = " + std::to_string(s.positions) + ", m = " + std::to_string(s.dimension) + ", " +
         std::to_string(s.steps) + (s.steps == 1 ? " step" : " steps") + ", first seed " + std::to_string(s.seed);
}

void setting_columns(Table& table) {
  table.add_column({.key = "k", .title = "k"});
  table.add_column({.key = "start", .title = "start", .side = Side::none});
  table.add_column({.key = "eta", .title = "eta"});
}

void add_notes(Table& table, const ParitySetting& setting) {
  table.add_note(
      "Model: k softmax heads, f = -prod a_h, y = -prod of k signs, steps on the exact population gradient of E "
      "(f-y)^2 "
      "(permanents and Rademacher moments; explicit form, this project).");
  table.add_note(
      "Certified for every run, at its sampled binary64 numbers: the position with the largest attention of each head, "
      "and whether the loss is <= " +
      exact_words(setting.epsilon) + "; by enclosures, none of it by rounding.");
}

}  // namespace

Table parity_table(const ParitySetting& setting, std::span<const ParityRow> rows) {
  Table table(title(setting, "Where k heads end on a parity of k positions"), Kind::explicit_form);
  setting_columns(table);
  table.add_column({.key = "runs", .title = "runs"});
  table.add_column({.key = "different", .title = "all different"});
  table.add_column(probability_column());
  table.add_column({.key = "shared", .title = "shared"});
  table.add_column({.key = "outside", .title = "outside"});
  table.add_column({.key = "undecided", .title = "undecided"});
  table.add_column({.key = "small", .title = "small loss"});
  table.add_column(probability_column("small_probability"));
  table.add_column({.key = "bits", .title = "bits, at most"});
  for (const ParityRow& row : rows) {
    const auto outcomes = [&](ParityOutcome outcome) {
      return count(row, [outcome](const ParityRun& run) { return run.outcome == outcome; });
    };
    const auto small = [&](Truth truth) {
      return count(row, [truth](const ParityRun& run) { return run.small_loss == truth; });
    };
    const auto probability = [&](long certain, long undecided) {
      return probability_cell(frequency_of(static_cast<std::size_t>(certain), static_cast<std::size_t>(undecided),
                                           row.runs.size(), setting.confidence));
    };
    const long different = outcomes(ParityOutcome::different), undecided = outcomes(ParityOutcome::undecided);
    const long bits = std::ranges::max_element(row.runs, {}, &ParityRun::bits)->bits;
    table.add_row({Rational(row.heads), std::string(name_of(row.start)), row.step_size, Rational(row.runs.size()),
                   Rational(different), probability(different, undecided), Rational(outcomes(ParityOutcome::shared)),
                   Rational(outcomes(ParityOutcome::outside)), Rational(undecided), Rational(small(Truth::yes)),
                   probability(small(Truth::yes), small(Truth::unknown)), Rational(bits)});
  }
  add_notes(table, setting);
  table.add_note(
      "all different: the k heads look most at the k positions of the parity; shared: two heads at one position; "
      "outside: at k positions, not all of the parity.");
  table.add_note(probability_note("embeddings and start", setting.confidence));
  table.add_note(
      shared_instances_note("Runs with one seed have the same embeddings and, as far as they go, queries in "
                            "every row; all rows"));
  return table;
}

Table parity_run_table(const ParitySetting& setting, std::span<const ParityRow> rows) {
  Table table(title(setting, "Every run of k heads on a parity of k positions"), Kind::explicit_form);
  setting_columns(table);
  table.add_column({.key = "seed", .title = "seed"});
  table.add_column({.key = "outcome", .title = "outcome", .side = Side::none});
  table.add_column({.key = "leading", .title = "largest attention", .unit = "positions", .side = Side::none});
  table.add_column(
      {.key = "loss_before", .title = "loss before", .side = Side::enclosure, .digits = 6, .family = "loss"});
  table.add_column({.key = "loss", .title = "loss after", .side = Side::enclosure, .digits = 6, .family = "loss"});
  table.add_column({.key = "bits", .title = "bits"});
  for (const ParityRow& row : rows) {
    table.start_group();
    for (const ParityRun& run : row.runs) {
      std::string leading;
      for (const auto& position : run.leading)
        leading += (leading.empty() ? "" : " ") + (position ? std::to_string(*position) : "?");
      table.add_row({Rational(row.heads), std::string(name_of(row.start)), row.step_size, Rational(run.seed),
                     std::string(name_of(run.outcome)), leading, run.loss_before, run.loss, Rational(run.bits)});
    }
  }
  add_notes(table, setting);
  return table;
}

std::string parity_instances_json(const ParitySetting& setting, std::span<const ParityRow> rows) {
  using Json = nlohmann::ordered_json;
  const auto numbers = [](std::span<const double> values) {
    Json list = Json::array();
    for (const double x : values) list.push_back(fmt::format("{}", x));
    return list;
  };
  Json all = Json::array();
  std::set<std::pair<std::size_t, ParityStart>> seen;  // rows differ in the step size, too
  for (const ParityRow& row : rows) {
    if (!seen.emplace(row.heads, row.start).second) continue;
    for (const ParityRun& run : row.runs) {
      const ParityInstance instance =
          sample_parity(row.heads, setting.positions, setting.dimension, row.start, run.seed);
      Json entry{{"k", row.heads}, {"start", name_of(row.start)}, {"seed", std::to_string(run.seed)}};
      entry["d"] = setting.positions;
      entry["m"] = setting.dimension;
      entry["support"] = instance.support;
      entry["V"] = Json::array();
      const std::span<const double> embeddings(instance.embeddings);
      for (std::size_t k = 0; k < setting.positions; ++k)
        entry["V"].push_back(numbers(embeddings.subspan(k * setting.dimension, setting.dimension)));
      entry["theta"] = Json::array();
      for (const std::vector<double>& theta : instance.theta) entry["theta"].push_back(numbers(theta));
      all.push_back(std::move(entry));
    }
  }
  return all.dump(1) + "\n";
}

}  // namespace lemmacheck::reports
