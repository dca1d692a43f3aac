#include "numerics/exact_constant.hpp"
#include "numerics/tape.hpp"

namespace lemmacheck::numerics {

std::optional<int> exact_sign(const Graph& graph, NodeId f) {
  if (const std::optional<Rational> value = exact_value(graph, f)) return value->sign();
  const Tape tape(graph, std::span(&f, 1));
  for (const long bits : {64, 128, 256, 512, 1024, 2048}) {
    const std::vector<BigInterval> variables(graph.variable_count(), BigInterval(Precision(bits)));
    const Evaluated<BigInterval> value = tape.run(variables, Precision(bits)).back();
    if (value.defined == Defined::nowhere) return std::nullopt;
    if (value.defined != Defined::everywhere) continue;
    if (const int sign = value.value.certain_sign(); sign != 0) return sign;
  }
  return std::nullopt;
}

}  // namespace lemmacheck::numerics
