// Rules of a cover. The box of a node is what the cuts and narrowings above it left; ends of integer variables are
// moved inward to whole numbers after each of them. "Counterexample": a point of the box with f < 0 (f <= 0 when
// strict) where all usable hypotheses hold. n is the number of variables.
//
// Leaves (no counterexample in the box):
//   natural    numbers none       interval evaluation gives f >= 0 (> 0), or f has no value on the box
//   outside    numbers h          hypothesis h fails on the whole box, or has no value there
//   empty      numbers none       an integer variable has no whole number
//   hc4        numbers none       backward propagation of f <= 0 and of the usable hypotheses leaves no point
//   mean       numbers c          f(c) + G (x - c) >= 0 (> 0), c in the box, G the gradients on the box
//   curvature  numbers c, t       f(c) + f'(c) (x - c) - sum t_i (x_i - c_i)^2 / 2 >= 0 (> 0), c in the box, t >= 0,
//   and
//                                 the matrices of second derivatives on the box plus diag(t) are positive definite
// First node only:
//   inner      numbers none       f is replaced by what inner_claim() makes of it (cover_inner.hpp)
// Narrowings (followed by one tree, for the smaller box):
//   narrow     numbers 2n ends    what backward propagation leaves lies in the stated box
//   newton     numbers c, m, 2n ends: what L(c) + G (x - c) <= 0 leaves lies in the stated box
//   collapse   numbers n of -1, 0, 1: f is nondecreasing (-1) or nonincreasing (1) in a variable on the box, which is
//              replaced by its lower (upper) end and is no integer variable any more. Hypotheses that use it must hold
//              on the whole box or are not usable below.
// L is f - sum m_h (value of hypothesis h), one m_h >= 0 per hypothesis of the problem, 0 for those not usable.
// mean, newton, curvature and collapse need f (L) to have a value (curvature: to be twice differentiable) on the whole
// box; all but collapse need it to be bounded.
#include "verify/kernel/cover.hpp"

#include <cmath>
#include <limits>

#include "verify/kernel/cover_inner.hpp"
#include "verify/kernel/cover_numbers.hpp"
#include "verify/kernel/cover_rules.hpp"

namespace lemmacheck::verify::kernel {
namespace {

using namespace numerics;

constexpr Precision precision{96};

struct State {
  std::vector<double> lower, upper;
  std::vector<std::uint8_t> integer, usable;
  std::string path;

  std::size_t size() const { return lower.size(); }
  bool has_no_whole_point() const {
    for (std::size_t i = 0; i < size(); ++i)
      if (integer[i] != 0 && lower[i] > upper[i]) return true;
    return false;
  }
  void move_inward() {
    for (std::size_t i = 0; i < size(); ++i) {
      if (integer[i] == 0) continue;
      lower[i] = std::ceil(lower[i]);
      upper[i] = std::floor(upper[i]);
    }
  }
};

class Checker {
 public:
  Checker(const Graph& graph, const BoxProblem& problem, const Cover& cover, std::size_t first)
      : problem_(problem),
        cover_(cover),
        next_(first),
        code_(make_box_code(graph, problem, precision)),
        passes_(code_, BigNumbers(precision)) {}

  std::string run() {
    State first{problem_.lower, problem_.upper, {}, {}, ""};
    for (const bool b : problem_.integer) first.integer.push_back(b ? 1 : 0);
    first.usable.assign(problem_.hypotheses.size(), 1);
    first.move_inward();
    std::vector<State> pending;
    pending.push_back(std::move(first));
    while (!pending.empty()) {
      State state = std::move(pending.back());
      pending.pop_back();
      while (true) {
        if (next_ == cover_.nodes.size()) return message(state, "the cover ends here");
        const CoverNode& node = cover_.nodes[next_++];
        std::string wrong;
        if (node.rule == "cut") {
          wrong = cut(node, state, pending);
        } else if (node.rule == "narrow" || node.rule == "newton" || node.rule == "collapse") {
          wrong = state.has_no_whole_point() ? "the box has no point" : narrowed(node, state);
        } else {
          wrong = leaf(node, state);
          if (wrong.empty()) break;
        }
        if (!wrong.empty()) return message(state, node.rule + ": " + wrong);
      }
    }
    if (next_ != cover_.nodes.size()) return "the cover has more nodes than its tree";
    return "";
  }

