#include "verify/share_search.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "numerics/error.hpp"
#include "verify/approx_theorem.hpp"
#include "verify/domain.hpp"
#include "verify/prover/sample_axis.hpp"
#include "verify/shares.hpp"
#include "verify/simplex_descent.hpp"

namespace lemmacheck::verify {
namespace {

using numerics::Rational;

constexpr double out_of_reach = 1e4;  // added to the score where the theorem does not hold

/// The share of one event, of the file or of a theorem that is an event.
struct Slot {
  std::string name;
  std::optional<std::size_t> parent;  // the event that is this one's theorem
  double initial;
  Rational tag;
};

double initial_share(const Text& text) {
  numerics::Graph graph;
  const auto parsed = numerics::parse_expression(graph, text.text, numerics::elementary_functions(), text.place);
  const std::optional<Rational> exact = numerics::exact_value(graph, parsed.root);
  return exact ? exact->approx_double() : 0.1;
}

bool named(const Text& assignment, const std::string& name) { return parse_assignment(assignment).first.text == name; }
Text value(const Text& assignment) { return parse_assignment(assignment).second; }

class Search {
 public:
  Search(const TheoremFile& file, std::span<const Text> settings, const ShareSearchOptions& options)
      : options_(options) {
    if (!options.start.empty()) load_with_shares(file, options.start);  // says what is wrong with them
    std::vector<Text> tags;
    for (const ShareText& e : shares_of(file)) {
      // different shares for all events: their budgets are then different formulas, which ApproxTheorem tells apart
      const Rational tag(1, 1'000'003 + 2 * static_cast<long long>(slots_.size()));
      const auto start = std::ranges::find_if(options.start, [&](const Text& t) { return named(t, e.name); });
      slots_.push_back({e.name, e.parent, initial_share(start == options.start.end() ? e.share : value(*start)), tag});
    }
    for (const Slot& s : slots_) tags.push_back({s.name + " = " + s.tag.to_string(), {}});
    theorem_ = load_with_shares(file, tags);
    const Binding binding(theorem_, settings);
    bool certain = true;
    parameters_ = binding.parameters({}, numerics::Precision(96), certain);
    approx_.emplace(theorem_, parameters_);
    for (std::size_t i = 0; i < theorem_.parameters.size(); ++i)
      if (theorem_.parameters[i].name == theorem_.budget_name) budget_ = parameters_[i].approx_double();
    for (const Event& e : theorem_.events) {
      const auto it = std::ranges::find(slots_, e.share, &Slot::tag);
      LEMMACHECK_ASSERT(it != slots_.end());
      slot_of_event_.push_back(static_cast<std::size_t>(it - slots_.begin()));
    }
    if (!options_.minimise.empty()) {
      const auto it = std::ranges::find(theorem_.conclusions, options_.minimise, &Conclusion::name);
      std::vector<std::string> names;
      for (const Conclusion& c : theorem_.conclusions) names.push_back(c.name);
      if (it == theorem_.conclusions.end())
        throw numerics::DomainError("LC227", "--minimise: " + theorem_.id + " has no conclusion '" + options_.minimise +
                                                 "'" + numerics::did_you_mean(options_.minimise, names));
      conclusion_ = static_cast<std::size_t>(it - theorem_.conclusions.begin());
    }
    // one event per theorem, the one with the largest share, takes what the others leave
    std::map<std::optional<std::size_t>, std::size_t> largest;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const auto [it, fresh] = largest.emplace(slots_[i].parent, i);
      if (!fresh && slots_[i].initial > slots_[it->second].initial) it->second = i;
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      reference_.push_back(largest.at(slots_[i].parent));
      if (reference_[i] != i) free_.push_back(i);
    }
    if (free_.empty())
      throw numerics::DomainError("LC227", theorem_.id + " has one event; there are no shares to choose");
  }

  FoundShares run() {
    std::vector<double> start;
    for (const std::size_t i : free_) start.push_back(std::log(slots_[i].initial / slots_[reference_[i]].initial));
    std::vector<double> best = start;
    const auto score = [&](const std::vector<double>& x) { return this->score(shares(x)); };
    for (int round = 0; round < options_.rounds; ++round) {
      prover::SampleStream random(options_.seed, static_cast<std::uint32_t>(round));
      std::vector<double> steps;
      for (std::size_t i = 0; i < best.size(); ++i)
        steps.push_back((random.uniform() < 0.5 ? -1 : 1) * (0.3 + 0.5 * random.uniform()) / (1 + round));
      best = descend(best, steps, score, 40 * best.size());
    }
    FoundShares made;
    const std::vector<double> rounded = round(shares(best), made.shares);
    const double value = this->score(rounded);
    made.approx_holds = value < out_of_reach / 2;
    made.approx_value = made.approx_holds ? std::exp(value) * (options_.minimise.empty() ? budget_ : 1) : 0;
    made.evaluations = evaluations_;
    return made;
  }

