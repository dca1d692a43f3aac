#include "reports/capacity_figures.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lemmacheck::reports {

using namespace verify::capacity;

Figure training_figure(const std::vector<TrainingRow>& rows) {
  Figure figure{.name = "capacity-experiment",
                .title = "Samples with which half of the runs learn (measured)",
                .x = {.title = {"tokens T", "tokens $T$"}, .logarithmic = true},
                .y = {.title = {"samples n", "samples $n$"}, .logarithmic = true},
                .series = {}};
  std::vector<std::string> tasks;  // one colour each; lines that lie on each other differ in their dashes
  for (const TrainingRow& row : rows) {
    const auto tokens = static_cast<double>(row.task.tokens);
    if (std::ranges::find(figure.x.marks, tokens) == figure.x.marks.end()) figure.x.marks.push_back(tokens);
    const std::string task = fmt::format("{}, s = {}", name_of(row.task.function), row.task.relevant);
    const auto colour = static_cast<std::size_t>(std::ranges::find(tasks, task) - tasks.begin());
    if (colour == tasks.size()) tasks.push_back(task);
    const std::string name = fmt::format("{}, {}", task, name_of(row.protocol));
    auto series = std::ranges::find(figure.series, name, [](const FigureSeries& s) { return s.name.plain; });
    if (series == figure.series.end())
      series = figure.series.insert(series, {.name = {name}, .points = {}, .colour = colour});
    const auto half = std::ranges::find_if(
        row.outcomes, [](const TrainingOutcome& o) { return o.samples > 0 && 2 * o.successes >= o.runs; });
    if (half != row.outcomes.end()) series->points.push_back({tokens, static_cast<double>(half->samples)});
  }
  for (FigureSeries& series : figure.series) {
    std::ranges::stable_sort(series.points, {}, &FigurePoint::x);
    if (series.points.empty()) series.name = {series.name.plain + ": not reached"};
  }
  std::ranges::sort(figure.x.marks);
  return figure;
}

}  // namespace lemmacheck::reports
