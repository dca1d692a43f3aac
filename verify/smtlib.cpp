#include "verify/smtlib.hpp"

#include <algorithm>
#include <set>

#include "bounds/functions.hpp"
#include "numerics/error.hpp"
#include "verify/s_expression.hpp"
#include "verify/smtlib_claims.hpp"

namespace lemmacheck::verify {
namespace {

using Kind = SmtlibFormula::Kind;

constexpr std::size_t longest_formula = 1'000'000;   // characters
constexpr std::size_t longest_script = 100'000'000;  // characters of all formulas, definitions expanded
constexpr int deepest_expansion = 500;

std::size_t weight(const SmtlibFormula& f) {
  std::size_t sum = f.left.size() + f.right.size() + 8;
  for (const SmtlibFormula& part : f.parts) sum += weight(part);
  return sum;
}

/// Functions of one argument whose names are the same or nearly so.
const std::map<std::string, std::string, std::less<>>& functions_of_one() {
  static const std::map<std::string, std::string, std::less<>> names{
      {"exp", "exp"},   {"log", "log"},     {"ln", "log"},    {"sqrt", "sqrt"},   {"abs", "abs"},
      {"sin", "sin"},   {"cos", "cos"},     {"tan", "tan"},   {"atan", "atan"},   {"arctan", "atan"},
      {"asin", "asin"}, {"arcsin", "asin"}, {"acos", "acos"}, {"arccos", "acos"}, {"sinh", "sinh"},
      {"cosh", "cosh"}, {"tanh", "tanh"},   {"erf", "erf"},   {"to_real", ""},    {"to_int", "floor"}};
  return names;
}

/// What a name stands for inside a term: a formula, or a condition.
struct Meaning {
  bool boolean = false;
  std::string term;
  SmtlibFormula formula;
};
using Names = std::map<std::string, Meaning, std::less<>>;

struct Macro {
  std::vector<std::string> parameters;
  SExpression body;
  bool boolean = false;
};

class Script {
 public:
  SmtlibQuery run(const std::vector<SExpression>& commands) {
    for (const SExpression& c : commands)
      if (!command(c)) break;
    SmtlibQuery made;
    made.cases = smtlib_claims(variables_, {}, assertions_);
    made.names = renamed_;
    return made;
  }

 private:
  [[noreturn]] static void fail(const SExpression& at, const std::string& what) {
    throw numerics::ParseError("LC148", at.place.to_string() + ": " + what);
  }
  void spend(std::size_t characters, const SExpression& at) {
    characters_ += characters;
    if (characters > longest_formula || characters_ > longest_script)
      fail(at, "the script is too long with its definitions expanded");
  }
  static const SExpression& item(const SExpression& list, std::size_t i, const char* wanted) {
    if (!list.list || i >= list.items.size()) fail(list, std::string("expected ") + wanted);
    return list.items[i];
  }
  static void count(const SExpression& list, std::size_t items, const char* form) {
    if (list.items.size() != items) fail(list, std::string("expected ") + form);
  }

  /// Whether the script goes on.
  bool command(const SExpression& c) {
    const std::string name(c.head());
    static const std::set<std::string> ignored{"set-logic", "set-info",  "set-option",     "get-model",  "get-info",
                                               "echo",      "get-value", "get-unsat-core", "get-option", "get-proof"};
    if (name == "exit") return false;
    if (ignored.contains(name)) return true;
    if (name == "check-sat") {
      asked_ = true;
      return true;
    }
    if (asked_) fail(c, "only scripts with one check-sat, at the end, are read");
    if (name == "declare-const") {
      count(c, 3, "(declare-const NAME SORT)");
      declare(c.items[1], c.items[2]);
    } else if (name == "declare-fun") {
      count(c, 4, "(declare-fun NAME () SORT)");
      if (!c.items[2].list || !c.items[2].items.empty())
        fail(c.items[2], "functions without a definition are not read; only constants: (declare-fun NAME () Real)");
      declare(c.items[1], c.items[3]);
    } else if (name == "define-fun") {
      count(c, 5, "(define-fun NAME ((ARGUMENT SORT) ...) SORT TERM)");
      define(c.items[1], c.items[2].items, c.items[3], c.items[4]);
    } else if (name == "define-const") {
      count(c, 4, "(define-const NAME SORT TERM)");
      define(c.items[1], {}, c.items[2], c.items[3]);
    } else if (name == "assert") {
      count(c, 2, "(assert CONDITION)");
      assertions_.push_back(condition(c.items[1], {}));
    } else {
      fail(c, "the command " + numerics::quoted(c.list ? name : c.word) +
                  " is not read; known: declare-const, declare-fun, define-fun, define-const, assert, check-sat");
    }
    return true;
  }

