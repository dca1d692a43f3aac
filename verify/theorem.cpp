#include "verify/theorem.hpp"

#include <algorithm>

#include "bounds/functions.hpp"
#include "numerics/error.hpp"
#include "numerics/printer.hpp"
#include "numerics/tape.hpp"
#include "verify/scope.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::BigInterval;
using numerics::NodeId;
using numerics::ParseError;

/// A formula without names, such as an end of a parameter's domain.
NodeId constant(numerics::Graph& graph, const Text& text) {
  const auto parsed = numerics::parse_expression(graph, text.text, bounds::functions(), text.place);
  if (!parsed.names.empty())
    throw ParseError("LC131", parsed.names.front().place.to_string() + ": '" + parsed.names.front().name +
                                  "' in the domain of a parameter; its ends are constants");
  return parsed.root;
}

Parameter read_parameter(numerics::Graph& graph, const Text& text, std::vector<BigInterval>& boxes) {
  const DomainText domain = parse_domain(text);
  Parameter made;
  require_name(domain.name);
  made.name = domain.name.text;
  made.node = graph.variable(made.name);
  made.integer = domain.integer;
  made.domain =
      (domain.integer ? "integer in " : "in ") + domain.whole.text.substr(domain.whole.text.find_first_of("[("));
  made.lower_open = domain.interval.lower_open;
  made.upper_open = domain.interval.upper_open;
  if (!domain.interval.lower.empty()) made.lower = constant(graph, domain.interval.lower);
  if (!domain.interval.upper.empty()) made.upper = constant(graph, domain.interval.upper);
  const numerics::Precision precision(64);
  BigInterval box = BigInterval::entire(precision);
  if (made.lower) {
    const BigInterval end =
        numerics::Tape(graph, std::span(&*made.lower, 1)).run(std::span<const BigInterval>(), precision).back().value;
    box = intersection(box, hull(end, BigInterval::parse("[0, inf]", precision) + end));
  }
  if (made.upper) {
    const BigInterval end =
        numerics::Tape(graph, std::span(&*made.upper, 1)).run(std::span<const BigInterval>(), precision).back().value;
    box = intersection(box, hull(end, BigInterval::parse("[-inf, 0]", precision) + end));
  }
  if (box.is_empty()) throw ParseError("LC123", text.place.to_string() + ": the domain '" + text.text + "' is empty");
  boxes.resize(graph.variable_count(), BigInterval::entire(precision));
  boxes[graph.node(made.node).index] = box;
  return made;
}

/// "text {formula} text": the pieces of a statement.
std::vector<StatementPart> read_statement(Scope& scope, const Text& says) {
  std::vector<StatementPart> parts;
  std::size_t from = 0;
  while (from < says.text.size()) {
    const std::size_t open = says.text.find('{', from);
    if (open == std::string::npos) break;
    const std::size_t close = says.text.find('}', open);
    if (close == std::string::npos) throw ParseError("LC110", says.place.to_string() + ": a { without } in 'says'");
    StatementPart part{says.text.substr(from, open - from), std::nullopt, says.text.substr(open + 1, close - open - 1)};
    part.node = scope.formula({part.formula, says.place}, "{" + part.formula + "} in 'says'");
    parts.push_back(std::move(part));
    from = close + 1;
  }
  parts.push_back({says.text.substr(from), std::nullopt, ""});
  return parts;
}

std::vector<std::string> plain(const std::vector<Text>& texts) {
  std::vector<std::string> all;
  for (const Text& t : texts) all.push_back(t.text);
  return all;
}

/// right - left of a comparison; the least over a conjunction.
NodeId slack_of(numerics::Graph& graph, NodeId claim) {
  const std::vector<NodeId> x(graph.arguments(claim).begin(), graph.arguments(claim).end());
  if (graph.is_call(claim, "and")) return graph.call("min", {slack_of(graph, x[0]), slack_of(graph, x[1])});
  const NodeId difference = graph.call("-", {x[1], x[0]});
  return graph.is_call(claim, "=") ? graph.call("neg", {graph.call("abs", {difference})}) : difference;
}

}  // namespace

const Parameter* Theorem::find_parameter(std::string_view name) const {
  const auto it = std::ranges::find(parameters, name, &Parameter::name);
  return it == parameters.end() ? nullptr : &*it;
}

std::vector<std::string> Theorem::parameter_names() const {
  std::vector<std::string> all;
  for (const Parameter& p : parameters) all.push_back(p.name);
  return all;
}

void Scope::add_condition(const std::string& name, NodeId node, const std::string& text, const std::string& says) {
  theorem_.conditions.push_back({prefix_ + name, text, says, node, slack_of(theorem_.graph, node)});
}

