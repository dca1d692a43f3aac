#include "bounds/lattice_ball.hpp"

#include <cmath>

#include "numerics/domain_cut.hpp"
#include "numerics/error.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

namespace {

constexpr double most_summed = 1e8;   // sums of about sqrt(min(n, K)) terms are taken up to here
constexpr double most_named = 1e300;  // sizes that a double still names

BigInterval log_binomial(const BigInterval& n, const BigInterval& k) {
  const BigInterval one(1, n.precision());
  Defined inside = Defined::everywhere;
  return lgamma(n + one, inside) - lgamma(k + one, inside) - lgamma(n - k + one, inside);
}

// t_k = C(n,k) C(K,k) 2^k.
BigInterval log_term(const BigInterval& n, const BigInterval& radius, const BigInterval& k) {
  return log_binomial(n, k) + log_binomial(radius, k) + k * log(BigInterval(2, n.precision()));
}

// t_{k+1} / t_k, decreasing in k.
BigInterval ratio(const BigInterval& n, const BigInterval& radius, long k) {
  const Precision p = n.precision();
  const BigInterval at(k, p), next(k + 1, p);
  return BigInterval(2, p) * (n - at) * (radius - at) / square(next);
}

// sum_k t_k / t_start: outward from the start until what is left, a sum below a geometric series, is negligible.
BigInterval relative_sum(const BigInterval& n, const BigInterval& radius, long start, long last) {
  const Precision p = n.precision();
  const BigInterval one(1, p), negligible = pow(BigInterval(Rational(1, 2), p), p.bits - 32);
  BigInterval sum = one;
  const auto add_side = [&](long k, auto&& factor, auto&& go_on, long step) {
    BigInterval term = one;
    for (; go_on(k); k += step) {
      const BigInterval f = factor(k);
      if (less(f, one) == Truth::yes) {
        const BigInterval rest = term * f / (one - f);
        if (less(rest, negligible) == Truth::yes) {
          sum = sum + hull(BigInterval(0, p), rest);
          return;
        }
      }
      term = term * f;
      sum = sum + term;
    }
  };
  add_side(
      start, [&](long k) { return ratio(n, radius, k); }, [&](long k) { return k < last; }, 1);
  add_side(
      start, [&](long k) { return one / ratio(n, radius, k - 1); }, [](long k) { return k > 0; }, -1);
  return sum;
}

// The largest term and, from above, ((1+x)/(1-x))^K / ((1-x) x^n), at least the count for every x in (0, 1).
BigInterval between_term_and_series(const BigInterval& n, const BigInterval& radius) {
  const Precision p = n.precision();
  const BigInterval one(1, p), diagonal = sqrt(square(n) + square(radius));
  // The position of the largest term is below min(n, K), so its ceiling is an index.
  const BigInterval k = ceil((BigInterval(2, p) * n * radius / (n + radius + diagonal)).lower());
  const BigInterval x = (n / (radius + diagonal)).lower();
  const BigInterval above = radius * (log1p(x) - log1p(-x)) - log1p(-x) - n * log(x);
  return hull(log_term(n, radius, k).lower(), above.upper());
}

// At integer points.
BigInterval log_count(const BigInterval& dimension, const BigInterval& size, Precision precision) {
  if (dimension.certain_sign() == 0 || size.certain_sign() == 0) return BigInterval(0, precision);
  if (!dimension.is_bounded() || !size.is_bounded()) return BigInterval::entire(precision).upper();
  const double larger = max(dimension, size).upper_double(), smaller = min(dimension, size).upper_double();
  // lgamma(n) is about n log n, and differences of it may be small.
  const long spare = 96 + 2 * (larger < most_named ? std::ilogb(larger) + 10 : 1200);
  const Precision inner(precision.bits + spare);
  const BigInterval n = dimension.at(inner), radius = size.at(inner);
  if (smaller > most_summed || larger >= most_named) return between_term_and_series(n, radius).at(precision);
  const long last = static_cast<long>(smaller);
  const double peak = smaller * (2 / (1 + smaller / larger + std::hypot(1.0, smaller / larger)));
  const long start = std::min(static_cast<long>(peak), last);
  return (log_term(n, radius, BigInterval(start, inner)) + log(relative_sum(n, radius, start, last))).at(precision);
}

}  // namespace

BigInterval log_lattice_ball(const BigInterval& dimension, const BigInterval& radius, Defined& defined) {
  const Precision precision = std::max(dimension.precision(), radius.precision());
  const BigInterval n = cut_to_integers(cut_below(dimension, 0, DomainEdge::closed, defined), defined);
  const BigInterval k = cut_to_integers(cut_below(radius, 0, DomainEdge::closed, defined), defined);
  if (n.is_empty() || k.is_empty()) {
    defined = Defined::nowhere;
    return BigInterval(precision);
  }
  const BigInterval low = log_count(n.lower(), k.lower(), precision);
  return n.is_point() && k.is_point() ? low : hull(low, log_count(n.upper(), k.upper(), precision));
}

BigInterval log_lattice_ball(const Rational& dimension, const Rational& radius, Precision precision) {
  const auto point = [&](const Rational& x) {
    LEMMACHECK_ASSERT(x.is_integer() && x.sign() >= 0);
    for (long bits = precision.bits;; bits *= 2) {
      BigInterval found(x, Precision(bits));
      if (found.is_point()) return found;
    }
  };
  Defined defined = Defined::everywhere;
  BigInterval found = log_lattice_ball(point(dimension), point(radius), defined);
  LEMMACHECK_ASSERT(defined == Defined::everywhere);
  return found.at(precision);
}

}  // namespace lemmacheck::bounds
