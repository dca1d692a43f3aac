// Conditions of SMT-LIB without negations (internal to the reader).
#pragma once

#include <string>
#include <vector>

#include "numerics/parser.hpp"

namespace lemmacheck::verify {

/// A comparison of two formulas, or all (any) of several conditions.
struct SmtlibFormula {
  enum class Kind { comparison, all, any };
  Kind kind = Kind::all;
  std::string left, relation, right;  // < <= > >= =
  std::vector<SmtlibFormula> parts;   // all of none: true; any of none: false
  numerics::Place place;

  std::string text() const { return left + ' ' + relation + ' ' + right; }
};

/// a = b has the negation a < b or a > b.
SmtlibFormula negation(const SmtlibFormula& formula);

/// The conditions that together are the formula; comparisons and non-trivial `any`.
std::vector<SmtlibFormula> conjuncts(const SmtlibFormula& formula);

}  // namespace lemmacheck::verify
