#include "verify/choice_solver.hpp"

#include <cmath>
#include <limits>
#include <memory>

namespace lemmacheck::verify {

using numerics::BigInterval;
using numerics::Defined;
using numerics::NodeId;
using numerics::Precision;
using numerics::Tape;
using numerics::Truth;

namespace {

constexpr int longest_search = 200;
constexpr int slope_pieces = 512;
constexpr Precision search_precision{64};

std::vector<NodeId> roots(const Event& event) {
  const Choice& c = *event.choice;
  std::vector<NodeId> all{event.fails, event.budget, *c.lower, *c.upper};
  if (c.slope) all.push_back(*c.slope);
  return all;
}

}  // namespace

ChoiceSolver::ChoiceSolver(const Theorem& theorem, const Event& event)
    : event_(event),
      variable_(theorem.graph.node(event.choice->node).index),
      tape_(theorem.graph, roots(event)),
      fails_tape_(theorem.graph, std::span(&event.fails, 1)) {}

/// log(fails / budget) in plain doubles at the corners of the box: the worst (`safe`) or the best of them.
class ApproxExcess {
 public:
  ApproxExcess(const ChoiceSolver& solver, const std::vector<BigInterval>& variables, const BigInterval& budget,
               bool safe)
      : solver_(solver), safe_(safe), log_budget_(std::log(safe ? budget.lower_double() : budget.upper_double())) {
    std::vector<double> middle;
    for (const BigInterval& v : variables) middle.push_back(v.approx_double());
    corners_.push_back(std::move(middle));
    for (std::uint32_t i = 0; i < variables.size(); ++i) {
      const bool wide =
          i != solver.variable_ && variables[i].relative_width_upper() > 0x1p-40 && solver.fails_tape_.uses_variable(i);
      if (!wide || corners_.size() >= most_corners) continue;
      const std::size_t count = corners_.size();
      for (std::size_t k = 0; k < count; ++k) {
        corners_.push_back(corners_[k]);
        corners_[k][i] = variables[i].lower_double();
        corners_.back()[i] = variables[i].upper_double();
      }
    }
  }
  double operator()(double x) {
    double extreme = safe_ ? 0 : std::numeric_limits<double>::infinity();
    values_.resize(corners_.size());
    for (std::size_t k = 0; k < corners_.size(); ++k) {
      corners_[k][solver_.variable_] = x;
      if (values_[k].empty())
        values_[k] = solver_.fails_tape_.run_approx(corners_[k]);
      else
        solver_.fails_tape_.run_approx_again(values_[k], corners_[k], solver_.variable_);
      const double fails = values_[k].back();
      if (std::isnan(fails)) return fails;
      extreme = safe_ ? std::max(extreme, fails) : std::min(extreme, fails);
    }
    return std::log(extreme) - log_budget_;
  }

 private:
  static constexpr std::size_t most_corners = 16;
  const ChoiceSolver& solver_;
  bool safe_;
  double log_budget_;
  std::vector<std::vector<double>> corners_, values_;  // of the variables, and of all slots there
};

/// One search. For `smallest`, `fails` decreases and everything from some x on is admissible; for `largest` it
/// increases and everything up to some x is. Positions are compared along that direction: "forward" is towards the
/// admissible side.
class ChoiceSearch {
 public:
  ChoiceSearch(const ChoiceSolver& solver, std::vector<BigInterval>& variables, Precision precision)
      : solver_(solver),
        choice_(*solver.event_.choice),
        variables_(variables),
        precision_(precision),
        budget_(precision),
        lower_(precision),
        upper_(precision) {}