  /// A name of the script as one of our language.
  std::string own_name(const SExpression& symbol) {
    if (symbol.list || symbol.word.empty()) fail(symbol, "expected a name");
    if (globals_.contains(symbol.word) || macros_.contains(symbol.word))
      fail(symbol, numerics::quoted(symbol.word) + " is declared twice");
    std::string made;
    for (const char c : symbol.word) {
      const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
      made += plain ? c : '_';
    }
    static const std::set<std::string> words{"and", "inf", "nan", "integer", "real", "in", "for"};
    const numerics::Function* constant = bounds::functions().find(made);
    if ((made[0] >= '0' && made[0] <= '9') || made[0] == '_' || words.contains(made) ||
        (constant != nullptr && constant->arity == 0))
      made = "v_" + made;
    while (!taken_.insert(made).second) made += '_';
    return made;
  }

  void declare(const SExpression& symbol, const SExpression& sort) {
    if (!sort.is("Real") && !sort.is("Int")) fail(sort, "expected the sort Real or Int");
    const std::string name = own_name(symbol);
    variables_.push_back({name, sort.is("Int")});
    globals_[symbol.word] = {false, name, {}};
    if (name != symbol.word) renamed_[name] = symbol.word;
  }

  void define(const SExpression& symbol, const std::vector<SExpression>& parameters, const SExpression& sort,
              const SExpression& body) {
    if (!sort.is("Real") && !sort.is("Int") && !sort.is("Bool")) fail(sort, "expected the sort Real, Int or Bool");
    if (globals_.contains(symbol.word) || macros_.contains(symbol.word) || symbol.list)
      fail(symbol, "expected a name that is not declared yet");
    Macro made{{}, body, sort.is("Bool")};
    for (const SExpression& p : parameters) {
      count(p, 2, "(ARGUMENT SORT)");
      if (!p.items[1].is("Real") && !p.items[1].is("Int")) fail(p.items[1], "expected the sort Real or Int");
      made.parameters.push_back(p.items[0].word);
    }
    if (!made.parameters.empty()) {
      macros_.emplace(symbol.word, std::move(made));
      return;
    }
    Meaning meaning{made.boolean, "", {}};
    if (made.boolean) {
      meaning.formula = condition(body, {});
    } else {
      meaning.term = term(body, {});
    }
    globals_[symbol.word] = std::move(meaning);
  }

  const Meaning* find(const std::string& name, const Names& names) const {
    if (const auto it = names.find(name); it != names.end()) return &it->second;
    const auto it = globals_.find(name);
    return it == globals_.end() ? nullptr : &it->second;
  }

  /// The bindings of a let, all read in the scope outside.
  Names bind(const SExpression& let, const Names& names) {
    count(let, 3, "(let ((NAME TERM) ...) TERM)");
    Names inner = names;
    for (const SExpression& binding : let.items[1].items) {
      count(binding, 2, "(NAME TERM)");
      Meaning meaning;
      meaning.boolean = is_condition(binding.items[1], names);
      if (meaning.boolean) {
        meaning.formula = condition(binding.items[1], names);
      } else {
        meaning.term = term(binding.items[1], names);
      }
      inner[binding.items[0].word] = std::move(meaning);
    }
    return inner;
  }

