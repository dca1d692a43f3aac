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

/// "2650": an estimate has no more.
std::string three_digits(double x) { return exact_words(Rational::parse(fmt::format("{:.2e}", x))); }

std::string fitted_words(const xor_::ExponentFit& fit) {
  if (!fit.reason.empty()) return "none";
  const auto end = [](double x) { return std::isfinite(x) ? fmt::format("{:.2f}", x) : std::string("unbounded"); };
  return fmt::format("{:.2f} ({} to {})", fit.gamma, end(fit.lower), end(fit.upper));
}

/// One way to a sample size: number `route` of the corollary number `corollary`.
struct Route {
  std::size_t corollary, route;
  const BigInterval* at(const std::vector<xor_::CoveredStep>& corollaries) const {
    const auto& samples = corollaries[corollary].samples;
    return samples.empty() ? nullptr : &samples[route].value;
  }
};

Cell route_cell(const std::vector<xor_::CoveredStep>& corollaries, const Route& route) {
  if (const BigInterval* samples = route.at(corollaries)) return *samples;
  return Missing{corollaries[route.corollary].theorem + ' ' + corollaries[route.corollary].reason};
}

/// log(n'/n) / log(d'/d) between the ends of the grid.
Cell route_exponent(const Corollaries& corollaries, const Route& route) {
  const auto& [least_d, least] = *corollaries.begin();
  const auto& [largest_d, largest] = *corollaries.rbegin();
  const BigInterval *first = route.at(*least), *last = route.at(*largest);
  if (!first || !last) return Missing{(*least)[route.corollary].theorem + " does not hold at both ends of the grid"};
  const Precision precision(128);
  return log(*last / *first) / log(BigInterval(largest_d, precision) / BigInterval(least_d, precision));
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

Table growth_table(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings) {
  Corollaries corollaries;
  std::vector<xor_::SuccessCount> counts;
  require_growth_grid(points);
  for (const SimulatedPoint& point : points) {
    if (!point.options.samples) continue;
    const auto d = static_cast<double>(point.options.positions);
    const auto n = static_cast<double>(*point.options.samples);
    corollaries[point.options.positions] = &point.theorems;
    const xor_::Frequency frequency = xor_::frequency_of_any_step(point.runs, settings.confidence);
    counts.push_back({d, n, frequency.runs, frequency.successes});
  }
  const xor_::ExponentFit fit = xor_::fit_exponent(counts, settings.confidence);
  Table table("Samples that are needed, and how they grow with d", Kind::explicit_form);
  table.add_column({.key = "d", .title = {"d", "$d$"}, .digits = 20});
  table.add_column({.key = "fitted", .title = "half succeed (fitted)", .unit = "samples", .side = Side::none});
  std::vector<Route> routes;
  const auto& theorems = *corollaries.begin()->second;
  for (std::size_t i = 0; i < theorems.size(); ++i) {
    const auto& known = xor_::step_theorem(theorems[i].theorem).routes;
    for (std::size_t j = 0; j < known.size(); ++j) {
      routes.push_back({i, j});
      table.add_column({.key = theorems[i].theorem + '.' + known[j].conclusion,
                        .title = theorems[i].theorem + ", " + known[j].words,
                        .unit = "samples",
                        .side = Side::enclosure});
    }
  }
  for (const auto& [d, at] : corollaries) {
    std::vector<Cell> row{Rational(d)};
    row.emplace_back(fit.reason.empty() ? three_digits(fit.half_point(static_cast<double>(d))) : "none");
    for (const Route& route : routes) row.push_back(route_cell(*at, route));
    table.add_row(std::move(row));
  }
  table.start_group();
  std::vector<Cell> exponents{"exponent", fitted_words(fit)};
  for (const Route& route : routes) exponents.push_back(route_exponent(corollaries, route));
  table.add_row(std::move(exponents));
  table.add_note(
      "Fitted: a statistic, not certified. Logistic regression of success (some step size works) on log n and "
      "log d by maximum likelihood; the interval is that of profile likelihood at confidence " +
      exact_words(settings.confidence) + "." + (fit.reason.empty() ? "" : " None: " + fit.reason + "."));
  table.add_note("Routes at delta = " + exact_words(settings.failure) +
                 ": Hoeffding from the universal range or from that of the instance, Bernstein from the variance. "
                 "Exponent: the slope of log n over log d between the ends of the grid, certified.");
  return table;
}

}  // namespace lemmacheck::reports
