// Why bisection finds the smallest n: both bounds decrease in n where they apply, and they apply from some n on.
// closed: K(n) = c ln(2nT+1), K(n)/n decreases because ln(1+x)/x does, and dudley_complexity increases in K/n; the
//   condition 9 K <= A^2 n is one on K/n as well.
// counts: for fixed N the scales do not depend on n, and ln N_j is a sum of terms ln #{c in Z^{nT} : |c|_1 <= k}, whose
//   quotients by n decrease (log_lattice_ball); a minimum over N of decreasing functions decreases. The minimum is over
//   all N: once the sum alone, which grows with N, is above the best bound found, no later N is better.
#include "verify/capacity/head_class.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "bounds/dudley.hpp"
#include "bounds/head_cover.hpp"
#include "bounds/lattice_ball.hpp"
#include "bounds/linear_cover_greedy.hpp"
#include "numerics/error.hpp"

namespace lemmacheck::verify::capacity {

using numerics::BigInterval;
using numerics::Defined;
using numerics::Precision;
using numerics::Rational;
using numerics::Truth;

namespace {

constexpr long scale_ratio = 4;  // of chaining; near the best for covers that grow like 1/eps^2
constexpr long most_bits = 1024;
const Rational largest_sample = Rational::parse("1e18");

Rational map_scale(const HeadClass& c) { return c.map_lipschitz * Rational(c.heads); }

Rational range(const HeadClass& c) { return map_scale(c) * c.value_norm * c.token_norm; }

// A rational near the best split of the accuracy; every one in (0, 1) is allowed.
Rational split(const HeadClass& c) {
  const double pull = std::cbrt(std::pow((c.key_norm * c.token_norm * c.token_norm).approx_double(), 2));
  const long share = std::lround(1024 * pull / (1 + pull));
  return Rational(std::clamp(share, 1L, 1023L), 1024);
}

// ln of the cover of one head at eps by net counts of greedy steps for scores and values.
BigInterval head_count(const HeadClass& c, const Rational& accuracy, const Rational& pairs, Precision precision) {
  if (accuracy >= c.value_norm * c.token_norm) return BigInterval(0, precision);  // the zero function
  const Rational share = split(c), values = c.value_norm * c.token_norm / ((Rational(1) - share) * accuracy);
  const Rational scores = c.key_norm * c.token_norm * c.token_norm * c.value_norm * c.token_norm / (share * accuracy);
  return bounds::log_lattice_ball(pairs, bounds::greedy_steps_of_square(scores * scores), precision) +
         bounds::log_lattice_ball(pairs, bounds::greedy_steps_of_square(values * values), precision);
}

// Whether the gap at n is at most the wanted one; the precision rises while that is open.
struct Probe {
  Truth holds = Truth::unknown;
  std::optional<BigInterval> gap;
};

class Search {
 public:
  Search(const HeadClass& heads, const Rational& wanted, const Rational& failure, Route route)
      : heads_(heads), wanted_(wanted), failure_(failure), route_(route) {}

  const Probe& at(const Rational& n) {
    const auto known = probes_.find(n);
    if (known != probes_.end()) return known->second;
    Probe probe;
    for (long bits = 64; bits <= most_bits && probe.holds == Truth::unknown; bits *= 2) {
      const Precision precision(bits);
      Defined defined = Defined::everywhere;
      BigInterval found = gap(heads_, n, failure_, route_, precision, defined);
      if (defined == Defined::nowhere) probe.holds = Truth::no;
      if (defined != Defined::everywhere) continue;
      probe.holds = less_equal(found, BigInterval(wanted_, precision));
      probe.gap = std::move(found);
    }
    return probes_[n] = std::move(probe);
  }

  // Narrows to neighbours low, high with test(low) false and test(high) true, which is so at the start.
  template <class Test>
  void narrow(Rational& low, Rational& high, Test&& test) {
    // The gap falls about like n^{-1/2}: guesses around that, further and further out, take turns with the middle.
    double reach = 1;
    bool went_down = true;
    for (bool guess = true; high - low > Rational(1); guess = !guess) {
      Rational next = floor((low + high) / Rational(2));
      const std::optional<BigInterval>& known = at(high).gap;
      if (guess && known) {
        const double ratio = known->approx_double() / wanted_.approx_double();
        const double estimate = high.approx_double() * ratio * ratio + (went_down ? -reach : reach);
        if (estimate > 1 && estimate < 9e17) next = Rational(static_cast<long>(estimate));
        reach *= 4;
      }
      next = std::clamp(next, low + Rational(1), high - Rational(1));
      went_down = test(next);
      (went_down ? high : low) = next;
    }
  }

