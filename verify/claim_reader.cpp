#include "verify/claim_reader.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <set>

#include "bounds/functions.hpp"
#include "numerics/error.hpp"
#include "numerics/indexed.hpp"
#include "numerics/normal_form.hpp"
#include "numerics/tape.hpp"
#include "verify/claim_convention.hpp"
#include "verify/domain.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::BigInterval;
using numerics::FunctionTable;
using numerics::Graph;
using numerics::NodeId;
using numerics::NodeKind;
using numerics::ParseError;
using numerics::Place;
using numerics::Precision;
using numerics::Rational;
using numerics::Truth;

constexpr std::size_t most_nodes = 4'000'000;

[[noreturn]] void fail(const char* code, const Place& place, const std::string& what) {
  throw ParseError(code, place.to_string() + ": " + what);
}

/// bounds::functions() without the constants that variables take the names of. Tables live as long as the program.
const FunctionTable& functions_without(const std::set<std::string>& hidden) {
  if (hidden.empty()) return bounds::functions();
  static std::mutex mutex;
  static std::map<std::set<std::string>, FunctionTable> tables;
  const std::lock_guard lock(mutex);
  const auto [it, fresh] = tables.try_emplace(hidden, &bounds::functions());
  if (fresh)
    for (const std::string& name : hidden) it->second.hide(name);
  return it->second;
}

void check_name(const Text& name, bool dots = false) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto inside = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || (dots && c == '.'); };
  const std::string& t = name.text;
  static const std::set<std::string> words{"and", "inf", "nan", "integer", "real", "in"};
  if (t.empty() || !letter(t.front()) || !std::ranges::all_of(t, inside) || words.contains(t))
    fail("LC124", name.place,
         numerics::quoted(t) + " is not a name; a name has letters, digits and _ and begins with a letter");
}

/// The words of a text on one line.
std::string one_line(const std::string& text) {
  std::string made;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) made += c;
    if (space && !made.empty() && made.back() != ' ') made += ' ';
  }
  if (!made.empty() && made.back() == ' ') made.pop_back();
  return made;
}

std::string without_spaces(const std::string& text) {
  std::string made;
  for (const char c : text)
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') made += c;
  return made;
}

/// "x real" and "n integer" as domains without ends; "x in [a, b]".
DomainText read_range(const Text& text) {
  for (const char* word : {" real", " integer"}) {
    const std::string line = one_line(text.text);
    if (!line.ends_with(word)) continue;
    DomainText made;
    made.whole = text;
    made.name = {line.substr(0, line.size() - std::string(word).size()), text.place};
    made.integer = word == std::string(" integer");
    made.interval.lower_open = made.interval.upper_open = true;
    return made;
  }
  return parse_domain(text);
}

class Reader {
 public:
  Reader(const ClaimTexts& texts, const ClaimReaderOptions& options) : texts_(texts), options_(options) {}

  Claim run() {
    read_names();
    for (const Text& text : texts_.definitions) define(text);
    for (std::size_t i = 0; i < domains_.size(); ++i) read_ends(i);
    for (const Text& text : texts_.hypotheses) claim_.hypotheses.push_back(comparison(text));
    if (texts_.statements.empty()) fail("LC121", {}, "a claim needs a comparison, such as log(1 + x) <= x");
    std::optional<NodeId> all;
    for (const Text& text : texts_.statements) {
      const NodeId one = comparison(text);
      all = all ? claim_.graph.call("and", {*all, one}) : one;
    }
    claim_.statement = *all;
    for (const Text& text : texts_.conventions) convention(text);
    return std::move(claim_);
  }

 private:
  struct Definition {
    std::vector<std::string> parameters;
    NodeId body;  // in scratch_; of a definition without parameters: unused
  };

  void read_names() {
    std::set<std::string> hidden;
    const auto hide = [&](const std::string& name) {
      const numerics::Function* known = bounds::functions().find(name);
      if (known != nullptr && known->arity == 0) hidden.insert(name);
    };
    for (const Text& text : texts_.ranges)
      for (const Text& part : split_list(text)) {
        domains_.push_back(read_range(part));
        const Text& name = domains_.back().name;
        check_name(name);
        if (!names_.insert(name.text).second) fail("LC132", name.place, "'" + name.text + "' has two ranges");
        hide(name.text);
      }
    if (!options_.unknown_constant.empty()) {
      const Text name{options_.unknown_constant, {.source = "--best"}};
      check_name(name);
      if (!names_.insert(name.text).second)
        fail("LC132", name.place, "'" + name.text + "' has a range; a constant that is asked for has none");
      hide(name.text);
    }
    claim_.functions = &functions_without(hidden);
    functions_ = std::make_unique<FunctionTable>(claim_.functions);
    for (const DomainText& d : domains_)
      claim_.variables.push_back({d.name.text, claim_.graph.variable(d.name.text), d.integer, {}, {}});
  }

