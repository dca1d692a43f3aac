// Tokens of the expression language (internal to the parser).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "numerics/parser.hpp"

namespace lemmacheck::numerics {

enum class TokenKind : std::uint8_t { number, name, symbol, end };

struct Token {
  TokenKind kind;
  std::string text;  // symbols: + - * / ^ ( ) { } [ ] , | < <= > >= = and \frac \sqrt \lfloor \rfloor \lceil \rceil
  std::size_t offset;
};

std::vector<Token> tokenise(std::string_view text, const Place& place);

/// A token in a message: cut when it is long.
std::string shortened(std::string_view text);

/// The place of a byte of `text` that begins at `place`.
Place place_at(std::string_view text, std::size_t offset, const Place& place);

}  // namespace lemmacheck::numerics
