#include "verify/scope.hpp"

#include <algorithm>

#include "bounds/functions.hpp"
#include "numerics/error.hpp"
#include "numerics/tape.hpp"
#include "verify/inside.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::BigInterval;
using numerics::NodeId;
using numerics::NodeKind;
using numerics::ParseError;
using numerics::Place;
using numerics::Rational;

constexpr std::size_t deepest = 200;  // definitions inside definitions

[[noreturn]] void fail(const char* code, const Place& place, const std::string& what) {
  throw ParseError(code, place.to_string() + ": " + what);
}

/// "f(x, y)" -> "f" and its parameters; "name" -> no parameters.
std::pair<Text, std::vector<std::string>> split_head(const Text& head) {
  const std::size_t open = head.text.find('(');
  if (open == std::string::npos) return {head, {}};
  if (head.text.back() != ')')
    fail("LC124", head.place, "expected NAME = ... or NAME(s) = ..., found '" + head.text + "'");
  std::vector<std::string> parameters;
  const Text inside{head.text.substr(open + 1, head.text.size() - open - 2), head.place};
  for (const Text& p : split_list(inside)) {
    require_name(p);
    if (std::ranges::find(parameters, p.text) != parameters.end())
      fail("LC132", p.place, "'" + p.text + "' is an argument twice");
    parameters.push_back(p.text);
  }
  if (parameters.empty()) fail("LC124", head.place, "'" + head.text + "' has no arguments between its brackets");
  std::string name = head.text.substr(0, open);
  while (!name.empty() && name.back() == ' ') name.pop_back();
  return {{std::move(name), head.place}, std::move(parameters)};
}

/// Events and conditions are told apart by their names in every report.
template <class Section>
void require_different_names(const std::vector<Section>& sections, const std::string& kind) {
  for (std::size_t i = 0; i < sections.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (sections[i].name.text == sections[j].name.text)
        fail("LC132", sections[i].name.place,
             "two " + kind + " have the name '" + sections[i].name.text + "'; rename one");
}

}  // namespace

void require_name(const Text& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto inside = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
  const std::string& t = name.text;
  if (t.empty() || !letter(t.front()) || !std::ranges::all_of(t, inside) || t == "and" || t == "inf")
    fail("LC124", name.place, "'" + t + "' is not a name; a name has letters, digits and _ and begins with a letter");
  const numerics::Function* known = theorem_functions().find(t);
  if (known != nullptr && known->arity == 0)
    fail("LC132", name.place, "'" + t + "' is a constant of the language; use another name");
}

Scope::Scope(Theorem& theorem, std::vector<BigInterval>& boxes, const TheoremFile& file, const TheoremSource& others,
             std::string prefix, std::map<std::string, NodeId> parameters, std::span<const std::string> outer)
    : theorem_(theorem),
      boxes_(boxes),
      file_(file),
      prefix_(std::move(prefix)),
      parameters_(std::move(parameters)),
      functions_(&theorem_functions()),
      events_(file.events.size()) {
  for (const auto& [name, node] : parameters_) declared_[name] = "a parameter";
  std::vector<std::string> chain(outer.begin(), outer.end());
  chain.push_back(file.id.text);
  require_different_names(file.events, "events");
  require_different_names(file.conditions, "conditions");
  read_definitions();
  read_events();
  for (std::size_t i = 0; i < file_.events.size(); ++i)
    if (!file_.events[i].theorem.empty()) use_theorem(i, others, chain);
  for (Definition& d : definitions_) d.root = parse(d.body, d.parameters);
}

void Scope::declare(const Text& name, const std::string& kind) {
  require_name(name);
  const auto [it, fresh] = declared_.emplace(name.text, kind);
  if (!fresh) fail("LC132", name.place, "'" + name.text + "' is defined twice; it is already " + it->second);
}

void Scope::read_definitions() {
  for (const DefineText& block : file_.defines) {
    for (const Text& formula : block.formulas) {
      const auto [head, body] = parse_assignment(formula);
      auto [name, parameters] = split_head(head);
      declare(name, parameters.empty() ? "a definition" : "a function");
      definition_of_[name.text] = definitions_.size();
      Definition made{name, body, std::move(parameters), {}, nullptr, false, std::nullopt};
      if (!made.parameters.empty()) {
        if (functions_.find(name.text) != nullptr)
          fail("LC132", name.place, "'" + name.text + "' is a function of the language; use another name");
        numerics::Function f;
        f.name = name.text;
        f.arity = static_cast<int>(made.parameters.size());
        made.function = &functions_.add(std::move(f));
      }
      definitions_.push_back(std::move(made));
    }
  }
  for (const ConclusionText& c : file_.conclusions) {  // a conclusion can be named elsewhere, as in `says`
    declare(c.name, "a conclusion");
    definition_of_[c.name.text] = definitions_.size();
    definitions_.push_back({c.name, c.formula, {}, {}, nullptr, false, std::nullopt});
  }
}

