// A claim taken apart for the search for counterexamples: comparisons, ranges in doubles, exact coordinates.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "numerics/tape.hpp"
#include "verify/claim.hpp"

namespace lemmacheck::verify::prover {

/// smaller <= larger, smaller < larger or smaller = larger.
struct Comparison {
  numerics::NodeId node{}, smaller{}, larger{};
  bool strict = false, equality = false;
};

/// An exact number: a rational, or else a formula without variables.
struct Coordinate {
  std::optional<numerics::Rational> exact;
  numerics::NodeId formula{};  // in the graph of the problem; unused when exact is known
  double approx = 0;
  std::string written;  // the text to show, when it is not made from the number
};
using ExactPoint = std::vector<Coordinate>;

/// One variable: its range in doubles, cut so that every double in [lower, upper] lies in the range (up to open ends).
struct Axis {
  const ClaimVariable* variable = nullptr;
  std::uint32_t index = 0;  // of the variable in the graph
  double lower = 0, upper = 0;
  std::optional<Coordinate> lower_end, upper_end;  // finite ends, open or closed
  bool integer = false;
  bool narrow = false;  // no double strictly between the ends
};

struct Problem {
  explicit Problem(const Claim& claim);
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  Coordinate coordinate(numerics::NodeId formula) const;
  static Coordinate coordinate(const numerics::Rational& value);
  static Coordinate coordinate(double value);  // exactly this double
  std::string text(const Coordinate& c) const;

  const Claim* claim;
  numerics::Graph graph;  // the claim's, with more nodes
  numerics::NodeId statement{};
  std::vector<Comparison> conclusions, hypotheses;
  std::vector<numerics::NodeId> other_hypotheses;  // not comparisons
  std::vector<Axis> axes;
};

/// The comparisons that the boolean expression joins by "and"; false when something else is among them.
bool split_comparisons(const numerics::Graph& graph, numerics::NodeId root, std::vector<Comparison>& out);

/// "3/2", "0.0089", "1e-6": the shorter one of a decimal and a fraction with a denominator up to 100.
std::string number_text(const numerics::Rational& value);
/// A finite decimal as a node, where the number is one.
std::optional<numerics::Decimal> as_decimal(const numerics::Rational& value);

}  // namespace lemmacheck::verify::prover
