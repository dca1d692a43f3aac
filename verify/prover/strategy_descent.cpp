// Descent: derivatives, multipliers that make derivatives simple, conjugates of square roots, integers, hypotheses.
#include <algorithm>

#include "numerics/normal_form.hpp"
#include "verify/kernel/rule_context.hpp"
#include "verify/prover/strategy.hpp"

namespace lemmacheck::verify::prover {

using kernel::Goal;
using kernel::Proof;
using kernel::Range;
using numerics::NodeId;

/// How f is known at one end: "face", "limit", or nothing when neither is there or f is negative there.
std::optional<std::string> Strategy::way_to_end(const Goal& goal, std::size_t range, bool at_lower) {
  const std::string k = key(goal) + (at_lower ? "<" : ">") + std::to_string(range);
  const auto it = ways_.find(k);
  if (it != ways_.end()) return it->second;
  return ways_.emplace(k, find_way_to_end(goal, range, at_lower)).first->second;
}

std::optional<std::string> Strategy::find_way_to_end(const Goal& goal, std::size_t range, bool at_lower) {
  const kernel::End& end = at_lower ? goal.domain.ranges[range].lower : goal.domain.ranges[range].upper;
  if (!end.infinite) {
    Goal face = kernel::at_value(graph_, goal, range, end.value);
    face.strict = false;
    const SignPattern p = pattern(face.f, face.domain);
    const int count = static_cast<int>(p.signs.size());
    if (p.undefined == 0 || (count > 0 && p.undefined < count && !end.open)) {
      if (p.negative > 0) return std::nullopt;
      return "face";
    }
    if (!end.open) return std::nullopt;
  }
  const auto limit = kernel::limit_by_shape(graph_, functions_, goal.f, goal.domain.ranges[range], at_lower);
  if (!limit || limit->kind == kernel::Limit::Kind::minus_infinity) return std::nullopt;
  return "limit";
}

void Strategy::descent_moves(const Goal& goal, std::vector<Move>& moves) {
  for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
    const Range& range = goal.domain.ranges[i];
    if (!graph_.depends_on(goal.f, range.variable) || !is_free(goal, i)) continue;
    if (range.integer) continue;
    const NodeId rate = slope(goal.f, range.variable);
    if (rate == goal.f) continue;
    const SignPattern p = pattern(rate, goal.domain);
    const double cost = complexity(rate);
    if (p.undefined > 0) continue;
    for (const bool from_lower : {true, false}) {
      if (!(from_lower ? p.only_nonnegative() : p.only_nonpositive())) continue;
      const std::optional<std::string> way = way_to_end(goal, i, from_lower);
      if (!way) continue;
      Proof step{
          "monotone", {{"variable", name(range)}, {"from", from_lower ? "lower" : "upper"}, {"by", *way}}, {}, nullptr};
      if (goal.strict && (from_lower ? range.lower : range.upper).open) {
        Proof strict = step;
        strict.parameters["strict"] = "slope";
        moves.push_back({cost, std::move(strict)});
        moves.push_back({cost + 5, std::move(step)});
      } else {
        moves.push_back({cost, std::move(step)});
      }
    }
    if (p.positive > 0 && p.negative > 0 && !range.lower.infinite && !range.upper.infinite) {
      const NodeId bend = slope(rate, range.variable);
      if (bend == rate) continue;
      const SignPattern q = pattern(bend, goal.domain);
      if (!q.only_nonpositive() || q.undefined > 0) continue;
      const std::optional<std::string> lower = way_to_end(goal, i, true), upper = way_to_end(goal, i, false);
      if (!lower || !upper) continue;
      Proof step{"concave", {{"variable", name(range)}, {"lower", *lower}, {"upper", *upper}}, {}, nullptr};
      if (goal.strict && range.lower.open && range.upper.open) step.parameters["strict"] = "slope";
      moves.push_back({complexity(bend) + 2, std::move(step)});
    }
  }
}

