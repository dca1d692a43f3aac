// The same claim in other words: a claim rewritten so that it stays true or false.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verify/claim_reader.hpp"

namespace lemmacheck::test_support {

/// What takes the place of a node, given its arguments already rewritten; nullopt: the node with these arguments.
using Rewrite = std::function<std::optional<numerics::NodeId>(numerics::NodeId, std::span<const numerics::NodeId>)>;
numerics::NodeId rewritten(numerics::Graph& graph, numerics::NodeId root, const Rewrite& rewrite);

/// A claim written out; read_claim() reads it back.
verify::ClaimTexts texts_of(const verify::Claim& claim);

struct Disguise {
  std::string name;
  /// nullopt where the disguise changes nothing.
  std::function<std::optional<verify::Claim>(verify::Claim)> apply;
};

/// Other names and another order of the variables, sides exchanged or subtracted, both sides times something positive,
/// a variable moved, stretched or reflected, decimals as fractions and fractions as decimals.
const std::vector<Disguise>& disguises();

}  // namespace lemmacheck::test_support