 private:
  static std::string message(const State& state, const std::string& what) {
    return "leaf " + (state.path.empty() ? std::string("of the whole box") : state.path) + ": " + what;
  }

  std::string cut(const CoverNode& node, State& state, std::vector<State>& pending) const {
    const std::size_t v = node.variable;
    if (v >= state.size()) return "there is no such variable";
    if (!(std::isfinite(node.at) && state.lower[v] <= node.at && node.at <= state.upper[v]))
      return "the number lies outside of the box";
    if (!node.numbers.empty()) return "too many numbers";
    State other = state;
    state.upper[v] = other.lower[v] = node.at;
    state.path += state.path.empty() ? "lower" : ".lower";
    other.path += other.path.empty() ? "upper" : ".upper";
    state.move_inward();
    other.move_inward();
    pending.push_back(std::move(other));
    return "";
  }

  std::string leaf(const CoverNode& node, const State& state) {
    const std::size_t n = state.size();
    if (node.rule == "empty") return state.has_no_whole_point() ? "" : "the box has points";
    if (state.has_no_whole_point()) return "the box has no point";
    if (node.rule == "natural") {
      if (!node.numbers.empty()) return "too many numbers";
      evaluate(state);
      return natural_holds() ? "" : "the enclosure of f does not show it";
    }
    if (node.rule == "outside") return outside(node, state);
    if (node.rule == "hc4") {
      if (!node.numbers.empty()) return "too many numbers";
      evaluate(state);
      return passes_.narrow(state.usable) ? "points are left" : "";
    }
    if (node.rule == "mean") {
      if (node.numbers.size() != n + multipliers()) return "wrong number of numbers";
      std::vector<BigInterval> offsets;
      bool left = true;
      std::string wrong = mean(node, state, offsets, left);
      return !wrong.empty() ? wrong : left ? "the mean value form does not show it" : "";
    }
    if (node.rule == "curvature") return curvature(node, state);
    return "unknown rule";
  }

  std::string narrowed(const CoverNode& node, State& state) {
    if (node.rule == "collapse") return collapse(node, state);
    const std::size_t n = state.size(), skip = node.rule == "newton" ? n + multipliers() : 0;
    if (node.numbers.size() != skip + 2 * n) return "wrong number of numbers";
    const double* const ends = node.numbers.data() + skip;
    for (std::size_t i = 0; i < n; ++i)
      if (!(state.lower[i] <= ends[2 * i] && ends[2 * i] <= ends[2 * i + 1] && ends[2 * i + 1] <= state.upper[i]))
        return "the stated box is not inside of the box";
    for (std::size_t i = 0; i < n; ++i)
      if (ends[2 * i] == std::numeric_limits<double>::infinity() ||
          ends[2 * i + 1] == -std::numeric_limits<double>::infinity())
        return "the stated box has no point";
    std::vector<BigInterval> left_over;
    bool left = true;
    if (skip == 0) {
      evaluate(state);
      left = passes_.narrow(state.usable);
      for (std::size_t i = 0; i < n; ++i) left_over.push_back(passes_.variable(i));
    } else {
      std::string wrong = mean(node, state, left_over, left);
      if (!wrong.empty()) return wrong;
      for (std::size_t i = 0; i < n && left; ++i)
        left_over[i] = BigInterval::from_double(node.numbers[i], precision) + left_over[i];
    }
    for (std::size_t i = 0; i < n && left; ++i)
      if (!inside(left_over[i], ends[2 * i], ends[2 * i + 1], state.integer[i] != 0))
        return "the stated box leaves out points";
    for (std::size_t i = 0; i < n; ++i) {
      state.lower[i] = ends[2 * i];
      state.upper[i] = ends[2 * i + 1];
    }
    state.move_inward();
    return "";
  }

