// How many columns of a terminal UTF-8 text takes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lemmacheck::reports {

/// Columns on a terminal: combining marks take none, wide East Asian characters and pictographs two, an invalid byte
/// one. Independent of the locale.
std::size_t display_width(std::string_view utf8) noexcept;

/// The longest beginning of whole characters that takes at most `columns`.
std::string_view cut_to_width(std::string_view utf8, std::size_t columns) noexcept;

/// The text with line breaks, tabs and other control characters replaced by spaces.
std::string one_line(std::string_view text);

/// The words on lines of at most `width` columns, each behind `indent` spaces; a longer word has a line of its own.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

/// Length in bytes (1..4) and code point of the first character; an invalid byte is U+FFFD of length 1.
struct Character {
  std::size_t length;
  char32_t code;
};
Character first_character(std::string_view utf8) noexcept;

}  // namespace lemmacheck::reports