  void define(const Text& text) {
    auto [head, body] = parse_assignment(text);
    const std::size_t open = head.text.find('(');
    Definition made;
    if (open != std::string::npos) {
      if (head.text.back() != ')')
        fail("LC124", head.place, "expected NAME = ... or NAME(s) = ..., found '" + head.text + "'");
      for (const Text& p : split_list({head.text.substr(open + 1, head.text.size() - open - 2), head.place})) {
        check_name(p);
        if (functions_->find(p.text) != nullptr && functions_->get(p.text).arity == 0)
          fail("LC132", p.place, "'" + p.text + "' is a constant of the language; use another name");
        if (std::ranges::find(made.parameters, p.text) != made.parameters.end())
          fail("LC132", p.place, "'" + p.text + "' is an argument twice");
        made.parameters.push_back(p.text);
      }
      if (made.parameters.empty())
        fail("LC124", head.place, "'" + head.text + "' has no arguments between its brackets");
      head.text.resize(open);
      while (!head.text.empty() && head.text.back() == ' ') head.text.pop_back();
    }
    check_name(head, true);  // "pop.G12": definitions are expanded, their names go nowhere
    const numerics::Function* known = functions_->find(head.text);
    if (names_.contains(head.text) || (known != nullptr && (known->arity == 0 || !made.parameters.empty())))
      fail("LC132", head.place, "'" + head.text + "' has a meaning already; define another name");
    names_.insert(head.text);
    if (made.parameters.empty()) {
      values_[head.text] = into_claim(parse(body, {}));
    } else {
      made.body = parse(body, made.parameters);
      numerics::Function f;
      f.name = head.text;
      f.arity = static_cast<int>(made.parameters.size());
      definitions_[&functions_->add(std::move(f))] = std::move(made);
    }
  }

  void read_ends(std::size_t i) {
    const DomainText& domain = domains_[i];
    ClaimVariable& v = claim_.variables[i];
    const auto end = [&](const Text& text, bool open, ClaimEnd& made) {
      made.open = open;
      made.infinite = text.empty();
      if (made.infinite) return;
      made.value = number(text);
      const auto used = claim_.graph.variables_of(made.value);
      if (!used.empty())
        fail("LC123", text.place,
             "the end '" + text.text + "' of the range of '" + v.name + "' depends on '" + used.front() +
                 "'; ends are constants: take the range without it and assume a comparison such as '" + used.front() +
                 " <= " + v.name + "'");
      require_value(domain, text, made.value);
    };
    end(domain.interval.lower, domain.interval.lower_open, v.lower);
    end(domain.interval.upper, domain.interval.upper_open, v.upper);
    if (v.integer) return require_integers(domain, v);
    if (v.lower.infinite || v.upper.infinite) return;
    const Truth reversed = less(v.upper, v.lower), some = less_equal(v.lower, v.upper);
    if (reversed == Truth::yes) fail_range(domain, "is reversed: the lower end is above the upper end");
    if (some == Truth::yes && (v.lower.open || v.upper.open) && less_equal(v.upper, v.lower) == Truth::yes)
      fail_range(domain, "is empty: an open end leaves no point out of one");
  }
  [[noreturn]] void fail_range(const DomainText& domain, const std::string& what) const {
    fail("LC123", domain.whole.place, "the range '" + one_line(domain.whole.text) + "' " + what);
  }

