// Stirling's series envelops its function: for x > 0 the sum of its first terms misses log(Gamma(x)), or digamma(x), by
// less than the next term and to the side of that term. By Binet's integrals the rest is that of 2 atan(t/x) and of
// -2 t/(t^2 + x^2) over t > 0 with weight 1/(exp(2 pi t) - 1), and their series in t envelop for every t.
//   log(Gamma(x)) = (x - 1/2) log x - x + log(2 pi)/2 + sum B_2k / (2k (2k - 1) x^(2k - 1))
//   digamma(x)    = log x - 1/(2x) - sum B_2k / (2k x^2k)
// Small x are moved up by Gamma(x + 1) = x Gamma(x).
#include "numerics/interval_gamma.hpp"

#include <array>
#include <limits>
#include <optional>

#include "numerics/big_interval.hpp"
#include "numerics/interval_functions.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::numerics {
namespace {

/// From here on the seventh term is below 1e-15.
constexpr double series_from = 12;
constexpr double least = 0x1p-1000, largest = 1e300, infinity = std::numeric_limits<double>::infinity();
constexpr double most_relative_width = 0x1p-44;
constexpr Precision big_precision{function_precision_bits};
/// The digamma function has its zero between these; lgamma is -0.121486290535849608... there.
constexpr double zero_after = 1.46163214496836, zero_before = 1.46163214496837, least_lgamma = -0.12148629053585;

using Coefficients = std::array<Interval, 7>;

Coefficients coefficients(const std::array<Rational, 7>& exact) {
  Coefficients enclosures;
  for (std::size_t i = 0; i < exact.size(); ++i) enclosures[i] = Interval(exact[i]);
  return enclosures;
}

/// The sum of c_k t^k of which the last term counts between 0 and 1 times.
Interval enveloped(const Coefficients& c, const Interval& t) {
  Interval sum = hull(Interval(0.0), c.back() * t);
  for (std::size_t k = c.size() - 1; k-- > 0;) sum = k == 0 ? c[0] + sum : (c[k] + sum) * t;
  return sum;
}

Interval log_of(const Interval& x) {
  Defined defined = Defined::everywhere;
  return log(x, defined);
}

/// In upward mode, as all that follows.
Interval lgamma_at(double point) {
  static const Coefficients c = coefficients({Rational(1, 12), Rational(-1, 360), Rational(1, 1260), Rational(-1, 1680),
                                              Rational(1, 1188), Rational(-691, 360360), Rational(1, 156)});
  static const Interval half_log_two_pi = [] {
    const RoundNearest nearest;
    return Interval(log(BigInterval(2, big_precision) * pi(big_precision)) / BigInterval(2, big_precision));
  }();
  if (point == 1 || point == 2) return Interval(0.0);
  Interval x(point), product(1.0);
  for (; x.lower() < series_from; x = x + Interval(1.0)) product = product * x;
  const Interval inverse = Interval(1.0) / x;
  const Interval high = (x - Interval(0.5)) * log_of(x) - x + half_log_two_pi + enveloped(c, square(inverse)) * inverse;
  return point < series_from ? high - log_of(product) : high;
}

Interval digamma_at(double point) {
  static const Coefficients c = coefficients({Rational(1, 12), Rational(-1, 120), Rational(1, 252), Rational(-1, 240),
                                              Rational(1, 132), Rational(-691, 32760), Rational(1, 12)});
  Interval x(point), steps(0.0);
  for (; x.lower() < series_from; x = x + Interval(1.0)) steps = steps + Interval(1.0) / x;
  const Interval inverse = Interval(1.0) / x, t = square(inverse);
  return log_of(x) - Interval(0.5) * inverse - enveloped(c, t) * t - steps;
}

bool is_narrow(const Interval& x) { return x.is_bounded() && x.relative_width_upper() < most_relative_width; }

/// `at` at both ends of x, the upper one infinity there; nothing where the values are too wide or out of reach.
std::optional<std::array<Interval, 2>> at_ends(const Interval& x, Interval (*at)(double)) {
  if (!(x.lower() > least) || (x.upper() > largest && x.upper() < infinity)) return std::nullopt;
  const Interval first = at(x.lower());
  const Interval last = x.upper() == infinity ? Interval(largest, infinity) : x.is_point() ? first : at(x.upper());
  if (!is_narrow(first) || (x.upper() < infinity && !is_narrow(last))) return std::nullopt;
  return std::array{first, last};
}

}  // namespace

Interval lgamma(const Interval& x, Defined& defined) {
  {
    const RoundUpward mode;
    if (const auto ends = at_ends(x, lgamma_at)) {
      const auto& [first, last] = *ends;
      if (x.is_point() || x.lower() >= zero_before) return {first.lower(), last.upper()};
      if (x.upper() <= zero_after) return {last.lower(), first.upper()};
      return {least_lgamma, std::max(first.upper(), last.upper())};
    }
  }
  const RoundNearest mode;
  return Interval(lgamma(BigInterval(x, big_precision), defined));
}

Interval digamma(const Interval& x, Defined& defined) {
  {
    const RoundUpward mode;
    if (const auto ends = at_ends(x, digamma_at)) return {(*ends)[0].lower(), (*ends)[1].upper()};
  }
  const RoundNearest mode;
  return Interval(digamma(BigInterval(x, big_precision), defined));
}

}  // namespace lemmacheck::numerics
