// Products and sums: factors, common factors, denominators, terms.
#include <algorithm>

#include "numerics/normal_form.hpp"
#include "verify/prover/strategy.hpp"

namespace lemmacheck::verify::prover {

using kernel::Applied;
using kernel::Goal;
using kernel::Proof;
using kernel::Range;
using numerics::NodeId;

/// The characters of the rule "product" that samples suggest; nothing when the signs do not fit.
std::optional<std::string> Strategy::product_signs(const Goal& goal, NodeId f) {
  const kernel::Product opened = kernel::open_product(graph_, f);
  std::string signs;
  int sign = opened.sign;
  for (const kernel::ProductFactor& factor : opened.factors) {
    const bool even = factor.exponent % 2 == 0;
    if (even && (!goal.strict || factor.exponent < 0)) {
      signs += 'e';
      continue;
    }
    const SignPattern p = pattern(factor.base, goal.domain);
    if (p.negative > 0 && p.positive > 0) return std::nullopt;
    const bool negative = p.negative > 0;
    if (negative && !even) sign = -sign;
    const bool strict = goal.strict && factor.exponent > 0;
    signs += negative ? (strict ? 'N' : '-') : (strict ? 'P' : '+');
  }
  if (sign < 0) return std::nullopt;
  return signs;
}

// f is a product as it stands.
Strategy::Result Strategy::by_product(const Goal& goal, int depth) {
  const kernel::Product opened = kernel::open_product(graph_, goal.f);
  if (opened.factors.size() == 1 && opened.factors[0].exponent == 1) return std::nullopt;
  const std::optional<std::string> signs = product_signs(goal, goal.f);
  if (!signs) return std::nullopt;
  return by(goal, {"product", {{"signs", *signs}}, {}, nullptr}, depth);
}

// Factors that are simpler than f.
Strategy::Result Strategy::by_factors(const Goal& goal, int depth) { return by_factoring(goal, depth, false); }

// A normal form that is not simpler than f, when nothing else worked.
Strategy::Result Strategy::by_normal_form(const Goal& goal, int depth) { return by_factoring(goal, depth, true); }

Strategy::Result Strategy::by_factoring(const Goal& goal, int depth, bool last) {
  const std::optional<numerics::Factored>& form = factored(goal.f);
  if (!form) return std::nullopt;
  if (form->factors.empty() ||
      (form->factors.size() == 1 && form->factors[0].exponent == 1 && form->factors[0].base == goal.f)) {
    return std::nullopt;
  }
  // A square, or several factors that depend on something, or one that is simpler than f.
  double largest = 0;
  for (const auto& [base, exponent] : form->factors) {
    largest = std::max(largest, complexity(base));
  }
  if ((largest < .8 * complexity(goal.f)) == last) return std::nullopt;
  // numerator / denominator, as a product that the rule "product" opens again
  NodeId numerator = graph_.rational(abs(form->content)), denominator = graph_.integer(1);
  bool has_denominator = false;
  for (const auto& [base, exponent] : form->factors) {
    const int n = exponent < 0 ? -exponent : exponent;
    const NodeId power = n == 1 ? base : graph_.call("^", {base, graph_.integer(n)});
    if (exponent > 0) {
      numerator = graph_.call("*", {numerator, power});
    } else {
      denominator = has_denominator ? graph_.call("*", {denominator, power}) : power;
      has_denominator = true;
    }
  }
  NodeId product = has_denominator ? graph_.call("/", {numerator, denominator}) : numerator;
  if (form->content.sign() < 0) product = graph_.call("neg", {product});
  product = without_abs(product, goal.domain);
  if (product == goal.f) return std::nullopt;
  if (Result proof = product_step(goal, product, depth)) return proof;
  if (depth <= 0) return std::nullopt;
  // A factor that changes its sign where a variable meets a line: cut there.
  for (const auto& [base, exponent] : form->factors) {
    if (exponent % 2 == 0) continue;
    const SignPattern p = pattern(base, goal.domain);
    if (p.positive == 0 || p.negative == 0) continue;
    for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
      if (!is_free(goal, i) || goal.domain.ranges[i].integer) continue;
      const NodeId v = goal.domain.ranges[i].variable;
      if (!graph_.depends_on(base, v)) continue;
      const NodeId rate = slope(base, v);
      if (!graph_.variables_of(rate).empty()) continue;
      const NodeId at_zero = kernel::replace(graph_, base, v, graph_.integer(0));
      const NodeId root = simple(graph_.call("neg", {graph_.call("/", {at_zero, rate})}));
      if (Result proof = split(goal, i, text(root), depth - 1)) return proof;
    }
  }
  return std::nullopt;
}

