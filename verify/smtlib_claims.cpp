#include "verify/smtlib_claims.hpp"

#include <algorithm>
#include <optional>

#include "numerics/error.hpp"
#include "numerics/tape.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::Rational;
using Kind = SmtlibFormula::Kind;

constexpr std::size_t most_cases = 256;

/// Of a variable: the tightest bounds seen.
struct Bounds {
  std::optional<Rational> lower, upper;
  std::string lower_text, upper_text;
  bool lower_open = false, upper_open = false;
};

std::optional<Rational> constant(const std::string& text) {
  numerics::Graph graph;
  try {
    return numerics::exact_value(graph, parse_expression(graph, text, numerics::elementary_functions()).root);
  } catch (const numerics::Error&) {
    return std::nullopt;  // not an elementary constant
  }
}

/// One claim: the conditions hold for no point.
class Case {
 public:
  Case(const std::vector<SmtlibVariable>& variables, const std::vector<Text>& definitions)
      : variables_(variables), bounds_(variables.size()) {
    made_.definitions = definitions;
  }

  ClaimTexts run(std::vector<SmtlibFormula> conditions) {
    const std::optional<SmtlibFormula> goal = take_goal(conditions);
    for (const SmtlibFormula& c : conditions)
      if (!take_bound(c)) made_.hypotheses.push_back({c.text(), c.place});
    if (goal) {
      for (const SmtlibFormula& part : conjuncts(negation(*goal)))
        made_.statements.push_back({part.text(), part.place});
    } else {
      made_.statements.push_back({"1 <= 0", {}});  // true only if no point satisfies the hypotheses
    }
    for (std::size_t i = 0; i < variables_.size(); ++i) made_.ranges.push_back({range(i), {}});
    return std::move(made_);
  }

 private:
  bool is_bound(const SmtlibFormula& c) const {
    if (c.kind != Kind::comparison || c.relation == "=") return false;
    const auto variable = [&](const std::string& name) {
      return std::ranges::find(variables_, name, &SmtlibVariable::name) != variables_.end();
    };
    return (variable(c.left) && constant(c.right)) || (variable(c.right) && constant(c.left));
  }
  /// Whether the negation is a conjunction of comparisons.
  static bool has_negation(const SmtlibFormula& c) {
    if (c.kind == Kind::comparison) return c.relation != "=";
    return std::ranges::all_of(c.parts, [](const SmtlibFormula& part) {
      const auto inner = conjuncts(part);
      return inner.size() == 1 && inner[0].kind == Kind::comparison && inner[0].relation != "=";
    });
  }

  /// The last condition that can be negated; one that is not a bound if there is one.
  std::optional<SmtlibFormula> take_goal(std::vector<SmtlibFormula>& conditions) const {
    auto found = std::find_if(conditions.rbegin(), conditions.rend(),
                              [](const SmtlibFormula& c) { return c.kind == Kind::any; });
    if (found == conditions.rend())
      found = std::find_if(conditions.rbegin(), conditions.rend(),
                           [&](const SmtlibFormula& c) { return has_negation(c) && !is_bound(c); });
    if (found == conditions.rend()) found = std::find_if(conditions.rbegin(), conditions.rend(), has_negation);
    if (found == conditions.rend()) return std::nullopt;
    SmtlibFormula goal = *found;
    conditions.erase(std::next(found).base());
    return goal;
  }

