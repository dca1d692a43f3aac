#include "reports/text_width.hpp"

#include <algorithm>
#include <array>

namespace lemmacheck::reports {

namespace {

struct Range {
  char32_t first, last;
};

constexpr std::array<Range, 14> narrow_as_nothing{{{0x0300, 0x036F},
                                                   {0x0483, 0x0489},
                                                   {0x0591, 0x05BD},
                                                   {0x0610, 0x061A},
                                                   {0x064B, 0x065F},
                                                   {0x0E31, 0x0E31},
                                                   {0x0E34, 0x0E3A},
                                                   {0x1AB0, 0x1AFF},
                                                   {0x1DC0, 0x1DFF},
                                                   {0x200B, 0x200F},
                                                   {0x2060, 0x2064},
                                                   {0x20D0, 0x20FF},
                                                   {0xFE00, 0xFE0F},
                                                   {0xFE20, 0xFE2F}}};

constexpr std::array<Range, 11> wide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0x33FF},
                                      {0x3400, 0x4DBF},
                                      {0x4E00, 0x9FFF},
                                      {0xA000, 0xA4CF},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFF00, 0xFF60},
                                      {0x1F300, 0x1FAFF},
                                      {0x20000, 0x3FFFD}}};

template <std::size_t n>
bool contains(const std::array<Range, n>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(), [code](Range r) { return r.first <= code && code <= r.last; });
}

std::size_t width_of(char32_t code) {
  if (code < 0x300) return 1;
  return contains(narrow_as_nothing, code) ? 0 : contains(wide, code) ? 2 : 1;
}

}  // namespace

Character first_character(std::string_view utf8) noexcept {
  constexpr Character invalid{1, 0xFFFD};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(utf8[i]); };
  if (byte(0) < 0x80) return {1, byte(0)};
  const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || utf8.size() < length) return invalid;
  char32_t code = byte(0) & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return invalid;
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < least[length] || code > 0x10FFFF || surrogate ? invalid : Character{length, code};
}

std::size_t display_width(std::string_view utf8) noexcept {
  std::size_t width = 0;
  while (!utf8.empty()) {
    const Character c = first_character(utf8);
    width += width_of(c.code);
    utf8.remove_prefix(c.length);
  }
  return width;
}

std::string_view cut_to_width(std::string_view utf8, std::size_t columns) noexcept {
  std::size_t width = 0;
  std::size_t end = 0;
  while (end < utf8.size()) {
    const Character c = first_character(utf8.substr(end));
    width += width_of(c.code);
    if (width > columns) break;
    end += c.length;
  }
  return utf8.substr(0, end);
}

std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  return line;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out = std::string(indent, ' ');
  std::size_t used = indent;
  bool fresh = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t own = display_width(word);
    if (!fresh && used + 1 + own > width) {
      out += "\n" + std::string(indent, ' ');
      used = indent;
      fresh = true;
    }
    out += (fresh ? "" : " ") + std::string(word);
    used += own + (fresh ? 0 : 1);
    fresh = false;
  }
  return out + "\n";
}

}  // namespace lemmacheck::reports
