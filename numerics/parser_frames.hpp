// What the parser has open: operators and brackets (internal to the parser).
#pragma once

#include <cstdint>

#include "numerics/expression.hpp"
#include "numerics/tokens.hpp"

namespace lemmacheck::numerics {

enum Precedence : int { bracket = 0, conjunction = 1, comparison = 2, sum = 3, product = 4, sign = 5, power = 6 };

struct Operator {
  std::string name;  // a function name: "+", "neg", "<=", "and"; brackets have precedence 0
  int precedence;
  std::size_t offset;
};

/// A value on the stack. A comparison a < b that may still grow into a chain remembers b.
struct Operand {
  NodeId id;
  bool chain = false;
  NodeId chain_right{};
};

enum class FrameKind : std::uint8_t {
  root,
  parenthesis,
  group,
  bar,
  call,
  fraction,
  root_latex,
  floor,
  ceil,
  index_latex
};

struct Frame {
  FrameKind kind;
  std::size_t operators, operands, offset;  // heights of the stacks and place where the frame opened
  const Function* function = nullptr;
  std::size_t argument_count = 0;
};

/// A token in a message.
std::string shown(const Token& token);
/// What would close a bracket.
std::string wanted(const Frame& frame);
std::string arguments_wanted(const Function& function, std::size_t found);

}  // namespace lemmacheck::numerics
