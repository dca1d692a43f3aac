#include "numerics/error.hpp"

namespace lemmacheck::numerics {

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string result = "\"";
  for (const char c : text.substr(0, longest)) {
    const bool printable = static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
    result += printable ? c : '?';
  }
  if (text.size() > longest) result += "... (" + std::to_string(text.size()) + " characters)";
  return result + "\"";
}

void assertion_failed(const char* condition, const char* file, int line) {
  throw InternalError("LC901", std::string("internal error: ") + condition + " is false (" + file + ":" +
                                   std::to_string(line) + "); please report it");
}

}  // namespace lemmacheck::numerics
