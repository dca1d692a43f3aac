#include "numerics/greek_letters.hpp"

#include "tests/support/catch.hpp"

namespace lemmacheck::numerics {

TEST_CASE("greek letters: names in LaTeX", "[numerics][exact]") {
  // The Unicode block is alphabetical: 24 letters, final sigma among them, omicron left to the Latin o.
  CHECK(greek_letter_name(0x3B1) == "alpha");
  CHECK(greek_letter_name(0x3C9) == "omega");
  CHECK(greek_letter_name(0x3BF).empty());
  CHECK(greek_letter_name(U'a').empty());
  int letters = 0;
  for (char32_t code = 0x391; code <= 0x3C9; ++code) {
    const auto name = greek_letter_name(code);
    if (name.empty()) continue;
    ++letters;
    CHECK(is_greek_letter(name));
    CHECK((name[0] >= 'a') == (code >= 0x3B1));
  }
  CHECK(letters == 23 + 11);
  CHECK_FALSE(is_greek_letter("omicron"));
  CHECK_FALSE(is_greek_letter(""));
}

}  // namespace lemmacheck::numerics
