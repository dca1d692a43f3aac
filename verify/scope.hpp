// The names of one theorem file while it is understood (internal to understand()).
#pragma once

#include "numerics/indexed.hpp"
#include "verify/enclosed.hpp"
#include "verify/theorem.hpp"

namespace lemmacheck::verify {

/// A name that a file gives to something of its own. ParseError LC124 (no name), LC132 (a constant of the language).
void require_name(const Text& name);

/// One theorem file, instantiated under a prefix ("" or "pop.") with its parameters bound to formulas of the graph.
class Scope {
 public:
  /// `boxes`: where the variables of the graph may lie, by variable index; grows as events choose variables.
  Scope(Theorem& theorem, std::vector<numerics::BigInterval>& boxes, const TheoremFile& file,
        const TheoremSource& others, std::string prefix, std::map<std::string, numerics::NodeId> parameters,
        std::span<const std::string> outer);

  /// The value of a formula of this file; `what` names its use in messages.
  Quantity quantity(const Text& formula);
  numerics::NodeId formula(const Text& text, const std::string& what);  // must not be enclosed or a comparison
  numerics::NodeId claim(const Text& text, const std::string& what);    // must be a comparison

  /// Adds this file's events, quantities, conditions and conclusions to the theorem, in file order.
  void contribute();

 private:
  struct Definition {
    Text name, body;
    std::vector<std::string> parameters;
    numerics::NodeId root{};
    const numerics::Function* function = nullptr;  // of a definition with parameters
    bool in_progress = false;
    std::optional<Quantity> value;  // of a definition without parameters
  };
  using Environment = std::map<std::string, Quantity>;

  void declare(const Text& name, const std::string& kind);
  void read_definitions();
  void read_events();
  numerics::NodeId parse(const Text& text, std::span<const std::string> parameters);
  void check_name(const numerics::NameUse& use, std::span<const std::string> parameters) const;
  std::vector<std::string> known_names() const;
  Quantity expand(numerics::NodeId root, const Environment& environment, const numerics::Place& place);
  Quantity expand_terms(numerics::NodeId id, std::span<const Quantity> ends, const Environment& environment,
                        const numerics::Place& place);
  Quantity name_value(const std::string& name, const numerics::Place& place);
  Quantity call_definition(Definition& definition, std::vector<Quantity> arguments, const numerics::Place& place);
  void enter(const std::string& name, const numerics::Place& place);
  void choose(std::size_t event);
  void use_theorem(std::size_t event, const TheoremSource& source, std::span<const std::string> outer);
  void require_domain(const std::string& name, numerics::NodeId node, const DomainText& domain);
  void solve_if_linear(Event& event, numerics::NodeId fails_in_variable);
  numerics::BigInterval range(numerics::NodeId node) const;
  /// Symbols of a block must belong to names that the block defines.
  void check_symbols(const Symbols& symbols, std::span<const std::string> names, const numerics::Place& place) const;
  void add_condition(const std::string& name, numerics::NodeId claim, const std::string& text, const std::string& says);

  Theorem& theorem_;
  std::vector<numerics::BigInterval>& boxes_;
  const TheoremFile& file_;
  std::string prefix_;
  std::map<std::string, numerics::NodeId> parameters_;
  numerics::Graph source_;  // formulas of the file as parsed, with its own names
  numerics::FunctionTable functions_;
  std::vector<Definition> definitions_;
  std::map<std::string, std::size_t> definition_of_;  // name -> definitions_
  std::map<std::string, std::size_t> choice_of_;      // chosen variable -> file_.events
  std::map<std::string, std::string> declared_;       // every name of the file -> what it is
  struct Used {
    TheoremFile file;
    std::unique_ptr<Scope> scope;
  };
  std::map<std::string, Used> others_;                                   // prefix -> theorem used as an event
  std::vector<std::pair<std::string, numerics::NodeId>> domain_claims_;  // that their parameters lie in their domains
  std::vector<std::optional<Event>> events_;
  std::map<std::pair<std::size_t, std::vector<std::pair<numerics::NodeId, numerics::NodeId>>>, Quantity> calls_;
  std::vector<std::string> in_progress_;
  numerics::TermCount terms_;
};

}  // namespace lemmacheck::verify
