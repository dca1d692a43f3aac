#include "numerics/interval.hpp"

#include <fmt/format.h>
#include <mpfr.h>

#include <algorithm>

#include "numerics/error.hpp"

namespace lemmacheck::numerics {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();

double sum_up(double a, double b) noexcept {
  const RoundUpward mode;
  return _mm_cvtsd_f64(pinned::add(_mm_set_sd(a), _mm_set_sd(b)));
}

double quotient_up(double a, double b) noexcept {
  const RoundUpward mode;
  return _mm_cvtsd_f64(pinned::divide(_mm_set1_pd(a), _mm_set1_pd(b)));
}

}  // namespace

Interval::Interval(const Rational& value) : Interval() {
  const RoundNearest mode;
  mpfr_t x;
  mpfr_init2(x, std::numeric_limits<double>::digits);
  // Rounding twice in one direction is rounding once: every binary64 number has at most 53 bits.
  mpfr_set_q(x, value.data(), MPFR_RNDD);
  const double lower = mpfr_get_d(x, MPFR_RNDD);
  mpfr_set_q(x, value.data(), MPFR_RNDU);
  const double upper = mpfr_get_d(x, MPFR_RNDU);
  mpfr_clear(x);
  *this = Interval(lower, upper);
}

bool Interval::contains(const Rational& x) const {
  if (is_empty()) return false;
  const double lo = lower();
  const double hi = upper();
  return (lo == -infinity || Rational::from_double(lo) <= x) && (hi == infinity || x <= Rational::from_double(hi));
}

double Interval::approx_midpoint() const noexcept {
  const RoundNearest mode;
  const double lo = std::max(lower(), -largest);
  const double hi = std::min(upper(), largest);
  if (!(lo <= hi)) return std::numeric_limits<double>::quiet_NaN();
  return std::clamp(0.5 * lo + 0.5 * hi, lo, hi);
}

double Interval::width_upper() const noexcept { return is_empty() ? 0.0 : sum_up(upper(), negated_lower()); }

double Interval::mignitude() const noexcept {
  if (is_empty()) return std::numeric_limits<double>::quiet_NaN();
  return std::max({lower(), -upper(), 0.0});
}

double Interval::relative_width_upper() const noexcept {
  const double width = width_upper();
  return width == 0.0 ? 0.0 : quotient_up(width, mignitude());
}

void Interval::throw_bad_point(double point) {
  const RoundNearest mode;
  throw DomainError("LC202", fmt::format("Interval: the point {:.17g} is not a finite number; "
                                         "use Interval::entire() or two ends for unbounded sets", point));
}

void Interval::throw_bad_ends(double lower, double upper) {
  const RoundNearest mode;
  throw DomainError("LC204", fmt::format("Interval: [{:.17g}, {:.17g}] is no interval; ends must satisfy "
                                         "lower <= upper, lower < inf, upper > -inf", lower, upper));
}

namespace slow {

Interval add(const Interval& a, const Interval& b) noexcept {
  const RoundUpward mode;
  return unchecked_add(a, b);
}

Interval multiply(const Interval& a, const Interval& b) noexcept {
  if (a.is_empty() || b.is_empty()) return Interval();
  const RoundUpward mode;
  const double al = a.lower(), ah = a.upper(), bl = b.lower(), bh = b.upper();
  // Candidates of (-lo, hi); 0 * inf counts as 0.
  const auto product = [](double x, double y) {
    const __m128d p = pinned::multiply(pinned::value(_mm_set_pd(x, -x)), _mm_set1_pd(y));
    return _mm_and_pd(p, _mm_cmpord_pd(p, p));
  };
  return Interval::from_ends(
      _mm_max_pd(_mm_max_pd(product(al, bl), product(al, bh)), _mm_max_pd(product(ah, bl), product(ah, bh))));
}

Interval divide(const Interval& a, const Interval& b) {
  if (a.is_empty() || b.is_empty()) return Interval();
  if (b.certain_sign() == 0) {
    const RoundNearest mode;
    throw DomainError("LC210", fmt::format("division: the divisor [{:.17g}, {:.17g}] contains 0; it must not "
                                           "(or use divide with a Defined)", b.lower(), b.upper()));
  }
  const RoundUpward mode;
  return unchecked_divide(a, b);
}

}  // namespace slow
}  // namespace lemmacheck::numerics
