#include "verify/sparse_xor/crossing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "numerics/error.hpp"
#include "numerics/tape.hpp"
#include "verify/library.hpp"
#include "verify/range.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::DomainError;
using numerics::Rational;

namespace {

constexpr long least_m = 3;

/// The theorem, evaluated over d and m.
class Evaluated {
 public:
  explicit Evaluated(const CrossingTheorem& theorem)
      : theorem_(load(embedded_theorem({theorem.id, {}}))),
        delta_{"delta = " + theorem.delta, {.source = "--delta"}},
        epsilon_{"eps = " + theorem.epsilon, {.source = "--eps"}} {
    least_d_ = numerics::exact_value(theorem_.graph, *theorem_.find_parameter("d")->lower)->to_long();
  }

  long least_d() const { return least_d_; }

  bool holds_at(long d, long m) const {
    const std::vector<Text> settings{setting("d", std::to_string(d)), setting("m", std::to_string(m)), delta_,
                                     epsilon_};
    const Binding binding(theorem_, settings);
    // Only the verdict is asked for, not narrow numbers.
    const EvaluationOptions verdict_only{.relative_width = std::numeric_limits<double>::infinity()};
    return Evaluator(theorem_, binding).at_point(verdict_only).verdict == TheoremVerdict::holds;
  }

  RangeResult over_dimensions(const std::string& d, long largest_m) const {
    const std::vector<Text> settings{setting("d", d), delta_, epsilon_};
    const std::vector<Text> ranges{range("m", least_m, largest_m)};
    return decide_range(theorem_, Binding(theorem_, settings, ranges), {.verdict_only = true});
  }

  RangeResult over_both(long largest_d, long largest_m, const CrossingOptions& options) const {
    const std::vector<Text> settings{delta_, epsilon_};
    const std::vector<Text> ranges{range("d", least_d_, largest_d), range("m", least_m, largest_m)};
    RangeOptions deciding{.most_boxes = options.most_boxes, .verdict_only = true};
    if (options.progress) deciding.progress = [&](std::size_t, std::size_t) { options.progress(); };
    return decide_range(theorem_, Binding(theorem_, settings, ranges), deciding);
  }

 private:
  static Text setting(const std::string& name, const std::string& value) { return {name + " = " + value, {}}; }
  static Text range(const std::string& name, long least, long largest) {
    return {fmt::format("{} integer in [{}, {}]", name, least, largest), {}};
  }
  Theorem theorem_;
  Text delta_, epsilon_;
  long least_d_ = 0;
};

LeastDimension least_of(const RangeResult& result) {
  // Segments of one variable are in order.
  for (const Segment& s : result.segments) {
    if (s.verdict == TheoremVerdict::holds) return {s.box.lower[0].to_long(), false};
    if (s.verdict != TheoremVerdict::fails) return {std::nullopt, true};
  }
  return {};
}

bool fails_everywhere(const RangeResult& result) {
  return std::ranges::all_of(result.segments, [](const Segment& s) { return s.verdict == TheoremVerdict::fails; });
}

/// The largest m with 2 m < weights.
long largest_dimension(Opponent opponent, long d, const Rational& delta) {
  return (ceil(opposing_weights(opponent, Rational(d), delta) / Rational(2)) - Rational(1)).to_long();
}

}  // namespace

Rational least_coordinates(const Rational& positions, const Rational& delta) {
  if (!positions.is_integer() || positions < Rational(2) || delta.sign() <= 0 || delta >= Rational(1))
    throw DomainError("LC264", "separations: d = " + positions.to_string() + ", delta = " + delta.to_string() +
                                   "; needed are an integer d >= 2 and 0 < delta < 1");
  const Rational needed = (Rational(1) - delta) * positions * (positions - Rational(1));
  Rational below(1), reached = positions;  // below (below - 1) < needed <= reached (reached - 1)
  while (reached - below > Rational(1)) {
    const Rational middle = floor((below + reached) / Rational(2));
    (middle * (middle - Rational(1)) >= needed ? reached : below) = middle;
  }
  return reached;
}

Rational opposing_weights(Opponent opponent, const Rational& positions, const Rational& delta) {
  return opponent == Opponent::every_support ? positions : least_coordinates(positions, delta);
}

LeastDimension least_dimension(const CrossingTheorem& theorem, const Rational& positions, long largest) {
  return least_of(Evaluated(theorem).over_dimensions(positions.to_string(), largest));
}

std::optional<Crossing> find_crossing(Opponent opponent, const CrossingTheorem& theorem,
                                      const CrossingOptions& options) {
  const Evaluated evaluated(theorem);
  const Rational delta = Rational::parse(theorem.delta);
  // Where to look is a guess (the largest admissible m holds first); what is reported is certified below.
  const auto crossed = [&](long d) {
    const long m = largest_dimension(opponent, d, delta);
    return m >= least_m && evaluated.holds_at(d, m);
  };
  long above = 8;
  while (!crossed(above)) {
    if (above >= options.largest) return std::nullopt;
    above = std::min(options.largest, 2 * above);
  }
  for (long below = evaluated.least_d() - 1; above - below > 1;) {
    const long middle = below + (above - below) / 2;
    (crossed(middle) ? above : below) = middle;
  }
  Crossing found{.positions = above};
  const long most = largest_dimension(opponent, above, delta);
  const LeastDimension least = least_of(evaluated.over_dimensions(std::to_string(above), most));
  if (!least.dimension) {
    found.reason = "the least m at d = " + std::to_string(above) + " is undecided";
    return found;
  }
  found.dimension = *least.dimension;
  // The weights grow with d, so one box holds every smaller d with every m that would do there.
  const long most_below = largest_dimension(opponent, above - 1, delta);
  if (most_below < least_m || above <= evaluated.least_d()) {
    found.minimal = true;
    return found;
  }
  const RangeResult below = evaluated.over_both(above - 1, most_below, options);
  found.boxes = below.boxes;
  found.minimal = fails_everywhere(below);
  if (!found.minimal) found.reason = "not every smaller d is decided";
  return found;
}

}  // namespace lemmacheck::verify::sparse_xor
