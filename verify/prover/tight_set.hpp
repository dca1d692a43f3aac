// Where the two sides of a claim are equal, or come together.
#pragma once

#include <string>

#include "verify/claim.hpp"
#include "verify/prover/relative_gap.hpp"

namespace lemmacheck::verify::prover {

/// One part of the tight set, shown by an exact zero test or an exact limit.
struct Contact {
  enum class Kind : std::uint8_t {
    everywhere,
    zeros,    // where some formulas vanish; variable -> value at an open end
    infinity  // variable -> inf or -inf
  } kind = Kind::zeros;
  std::vector<numerics::NodeId> zeros;  // x - 1; x - y; x - 1, y - 1
  bool upper = false;                   // infinity: inf rather than -inf
  int order = 0;                        // of a point in one variable: the first derivative that is not 0; 0: not known
  std::string text;                     // "x = 0 (order 2)", "x = y", "x -> inf"
  double approx = 0;                    // of a point in one variable: about where
};

/// A formula without variables, about; nan when it has no value.
double approx_value(const numerics::Graph& graph, numerics::NodeId constant);

/// What exact tests find: ends, 0, 1, in one variable the points where the relative gap is least at samples; in several
/// curves x = u (u = y, 1 - y, a root of the derivative in x ..), corners and the diagonal. Not every contact need be
/// found.
std::vector<Contact> tight_set(Claim& claim, const kernel::Goal& goal);

}  // namespace lemmacheck::verify::prover