  Names bind(const SExpression& call, const Macro& macro, const Names& names) {
    if (call.items.size() != macro.parameters.size() + 1)
      fail(call,
           numerics::quoted(call.items[0].word) + " takes " + std::to_string(macro.parameters.size()) + " arguments");
    Names inner;
    for (std::size_t i = 0; i < macro.parameters.size(); ++i)
      inner[macro.parameters[i]] = {false, term(call.items[i + 1], names), {}};
    return inner;
  }

  template <class Expand>
  auto expanded(const SExpression& call, Expand expand) {
    if (++expansions_ > deepest_expansion) fail(call, numerics::quoted(call.head()) + " is defined in a circle");
    auto made = expand();
    --expansions_;
    return made;
  }

  bool is_condition(const SExpression& e, const Names& names) const {
    if (!e.list) {
      const Meaning* meaning = find(e.word, names);
      return meaning != nullptr ? meaning->boolean : e.word == "true" || e.word == "false";
    }
    const std::string_view head = e.head();
    static const std::set<std::string_view> conditions{"and", "or", "not", "=>", "xor",     "<",
                                                       "<=",  ">",  ">=",  "=",  "distinct"};
    if (conditions.contains(head)) return true;
    if (head == "let" || head == "ite" || head == "!") return e.items.size() > 1 && is_condition(e.items.back(), names);
    const auto it = macros_.find(head);
    return it != macros_.end() && it->second.boolean;
  }

  SmtlibFormula condition(const SExpression& e, const Names& names) {
    if (!e.list) {
      if (e.word == "true" || e.word == "false")
        return {e.word == "true" ? Kind::all : Kind::any, "", "", "", {}, e.place};
      const Meaning* meaning = find(e.word, names);
      if (meaning == nullptr || !meaning->boolean) fail(e, "expected a condition, found " + numerics::quoted(e.word));
      spend(weight(meaning->formula), e);
      return meaning->formula;
    }
    const std::string head(e.head());
    const auto parts = [&](Kind kind) {
      SmtlibFormula made{kind, "", "", "", {}, e.place};
      for (std::size_t i = 1; i < e.items.size(); ++i) made.parts.push_back(condition(e.items[i], names));
      return made;
    };
    if (head == "and") return parts(Kind::all);
    if (head == "or") return parts(Kind::any);
    if (head == "not") {
      count(e, 2, "(not CONDITION)");
      return negation(condition(e.items[1], names));
    }
    if (head == "=>") {
      SmtlibFormula made = parts(Kind::any);
      for (std::size_t i = 0; i + 1 < made.parts.size(); ++i) made.parts[i] = negation(made.parts[i]);
      return made;
    }
    if (head == "let") return condition(e.items.back(), bind(e, names));
    if (head == "!") return condition(item(e, 1, "a condition"), names);
    if (head == "<" || head == "<=" || head == ">" || head == ">=" || head == "=" || head == "distinct")
      return comparison(e, head, names);
    if (const auto it = macros_.find(head); it != macros_.end() && it->second.boolean)
      return expanded(e, [&] { return condition(it->second.body, bind(e, it->second, names)); });
    fail(e, numerics::quoted(head) +
                " is not read as a condition; known: and, or, not, =>, <, <=, >, >=, =, distinct, let");
  }

  SmtlibFormula comparison(const SExpression& e, const std::string& relation, const Names& names) {
    if (e.items.size() < 3) fail(e, "a comparison has two sides");
    std::vector<std::string> sides;
    for (std::size_t i = 1; i < e.items.size(); ++i) {
      if (is_condition(e.items[i], names))
        fail(e.items[i], "conditions cannot be compared; write (and (=> a b) (=> b a))");
      sides.push_back(term(e.items[i], names));
    }
    SmtlibFormula all{Kind::all, "", "", "", {}, e.place};
    const auto add = [&](std::size_t i, std::size_t j) {
      SmtlibFormula one{Kind::comparison, sides[i], relation == "distinct" ? "=" : relation, sides[j], {}, e.place};
      all.parts.push_back(relation == "distinct" ? negation(one) : std::move(one));
    };
    for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
      if (relation != "distinct") {
        add(i, i + 1);
      } else {
        for (std::size_t j = i + 1; j < sides.size(); ++j) add(i, j);
      }
    }
    return all.parts.size() == 1 ? all.parts[0] : all;
  }

