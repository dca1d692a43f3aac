// Shares of the budget that make a theorem sharp: an untrusted search in doubles. Its result is a list of exact shares;
// what they are worth is found by evaluating the theorem with them.
#pragma once

#include <cstdint>
#include <functional>

#include "verify/binding.hpp"
#include "verify/theorem.hpp"

namespace lemmacheck::verify {

struct ShareSearchOptions {
  std::string minimise;     // a conclusion; empty: the least budget at which the theorem holds
  std::vector<Text> start;  // "tau = 0.02": where the search begins, in place of the shares of the file
  std::uint64_t seed = 1;
  int rounds = 3;                  // times that the search starts again around its best point
  std::function<void()> progress;  // after every evaluation
};

struct FoundShares {
  std::vector<Text>
      shares;               // "tau = 0.0123", as load_with_shares() takes them; of one theorem they add up to exactly 1
  double approx_value = 0;  // of the conclusion, or the least budget
  bool approx_holds = false;  // at the settings; always so when the least budget is asked for and found
  std::size_t evaluations = 0;
};

/// `settings` give every parameter ("d = 1e5"). The result depends on the
/// arguments and the seed only. DomainError LC227 for a conclusion that the theorem does not have, and for a theorem
/// with fewer than two events.
FoundShares find_shares(const TheoremFile& file, std::span<const Text> settings, const ShareSearchOptions& options);

}  // namespace lemmacheck::verify