  /// Whether the points (the whole points) of x lie in [lower, upper].
  static bool inside(const BigInterval& x, double lower, double upper, bool integer) {
    const BigInterval stated(Interval(lower, upper), precision);
    if (!integer) return stated.contains(x);
    const BigInterval first = ceil(x).lower(), last = floor(x).upper();
    return less(last, first) == Truth::yes || stated.contains(hull(first, last));
  }

  std::string collapse(const CoverNode& node, State& state) {
    const std::size_t n = state.size();
    if (node.numbers.size() != n) return "wrong number of numbers";
    evaluate(state);
    std::vector<std::uint8_t> usable = state.usable;
    for (std::size_t h = 0; h < usable.size(); ++h)
      if (usable[h] != 0 && !hypothesis_holds(h))
        for (std::size_t i = 0; i < n; ++i)
          if (node.numbers[i] != 0 && code_.hypothesis_uses[h][i]) return "a hypothesis uses the variable";
    for (std::size_t h = 0; h < usable.size(); ++h)
      for (std::size_t i = 0; i < n; ++i)
        if (node.numbers[i] != 0 && code_.hypothesis_uses[h][i]) usable[h] = 0;
    passes_.set_combination(1, std::vector<double>(multipliers(), 0.0));
    if (!passes_.differentiate(1)) return "f has no known slopes";
    const BigNumbers& numbers = passes_.numbers();
    for (std::size_t i = 0; i < n; ++i) {
      const BigInterval slope = passes_.gradient(i);
      if (node.numbers[i] == -1) {
        if (!numbers.nonnegative(slope)) return "f is not known to be nondecreasing";
        state.upper[i] = state.lower[i];
      } else if (node.numbers[i] == 1) {
        if (!numbers.nonpositive(slope)) return "f is not known to be nonincreasing";
        state.lower[i] = state.upper[i];
      } else if (node.numbers[i] != 0) {
        return "a number is none of -1, 0, 1";
      }
      if (node.numbers[i] != 0) state.integer[i] = 0;
      if (!std::isfinite(state.lower[i]) && state.lower[i] == state.upper[i]) return "the end is infinite";
    }
    state.usable = std::move(usable);
    return "";
  }

  void set_point(std::span<const double> x) {
    for (std::size_t i = 0; i < x.size(); ++i) passes_.variable(i) = BigInterval::from_double(x[i], precision);
    passes_.forward();
  }
  void evaluate(const State& state) {
    for (std::size_t i = 0; i < state.size(); ++i)
      passes_.variable(i) = BigInterval(Interval(state.lower[i], state.upper[i]), precision);
    passes_.forward();
  }
  static bool is_bounded(const State& state) {
    for (std::size_t i = 0; i < state.size(); ++i)
      if (!std::isfinite(state.lower[i]) || !std::isfinite(state.upper[i])) return false;
    return true;
  }
  bool shows(const BigInterval& f) const {
    return problem_.strict ? !f.is_empty() && f.certain_sign() > 0 : passes_.numbers().nonnegative(f);
  }
  bool natural_holds() const { return passes_.defined(code_.f) == Defined::nowhere || shows(passes_.value(code_.f)); }
  /// After evaluate(): everywhere on the box.
  bool hypothesis_holds(std::size_t h) const {
    const std::uint32_t slot = code_.hypotheses[h];
    const BigInterval& value = passes_.value(slot);
    if (passes_.defined(slot) != Defined::everywhere || value.is_empty()) return false;
    return problem_.hypotheses[h].strict ? value.certain_sign() > 0 : passes_.numbers().nonnegative(value);
  }

  std::string outside(const CoverNode& node, const State& state) {
    if (node.numbers.size() != 1) return "wrong number of numbers";
    for (std::size_t h = 0; h < state.usable.size(); ++h) {
      if (static_cast<double>(h) != node.numbers[0]) continue;
      if (state.usable[h] == 0) return "the hypothesis is not usable here";
      evaluate(state);
      const std::uint32_t slot = code_.hypotheses[h];
      if (passes_.defined(slot) == Defined::nowhere) return "";
      const BigInterval& value = passes_.value(slot);
      const bool fails = !value.is_empty() && (value.certain_sign() < 0 ||
                                               (problem_.hypotheses[h].strict && passes_.numbers().nonpositive(value)));
      return fails ? "" : "the hypothesis may hold";
    }
    return "there is no such hypothesis";
  }

