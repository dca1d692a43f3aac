// Text to expression.
//
// The language: + - * / ^ (right-associative, binds tighter than unary minus; ** is the same), |x|, calls f(a, b),
// decimals (exact), comparisons < <= > >= = in chains (0 < x <= 1), "and", sum(f, k, a, b) and the other calls of
// indexed.hpp. LaTeX as the LaTeX printer writes it is
// read too: \frac{a}{b}, a^{b}, \sqrt{a}, \cdot, \left( \right), \log, \le, \lfloor a \rfloor, \mathrm{name}.
#pragma once

#include <string>
#include <string_view>

#include "numerics/expression.hpp"

namespace lemmacheck::numerics {

/// Where a text stands, for messages: "theorem-2.toml:12:5: ...". Columns count from 1.
struct Place {
  std::string source = "input";
  int line = 1;
  int column = 1;
  std::string to_string() const;
};

struct NameUse {
  std::string name;
  Place place;
};

struct ParsedExpression {
  NodeId root;
  std::vector<NameUse> names;  // variables, each at its first use
  bool has_sums = false;       // that are not written out
};

/// Parses the whole text. A name without brackets that is not a constant is a variable; names may contain dots.
/// ParseError LC102 (exponent beyond int64), LC110 (syntax), LC111 (unknown function), LC112 (number of arguments),
/// LC113 (a comparison where a number is expected or the other way round), each with the place and what was expected.
/// Sums are written out, their ends must be exact numbers: LC114.
ParsedExpression parse_expression(Graph& graph, std::string_view text, const FunctionTable& functions,
                                  const Place& place = {});

/// The same with sums left as they are written, for readers that know the names in their ends, and for printers.
ParsedExpression parse_as_written(Graph& graph, std::string_view text, const FunctionTable& functions,
                                  const Place& place = {});

/// Candidates closest to `name` in spelling, for messages: "did you mean 'kappa'?" or "" when nothing is close.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

}  // namespace lemmacheck::numerics
