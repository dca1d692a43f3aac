// The extreme value that an event chooses, enclosed and certified.
#pragma once

#include "numerics/tape.hpp"
#include "verify/theorem.hpp"

namespace lemmacheck::verify {

struct SolvedChoice {
  /// Encloses the extreme value for every point of the box; empty when there is certainly none (see `possible`).
  numerics::BigInterval value;
  /// The value on the safe side: there the event certainly costs no more than its share.
  numerics::BigInterval safe;
  /// Encloses `fails` at the safe value; its upper end is what is charged.
  numerics::BigInterval charged;
  numerics::Truth possible = numerics::Truth::unknown;
  std::string reason;  // when not possible == yes
};

/// Solves one event's choice on boxes of the variables before it. Not thread-safe; cheap to copy.
class ChoiceSolver {
 public:
  ChoiceSolver(const Theorem& theorem, const Event& event);

  /// `variables` by graph index: parameters and earlier choices; the choice's own entry is overwritten during the work.
  SolvedChoice solve(std::vector<numerics::BigInterval>& variables, numerics::Precision precision) const;

  const numerics::Tape& tape() const noexcept { return tape_; }

 private:
  friend class ChoiceSearch;
  friend class ApproxExcess;
  const Event& event_;
  std::uint32_t variable_;
  numerics::Tape tape_;        // everything: fails, budget, ends, slope
  numerics::Tape fails_tape_;  // fails alone, for the search
};

}  // namespace lemmacheck::verify
