// A theorem, understood: one graph of ordinary formulas in the parameters and the chosen variables of its events.
#pragma once

#include <functional>

#include "verify/domain.hpp"

namespace lemmacheck::verify {

/// A parameter of the theorem and where it may lie.
struct Parameter {
  std::string name;
  numerics::NodeId node;
  bool integer = false;
  std::optional<numerics::NodeId> lower, upper;  // constant formulas; none: unbounded
  bool lower_open = false, upper_open = false;
  std::string domain;                        // as written
  std::optional<numerics::NodeId> standard;  // its default value
};

/// The variable that an event chooses: the smallest or the largest value whose failure probability fits the share.
struct Choice {
  std::string name;
  numerics::NodeId node;  // the variable, or for a linear `fails` the exact formula
  bool smallest = true;
  bool is_formula = false;  // `node` is a formula: nothing has to be searched
  std::optional<numerics::NodeId> lower, upper;
  bool lower_open = false, upper_open = false;
  bool proved_monotone = false;           // from the form of `fails`; otherwise shown at each point from its derivative
  std::optional<numerics::NodeId> slope;  // d fails / d variable, when not proved_monotone
};

struct Event {
  std::string name, says;
  numerics::Rational share;  // of its own theorem's budget
  numerics::NodeId budget;   // share * budget of its theorem
  numerics::NodeId fails;
  std::optional<Choice> choice;
  bool nested = false;  // belongs to a theorem that is an event itself, which carries the charge
};

/// A named quantity that reports show.
struct NamedQuantity {
  std::string name;
  numerics::NodeId node;
  std::string latex;
};

struct Condition {
  std::string name, claim_text, says;
  numerics::NodeId claim;
  numerics::NodeId slack;  // right minus left of the comparison; of several the least
};

enum class Side : std::uint8_t { lower, upper, exact };

struct Conclusion {
  std::string name, says, latex;
  numerics::NodeId node;
  Side side;
  bool integer = false;  // reported as a whole number, rounded to its side
};

/// A formula in the `says` text, {formula}.
struct StatementPart {
  std::string text;                      // literal text before the formula
  std::optional<numerics::NodeId> node;  // none for the last piece
  std::string formula;
};

struct Theorem {
  std::string id, title, kind, source, budget_name;
  numerics::Graph graph;
  std::vector<Parameter> parameters;
  std::vector<Event> events;  // of theorems used as events first their own events, then the rest; in file order
  std::vector<NamedQuantity> quantities;
  std::vector<Condition> conditions;
  std::vector<Conclusion> conclusions;
  std::vector<StatementPart> statement;
  std::vector<std::string> uses, caller;
  TheoremFile text;  // as read: regimes and expectations are applied by the caller

  const Parameter* find_parameter(std::string_view name) const;
  std::vector<std::string> parameter_names() const;
};

/// Finds the file of a theorem by id, for events that are theorems; throws Error when there is none.
using TheoremSource = std::function<TheoremFile(const Text& id)>;

/// Understands a theorem file: names resolved by dependency, enclosed quantities worked out to ordinary formulas.
/// ParseError LC124 (not a name), LC131 (unknown name), LC132 (defined twice), LC133 (a cycle), LC134 (an enclosed
/// quantity where a formula is needed), LC135 (shares above 1 or not exact numbers), LC136 (`fails` not monotone in the
/// chosen variable).
Theorem understand(const TheoremFile& file, const TheoremSource& others);

}  // namespace lemmacheck::verify