void Scope::read_events() {
  Rational total = 0;
  for (std::size_t i = 0; i < file_.events.size(); ++i) {
    const EventText& e = file_.events[i];
    numerics::Graph graph;
    const auto parsed =
        numerics::parse_expression(graph, e.share.text, numerics::elementary_functions(), e.share.place);
    const std::optional<Rational> share = numerics::exact_value(graph, parsed.root);
    if (!share || share->sign() <= 0 || *share > Rational(1))
      fail("LC135", e.share.place, "the share '" + e.share.text + "' must be an exact number in (0, 1]");
    total += *share;
    if (total > Rational(1))
      fail("LC135", e.share.place,
           "the shares of the events add up to more than 1 (here " + total.to_string() + "); lower one of them");
    events_[i].emplace();
    Event& event = *events_[i];
    event.name = prefix_ + e.name.text;
    event.says = e.says.text;
    event.share = *share;
    NodeId budget = parameters_.at(file_.budget.text);
    if (*share != Rational(1)) budget = theorem_.graph.call("*", {theorem_.graph.rational(*share), budget});
    event.budget = budget;
    if (e.choose.empty()) continue;
    // "smallest NAME in [a, b]"
    const bool smallest = e.choose.text.starts_with("smallest "), largest = e.choose.text.starts_with("largest ");
    if (!smallest && !largest)
      fail("LC123", e.choose.place,
           "expected 'smallest NAME in [a, b]' or 'largest NAME in [a, b]', found '" + e.choose.text + "'");
    Text rest{e.choose.text.substr(smallest ? 9 : 8), e.choose.place};
    rest.place.column += smallest ? 9 : 8;
    const DomainText domain = parse_domain(rest);
    if (domain.integer) fail("LC123", e.choose.place, "a chosen variable is a real number; remove 'integer'");
    declare(domain.name, "the variable that an event chooses");
    choice_of_[domain.name.text] = i;
  }
}

void Scope::use_theorem(std::size_t index, const TheoremSource& source, std::span<const std::string> outer) {
  const EventText& e = file_.events[index];
  if (std::ranges::find(outer, e.theorem.text) != outer.end()) {
    std::string cycle;
    for (const std::string& id : outer) cycle += id + " -> ";
    fail("LC133", e.theorem.place, "the theorems use each other in a circle: " + cycle + e.theorem.text);
  }
  declare(e.as, "the prefix of a theorem");
  Used& used = others_[e.as.text];
  used.file = source(e.theorem);
  std::map<std::string, NodeId> inner;
  for (const Text& domain_text : used.file.domains) {
    const DomainText domain = parse_domain(domain_text);
    const std::string& name = domain.name.text;
    const auto it = parameters_.find(name);
    if (name == used.file.budget.text) {
      inner[name] = events_[index]->budget;
    } else if (it != parameters_.end()) {
      inner[name] = it->second;
    } else {
      fail("LC131", e.theorem.place,
           "'" + e.theorem.text + "' needs a parameter '" + name + "', which this theorem does not have");
    }
    require_domain(prefix_ + e.as.text + '.' + name, inner[name], domain);
  }
  used.scope =
      std::make_unique<Scope>(theorem_, boxes_, used.file, source, prefix_ + e.as.text + '.', std::move(inner), outer);
}

/// A theorem says nothing outside of its domain: what is not certain for every point of this theorem's own domain
/// becomes a condition.
void Scope::require_domain(const std::string& name, NodeId node, const DomainText& domain) {
  numerics::Graph& graph = theorem_.graph;
  const auto need = [&](const char* relation, NodeId left, NodeId right) {
    domain_claims_.emplace_back(name + ' ' + domain.whole.text.substr(domain.name.text.size() + 1),
                                graph.call(relation, {left, right}));
  };
  if (domain.integer && !certainly_integer(theorem_, node)) need("=", node, graph.call("floor", {node}));
  const auto end = [&](const Text& text) {
    return numerics::parse_expression(graph, text.text, bounds::functions(), text.place).root;
  };
  const IntervalText& i = domain.interval;
  if (!i.lower.empty()) {
    const NodeId lower = end(i.lower);
    if (!certainly_above(theorem_, boxes_, node, lower, i.lower_open)) need(i.lower_open ? "<" : "<=", lower, node);
  }
  if (!i.upper.empty()) {
    const NodeId upper = end(i.upper);
    if (!certainly_below(theorem_, boxes_, node, upper, i.upper_open)) need(i.upper_open ? "<" : "<=", node, upper);
  }
}