  std::size_t multipliers() const { return problem_.hypotheses.size(); }
  /// Sets L.
  std::string combine(const State& state, std::span<const double> m) {
    for (std::size_t h = 0; h < m.size(); ++h) {
      if (!(std::isfinite(m[h]) && m[h] >= 0)) return "a multiplier is negative";
      if (m[h] != 0 && state.usable[h] == 0) return "a hypothesis is not usable here";
    }
    passes_.set_combination(1, m);
    return "";
  }

  static bool centre_is_inside(const State& state, std::span<const double> c) {
    for (std::size_t i = 0; i < state.size(); ++i)
      if (!(state.lower[i] <= c[i] && c[i] <= state.upper[i])) return false;
    return true;
  }
  std::vector<BigInterval> offsets_from(const State& state, std::span<const double> c) const {
    std::vector<BigInterval> offsets;
    for (std::size_t i = 0; i < state.size(); ++i)
      offsets.push_back(BigInterval(Interval(state.lower[i], state.upper[i]), precision) -
                        BigInterval::from_double(c[i], precision));
    return offsets;
  }

  /// The mean value form with the centre in node.numbers. `left`: whether points are left, then in `offsets`.
  std::string mean(const CoverNode& node, const State& state, std::vector<BigInterval>& offsets, bool& left) {
    const std::size_t n = state.size();
    const std::span centre(node.numbers.data(), n);
    if (!is_bounded(state)) return "the box is not bounded";
    if (!centre_is_inside(state, centre)) return "the centre lies outside of the box";
    std::string wrong = combine(state, std::span(node.numbers).subspan(n, multipliers()));
    if (!wrong.empty()) return wrong;
    evaluate(state);
    if (!passes_.differentiate(1)) return "f has no known slopes";
    std::vector<BigInterval> slopes;
    for (std::size_t i = 0; i < n; ++i) {
      slopes.push_back(passes_.gradient(i));
      if (slopes.back().is_empty()) return "a derivative has no enclosure";
    }
    set_point(centre);
    const BigInterval at_centre = passes_.combination();
    if (at_centre.is_empty()) return "f is not defined at the centre";
    offsets = offsets_from(state, centre);
    BigInterval sum(precision);
    left = narrow_by_mean<BigNumbers>(passes_.numbers(), at_centre, slopes, offsets, problem_.strict, sum);
    return "";
  }

  std::string curvature(const CoverNode& node, const State& state) {
    const std::size_t n = state.size();
    if (node.numbers.size() != 2 * n + multipliers()) return "wrong number of numbers";
    const std::span centre(node.numbers.data(), n), t(node.numbers.data() + n, n);
    std::string wrong = combine(state, std::span(node.numbers).subspan(2 * n));
    if (!wrong.empty()) return wrong;
    if (!is_bounded(state)) return "the box is not bounded";
    if (!centre_is_inside(state, centre)) return "the centre lies outside of the box";
    for (const double x : t)
      if (!(std::isfinite(x) && x >= 0)) return "a number t is negative";
    evaluate(state);
    if (!passes_.differentiate(2)) return "f is not known to be smooth";
    std::vector<std::vector<BigInterval>> second(n, std::vector<BigInterval>(n, BigInterval(precision)));
    for (std::size_t j = 0; j < n; ++j) passes_.second_derivatives(j, second[j]);
    if (!is_definite(state, second, t)) return "the second derivatives are not known to be large enough";
    set_point(centre);
    if (!passes_.differentiate(1)) return "f is not known to be smooth at the centre";
    std::vector<BigInterval> gradient;
    for (std::size_t i = 0; i < n; ++i) {
      gradient.push_back(passes_.gradient(i));
      if (gradient.back().is_empty()) return "a derivative has no enclosure";
    }
    const std::vector<BigInterval> offsets = offsets_from(state, centre);
    return shows(curvature_sum<BigNumbers>(passes_.numbers(), passes_.combination(), gradient, offsets, t))
               ? ""
               : "the second order form does not show it";
  }

