#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "numerics/normal_form.hpp"
#include "numerics/printer.hpp"
#include "verify/prover/goal_margin.hpp"

namespace lemmacheck::verify::prover {

using kernel::Goal;
using kernel::Range;
using numerics::Graph;
using numerics::NodeId;
using numerics::Rational;

namespace {

/// What is left out, in turn: strips around contacts, what lies far out, and the neighbourhoods of open ends.
struct Level {
  const char* radius;
  long far;  // 0: nothing
  bool ends;
};
constexpr std::array<Level, 6> levels{
    {{"0.01", 0, false}, {"0.1", 0, false}, {"0.1", 10, false}, {"0.1", 10, true}, {"0.1", 0, true}, {"0.3", 4, true}}};
/// A ratio below this is hidden by the rounding of the boxes.
constexpr double least_useful = 1e-7;
/// The shares of the least ratio seen that the attempts at one level ask for.
constexpr std::array<double, 7> shares{.9, .6, .4, .25, .1, .04, .01};
/// How many times the boxes of one attempt may be used up, at one level and in all.
constexpr double most_at_level = 1.2, most_work = 7;
constexpr std::size_t most_boxes = 2000, most_parts = 16;

class MarginInSpace {
 public:
  MarginInSpace(Claim& claim, const Goal& goal, std::vector<Contact> contacts, GapBudget budget)
      : claim_(claim), graph_(claim.graph), goal_(goal), contacts_(std::move(contacts)), budget_(std::move(budget)) {
    // Where u has no value a point is neither in |u| < r nor in u >= r or u <= -r.
    std::erase_if(contacts_, [&](const Contact& c) {
      return !std::ranges::all_of(
          c.zeros, [&](NodeId zero) { return has_value(graph_, *claim.functions, goal.domain, zero, budget_); });
    });
    budget_.signs = signs_of_sides(graph_, *claim.functions, goal, budget_);
    budget_.nodes = 0;
    budget_.boxes = most_boxes;
    budget_.weigh_calls = true;
  }

  GoalMargin measure() {
    GoalMargin none;
    const RelativeGap whole(graph_, goal_);
    if (auto least = whole.approx_least()) none.upper = whole.bound_at(least->coordinates);
    std::vector<std::string> before{"nothing yet"};
    for (const Level& level : levels) {
      if (work_ >= most_work || stopped()) break;
      GoalMargin found;
      const std::vector<Goal> parts = without(level, found.outside);
      if (found.outside == before) continue;  // the same as the level before
      before = found.outside;
      if (certify(parts, found)) return found;
    }
    return none;
  }

 private:
  bool stopped() const { return budget_.stop && budget_.stop(); }

  /// Goals that together are the goal on the domain without the neighbourhoods of the level, which are put in words. A
  /// point outside of |u| < r, |v| < r has u >= r, u <= -r, v >= r or v <= -r.
  std::vector<Goal> without(const Level& level, std::vector<std::string>& words) {
    Goal near = goal_;
    const NodeId radius = graph_.rational(Rational::parse(level.radius));
    for (Range& range : near.domain.ranges) {
      const std::string name = graph_.variable_name(range.variable);
      if (level.far > 0 && range.upper.infinite) {
        range.upper = {false, graph_.integer(level.far), false};
        words.push_back(fmt::format("{} > {}", name, level.far));
      }
      if (level.far > 0 && range.lower.infinite) {
        range.lower = {false, graph_.integer(-level.far), false};
        words.push_back(fmt::format("{} < {}", name, -level.far));
      }
      if (!level.ends) continue;
      for (const bool upper : {false, true}) {
        const kernel::End& end = upper ? range.upper : range.lower;
        if (end.infinite || !end.open || !graph_.variables_of(end.value).empty()) continue;
        const NodeId at = graph_.call(upper ? "-" : "+", {end.value, radius});
        const NodeId rest = upper ? graph_.call("-", {at, range.variable}) : graph_.call("-", {range.variable, at});
        near.domain.hypotheses.push_back({rest, false});
        words.push_back(name + (upper ? " > " : " < ") + numerics::to_text(graph_, numerics::simplified(graph_, at)));
      }
    }
    std::vector<Goal> parts{near};
    for (const Contact& c : contacts_) {
      if (c.zeros.empty()) continue;
      std::string text;
      std::vector<NodeId> sides;
      for (const NodeId zero : c.zeros) {
        text += (text.empty() ? "|" : " and |") + numerics::to_text(graph_, zero) + "| < " + level.radius;
        for (const NodeId side : {zero, graph_.call("neg", {zero})}) {
          if (!is_outside(side)) sides.push_back(graph_.call("-", {side, radius}));
        }
      }
      words.push_back(text);
      std::vector<Goal> finer;
      for (const Goal& part : parts) {
        for (const NodeId side : sides) {
          finer.push_back(part);
          finer.back().domain.hypotheses.push_back({side, false});
        }
      }
      parts = std::move(finer);
    }
    return parts;
  }

