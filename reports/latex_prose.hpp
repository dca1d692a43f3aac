// Sentences of notes and titles, typeset: the formulas in them become mathematics.
#pragma once

#include <string>
#include <string_view>

namespace lemmacheck::reports {

/// Plain words as LaTeX: ">=", "<=", "|", the minus of " - " and "-x", Greek letters by name (also with "~" behind),
/// indices of one letter ("W_KQ"), a star behind a letter ("i*"), exponents ("d^2", "2^-44") and differences of two
/// letters ("(f-y)") are set as mathematics, options ("--eta") as typed; names with a point or a hyphen ("NAME.x",
/// "theorem-2") and all else are words, escaped.
std::string latex_prose(std::string_view words);

}  // namespace lemmacheck::reports
