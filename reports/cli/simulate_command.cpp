// simulate: many certified instances at one point or several.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "numerics/decimal_text.hpp"
#include "numerics/error.hpp"
#include "reports/cli/commands.hpp"
#include "reports/cli/number_argument.hpp"
#include "reports/cli/theorem_argument.hpp"
#include "reports/cli/write_figures.hpp"
#include "reports/cli/write_table.hpp"
#include "reports/growth_report.hpp"
#include "reports/simulation_figures.hpp"
#include "reports/simulation_report.hpp"

namespace lemmacheck::cli {
namespace {

namespace xor_ = verify::sparse_xor;
using numerics::DomainError;
using numerics::Rational;

constexpr long most_positions = 100000000, most_runs = 10000000, most_dimension = 1000000;
constexpr long most_samples = 1L << 38;
constexpr long most_sampled_positions = 1000000;  // tables of 512 bytes for every position and thread

/// eta_min with four digits, rounded up: still covered.
Rational rounded_up(const Rational& eta) { return Rational::parse(numerics::to_decimal_up(eta, {.digits = 4})); }

class Simulator {
 public:
  Simulator(const SimulateArguments& arguments, const Console& console)
      : arguments_(arguments),
        console_(console),
        settings_{fraction(arguments.delta, "--delta"), fraction(arguments.epsilon, "--eps"),
                  fraction(arguments.confidence, "--confidence")},
        theorems_(step_theorem_ids(arguments.theorems, !arguments.samples.empty())) {}

  std::vector<reports::SimulatedPoint> run() {
    plan();
    if (arguments_.exponent) reports::require_growth_grid(points_);
    std::size_t total = 0;
    for (const auto& point : points_) total += point.options.runs * (arguments_.exponent ? 2 : 1);
    const auto progress = console_.progress("simulate: instances", total);
    for (auto& point : points_) {
      point.runs = xor_::simulate(point.options, [&] { progress->advance(); });
      if (!arguments_.exponent) continue;
      xor_::SimulationOptions population = point.options;
      population.samples.reset();
      point.population = xor_::simulate(population, [&] { progress->advance(); });
    }
    progress->finish();
    return std::move(points_);
  }

  const reports::SimulationSettings& settings() const { return settings_; }

 private:
  /// Every option is read and checked before the first run.
  void plan() {
    const std::size_t m = whole(arguments_.dimension, "--m", 2, most_dimension);
    const std::size_t runs = whole(arguments_.runs, "--runs", 1, most_runs);
    for (const verify::Text& d : as_texts(arguments_.positions, "--d")) {
      const Sizes sizes{whole(d.text, "--d", 3, arguments_.samples.empty() ? most_positions : most_sampled_positions),
                        m};
      if (arguments_.samples.empty()) add(sizes, runs, std::nullopt);
      for (const verify::Text& n : as_texts(arguments_.samples, "--samples")) {
        const Rational count = number(n.text, "--samples", sizes);
        if (!count.is_integer() || count.sign() <= 0 || count > Rational(most_samples))
          throw DomainError("LC226", fmt::format("--samples {}: is {} at d = {}; must be an integer from 1 to {}",
                                                 n.text, count.to_string(), sizes.positions, most_samples));
        add(sizes, runs, static_cast<std::uint64_t>(count.to_long()));
      }
    }
  }

  void add(const Sizes& sizes, std::size_t runs, std::optional<std::uint64_t> samples) {
    reports::SimulatedPoint point;
    // Seeds of their own, so that the points are independent of each other: the fit of the exponent relies on it.
    const std::uint64_t before = points_.size() * runs;
    if (arguments_.seed > std::numeric_limits<std::uint64_t>::max() - before - runs)
      throw DomainError("LC226",
                        fmt::format("--seed {}: the seeds of all runs pass 2^64; give a smaller one", arguments_.seed));
    point.options = {sizes.positions, sizes.dimension, arguments_.seed + before, runs, {}, settings_.epsilon, samples};
    point.theorems = covered(sizes);
    point.options.step_sizes = step_sizes(sizes, point.theorems);
    points_.push_back(std::move(point));
  }

  /// What the theorems say at these sizes.
  const std::vector<xor_::CoveredStep>& covered(const Sizes& sizes) {
    auto& steps = covered_[sizes.positions];
    if (!steps.empty()) return steps;
    for (const std::string& id : theorems_)
      steps.push_back(xor_::covered_step(id, {{std::to_string(sizes.positions), {.source = "--d"}},
                                              {std::to_string(sizes.dimension), {.source = "--m"}},
                                              {arguments_.delta, {.source = "--delta"}},
                                              {arguments_.epsilon, {.source = "--eps"}}}));
    return steps;
  }

  std::vector<Rational> step_sizes(const Sizes& sizes, const std::vector<xor_::CoveredStep>& theorems) const {
    std::vector<Rational> result;
    for (const verify::Text& eta : as_texts(arguments_.eta, "--eta")) {
      result.push_back(number(eta.text, "--eta", sizes));
      if (result.back().sign() <= 0)
        throw DomainError("LC226", fmt::format("--eta {}: the step size must be > 0", eta.text));
    }
    if (!result.empty()) return result;
    std::optional<Rational> least;
    for (const xor_::CoveredStep& theorem : theorems)
      if (theorem.step_size && (!least || *theorem.step_size < *least)) least = theorem.step_size;
    if (least) return {rounded_up(*least)};
    const Rational square = Rational(sizes.positions) * Rational(sizes.positions);
    for (long factor = 4; factor <= 4096; factor *= 4) result.push_back(Rational(factor) * square);
    return result;
  }

  const SimulateArguments& arguments_;
  const Console& console_;
  reports::SimulationSettings settings_;
  std::vector<std::string> theorems_;
  std::map<std::size_t, std::vector<xor_::CoveredStep>> covered_;  // by d
  std::vector<reports::SimulatedPoint> points_;
};

/// Everything in one document.
void write_json(const std::string& json, const std::string& directory, const Console& console) {
  if (directory.empty())
    console.print(json);
  else
    write_report({{std::filesystem::path(directory) / "simulate.json", json}}, directory, console);
}

}  // namespace

ExitCode run_simulate(const SimulateArguments& arguments, const Console& console) {
  const TableOutput output = table_output(arguments.formats, arguments.output, console);
  Simulator simulator(arguments, console);
  reports::require_writable_directory(arguments.figures);
  const std::vector<reports::SimulatedPoint> points = simulator.run();
  std::vector<reports::NamedTable> tables = {
      {"frequencies", reports::frequency_table(points, simulator.settings())},
      {"distributions", reports::distribution_table(points, simulator.settings())}};
  if (arguments.exponent) {
    reports::GrowthFit fit = reports::growth_fit(points, simulator.settings());
    tables.push_back({"half-points", std::move(fit.half_points)});
    tables.push_back({"exponent", std::move(fit.exponent)});
    tables.push_back({"growth", reports::growth_table(points, simulator.settings())});
  }
  if (console.json)
    write_json(reports::simulation_json(points, tables), output.directory, console);
  else
    write_tables(tables, "simulate", output, console);
  write_figures(reports::simulation_figures(points, simulator.settings()), arguments.figures, output, console);
  ExitCode code = all_as_claimed;
  if (reports::has_undecided(points)) code = worse(code, something_undecided);
  if (reports::contradicts_theorem(points, simulator.settings())) code = worse(code, something_refuted);
  return code;
}

}  // namespace lemmacheck::cli
