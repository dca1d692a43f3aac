#include "verify/binding.hpp"

#include <algorithm>

#include "bounds/functions.hpp"
#include "numerics/decimal_text.hpp"
#include "numerics/error.hpp"
#include "numerics/printer.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::BigInterval;
using numerics::DomainError;
using numerics::Graph;
using numerics::NodeId;
using numerics::Precision;
using numerics::Rational;
using numerics::Truth;

std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

/// Whether a formula is a whole number wherever its integer variables are.
bool is_whole(const Graph& graph, NodeId root, std::span<const std::string> integers) {
  const auto nodes = graph.reachable(std::span(&root, 1));
  std::map<NodeId, bool> known;
  for (const NodeId id : nodes) {
    const numerics::Node& node = graph.node(id);
    bool result = false;
    if (node.kind == numerics::NodeKind::literal) {
      const numerics::Decimal& value = graph.literal_value(id);
      result = value.exponent >= 0;
    } else if (node.kind == numerics::NodeKind::variable) {
      result = std::ranges::find(integers, graph.variable_name(id)) != integers.end();
    } else {
      const std::string& name = node.function->name;
      const auto x = graph.arguments(id);
      const bool all = std::ranges::all_of(x, [&](NodeId a) { return known.at(a); });
      const bool closed =
          name == "+" || name == "-" || name == "*" || name == "neg" || name == "min" || name == "max" || name == "abs";
      const bool power = name == "^" && graph.node(x[1]).kind == numerics::NodeKind::literal;
      result = name == "ceil" || name == "floor" || (all && (closed || power));
    }
    known[id] = result;
  }
  const std::optional<Rational> exact = numerics::exact_value(graph, root);
  return known.at(root) || (exact && exact->is_integer());
}

}  // namespace

Binding::Binding(const Theorem& theorem, std::span<const Text> settings, std::span<const Text> ranges)
    : theorem_(theorem) {
  std::map<std::string, NodeId> given;
  std::map<std::string, std::string> text_of;
  const std::vector<std::string> names = theorem.parameter_names();
  const auto known = [&](const Text& name) -> const Parameter& {
    const Parameter* p = theorem.find_parameter(name.text);
    if (p == nullptr)
      throw DomainError("LC220", name.place.to_string() + ": " + theorem.id + " has no parameter '" + name.text + "'" +
                                     numerics::did_you_mean(name.text, names) + " (its parameters: " + listed(names) +
                                     ")");
    if (text_of.contains(name.text))
      throw DomainError("LC220", name.place.to_string() + ": '" + name.text + "' is given twice");
    return *p;
  };
  for (const Text& setting : settings) {
    const auto [name, value] = parse_assignment(setting);
    known(name);
    const auto parsed = numerics::parse_expression(graph_, value.text, bounds::functions(), value.place);
    if (graph_.is_boolean(parsed.root))
      throw DomainError("LC220", value.place.to_string() + ": the value of '" + name.text + "' is a comparison");
    for (const auto& use : parsed.names)
      if (theorem.find_parameter(use.name) == nullptr)
        throw DomainError("LC220", use.place.to_string() + ": '" + use.name + "' is not a parameter of " + theorem.id +
                                       (use.name == "nan" ? "; a value must be a number" : ""));
    given.emplace(name.text, parsed.root);
    text_of[name.text] = value.text;
  }
  for (const Text& range : ranges) {
    const DomainText domain = parse_domain(range);
    const Parameter& parameter = known(domain.name);
    const auto end = [&](const Text& text) {
      if (text.empty())
        throw DomainError("LC221",
                          range.place.to_string() + ": the range of '" + domain.name.text + "' must be bounded");
      Graph g;
      const auto parsed = numerics::parse_expression(g, text.text, bounds::functions(), text.place);
      const std::optional<Rational> value = numerics::exact_value(g, parsed.root);
      if (!value)
        throw DomainError("LC221", text.place.to_string() + ": the end '" + text.text + "' is not an exact number");
      return *value;
    };
    FreeVariable made{parameter.name, parameter.integer, end(domain.interval.lower), end(domain.interval.upper)};
    if (made.upper < made.lower)
      throw DomainError("LC221", range.place.to_string() + ": the range '" + range.text + "' is reversed or empty");
    if (made.integer) {
      const Rational one = 1;
      made.lower = domain.interval.lower_open && made.lower.is_integer() ? made.lower + one : ceil(made.lower);
      made.upper = domain.interval.upper_open && made.upper.is_integer() ? made.upper - one : floor(made.upper);
      if (made.upper < made.lower)
        throw DomainError("LC221", range.place.to_string() + ": no integer lies in '" + range.text + "'");
    } else if (domain.interval.lower_open || domain.interval.upper_open) {
      throw DomainError("LC221", range.place.to_string() + ": the range of a real parameter is closed; write [a, b]");
    }
    text_of[parameter.name] = range.text;
    free_index_.push_back(graph_.node(graph_.variable(parameter.name)).index);
    check_range(made, range);
    free_.push_back(std::move(made));
  }

  // Formulas may use other parameters: m = ceil(8*log(d)^2). Resolved by substitution, circles refused.
  std::map<std::string, NodeId> resolved;
  std::vector<std::string> open;
  const auto is_free = [&](const std::string& name) {
    return std::ranges::find(free_, name, &FreeVariable::name) != free_.end();
  };
  const std::function<NodeId(const std::string&)> resolve = [&](const std::string& name) -> NodeId {
    if (is_free(name)) return graph_.variable(name);
    if (const auto it = resolved.find(name); it != resolved.end()) return it->second;
    const auto it = given.find(name);
    NodeId root{};
    if (it != given.end()) {
      root = it->second;
    } else if (const Parameter* p = theorem.find_parameter(name); p->standard) {
      root = substitute(theorem.graph, *p->standard, graph_, {});
      text_of[name] = to_text(theorem.graph, *p->standard);
    } else {
      std::vector<std::string> missing;
      for (const Parameter& q : theorem.parameters)
        if (!q.standard && !given.contains(q.name) && !is_free(q.name)) missing.push_back(q.name);
      throw DomainError(
          "LC220", theorem.id + " needs a value for " + listed(missing) + "; give --set " + missing.front() + "=...");
    }
    if (std::ranges::find(open, name) != open.end()) {
      open.push_back(name);
      throw DomainError("LC220", "the values of " + listed(open) + " need each other in a circle");
    }
    open.push_back(name);
    std::unordered_map<std::uint32_t, NodeId> replacement;
    for (const std::string& used : graph_.variables_of(root))
      replacement[graph_.node(graph_.variable(used)).index] = resolve(used);
    open.pop_back();
    return resolved[name] = substitute(graph_, root, graph_, replacement);
  };
  std::vector<std::string> integers;
  for (const Parameter& p : theorem.parameters)
    if (p.integer) integers.push_back(p.name);
  for (const Parameter& p : theorem.parameters) {
    nodes_.push_back(resolve(p.name));
    if (p.integer && !is_whole(graph_, nodes_.back(), integers))
      throw DomainError("LC222", "'" + p.name + " = " + text_of[p.name] + "' is not a whole number; " + theorem.id +
                                     " needs " + p.name + ' ' + p.domain + " (ceil(...) rounds up)");
    texts_.push_back(text_of[p.name]);
    varies_.push_back(!graph_.variables_of(nodes_.back()).empty());
    std::vector<NodeId> ends;
    if (p.lower) ends.push_back(*p.lower);
    if (p.upper) ends.push_back(*p.upper);
    ends_.push_back(ends.empty() ? std::nullopt : std::optional<numerics::Tape>(std::in_place, theorem.graph, ends));
  }
  tape_.emplace(graph_, nodes_);
}

