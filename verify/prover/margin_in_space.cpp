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
constexpr std::array<Level, 6> levels{{{"0.01", 0, false},
                                       {"0.1", 0, false},
                                       {"0.1", 100, false},
                                       {"0.1", 10, false},
                                       {"0.1", 0, true},
                                       {"0.1", 10, true}}};
/// A ratio below this is hidden by the rounding of the boxes.
constexpr double least_useful = 1e-7;
/// Attempts at one level, and the shares of the least ratio seen that they ask for.
constexpr std::array<double, 5> shares{.9, .5, .1, .02, .004};
constexpr int most_attempts = 8;

class MarginInSpace {
 public:
  MarginInSpace(Claim& claim, const Goal& goal, const std::vector<Contact>& contacts, GapBudget budget)
      : claim_(claim), graph_(claim.graph), goal_(goal), contacts_(contacts), budget_(std::move(budget)) {
    budget_.nodes = 0;
  }

  GoalMargin measure() {
    GoalMargin none;
    const RelativeGap whole(graph_, goal_);
    if (auto least = whole.approx_least()) none.upper = whole.bound_at(least->coordinates);
    std::vector<std::string> before{"nothing yet"};
    for (const Level& level : levels) {
      if (budget_.stop && budget_.stop()) break;
      GoalMargin found;
      const Goal outside = without(level, found.outside);
      if (found.outside == before) continue;  // the same as the level before
      before = found.outside;
      if (certify(outside, found)) return found;
    }
    return none;
  }

 private:
  /// The goal on the domain without the neighbourhoods of the level, which are put in words.
  Goal without(const Level& level, std::vector<std::string>& words) {
    Goal outside = goal_;
    const NodeId radius = graph_.rational(Rational::parse(level.radius));
    for (const Contact& c : contacts_) {
      std::optional<NodeId> distance;
      std::string text;
      for (const NodeId zero : c.zeros) {
        const NodeId size = graph_.call("abs", {zero});
        distance = distance ? graph_.call("max", {*distance, size}) : size;
        text += (text.empty() ? "|" : " and |") + numerics::to_text(graph_, zero) + "| < " + level.radius;
      }
      if (!distance) continue;
      outside.domain.hypotheses.push_back({graph_.call("-", {*distance, radius}), false});
      words.push_back(text);
    }
    for (Range& range : outside.domain.ranges) {
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
        outside.domain.hypotheses.push_back({rest, false});
        words.push_back(name + (upper ? " > " : " < ") + numerics::to_text(graph_, numerics::simplified(graph_, at)));
      }
    }
    return outside;
  }

  bool certify(const Goal& outside, GoalMargin& found) {
    const RelativeGap gap(graph_, outside);
    auto least = gap.approx_least();
    if (!least) return false;
    std::size_t share = 0;
    for (int attempt = 0; attempt < most_attempts && share < shares.size(); ++attempt) {
      if (least->value < least_useful || (budget_.stop && budget_.stop())) return false;
      const double mu = std::min(1.0, shares[share] * least->value);
      std::vector<double> lowest;
      if (certify_gap(graph_, *claim_.functions, outside, mu, budget_, &lowest)) {
        found.lower = mu;
        found.upper = gap.bound_at(least->coordinates);
        found.upper_at = least->coordinates;
        return true;
      }
      const auto ratio = lowest.empty() || !gap.certainly_inside(lowest) ? std::nullopt : gap.at(lowest);
      if (ratio && ratio->approx_double() < least->value) {
        least = {std::max(0.0, ratio->approx_double()), lowest};
        if (least->value < mu) continue;  // asked for too much, not too hard
      }
      ++share;
    }
    return false;
  }

  Claim& claim_;
  Graph& graph_;
  const Goal& goal_;
  const std::vector<Contact>& contacts_;
  GapBudget budget_;
};

}  // namespace

GoalMargin margin_in_space(Claim& claim, const Goal& goal, const std::vector<Contact>& contacts,
                           const GapBudget& budget) {
  return MarginInSpace(claim, goal, contacts, budget).measure();
}

}  // namespace lemmacheck::verify::prover
