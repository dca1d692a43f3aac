#include "reports/growth_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "numerics/error.hpp"
#include "reports/theorem_words.hpp"
#include "verify/sparse_xor/exponent_fit.hpp"

namespace lemmacheck::reports {
namespace {

namespace xor_ = verify::sparse_xor;
using numerics::BigInterval;
using numerics::Precision;
using numerics::Rational;

/// What the corollaries say, by d.
using Corollaries = std::map<std::size_t, const std::vector<xor_::CoveredStep>*>;

/// A curve that fits has a p-value below this in one of a hundred simulations.
constexpr double least_p_value = 0.01;

/// "2650": an estimate has no more.
std::string three_digits(double x) { return exact_words(Rational::parse(fmt::format("{:.2e}", x))); }

/// What was sampled at one d, and how often the population step works on the same instances.
struct SampledPositions {
  std::size_t instances = 0, population_works = 0;
  std::uint64_t least = 0, largest = 0;
  bool within(double n) const { return n >= static_cast<double>(least) && n <= static_cast<double>(largest); }
};
using Grid = std::map<std::size_t, SampledPositions>;

bool works(const xor_::SimulatedRun& run) { return run.smallest.outcome == xor_::StepSearch::found; }

/// Successes among the instances of one point on which the population step certainly works.
xor_::SuccessCount count_of(const SimulatedPoint& point) {
  xor_::SuccessCount count{static_cast<double>(point.options.positions), static_cast<double>(*point.options.samples)};
  for (std::size_t r = 0; r < point.population.size(); ++r) {
    if (!works(point.population[r])) continue;
    ++count.runs;
    if (works(point.runs[r])) ++count.successes;
  }
  return count;
}

void add_to(Grid& grid, const SimulatedPoint& point, std::size_t population_works) {
  const std::uint64_t n = *point.options.samples;
  const auto [at, is_new] = grid.try_emplace(point.options.positions, SampledPositions{0, 0, n, n});
  SampledPositions& sampled = at->second;
  sampled.instances += point.population.size();
  sampled.population_works += population_works;
  sampled.least = std::min(sampled.least, n);
  sampled.largest = std::max(sampled.largest, n);
}

/// "64, 128": where the half point lies outside of the sampled n.
std::string extrapolated_positions(const xor_::ExponentFit& fit, const Grid& grid) {
  std::string list;
  for (const auto& [d, sampled] : grid)
    if (!sampled.within(fit.half_point(static_cast<double>(d)))) list += (list.empty() ? "" : ", ") + std::to_string(d);
  return list;
}

/// What of a fit is fit to print.
struct Judgement {
  bool exponent = false, limits = false;
  std::string status;
};

Judgement judge(const xor_::ExponentFit& fit, const Grid& grid) {
  if (!fit.reason.empty()) return {.status = "none: " + fit.reason};
  if (const std::string outside = extrapolated_positions(fit, grid); !outside.empty())
    return {.status = "none: the half point lies outside of the sampled n at d = " + outside};
  if (fit.degrees_of_freedom == 0)
    return {.exponent = true, .status = "no interval: too few points to check the curve"};
  if (fit.p_value < least_p_value)
    return {.exponent = true, .status = "no interval: the curve does not fit the counts (p < 0.01)"};
  return {.exponent = true, .limits = true, .status = "fits"};
}

Table half_point_table(const xor_::ExponentFit& fit, const Grid& grid) {
  Table table("Fitted, a statistic and not certified: samples with which half of the ceiling succeeds");
  table.add_column({.key = "d", .title = {"d", "$d$"}, .digits = 20});
  table.add_column({.key = "instances", .title = "instances", .unit = "runs", .digits = 20});
  table.add_column({.key = "ceiling", .title = "ceiling: population step works", .unit = "runs", .digits = 20});
  table.add_column({.key = "least_n", .title = "least n", .unit = "samples", .digits = 20});
  table.add_column({.key = "largest_n", .title = "largest n", .unit = "samples", .digits = 20});
  table.add_column({.key = "half", .title = "half succeed (fitted)", .unit = "samples", .side = Side::none});
  table.add_column({.key = "place", .title = "within the sampled n", .side = Side::none});
  for (const auto& [d, sampled] : grid) {
    std::vector<Cell> row{Rational(d), Rational(sampled.instances), Rational(sampled.population_works),
                          Rational(sampled.least), Rational(sampled.largest)};
    if (fit.reason.empty()) {
      const double half = fit.half_point(static_cast<double>(d));
      row.emplace_back(three_digits(half));
      row.emplace_back(sampled.within(half) ? "yes" : "extrapolated");
    } else {
      row.insert(row.end(), {Missing{fit.reason}, "-"});
    }
    table.add_row(std::move(row));
  }
  table.add_note(
      "Ceiling: the instances of the rows above on which the step on the population gradient (n = infinity) certainly "
      "works for some step size. Half of these, not of all instances, succeed with so many samples by the fitted "
      "curve.");
  return table;
}

/// The slope of d^2 (1 + m/d) over log d between the ends of the grid.
double expected_exponent(const Grid& grid, std::size_t dimension) {
  const auto m = static_cast<double>(dimension);
  const auto first = static_cast<double>(grid.begin()->first), last = static_cast<double>(grid.rbegin()->first);
  return 2.0 + std::log((1.0 + m / last) / (1.0 + m / first)) / std::log(last / first);
}

Table exponent_table(const xor_::ExponentFit& fit, const Grid& grid, std::size_t dimension,
                     const SimulationSettings& settings) {
  Table table("Fitted, a statistic and not certified: the exponent of n in d");
  for (const auto& [key, title] : {std::pair{"exponent", "exponent (fitted)"},
                                   {"lower", "lower limit"},
                                   {"upper", "upper limit"},
                                   {"confidence", "confidence"},
                                   {"deviance", "deviance"},
                                   {"df", "degrees of freedom"},
                                   {"p", "p-value"},
                                   {"status", "status"}})
    table.add_column({.key = key, .title = title, .side = Side::none});
  const Judgement judgement = judge(fit, grid);
  const auto number = [](bool shown, double x) { return shown ? Cell(fmt::format("{:.2f}", x)) : Cell(Missing{}); };
  const bool estimated = fit.reason.empty(), tested = estimated && fit.degrees_of_freedom > 0;
  table.add_row({number(judgement.exponent, fit.gamma), number(judgement.limits, fit.lower),
                 number(judgement.limits, fit.upper), exact_words(settings.confidence), number(estimated, fit.deviance),
                 estimated ? Cell(std::to_string(fit.degrees_of_freedom)) : Cell(Missing{}),
                 tested ? Cell(fmt::format("{:.2g}", fit.p_value)) : Cell(Missing{}), judgement.status});
  table.add_note(
      "P(the step works with n samples, if the population step works) = exp(-exp(-u)), u = alpha + beta (log n - "
      "exponent log d), by maximum likelihood; limits of profile likelihood. Undecided runs count as not working.");
  table.add_note(
      "p-value: of the deviance by the chi-square approximation, which is statistical, not certified. Below 0.01 the "
      "curve is said not to fit, and the interval is refused. A half point outside of the sampled n is extrapolated, "
      "and "
      "the exponent is refused: choose --samples around it.");
  table.add_note(fmt::format(
      "At fixed m the variance of one sample's gradient suggests n ~ d^2 (1 + m/d), up to logarithms: an exponent of "
      "about {:.2f} between d = {} and {} at m = {}. An exponent below 2 at d comparable to m is no evidence for a "
      "better rate.",
      expected_exponent(grid, dimension), grid.begin()->first, grid.rbegin()->first, dimension));
  return table;
}

/// The column of a route: those of both corollaries by the same quantity share it.
std::string route_key(const xor_::SampleRoute& route) {
  std::string key = route.words;
  std::ranges::replace(key, ' ', '_');
  return key;
}

/// Where a corollary has a route, its sample sizes there.
const BigInterval* samples_of(const xor_::CoveredStep& corollary, const std::string& key) {
  const auto& routes = xor_::step_theorem(corollary.theorem).routes;
  const auto at = std::ranges::find(routes, key, route_key);
  if (at == routes.end() || corollary.samples.empty()) return nullptr;
  return &corollary.samples[static_cast<std::size_t>(at - routes.begin())].value;
}

bool has_route(const xor_::CoveredStep& corollary, const std::string& key) {
  const auto& routes = xor_::step_theorem(corollary.theorem).routes;
  return std::ranges::find(routes, key, route_key) != routes.end();
}

/// log(n'/n) / log(d'/d) between the ends of the grid.
BigInterval slope(const BigInterval& first, const BigInterval& last, std::size_t least_d, std::size_t largest_d) {
  const Precision precision(128);
  return log(last / first) / log(BigInterval(largest_d, precision) / BigInterval(least_d, precision));
}

}  // namespace

void require_growth_grid(const std::vector<SimulatedPoint>& points) {
  std::map<std::size_t, std::set<std::uint64_t>> grid;
  for (const SimulatedPoint& point : points) {
    if (point.options.samples) grid[point.options.positions].insert(*point.options.samples);
  }
  if (grid.size() < 2 || std::ranges::all_of(grid, [](const auto& row) { return row.second.size() < 2; }))
    throw numerics::DomainError("LC623", "--exponent: needs at least two values of --d and two of --samples");
}

GrowthFit growth_fit(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings) {
  require_growth_grid(points);
  Grid grid;
  std::vector<xor_::SuccessCount> counts;
  for (const SimulatedPoint& point : points) {
    if (!point.options.samples) continue;
    counts.push_back(count_of(point));
    add_to(grid, point, counts.back().runs);
  }
  const xor_::ExponentFit fit = xor_::fit_exponent(counts, settings.confidence);
  return {half_point_table(fit, grid), exponent_table(fit, grid, points.front().options.dimension, settings)};
}

Table growth_table(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings) {
  require_growth_grid(points);
  Corollaries corollaries;
  for (const SimulatedPoint& point : points)
    if (point.options.samples) corollaries[point.options.positions] = &point.theorems;
  Table table("Samples that suffice by the routes of the corollaries, and how they grow with d", Kind::explicit_form);
  table.add_column({.key = "d", .title = {"d", "$d$"}, .digits = 20});
  table.add_column({.key = "theorem", .title = "theorem", .side = Side::none});
  const auto& [least_d, least] = *corollaries.begin();
  const auto& [largest_d, largest] = *corollaries.rbegin();
  std::vector<std::string> keys;
  for (const xor_::CoveredStep& corollary : *least) {
    for (const xor_::SampleRoute& route : xor_::step_theorem(corollary.theorem).routes) {
      if (std::ranges::find(keys, route_key(route)) != keys.end()) continue;
      keys.push_back(route_key(route));
      table.add_column({.key = keys.back(), .title = route.words, .unit = "samples", .side = Side::enclosure});
    }
  }
  table.add_column({.key = "reason", .title = "why there is no number", .side = Side::none});
  const auto add = [&](Cell head, const xor_::CoveredStep& corollary, const std::string& reason, const auto& value) {
    std::vector<Cell> row{std::move(head), corollary.theorem};
    for (const std::string& key : keys)
      row.push_back(!has_route(corollary, key) ? Cell("no such route")
                    : !reason.empty()          ? Cell(Missing{})
                                               : value(key));
    row.emplace_back(reason.empty() ? "-" : reason);
    table.add_row(std::move(row));
  };
  for (const auto& [d, at] : corollaries) {
    table.start_group();
    for (const xor_::CoveredStep& corollary : *at)
      add(Rational(d), corollary, corollary.samples.empty() ? corollary.reason : "",
          [&](const std::string& key) { return Cell(*samples_of(corollary, key)); });
  }
  table.start_group();
  for (std::size_t i = 0; i < least->size(); ++i) {
    const xor_::CoveredStep &first = (*least)[i], &last = (*largest)[i];
    const bool both = !first.samples.empty() && !last.samples.empty();
    add("exponent", first, both ? "" : "does not hold at both ends of the grid", [&](const std::string& key) {
      return Cell(slope(*samples_of(first, key), *samples_of(last, key), least_d, largest_d));
    });
  }
  table.add_note("Routes at delta = " + exact_words(settings.failure) +
                 ": Hoeffding from the universal range or from that of the instance, Bernstein from the variance. "
                 "Exponent: the slope of log n over log d between the ends of the grid, certified.");
  return table;
}

}  // namespace lemmacheck::reports