void Binding::check_range(const FreeVariable& variable, const Text& text) const {
  const Parameter& p = *theorem_.find_parameter(variable.name);
  const auto outside = [&](std::optional<NodeId> end, bool open, bool is_lower) {
    if (!end) return false;
    const std::optional<Rational> limit = numerics::exact_value(theorem_.graph, *end);
    if (!limit) return false;
    const Rational& mine = is_lower ? variable.lower : variable.upper;
    return is_lower ? mine < *limit || (open && mine == *limit) : mine > *limit || (open && mine == *limit);
  };
  if (outside(p.lower, p.lower_open, true) || outside(p.upper, p.upper_open, false))
    throw DomainError("LC221", text.place.to_string() + ": the range '" + text.text +
                                   "' leaves the domain: " + theorem_.id + " needs " + p.name + ' ' + p.domain);
}

void Binding::check_domain(std::size_t i, const BigInterval& value, Precision precision, bool& certain) const {
  const Parameter& p = theorem_.parameters[i];
  const auto refuse = [&] {
    const std::string shown = numerics::to_string(value, {.digits = 6});
    const std::string given = texts_[i].empty() || texts_[i] == shown ? shown : texts_[i] + " (" + shown + ")";
    throw DomainError("LC223", p.name + " = " + (value.is_point() && !texts_[i].empty() ? texts_[i] : given) + ": " +
                                   theorem_.id + " needs " + p.name + ' ' + p.domain);
  };
  if (value.is_empty()) refuse();
  if (p.integer && value.is_point() && !value.lower_rational().is_integer()) refuse();
  if (!ends_[i]) return;
  const auto ends = ends_[i]->run(std::span<const BigInterval>(), precision);
  const auto check = [&](NodeId end_node, bool open, bool is_lower) {
    const BigInterval& end = ends[ends_[i]->slot(end_node)].value;
    const Truth inside = is_lower ? (open ? less(end, value) : less_equal(end, value))
                                  : (open ? less(value, end) : less_equal(value, end));
    if (inside == Truth::no) refuse();
    if (inside == Truth::unknown) certain = false;
  };
  if (p.lower) check(*p.lower, p.lower_open, true);
  if (p.upper) check(*p.upper, p.upper_open, false);
}

std::vector<BigInterval> Binding::parameters(std::span<const BigInterval> box, Precision precision,
                                             bool& certain) const {
  std::vector<BigInterval> variables(graph_.variable_count(), BigInterval(precision));
  for (std::size_t i = 0; i < free_.size(); ++i) variables[free_index_[i]] = box[i];
  const auto values = tape_->run(variables, precision);
  std::vector<BigInterval> made;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const auto& v = values[tape_->slot(nodes_[i])];
    if (v.defined == numerics::Defined::nowhere)
      throw DomainError("LC223", theorem_.parameters[i].name + " = " + texts_[i] + " has no value: " + theorem_.id +
                                     " needs " + theorem_.parameters[i].name + ' ' + theorem_.parameters[i].domain);
    if (v.defined != numerics::Defined::everywhere) certain = false;
    check_domain(i, v.value, precision, certain);
    made.push_back(v.value);
  }
  return made;
}

std::vector<std::optional<Rational>> Binding::exact_parameters() const {
  const auto values = tape_->run_exact({});
  std::vector<std::optional<Rational>> made;
  for (const NodeId node : nodes_) made.push_back(values[tape_->slot(node)]);
  return made;
}

}  // namespace lemmacheck::verify