void Scope::contribute() {
  const bool nested = !prefix_.empty();
  for (const auto& [claim_text, node] : domain_claims_)  // their names and texts carry the prefix already
    theorem_.conditions.push_back({claim_text.substr(0, claim_text.find(' ')) + " in its domain", claim_text, "", node,
                                   slack_of(theorem_.graph, node)});
  for (std::size_t i = 0; i < file_.events.size(); ++i) {
    const EventText& e = file_.events[i];
    if (!e.theorem.empty()) {
      others_.at(e.as.text).scope->contribute();
      events_[i]->fails = events_[i]->budget;  // the theorem's statement fails with at most its budget
    } else if (!e.choose.empty()) {
      if (!events_[i]->choice) choose(i);
    } else {
      events_[i]->fails = formula(e.fails, "'fails' of the event '" + e.name.text + "'");
      add_condition(e.name.text, theorem_.graph.call("<=", {events_[i]->fails, events_[i]->budget}),
                    e.fails.text + " <= its share of " + file_.budget.text, e.says.text);
    }
    std::vector<std::string> chosen;
    if (const auto& choice = events_[i]->choice) chosen.push_back(choice->name.substr(prefix_.size()));
    check_symbols(e.latex, chosen, e.name.place);
    events_[i]->nested = nested;
    theorem_.events.push_back(*events_[i]);
    if (const auto& choice = events_[i]->choice) {
      const std::string local = choice->name.substr(prefix_.size());
      const auto symbol = e.latex.find(local);
      theorem_.quantities.push_back({choice->name, choice->node, symbol == e.latex.end() ? "" : symbol->second});
    }
  }
  for (const DefineText& block : file_.defines) {
    std::vector<std::string> names;
    for (const Text& text : block.formulas) {
      const std::string head = parse_assignment(text).first.text;
      names.push_back(head.substr(0, head.find_first_of(" (")));
    }
    check_symbols(block.latex, names, block.formulas.front().place);
    for (const Text& text : block.formulas) {
      const std::string name = split_list(parse_assignment(text).first).front().text;
      const auto it = definition_of_.find(name);
      if (it == definition_of_.end()) continue;  // a function: NAME(s)
      if (definitions_[it->second].function != nullptr) continue;
      const Quantity value = name_value(name, text.place);
      if (value.is_enclosed())
        continue;  // reports show ordinary formulas; lower(q), upper(q) have names if they matter
      const auto symbol = block.latex.find(name);
      theorem_.quantities.push_back({prefix_ + name, value.lower, symbol == block.latex.end() ? "" : symbol->second});
    }
  }
  for (const ConditionText& c : file_.conditions)
    add_condition(c.name.text, claim(c.claim, "the condition '" + c.name.text + "'"), c.claim.text, c.says.text);
  if (nested) return;
  for (const ConclusionText& c : file_.conclusions) {
    const Side side = c.side.text == "lower" ? Side::lower : c.side.text == "upper" ? Side::upper : Side::exact;
    theorem_.conclusions.push_back({c.name.text, c.says.text, c.latex.text,
                                    formula(c.formula, "the conclusion '" + c.name.text + "'"), side,
                                    c.round.text == "integer"});
  }
}

Theorem understand(const TheoremFile& file, const TheoremSource& others) {
  Theorem made;
  made.text = file;
  made.id = file.id.text;
  made.title = file.title.text;
  made.kind = file.kind.text;
  made.source = file.source.text;
  made.budget_name = file.budget.text;
  made.uses = plain(file.uses);
  made.caller = plain(file.caller);
  std::vector<BigInterval> boxes;
  std::map<std::string, NodeId> parameters;
  for (const Text& text : file.domains) {
    Parameter p = read_parameter(made.graph, text, boxes);
    if (!parameters.emplace(p.name, p.node).second)
      throw ParseError("LC132", text.place.to_string() + ": the parameter '" + p.name + "' is given twice");
    made.parameters.push_back(std::move(p));
  }
  for (const auto& [name, symbol] : file.latex)
    if (!parameters.contains(name))
      throw ParseError("LC121", file.id.place.to_string() + ": [theorem] 'latex' has a symbol for '" + name +
                                    "', which is not a parameter");
  if (!parameters.contains(file.budget.text))
    throw ParseError("LC131", file.budget.place.to_string() + ": the budget '" + file.budget.text +
                                  "' is not a parameter of the theorem");
  const std::uint32_t budget = made.graph.node(parameters.at(file.budget.text)).index;
  if (!BigInterval(numerics::Rational(0), numerics::Rational(1), numerics::Precision(64)).contains(boxes[budget]))
    throw ParseError("LC135", file.budget.place.to_string() + ": the budget '" + file.budget.text +
                                  "' is a probability; its domain must lie in (0, 1]");
  for (const Text& text : file.defaults) {
    const auto [name, value] = parse_assignment(text);
    const auto it = std::ranges::find(made.parameters, name.text, &Parameter::name);
    if (it == made.parameters.end())
      throw ParseError("LC131",
                       name.place.to_string() + ": the default of '" + name.text + "', which is not a parameter");
    it->standard = constant(made.graph, value);
  }
  Scope scope(made, boxes, made.text, others, "", std::move(parameters), {});
  scope.contribute();
  made.statement = read_statement(scope, made.text.says);
  return made;
}

}  // namespace lemmacheck::verify