/// The step to a product equal to f, and then the signs of its factors.
Strategy::Result Strategy::product_step(const Goal& goal, NodeId product, int depth) {
  Proof rewrite{"rewrite", {{"to", text(product)}}, {}, nullptr};
  Applied applied = kernel::apply(graph_, functions_, goal, rewrite);
  if (!applied.error.empty()) return std::nullopt;
  Goal last = applied.goals.back();
  const std::optional<std::string> signs = product_signs(goal, last.f);
  if (!signs) return std::nullopt;
  // Definedness of the product and its side conditions come first.
  for (std::size_t i = 0; i + 1 < applied.goals.size(); ++i) {
    Result proof = prove(applied.goals[i], depth);
    if (!proof) return std::nullopt;
    rewrite.children.push_back(std::move(*proof));
  }
  Proof defined = defined_step(last);
  Applied parts = kernel::apply(graph_, functions_, last, defined);
  if (!parts.error.empty()) return std::nullopt;
  for (std::size_t i = 0; i + 1 < parts.goals.size(); ++i) {
    if (!plausible(parts.goals[i])) return std::nullopt;
  }
  for (std::size_t i = 0; i + 1 < parts.goals.size(); ++i) {
    Result proof = prove(parts.goals[i], depth);
    if (!proof) return std::nullopt;
    defined.children.push_back(std::move(*proof));
  }
  Result factors = by(parts.goals.back(), {"product", {{"signs", *signs}}, {}, nullptr}, depth);
  if (!factors) return std::nullopt;
  defined.children.push_back(std::move(*factors));
  rewrite.children.push_back(std::move(defined));
  return rewrite;
}

/// f = outer * inner with the factors that all terms have as written; nothing when there are none.
std::optional<std::pair<NodeId, NodeId>> Strategy::common_factor(NodeId f) {
  const std::vector<kernel::SumTerm> terms = kernel::open_sum(graph_, f);
  if (terms.size() < 2) return std::nullopt;
  const auto exponents_of = [&](const kernel::Product& product) {
    std::map<NodeId, long> exponents;
    for (const auto& [base, exponent] : product.factors) exponents[base] += exponent;
    return exponents;
  };
  std::vector<kernel::Product> products;
  for (const kernel::SumTerm& term : terms) products.push_back(kernel::open_product(graph_, term.value));
  std::map<NodeId, long> shared = exponents_of(products[0]);
  shared.erase(graph_.integer(1));  // 1/y has it and keeps it
  for (const kernel::Product& product : products) {
    const std::map<NodeId, long> exponents = exponents_of(product);
    for (auto& [base, exponent] : shared) {
      const auto it = exponents.find(base);
      const long here = it == exponents.end() ? 0 : it->second;
      exponent = exponent > 0 ? std::clamp(here, 0L, exponent) : std::clamp(here, exponent, 0L);
    }
  }
  std::erase_if(shared, [](const auto& factor) { return factor.second == 0; });
  if (shared.empty()) return std::nullopt;
  std::optional<NodeId> inner, outer;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    std::map<NodeId, long> left = shared;
    std::optional<NodeId> value, below;
    for (const auto& [base, exponent] : products[i].factors) {  // in their order
      const auto it = left.find(base);
      long rest = exponent;
      if (it != left.end() && (it->second > 0) == (exponent > 0)) {
        const long taken = exponent > 0 ? std::min(exponent, it->second) : std::max(exponent, it->second);
        it->second -= taken;
        rest -= taken;
      }
      (rest < 0 ? below : value) = times(rest < 0 ? below : value, base, std::abs(rest));
    }
    NodeId v = value.value_or(graph_.integer(1));
    if (below) v = graph_.call("/", {v, *below});
    const bool negative = terms[i].negative != (products[i].sign < 0);
    inner = !inner ? (negative ? graph_.call("neg", {v}) : v) : graph_.call(negative ? "-" : "+", {*inner, v});
  }
  for (const auto& [base, exponent] : shared) outer = times(outer, base, exponent);
  return std::pair(*outer, *inner);
}