/// f = (c0 + c1 A + ...) / d with an atom A: f = (ck A^k / d) * g, where the derivative of g may have lost A.
void Strategy::multiplier_moves(const Goal& goal, std::vector<Move>& moves) {
  for (const numerics::PolynomialInAtom& p : by_atoms(goal.f)) {
    const bool is_exp = graph_.is_call(p.atom, "exp");
    if (p.coefficients.size() < 2 || (!is_exp && p.coefficients.size() > 2)) continue;
    if (!graph_.is_call(p.atom, "log") && !is_exp && !graph_.is_call(p.atom, "atan") &&
        !graph_.is_call(p.atom, "erf") && !graph_.is_call(p.atom, "asin") && !graph_.is_call(p.atom, "lgamma") &&
        !graph_.is_call(p.atom, "acos")) {
      continue;
    }
    const auto zero = [&](NodeId c) { return is_zero(c); };
    for (std::size_t k = is_exp ? 0 : 1; k < p.coefficients.size(); ++k) {
      if (zero(p.coefficients[k])) continue;
      const NodeId leading = p.coefficients[k];
      const SignPattern s = pattern(leading, goal.domain);
      if ((s.positive > 0 && s.negative > 0) || s.unknown > 0 || s.undefined > 0) continue;
      const bool negative = s.negative > 0;
      // g = +-(sum of c_i / c_k A^(i - k))
      std::optional<NodeId> g;
      for (std::size_t i = 0; i < p.coefficients.size(); ++i) {
        if (i != k && zero(p.coefficients[i])) continue;
        NodeId term = i == k ? graph_.integer(1) : simple(graph_.call("/", {p.coefficients[i], leading}));
        const int power = static_cast<int>(i) - static_cast<int>(k);
        if (is_exp && power != 0) {
          const NodeId argument = graph_.arguments(p.atom)[0];
          const NodeId scaled = power == 1 ? argument : graph_.call("*", {graph_.integer(power), argument});
          term = graph_.call("*", {term, graph_.call("exp", {simple(scaled)})});
        } else if (!is_exp && i == 1) {
          term = p.atom;
        }
        g = g ? graph_.call("+", {*g, term}) : term;
      }
      if (!g) continue;
      NodeId inner = negative ? graph_.call("neg", {*g}) : *g;
      NodeId outer = negative ? graph_.call("neg", {leading}) : leading;
      if (is_exp && k > 0) {
        outer = graph_.call("*", {outer, graph_.call("^", {p.atom, graph_.integer(static_cast<long>(k))})});
      }
      const NodeId product =
          without_abs(graph_.call("/", {graph_.call("*", {outer, inner}), p.denominator}), goal.domain);
      if (inner == goal.f) continue;
      // Worth it when some derivative gets simpler.
      double best = 1e9;
      for (const Range& range : goal.domain.ranges) {
        if (graph_.depends_on(inner, range.variable)) best = std::min(best, complexity(slope(inner, range.variable)));
      }
      moves.push_back({best + 3, {"rewrite", {{"to", text(product)}}, {}, nullptr}});
    }
  }
}

/// A constant against an arc tangent or a logarithm.
Strategy::Result Strategy::by_inverse(const Goal& goal, int depth) {
  if (depth <= 0) return std::nullopt;
  std::optional<NodeId> part;
  std::vector<NodeId> rest;
  bool negative = false;
  for (const kernel::SumTerm& term : kernel::open_sum(graph_, goal.f)) {
    if (graph_.variables_of(term.value).empty()) {
      rest.push_back(term.negative ? graph_.call("neg", {term.value}) : term.value);
    } else if (!part && (graph_.is_call(term.value, "atan") || graph_.is_call(term.value, "log"))) {
      part = term.value;
      negative = term.negative;
    } else {
      return std::nullopt;
    }
  }
  if (!part || rest.empty()) return std::nullopt;
  NodeId sum = rest[0];
  for (std::size_t i = 1; i < rest.size(); ++i) sum = graph_.call("+", {sum, rest[i]});
  if (negative) sum = graph_.call("neg", {sum});
  return by(goal,
            {"inverse", {{"rest", text(sum)}, {"part", text(*part)}, {"scale", negative ? "-1" : "1"}}, {}, nullptr},
            depth - 1);
}

/// f = (c0 + c1 S)/d with S = sqrt(u): where c0 and c1 have opposite signs, f = (c0^2 - c1^2 u)/((c0 - c1 S) d).
void Strategy::conjugate_moves(const Goal& goal, std::vector<Move>& moves) {
  for (const numerics::PolynomialInAtom& p : by_atoms(goal.f)) {
    if (!graph_.is_call(p.atom, "sqrt") || p.coefficients.size() != 2) continue;
    const SignPattern a = pattern(p.coefficients[0], goal.domain), b = pattern(p.coefficients[1], goal.domain);
    const bool opposite = (a.positive > 0 && a.negative == 0 && b.negative > 0 && b.positive == 0) ||
                          (a.negative > 0 && a.positive == 0 && b.positive > 0 && b.negative == 0);
    if (!opposite) continue;
    const NodeId u = graph_.arguments(p.atom)[0], two = graph_.integer(2);
    const NodeId norm = simple(graph_.call("-", {graph_.call("^", {p.coefficients[0], two}),
                                                 graph_.call("*", {graph_.call("^", {p.coefficients[1], two}), u})}));
    const NodeId conjugate = graph_.call("-", {p.coefficients[0], graph_.call("*", {p.coefficients[1], p.atom})});
    const NodeId product =
        without_abs(graph_.call("/", {norm, graph_.call("*", {conjugate, p.denominator})}), goal.domain);
    moves.push_back({complexity(norm) + 1, {"rewrite", {{"to", text(product)}}, {}, nullptr}});
  }
}