  SolvedChoice run() {
    variables_[solver_.variable_] = BigInterval(0, precision_);  // only the ends and the budget are read here
    const auto values = solver_.tape_.run(variables_, precision_);
    const auto at = [&](NodeId id) { return values[solver_.tape_.slot(id)]; };
    budget_ = at(solver_.event_.budget).value;
    lower_ = at(*choice_.lower).value;
    upper_ = at(*choice_.upper).value;
    if (both(at(*choice_.lower).defined, at(*choice_.upper).defined) != Defined::everywhere ||
        at(solver_.event_.budget).defined != Defined::everywhere)
      return none(Truth::unknown, "its domain or its budget is not certainly defined");
    const bool open = choice_.lower_open || choice_.upper_open;
    if (less(upper_, lower_) == Truth::yes || (open && less_equal(upper_, lower_) == Truth::yes))
      return none(Truth::no, "its domain is empty");
    // the part that is certainly in the domain, and its hull
    inner_lower_ = lower_.upper();
    inner_upper_ = upper_.lower();
    if (less(inner_upper_, inner_lower_) != Truth::no || (open && less(inner_lower_, inner_upper_) != Truth::yes))
      return none(Truth::unknown, "its domain is not certainly nonempty");
    if (!choice_.proved_monotone && !monotone_here())
      return none(Truth::unknown, "'fails' is not shown to be monotone in it");
    const BigInterval best = choice_.smallest ? inner_lower_ : inner_upper_;
    const BigInterval last = choice_.smallest ? inner_upper_ : inner_lower_;
    const bool best_open = choice_.smallest ? choice_.lower_open : choice_.upper_open;
    if (admissible(best) == Truth::yes) {
      if (best_open)
        return none(Truth::unknown, "every value of its open domain is admissible, so that there is no extreme one");
      return found(choice_.smallest ? lower_ : upper_, best);
    }
    // the farthest end of the domain at any point of the box: beyond `last`, which is in the domain at every point
    if (admissible(choice_.smallest ? upper_.upper() : lower_.lower()) == Truth::no)
      return none(Truth::no, std::string("no value in its domain fails with at most ") + "the share of the budget");
    return search(best, last);
  }

 private:
  /// Without a certified value: nothing when there is certainly none, otherwise anywhere in the domain.
  SolvedChoice none(Truth possible, std::string reason) const {
    const BigInterval domain = hull(lower_, upper_);
    const BigInterval anywhere = domain.is_empty() ? BigInterval::entire(precision_) : domain;
    return {possible == Truth::no ? BigInterval(precision_) : anywhere, BigInterval(precision_),
            BigInterval(precision_), possible, std::move(reason)};
  }
  SolvedChoice found(const BigInterval& value, const BigInterval& safe) {
    return {value, safe, fails(safe).value, Truth::yes, ""};
  }

  /// Only what depends on the variable itself is computed again.
  numerics::Evaluated<BigInterval> fails(const BigInterval& x) {
    variables_[solver_.variable_] = x;
    if (values_.empty()) {
      values_ = solver_.fails_tape_.run(variables_, precision_);
      own_ = std::make_unique<bool[]>(variables_.size());
      own_[solver_.variable_] = true;
    } else {
      solver_.fails_tape_.run_again(values_, variables_, std::span<const bool>(own_.get(), variables_.size()),
                                    precision_);
    }
    return values_.back();
  }

  /// Whether fails(x) <= budget for every point of the box; `no` when it is larger for every point.
  Truth admissible(const BigInterval& x) {
    const auto f = fails(x);
    return f.defined == Defined::everywhere ? less_equal(f.value, budget_) : Truth::unknown;
  }

  /// The sign of the derivative on all of the domain, piece by piece.
  bool monotone_here() {
    std::vector<BigInterval> pieces{hull(lower_, upper_)};
    const BigInterval zero(0, precision_);
    for (int used = 0; !pieces.empty(); ++used) {
      if (used > slope_pieces) return false;
      const BigInterval piece = std::move(pieces.back());
      pieces.pop_back();
      variables_[solver_.variable_] = piece;
      const auto slope = solver_.tape_.run(variables_, search_precision)[solver_.tape_.slot(*choice_.slope)];
      const Truth right = choice_.smallest ? less_equal(slope.value, zero) : less_equal(zero, slope.value);
      if (slope.defined == Defined::everywhere && right == Truth::yes) continue;
      const BigInterval cut = piece.approx_midpoint();
      if (same_set(cut, piece.lower()) || same_set(cut, piece.upper())) return false;
      pieces.push_back(hull(piece.lower(), cut));
      pieces.push_back(hull(cut, piece.upper()));
    }
    return true;
  }