  /// Whether u <= 0 on the domain for sure: u = end - variable or variable - end.
  bool is_outside(NodeId u) {
    return std::ranges::any_of(goal_.domain.ranges, [&](const Range& r) {
      const auto is_zero = [&](NodeId f) { return numerics::equal_where_defined(graph_, f, graph_.integer(0)); };
      const auto sum = [&](NodeId a) { return is_zero(graph_.call("+", {u, a})); };
      if (!graph_.depends_on(u, r.variable) || graph_.variables_of(u).size() != 1) return false;
      return (!r.lower.infinite && graph_.variables_of(r.lower.value).empty() &&
              sum(graph_.call("-", {r.variable, r.lower.value}))) ||
             (!r.upper.infinite && graph_.variables_of(r.upper.value).empty() &&
              sum(graph_.call("-", {r.upper.value, r.variable})));
    });
  }

  bool certify(const std::vector<Goal>& parts, GoalMargin& found) {
    if (parts.empty() || parts.size() > most_parts) return false;
    std::vector<RelativeGap> gaps;
    std::optional<RelativeGap::Least> least;
    std::size_t where = 0;
    for (const Goal& part : parts) {
      gaps.emplace_back(graph_, part);
      const auto seen = gaps.back().approx_least();
      if (!seen || (least && least->value <= seen->value)) continue;
      least = seen;
      where = gaps.size() - 1;
    }
    if (!least) return false;
    const double before = work_;
    for (const double share : shares) {
      if (work_ >= before + most_at_level || work_ >= most_work || least->value < least_useful || stopped()) break;
      const double mu = std::min(1.0, share * least->value);
      GapSearch seen;
      const auto fails = std::ranges::find_if_not(parts, [&](const Goal& part) {
        const bool certified = certify_gap(graph_, *claim_.functions, part, mu, budget_, &seen);
        work_ += seen.used;
        return certified;
      });
      if (fails == parts.end()) {
        found.lower = mu;
        found.upper = gaps[where].bound_at(least->coordinates);
        found.upper_at = least->coordinates;
        return true;
      }
      const auto part = static_cast<std::size_t>(fails - parts.begin());
      const bool inside = !seen.lowest.empty() && gaps[part].certainly_inside(seen.lowest);
      const auto ratio = inside ? gaps[part].at(seen.lowest) : std::nullopt;
      if (ratio && ratio->approx_double() < least->value) {
        least = {std::max(0.0, ratio->approx_double()), seen.lowest};
        where = part;
      }
    }
    return false;
  }

  Claim& claim_;
  Graph& graph_;
  const Goal& goal_;
  std::vector<Contact> contacts_;
  GapBudget budget_;
  double work_ = 0;
};

}  // namespace

GoalMargin margin_in_space(Claim& claim, const Goal& goal, const std::vector<Contact>& contacts,
                           const GapBudget& budget) {
  return MarginInSpace(claim, goal, contacts, budget).measure();
}

}  // namespace lemmacheck::verify::prover
