#include "verify/prover/goal_margin.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "verify/kernel/rules.hpp"

namespace lemmacheck::verify::prover {

using kernel::Goal;
using kernel::Range;
using numerics::Graph;
using numerics::Rational;

namespace {

/// Neighbourhoods that are tried in turn: radius, in parts of the scale of the range, and how far out infinity begins.
struct Level {
  Rational radius;
  double far;
};
const std::array<Level, 5>& levels() {
  static const std::array<Level, 5> all{
      {{Rational(1, 100), 1e6}, {Rational(1, 10), 1e3}, {Rational(1, 5), 10}, {Rational(1, 2), 4}, {Rational(1), 2}}};
  return all;
}
/// A ratio below this at the edge of a neighbourhood is hidden by the rounding of the boxes: the next larger one.
constexpr double least_useful = 1e-7;
/// Above this the ratio does not seem to tend to 0.
constexpr double clearly_positive = 1e-4;

/// One real or whole variable: boxes and rules between the neighbourhoods, and inside of those where the ratio does not
/// tend to 0.
class MarginOnLine {
 public:
  MarginOnLine(Claim& claim, const Goal& goal, const std::vector<Contact>& contacts, GapBudget budget)
      : claim_(claim), graph_(claim.graph), goal_(goal), range_(goal.domain.ranges[0]), budget_(std::move(budget)) {
    budget_.signs = signs_of_sides(graph_, *claim.functions, goal, budget_);
    for (const Contact& c : contacts) {
      if (c.kind == Contact::Kind::zeros) places_.push_back({c.approx, false, false});
    }
    for (const bool upper : {false, true}) {
      const kernel::End& end = upper ? range_.upper : range_.lower;
      if (end.infinite) {
        places_.push_back({0, true, upper});
      } else if (end.open && graph_.variables_of(end.value).empty()) {
        places_.push_back({approx_value(graph_, end.value), false, upper});
      }
    }
    whole_.emplace(graph_, goal);
    auto least = whole_->approx_least();
    if (!least) return;
    const double x = least->coordinates[0];
    const auto known = [&](const Place& p) {
      return p.infinite ? p.upper == (x > 0) && std::abs(x) > levels()[1].far : std::abs(p.x - x) <= 1e-5 * scale();
    };
    if (least->value < 1e-9 && std::ranges::none_of(places_, known)) places_.push_back({x, false, false});
    if (const auto bound = whole_->bound_at(least->coordinates)) on_the_whole_ = {*bound, least->coordinates};
  }

  GoalMargin measure() {
    for (std::size_t level = 0; level < levels().size() && !stopped(); ++level) {
      GoalMargin found;
      if (certify(level, found)) return found;
    }
    GoalMargin none;
    if (on_the_whole_) {
      none.upper = on_the_whole_->value;
      none.upper_at = on_the_whole_->coordinates;
    }
    return none;
  }

 private:
  struct Place {
    double x;
    bool infinite, upper;
  };
  bool stopped() const { return budget_.stop && budget_.stop(); }

  double scale() const {
    if (range_.lower.infinite || range_.upper.infinite) return 1;
    const double width = approx_value(graph_, range_.upper.value) - approx_value(graph_, range_.lower.value);
    return std::min(1.0, std::pow(10.0, std::floor(std::log10(width) + 1e-9)));
  }
  /// Beyond every contact and the other end.
  double far(double least) const {
    double far = least;
    for (const Place& p : places_) {
      if (!p.infinite && std::isfinite(p.x)) far = std::max(far, 10 * std::abs(p.x));
    }
    for (const kernel::End* end : {&range_.lower, &range_.upper}) {
      if (!end->infinite) far = std::max(far, 10 * std::abs(approx_value(graph_, end->value)));
    }
    return far == least ? far : std::pow(10.0, std::ceil(std::log10(far) - 1e-9));
  }

  std::optional<Zone> zone(const Place& place, std::size_t level) const {
    const Level& l = levels()[level];
    if (place.infinite) {
      const double at = far(l.far);
      return at < 1e15 ? std::optional(zone_at_infinity(place.upper, Rational::from_double(at))) : std::nullopt;
    }
    const double s = scale();
    if (!(s > 1e-12)) return std::nullopt;
    return zone_around(graph_, range_, place.x, l.radius * Rational::parse(fmt::format("{:.0e}", s)));
  }

