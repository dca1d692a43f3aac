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

/// What the corollary says, by d.
using Routes = std::map<std::size_t, const xor_::CoveredSamples*>;

/// "2650": an estimate has no more.
std::string three_digits(double x) { return exact_words(Rational::parse(fmt::format("{:.2e}", x))); }

std::string fitted_words(const xor_::ExponentFit& fit) {
  if (!fit.reason.empty()) return "none";
  const auto end = [](double x) { return std::isfinite(x) ? fmt::format("{:.2f}", x) : std::string("unbounded"); };
  return fmt::format("{:.2f} ({} to {})", fit.gamma, end(fit.lower), end(fit.upper));
}

Cell route_cell(const xor_::CoveredSamples& corollary, std::size_t route) {
  if (!corollary.step_size) return Missing{"corollary-3 " + corollary.reason};
  return corollary.samples[route]->value;
}

/// log(n'/n) / log(d'/d) between the ends of the grid.
Cell route_exponent(const Routes& routes, std::size_t route) {
  const auto& [least_d, least] = *routes.begin();
  const auto& [largest_d, largest] = *routes.rbegin();
  if (!least->step_size || !largest->step_size) return Missing{"corollary-3 does not hold at both ends of the grid"};
  const Precision precision(128);
  return log(largest->samples[route]->value / least->samples[route]->value) /
         log(BigInterval(largest_d, precision) / BigInterval(least_d, precision));
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
  Routes routes;
  std::vector<xor_::SuccessCount> counts;
  require_growth_grid(points);
  for (const SimulatedPoint& point : points) {
    if (!point.options.samples) continue;
    const auto d = static_cast<double>(point.options.positions);
    const auto n = static_cast<double>(*point.options.samples);
    routes[point.options.positions] = &point.sampled;
    const xor_::Frequency frequency = xor_::frequency_of_any_step(point.runs, settings.confidence);
    counts.push_back({d, n, frequency.runs, frequency.successes});
  }
  const xor_::ExponentFit fit = xor_::fit_exponent(counts, settings.confidence);
  Table table("Samples that are needed, and how they grow with d", Kind::explicit_form);
  table.add_column({.key = "d", .title = {"d", "$d$"}, .digits = 20});
  table.add_column({.key = "fitted", .title = "half succeed (fitted)", .unit = "samples", .side = Side::none});
  const std::array<const char*, 3> titles = {"universal", "range", "variance"};
  for (const char* title : titles)
    table.add_column({.key = title, .title = title, .unit = "samples", .side = Side::enclosure});
  for (const auto& [d, corollary] : routes) {
    std::vector<Cell> row{Rational(d)};
    row.emplace_back(fit.reason.empty() ? three_digits(fit.half_point(static_cast<double>(d))) : "none");
    for (std::size_t route = 0; route < 3; ++route) row.push_back(route_cell(*corollary, route));
    table.add_row(std::move(row));
  }
  table.start_group();
  std::vector<Cell> exponents{"exponent", fitted_words(fit)};
  for (std::size_t route = 0; route < 3; ++route) exponents.push_back(route_exponent(routes, route));
  table.add_row(std::move(exponents));
  table.add_note(
      "Fitted: a statistic, not certified. Logistic regression of success (some step size works) on log n and "
      "log d by maximum likelihood; the interval is that of profile likelihood at confidence " +
      exact_words(settings.confidence) + "." + (fit.reason.empty() ? "" : " None: " + fit.reason + "."));
  table.add_note("Routes of corollary-3 at delta = " + exact_words(settings.failure) +
                 ": Hoeffding from the universal range, Hoeffding, Bernstein from the variance. Exponent: the slope of "
                 "log n over log d between the ends of the grid, certified.");
  return table;
}

}  // namespace lemmacheck::reports
