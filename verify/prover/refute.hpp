// Counterexamples: points at which the hypotheses certainly hold and the claim certainly fails or has no value.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "numerics/big_interval.hpp"
#include "verify/claim.hpp"

namespace lemmacheck::verify::prover {

/// A point: one formula without variables per variable, such as 3/2 or 1/e; short enough to check by hand where
/// possible.
using Point = std::map<std::string, std::string>;

struct Refutation {
  std::optional<Point> undefined_at;               // the claim certainly has no value here
  std::string undefined_part;                      // the sub-expression without a value
  std::optional<Point> witness;                    // hypotheses certainly hold, the statement certainly fails
  std::optional<numerics::BigInterval> violation;  // at the witness: by how much (the smaller side minus the larger)
};

struct RefuteOptions {
  std::size_t samples = 20'000;  // points tried in doubles
  std::uint64_t seed = 1;
  std::function<bool()> stop;
  std::vector<std::vector<double>> hints;  // points worth a try first, in the order of the variables
};

/// nullopt: nothing found. What is returned is certain: decided by exact arithmetic or enclosures at the point.
std::optional<Refutation> refute(const Claim& claim, const RefuteOptions& options = {});

/// For a claim in one variable that was refuted: the ranges on which it appears to be true, each with certified ends
/// ("x in (0, 0.787064..]"), to be confirmed by the prover; and in words what would repair the claim, or "".
struct Repair {
  struct Piece {
    ClaimVariable range;  // ends are decimals in the claim's graph
    std::string text;     // "x in (0, 0.78706443761]"
  };
  std::vector<Piece> true_on;
  std::string words;
};
Repair repair(Claim& claim, const Refutation& refutation, const RefuteOptions& options = {});

}  // namespace lemmacheck::verify::prover
