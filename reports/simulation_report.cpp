#include "reports/simulation_report.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "numerics/decimal_text.hpp"
#include "reports/json_writer.hpp"
#include "reports/probability_column.hpp"
#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {
namespace {

namespace xor_ = verify::sparse_xor;
using numerics::BigInterval;
using numerics::Precision;
using numerics::Rational;

/// The theorem with the least eta_min of those that cover the step, or some step; null when there is none.
const xor_::CoveredStep* guarantee(const SimulatedPoint& point, const std::optional<Rational>& step_size = {}) {
  return xor_::covering(point.theorems, step_size, point.sample_count());
}

/// Why the theorem says nothing about a step of this point.
std::string no_guarantee(const SimulatedPoint& point, const xor_::CoveredStep& theorem) {
  const std::string where =
      "d = " + std::to_string(point.options.positions) + ", m = " + std::to_string(point.options.dimension);
  if (!theorem.step_size) return "At " + where + " " + theorem.theorem + " does not hold (" + theorem.reason + ").";
  std::string text = "At " + where + " " + theorem.theorem + " covers step sizes from " +
                     numerics::to_decimal_up(*theorem.step_size, {.digits = 4}) + " on";
  if (!theorem.samples.empty()) {
    const auto least = std::ranges::min_element(
        theorem.samples, {}, [](const xor_::NamedBound& route) { return route.value.upper_rational(); });
    text += " with at least " + numerics::to_decimal_up(least->value, {.digits = 4}) + " samples";
  }
  return text + '.';
}

bool with_samples(const std::vector<SimulatedPoint>& points) {
  return std::ranges::any_of(points, [](const auto& p) { return p.options.samples.has_value(); });
}

void add_size_columns(Table& table, const std::vector<SimulatedPoint>& points) {
  table.add_column({.key = "d", .title = {"d", "$d$"}, .digits = 20});
  table.add_column({.key = "m", .title = {"m", "$m$"}, .digits = 20});
  if (with_samples(points)) table.add_column({.key = "n", .title = {"n", "$n$"}, .unit = "samples", .digits = 20});
}

std::vector<Cell> size_cells(const SimulatedPoint& point, bool samples) {
  std::vector<Cell> cells{Rational(point.options.positions), Rational(point.options.dimension)};
  if (samples) cells.push_back(point.options.samples ? Cell(Rational(*point.options.samples)) : Cell("population"));
  return cells;
}

void add_frequency(std::vector<Cell>& row, const xor_::Frequency& frequency) {
  row.insert(row.end(), {Rational(frequency.runs), Rational(frequency.successes), Rational(frequency.failures()),
                         Rational(frequency.undecided), frequency.lower, frequency.upper});
}

/// A number of a distribution: an enclosure, or why there is none.
Cell range_cell(const xor_::Range& range) {
  if (range.lower == HUGE_VAL) return Missing{"no step size works"};
  if (std::isinf(range.lower) || std::isinf(range.upper)) return Missing{"not determined"};
  return BigInterval(numerics::Interval(range.lower, range.upper), Precision(53));
}

/// The largest lower bound on a margin that a theorem gives, with the names of both.
std::string best_bound(const SimulatedPoint& point, std::optional<xor_::NamedBound> xor_::CoveredStep::*margin) {
  const xor_::CoveredStep* best = nullptr;
  for (const xor_::CoveredStep& step : point.theorems)
    if (step.*margin && (!best || (step.*margin)->value.lower_rational() > (best->*margin)->value.lower_rational()))
      best = &step;
  if (!best) return "no bound";
  return (best->*margin)->name + " >= " + numerics::to_decimal_down((best->*margin)->value, {.digits = 4}) + " (" +
         best->theorem + ')';
}

/// The least covered step size: it works, so the smallest that works is at most that.
std::string best_step(const SimulatedPoint& point) {
  const xor_::CoveredStep* best = guarantee(point);
  if (!best) return "no bound";
  return "<= " + numerics::to_decimal_up(*best->step_size, {.digits = 4}) + " (" + best->theorem + ')';
}

nlohmann::ordered_json range_json(double lower, double upper) {
  const auto ends = numerics::to_decimal(BigInterval(numerics::Interval(lower, upper), Precision(53)), {.digits = 17});
  return {{"lo", ends.lo}, {"hi", ends.hi}};
}

nlohmann::ordered_json smallest_step_json(const xor_::SmallestStep& smallest) {
  if (smallest.outcome == xor_::StepSearch::found) return range_json(smallest.fails, smallest.works);
  return smallest.outcome == xor_::StepSearch::none ? "none" : "unknown";
}

nlohmann::ordered_json run_json(const xor_::SimulatedRun& run) {
  nlohmann::ordered_json out{{"seed", std::to_string(run.seed)}};
  out["verdicts"] = nlohmann::ordered_json::array();
  for (const xor_::StepVerdict verdict : run.verdicts) out["verdicts"].push_back(name_of(verdict));
  out["partner_margin"] = range_json(run.margins.partner.lower(), run.margins.partner.upper());
  out["ambient_margin"] = range_json(run.margins.ambient.lower(), run.margins.ambient.upper());
  out["smallest_eta"] = smallest_step_json(run.smallest);
  return out;
}

}  // namespace

