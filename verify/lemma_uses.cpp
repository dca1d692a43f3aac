// Facts that lemmas use: which, without circles, and instantiated in the lemma's own variables.
#include <algorithm>
#include <map>
#include <set>

#include "numerics/error.hpp"
#include "numerics/printer.hpp"
#include "verify/claim_convention.hpp"
#include "verify/domain.hpp"
#include "verify/lemma_file.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::Graph;
using numerics::NodeId;
using numerics::NodeKind;
using numerics::ParseError;

[[noreturn]] void fail(const char* code, const numerics::Place& place, const std::string& what) {
  throw ParseError(code, place.to_string() + ": " + what);
}

/// "id(m = m, s = 2*p)" taken apart.
struct Use {
  Text id;
  std::vector<std::pair<Text, Text>> values;
};

Use read_use(const Text& text) {
  const std::size_t open = text.text.find('(');
  Use made{{text.text.substr(0, open), text.place}, {}};
  while (!made.id.text.empty() && made.id.text.back() == ' ') made.id.text.pop_back();
  if (open == std::string::npos) return made;
  if (text.text.back() != ')')
    fail("LC124", text.place, "expected 'id' or 'id(name = value, ...)', found " + numerics::quoted(text.text));
  Text inside{text.text.substr(open + 1, text.text.size() - open - 2), text.place};
  inside.place.column += static_cast<int>(open) + 1;
  for (const Text& part : split_list(inside)) made.values.push_back(parse_assignment(part));
  return made;
}

/// Whole wherever the integer variables are: made of them and of whole numbers by + - *.
bool certainly_whole(const Claim& claim, NodeId root) {
  const Graph& graph = claim.graph;
  for (const NodeId id : graph.reachable(std::span(&root, 1))) {
    const numerics::Node& node = graph.node(id);
    if (node.kind == NodeKind::literal && graph.literal_value(id).exponent < 0) return false;
    if (node.kind == NodeKind::variable) {
      const auto it = std::ranges::find(claim.variables, id, &ClaimVariable::node);
      if (it == claim.variables.end() || !it->integer) return false;
    }
    if (node.kind == NodeKind::call) {
      const std::string& name = node.function->name;
      if (name != "+" && name != "-" && name != "*" && name != "neg") return false;
    }
  }
  return true;
}

class Instance {
 public:
  Instance(const Lemma& lemma, const Text& text, const LemmaSource& source) : text_(text) {
    const Use use = read_use(text);
    const Lemma* fact = source(use.id.text);
    if (fact == nullptr) fail("LC126", use.id.place, "no lemma '" + use.id.text + "'");
    made_.id = fact->id.text;
    if (!fact->best.empty()) fail("LC121", text.place, "'" + made_.id + "' asks for a constant; it is not a fact");
    if (fact->expect.text != "proved")
      fail("LC121", text.place, "'" + made_.id + "' is expected to be " + fact->expect.text + "; it is not a fact");
    fact_ = read_claim(fact->texts);
    bind(lemma.texts, use);
    // plain values first: what is said of them does not need earlier facts
    std::vector<Text> of_values = std::move(made_.obligations);
    made_.obligations.clear();
    for (const bool plain : {true, false}) {
      for (const ClaimVariable& v : fact_.variables) {
        if (is_plain(v) != plain) continue;
        add_end(v.lower, v, true);
        add_end(v.upper, v, false);
      }
      if (plain) {
        made_.plain = made_.obligations.size();
        std::ranges::move(of_values, std::back_inserter(made_.obligations));
      }
    }
    for (const NodeId h : fact_.hypotheses) {
      made_.obligations.push_back(printed(h));
      if (!lemma.texts.conventions.empty()) require_same_domain(h);
    }
    made_.facts.push_back(printed(fact_.statement));
  }

  UsedFact result() && { return std::move(made_); }