 private:
  /// Shares of all slots from the logarithms of the free ones over their reference.
  std::vector<double> shares(const std::vector<double>& x) const {
    std::vector<double> made(slots_.size(), 1);
    std::map<std::size_t, double> total;
    for (std::size_t i = 0; i < free_.size(); ++i) made[free_[i]] = std::exp(std::clamp(x[i], -16.0, 16.0));
    for (std::size_t i = 0; i < made.size(); ++i) total[reference_[i]] += made[i];
    for (std::size_t i = 0; i < made.size(); ++i) made[i] /= total[reference_[i]];
    return made;
  }

  bool holds(const std::vector<double>& shares, double scale) {
    ++evaluations_;
    if (options_.progress) options_.progress();
    std::vector<double> budgets;
    for (const std::size_t slot : slot_of_event_) {
      double b = budget_ * scale;
      for (std::optional<std::size_t> i = slot; i; i = slots_[*i].parent) b *= shares[*i];
      budgets.push_back(b);
    }
    return approx_->holds(budgets);
  }

  /// log of the least factor on the budget with which the theorem holds; about 1e-3.
  double log_least_scale(const std::vector<double>& shares) {
    double good = 0, bad = 0;
    const double step = std::log(4.0);
    if (holds(shares, 1)) {
      bad = -step;
      while (bad > -60 && holds(shares, std::exp(bad))) {
        good = bad;
        bad -= step;
      }
    } else {
      good = step;
      while (good < 20 && !holds(shares, std::exp(good))) {
        bad = good;
        good += step;
      }
      if (good >= 20) return 100;
    }
    while (good - bad > 5e-4) {
      const double middle = (good + bad) / 2;
      (holds(shares, std::exp(middle)) ? good : bad) = middle;
    }
    return good;
  }

  double score(const std::vector<double>& shares) {
    if (!conclusion_) {
      const double least = log_least_scale(shares);
      return least < 100 ? least : out_of_reach;
    }
    if (!holds(shares, 1)) return out_of_reach + log_least_scale(shares);
    const double value = approx_->conclusion(*conclusion_);
    return value > 0 ? std::log(value) : out_of_reach;
  }

  /// Three digits of every share, rounded down; the reference takes the rest, so that they add up to 1 exactly.
  std::vector<double> round(const std::vector<double>& shares, std::vector<Text>& texts) const {
    constexpr int digits = 9;
    constexpr long long unit = 1'000'000'000;
    std::vector<long long> units(shares.size(), 0);
    std::map<std::size_t, long long> rest;
    for (std::size_t i = 0; i < shares.size(); ++i) rest.emplace(reference_[i], unit);
    for (const std::size_t i : free_) {
      long long power = 1;
      while (shares[i] * static_cast<double>(unit) / static_cast<double>(power) >= 1000) power *= 10;
      units[i] =
          std::max(1LL, static_cast<long long>(shares[i] * static_cast<double>(unit) / static_cast<double>(power))) *
          power;
      rest.at(reference_[i]) -= units[i];
    }
    for (const auto& [reference, left] : rest) units[reference] = left;
    std::vector<double> made;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      std::string text = std::to_string(units[i]);
      if (units[i] == unit) {
        text = "1";
      } else {
        text = "0." + std::string(static_cast<std::size_t>(digits) - text.size(), '0') + text;
        while (text.back() == '0') text.pop_back();
      }
      texts.push_back({slots_[i].name + " = " + text, {.source = "--share"}});
      made.push_back(static_cast<double>(units[i]) / static_cast<double>(unit));
    }
    return made;
  }

  const ShareSearchOptions& options_;
  std::vector<Slot> slots_;
  Theorem theorem_;
  std::vector<numerics::BigInterval> parameters_;
  std::optional<ApproxTheorem> approx_;
  double budget_ = 1;
  std::vector<std::size_t> slot_of_event_, reference_, free_;
  std::optional<std::size_t> conclusion_;
  std::size_t evaluations_ = 0;
};

}  // namespace

FoundShares find_shares(const TheoremFile& file, std::span<const Text> settings, const ShareSearchOptions& options) {
  return Search(file, settings, options).run();
}

}  // namespace lemmacheck::verify
