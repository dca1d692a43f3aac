#include "verify/coq_formula.hpp"

#include <algorithm>
#include <array>

#include "numerics/error.hpp"
#include "numerics/tape.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::Node;
using numerics::NodeId;
using numerics::NodeKind;
using numerics::Rational;

constexpr std::size_t longest_term = 20000;
constexpr long largest_exponent = 1000;  // Coq counts natural numbers in unary

/// A function by its Coq term: "@" stands for the argument as the operand of an operator, "#" as that of a function.
struct Rule {
  std::string_view name, text;
  CoqLevel level;
};
using enum CoqLevel;
constexpr std::array<Rule, 19> rules{{{"sqrt", "sqrt #", application},
                                      {"exp", "exp #", application},
                                      {"log", "ln #", application},
                                      {"ln", "ln #", application},
                                      {"sin", "sin #", application},
                                      {"cos", "cos #", application},
                                      {"tan", "tan #", application},
                                      {"atan", "atan #", application},
                                      {"abs", "Rabs #", application},
                                      {"neg", "- @", sign},
                                      {"expm1", "exp # - 1", sum},
                                      {"log1p", "ln (1 + @)", application},
                                      {"log2", "ln # / ln 2", product},
                                      {"log10", "ln # / ln 10", product},
                                      {"sinh", "(exp # - exp (- @)) / 2", product},
                                      {"cosh", "(exp # + exp (- @)) / 2", product},
                                      {"tanh", "1 - 2 / (exp (2 * @) + 1)", sum},
                                      {"sigmoid", "1 / (1 + exp (- @))", product},
                                      {"softplus", "ln (1 + exp #)", application}}};

const Rule* find_rule(std::string_view name) {
  const auto it = std::ranges::find(rules, name, &Rule::name);
  return it == rules.end() ? nullptr : &*it;
}

CoqTerm none(std::string reason) { return {"", atom, std::move(reason)}; }

CoqTerm number(const Rational& value) {
  std::string text = value.to_string();
  const bool negative = text.starts_with('-');
  if (negative) text.erase(0, 1);
  const std::size_t bar = text.find('/');
  if (bar != std::string::npos) text.replace(bar, 1, " / ");
  if (!negative) return {text, bar == std::string::npos ? atom : product, ""};
  return {bar == std::string::npos ? "- " + text : "- (" + text + ")", sign, ""};
}

std::string filled(std::string_view text, const CoqTerm& argument) {
  std::string made;
  for (const char c : text) {
    if (c == '@')
      made += argument.at(sign);
    else if (c == '#')
      made += argument.at(atom);
    else
      made += c;
  }
  return made;
}

bool is_positive(const Rational& x) { return x.sign() > 0; }
bool is_not_negative(const Rational& x) { return x.sign() >= 0; }
bool is_not_zero(const Rational& x) { return x.sign() != 0; }
bool never(const Rational&) { return false; }

}  // namespace

CoqTerm CoqWriter::term(NodeId root) {
  for (const NodeId id : graph_.reachable(std::span(&root, 1))) {
    if (written_.contains(id)) continue;
    CoqTerm made = write(id);
    if (made.text.size() > longest_term) made = none("the formula is too long for the tactic");
    written_[id] = std::move(made);
  }
  return written_.at(root);
}

CoqTerm CoqWriter::literal(NodeId id) const {
  const numerics::Decimal& value = graph_.literal_value(id);
  if (!value.is_small()) return none("the number " + value.to_string().substr(0, 40) + " is too long");
  return number(value.to_rational());
}

CoqTerm CoqWriter::write(NodeId id) {
  const Node& n = graph_.node(id);
  if (n.kind == NodeKind::literal) return literal(id);
  if (n.kind == NodeKind::variable) {
    const auto it = names_.find(graph_.variable_name(id));
    if (it == names_.end()) return none("'" + graph_.variable_name(id) + "' has no range");
    return {it->second, atom, ""};
  }
  if (graph_.is_boolean(id)) return none("a comparison inside a formula");
  const auto x = graph_.arguments(id);
  if (n.function->name == "^") return power(x);
  for (const NodeId a : x)
    if (const CoqTerm& argument = written_.at(a); !argument.reason.empty()) return argument;
  return call(n.function->name, x);
}

