#include "reports/svg_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "reports/text_width.hpp"
#include "reports/xml_text.hpp"

namespace lemmacheck::reports {
namespace {

// Lengths in pixels; the area of the axes, with room around the data so that lines on its edge are seen whole.
constexpr double left = 64, top = 40, width = 460, height = 300, room = 8;
constexpr double bottom = 52, legend_gap = 20, legend_line = 28, legend_step = 18, character = 6.4;
constexpr std::size_t legend_columns = 26;

/// "12.5": two decimals, no zeros at the end.
std::string pixels(double x) {
  std::string text = fmt::format("{:.2f}", x);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string dashes(const Figure& figure, std::size_t series) {
  std::string lengths;
  for (const int length : series_dash(dash_of(figure, series)))
    lengths += (lengths.empty() ? "" : " ") + std::to_string(length);
  return lengths.empty() ? "" : " stroke-dasharray=\"" + lengths + '"';
}

std::string words(double x, double y, const std::string& attributes, const std::string& text) {
  return fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", pixels(x), pixels(y),
                     attributes.empty() ? "" : ' ' + attributes, text);
}

std::string line(double x1, double y1, double x2, double y2, const std::string& attributes) {
  return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {}/>\n", pixels(x1), pixels(y1), pixels(x2),
                     pixels(y2), attributes);
}

std::string mark_words(const Scale& scale, double mark) {
  if (!scale.powers()) return mark_text(mark);
  return fmt::format("10<tspan dy=\"-5\" font-size=\"9\">{}</tspan>", mark_exponent(mark));
}

class SvgFigure {
 public:
  explicit SvgFigure(const Figure& figure) : figure_(figure), x_(Scale::of_x(figure)), y_(Scale::of_y(figure)) {}

  std::string text() const {
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
        "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">\n<title>{2}</title>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        pixels(picture_width()), pixels(picture_height()), escape_xml(figure_.title.plain));
    out += axes();
    for (std::size_t i = 0; i < figure_.series.size(); ++i) out += band(i);
    for (std::size_t i = 0; i < figure_.series.size(); ++i) out += curve(i);
    return out + titles() + legend() + "</svg>\n";
  }

 private:
  double across(double value) const { return left + room + x_.place(value) * (width - 2 * room); }
  double down(double value) const { return top + height - room - y_.place(value) * (height - 2 * room); }

  bool has_legend() const { return figure_.series.size() > 1; }
  double picture_width() const {
    std::size_t longest = 0;
    for (std::size_t i = 0; i < figure_.series.size(); ++i)
      for (const std::string& part : legend_lines(i)) longest = std::max(longest, display_width(part));
    const double names = has_legend() ? legend_gap + legend_line + 8 + character * static_cast<double>(longest) : 0;
    const double title = character * 1.1 * static_cast<double>(display_width(figure_.title.plain));
    return std::max(left + width + names, left + title) + 16;
  }
  double picture_height() const {
    std::size_t lines = 0;
    for (std::size_t i = 0; i < figure_.series.size(); ++i) lines += legend_lines(i).size();
    return std::max(top + height + bottom, top + legend_step * static_cast<double>(lines) + 16);
  }

  std::string axes() const {
    std::string grid = "<g stroke=\"#e4e4e4\">\n", labels = "<g fill=\"#333333\">\n";
    const double base = top + height;
    for (const double mark : x_.marks()) {
      grid += line(across(mark), top, across(mark), base, "");
      labels += words(across(mark), base + 18, "text-anchor=\"middle\"", mark_words(x_, mark));
    }
    for (const double mark : y_.marks()) {
      grid += line(left, down(mark), left + width, down(mark), "");
      labels += words(left - 8, down(mark) + 4, "text-anchor=\"end\"", mark_words(y_, mark));
    }
    return grid + "</g>\n" + labels + "</g>\n<g stroke=\"#333333\">\n" + line(left, base, left + width, base, "") +
           line(left, top, left, base, "") + "</g>\n";
  }

  std::string titles() const {
    const double middle = top + height / 2;
    return words(left, 22, "font-size=\"13\" font-weight=\"bold\"", escape_xml(figure_.title.plain)) +
           words(left + width / 2, top + height + 40, "text-anchor=\"middle\"", escape_xml(figure_.x.title.plain)) +
           words(18, middle, fmt::format("text-anchor=\"middle\" transform=\"rotate(-90 18 {})\"", pixels(middle)),
                 escape_xml(figure_.y.title.plain));
  }

  /// Between the ends of the intervals of points that follow each other.
  std::string band(std::size_t series) const {
    std::string out, upper;
    std::vector<std::string> lower;
    const auto flush = [&] {
      std::string area;
      for (auto end = lower.rbegin(); end != lower.rend(); ++end) area += " L" + *end;
      if (lower.size() > 1)
        out += fmt::format("<path d=\"M{}{} Z\" fill=\"#{}\" fill-opacity=\"0.13\"/>\n", upper, area,
                           series_colour(colour_of(figure_, series)));
      upper.clear();
      lower.clear();
    };
    for (const FigurePoint& point : figure_.series[series].points) {
      if (!point.interval || !x_.shows(point.x) || !y_.shows((*point.interval)[0]) || !y_.shows((*point.interval)[1])) {
        flush();
        continue;
      }
      upper += (upper.empty() ? "" : " L") + place(point.x, (*point.interval)[1]);
      lower.push_back(place(point.x, (*point.interval)[0]));
    }
    flush();
    return out;
  }

  std::string curve(std::size_t series) const {
    std::string path, dots;
    bool connected = false;
    for (const FigurePoint& point : figure_.series[series].points) {
      const bool drawn = is_drawn(point, x_, y_);
      if (drawn) {
        path += (path.empty() ? "" : " ") + std::string(connected ? "L" : "M") + place(point.x, point.y);
        dots += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"2.4\"/>", pixels(across(point.x)), pixels(down(point.y)));
      }
      connected = drawn;
    }
    const std::string& colour = series_colour(colour_of(figure_, series));
    if (path.empty()) return "";
    return fmt::format(
        "<g fill=\"#{0}\" stroke=\"none\"><path d=\"{1}\" fill=\"none\" stroke=\"#{0}\" "
        "stroke-width=\"1.8\" stroke-linejoin=\"round\"{2}/>{3}</g>\n",
        colour, path, dashes(figure_, series), dots);
  }

  std::string legend() const {
    std::string out;
    const double x = left + width + legend_gap;
    double y = top + 12;
    for (std::size_t i = 0; i < figure_.series.size() && has_legend(); ++i) {
      out += line(x, y, x + legend_line, y,
                  fmt::format("stroke=\"#{}\" stroke-width=\"1.8\"{}", series_colour(colour_of(figure_, i)),
                              dashes(figure_, i)));
      for (const std::string& part : legend_lines(i)) {
        out += words(x + legend_line + 8, y + 4, "", escape_xml(part));
        y += legend_step;
      }
    }
    return out;
  }

  /// The name of a series on short lines.
  std::vector<std::string> legend_lines(std::size_t series) const {
    std::vector<std::string> lines;
    std::string text = wrapped(figure_.series[series].name.plain, legend_columns, 0);
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      lines.push_back(text.substr(0, end));
      text.erase(0, end + 1);
    }
    return lines;
  }

  std::string place(double x, double y) const { return pixels(across(x)) + ',' + pixels(down(y)); }

  const Figure& figure_;
  Scale x_, y_;
};

}  // namespace

std::string write_svg(const Figure& figure) { return SvgFigure(figure).text(); }

}  // namespace lemmacheck::reports
