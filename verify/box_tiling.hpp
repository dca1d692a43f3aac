// Whether boxes fill a box: exactly, without a gap and without overlap.
#pragma once

#include <string>

#include "verify/range.hpp"

namespace lemmacheck::verify {

/// "" when the boxes fill the range of the variables, else what is wrong, naming a box by its index ("box 3").
/// Closed boxes of a real variable share their common end; those of an integer variable begin one later. Boxes have to
/// come apart by cuts through all of what is left, as boxes of a search by splitting do.
///
/// Why that is enough: a cut of a box at c, [a, c] and [c, b] of a real variable or [a, c] and [c+1, b] of an integer
/// variable, leaves out no point, and in the end one box is equal to what is left.
std::string tiling_objection(const std::vector<FreeVariable>& variables, const std::vector<Segment>& boxes);

/// "d in [1, 2], m in [3, 4]".
std::string box_text(const std::vector<FreeVariable>& variables, const Box& box);

}  // namespace lemmacheck::verify
