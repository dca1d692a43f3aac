#include "numerics/greek_letters.hpp"

#include <algorithm>
#include <iterator>

namespace lemmacheck::numerics {
namespace {

struct GreekLetter {
  char32_t letter;
  std::string_view name;
};

constexpr GreekLetter letters[] = {
#include "numerics/greek_letters.inc"
};

}  // namespace

bool is_greek_letter(std::string_view name) noexcept {
  return std::any_of(std::begin(letters), std::end(letters), [&](const GreekLetter& g) { return g.name == name; });
}

std::string_view greek_letter_name(char32_t letter) noexcept {
  for (const GreekLetter& greek : letters)
    if (greek.letter == letter) return greek.name;
  return {};
}

}  // namespace lemmacheck::numerics