  /// log(end of fails / end of budget): positive where x is not admissible. `safe`: the worst point of the box.
  double excess(const BigInterval& x, bool safe, Precision precision, BigInterval& exact) {
    const auto f = fails(x);
    if (f.defined == Defined::nowhere || f.value.is_empty()) return std::numeric_limits<double>::quiet_NaN();
    const BigInterval value = (safe ? f.value.upper() : f.value.lower()),
                      target = safe ? budget_.lower() : budget_.upper();
    if (less_equal(value, BigInterval(0, precision)) == Truth::yes) return -std::numeric_limits<double>::infinity();
    Defined defined = Defined::everywhere;
    exact = log(divide(value, target, defined), defined).approx_midpoint();
    return exact.approx_double();
  }

  /// A point near the place where the end of `fails` crosses the budget, between `out` (inadmissible) and `in`.
  BigInterval crossing(const BigInterval& out, const BigInterval& in, bool safe) {
    const std::optional<double> guess = approx_crossing(out.approx_double(), in.approx_double(), safe);
    if (guess) return polished(BigInterval::from_double(*guess, precision_), out, in, safe);
    return enclosed_crossing(out, in, safe);
  }

  /// The crossing in plain doubles, over the corners of the box; nothing where doubles do not reach (underflow, ends
  /// too close). Only a place to look at: what it finds is certified by enclosures.
  std::optional<double> approx_crossing(double out, double in, bool safe) {
    ApproxExcess excess(solver_, variables_, budget_, safe);
    double h_out = excess(out), h_in = excess(in), x = in, h = h_in;
    int same_side = 0;
    for (int i = 0; i < longest_search; ++i) {
      const bool finite = std::isfinite(h_out) && std::isfinite(h_in);
      x = finite && std::abs(same_side) < 3 ? out + (in - out) * (h_out / (h_out - h_in)) : between(out, in);
      if (!(x > std::min(out, in) && x < std::max(out, in))) break;
      h = excess(x);
      if (std::isnan(h)) return std::nullopt;
      if (std::abs(h) < 1e-13) break;
      const bool is_out = h > 0;
      (is_out ? out : in) = x;
      (is_out ? h_out : h_in) = h;
      same_side = is_out ? std::max(same_side, 0) + 1 : std::min(same_side, 0) - 1;
    }
    return std::abs(h) < 1e-8 ? std::optional(x) : std::nullopt;
  }

  /// The middle, geometric when the two differ by magnitudes.
  static double between(double a, double b) {
    const double low = std::min(a, b), high = std::max(a, b);
    if (low == 0 && high > 1e-300) return high / 1024;
    return low > 0 && high > 4 * low ? std::sqrt(low) * std::sqrt(high) : low + (high - low) / 2;
  }

  /// The same search with enclosures at the full precision: slower, without limits of range. Distances are measured
  /// from the admissible end, where `fails` may vanish: geometric steps towards it, interpolation once both ends of the
  /// bracket are of one magnitude.
  BigInterval enclosed_crossing(BigInterval out, BigInterval in, bool safe) {
    const BigInterval anchor = in;
    BigInterval h_out(precision_), h_in(precision_), h_x(precision_);
    excess(out, safe, precision_, h_out);
    bool vanishes = !std::isfinite(excess(in, safe, precision_, h_in));  // at `in`, still the anchor
    int same_side = 0;
    BigInterval x = in;
    for (int i = 0; i < longest_search; ++i) {
      x = next_point(out, in, anchor, h_out, h_in, vanishes, same_side);
      if (same_set(x, out) || same_set(x, in)) break;
      const double h = excess(x, safe, precision_, h_x);
      if (std::isnan(h) || std::abs(h) < 0x1p-40) break;
      const bool is_out = h > 0;
      (is_out ? out : in) = x;
      (is_out ? h_out : h_in) = h_x;
      if (!is_out) vanishes = std::isinf(h);
      same_side = is_out ? std::max(same_side, 0) + 1 : std::min(same_side, 0) - 1;
    }
    return polished(x, out, in, safe);
  }