void Scope::check_symbols(const Symbols& symbols, std::span<const std::string> names, const Place& place) const {
  for (const auto& [name, symbol] : symbols)
    if (std::ranges::find(names, name) == names.end())
      fail("LC121", place,
           "'latex' has a symbol for '" + name + "', which is not defined here" + numerics::did_you_mean(name, names));
}

NodeId Scope::parse(const Text& text, std::span<const std::string> parameters) {
  const auto parsed = numerics::parse_as_written(source_, text.text, functions_, text.place);
  for (const numerics::NameUse& use : parsed.names) check_name(use, parameters);
  return parsed.root;
}

void Scope::check_name(const numerics::NameUse& use, std::span<const std::string> parameters) const {
  if (std::ranges::find(parameters, use.name) != parameters.end()) return;
  const std::size_t dot = use.name.find('.');
  if (dot != std::string::npos) {
    const auto it = others_.find(use.name.substr(0, dot));
    if (it != others_.end()) return it->second.scope->check_name({use.name.substr(dot + 1), use.place}, {});
  }
  const auto it = declared_.find(use.name);
  if (it == declared_.end()) {
    const std::vector<std::string> known = known_names();
    fail("LC131", use.place, "unknown name '" + use.name + "'" + numerics::did_you_mean(use.name, known));
  }
  const auto definition = definition_of_.find(use.name);
  if (it->second == "the prefix of a theorem")
    fail("LC131", use.place, "'" + use.name + "' is the prefix of a theorem; write " + use.name + ".NAME");
  if (definition != definition_of_.end() && definitions_[definition->second].function != nullptr)
    fail("LC131", use.place, "'" + use.name + "' is a function; write " + use.name + "(...)");
}

std::vector<std::string> Scope::known_names() const {
  std::vector<std::string> all;
  for (const auto& [name, kind] : declared_) all.push_back(name);
  return all;
}

void Scope::enter(const std::string& name, const Place& place) {
  const auto it = std::ranges::find(in_progress_, name);
  if (it != in_progress_.end()) {
    std::string cycle;
    for (auto i = it; i != in_progress_.end(); ++i) cycle += *i + " -> ";
    fail("LC133", place, "these definitions need each other in a circle: " + cycle + name);
  }
  if (in_progress_.size() >= deepest)
    fail("LC133", place, "more than " + std::to_string(deepest) + " definitions inside each other");
  in_progress_.push_back(name);
}

Quantity Scope::name_value(const std::string& name, const Place& place) {
  if (const auto it = parameters_.find(name); it != parameters_.end()) return Quantity(it->second);
  if (const auto it = choice_of_.find(name); it != choice_of_.end()) {
    if (!events_[it->second]->choice) choose(it->second);
    return Quantity(events_[it->second]->choice->node);
  }
  if (const std::size_t dot = name.find('.'); dot != std::string::npos)
    return others_.at(name.substr(0, dot)).scope->name_value(name.substr(dot + 1), place);
  Definition& definition = definitions_[definition_of_.at(name)];
  if (!definition.value) {
    enter(name, place);
    definition.value = expand(definition.root, {}, definition.body.place);
    in_progress_.pop_back();
  }
  return *definition.value;
}

Quantity Scope::call_definition(Definition& definition, std::vector<Quantity> arguments, const Place& place) {
  const auto index = static_cast<std::size_t>(&definition - definitions_.data());
  std::pair<std::size_t, std::vector<std::pair<NodeId, NodeId>>> key{index, {}};
  for (Quantity& a : arguments) {
    if (!a.is_enclosed()) {
      // exact arguments in one form, so that Z(2*s) at s = 1 is Z(2)
      if (const std::optional<Rational> exact = numerics::exact_value(theorem_.graph, a.lower))
        a = Quantity(theorem_.graph.rational(*exact));
    }
    key.second.emplace_back(a.lower, a.upper);
  }
  if (const auto it = calls_.find(key); it != calls_.end()) return it->second;
  enter(definition.name.text, place);
  Environment environment;
  for (std::size_t i = 0; i < arguments.size(); ++i) environment.emplace(definition.parameters[i], arguments[i]);
  const Quantity made = expand(definition.root, environment, definition.body.place);
  in_progress_.pop_back();
  calls_.emplace(std::move(key), made);
  return made;
}