Strategy::Result Strategy::then(const Goal& goal, Proof step, const std::function<Result(const Goal&)>& last) {
  const Applied applied = kernel::apply(graph_, functions_, goal, step);
  if (!applied.error.empty()) return std::nullopt;
  for (const Goal& next : applied.goals) {
    Result proof = &next == &applied.goals.back() ? last(next) : prove_side(next);
    if (!proof) return std::nullopt;
    step.children.push_back(std::move(*proof));
  }
  return step;
}

// A positive factor of both sides is left out before anything else is tried: a*c - b*c = c*(a - b).
Strategy::Result Strategy::by_common(const Goal& goal) {
  const auto parts = common_factor(goal.f);
  if (!parts) return std::nullopt;
  const NodeId product = graph_.call("*", {parts->first, parts->second});
  const auto signs_of_factors = [&](const Goal& g) -> Result {
    const std::optional<std::string> signs = product_signs(g, g.f);
    return signs ? then(g, {"product", {{"signs", *signs}}, {}, nullptr}, [&](const Goal& rest) { return prove(rest); })
                 : std::nullopt;
  };
  const auto as_product = [&](const Goal& g) {
    return then(g, {"rewrite", {{"to", text(product)}}, {}, nullptr},
                [&](const Goal& h) { return then(h, defined_step(h), signs_of_factors); });
  };
  if (!product_signs(goal, product)) return std::nullopt;
  return goal.defined ? as_product(goal) : then(goal, defined_step(goal), as_product);
}

/// a * base^exponent.
std::optional<NodeId> Strategy::times(std::optional<NodeId> a, NodeId base, long exponent) const {
  if (exponent == 0) return a;
  const NodeId power = exponent == 1 ? base : graph_.call("^", {base, graph_.integer(exponent)});
  return a ? graph_.call("*", {*a, power}) : power;
}

// A sum with quotients, over its denominators: a/b + c = (a + c*b)/b, nothing expanded.
Strategy::Result Strategy::by_denominators(const Goal& goal, int depth) {
  const std::vector<kernel::SumTerm> terms = kernel::open_sum(graph_, goal.f);
  if (terms.size() < 2 || depth <= 0) return std::nullopt;
  std::map<NodeId, long> denominators;
  for (const kernel::SumTerm& term : terms) {
    for (const auto& [base, exponent] : kernel::open_product(graph_, term.value).factors) {
      if (exponent < 0 && !graph_.variables_of(base).empty()) {
        denominators[base] = std::max(denominators[base], -exponent);
      }
    }
  }
  if (denominators.empty()) return std::nullopt;
  std::optional<NodeId> sum, below;
  for (const auto& [base, exponent] : denominators) below = times(below, base, exponent);
  for (const kernel::SumTerm& term : terms) {
    const kernel::Product product = kernel::open_product(graph_, term.value);
    std::map<NodeId, long> exponents = denominators;
    std::optional<NodeId> value;
    for (const auto& [base, exponent] : product.factors) {
      const auto it = exponents.find(base);
      if (it != exponents.end()) {
        it->second += exponent;
      } else {
        value = times(value, base, exponent);
      }
    }
    for (const auto& [base, exponent] : exponents) value = times(value, base, exponent);
    NodeId v = value.value_or(graph_.integer(1));
    const bool negative = term.negative != (product.sign < 0);
    sum = !sum ? (negative ? graph_.call("neg", {v}) : v) : graph_.call(negative ? "-" : "+", {*sum, v});
  }
  return product_step(goal, graph_.call("/", {*sum, *below}), depth - 1);
}