std::optional<Rational> SimulatedPoint::sample_count() const {
  if (!options.samples) return std::nullopt;
  return Rational(*options.samples);
}

Table frequency_table(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings) {
  const bool samples = with_samples(points);
  Table table("How often one step specialises the heads", Kind::explicit_form);
  add_size_columns(table, points);
  table.add_column({.key = "eta", .title = {"step size", R"($\eta$)"}, .digits = 20});
  table.add_column({.key = "runs", .title = "runs", .digits = 20});
  table.add_column({.key = "specialised", .title = "specialised", .unit = "runs", .digits = 20});
  table.add_column({.key = "failed", .title = "not", .unit = "runs", .digits = 20});
  table.add_column({.key = "undecided", .title = "undecided", .unit = "runs", .digits = 20});
  table.add_column({.key = "low", .title = "probability", .side = Side::lower});
  table.add_column({.key = "high", .title = "probability", .side = Side::upper});
  table.add_column({.key = "guaranteed", .title = "guaranteed", .side = Side::lower});
  table.add_column({.key = "theorem", .title = "by", .side = Side::none});
  std::vector<std::string> reasons, foundations;
  const auto add_guarantee = [&](std::vector<Cell>& row, const xor_::CoveredStep* theorem) {
    row.push_back(theorem ? Cell(Rational(1) - settings.failure) : Cell("no guarantee"));
    row.emplace_back(theorem ? theorem->theorem : "-");
    if (theorem && std::ranges::find(foundations, theorem->theorem) == foundations.end())
      foundations.push_back(theorem->theorem);
    return theorem != nullptr;
  };
  for (const SimulatedPoint& point : points) {
    table.start_group();
    bool all_covered = true;
    for (std::size_t i = 0; i < point.options.step_sizes.size(); ++i) {
      const Rational& eta = point.options.step_sizes[i];
      std::vector<Cell> row = size_cells(point, samples);
      row.push_back(eta);
      add_frequency(row, xor_::frequency_at(point.runs, i, settings.confidence));
      all_covered = add_guarantee(row, guarantee(point, eta)) && all_covered;
      table.add_row(std::move(row));
    }
    std::vector<Cell> any = size_cells(point, samples);
    any.push_back("some");
    add_frequency(any, xor_::frequency_of_any_step(point.runs, settings.confidence));
    add_guarantee(any, guarantee(point));
    table.add_row(std::move(any));
    for (const xor_::CoveredStep& theorem : point.theorems) {
      const std::string reason = no_guarantee(point, theorem);
      if (!all_covered && std::ranges::find(reasons, reason) == reasons.end()) reasons.push_back(reason);
    }
  }
  table.add_note(
      "Every verdict is certified; specialised: attention >= 1 - sqrt(eps)/4 of the heads on different "
      "support positions after the step, eps = " +
      exact_words(settings.epsilon) + ". Step size \"some\": a step size exists with which it is.");
  table.add_note("Probability: Clopper-Pearson limits at confidence " + exact_words(settings.confidence) +
                 " for independent instances; undecided runs count against either limit.");
  table.add_note(shared_instances_note("Rows that differ in the step size only"));
  table.add_note("Guaranteed: 1 - delta, delta = " + exact_words(settings.failure) +
                 ", where a theorem covers the step; of several the one that covers the smallest step sizes.");
  for (const std::string& reason : reasons) table.add_note(reason);
  if (std::ranges::any_of(reasons, [](const std::string& r) { return r.find("(fails: ") != std::string::npos; }))
    table.add_note(
        "Names after \"fails\" are conditions in the theorem's file (lemmacheck evaluate shows them); one with a point "
        "in "
        "it is a condition of the theorem that the file builds on.");
  for (const std::string& id : foundations) table.add_note(foundation_words(id));
  return table;
}

