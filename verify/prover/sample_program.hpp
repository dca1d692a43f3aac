// Fast evaluation in doubles with an estimate of the rounding error: for search only, nothing is decided by it.
#pragma once

#include <vector>

#include "numerics/expression.hpp"

namespace lemmacheck::verify::prover {

struct Estimate {
  double value = 0;
  double error = 0;  // about the largest rounding error; infinite where the estimate breaks down
  double size = 0;   // of the terms that the value is the sum of
};

class SampleProgram {
 public:
  SampleProgram(const numerics::Graph& graph, std::span<const numerics::NodeId> outputs);

  /// Values of all slots; variables[i] is the graph's variable i.
  void run(std::span<const Estimate> variables, std::vector<Estimate>& values) const;
  std::size_t slot(numerics::NodeId id) const;
  /// About how many elementary operations one run costs.
  std::size_t cost() const noexcept { return cost_; }

 private:
  enum class Kind : std::uint8_t {
    literal,
    variable,
    add,
    subtract,
    multiply,
    divide,
    negate,
    absolute,
    exp,
    log,
    power,
    choice,
    call
  };
  struct Step {
    Kind kind;
    std::uint32_t index = 0;  // of a variable
    const numerics::Function* function = nullptr;
    std::uint32_t first = 0, count = 0;
    double literal = 0, error = 0;  // of a literal; a power: its whole exponent
  };
  static double size_of(Kind kind, const Estimate& a, const Estimate& b, const Estimate& v, double exponent);
  Estimate call(const Step& step, const std::vector<Estimate>& values) const;

  std::vector<numerics::NodeId> ids_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> arguments_;
  std::size_t cost_ = 0;
};

}  // namespace lemmacheck::verify::prover
