// A theorem in plain doubles, as a function of the budgets of its events: only a guide for the search of shares.
// Nothing computed here enters a verdict; what the search finds is evaluated again with enclosures.
#pragma once

#include "numerics/tape.hpp"
#include "verify/theorem.hpp"

namespace lemmacheck::verify {

class ApproxTheorem {
 public:
  /// The theorem where its parameters have these values. The events' budgets have to be different nodes: give different
  /// shares to all events (see share_search.cpp).
  ApproxTheorem(const Theorem& theorem, std::span<const numerics::BigInterval> parameters);

  /// Chooses every event's variable for these budgets (one per event of the theorem, in order); whether all conditions
  /// seem to hold.
  bool holds(std::span<const double> budgets);
  /// The value of a conclusion at the budgets of the last holds().
  double conclusion(std::size_t index) const { return outputs_[conclusions_[index]]; }

 private:
  struct Searched {
    std::uint32_t variable;  // in special_
    bool smallest;
    numerics::Tape fails, ends;
    std::size_t lower, upper;  // slots of ends
  };
  struct Solved {  // a choice that is a formula; slots of tape_
    std::size_t node, lower, upper;
  };
  void specialise(std::span<const numerics::BigInterval> parameters);
  numerics::NodeId image(numerics::NodeId id) const { return image_[numerics::index_of(id)]; }
  bool solve(const Searched& s, double budget);

  const Theorem& theorem_;
  numerics::Graph special_;              // what does not depend on budgets is a variable with a fixed value
  std::vector<numerics::NodeId> image_;  // of the theorem's nodes
  std::vector<double> variables_;        // values of special_'s variables
  std::vector<std::uint32_t> budgets_;   // variables of special_, per event
  std::vector<Searched> searched_;       // in the order in which they need each other
  std::vector<std::size_t> searched_event_;
  std::vector<Solved> solved_;
  std::optional<numerics::Tape> tape_;
  std::vector<std::size_t> claims_, conclusions_;  // slots of tape_
  std::vector<double> outputs_;
};

}  // namespace lemmacheck::verify
