#include "verify/prover/refute.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/printer.hpp"
#include "verify/prover/exact_point.hpp"
#include "verify/prover/sample_poles.hpp"
#include "verify/prover/sample_search.hpp"
#include "verify/prover/sample_tight.hpp"
#include "verify/prover/shrink.hpp"

namespace lemmacheck::verify::prover {

using numerics::NodeId;
using numerics::Rational;

namespace {

constexpr std::size_t most_tuples = 2000;
constexpr std::size_t most_judged_noise = 60;  // tuples at which equality is looked at exactly
constexpr std::size_t most_judged_unclear = 80;
constexpr std::size_t most_judged_poles = 200;
constexpr std::size_t most_pole_bases = 8;
constexpr std::size_t most_near = 5;  // tight points around which is searched
constexpr long all_bits = 4096;

class Hunt {
 public:
  Hunt(const Claim& claim, const RefuteOptions& options)
      : problem_(claim), judge_(problem_), sampler_(problem_), completion_(problem_), options_(options) {}

  std::optional<Refutation> run() {
    try_simple_tuples();
    try_poles();
    if (!witness_) try_samples();
    if (!witness_) try_equality();
    if (!witness_) try_far();
    if (!witness_) try_near();
    return result();
  }

 private:
  bool stopped() const { return options_.stop && options_.stop(); }

  /// True when the point was of use.
  bool look(const ExactPoint& point, long most_bits, bool zero_tests = true) {
    const PointAnswer answer = judge_.judge(point, most_bits, zero_tests);
    if (answer.state == PointState::undefined &&
        (!undefined_ || text_length(problem_, point) < text_length(problem_, *undefined_))) {
      undefined_ = point;
      return true;
    }
    if (answer.state == PointState::fails && !witness_) witness_ = point;
    if (answer.state == PointState::unknown) ++unknown_;
    return answer.state == PointState::fails;
  }

  struct Tuple {
    ExactPoint point;
    double score;
    double length;
  };

  void try_simple_tuples() {
    const std::size_t m = problem_.axes.size();
    std::vector<std::vector<Coordinate>> specials;
    const double root = m == 0 ? 0 : std::pow(static_cast<double>(most_tuples), 1 / static_cast<double>(m));
    std::size_t count = 1;
    for (const Axis& axis : problem_.axes) {
      const bool fixed = completion_.determines(specials.size());
      specials.push_back(special_coordinates(problem_, axis,
                                             fixed    ? 1
                                             : m == 1 ? 120
                                                      : std::max<std::size_t>(2, static_cast<std::size_t>(root))));
      if (specials.back().empty()) specials.back().push_back(Problem::coordinate(middle(axis)));
      count *= specials.back().size();
    }
    count = std::min(count, 2 * most_tuples);
    std::vector<Tuple> failing, unclear, noise;
    std::vector<Score> scores;
    for (std::size_t n = 0; n < count; ++n) {
      if (n % 64 == 0 && stopped()) return;
      ExactPoint p;
      DoublePoint x;
      std::size_t rest = n;
      for (const std::vector<Coordinate>& choices : specials) {
        p.push_back(choices[rest % choices.size()]);
        rest /= choices.size();
      }
      completion_.complete(p);
      for (const Coordinate& c : p) x.push_back(c.approx);
      if (bases_.size() < most_pole_bases && n % (count / most_pole_bases + 1) == 0) bases_.push_back(p);
      sampler_.score(x, scores);
      Tuple t{std::move(p), 3, 0};
      bool any_unclear = scores.empty(), any_noise = false;
      for (const Score& s : scores) {
        t.score = std::min(t.score, s.value);
        any_unclear = any_unclear || s.kind == Score::Kind::unclear;
        any_noise = any_noise || s.kind == Score::Kind::noise;
      }
      if (t.score >= 0 && !any_unclear && !any_noise) continue;
      t.length = text_length(problem_, t.point);
      (any_unclear ? unclear : t.score < 0 ? failing : noise).push_back(std::move(t));
    }
    judge_tuples(failing, unclear, noise);
  }

  void judge_tuples(std::vector<Tuple>& failing, std::vector<Tuple>& unclear, std::vector<Tuple>& noise) {
    // Clear violations first, among them the shortest; the order of the list decides between equals.
    std::ranges::stable_sort(failing, {}, [](const Tuple& t) { return std::pair(t.score > -1e-3, t.length); });
    std::ranges::stable_sort(unclear, {}, &Tuple::length);
    std::size_t tries = 0;
    for (const Tuple& t : failing) {
      if (stopped() || ++tries > most_judged_noise || look(t.point, 1024)) break;
    }
    tries = 0;
    for (const Tuple& t : unclear) {
      if (stopped() || ++tries > most_judged_unclear || undefined_) break;
      look(t.point, 1024);
    }
    unknown_ = 0;
    for (const Tuple& t : noise) {
      if (stopped() || unknown_ > 10) break;
      const bool strict =
          std::ranges::any_of(problem_.conclusions, [](const Comparison& c) { return c.strict || c.equality; });
      if (tight_.size() < most_judged_noise) tight_.push_back(t.point);
      if (witness_ || &t - noise.data() >= static_cast<std::ptrdiff_t>(most_judged_noise)) continue;
      look(t.point, problem_.axes.empty() || narrow() ? all_bits : 512, strict || problem_.axes.empty());
    }
  }

  bool narrow() const { return std::ranges::any_of(problem_.axes, &Axis::narrow); }

  static double middle(const Axis& axis) {
    const double low = std::isfinite(axis.lower) ? axis.lower : std::min(-1.0, axis.upper - 1);
    const double high = std::isfinite(axis.upper) ? axis.upper : std::max(1.0, axis.lower + 1);
    return axis.integer ? std::floor(low + (high - low) / 2) : low + (high - low) / 2;
  }