  std::string term(const SExpression& e, const Names& names) {
    std::string made = e.list ? compound(e, names) : atom(e, names);
    spend(made.size(), e);
    return made;
  }

  std::string atom(const SExpression& e, const Names& names) {
    const std::string& w = e.word;
    if (w[0] >= '0' && w[0] <= '9') {
      const bool digits = std::ranges::all_of(w, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
      if (!digits || std::ranges::count(w, '.') > 1 || w.back() == '.')
        fail(e, numerics::quoted(w) + " is not a number");
      return w;
    }
    if (const Meaning* meaning = find(w, names)) {
      if (meaning->boolean) fail(e, "a condition stands where a number is expected");
      return meaning->term;
    }
    if (w == "pi" || w == "real.pi") return "pi";
    fail(e, numerics::quoted(w) + " is not declared");
  }

  std::string compound(const SExpression& e, const Names& names) {
    const std::string head(e.head());
    const std::size_t arguments = e.items.empty() ? 0 : e.items.size() - 1;
    const auto argument = [&](std::size_t i) { return term(item(e, i, "another argument"), names); };
    if (head == "-" && arguments == 1) return "(-" + argument(1) + ')';
    if ((head == "+" || head == "*" || head == "-" || head == "/") &&
        arguments >= (head == "-" || head == "/" ? 2u : 1u)) {
      std::string made = "(" + argument(1);
      for (std::size_t i = 2; i <= arguments; ++i) made += ' ' + head + ' ' + argument(i);
      return made + ')';
    }
    if ((head == "^" || head == "pow") && arguments == 2) return "(" + argument(1) + '^' + argument(2) + ')';
    if ((head == "min" || head == "max") && arguments >= 2) {
      std::string made = head + '(' + argument(1);
      for (std::size_t i = 2; i <= arguments; ++i) made += ", " + argument(i);
      return made + ')';
    }
    if (head == "ite" && arguments == 3) return choice(condition(e.items[1], names), argument(2), argument(3), e);
    if (head == "let") return term(e.items.back(), bind(e, names));
    if (head == "!") return argument(1);
    if (const auto it = macros_.find(head); it != macros_.end() && !it->second.boolean)
      return expanded(e, [&] { return term(it->second.body, bind(e, it->second, names)); });
    if (const auto it = functions_of_one().find(head); it != functions_of_one().end() && arguments == 1)
      return it->second + '(' + argument(1) + ')';
    if (is_condition(e, names)) fail(e, "a condition stands where a number is expected");
    fail(e, numerics::quoted(head) + " with " + std::to_string(arguments) + " arguments is not read as a term");
  }

  /// if(f, a, b) with comparisons as conditions only.
  std::string choice(const SmtlibFormula& f, const std::string& a, const std::string& b, const SExpression& at) {
    if (a.size() + b.size() > longest_formula) fail(at, "the term is longer than 1e6 characters");
    if (f.kind == Kind::comparison) return "if(" + f.text() + ", " + a + ", " + b + ')';
    std::string made = f.kind == Kind::all ? a : b;
    for (auto part = f.parts.rbegin(); part != f.parts.rend(); ++part)
      made = f.kind == Kind::all ? choice(*part, made, b, at) : choice(*part, a, made, at);
    return made;
  }

  std::vector<SmtlibVariable> variables_;
  std::vector<SmtlibFormula> assertions_;
  Names globals_;
  std::map<std::string, Macro, std::less<>> macros_;
  std::map<std::string, std::string> renamed_;
  std::set<std::string> taken_;
  std::size_t characters_ = 0;  // written with definitions expanded
  int expansions_ = 0;          // definitions inside definitions
  bool asked_ = false;
};

}  // namespace

SmtlibQuery read_smtlib(std::string_view text, const std::string& file) {
  return Script().run(read_s_expressions(text, file));
}

}  // namespace lemmacheck::verify
