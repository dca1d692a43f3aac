// Boxes of the free variables of a range, and how they are split.
#pragma once

#include <vector>

#include "verify/binding.hpp"

namespace lemmacheck::verify {

/// A closed box of the free variables; ends of integer variables are whole.
struct Box {
  std::vector<numerics::Rational> lower, upper;
  bool is_point() const { return lower == upper; }
};

Box whole_range(const std::vector<FreeVariable>& range);

std::vector<numerics::BigInterval> enclosure(const Box& box, numerics::Precision precision);
/// At least `least`; a narrow box needs more, or rounding is all that is left of it.
numerics::Precision precision_for(const Box& box, numerics::Precision least);

/// Both parts of the box, which is not a point along the axis; a cut near the geometric mean when the ends differ much.
/// Integers go to one side or the other, real parts share the cut.
void split(const Box& box, std::size_t axis, const std::vector<FreeVariable>& range, std::vector<Box>& into);
/// The place where split() cuts, for integers rounded down.
numerics::Rational cut_of(const Box& box, std::size_t axis, const FreeVariable& variable);

/// Points of a box, or its volume: counts of integers times lengths. Boxes that split a range and are as large as the
/// range together leave nothing out.
numerics::Rational measure(const Box& box, const std::vector<FreeVariable>& range);

}  // namespace lemmacheck::verify
