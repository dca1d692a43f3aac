// The relative gap of a proved goal from below: f - mu (|left| + |right|) >= 0, accepted by the kernel.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "verify/kernel/goal.hpp"

namespace lemmacheck::verify::prover {

/// What is proved about the signs of both sides on a domain: with it |left| + |right| is written without absolute
/// values, and boxes see each side once.
enum class SideSigns : std::uint8_t { unknown, positive, negative };

struct GapBudget {
  std::size_t boxes = 1000;    // of one attempt
  std::size_t nodes = 20'000;  // new expressions in one attempt by rules; 0: boxes only
  std::function<bool()> stop;
  SideSigns signs = SideSigns::unknown;
  bool weigh_calls = false;  // fewer boxes where functions are slow
};

/// How far the search by boxes came.
struct GapSearch {
  std::vector<double> lowest;  // where it saw the least difference
  double used = 0;             // part of the boxes it was allowed
};

/// That the smaller side is >= 0 or the larger one <= 0 on the domain of a proved goal, when the kernel accepts it.
SideSigns signs_of_sides(const numerics::Graph& graph, const numerics::FunctionTable& functions,
                         const kernel::Goal& goal, const GapBudget& budget);

/// Whether f has a value at every point of the domain, as the kernel accepts it.
bool has_value(const numerics::Graph& graph, const numerics::FunctionTable& functions, const kernel::Domain& domain,
               numerics::NodeId f, const GapBudget& budget);

/// Whether (right - left) >= mu (|left| + |right|) was proved on the domain of the goal. The goal's claim is proved
/// there, so that both sides have values. True only when the kernel accepts the cover or the proof.
bool certify_gap(const numerics::Graph& graph, const numerics::FunctionTable& functions, const kernel::Goal& goal,
                 double mu, const GapBudget& budget, GapSearch* seen = nullptr);

/// The largest of some fractions of `guess` that certify_gap() confirms.
std::optional<double> certified_share(const numerics::Graph& graph, const numerics::FunctionTable& functions,
                                      const kernel::Goal& goal, double guess, const GapBudget& budget);

}  // namespace lemmacheck::verify::prover
