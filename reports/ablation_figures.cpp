#include "reports/ablation_figures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/latex_writer.hpp"
#include "reports/simulation_figures.hpp"
#include "reports/theorem_words.hpp"

namespace lemmacheck::reports {
namespace {

using namespace verify::sparse_xor;

std::string sizes_words(const AblationSetting& s) { return fmt::format("d = {}, m = {}", s.positions, s.dimension); }

/// "erf 1/d", its words kept on one line.
Phrase attention_words(const AblatedAttention& row) {
  const std::string kind(name_of(row.kind)), scale(name_of(row.scale));
  if (row.kind == AttentionKind::softmax) return kind;
  return {kind + "\u00a0" + scale, kind + '~' + scale};
}

std::string file_words(const AblatedAttention& row) {
  if (row.kind == AttentionKind::softmax) return std::string(name_of(row.kind));
  return fmt::format("{}-{}", name_of(row.kind), row.scale == AttentionScale::one ? "1" : "1-over-d");
}

Figure fraction_figure(const AblationSetting& setting, std::span<const AblatedAttention> rows) {
  Figure figure{.name = "ablation-fraction",
                .title = fmt::format("Runs that specialise, {}, {} step{}", sizes_words(setting), setting.steps,
                                     setting.steps == 1 ? "" : "s"),
                .x = {.title = {"step size", R"(step size $\eta$)"}, .logarithmic = true},
                .y = {.title = "fraction specialised", .from = 0, .to = 1},
                .series = {}};
  for (const AblatedAttention& row : rows) {
    FigureSeries series{.name = attention_words(row), .points = {}};
    for (std::size_t i = 0; i < setting.step_sizes.size(); ++i)
      series.points.push_back(
          frequency_point(setting.step_sizes[i].approx_double(),
                          frequency_at(row.runs, i, AblationOutcome::specialised, setting.confidence)));
    // Lines that lie on each other are one line with both names.
    const auto same = std::ranges::find(figure.series, series.points, &FigureSeries::points);
    if (same == figure.series.end())
      figure.series.push_back(std::move(series));
    else
      same->name = {same->name.plain + ", " + series.name.plain,
                    latex_words(same->name) + ", " + latex_words(series.name)};
  }
  return figure;
}

Figure step_figure(const AblationSetting& setting, const AblatedAttention& row) {
  Figure figure{
      .name = "ablation-steps-" + file_words(row),
      .title = fmt::format("{}: attention against steps, {}, step size {}, seed {}", attention_words(row).plain,
                           sizes_words(setting), exact_words(setting.step_sizes.at(best_step(row.runs.front()).index)),
                           setting.seed),
      .x = {.title = "gradient steps", .whole = true},
      .y = {.title = {"|attention|", "$|$attention$|$"}, .from = 0},
      .series = {}};
  if (row.kind == AttentionKind::softmax) figure.y.to = 1;
  const std::array<Phrase, 3> places = {Phrase{"i*", "$i^*$"}, Phrase{"j*", "$j^*$"}, Phrase{"largest other"}};
  for (std::size_t head = 0; head < 2; ++head) {
    for (std::size_t place = 0; place < places.size(); ++place) {
      const std::string words = fmt::format("head {}, ", head + 1);
      const Phrase& at = places[place];
      FigureSeries series{.name = {words + at.plain, at.latex.empty() ? "" : words + at.latex},
                          .points = {},
                          .colour = place,
                          .dash = head};
      for (std::size_t t = 0; t < row.first.trajectory.size(); ++t)
        series.points.push_back(
            {static_cast<double>(t), row.first.trajectory[t].attention[head][place].approx_double()});
      figure.series.push_back(std::move(series));
    }
  }
  return figure;
}

}  // namespace

std::vector<Figure> ablation_figures(const AblationSetting& setting, std::span<const AblatedAttention> rows) {
  std::vector<Figure> figures{fraction_figure(setting, rows)};
  for (const AblatedAttention& row : rows) figures.push_back(step_figure(setting, row));
  return figures;
}

}  // namespace lemmacheck::reports
