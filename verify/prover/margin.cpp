#include "verify/prover/margin.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "verify/kernel/rules.hpp"
#include "verify/prover/goal_margin.hpp"

namespace lemmacheck::verify::prover {

using kernel::Goal;
using numerics::Graph;

namespace {

/// Nothing is measured on formulas with more parts than this: each test costs some passes over all of them, and in
/// several variables normal forms besides.
constexpr std::size_t most_parts_on_a_line = 20'000, most_parts_in_space = 100;
bool is_too_large(const Graph& graph, const Goal& goal) {
  const std::size_t most = goal.domain.ranges.size() == 1 ? most_parts_on_a_line : most_parts_in_space;
  return graph.reachable(std::span(&goal.f, 1)).size() > most;
}

}  // namespace

void measure_margin(Claim& claim, const std::vector<Goal>& goals, const std::function<bool()>& stop, Outcome& outcome) {
  outcome.margin_lower = 0.0;
  if (std::ranges::any_of(goals, [&](const Goal& goal) { return is_too_large(claim.graph, goal); })) return;
  const auto add = [](std::vector<std::string>& all, const std::string& text) {
    if (std::ranges::find(all, text) == all.end()) all.push_back(text);
  };
  std::vector<std::vector<Contact>> contacts;
  for (const Goal& goal : goals) {
    contacts.push_back(tight_set(claim, goal));
    for (const Contact& c : contacts.back()) {
      // With the order of contact, which one goal may tell and another not.
      std::erase_if(outcome.tight_at, [&](const std::string& known) { return c.text.starts_with(known + " (order"); });
      const bool known = std::ranges::any_of(outcome.tight_at, [&](const std::string& other) {
        return other == c.text || other.starts_with(c.text + " (order");
      });
      if (!known) outcome.tight_at.push_back(c.text);
    }
  }
  GapBudget budget;
  budget.stop = stop;
  std::optional<double> lower;
  std::vector<GoalMargin> margins;
  std::vector<Zone> zones;
  std::vector<std::string> outside;
  bool all = true;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (std::ranges::any_of(contacts[i], [](const Contact& c) { return c.kind == Contact::Kind::everywhere; })) {
      all = false;
      outcome.margin_upper = 0.0;
      break;
    }
    // f against 0: the ratio is 1 wherever f is not 0.
    if (sides_of(claim.graph, goals[i].f).smaller == claim.graph.integer(0)) {
      lower = std::min(lower.value_or(1), 1.0);
      continue;
    }
    margins.push_back(goals[i].domain.ranges.size() == 1 ? margin_on_line(claim, goals[i], contacts[i], budget)
                                                         : margin_in_space(claim, goals[i], contacts[i], budget));
    const GoalMargin& m = margins.back();
    zones.insert(zones.end(), m.zones.begin(), m.zones.end());
    for (const std::string& text : m.outside) add(outside, text);
    all = all && m.lower > 0;
    lower = lower ? std::min(*lower, m.lower) : m.lower;
  }
  const bool one = !goals.empty() && goals[0].domain.ranges.size() == 1;
  zones = all ? joined(std::move(zones)) : std::vector<Zone>();
  if (all && lower) {
    outcome.margin_lower = lower;
    for (const Zone& z : zones) {
      add(outcome.margin_outside, zone_text(claim.graph.variable_name(goals[0].domain.ranges[0].variable), z));
    }
    if (!one) outcome.margin_outside = outside;
  }
  // The bound of one goal counts where its point is outside of the neighbourhoods of all goals.
  const bool single = margins.size() == 1;
  for (const GoalMargin& m : margins) {
    if (!m.upper || (!one && !single && !outside.empty())) continue;
    if (one && !m.upper_at.empty() &&
        std::ranges::any_of(zones, [&](const Zone& z) { return contains(z, m.upper_at[0]); }))
      continue;
    if (!outcome.margin_upper || *m.upper < *outcome.margin_upper) outcome.margin_upper = m.upper;
  }
}

std::string why_undecided(Claim& claim, const std::vector<Goal>& goals, std::size_t proved, bool out_of_time) {
  const Goal& goal = goals[std::min(proved, goals.size() - 1)];
  const std::string last =
      out_of_time ? "the time limit was reached" : "no sequence of rules and boxes within the budget proves it";
  if (is_too_large(claim.graph, goal)) return last;
  std::string reason;
  const kernel::Obligations needed = kernel::obligations(claim.graph, goal.f);
  if (!needed.unknown.empty()) {
    reason = "where " + needed.unknown + " has a value is not known to the prover; ";
  }
  std::string tight;
  for (const Contact& c : tight_set(claim, goal)) tight += (tight.empty() ? "" : ", ") + c.text;
  if (!tight.empty()) reason += "tight at " + tight + ", where no rule applied; ";
  if (const auto least = RelativeGap(claim.graph, goal).approx_least()) {
    reason += fmt::format("least relative margin seen {:.3g}; ", least->value);
  }
  return reason + last;
}

}  // namespace lemmacheck::verify::prover
