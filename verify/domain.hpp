// "d integer in [3, inf)", "delta in (0, 1)", "d = 10^k for k in {3, 4, .., 12}": where a name may lie.
#pragma once

#include <optional>

#include "verify/theorem_file.hpp"

namespace lemmacheck::verify {

/// An interval as written. An empty end is -inf or inf.
struct IntervalText {
  Text lower, upper;
  bool lower_open = false, upper_open = false;
};

struct DomainText {
  Text name;
  bool integer = false;
  IntervalText interval;
  Text whole;  // as written
};

/// Reads "NAME [integer] in [a, b]" with ( ) for open ends and inf for no end. ParseError LC123.
DomainText parse_domain(const Text& text);

/// Reads "[a, b]". ParseError LC123.
IntervalText parse_interval(const Text& text);

/// "NAME = EXPRESSION": name and right side. ParseError LC124.
std::pair<Text, Text> parse_assignment(const Text& text);

/// The values of a grid axis: "m in {64, 128}", "d = 10^k for k in {3, 4, .., 12}", "d = 1e5". Every value is an
/// expression as text. ParseError LC125 for another form, an empty set or a step that does not reach the end.
struct GridAxis {
  Text name;
  std::vector<Text> values;
};
GridAxis parse_grid_axis(const Text& text);

/// Splits at commas outside of brackets and trims; places are kept.
std::vector<Text> split_list(const Text& text);

}  // namespace lemmacheck::verify
