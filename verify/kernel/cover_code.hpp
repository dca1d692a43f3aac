// The instructions of a box problem: f and the hypotheses as one list, arguments before uses.
//
// Slots: first the constant parts, then the variables of the problem in their order, then the instructions. The passes
// over the list (cover_passes.hpp) are templates over the number type: BigInterval in the checker.
#pragma once

#include "verify/kernel/cover.hpp"

namespace lemmacheck::verify::kernel {

/// What an instruction does. `other` is any function without a rule of its own: it is evaluated, and its record may say
/// that it is monotone.
enum class Operation : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  negate,
  square,
  power,       // a^n, n a whole number other than 0 and 2
  real_power,  // a^b, b constant and certainly no whole number
  any_power,   // a^b otherwise
  square_root,
  cube_root,
  exp,
  expm1,
  log,
  log1p,
  log2,
  log10,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  erf,
  erfc,
  normal_cdf,
  sigmoid,
  softplus,
  xlogx,
  entropy,
  kl,
  gamma,
  lgamma,
  lambert_w,
  abs,
  min,
  max,
  choice,  // if(a, b, c)
  other
};

struct Instruction {
  Operation operation = Operation::other;
  bool total = false;  // has a value wherever the variables have one
  std::uint32_t arguments[4] = {0, 0, 0, 0};
  std::uint32_t count = 0;
  long exponent = 0;  // of power
  const numerics::Function* function = nullptr;
};

/// A constant part with its enclosure.
struct Constant {
  numerics::BigInterval value;
  numerics::Defined defined;
};

struct BoxCode {
  std::vector<Constant> constants;
  std::uint32_t variables = 0;
  std::vector<Instruction> instructions;  // of slot first_instruction(), ...
  std::uint32_t f = 0;                    // slots
  std::vector<std::uint32_t> hypotheses;
  std::vector<std::vector<bool>> hypothesis_uses;  // [hypothesis][variable]

  std::uint32_t first_variable() const { return static_cast<std::uint32_t>(constants.size()); }
  std::uint32_t first_instruction() const { return first_variable() + variables; }
  std::uint32_t slots() const { return first_instruction() + static_cast<std::uint32_t>(instructions.size()); }
  bool is_constant(std::uint32_t slot) const { return slot < first_variable(); }
};

/// Constant parts are evaluated at `precision`. A variable that is not one of the problem's is any real number.
BoxCode make_box_code(const numerics::Graph& graph, const BoxProblem& problem, numerics::Precision precision);

}  // namespace lemmacheck::verify::kernel
