#include "reports/simulation_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {
namespace {

namespace xor_ = verify::sparse_xor;

using Lines = std::map<std::size_t, std::vector<FigurePoint>>;  // by d

Figure success_figure(const std::string& name, const std::string& what, FigureAxis x, Lines lines) {
  Figure figure{.name = name,
                .title = "Instances that specialise" + what,
                .x = std::move(x),
                .y = {.title = "fraction specialised", .from = 0, .to = 1},
                .series = {}};
  figure.x.logarithmic = true;
  for (auto& [d, points] : lines) {
    std::ranges::stable_sort(points, {}, &FigurePoint::x);
    figure.series.push_back({.name = {fmt::format("d = {}", d), fmt::format("$d = {}$", d)}, .points = points});
  }
  return figure;
}

}  // namespace

FigurePoint frequency_point(double x, const xor_::Frequency& frequency) {
  return {x,
          static_cast<double>(frequency.successes) / static_cast<double>(frequency.runs),
          {{frequency.lower.approx_double(), frequency.upper.approx_double()}}};
}

std::vector<Figure> simulation_figures(const std::vector<SimulatedPoint>& points, const SimulationSettings& settings) {
  const bool samples = points.front().options.samples.has_value();
  const std::string sizes =
      fmt::format(", m = {}, {} runs", points.front().options.dimension, points.front().options.runs);
  Lines against, scaled;
  for (const SimulatedPoint& point : points) {
    const std::size_t d = point.options.positions;
    if (samples) {
      const auto n = static_cast<double>(*point.options.samples);
      const auto frequency = xor_::frequency_of_any_step(point.runs, settings.confidence);
      against[d].push_back(frequency_point(n, frequency));
      scaled[d].push_back(frequency_point(n / static_cast<double>(d) / static_cast<double>(d), frequency));
      continue;
    }
    for (std::size_t i = 0; i < point.options.step_sizes.size(); ++i)
      against[d].push_back(frequency_point(point.options.step_sizes[i].approx_double(),
                                           xor_::frequency_at(point.runs, i, settings.confidence)));
  }
  if (!samples)
    return {success_figure("simulate-step-size", sizes, {.title = {"step size", R"(step size $\eta$)"}}, against)};
  return {success_figure("simulate-samples", " at some step size" + sizes, {.title = {"samples n", "samples $n$"}},
                         against),
          success_figure("simulate-samples-scaled", " at some step size" + sizes,
                         {.title = {"samples n / d\u00b2", "samples $n/d^2$"}}, scaled)};
}

}  // namespace lemmacheck::reports