CoqTerm CoqWriter::call(const std::string& name, std::span<const NodeId> x) {
  if (x.empty()) {
    if (name == "pi") return {"PI", atom, ""};
    if (name == "e") return {"exp 1", application, ""};
    return none("the tactic does not know " + name);
  }
  const CoqTerm& a = written_.at(x[0]);
  if (x.size() == 2) {
    const CoqTerm& b = written_.at(x[1]);
    if (name == "+" || name == "-") return {a.at(sum) + ' ' + name + ' ' + b.at(product), sum, ""};
    if (name == "*") return {a.at(product) + " * " + b.at(sign), product, ""};
    if (name == "/") {
      require(x[1], is_not_zero, b.at(sum) + " <> 0");
      return {a.at(product) + " / " + b.at(sign), product, ""};
    }
    if (name == "min" || name == "max") {
      const std::string apart = " - Rabs (" + a.at(sum) + " - " + b.at(product) + ")";
      const std::string together = '(' + a.at(sum) + " + " + b.at(product);
      if (name == "min") return {together + apart + ") / 2", product, ""};
      return {together + " +" + apart.substr(2) + ") / 2", product, ""};
    }
  }
  const Rule* rule = x.size() == 1 ? find_rule(name) : nullptr;
  if (rule == nullptr) return none("the tactic does not know " + name);
  if (name == "sqrt") require(x[0], is_not_negative, "0 <= " + a.at(sum));
  if (name == "log" || name == "ln" || name == "log2" || name == "log10")
    require(x[0], is_positive, "0 < " + a.at(sum));
  if (name == "log1p") require(x[0], is_not_negative, "0 < 1 + " + a.at(sign));
  if (name == "tan") require(x[0], never, "cos " + a.at(atom) + " <> 0");
  return {filled(rule->text, a), rule->level, ""};
}

CoqTerm CoqWriter::power(std::span<const NodeId> x) {
  const CoqTerm &base = written_.at(x[0]), &exponent = written_.at(x[1]);
  if (!base.reason.empty()) return base;
  if (graph_.is_call(x[0], "e"))
    return exponent.reason.empty() ? CoqTerm{"exp " + exponent.at(atom), application, ""} : exponent;
  const bool constant = graph_.variables_of(x[1]).empty();
  const std::optional<Rational> value = constant ? numerics::exact_value(graph_, x[1]) : std::nullopt;
  if (!value || !value->is_integer()) return none("an exponent that is not a whole number");
  if (abs(*value) > Rational(largest_exponent)) return none("an exponent beyond " + std::to_string(largest_exponent));
  const std::string raised = base.at(atom) + " ^ " + abs(*value).to_string();
  if (value->sign() >= 0) return {raised, CoqLevel::power, ""};
  require(x[0], is_not_zero, base.at(sum) + " <> 0");
  return {"/ " + raised, sign, ""};
}

void CoqWriter::require(NodeId id, bool (*holds)(const Rational&), const std::string& text) {
  if (graph_.variables_of(id).empty()) {
    const std::optional<Rational> value = numerics::exact_value(graph_, id);
    if (value && holds(*value)) return;
  }
  if (std::ranges::find(defined_, text) == defined_.end()) defined_.push_back(text);
}

std::string coq_name(std::string_view wanted, std::vector<std::string>& taken) {
  // What the terms use, and the words of the language.
  static const std::array<std::string_view, 55> reserved{
      "R",      "Rabs",    "PI",    "exp",    "ln",  "sqrt",  "sin",       "cos",       "tan",   "atan",  "forall",
      "exists", "fun",     "let",   "in",     "at",  "as",    "if",        "then",      "else",  "match", "with",
      "end",    "fix",     "cofix", "return", "for", "where", "using",     "Prop",      "Set",   "Type",  "SProp",
      "by",     "exists2", "IF",    "mod",    "Rlt", "Rle",   "Rge",       "Rgt",       "Rplus", "Rmult", "Rminus",
      "Ropp",   "Rinv",    "Rdiv",  "pow",    "not", "and",   "Rminus_lt", "Rminus_le", "conj",  "Lemma", "Proof"};
  std::string made;
  for (const char c : wanted) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    made += fits ? c : '_';
  }
  if (made.empty() || made.find_first_not_of('_') == std::string::npos || (made[0] >= '0' && made[0] <= '9'))
    made = "n_" + made;
  const std::string stem = made;
  for (int i = 1; std::ranges::find(reserved, made) != reserved.end() || std::ranges::find(taken, made) != taken.end();
       ++i)
    made = stem + '_' + std::to_string(i);
  taken.push_back(made);
  return made;
}

}  // namespace lemmacheck::verify