  /// Whether d' H d + sum t_i d_i^2 > 0 for all d != 0 along variables of positive width and all symmetric matrices H
  /// in `second`. With any M_ij = M_ji, R_ij >= |H_ij - M_ij| and s > 0, 2 R_ij |d_i d_j| is at most
  /// R_ij (s_j / s_i d_i^2 + s_i / s_j d_j^2): it is enough that M with R moved to the diagonal so is positive
  /// definite, which elimination with positive pivots shows. s are the widths.
  bool is_definite(const State& state, const std::vector<std::vector<BigInterval>>& second,
                   std::span<const double> t) const {
    std::vector<std::size_t> active;
    for (std::size_t i = 0; i < state.size(); ++i)
      if (state.lower[i] < state.upper[i]) active.push_back(i);
    const std::size_t n = active.size();
    std::vector<std::vector<BigInterval>> m(n, std::vector<BigInterval>(n, BigInterval(precision)));
    const auto width = [&](std::size_t i) {
      return BigInterval::from_double(state.upper[active[i]] - state.lower[active[i]], precision);
    };
    for (std::size_t i = 0; i < n; ++i) {
      const BigInterval& own = second[active[i]][active[i]];
      if (own.is_empty() || !own.is_bounded() || width(i).certain_sign() <= 0 || !width(i).is_bounded()) return false;
      m[i][i] = own.lower() + BigInterval::from_double(t[active[i]], precision);
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        const BigInterval both = intersection(second[active[i]][active[j]], second[active[j]][active[i]]);
        if (both.is_empty() || !both.is_bounded()) return false;
        const double middle = both.approx_double();
        if (!std::isfinite(middle)) return false;
        m[i][j] = m[j][i] = BigInterval::from_double(middle, precision);
        const BigInterval radius = abs(both - m[i][j]).upper();
        m[i][i] = m[i][i] - radius * (width(j) / width(i));
        m[j][j] = m[j][j] - radius * (width(i) / width(j));
      }
    }
    for (std::size_t k = 0; k < n; ++k) {
      if (m[k][k].is_empty() || m[k][k].certain_sign() <= 0) return false;
      for (std::size_t i = k + 1; i < n; ++i) {
        const BigInterval ratio = m[i][k] / m[k][k];
        for (std::size_t j = k + 1; j < n; ++j) m[i][j] = m[i][j] - ratio * m[k][j];
      }
    }
    return true;
  }

  const BoxProblem& problem_;
  const Cover& cover_;
  std::size_t next_;
  BoxCode code_;
  BoxPasses<BigNumbers> passes_;
};

}  // namespace

std::string check_cover(const Graph& graph, const BoxProblem& problem, const Cover& cover) {
  const std::size_t n = problem.variables.size();
  if (problem.lower.size() != n || problem.upper.size() != n || problem.integer.size() != n)
    return "the problem has not one box per variable";
  for (std::size_t i = 0; i < n; ++i)
    if (!(problem.lower[i] <= problem.upper[i] && problem.lower[i] < std::numeric_limits<double>::infinity() &&
          problem.upper[i] > -std::numeric_limits<double>::infinity()))
      return "the box of the problem is none";
  if (cover.nodes.empty() || cover.nodes.front().rule != "inner") return Checker(graph, problem, cover, 0).run();
  if (!cover.nodes.front().numbers.empty()) return "inner: too many numbers";
  Graph larger = graph;
  const std::optional<Hypothesis> claim = inner_claim(larger, problem);
  if (!claim) return "inner: the claim has no inner form";
  BoxProblem inner = problem;
  inner.f = claim->value;
  return Checker(larger, inner, cover, 1).run();
}

}  // namespace lemmacheck::verify::kernel