  bool take_bound(const SmtlibFormula& c) {
    if (!is_bound(c)) return false;
    const bool turned = std::ranges::find(variables_, c.left, &SmtlibVariable::name) == variables_.end();
    const std::string &name = turned ? c.right : c.left, &text = turned ? c.left : c.right;
    const auto index =
        static_cast<std::size_t>(std::ranges::find(variables_, name, &SmtlibVariable::name) - variables_.begin());
    const Rational value = *constant(text);
    const bool upper = (c.relation[0] == '<') != turned, open = c.relation.size() == 1;
    Bounds next = bounds_[index];
    std::optional<Rational>& end = upper ? next.upper : next.lower;
    bool& end_open = upper ? next.upper_open : next.lower_open;
    const bool tighter = !end || (upper ? value < *end : value > *end) || (value == *end && open);
    if (tighter) {
      end = value;
      end_open = open;
      (upper ? next.upper_text : next.lower_text) = text;
    }
    if (is_empty(next, variables_[index].integer)) return false;  // the contradiction stays among the hypotheses
    bounds_[index] = next;
    return true;
  }

  static bool is_empty(const Bounds& b, bool integer) {
    if (!b.lower || !b.upper) return false;
    if (!integer) return *b.upper < *b.lower || (*b.upper == *b.lower && (b.lower_open || b.upper_open));
    const Rational low = ceil(*b.lower), high = floor(*b.upper);
    return (b.upper_open && high == *b.upper ? high - Rational(1) : high) <
           (b.lower_open && low == *b.lower ? low + Rational(1) : low);
  }

  std::string range(std::size_t i) const {
    const Bounds& b = bounds_[i];
    const std::string kind = variables_[i].integer ? " integer" : "";
    if (!b.lower && !b.upper) return variables_[i].name + (kind.empty() ? " real" : kind);
    return variables_[i].name + kind + " in " + (!b.lower || b.lower_open ? "(" : "[") +
           (b.lower ? b.lower_text : "-inf") + ", " + (b.upper ? b.upper_text : "inf") +
           (!b.upper || b.upper_open ? ")" : "]");
  }

  const std::vector<SmtlibVariable>& variables_;
  std::vector<Bounds> bounds_;
  ClaimTexts made_;
};

}  // namespace

std::vector<ClaimTexts> smtlib_claims(const std::vector<SmtlibVariable>& variables,
                                      const std::vector<Text>& definitions,
                                      const std::vector<SmtlibFormula>& conditions) {
  // every `any` but the last that can be a statement is split into cases
  std::vector<std::vector<SmtlibFormula>> done, open{{}};
  for (const SmtlibFormula& condition : conditions)
    for (SmtlibFormula& c : conjuncts(condition)) open[0].push_back(std::move(c));
  const auto whole = [](const SmtlibFormula& c) {
    return std::ranges::all_of(c.parts, [](const SmtlibFormula& part) {
      const auto inner = conjuncts(part);
      return inner.size() == 1 && inner[0].kind == Kind::comparison && inner[0].relation != "=";
    });
  };
  while (!open.empty()) {
    std::vector<SmtlibFormula> one = std::move(open.back());
    open.pop_back();
    std::optional<std::size_t> split;
    bool statement = false;
    for (std::size_t i = one.size(); i-- > 0 && !split;) {
      if (one[i].kind != Kind::any) continue;
      if (!statement && !one[i].parts.empty() && whole(one[i])) {
        statement = true;
      } else {
        split = i;
      }
    }
    if (!split) {
      done.push_back(std::move(one));
      continue;
    }
    const SmtlibFormula choice = one[*split];
    for (auto part = choice.parts.rbegin(); part != choice.parts.rend(); ++part) {
      std::vector<SmtlibFormula> next = one;
      next.erase(next.begin() + static_cast<std::ptrdiff_t>(*split));
      for (SmtlibFormula& c : conjuncts(*part)) next.push_back(std::move(c));
      open.push_back(std::move(next));
    }
    if (open.size() + done.size() > most_cases)
      throw numerics::ParseError("LC148", choice.place.to_string() + ": the alternatives make more than " +
                                              std::to_string(most_cases) + " cases");
  }
  std::vector<ClaimTexts> all;
  for (std::vector<SmtlibFormula>& one : done) all.push_back(Case(variables, definitions).run(std::move(one)));
  return all;
}

}  // namespace lemmacheck::verify