Table distribution_table(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings) {
  const bool samples = with_samples(points);
  Table table("Margins and smallest step sizes over the runs", Kind::explicit_form);
  add_size_columns(table, points);
  table.add_column({.key = "what", .title = "what", .side = Side::none});
  for (const char* name : {"least", "quartile", "median", "upper-quartile", "largest"})
    table.add_column({.key = name, .title = name, .side = Side::enclosure, .family = "numbers"});
  table.add_column({.key = "theorem", .title = "theorem", .side = Side::none});
  std::vector<std::string> reasons;
  for (const SimulatedPoint& point : points) {
    table.start_group();
    const auto add = [&](const std::string& what, const std::vector<xor_::Range>& numbers, const std::string& bound) {
      std::vector<Cell> row = size_cells(point, samples);
      row.emplace_back(what);
      for (const xor_::Range& number : xor_::five_numbers(numbers)) row.push_back(range_cell(number));
      row.emplace_back(bound);
      table.add_row(std::move(row));
    };
    add("margin to the support partner", xor_::partner_margins(point.runs),
        best_bound(point, &xor_::CoveredStep::partner_margin));
    add("margin to the ambient positions", xor_::ambient_margins(point.runs),
        best_bound(point, &xor_::CoveredStep::ambient_margin));
    add("smallest step size", xor_::smallest_steps(point.runs), best_step(point));
  }
  table.add_note(
      "Margins: alignment -v.gradient/2 of a head's own position minus that of the other support position, or "
      "of the largest ambient one; the worse head counts. Own: of the two support positions, for head 1 the one with "
      "the "
      "larger score before the step, for head 2 the other. Heads that swap their own positions specialise, too: such "
      "runs have a negative margin to the support partner.");
  table.add_note(
      "Quartiles are order statistics of the runs, certified like the runs themselves; the bounds of one theorem "
      "hold together with probability at least 1 - delta, delta = " +
      exact_words(settings.failure) + ".");
  return table;
}

std::string simulation_json(const std::vector<SimulatedPoint>& points, const std::vector<NamedTable>& tables) {
  using Json = nlohmann::ordered_json;
  Json out = Json::object();
  for (const NamedTable& table : tables) out[table.name] = Json::parse(write_json(table.table));
  out["points"] = Json::array();
  for (const SimulatedPoint& point : points) {
    Json entry{{"d", point.options.positions}, {"m", point.options.dimension}};
    entry["samples"] = point.options.samples ? Json(std::to_string(*point.options.samples)) : Json(nullptr);
    entry["eta"] = Json::array();
    for (const Rational& eta : point.options.step_sizes) entry["eta"].push_back(eta.to_string());
    entry["runs"] = Json::array();
    for (std::size_t r = 0; r < point.runs.size(); ++r) {
      entry["runs"].push_back(run_json(point.runs[r]));
      if (!point.population.empty())
        entry["runs"].back()["population_smallest_eta"] = smallest_step_json(point.population[r].smallest);
    }
    out["points"].push_back(std::move(entry));
  }
  return out.dump(1) + "\n";
}

bool contradicts_theorem(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings) {
  const BigInterval guaranteed(Rational(1) - settings.failure, Precision(64));
  for (const SimulatedPoint& point : points) {
    for (std::size_t i = 0; i < point.options.step_sizes.size(); ++i) {
      if (guarantee(point, point.options.step_sizes[i]) &&
          less(xor_::frequency_at(point.runs, i, settings.confidence).upper, guaranteed) == numerics::Truth::yes)
        return true;
    }
  }
  return false;
}

bool has_undecided(const std::vector<SimulatedPoint>& points) {
  return std::ranges::any_of(points, [](const SimulatedPoint& point) {
    return std::ranges::any_of(point.runs, [](const xor_::SimulatedRun& run) {
      return std::ranges::find(run.verdicts, xor_::StepVerdict::undecided) != run.verdicts.end();
    });
  });
}

}  // namespace lemmacheck::reports