  BigInterval next_point(const BigInterval& out, const BigInterval& in, const BigInterval& anchor,
                         const BigInterval& h_out, const BigInterval& h_in, bool vanishes, int same_side) const {
    const BigInterval far = out - anchor, near = in - anchor, four(4, precision_);
    Defined defined = Defined::everywhere;
    if (near.contains_zero()) {
      const int halvings = vanishes ? 1 << std::min(5, std::max(same_side, 0)) : 1;
      return (anchor + far * BigInterval(numerics::Rational(1, 1LL << halvings), precision_)).approx_midpoint();
    }
    if (less(four * abs(near), abs(far)) == Truth::yes) {
      const BigInterval mean = sqrt(far * near, defined);
      return (far.certain_sign() > 0 ? anchor + mean : anchor - mean).approx_midpoint();
    }
    if (!vanishes && std::abs(same_side) < 3) {
      const BigInterval x = (out + (in - out) * divide(h_out, h_out - h_in, defined)).approx_midpoint();
      if (defined == Defined::everywhere && hull(out, in).contains(x)) return x;
    }
    return hull(out, in).approx_midpoint();
  }

  /// Secant steps at the full precision.
  BigInterval polished(BigInterval x, const BigInterval& out, const BigInterval& in, bool safe) {
    if (precision_ <= search_precision) return x;
    const BigInterval domain = hull(inner_lower_, inner_upper_);
    BigInterval h_previous(precision_), h(precision_);
    BigInterval previous =
        (x * BigInterval(numerics::Rational((1LL << 30) + 1, 1LL << 30), precision_)).approx_midpoint();
    if (!domain.contains(previous)) previous = same_set(x, out) ? in : out;
    const double first = excess(previous, safe, precision_, h_previous);
    if (!(first > -1e300 && first < 1e300)) return x;
    for (int i = 0; i < 12; ++i) {
      const double now = excess(x, safe, precision_, h);
      if (!(now > -1e300 && now < 1e300)) return x;
      Defined defined = Defined::everywhere;
      const BigInterval step = divide(h * (x - previous), h - h_previous, defined);
      if (defined != Defined::everywhere || !step.is_bounded()) return x;
      const BigInterval next = (x - step).approx_midpoint();
      if (!domain.contains(next)) return x;
      const bool settled = abs(step).upper_double() <=
                           std::abs(x.approx_double()) * std::ldexp(1.0, 16 - static_cast<int>(precision_.bits));
      previous = x;
      h_previous = h;
      x = next;
      if (settled || same_set(x, previous)) break;
    }
    return x;
  }

  /// Whether x, inside the hull of the domain, does not stand on the end towards the admissible side if that is open.
  bool is_before_far_end(const BigInterval& x) const {
    if (choice_.smallest) return !choice_.upper_open || less(x, upper_) == Truth::yes;
    return !choice_.lower_open || less(lower_, x) == Truth::yes;
  }

  /// x moved by `steps` away from the admissible side (negative: into it), kept inside [out, in].
  BigInterval moved(const BigInterval& x, const BigInterval& distance, bool forward) const {
    const bool up = forward == choice_.smallest;
    const BigInterval there = up ? (x + distance).upper() : (x - distance).lower();
    if (less(there, inner_lower_) == Truth::yes) return inner_lower_;
    if (less(inner_upper_, there) == Truth::yes) return inner_upper_;
    return there;
  }

  /// Where `fails` leaves the share: not searched for where the far end itself (`last`, `best`) shows that there is no
  /// such place that can be certified, as on a box that is too wide.
  SolvedChoice search(const BigInterval& best, const BigInterval& last) {
    const bool some_safe = possibly(Truth::yes, last), some_unsafe = possibly(Truth::no, best);
    const BigInterval start = some_safe ? crossing(best, last, true) : last;
    // On a wide box the worst and the best point of the box cross at different places.
    const bool thin =
        some_safe && budget_.relative_width_upper() < 0x1p-30 && fails(start).value.relative_width_upper() < 0x1p-30;
    const BigInterval other = thin || !some_unsafe ? start : crossing(best, last, false);
    const std::optional<BigInterval> safe = some_safe ? last_safe(start, last) : std::nullopt;
    const BigInterval unsafe = some_unsafe ? last_unsafe(other, best) : near_end();
    if (safe) return found(hull(unsafe, *safe), *safe);
    // The extreme value, where there is one, lies beyond what is inadmissible on all of the box.
    SolvedChoice unknown = none(Truth::unknown, "no value in its domain is certainly within the share of the budget");
    unknown.value = hull(unsafe, choice_.smallest ? upper_.upper() : lower_.lower());
    return unknown;
  }

