// Other shares of the failure budget than those that stand in a theorem file.
#pragma once

#include "verify/theorem.hpp"

namespace lemmacheck::verify {

/// load() with the shares given as "NAME = VALUE". NAME is an event, or the variable that it chooses; an event of a
/// theorem that is an event itself has its prefix in front: "pop.tau = 0.01". DomainError LC226 for an unknown name or
/// one that is given twice, and what understand() throws when the values are no shares.
Theorem load_with_shares(const TheoremFile& file, std::span<const Text> shares);

/// The share of one event: of the file, or of a theorem that is an event of it (its prefix in front of the name).
struct ShareText {
  std::string name;  // the shortest that load_with_shares() takes
  Text share;
  std::optional<std::size_t> parent;  // the event that is this one's theorem
};
std::vector<ShareText> shares_of(const TheoremFile& file);

}  // namespace lemmacheck::verify