  /// The value of a constant at a precision, or exactly.
  std::optional<Rational> exact(NodeId node) const { return numerics::exact_value(claim_.graph, node); }
  numerics::Evaluated<BigInterval> enclosed(NodeId node, Precision precision) const {
    const numerics::Tape tape(claim_.graph, std::span(&node, 1));
    const std::vector<BigInterval> none(claim_.graph.variable_count(), BigInterval(precision));
    return tape.run(none, precision)[tape.slot(node)];
  }
  template <class Decide>
  Truth decided(Decide decide) const {
    for (long bits = 64; bits <= 4096; bits *= 4) {
      const Truth truth = decide(Precision(bits));
      if (truth != Truth::unknown) return truth;
    }
    return Truth::unknown;
  }
  Truth less(const ClaimEnd& a, const ClaimEnd& b) const {
    const auto x = exact(a.value), y = exact(b.value);
    if (x && y) return *x < *y ? Truth::yes : Truth::no;
    if (a.value == b.value) return Truth::no;
    const Truth truth =
        decided([&](Precision p) { return numerics::less(enclosed(a.value, p).value, enclosed(b.value, p).value); });
    if (truth != Truth::unknown) return truth;
    Graph graph = claim_.graph;
    const std::optional<int> sign = numerics::constant_sign(graph, graph.call("-", {a.value, b.value}));
    return !sign ? Truth::unknown : *sign < 0 ? Truth::yes : Truth::no;
  }
  Truth less_equal(const ClaimEnd& a, const ClaimEnd& b) const { return !less(b, a); }

  void require_value(const DomainText& domain, const Text& text, NodeId node) const {
    const auto place = [&] {
      return "the end '" + text.text + "' of the range '" + one_line(domain.whole.text) + "' ";
    };
    if (exact(node)) return;
    numerics::Defined defined = numerics::Defined::partly;
    for (long bits = 64; bits <= 4096 && defined == numerics::Defined::partly; bits *= 4)
      defined = enclosed(node, Precision(bits)).defined;
    if (defined == numerics::Defined::nowhere) fail("LC123", text.place, place() + "has no value");
    if (defined == numerics::Defined::partly) fail("LC123", text.place, place() + "is not known to have a value");
  }

  /// Ends of integer ranges are made whole numbers where that is certain.
  void require_integers(const DomainText& domain, const ClaimVariable& v) const {
    if (v.lower.infinite || v.upper.infinite) return;
    const auto least = [&](const ClaimEnd& e, bool upper) -> std::optional<Rational> {
      const std::optional<Rational> x = exact(e.value);
      if (!x) return std::nullopt;
      const Rational whole = upper ? numerics::floor(*x) : numerics::ceil(*x);
      return e.open && whole == *x ? whole + Rational(upper ? -1 : 1) : whole;
    };
    const auto low = least(v.lower, false), high = least(v.upper, true);
    if (less(v.upper, v.lower) == Truth::yes) fail_range(domain, "is reversed: the lower end is above the upper end");
    if (low && high && *high < *low) fail_range(domain, "is empty: there is no whole number in it");
  }

  void convention(const Text& text) {
    if (without_spaces(text.text) != without_spaces(zero_log_convention))
      fail("LC141", text.place,
           "no convention " + numerics::quoted(text.text) + "; the one that is known is '" + zero_log_convention + "'");
    apply_zero_log_convention(claim_);
    claim_.conventions.assign(1, zero_log_convention);
  }

  NodeId comparison(const Text& text) {
    const NodeId node = into_claim(parse(text, {}));
    if (!claim_.graph.is_boolean(node))
      fail("LC113", text.place,
           numerics::quoted(one_line(text.text)) + " is not a comparison; write one, such as x <= 1");
    return node;
  }
  NodeId number(const Text& text) { return into_claim(parse(text, {})); }

  /// The text in the scratch graph; every name in it is known.
  NodeId parse(const Text& text, const std::vector<std::string>& parameters) {
    place_ = text.place;
    const auto parsed = numerics::parse_as_written(scratch_, text.text, *functions_, text.place);
    for (const numerics::NameUse& use : parsed.names) {
      if (names_.contains(use.name) || std::ranges::find(parameters, use.name) != parameters.end()) continue;
      const std::vector<std::string> known(names_.begin(), names_.end());
      const std::string near = use.name.size() < 3 ? "" : numerics::did_you_mean(use.name, known);
      fail("LC131", use.place,
           "'" + use.name + "' has no range" +
               (near.empty() ? "; " + options_.remedy + ": '" + use.name + " in [a, b]'" : near));
    }
    return parsed.root;
  }