/// f with |u| replaced by u or -u where samples show one sign: normal forms write log(|u|), and the rule "rewrite"
/// knows that log(u) is the same where it has a value.
NodeId Strategy::without_abs(NodeId f, const kernel::Domain& domain) {
  for (const NodeId id : graph_.reachable(std::span(&f, 1))) {
    if (!graph_.is_call(id, "abs")) continue;
    const NodeId u = graph_.arguments(id)[0];
    const SignPattern& p = pattern(u, domain);
    if (p.positive > 0 && p.negative == 0) f = kernel::replace(graph_, f, id, u);
    if (p.negative > 0 && p.positive == 0) {
      f = kernel::replace(graph_, f, id, simple(graph_.call("neg", {u})));
    }
  }
  return f;
}

/// A sum with the constant factors of equal monomials joined: x*pi - 2*x = (pi - 2)*x; nothing when none are equal.
std::optional<NodeId> Strategy::collected(NodeId f) const {
  struct Group {
    std::optional<NodeId> coefficient, monomial;
  };
  std::map<std::vector<std::pair<NodeId, long>>, Group> groups;
  std::size_t terms = 0;
  for (const kernel::SumTerm& term : kernel::open_sum(graph_, f)) {
    const kernel::Product product = kernel::open_product(graph_, term.value);
    std::vector<std::pair<NodeId, long>> key;
    std::optional<NodeId> coefficient, monomial;
    for (const auto& [base, exponent] : product.factors) {
      const NodeId power = exponent == 1 ? base : graph_.call("^", {base, graph_.integer(exponent)});
      const bool constant = graph_.variables_of(base).empty();
      std::optional<NodeId>& part = constant ? coefficient : monomial;
      part = part ? graph_.call("*", {*part, power}) : power;
      if (!constant) key.emplace_back(base, exponent);
    }
    NodeId value = coefficient.value_or(graph_.integer(1));
    if (term.negative != (product.sign < 0)) value = graph_.call("neg", {value});
    std::sort(key.begin(), key.end());
    Group& group = groups[key];
    group.coefficient = group.coefficient ? graph_.call("+", {*group.coefficient, value}) : value;
    group.monomial = monomial;
    ++terms;
  }
  if (groups.size() == terms) return std::nullopt;
  std::optional<NodeId> sum;
  for (const auto& [key, group] : groups) {
    const NodeId term = group.monomial ? graph_.call("*", {*group.coefficient, *group.monomial}) : *group.coefficient;
    sum = sum ? graph_.call("+", {*sum, term}) : term;
  }
  return sum;
}

// f as a sum of terms that all have the right sign.
Strategy::Result Strategy::by_terms(const Goal& goal, int depth) {
  const auto signs_fit = [&](const std::vector<kernel::SumTerm>& terms, std::optional<std::size_t>& strict) {
    if (terms.size() < 2 || terms.size() > 40) return false;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const SignPattern& p = pattern(terms[i].value, goal.domain);
      if (!(terms[i].negative ? p.only_nonpositive() : p.only_nonnegative())) return false;
      if (!strict && (terms[i].negative ? p.negative : p.positive) == static_cast<int>(p.signs.size())) strict = i;
    }
    return !goal.strict || strict.has_value();
  };
  std::optional<std::size_t> strict;
  if (!signs_fit(kernel::open_sum(graph_, goal.f), strict)) {
    const std::optional<NodeId> sum = collected(goal.f);
    if (!sum || !signs_fit(kernel::open_sum(graph_, *sum), strict)) return std::nullopt;
    return by(goal, {"rewrite", {{"to", text(*sum)}}, {}, nullptr}, depth);
  }
  Proof step{"sum"};
  if (goal.strict) step.parameters["strict"] = std::to_string(*strict);
  return by(goal, std::move(step), depth);
}

}  // namespace lemmacheck::verify::prover