  /// The ratio at the edges of a zone; nothing when it is not known there.
  std::optional<double> at_edge(const Zone& z) const {
    std::optional<double> least;
    for (const std::optional<Rational>* end : {&z.lower, &z.upper}) {
      if (!*end) continue;
      const auto ratio = whole_->at({(*end)->approx_double()});
      if (ratio && (!least || ratio->approx_double() < *least)) least = ratio->approx_double();
    }
    return least;
  }
  /// Whether the ratio seems to stay away from 0 in the zone.
  bool seems_positive(const RelativeGap& gap) const {
    const auto least = gap.approx_least();
    return least && least->value > clearly_positive;
  }

  std::optional<Goal> on(const Range& part) {
    Goal goal = goal_;
    goal.domain.ranges[0] = part;
    // Both sides have values on the claim's domain, and only there is that known.
    if (!kernel::adds_no_points(graph_, goal_.domain, range_.lower, part.lower, true) ||
        !kernel::adds_no_points(graph_, goal_.domain, range_.upper, part.upper, false)) {
      return std::nullopt;
    }
    return goal;
  }

  bool certify(std::size_t first_level, GoalMargin& found) {
    std::vector<Zone> zones;
    for (const Place& place : places_) {
      std::optional<Zone> z;
      for (std::size_t level = first_level; level < levels().size(); ++level) {
        z = zone(place, level);
        const std::optional<double> edge = z ? at_edge(*z) : std::nullopt;
        if (edge && *edge > least_useful) break;
      }
      if (!z) return false;
      zones.push_back(*z);
    }
    zones = joined(std::move(zones));
    struct Part {
      Goal goal;
      std::optional<Zone> zone;
    };
    std::vector<Part> parts;
    for (const Range& r : remaining_parts(graph_, range_, zones)) {
      std::optional<Goal> goal = on(r);
      if (!goal) return false;
      parts.push_back({std::move(*goal), std::nullopt});
    }
    if (parts.empty()) return false;
    for (const Zone& z : zones) {
      std::optional<Goal> goal = on(part_inside(graph_, range_, z));
      if (goal && seems_positive(RelativeGap(graph_, *goal)))
        parts.push_back({std::move(*goal), z});
      else
        found.zones.push_back(z);
    }
    std::optional<RelativeGap::Least> least;
    std::optional<double> bound;
    for (const Part& part : parts) {
      const RelativeGap gap(graph_, part.goal);
      auto seen = gap.approx_least();
      if (!seen || (least && least->value <= seen->value)) continue;
      bound = gap.bound_at(seen->coordinates);
      least = seen;
    }
    if (!least || !(least->value > 0)) return false;
    double lower = 1;
    for (const Part& part : parts) {
      GapBudget budget = budget_;
      if (part.zone) budget.boxes = std::min<std::size_t>(budget.boxes, 100);
      if (!part.zone) budget.nodes = 0;
      const auto mu = certified_share(graph_, *claim_.functions, part.goal, std::min(1.0, least->value), budget);
      if (mu) {
        lower = std::min(lower, *mu);
      } else if (part.zone) {
        found.zones.push_back(*part.zone);
      } else {
        return false;
      }
    }
    found.zones = joined(std::move(found.zones));
    found.lower = lower;
    const auto excluded = [&](double x) {
      return std::ranges::any_of(found.zones, [&](const Zone& z) { return contains(z, x); });
    };
    if (bound && (least->coordinates.empty() || !excluded(least->coordinates[0]))) {
      found.upper = bound;
      found.upper_at = least->coordinates;
    }
    return true;
  }

  Claim& claim_;
  Graph& graph_;
  const Goal& goal_;
  const Range& range_;
  GapBudget budget_;
  std::vector<Place> places_;
  std::optional<RelativeGap> whole_;
  std::optional<RelativeGap::Least> on_the_whole_;
};

}  // namespace

GoalMargin margin_on_line(Claim& claim, const Goal& goal, const std::vector<Contact>& contacts,
                          const GapBudget& budget) {
  return MarginOnLine(claim, goal, contacts, budget).measure();
}

}  // namespace lemmacheck::verify::prover
