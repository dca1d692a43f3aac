// Formulas free of the moving variable as coefficients: sums, products and powers are taken apart, the rest are atoms.
#pragma once

#include <unordered_map>

#include "verify/kernel/coefficient.hpp"

namespace lemmacheck::verify::kernel {

class FreeCoefficients {
 public:
  explicit FreeCoefficients(numerics::Graph& graph) : graph_(&graph) {}
  /// Equal to the formula wherever that has a value.
  const Coefficient& of(numerics::NodeId id);

 private:
  Coefficient make(numerics::NodeId id);
  Coefficient root(numerics::NodeId id, const Coefficient& a);
  Coefficient power(numerics::NodeId id, const Coefficient& a, const Coefficient& b);
  Coefficient product(numerics::NodeId id, const Coefficient& a, const Coefficient& b);
  const Coefficient& known(numerics::NodeId id) const { return known_.at(static_cast<std::uint32_t>(id)); }

  numerics::Graph* graph_;
  std::unordered_map<std::uint32_t, Coefficient> known_;
};

}  // namespace lemmacheck::verify::kernel
