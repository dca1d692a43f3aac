#include "reports/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "numerics/error.hpp"

namespace lemmacheck::reports {
namespace {

constexpr int most_marks = 7;

/// 10^exponent as the nearest double: pow is not exact everywhere.
double power_of_ten(int exponent) { return std::stod(fmt::format("1e{}", exponent)); }

/// factor * 10^exponent as the nearest double.
double decimal(int factor, int exponent) { return std::stod(fmt::format("{}e{}", factor, exponent)); }

}  // namespace

const std::string& series_colour(std::size_t number) {
  static const std::array<std::string, 7> colours = {"0072B2", "D55E00", "009E73", "CC79A7",
                                                     "E69F00", "56B4E9", "000000"};
  return colours[number % colours.size()];
}

const std::vector<int>& series_dash(std::size_t number) {
  static const std::array<std::vector<int>, 6> dashes = {
      {{}, {7, 3}, {2, 2}, {9, 3, 2, 3}, {12, 4}, {5, 2, 1, 2, 1, 2}}};
  return dashes[number % dashes.size()];
}

std::size_t colour_of(const Figure& figure, std::size_t series) {
  return figure.series[series].colour.value_or(series);
}

std::size_t dash_of(const Figure& figure, std::size_t series) { return figure.series[series].dash.value_or(series); }

Scale Scale::of_x(const Figure& figure) {
  std::vector<double> values;
  for (const FigureSeries& series : figure.series)
    for (const FigurePoint& point : series.points) values.push_back(point.x);
  return {figure.x, std::move(values)};
}

Scale Scale::of_y(const Figure& figure) {
  std::vector<double> values;
  for (const FigureSeries& series : figure.series)
    for (const FigurePoint& point : series.points) {
      values.push_back(point.y);
      if (point.interval) values.insert(values.end(), point.interval->begin(), point.interval->end());
    }
  return {figure.y, std::move(values)};
}

Scale::Scale(const FigureAxis& axis, std::vector<double> values) : logarithmic_(axis.logarithmic) {
  std::erase_if(values, [&](double v) { return !std::isfinite(v) || (logarithmic_ && v <= 0); });
  if (values.empty() && (!axis.from || !axis.to))
    throw numerics::DomainError("LC615", "figure: no number has a place on the axis '" + axis.title.plain + "'");
  lower_ = axis.from ? *axis.from : *std::ranges::min_element(values);
  upper_ = axis.to ? *axis.to : *std::ranges::max_element(values);
  if (!(lower_ <= upper_) || (logarithmic_ && lower_ <= 0))
    throw numerics::DomainError(
        "LC615", fmt::format("figure: the axis '{}' from {} to {} has no length", axis.title.plain, lower_, upper_));
  if (lower_ == upper_) {
    // One value: in the middle of some room.
    const double room = logarithmic_ ? 2 : std::max(1.0, std::fabs(lower_));
    lower_ = logarithmic_ ? lower_ / room : lower_ - room / 2;
    upper_ = logarithmic_ ? upper_ * room : upper_ + room / 2;
  }
  if (!axis.marks.empty())
    marks_ = axis.marks;
  else if (logarithmic_)
    mark_logarithmic(axis);
  else
    mark_linear(axis);
}

void Scale::mark_linear(const FigureAxis& axis) {
  // The smallest of 1, 2, 5 times a power of ten that needs few marks.
  int exponent = static_cast<int>(std::floor(std::log10((upper_ - lower_) / most_marks)));
  if (axis.whole) exponent = std::max(exponent, 0);
  const bool outward = !axis.whole && !axis.logarithmic;
  for (;; ++exponent) {
    for (const int factor : {1, 2, 5}) {
      const double step = decimal(factor, exponent), slack = 1e-9;
      const double low = lower_ / step, high = upper_ / step;
      const double first = outward && !axis.from ? std::floor(low + slack) : std::ceil(low - slack);
      const double last = outward && !axis.to ? std::ceil(high - slack) : std::floor(high + slack);
      if (last - first >= most_marks) continue;
      // k * factor is whole and small: the mark is the decimal that it says.
      for (double k = first; k <= last; ++k)
        marks_.push_back(std::stod(fmt::format("{:.0f}e{}", k * factor, exponent)) + 0.0);
      if (outward && !marks_.empty()) {
        lower_ = std::min(lower_, marks_.front());
        upper_ = std::max(upper_, marks_.back());
      }
      return;
    }
  }
}

void Scale::mark_logarithmic(const FigureAxis& axis) {
  const int first = static_cast<int>(std::ceil(std::log10(lower_) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(upper_) + 1e-9));
  powers_ = last > first;
  if (powers_) {
    const int every = (last - first) / most_marks + 1;
    for (int e = first; e <= last; ++e)
      if (e % every == 0) marks_.push_back(power_of_ten(e));
    if (marks_.size() > 1) return;
    marks_.clear();
    powers_ = false;
  }
  for (int e = first - 1; e <= last; ++e)
    for (const int factor : {1, 2, 5}) {
      const double mark = decimal(factor, e);
      if (mark >= lower_ * (1 - 1e-9) && mark <= upper_ * (1 + 1e-9)) marks_.push_back(mark);
    }
  if (marks_.size() > 1) return;
  marks_.clear();
  mark_linear(axis);
}

double Scale::place(double value) const {
  if (logarithmic_) return std::log(value / lower_) / std::log(upper_ / lower_);
  return (value - lower_) / (upper_ - lower_);
}

bool Scale::shows(double value) const {
  return std::isfinite(value) && (!logarithmic_ || value > 0) && place(value) >= -1e-9 && place(value) <= 1 + 1e-9;
}

bool has_points(const Figure& figure) {
  const auto fits = [](const FigureAxis& axis, double v) { return std::isfinite(v) && (!axis.logarithmic || v > 0); };
  return std::ranges::any_of(figure.series, [&](const FigureSeries& series) {
    return std::ranges::any_of(series.points,
                               [&](const FigurePoint& p) { return fits(figure.x, p.x) && fits(figure.y, p.y); });
  });
}

bool is_drawn(const FigurePoint& point, const Scale& x, const Scale& y) { return x.shows(point.x) && y.shows(point.y); }

std::string mark_text(double mark) { return fmt::format("{}", mark); }

int mark_exponent(double mark) { return static_cast<int>(std::lround(std::log10(mark))); }

}  // namespace lemmacheck::reports
