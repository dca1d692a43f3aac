// What a text has to contain.
#pragma once

#include <string>
#include <vector>

#include "tests/support/catch.hpp"

namespace lemmacheck::test {

inline void check_contains(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    CAPTURE(text, part);
    CHECK(text.find(part) != std::string::npos);
  }
}

}  // namespace lemmacheck::test