  /// An expression of the scratch graph in the claim's graph, with definitions expanded.
  NodeId into_claim(NodeId root, const std::map<std::string, NodeId>& arguments = {}) {
    const std::vector<NodeId> nodes = numerics::reachable_outside_bodies(scratch_, root);
    std::unordered_map<std::size_t, NodeId> image;
    for (const NodeId id : nodes) image[index_of(id)] = node_into_claim(id, image, arguments);
    if (claim_.graph.size() > most_nodes)
      fail("LC142", texts_.statements.front().place,
           "the claim has more than 4e6 different terms with its definitions expanded");
    return image.at(index_of(root));
  }
  NodeId node_into_claim(NodeId id, const std::unordered_map<std::size_t, NodeId>& image,
                         const std::map<std::string, NodeId>& arguments) {
    const numerics::Node node = scratch_.node(id);
    if (node.kind == NodeKind::literal) return claim_.graph.literal(scratch_.literal_value(id));
    if (node.kind == NodeKind::variable) {
      const std::string& name = scratch_.variable_name(id);
      if (const auto it = arguments.find(name); it != arguments.end()) return it->second;
      if (const auto it = values_.find(name); it != values_.end()) return it->second;
      return claim_.graph.variable(name);
    }
    if (numerics::is_indexed(*node.function)) return terms_into_claim(id, image, arguments);
    std::vector<NodeId> made;
    for (const NodeId a : scratch_.arguments(id)) made.push_back(image.at(index_of(a)));
    if (const auto it = definitions_.find(node.function); it != definitions_.end()) {
      std::map<std::string, NodeId> inner;
      for (std::size_t i = 0; i < made.size(); ++i) inner[it->second.parameters[i]] = made[i];
      return into_claim(it->second.body, inner);
    }
    if (node.function->name == "ln") return claim_.graph.call("log", {made[0]});
    return claim_.graph.call(*node.function, made);
  }

  /// The terms of sum(f, k, a, b), one after the other.
  NodeId terms_into_claim(NodeId id, const std::unordered_map<std::size_t, NodeId>& image,
                          const std::map<std::string, NodeId>& arguments) {
    const numerics::Function& function = *scratch_.node(id).function;
    const std::vector<NodeId> x(scratch_.arguments(id).begin(), scratch_.arguments(id).end());
    const std::string index = scratch_.variable_name(x[1]);
    numerics::IndexRange range;
    try {
      range = terms_.range(function, index, exact(image.at(index_of(x[2]))), exact(image.at(index_of(x[3]))));
    } catch (const ParseError& error) {
      fail(error.code().c_str(), place_, error.what());
    }
    if (range.last < range.first) return claim_.graph.integer(numerics::value_of_none(function));
    std::map<std::string, NodeId> inner = arguments;
    std::optional<NodeId> made;
    for (long k = range.first; k <= range.last; ++k) {
      inner[index] = claim_.graph.integer(k);
      const NodeId term = into_claim(x[0], inner);
      made = made ? claim_.graph.call(numerics::joining_function(function), {*made, term}) : term;
    }
    return *made;
  }

  const ClaimTexts& texts_;
  const ClaimReaderOptions& options_;
  Claim claim_;
  Graph scratch_;
  std::unique_ptr<FunctionTable> functions_;
  std::vector<DomainText> domains_;
  std::set<std::string> names_;
  std::map<std::string, NodeId> values_;
  std::unordered_map<const numerics::Function*, Definition> definitions_;
  numerics::TermCount terms_;
  Place place_;  // of the text that is being read
};

std::string joined(const std::vector<Text>& texts, const char* between) {
  std::string all;
  for (const Text& t : texts) all += (all.empty() ? "" : between) + one_line(t.text);
  return all;
}

}  // namespace

Claim read_claim(const ClaimTexts& texts, const ClaimReaderOptions& options) { return Reader(texts, options).run(); }

std::vector<std::string> unused_variables(const Claim& claim) {
  std::vector<NodeId> roots = claim.hypotheses;
  roots.push_back(claim.statement);
  const std::vector<NodeId> used = claim.graph.reachable(roots);
  std::vector<std::string> unused;
  for (const ClaimVariable& v : claim.variables)
    if (!std::ranges::binary_search(used, v.node)) unused.push_back(v.name);
  return unused;
}

std::string ranges_text(const ClaimTexts& texts) { return joined(texts.ranges, ", "); }
std::string statement_text(const ClaimTexts& texts) { return joined(texts.statements, " and "); }

}  // namespace lemmacheck::verify
