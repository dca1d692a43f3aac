// The neutral figure that the writers draw: lines over two axes. Its numbers are nearest doubles of what the tables
// enclose: to be looked at, not certified.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "reports/table.hpp"

namespace lemmacheck::reports {

struct FigureAxis {
  Phrase title;
  bool logarithmic = false;
  bool whole = false;                        // marks at integers only
  std::optional<double> from = {}, to = {};  // default: the data, on a linear axis out to round numbers
  std::vector<double> marks = {};            // default: round numbers
};

struct FigurePoint {
  double x = 0, y = 0;
  std::optional<std::array<double, 2>> interval = {};  // of y
  friend bool operator==(const FigurePoint&, const FigurePoint&) = default;
};

/// A line through its points, with a band where they have intervals. A point without a place on the axes (not finite,
/// or not positive on a logarithmic axis) leaves a gap.
struct FigureSeries {
  Phrase name;
  std::vector<FigurePoint> points;
  std::optional<std::size_t> colour = {}, dash = {};  // numbers of the styles; default: both that of the series
};

struct Figure {
  std::string name;  // of its files
  Phrase title;
  FigureAxis x, y;
  std::vector<FigureSeries> series;
};

/// Seven colours that the colour-blind tell apart (Okabe and Ito), as "RRGGBB".
const std::string& series_colour(std::size_t number);
/// Lengths of dashes and gaps, alternating; none: a solid line.
const std::vector<int>& series_dash(std::size_t number);
/// The number of a series' colour and dash.
std::size_t colour_of(const Figure& figure, std::size_t series);
std::size_t dash_of(const Figure& figure, std::size_t series);

/// An axis with its ends and marks fixed for the data of the figure.
class Scale {
 public:
  /// DomainError LC615 when no point of the figure has a place on the axes, or ends that are given are not in order.
  static Scale of_x(const Figure& figure);
  static Scale of_y(const Figure& figure);

  /// 0 at the lower end, 1 at the upper.
  double place(double value) const;
  bool shows(double value) const;
  double lower() const { return lower_; }
  double upper() const { return upper_; }
  const std::vector<double>& marks() const { return marks_; }
  /// Whether every mark is a power of ten, to be written as such.
  bool powers() const { return powers_; }

 private:
  Scale(const FigureAxis& axis, std::vector<double> values);
  void mark_linear(const FigureAxis& axis);
  void mark_logarithmic(const FigureAxis& axis);
  bool logarithmic_;
  double lower_ = 0, upper_ = 1;
  std::vector<double> marks_;
  bool powers_ = false;
};

/// Whether the point has a place on both axes.
bool is_drawn(const FigurePoint& point, const Scale& x, const Scale& y);

/// Whether some point has a place on axes like these.
bool has_points(const Figure& figure);

/// "0.05", "250000", "1e7": as short as exact.
std::string mark_text(double mark);
/// log10 of a power of ten.
int mark_exponent(double mark);

}  // namespace lemmacheck::reports