 private:
  /// The variables of the fact as formulas in those of the lemma.
  void bind(const ClaimTexts& lemma, const Use& use) {
    ClaimTexts frame{{}, lemma.ranges, {}, lemma.definitions, {}};
    std::vector<std::string> names;
    std::map<std::string, Text> values;
    for (const ClaimVariable& v : fact_.variables) {
      names.push_back(v.name);
      values[v.name] = {v.name, text_.place};
    }
    for (const auto& [name, value] : use.values) {
      if (!values.contains(name.text))
        fail("LC131", name.place,
             "'" + made_.id + "' has no variable '" + name.text + "'" + numerics::did_you_mean(name.text, names));
      values[name.text] = value;
    }
    // each value once as "value = value", so that the reader checks its names and expands definitions
    for (const ClaimVariable& v : fact_.variables) {
      const Text& value = values.at(v.name);
      frame.statements = {{"(" + value.text + ") = (" + value.text + ")", value.place}};
      Claim read = read_claim(frame, {.unknown_constant = {}, .remedy = "give a value in 'uses'"});
      if (names_.empty()) own_ = read;
      const NodeId node = substitute(read.graph, read.graph.arguments(read.statement)[0], own_.graph, {});
      if (v.integer && !certainly_whole(own_, node))
        fail("LC143", value.place,
             "'" + made_.id + "' wants an integer for '" + v.name + "'; " + numerics::quoted(value.text) +
                 " is not certainly one");
      // where a value does not exist there is no instance, and no point may be lost for that
      if (own_.graph.node(node).kind == NodeKind::call)
        made_.obligations.push_back({to_text(own_.graph, own_.graph.call("=", {node, node})), value.place});
      names_.push_back(v.name);
      values_[fact_.graph.node(v.node).index] = node;
    }
    if (names_.empty()) {
      frame.statements = {{"0 = 0", text_.place}};
      own_ = read_claim(frame);
    }
  }

  bool is_plain(const ClaimVariable& v) const {
    const NodeId value = values_.at(fact_.graph.node(v.node).index);
    return own_.graph.node(value).kind != NodeKind::call || own_.graph.variables_of(value).empty();
  }

  void add_end(const ClaimEnd& end, const ClaimVariable& v, bool lower) {
    if (end.infinite) return;
    const char* relation = end.open ? "<" : "<=";
    made_.obligations.push_back(printed(lower ? fact_.graph.call(relation, {end.value, v.node})
                                              : fact_.graph.call(relation, {v.node, end.value})));
  }

  /// A hypothesis that has values by the lemma's convention where it has none in the fact would let more points in.
  void require_same_domain(NodeId hypothesis) const {
    Claim copy = own_;
    copy.hypotheses.clear();
    copy.statement = substitute(fact_.graph, hypothesis, copy.graph, values_);
    if (apply_zero_log_convention(copy))
      fail("LC143", text_.place,
           "a hypothesis of '" + made_.id + "' has no value at 0*log(0), and has one by the lemma's convention; " +
               "write xlogx(u) for u*log(u) in the fact");
  }

  /// An expression of the fact as a text that the lemma's reader understands as exactly that.
  Text printed(NodeId node) {
    const NodeId made = substitute(fact_.graph, node, own_.graph, values_);
    Text text{to_text(own_.graph, made), text_.place};
    const NodeId again = numerics::parse_expression(own_.graph, text.text, *own_.functions, text.place).root;
    if (again != made)
      fail("LC143", text_.place,
           "'" + made_.id + "' uses a constant that the lemma has as a variable; rename the variable");
    return text;
  }

  const Text& text_;
  Claim fact_, own_;
  std::vector<std::string> names_;
  std::unordered_map<std::uint32_t, NodeId> values_;
  UsedFact made_;
};

}  // namespace

std::vector<std::string> used_ids(const Lemma& lemma) {
  std::vector<std::string> ids;
  for (const Text& text : lemma.uses) ids.push_back(read_use(text).id.text);
  return ids;
}

void check_uses(const std::vector<Lemma>& lemmas, const LemmaSource& source, const std::vector<std::string>& known) {
  std::map<std::string, int> state;  // 1: on the chain, 2: done
  std::vector<std::string> chain;
  const std::function<void(const Lemma&)> visit = [&](const Lemma& lemma) {
    if (state[lemma.id.text] == 2) return;
    state[lemma.id.text] = 1;
    chain.push_back(lemma.id.text);
    for (const Text& text : lemma.uses) {
      const Use use = read_use(text);
      const Lemma* fact = source(use.id.text);
      if (fact == nullptr)
        fail("LC126", use.id.place, "no lemma '" + use.id.text + "'" + numerics::did_you_mean(use.id.text, known));
      if (state[use.id.text] == 1) {
        std::string circle;
        for (auto it = std::ranges::find(chain, use.id.text); it != chain.end(); ++it) circle += *it + " -> ";
        fail("LC133", text.place, "the lemmas use each other in a circle: " + circle + use.id.text);
      }
      if (chain.size() > 1000) fail("LC133", text.place, "a chain of more than 1000 lemmas");
      visit(*fact);
    }
    chain.pop_back();
    state[lemma.id.text] = 2;
  };
  for (const Lemma& lemma : lemmas) visit(lemma);
}

std::vector<UsedFact> used_facts(const Lemma& lemma, const LemmaSource& source) {
  std::vector<UsedFact> all;
  for (const Text& text : lemma.uses) all.push_back(Instance(lemma, text, source).result());
  return all;
}

}  // namespace lemmacheck::verify