  /// Whether values near `end` can be certified to be (in)admissible; where `fails` is undefined (log 0) at the end
  /// itself, nothing is known.
  bool possibly(Truth wanted, const BigInterval& end) {
    return admissible(end) == wanted || values_.back().defined != Defined::everywhere;
  }

  std::optional<BigInterval> last_safe(const BigInterval& start, const BigInterval& last) {
    return first_from(start, last, true,
                      [&](const BigInterval& x) { return admissible(x) == Truth::yes && is_before_far_end(x); });
  }

  BigInterval last_unsafe(const BigInterval& start, const BigInterval& best) {
    const auto x = first_from(start, best, false, [&](const BigInterval& at) { return admissible(at) == Truth::no; });
    return x ? *x : near_end();
  }

  /// A place near `start` towards `end` that is certified, halving the last step that was too short.
  template <class Certified>
  std::optional<BigInterval> first_from(const BigInterval& start, const BigInterval& end, bool forward,
                                        const Certified& certified) {
    BigInterval distance = first_step(start), short_of = distance;
    for (int i = 0; i < longest_search; ++i, short_of = distance, distance = grown(distance, i)) {
      BigInterval x = moved(start, distance, forward);
      if (certified(x)) {
        if (i == 0) return x;
        if (same_set(x, end)) distance = abs(end - start).upper();
        for (int halvings = 0; halvings < 3; ++halvings) {
          const BigInterval middle = sqrt(short_of * distance).approx_midpoint();
          const BigInterval nearer = moved(start, middle, forward);
          const bool good = certified(nearer);
          (good ? distance : short_of) = middle;
          if (good) x = nearer;
        }
        return x;
      }
      if (same_set(x, end)) break;
    }
    return std::nullopt;
  }

  /// The end of the domain at any point of the box: nothing is chosen before it.
  BigInterval near_end() const { return choice_.smallest ? lower_.lower() : upper_.upper(); }

  /// The next distance: four times as far, then faster and faster, since evaluation may be uncertain by magnitudes.
  BigInterval grown(const BigInterval& distance, int step) const {
    return distance * BigInterval(1LL << std::min(62, 2 << std::min(5, step / 2)), precision_);
  }

  /// A step over which the excess changes by more than its evaluation is uncertain.
  BigInterval first_step(const BigInterval& x) {
    const int known =
        precision_ <= search_precision ? 38 : static_cast<int>(precision_.bits) - 10;  // bits of a crossing
    BigInterval step = abs(x) * BigInterval(numerics::pow(numerics::Rational(1, 2), known), precision_);
    if (step.contains_zero())
      step = BigInterval(numerics::pow(numerics::Rational(1, 2), 2 * static_cast<int>(precision_.bits)), precision_);
    ApproxExcess excess(solver_, variables_, budget_, true);
    const double at = x.approx_double(), apart = at * 0x1p-20;
    const double slope = std::abs(excess(at + apart) - excess(at)) / apart;
    const double uncertain = fails(x).value.relative_width_upper() + budget_.relative_width_upper();
    // on a wide box the corners, where `x` was found, often are the worst: to be tried from near by
    const double needed = uncertain > 0x1p-10 ? at * 0x1p-16 : 2 * uncertain / slope;
    if (std::isfinite(needed) && needed > 0) step = max(step, BigInterval::from_double(needed, precision_));
    return step.upper();
  }

  const ChoiceSolver& solver_;
  const Choice& choice_;
  std::vector<numerics::Evaluated<BigInterval>> values_;
  std::unique_ptr<bool[]> own_;  // which variable is the choice's own
  std::vector<BigInterval>& variables_;
  Precision precision_;
  BigInterval budget_, lower_, upper_;
  BigInterval inner_lower_{Precision(64)}, inner_upper_{Precision(64)};
};

SolvedChoice ChoiceSolver::solve(std::vector<BigInterval>& variables, Precision precision) const {
  return ChoiceSearch(*this, variables, precision).run();
}

}  // namespace lemmacheck::verify