Quantity Scope::expand(NodeId root, const Environment& environment, const Place& place) {
  const std::vector<NodeId> nodes = numerics::reachable_outside_bodies(source_, root);
  std::unordered_map<std::uint32_t, Quantity> made;
  std::vector<Quantity> arguments;
  for (const NodeId id : nodes) {
    const auto key = static_cast<std::uint32_t>(id);
    const numerics::Node node = source_.node(id);
    if (node.kind == NodeKind::literal) {
      made.emplace(key, Quantity(theorem_.graph.literal(source_.literal_value(id))));
      continue;
    }
    if (node.kind == NodeKind::variable) {
      const std::string& name = source_.variable_name(id);
      const auto it = environment.find(name);
      made.emplace(key, it != environment.end() ? it->second : name_value(name, place));
      continue;
    }
    arguments.clear();
    if (numerics::is_indexed(*node.function)) {
      for (const NodeId a : source_.arguments(id).subspan(2))
        arguments.push_back(made.at(static_cast<std::uint32_t>(a)));
      made.emplace(key, expand_terms(id, arguments, environment, place));
      continue;
    }
    for (const NodeId a : source_.arguments(id)) arguments.push_back(made.at(static_cast<std::uint32_t>(a)));
    const auto user = definition_of_.find(node.function->name);
    if (user != definition_of_.end() && definitions_[user->second].function == node.function) {
      made.emplace(key, call_definition(definitions_[user->second], arguments, place));
      continue;
    }
    try {
      made.emplace(key, apply(theorem_.graph, *node.function, arguments));
    } catch (const ParseError& error) {
      fail("LC130", place, error.what());
    }
  }
  return made.at(static_cast<std::uint32_t>(root));
}

/// The terms of sum(f, k, a, b), one after the other; `ends` are the values of a and b.
Quantity Scope::expand_terms(NodeId id, std::span<const Quantity> ends, const Environment& environment,
                             const Place& place) {
  numerics::Graph& graph = theorem_.graph;
  const numerics::Function& function = *source_.node(id).function;
  const NodeId body = source_.arguments(id)[0];
  const std::string index = source_.variable_name(source_.arguments(id)[1]);
  const auto exact = [&](const Quantity& end) {
    return end.is_enclosed() ? std::nullopt : numerics::exact_value(graph, end.lower);
  };
  numerics::IndexRange range;
  try {
    range = terms_.range(function, index, exact(ends[0]), exact(ends[1]));
  } catch (const ParseError& error) {
    fail(error.code().c_str(), place, error.what());
  }
  if (range.last < range.first) return Quantity(graph.integer(numerics::value_of_none(function)));
  Environment inner = environment;
  std::optional<Quantity> made;
  for (long k = range.first; k <= range.last; ++k) {
    inner.insert_or_assign(index, Quantity(graph.integer(k)));
    const Quantity term = expand(body, inner, place);
    if (graph.is_boolean(term.lower)) fail("LC113", place, "a term of '" + function.name + "' is a comparison");
    made = made ? apply(graph, numerics::joining_function(function), std::array{*made, term}) : term;
  }
  return *made;
}

Quantity Scope::quantity(const Text& text) { return expand(parse(text, {}), {}, text.place); }

NodeId Scope::formula(const Text& text, const std::string& what) {
  const Quantity q = quantity(text);
  if (q.is_enclosed())
    fail("LC134", text.place,
         what + " is an enclosed quantity (it uses pm or hull); take lower(), upper() or mag() of it");
  if (theorem_.graph.is_boolean(q.lower)) fail("LC113", text.place, what + " is a comparison; a number is expected");
  return q.lower;
}

NodeId Scope::claim(const Text& text, const std::string& what) {
  const Quantity q = quantity(text);
  if (q.is_enclosed() || !theorem_.graph.is_boolean(q.lower))
    fail("LC113", text.place, what + " must be a comparison, such as x > 0");
  return q.lower;
}

}  // namespace lemmacheck::verify
