#include "verify/prover/margin_zones.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "numerics/normal_form.hpp"
#include "verify/prover/refute_problem.hpp"

namespace lemmacheck::verify::prover {

using kernel::End;
using kernel::Range;
using numerics::Graph;
using numerics::NodeId;
using numerics::Rational;

namespace {

/// Whether value lies certainly at or beyond the end of the range.
bool reaches(Graph& graph, const End& end, const Rational& value, bool is_lower) {
  if (end.infinite || !graph.variables_of(end.value).empty()) return false;
  const NodeId number = graph.rational(value);
  const NodeId gap = is_lower ? graph.call("-", {end.value, number}) : graph.call("-", {number, end.value});
  const std::optional<int> sign = numerics::constant_sign(graph, gap);
  return sign && *sign >= 0;
}

/// The decimal, where a double's shortest text is one.
std::string end_text(const Rational& end) {
  const double near = end.approx_double();
  for (const double x : {near, std::nextafter(near, 2 * near)}) {  // the conversion rounds towards 0
    std::string text = fmt::format("{}", x);
    if (Rational::parse(text) == end) return text;
  }
  return number_text(end);
}

}  // namespace

std::optional<Zone> zone_around(const Graph& graph, const Range& range, double x, const Rational& radius) {
  if (!std::isfinite(x) || std::abs(x) > 1e12) return std::nullopt;
  const Rational centre = Rational::from_double(x), unit = range.integer ? Rational(1) : radius / Rational(10);
  const Rational width = range.integer ? std::max(radius, Rational(1)) : radius;
  Zone zone{floor((centre - width) / unit) * unit, -(floor((-centre - width) / unit) * unit)};
  Graph scratch = graph;
  if (reaches(scratch, range.lower, *zone.lower, true)) zone.lower.reset();
  if (reaches(scratch, range.upper, *zone.upper, false)) zone.upper.reset();
  return zone;
}

Zone zone_at_infinity(bool upper, const Rational& at) {
  return upper ? Zone{at, std::nullopt} : Zone{std::nullopt, -at};
}

std::vector<Zone> joined(std::vector<Zone> zones) {
  const auto starts_before = [](const Zone& a, const Zone& b) {
    if (!a.lower || !b.lower) return !a.lower && b.lower;
    return *a.lower < *b.lower;
  };
  std::ranges::stable_sort(zones, starts_before);
  std::vector<Zone> result;
  for (Zone& z : zones) {
    if (result.empty() || (z.lower && result.back().upper && *result.back().upper < *z.lower)) {
      result.push_back(std::move(z));
    } else if (!z.upper || (result.back().upper && *result.back().upper < *z.upper)) {
      result.back().upper = z.upper;
    }
  }
  return result;
}

std::vector<Range> remaining_parts(Graph& graph, const Range& range, const std::vector<Zone>& zones) {
  std::vector<Range> parts;
  Range rest = range;
  for (const Zone& z : zones) {
    if (z.lower) {
      parts.push_back(rest);
      parts.back().upper = {false, graph.rational(*z.lower), false};
    }
    if (!z.upper) return parts;
    rest.lower = {false, graph.rational(*z.upper), false};
  }
  parts.push_back(rest);
  return parts;
}

Range part_inside(Graph& graph, const Range& range, const Zone& zone) {
  Range part = range;
  if (zone.lower) part.lower = {false, graph.rational(*zone.lower), false};
  if (zone.upper) part.upper = {false, graph.rational(*zone.upper), false};
  return part;
}

bool contains(const Zone& zone, double x) {
  const Rational at = Rational::from_double(x);
  return (!zone.lower || *zone.lower < at) && (!zone.upper || at < *zone.upper);
}

std::string zone_text(const std::string& name, const Zone& zone) {
  if (!zone.lower && !zone.upper) return "all " + name;
  if (!zone.lower) return name + " < " + end_text(*zone.upper);
  if (!zone.upper) return name + " > " + end_text(*zone.lower);
  return name + " in (" + end_text(*zone.lower) + ", " + end_text(*zone.upper) + ")";
}

}  // namespace lemmacheck::verify::prover
