// Greek letters by their LaTeX names, lower case and the capitals that are not Latin ones.
#pragma once

#include <string_view>

namespace lemmacheck::numerics {

/// Whether "\name" is a Greek letter in LaTeX.
bool is_greek_letter(std::string_view name) noexcept;
/// The LaTeX name of a letter, without the backslash; empty when it is not one of these letters.
std::string_view greek_letter_name(char32_t letter) noexcept;

}  // namespace lemmacheck::numerics
