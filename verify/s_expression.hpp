// S-expressions, as SMT-LIB writes them, with places.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "numerics/parser.hpp"

namespace lemmacheck::verify {

/// A symbol, numeral, decimal, keyword or string as `word`, or a list.
struct SExpression {
  bool list = false;
  std::string word;  // |a b| without its bars
  std::vector<SExpression> items;
  numerics::Place place;

  bool is(std::string_view symbol) const { return !list && word == symbol; }
  /// The symbol that a list begins with; "" for anything else.
  std::string_view head() const { return list && !items.empty() && !items[0].list ? items[0].word : ""; }
};

/// All expressions of a text. ParseError LC147 for brackets that do not match, a nesting deeper than 1000 and
/// characters that do not belong, with line and column.
std::vector<SExpression> read_s_expressions(std::string_view text, const std::string& file);

}  // namespace lemmacheck::verify