  void try_poles() {
    std::size_t tries = 0;
    for (const ExactPoint& p : pole_candidates(problem_, completion_, bases_)) {
      if (stopped() || ++tries > most_judged_poles) return;
      if (undefined_ && text_length(problem_, p) >= text_length(problem_, *undefined_)) continue;
      look(p, 512);
    }
  }

  /// Exact coordinates of a point in doubles.
  ExactPoint exact(const DoublePoint& x) {
    ExactPoint p;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Axis& axis = problem_.axes[i];
      if (axis.narrow && axis.lower_end) {
        p.push_back(axis.variable->lower.open && axis.upper_end ? *axis.upper_end : *axis.lower_end);
      } else {
        p.push_back(Problem::coordinate(x[i]));
      }
    }
    completion_.complete(p);
    return p;
  }

  bool usable(const DoublePoint& hint) const {
    bool inside = hint.size() == problem_.axes.size();
    for (std::size_t i = 0; i < hint.size() && inside; ++i)
      inside = problem_.axes[i].narrow || in_range(problem_.axes[i], hint[i]);
    return inside;
  }

  void try_samples() {
    for (const std::vector<double>& hint : options_.hints)
      if (usable(hint) && look(exact(hint), 1024)) return;
    found_ = search_samples(problem_, sampler_, completion_, options_);
    for (const DoublePoint& x : found_.failing)
      if (stopped() || look(exact(x), 1024, false)) return;
    for (const DoublePoint& x : found_.unclear)
      if (stopped() || look(exact(x), 256, false)) return;
  }

  /// Strict claims fail where the sides are equal: numbers with a name near the tight points.
  void try_equality() {
    const bool strict = std::ranges::any_of(problem_.conclusions, &Comparison::strict);
    if (!strict || problem_.axes.size() != 1) return;
    for (std::size_t i = 0; i < std::min<std::size_t>(found_.tight.size(), 4); ++i)
      for (Coordinate& c : exact_guesses(problem_, found_.tight[i][0]))
        if (stopped() || look({std::move(c)}, 256)) return;
  }

  void try_far() {
    const std::vector<ExactPoint> few(bases_.begin(), bases_.begin() + std::min<std::ptrdiff_t>(std::ssize(bases_), 3));
    for (const ExactPoint& p : far_points(problem_, completion_, few))
      if (stopped() || look(p, 1024, false)) return;
  }

  static bool is_near(const DoublePoint& x) {
    return std::ranges::all_of(x, [](double v) { return std::abs(v) < 1e8; });
  }

  void try_near() {
    if (problem_.axes.size() == 1 && !problem_.axes[0].integer && !problem_.axes[0].narrow) {
      std::vector<DoublePoint> around = found_.tight;
      std::erase_if(around, [](const DoublePoint& x) { return !is_near(x); });
      if (around.size() > 3) around.resize(3);
      for (const ExactPoint& p : precise_minima(problem_, around, options_.stop)) {
        if (stopped() || look(p, 512, false)) return;
      }
    }
    std::ranges::stable_sort(tight_, {}, [this](const ExactPoint& p) { return text_length(problem_, p); });
    std::vector<ExactPoint> from;
    for (std::size_t i = 0; i < tight_.size() && from.size() < most_near; ++i) from.push_back(tight_[i]);
    for (const Axis& axis : problem_.axes) {  // open ends too
      if (problem_.axes.size() > 1) break;
      if (axis.lower_end && axis.variable->lower.open) from.push_back({*axis.lower_end});
      if (axis.upper_end && axis.variable->upper.open) from.push_back({*axis.upper_end});
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(found_.tight.size(), 2); ++i)
      if (is_near(found_.tight[i])) from.push_back(exact(found_.tight[i]));
    if (const auto p = search_near(problem_, judge_, completion_, from, options_.stop)) look(*p, all_bits, false);
  }

  Point named(const ExactPoint& point) const {
    Point out;
    for (std::size_t i = 0; i < point.size(); ++i) out[problem_.axes[i].variable->name] = problem_.text(point[i]);
    return out;
  }

  std::optional<Refutation> result() {
    if (!undefined_ && !witness_) return std::nullopt;
    Refutation refutation;
    if (undefined_) {
      const ExactPoint p = shrink(problem_, judge_, completion_, *undefined_, options_.stop);
      judge_.allow_zero_tests();
      const PointAnswer answer = judge_.judge(p, all_bits);
      if (answer.state == PointState::undefined) {
        refutation.undefined_at = named(p);
        refutation.undefined_part = numerics::to_text(problem_.graph, answer.part);
      }
    }
    if (witness_) {
      const ExactPoint p = shrink(problem_, judge_, completion_, *witness_, options_.stop);
      judge_.allow_zero_tests();
      const PointAnswer answer = judge_.judge(p, all_bits);
      if (answer.state == PointState::fails) {
        refutation.witness = named(p);
        refutation.violation = answer.violation;
      }
    }
    if (!refutation.undefined_at && !refutation.witness) return std::nullopt;
    return refutation;
  }

  Problem problem_;
  PointJudge judge_;
  Sampler sampler_;
  Completion completion_;
  const RefuteOptions& options_;
  std::vector<ExactPoint> bases_, tight_;
  Found found_;
  std::optional<ExactPoint> undefined_, witness_;
  std::size_t unknown_ = 0;
};

}  // namespace

std::optional<Refutation> refute(const Claim& claim, const RefuteOptions& options) {
  return Hunt(claim, options).run();
}

}  // namespace lemmacheck::verify::prover