Strategy::Result Strategy::by_descent(const Goal& goal, int depth) {
  std::vector<Move> moves;
  descent_moves(goal, moves);
  if (depth <= 0) std::erase_if(moves, [](const Move& m) { return m.cost > 0; });  // a constant slope is free
  if (depth > 0) conjugate_moves(goal, moves);
  return by_moves(goal, std::move(moves), depth);
}

Strategy::Result Strategy::by_multipliers(const Goal& goal, int depth) {
  std::vector<Move> moves;
  if (depth > 0) multiplier_moves(goal, moves);
  return by_moves(goal, std::move(moves), depth);
}

Strategy::Result Strategy::by_moves(const Goal& goal, std::vector<Move> moves, int depth) {
  std::stable_sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return a.cost < b.cost; });
  int tried = 0;
  for (Move& move : moves) {
    if (stopped() || ++tried > 6) break;
    if (move.step.rule == "rewrite") {
      const Goal& g = goal;
      const kernel::Applied applied = kernel::apply(graph_, functions_, g, move.step);
      if (!applied.error.empty()) continue;
      if (Result proof = product_step(goal, applied.goals.back().f, depth - 1)) return proof;
    } else if (Result proof = by(goal, std::move(move.step), move.cost == 0 ? depth : depth - 1)) {
      return proof;
    }
  }
  return std::nullopt;
}

// A simple f that has its sign without the hypotheses.
Strategy::Result Strategy::by_forgetting(const Goal& goal, int depth) {
  if (goal.domain.hypotheses.empty() || graph_.variables_of(goal.f).size() > 2 || complexity(goal.f) > 15)
    return std::nullopt;
  Goal alone = goal;
  alone.domain.hypotheses.clear();
  const SignPattern& p = pattern(goal.f, alone.domain);
  if (p.negative > 0 || p.undefined > 0) return std::nullopt;
  return by(goal, {"forget", {{"hypothesis", "0"}}, {}, nullptr}, std::min(depth, 2));
}

// A multiple of a hypothesis that makes f simpler.
Strategy::Result Strategy::by_combination(const Goal& goal, int depth) { return combined(goal, depth, false); }

// The same with factors that depend on variables, when nothing else worked.
Strategy::Result Strategy::by_varying_combination(const Goal& goal, int depth) { return combined(goal, depth, true); }

Strategy::Result Strategy::combined(const Goal& goal, int depth, bool varying) {
  const auto& hypotheses = goal.domain.hypotheses;
  for (std::size_t h = 0; h < hypotheses.size() && depth > 0; ++h) {
    std::vector<NodeId> factors{graph_.integer(1)};
    for (const Range& range : goal.domain.ranges) {
      const NodeId a = slope(goal.f, range.variable), b = slope(hypotheses[h].value, range.variable);
      if (a == goal.f || b == hypotheses[h].value || is_zero(a) || is_zero(b)) continue;
      if (varying == graph_.variables_of(b).empty()) continue;
      factors.push_back(simple(graph_.call("/", {a, b})));
    }
    for (const NodeId factor : factors) {
      const NodeId rest = simple(graph_.call("-", {goal.f, graph_.call("*", {factor, hypotheses[h].value})}));
      // Or one that leaves about another hypothesis.
      const bool with_another = factor == factors[0] && std::ranges::any_of(hypotheses, [&](const auto& other) {
                                  const NodeId left = simple(graph_.call("-", {rest, other.value}));
                                  return complexity(left) < .3 * complexity(goal.f);
                                });
      if (complexity(rest) >= .7 * complexity(goal.f) && !with_another) continue;
      if (!pattern(factor, goal.domain).only_nonnegative()) continue;
      for (const bool strict : {false, true}) {
        if (strict && !(goal.strict && hypotheses[h].strict)) continue;
        Proof step{"combine", {{"hypothesis", std::to_string(h)}, {"factor", text(factor)}}, {}, nullptr};
        if (strict) step.parameters["strict"] = "factor";
        if (Result proof = by(goal, std::move(step), depth - 1)) return proof;
      }
    }
  }
  return std::nullopt;
}

