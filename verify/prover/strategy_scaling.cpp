// Several variables: one of them set to 1 where only ratios matter, and cuts along the minima in one variable.
#include <algorithm>

#include "numerics/normal_form.hpp"
#include "verify/prover/roots.hpp"
#include "verify/prover/strategy.hpp"

namespace lemmacheck::verify::prover {

using kernel::Applied;
using kernel::Goal;
using kernel::Proof;
using kernel::Range;
using numerics::BigInterval;
using numerics::NodeId;
using numerics::Rational;

namespace {

constexpr numerics::Precision precision{192};
/// Roots are looked for in derivatives up to this size.
constexpr std::size_t most_parts = 1000;

}  // namespace

/// Whether f(2 p) f(2 p) = f(p) f(4 p) at the first sample points, as far as enclosures can tell.
bool Strategy::looks_homogeneous(const Goal& goal) {
  const numerics::Tape tape(graph_, std::span(&goal.f, 1));
  const std::size_t slot = tape.slot(goal.f);
  const auto at = [&](const SamplePoint& point, long scale) -> std::optional<BigInterval> {
    std::vector<BigInterval> variables(graph_.variable_count(), BigInterval::entire(precision));
    for (std::size_t i = 0; i < point.coordinates.size(); ++i) {
      variables[graph_.node(goal.domain.ranges[i].variable).index] =
          BigInterval(Rational::from_double(point.coordinates[i]) * Rational(scale), precision);
    }
    auto value = tape.run(variables, precision)[slot];
    if (value.defined != numerics::Defined::everywhere || value.value.is_empty()) return std::nullopt;
    return std::move(value.value);
  };
  int tried = 0;
  for (const SamplePoint& point : points(goal.domain)) {
    const auto one = at(point, 1), two = at(point, 2), four = at(point, 4);
    if (!one || !two || !four) return false;
    if ((*two * *two - *one * *four).certain_sign() != 0) return false;
    if (++tried == 3) break;
  }
  return tried > 0;
}

// f(x, x w, x v) = x^k g(w, v).
Strategy::Result Strategy::by_ratio(const Goal& goal, int depth) {
  const std::vector<Range>& ranges = goal.domain.ranges;
  if (depth <= 0 || ranges.size() < 2 || !goal.domain.hypotheses.empty()) return std::nullopt;
  if (std::ranges::any_of(ranges, [](const Range& r) { return r.integer; }) || !looks_homogeneous(goal))
    return std::nullopt;
  for (const Range& over : ranges) {
    std::vector<Proof> steps;
    Goal last = goal;
    const bool applies = std::ranges::all_of(ranges, [&](const Range& r) {
      if (r.variable == over.variable) return true;
      steps.push_back({"ratio", {{"variable", name(r)}, {"over", name(over)}}, {}, nullptr});
      Applied applied = kernel::apply(graph_, functions_, last, steps.back());
      if (!applied.error.empty()) return false;
      last = std::move(applied.goals[0]);
      return true;
    });
    if (!applies) continue;
    const auto& form = factored(last.f);
    if (!form || !std::ranges::all_of(form->factors, [&](const auto& factor) {
          return factor.base == over.variable || !graph_.depends_on(factor.base, over.variable);
        })) {
      return std::nullopt;
    }
    Result proof = prove(last, depth - 1);
    for (; proof && !steps.empty(); steps.pop_back()) {
      steps.back().children.push_back(std::move(*proof));
      proof = std::move(steps.back());
    }
    return proof;
  }
  return std::nullopt;
}

// Where f is least in one variable for any values of the others: a root of the derivative, below which f falls and
// above which it rises.
Strategy::Result Strategy::by_minima(const Goal& goal, int depth) {
  if (depth <= 0 || goal.domain.ranges.size() < 2) return std::nullopt;
  for (std::size_t i = 0; i < goal.domain.ranges.size(); ++i) {
    const Range& range = goal.domain.ranges[i];
    if (range.integer || !is_free(goal, i) || !graph_.depends_on(goal.f, range.variable)) continue;
    const NodeId rate = slope(goal.f, range.variable);
    if (rate == goal.f || graph_.reachable(std::span(&rate, 1)).size() > most_parts) continue;
    const SignPattern p = pattern(rate, goal.domain);
    if (p.positive == 0 || p.negative == 0 || p.undefined > 0) continue;
    for (const NodeId root : root_formulas(graph_, functions_, rate, range.variable)) {
      const Proof step{"split", {{"variable", name(range)}, {"at", text(root)}, {"closed", "both"}}, {}, nullptr};
      const Applied applied = kernel::apply(graph_, functions_, goal, step);
      if (!applied.error.empty() || !pattern(rate, applied.goals[0].domain).only_nonpositive() ||
          !pattern(rate, applied.goals[1].domain).only_nonnegative()) {
        continue;
      }
      if (Result proof = split(goal, i, text(root), depth - 1)) return proof;
    }
  }
  return std::nullopt;
}

}  // namespace lemmacheck::verify::prover
