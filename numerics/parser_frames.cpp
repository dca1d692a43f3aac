#include "numerics/parser_frames.hpp"

#include <algorithm>

#include "numerics/parser.hpp"

namespace lemmacheck::numerics {

std::string shown(const Token& token) {
  return token.kind == TokenKind::end ? "the end" : '\'' + shortened(token.text) + '\'';
}

std::string wanted(const Frame& frame) {
  switch (frame.kind) {
    case FrameKind::bar:
      return "'|'";
    case FrameKind::floor:
      return "'\\rfloor'";
    case FrameKind::ceil:
      return "'\\rceil'";
    case FrameKind::parenthesis:
    case FrameKind::call:
      return "')'";
    default:
      return "'}'";
  }
}

std::string arguments_wanted(const Function& function, std::size_t found) {
  return '\'' + function.name + "' takes " + (function.variadic_from > 0 ? "at least " : "") +
         std::to_string(function.arity) + " argument" + (function.arity == 1 ? "" : "s") + ", found " +
         std::to_string(found);
}

}  // namespace lemmacheck::numerics