// Hypotheses become ends of ranges where they can be solved; a hypothesis that holds nowhere proves everything.
Strategy::Result Strategy::by_hypotheses(const Goal& goal, int depth) {
  const auto& hypotheses = goal.domain.hypotheses;
  if (hypotheses.empty()) return std::nullopt;
  for (std::size_t h = 0; h < hypotheses.size(); ++h) {
    if (points(goal.domain).empty()) {
      Proof step{"contradiction", {{"hypothesis", std::to_string(h)}}, {}, nullptr};
      if (Result proof = by(goal, std::move(step), depth)) return proof;
    }
    for (std::size_t i = goal.domain.ranges.size(); i-- > 0;) {
      const NodeId v = goal.domain.ranges[i].variable;
      if (!graph_.depends_on(hypotheses[h].value, v)) continue;
      const NodeId rate = slope(hypotheses[h].value, v);
      if (rate == hypotheses[h].value || !graph_.variables_of(rate).empty()) continue;
      const std::optional<int> sign = numerics::constant_sign(graph_, rate);
      if (!sign || *sign == 0) continue;
      const NodeId at_zero = kernel::replace(graph_, hypotheses[h].value, v, graph_.integer(0));
      const NodeId end = simple(graph_.call("neg", {graph_.call("/", {at_zero, rate})}));
      Proof step{"range",
                 {{"hypothesis", std::to_string(h)},
                  {"variable", name(goal.domain.ranges[i])},
                  {"side", *sign > 0 ? "lower" : "upper"},
                  {"end", text(end)},
                  {"scale", text(rate)}},
                 {},
                 nullptr};
      if (Result proof = by(goal, std::move(step), depth)) return proof;
    }
    // |u| > 0 and the like: either side of 0.
    for (const NodeId id : graph_.reachable(std::span(&hypotheses[h].value, 1))) {
      if (!graph_.is_call(id, "abs") || depth <= 0) continue;
      const NodeId u = graph_.arguments(id)[0];
      for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
        const NodeId v = goal.domain.ranges[i].variable;
        if (!graph_.depends_on(u, v)) continue;
        const NodeId rate = slope(u, v);
        if (rate == u || !graph_.variables_of(rate).empty()) continue;
        const NodeId at_zero = kernel::replace(graph_, u, v, graph_.integer(0));
        const NodeId root = simple(graph_.call("neg", {graph_.call("/", {at_zero, rate})}));
        if (Result proof = split(goal, i, text(root), depth - 1)) return proof;
      }
    }
  }
  return std::nullopt;
}

/// The step of a variable with which arguments of gamma functions grow by 1, when it is another one than 1.
std::optional<std::string> Strategy::gamma_step(NodeId f, const Range& range) {
  for (const NodeId id : graph_.reachable(std::span(&f, 1))) {
    if (!graph_.is_call(id, "lgamma") && !graph_.is_call(id, "digamma")) continue;
    if (!graph_.depends_on(id, range.variable)) continue;
    const auto rate = numerics::exact_value(graph_, slope(graph_.arguments(id)[0], range.variable));
    if (rate && rate->sign() > 0 && *rate != numerics::Rational(1)) {
      return text(graph_.rational(numerics::Rational(1) / *rate));
    }
  }
  return std::nullopt;
}

Strategy::Result Strategy::by_integers(const Goal& goal, int depth) {
  if (depth <= 0) return std::nullopt;
  const bool has_gamma = has_call(goal.f, {"lgamma", "digamma"});
  for (const Range& range : goal.domain.ranges) {
    if (range.lower.infinite || !range.upper.infinite || graph_.variables_of(range.lower.value).empty()) continue;
    if (!has_gamma && !range.integer) continue;
    if (Result proof = by(goal, {"shift", {{"variable", name(range)}}, {}, nullptr}, depth)) return proof;
  }
  for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
    const Range& range = goal.domain.ranges[i];
    const bool usable = is_free(goal, i) && range.upper.infinite && graph_.depends_on(goal.f, range.variable);
    if (usable && (has_gamma || range.integer)) {
      if (range.integer && !range.lower.infinite) {
        if (Result proof = by(goal, {"induction", {{"variable", name(range)}}, {}, nullptr}, depth - 1)) return proof;
      }
      for (const bool strict : {false, true}) {
        if (strict && !goal.strict) continue;
        Proof step{"difference", {{"variable", name(range)}}, {}, nullptr};
        if (const auto length = gamma_step(goal.f, range)) step.parameters["step"] = *length;
        if (goal.strict && !strict) step.parameters["strict"] = "slope";
        if (Result proof = by(goal, std::move(step), depth - 1)) return proof;
      }
    }
  }
  for (const Range& range : goal.domain.ranges) {
    if (!range.integer) continue;
    if (Result proof = by(goal, {"real", {{"variable", name(range)}}, {}, nullptr}, depth)) return proof;
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace lemmacheck::verify::prover