 private:
  const HeadClass& heads_;
  const Rational &wanted_, &failure_;
  Route route_;
  std::map<Rational, Probe> probes_;
};

}  // namespace

void validate(const HeadClass& c) {
  const auto positive = [](const Rational& x, const char* name) {
    if (x.sign() <= 0)
      throw numerics::DomainError("LC242", std::string(name) + " = " + x.to_string() + ": must be positive");
  };
  positive(c.value_norm, "value norm");
  positive(c.key_norm, "key norm");
  positive(c.token_norm, "token norm");
  positive(c.map_lipschitz, "Lipschitz constant of the map");
  positive(c.loss_lipschitz, "Lipschitz constant of the loss");
  positive(c.loss_range, "range of the loss");
  if (c.heads < 1 || c.heads > 1000000 || c.tokens < 1 || c.tokens > 1000000000000)
    throw numerics::DomainError(
        "LC242",
        fmt::format("{} heads, {} tokens: allowed are 1 to 1e6 heads and 1 to 1e12 tokens", c.heads, c.tokens));
}

BigInterval chaining_complexity(const Rational& range, const Rational& sample_count,
                                const std::function<BigInterval(const Rational&)>& log_cover, Precision precision) {
  const BigInterval n(sample_count, precision), two(2, precision);
  BigInterval best(range, precision), sum(0, precision), last(0, precision);
  for (Rational scale = range / Rational(scale_ratio);; scale /= Rational(scale_ratio)) {
    const BigInterval now = log_cover(scale);
    const BigInterval step(scale * Rational(scale_ratio + 1), precision);
    sum = sum + step * sqrt(two * (now + last) / n);
    if (less_equal(best.upper(), sum.lower()) == Truth::yes) return best;
    best = min(best, sum + BigInterval(scale, precision));
    last = now;
    // Below this scale nothing can be gained any more that the enclosure would show.
    if (less(BigInterval(scale, precision),
             best.lower() * BigInterval(pow(Rational(1, 2), precision.bits), precision)) == Truth::yes)
      return hull(best, sum.lower());
  }
}

BigInterval log_cover_by_counts(const HeadClass& heads, const Rational& accuracy, const Rational& sample_count,
                                Precision precision) {
  return BigInterval(heads.heads, precision) *
         head_count(heads, accuracy / map_scale(heads), sample_count * Rational(heads.tokens), precision);
}

BigInterval complexity(const HeadClass& heads, const Rational& sample_count, Route route, Precision precision,
                       Defined& defined) {
  if (route == Route::counts) {
    const auto log_cover = [&](const Rational& accuracy) {
      return log_cover_by_counts(heads, accuracy, sample_count, precision);
    };
    return chaining_complexity(range(heads), sample_count, log_cover, precision);
  }
  const Rational pairs = sample_count * Rational(heads.tokens), scale = map_scale(heads);
  const BigInterval constant =
      bounds::head_cover_constant(BigInterval(heads.value_norm, precision), BigInterval(heads.key_norm, precision),
                                  BigInterval(heads.token_norm, precision), defined);
  const BigInterval entropy =
      BigInterval(scale * scale * Rational(heads.heads), precision) *
      bounds::head_cover(constant, BigInterval(pairs, precision), BigInterval(1, precision), defined);
  return bounds::dudley_complexity(entropy, BigInterval(range(heads), precision), BigInterval(sample_count, precision),
                                   defined);
}

BigInterval gap(const HeadClass& heads, const Rational& sample_count, const Rational& failure, Route route,
                Precision precision, Defined& defined) {
  const BigInterval bound = complexity(heads, sample_count, route, precision, defined);
  if (bound.is_empty()) return bound;
  return bounds::generalisation_gap(BigInterval(heads.loss_lipschitz, precision) * bound,
                                    BigInterval(heads.loss_range, precision), BigInterval(sample_count, precision),
                                    BigInterval(failure, precision), defined);
}

std::optional<SampleSize> smallest_sample(const HeadClass& heads, const Rational& wanted, const Rational& failure,
                                          Route route) {
  validate(heads);
  if (wanted.sign() <= 0 || failure.sign() <= 0 || failure >= Rational(1))
    throw numerics::DomainError("LC242", "gap " + wanted.to_string() + " with failure probability " +
                                             failure.to_string() +
                                             ": the gap must be positive, the probability in (0, 1)");
  Search search(heads, wanted, failure, route);
  const auto holds = [&](const Rational& n) { return search.at(n).holds == Truth::yes; };
  Rational low(0), high(1);  // 0, the empty sample, fails
  while (!holds(high)) {
    if (high >= largest_sample) return std::nullopt;
    low = high;
    high = std::min(largest_sample, high * Rational(16));
  }
  search.narrow(low, high, holds);
  const Rational n = high;
  if (low.sign() > 0 && search.at(low).holds == Truth::unknown) {
    // The largest n that certainly fails.
    Rational below(0);
    search.narrow(below, low, [&](const Rational& k) { return search.at(k).holds != Truth::no; });
    low = below;
  }
  return SampleSize{n, low, *search.at(n).gap, low.sign() > 0 ? search.at(low).gap : std::nullopt};
}

}  // namespace lemmacheck::verify::capacity
