// Figures: marks of axes, places of points, and both writers.
#include "reports/figure.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/error.hpp"
#include "reports/pgfplots_writer.hpp"
#include "reports/svg_writer.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/text_checks.hpp"

using namespace lemmacheck::reports;
using lemmacheck::numerics::DomainError;
using lemmacheck::test::check_contains;
using Numbers = std::vector<double>;

namespace {

Figure line_through(const Numbers& xs, FigureAxis x = {.title = "x"}) {
  Figure figure{.name = "line",
                .title = "A line",
                .x = std::move(x),
                .y = {.title = "y"},
                .series = {{.name = "one", .points = {}}}};
  for (const double value : xs) figure.series[0].points.push_back({value, value});
  return figure;
}

Numbers marks(const Numbers& ends, FigureAxis axis = {.title = "x"}) {
  return Scale::of_x(line_through(ends, std::move(axis))).marks();
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("figure: marks of a linear axis are round and few", "[reports][figure][exact]") {
  CHECK(marks({0, 1}) == Numbers{0, 0.2, 0.4, 0.6, 0.8, 1});
  CHECK(marks({0, 10}) == Numbers{0, 2, 4, 6, 8, 10});
  CHECK(marks({-0.3, 0.3}) == Numbers{-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3});
  CHECK(marks({0.013, 0.948}) == Numbers{0, 0.2, 0.4, 0.6, 0.8, 1});  // out to round numbers
  CHECK(Scale::of_x(line_through({0.013, 0.948})).upper() == 1);
  CHECK(marks({0.013, 0.948}, {.title = "x", .to = 0.95}) == Numbers{0, 0.2, 0.4, 0.6, 0.8});
  CHECK(marks({997, 1003}) == Numbers{997, 998, 999, 1000, 1001, 1002, 1003});
  CHECK(marks({0, 1}, {.title = "steps", .whole = true}) == Numbers{0, 1});
  CHECK(marks({0, 3}, {.title = "steps", .whole = true}) == Numbers{0, 1, 2, 3});
  CHECK(marks({2e9, 9e9}) == Numbers{2e9, 4e9, 6e9, 8e9, 1e10});
  CHECK(marks({5, 5}).size() > 1);                                       // one value: an axis around it
  for (const double m : marks({0, 1})) CHECK(mark_text(m).size() <= 3);  // 0.6, not 0.6000000000000001
}

TEST_CASE("figure: marks of a logarithmic axis", "[reports][figure][exact]") {
  const auto powers = [](double a, double b) { return marks({a, b}, {.title = "x", .logarithmic = true}); };
  CHECK(powers(1, 1000) == Numbers{1, 10, 100, 1000});
  CHECK(powers(0.5, 20) == Numbers{1, 10});
  CHECK(powers(2, 60) == Numbers{2, 5, 10, 20, 50});
  CHECK(powers(3, 4) == Numbers{3, 3.2, 3.4, 3.6, 3.8, 4});  // too short for decades: as on a linear axis
  const Numbers many = powers(1e-5, 4e8);
  CHECK(many.size() <= 8);
  CHECK(many.size() >= 4);
  CHECK(Scale::of_x(line_through({1, 1000}, {.title = "x", .logarithmic = true})).powers());
  CHECK_FALSE(Scale::of_x(line_through({2, 60}, {.title = "x", .logarithmic = true})).powers());
  CHECK(marks({16, 64}, {.title = "T", .logarithmic = true, .marks = {16, 32, 64}}) == Numbers{16, 32, 64});
  CHECK(mark_exponent(1e-12) == -12);
}

TEST_CASE("figure: places, and axes without any", "[reports][figure]") {
  const Scale linear = Scale::of_x(line_through({10, 30}));
  CHECK(linear.place(10) == 0);
  CHECK(linear.place(15) == 0.25);
  CHECK(linear.shows(30));
  CHECK_FALSE(linear.shows(31));
  const Scale logarithmic = Scale::of_x(line_through({1, 100, -3}, {.title = "x", .logarithmic = true}));
  CHECK(std::abs(logarithmic.place(10) - 0.5) < 1e-15);
  CHECK_FALSE(logarithmic.shows(-3));
  CHECK_FALSE(logarithmic.shows(NAN));
  CHECK_THROWS_AS(Scale::of_x(line_through({NAN})), DomainError);
  CHECK_THROWS_AS(Scale::of_x(line_through({-1}, {.title = "x", .logarithmic = true})), DomainError);
  CHECK_THROWS_AS(Scale::of_x(line_through({1}, {.title = "x", .from = 2, .to = 1})), DomainError);
  CHECK(has_points(line_through({1})));
  CHECK_FALSE(has_points(line_through({-1}, {.title = "x", .logarithmic = true})));
  CHECK_FALSE(has_points(line_through({})));
}

TEST_CASE("figure: seven colours of lines, all different", "[reports][figure]") {
  std::vector<std::string> colours;
  for (std::size_t i = 0; i < 7; ++i) colours.push_back(series_colour(i));
  std::ranges::sort(colours);
  CHECK(std::ranges::adjacent_find(colours) == colours.end());
  // Neighbours differ in their dashes too, for a page without colours.
  for (std::size_t i = 0; i < 7; ++i) CHECK(series_dash(i) != series_dash(i + 1));
}

TEST_CASE("figure, SVG: words are escaped, gaps stay gaps, the bytes do not change", "[reports][figure]") {
  Figure figure = line_through({0, 1, NAN, 3, 4});
  figure.title = "a < b & \"c\" <script>alert(1)</script>";
  figure.series[0].name = "x<y";
  figure.series.push_back({.name = "band", .points = {{0, 1, {{0, 2}}}, {2, 2, {{1, 3}}}, {4, 3}}});
  const std::string svg = write_svg(figure);
  CHECK(svg == write_svg(figure));
  check_contains(svg, {"<svg xmlns=", "a &lt; b &amp; &quot;c&quot; &lt;script&gt;", "x&lt;y", "</svg>\n"});
  CHECK(svg.find("<script") == std::string::npos);
  CHECK(count(svg, "<circle") == 4 + 3);
  CHECK(count(svg, "fill-opacity") == 1);
  // Two pieces of the first line: two moves.
  const std::size_t path = svg.find("stroke-width=\"1.8\" stroke-linejoin");
  const std::string first = svg.substr(svg.rfind("<path", path), path - svg.rfind("<path", path));
  CHECK(count(first, "M") == 2);
  CHECK(count(first, "L") == 2);
  CHECK(count(svg, "<g") == count(svg, "</g>"));
  CHECK(count(svg, "<text") == count(svg, "</text>"));
}

TEST_CASE("figure, SVG: the ends of the data are where the axes say", "[reports][figure][exact]") {
  // The area of the axes is 64..524 by 40..340, with room of 8 around the data.
  const std::string svg = write_svg(line_through({0, 10}));
  check_contains(svg, {"<circle cx=\"72\" cy=\"332\"", "<circle cx=\"516\" cy=\"48\""});
  CHECK(write_svg(line_through({0, 5, 10})).find("<circle cx=\"294\" cy=\"190\"") != std::string::npos);
}

TEST_CASE("figure, pgfplots: the same data for LaTeX", "[reports][figure]") {
  Figure figure = line_through({1, 10, 100}, {.title = {"x", "$x$"}, .logarithmic = true});
  figure.title = "50 % of d_1";
  figure.series.push_back({.name = "band", .points = {{1, 1, {{0.5, 2}}}, {10, NAN}, {100, 3, {{1, 4}}}}});
  const std::string tex = write_pgfplots(figure);
  check_contains(tex, {"title={50 \\% of $d_{1}$}", "xlabel={$x$}", "xmode=log", "\\addlegendentry{band}", "(10,nan)",
                       "(1,1) (10,10) (100,100)", "\\end{tikzpicture}\n"});
  CHECK(count(tex, "forget plot") == 0);  // the intervals do not follow each other
  figure.series[1].points[1] = {10, 2, {{1, 3}}};
  CHECK(write_pgfplots(figure).find("coordinates { (1,2) (10,3) (100,4) (100,1) (10,1) (1,0.5) } -- cycle") !=
        std::string::npos);
  CHECK(count(tex, "{") == count(tex, "}"));
}

TEST_CASE("figure, pgfplots: colours are defined once, marks of its own leave no minor ones", "[reports][figure]") {
  Figure figure = line_through({1, 10, 100}, {.title = "x", .logarithmic = true, .marks = {1, 16, 100}});
  figure.series.push_back({.name = "other", .points = {{1, 2}, {10, 3}}, .colour = 0});
  const std::string tex = write_pgfplots(figure);
  CHECK(count(tex, "\\definecolor") == 1);
  CHECK(count(tex, "color=") >= 2);
  check_contains(tex, {"xticklabels={1,16,100}", "xminorticks=false"});
  CHECK(count(tex, "\\empty") == 0);  // "minor xtick=\empty" does not compile on a logarithmic axis
}
