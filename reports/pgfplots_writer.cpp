#include "reports/pgfplots_writer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "reports/latex_writer.hpp"

namespace lemmacheck::reports {
namespace {

/// Of an axis: its ends with room around them, and where its marks stand.
std::string axis_options(const char* letter, const FigureAxis& axis, const Scale& scale) {
  std::string marks;
  for (const double mark : scale.marks()) marks += (marks.empty() ? "" : ",") + mark_text(mark);
  std::string options = fmt::format("  {0}label={{{1}}}, {0}min={2}, {0}max={3}, {0}tick={{{4}}},\n", letter,
                                    latex_words(axis.title), scale.lower(), scale.upper(), marks);
  if (axis.logarithmic) options += fmt::format("  {}mode=log,\n", letter);
  if (axis.logarithmic && !scale.powers())
    options += fmt::format("  {0}ticklabels={{{1}}}, {0}minorticks=false,\n", letter, marks);
  return options;
}

std::string colour_name(const Figure& figure, std::size_t series) {
  return "c" + series_colour(colour_of(figure, series));
}

std::string coordinate(double x, double y) { return fmt::format(" ({},{})", x, y); }

/// Bands between the ends of the intervals of points that follow each other.
std::string band(const Figure& figure, std::size_t series, const Scale& x, const Scale& y) {
  std::string out, upper, lower;
  std::size_t count = 0;
  const auto flush = [&] {
    if (count > 1)
      out +=
          fmt::format("\\addplot[draw=none, fill={}, fill opacity=0.13, forget plot] coordinates {{{}{} }} -- cycle;\n",
                      colour_name(figure, series), upper, lower);
    upper.clear();
    lower.clear();
    count = 0;
  };
  for (const FigurePoint& point : figure.series[series].points) {
    if (!point.interval || !x.shows(point.x) || !y.shows((*point.interval)[0]) || !y.shows((*point.interval)[1])) {
      flush();
      continue;
    }
    upper += coordinate(point.x, (*point.interval)[1]);
    lower = coordinate(point.x, (*point.interval)[0]) + lower;
    ++count;
  }
  flush();
  return out;
}

std::string curve(const Figure& figure, std::size_t series, const Scale& x, const Scale& y) {
  const FigureSeries& drawn = figure.series[series];
  std::string pattern, points;
  const std::vector<int>& dashes = series_dash(dash_of(figure, series));
  for (std::size_t i = 0; i < dashes.size(); ++i)
    pattern += fmt::format("{}{} {}pt", i == 0 ? ", dash pattern=" : " ", i % 2 == 0 ? "on" : "off", dashes[i]);
  for (const FigurePoint& point : drawn.points)
    if (x.shows(point.x)) points += is_drawn(point, x, y) ? coordinate(point.x, point.y) : coordinate(point.x, NAN);
  return fmt::format(
      "\\addplot[color={}, thick, mark=*, mark size=1pt, mark options={{solid}}{}] coordinates {{{} }};\n"
      "\\addlegendentry{{{}}}\n",
      colour_name(figure, series), pattern, points, latex_words(drawn.name));
}

}  // namespace

std::string write_pgfplots(const Figure& figure) {
  const Scale x = Scale::of_x(figure), y = Scale::of_y(figure);
  std::string out = "% needs \\usepackage{pgfplots} and \\pgfplotsset{compat=1.16}\n\\begin{tikzpicture}\n";
  std::set<std::string> defined;
  for (std::size_t i = 0; i < figure.series.size(); ++i)
    if (const std::string name = colour_name(figure, i); defined.insert(name).second)
      out += fmt::format("\\definecolor{{{}}}{{HTML}}{{{}}}\n", name, series_colour(colour_of(figure, i)));
  out += fmt::format("\\begin{{axis}}[\n  title={{{}}},\n", latex_words(figure.title));
  out += axis_options("x", figure.x, x) + axis_options("y", figure.y, y);
  out +=
      "  axis x line*=bottom, axis y line*=left, enlargelimits=0.03, unbounded coords=jump, grid=major, grid "
      "style={gray!20},\n"
      "  legend pos=outer north east, legend cell align=left, legend style={draw=none},\n"
      "  legend image post style={xscale=2}]\n";
  for (std::size_t i = 0; i < figure.series.size(); ++i) out += band(figure, i, x, y);
  for (std::size_t i = 0; i < figure.series.size(); ++i) out += curve(figure, i, x, y);
  return out + "\\end{axis}\n\\end{tikzpicture}\n";
}

}  // namespace lemmacheck::reports
