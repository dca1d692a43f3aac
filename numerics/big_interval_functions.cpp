// Elementary functions. MPFR evaluates each of them at a point with correct rounding in the asked direction, so a
// monotone function taken end by end gives the smallest enclosure, and exact values stay exact.
#include <string>

#include "numerics/big_interval.hpp"
#include "numerics/big_interval_ends.hpp"
#include "numerics/decimal_text.hpp"
#include "numerics/error.hpp"
#include "numerics/interval.hpp"

namespace lemmacheck::numerics {
namespace {

using PointFunction = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

BigInterval increasing(PointFunction f, const BigInterval& x) {
  BigInterval result(x.precision());
  if (x.is_empty()) return result;
  const RoundNearest guard;
  f(lo(result), lo(x), MPFR_RNDD);
  f(hi(result), hi(x), MPFR_RNDU);
  settle(result);
  return result;
}

/// f(|x|) for f increasing on [0, inf).
BigInterval increasing_in_magnitude(PointFunction f, const BigInterval& x) { return increasing(f, abs(x)); }

enum class Edge { included, excluded };

/// The part of x at and above `edge` (of an excluded edge: its closure); joins to `defined` how much of x it is.
BigInterval cut_below(const BigInterval& x, long edge, Edge kind, Defined& defined) {
  BigInterval result(x);
  const int low = x.is_empty() ? -1 : mpfr_cmp_si(lo(x), edge);
  const int high = x.is_empty() ? -1 : mpfr_cmp_si(hi(x), edge);
  const bool excluded = kind == Edge::excluded;
  if (high < 0 || (excluded && high == 0)) {
    defined = Defined::nowhere;
    return BigInterval(x.precision());
  }
  if (low < 0) mpfr_set_si(lo(result), edge, MPFR_RNDD);
  if (low < 0 || (excluded && low == 0)) defined = both(defined, Defined::partly);
  return result;
}

BigInterval increasing_above(PointFunction f, const BigInterval& x, long edge, Edge kind, Defined& defined) {
  return increasing(f, cut_below(x, edge, kind, defined));
}

/// The part of x in [-1, 1].
BigInterval cut_to_unit(const BigInterval& x, Defined& defined) {
  const BigInterval above = cut_below(x, -1, Edge::included, defined);
  return -cut_below(-above, -1, Edge::included, defined);
}

BigInterval constant(long low, long high, Precision precision) {
  BigInterval result(precision);
  mpfr_set_si(lo(result), low, MPFR_RNDD);
  mpfr_set_si(hi(result), high, MPFR_RNDU);
  return result;
}

// Beyond 2^65536 a reduction modulo pi would need more than 65536 bits of pi: such ends get the whole range.
constexpr mpfr_exp_t largest_reduced_exponent = 65536;

bool reducible(mpfr_srcptr x) {
  return mpfr_zero_p(x) || (mpfr_number_p(x) && mpfr_get_exp(x) <= largest_reduced_exponent);
}

/// floor(x / (pi/2)). No multiple of pi/2 but 0 is a binary fraction, so enough bits always decide.
class Quadrant {
 public:
  explicit Quadrant(mpfr_srcptr x) {
    mpz_init(value_);
    if (mpfr_zero_p(x)) return;
    if (mpfr_get_exp(x) <= 0) {  // |x| < 1: also where the quotient below would underflow
      if (mpfr_sgn(x) < 0) mpz_set_si(value_, -1);
      return;
    }
    const mpfr_rnd_t away = mpfr_sgn(x) > 0 ? MPFR_RNDU : MPFR_RNDD;
    const mpfr_rnd_t toward = mpfr_sgn(x) > 0 ? MPFR_RNDD : MPFR_RNDU;
    mpz_t other;
    mpz_init(other);
    for (mpfr_prec_t bits = 64 + mpfr_get_exp(x);; bits *= 2) {
      Real half_pi(bits), quotient(bits);
      // An upper bound of pi/2 and rounding toward 0 give the end nearer to 0 of an enclosure of the quotient.
      mpfr_const_pi(half_pi, MPFR_RNDU);
      mpfr_div_2ui(half_pi, half_pi, 1, MPFR_RNDU);
      mpfr_div(quotient, x, half_pi, toward);
      mpfr_get_z(value_, quotient, MPFR_RNDD);
      mpfr_nextbelow(half_pi);
      mpfr_div(quotient, x, half_pi, away);
      mpfr_get_z(other, quotient, MPFR_RNDD);
      if (mpz_cmp(value_, other) == 0) break;
    }
    mpz_clear(other);
  }
  ~Quadrant() { mpz_clear(value_); }
  Quadrant(const Quadrant&) = delete;
  Quadrant& operator=(const Quadrant&) = delete;
  mpz_srcptr value() const noexcept { return value_; }

 private:
  mpz_t value_;
};

/// Which multiples of pi/2, counted modulo 4, lie in (a, b].
struct Crossings {
  bool crossed[4] = {false, false, false, false};

  Crossings(mpfr_srcptr a, mpfr_srcptr b) {
    Real width(32);
    mpfr_sub(width, b, a, MPFR_RNDD);
    if (mpfr_cmp_ui(width, 7) > 0) {  // more than a period
      for (bool& each : crossed) each = true;
      return;
    }
    const Quadrant first(a), last(b);
    mpz_t distance;
    mpz_init(distance);
    mpz_sub(distance, last.value(), first.value());
    const unsigned long count = mpz_cmp_ui(distance, 4) >= 0 ? 4 : mpz_get_ui(distance);
    mpz_clear(distance);
    const unsigned long start = mpz_fdiv_ui(first.value(), 4);
    for (unsigned long i = 1; i <= count; ++i) crossed[(start + i) % 4] = true;
  }
};

/// sin or cos: f at the ends, and +-1 where x contains a maximum or minimum, at the multiples of pi/2 given mod 4.
BigInterval wave(PointFunction f, int maximum, int minimum, const BigInterval& x) {
  if (x.is_empty()) return x;
  if (!reducible(lo(x)) || !reducible(hi(x))) return constant(-1, 1, x.precision());
  const RoundNearest guard;
  BigInterval result(x.precision());
  f(lo(result), lo(x), MPFR_RNDD);
  if (x.is_point()) {
    f(hi(result), hi(x), MPFR_RNDU);
  } else {
    const Crossings multiples(lo(x), hi(x));
    Real other(x.precision().bits);
    if (multiples.crossed[minimum]) {
      mpfr_set_si(lo(result), -1, MPFR_RNDD);
    } else {
      f(other, hi(x), MPFR_RNDD);
      mpfr_min(lo(result), lo(result), other, MPFR_RNDD);
    }
    if (multiples.crossed[maximum]) {
      mpfr_set_si(hi(result), 1, MPFR_RNDU);
    } else {
      f(hi(result), lo(x), MPFR_RNDU);
      f(other, hi(x), MPFR_RNDU);
      mpfr_max(hi(result), hi(result), other, MPFR_RNDU);
    }
  }
  settle(result);
  return result;
}

/// x^n at one point, for an integer n: MPFR's power, correctly rounded and exact when representable.
void power_of_end(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr n, mpfr_rnd_t rounding) {
  mpfr_pow(result, x, n, rounding);
}

bool is_even(mpfr_srcptr integer) {
  Real half(mpfr_get_prec(integer));
  mpfr_div_2ui(half, integer, 1, MPFR_RNDN);
  return mpfr_integer_p(half) != 0;
}

BigInterval integer_power(const BigInterval& x, mpfr_srcptr n, Defined& defined) {
  BigInterval result(x.precision());
  if (x.is_empty()) {
    defined = Defined::nowhere;
    return result;
  }
  const RoundNearest guard;
  if (mpfr_zero_p(n)) return constant(1, 1, x.precision());
  if (is_even(n) && mpfr_sgn(lo(x)) < 0) return integer_power(abs(x), n, defined);
  if (mpfr_sgn(n) > 0) {
    power_of_end(lo(result), lo(x), n, MPFR_RNDD);
    power_of_end(hi(result), hi(x), n, MPFR_RNDU);
  } else if (x.certain_sign() != 0) {
    power_of_end(lo(result), hi(x), n, MPFR_RNDD);
    power_of_end(hi(result), lo(x), n, MPFR_RNDU);
  } else if (mpfr_zero_p(lo(x)) && mpfr_zero_p(hi(x))) {
    defined = Defined::nowhere;
    return result;
  } else {
    // 0 inside: the pieces left and right of 0 reach -inf (n odd; an even n has no left piece any more) and inf.
    defined = both(defined, Defined::partly);
    mpfr_set_inf(lo(result), -1);
    mpfr_set_inf(hi(result), +1);
    if (mpfr_zero_p(lo(x))) power_of_end(lo(result), hi(x), n, MPFR_RNDD);
    if (mpfr_zero_p(hi(x))) power_of_end(hi(result), lo(x), n, MPFR_RNDU);
  }
  settle(result);
  return result;
}

/// x^y for x >= 0: monotone in x and in y, so the extremes are at corners (also in the limits at 0 and infinity).
BigInterval power_at_corners(const BigInterval& x, const BigInterval& y, Precision precision) {
  BigInterval result(precision);
  const RoundNearest guard;
  Real corner(precision.bits);
  bool first = true;
  for (mpfr_srcptr base : {lo(x), hi(x)}) {
    for (mpfr_srcptr exponent : {lo(y), hi(y)}) {
      mpfr_pow(corner, base, exponent, MPFR_RNDD);
      if (first || mpfr_less_p(corner, lo(result))) mpfr_set(lo(result), corner, MPFR_RNDD);
      mpfr_pow(corner, base, exponent, MPFR_RNDU);
      if (first || mpfr_greater_p(corner, hi(result))) mpfr_set(hi(result), corner, MPFR_RNDU);
      first = false;
    }
  }
  settle(result);
  return result;
}

bool contains_integer(const BigInterval& y) {
  if (!y.is_bounded()) return true;
  Real next(mpfr_get_prec(lo(y)));
  mpfr_ceil(next, lo(y));
  return mpfr_lessequal_p(next, hi(y)) != 0;
}

[[noreturn]] void refuse(const char* function, const BigInterval& x, const char* domain) {
  throw DomainError("LC210", std::string(function) + ": the argument " + to_string(x) + " leaves the domain " + domain +
                                 "; restrict it (or pass a Defined)");
}

}  // namespace

BigInterval abs(const BigInterval& x) {
  if (x.is_empty() || mpfr_sgn(lo(x)) >= 0) return x;
  BigInterval result = -x;
  if (mpfr_sgn(hi(x)) <= 0) return result;
  mpfr_set_zero(lo(result), +1);
  mpfr_max(hi(result), hi(result), hi(x), MPFR_RNDU);
  return result;
}

BigInterval square(const BigInterval& x) { return increasing_in_magnitude(mpfr_sqr, x); }

BigInterval floor(const BigInterval& x) {
  return increasing([](mpfr_ptr result, mpfr_srcptr end, mpfr_rnd_t) { return mpfr_floor(result, end); }, x);
}

BigInterval ceil(const BigInterval& x) {
  return increasing([](mpfr_ptr result, mpfr_srcptr end, mpfr_rnd_t) { return mpfr_ceil(result, end); }, x);
}

BigInterval cbrt(const BigInterval& x) { return increasing(mpfr_cbrt, x); }
BigInterval exp(const BigInterval& x) { return increasing(mpfr_exp, x); }
BigInterval expm1(const BigInterval& x) { return increasing(mpfr_expm1, x); }
BigInterval atan(const BigInterval& x) { return increasing(mpfr_atan, x); }
BigInterval sinh(const BigInterval& x) { return increasing(mpfr_sinh, x); }
BigInterval tanh(const BigInterval& x) { return increasing(mpfr_tanh, x); }
BigInterval cosh(const BigInterval& x) { return increasing_in_magnitude(mpfr_cosh, x); }
BigInterval sin(const BigInterval& x) { return wave(mpfr_sin, 1, 3, x); }
BigInterval cos(const BigInterval& x) { return wave(mpfr_cos, 0, 2, x); }

BigInterval tan(const BigInterval& x, Defined& defined) {
  if (x.is_empty()) {
    defined = Defined::nowhere;
    return x;
  }
  const bool known = reducible(lo(x)) && reducible(hi(x));
  if (x.is_point() && mpfr_number_p(lo(x))) {
    return known ? increasing(mpfr_tan, x) : BigInterval::entire(x.precision());
  }
  if (known) {
    const RoundNearest guard;
    const Crossings multiples(lo(x), hi(x));
    if (!multiples.crossed[1] && !multiples.crossed[3]) return increasing(mpfr_tan, x);
  }
  defined = both(defined, Defined::partly);
  return BigInterval::entire(x.precision());
}

BigInterval sqrt(const BigInterval& x, Defined& defined) {
  return increasing_above(mpfr_sqrt, x, 0, Edge::included, defined);
}
BigInterval log(const BigInterval& x, Defined& defined) {
  return increasing_above(mpfr_log, x, 0, Edge::excluded, defined);
}
BigInterval log1p(const BigInterval& x, Defined& defined) {
  return increasing_above(mpfr_log1p, x, -1, Edge::excluded, defined);
}
BigInterval log2(const BigInterval& x, Defined& defined) {
  return increasing_above(mpfr_log2, x, 0, Edge::excluded, defined);
}
BigInterval log10(const BigInterval& x, Defined& defined) {
  return increasing_above(mpfr_log10, x, 0, Edge::excluded, defined);
}
BigInterval asin(const BigInterval& x, Defined& defined) { return increasing(mpfr_asin, cut_to_unit(x, defined)); }

BigInterval acos(const BigInterval& x, Defined& defined) {
  const BigInterval part = cut_to_unit(x, defined);
  BigInterval result(x.precision());
  if (part.is_empty()) return result;
  const RoundNearest guard;
  mpfr_acos(lo(result), hi(part), MPFR_RNDD);
  mpfr_acos(hi(result), lo(part), MPFR_RNDU);
  settle(result);
  return result;
}

BigInterval pow(const BigInterval& x, long n, Defined& defined) {
  Real exponent(64);
  mpfr_set_si(exponent, n, MPFR_RNDN);
  return integer_power(x, exponent, defined);
}

BigInterval pow(const BigInterval& x, const BigInterval& y, Defined& defined) {
  const Precision precision = larger_precision(x, y);
  BigInterval result(precision);
  if (x.is_empty() || y.is_empty()) {
    defined = Defined::nowhere;
    return result;
  }
  if (y.is_point() && mpfr_integer_p(lo(y))) return integer_power(x.at(precision), lo(y), defined);

  const bool negative_powers = mpfr_sgn(lo(y)) < 0;
  const bool positive_powers = mpfr_sgn(hi(y)) >= 0;  // or the power 0: both have a value at x = 0
  Defined found = Defined::nowhere;
  if (mpfr_sgn(hi(x)) > 0) {
    const bool zero_fails = negative_powers && mpfr_zero_p(lo(x));
    found = mpfr_sgn(lo(x)) < 0 || zero_fails ? Defined::partly : Defined::everywhere;
    BigInterval base(x);
    if (mpfr_sgn(lo(x)) < 0) mpfr_set_zero(lo(base), +1);
    result = power_at_corners(base, y, precision);
  } else if (mpfr_zero_p(hi(x)) && positive_powers) {
    found = mpfr_sgn(lo(x)) < 0 || negative_powers ? Defined::partly : Defined::everywhere;
    result = constant(mpfr_sgn(hi(y)) > 0 ? 0 : 1, mpfr_sgn(lo(y)) > 0 ? 0 : 1, precision);
  }
  if (mpfr_sgn(lo(x)) < 0 && contains_integer(y)) {
    // At an integer inside y a negative x has a power, of either sign and of the size of |x|^y.
    found = Defined::partly;
    BigInterval base(x);
    if (mpfr_sgn(hi(x)) > 0) mpfr_set_zero(hi(base), +1);
    const BigInterval magnitude = power_at_corners(abs(base), y, precision);
    result = hull(result, hull(magnitude, -magnitude));
  }
  defined = both(defined, found);
  return result;
}

BigInterval sqrt(const BigInterval& x) {
  Defined defined = Defined::everywhere;
  BigInterval result = sqrt(x, defined);
  if (defined != Defined::everywhere && !x.is_empty()) refuse("sqrt", x, "[0, inf)");
  return result;
}

BigInterval log(const BigInterval& x) {
  Defined defined = Defined::everywhere;
  BigInterval result = log(x, defined);
  if (defined != Defined::everywhere && !x.is_empty()) refuse("log", x, "(0, inf)");
  return result;
}

BigInterval log1p(const BigInterval& x) {
  Defined defined = Defined::everywhere;
  BigInterval result = log1p(x, defined);
  if (defined != Defined::everywhere && !x.is_empty()) refuse("log1p", x, "(-1, inf)");
  return result;
}

BigInterval pow(const BigInterval& x, long n) {
  Defined defined = Defined::everywhere;
  BigInterval result = pow(x, n, defined);
  if (defined != Defined::everywhere && !x.is_empty()) refuse("pow", x, "x != 0 (negative power)");
  return result;
}

BigInterval pi(Precision precision) {
  const RoundNearest guard;
  BigInterval result(precision);
  mpfr_const_pi(lo(result), MPFR_RNDD);
  mpfr_const_pi(hi(result), MPFR_RNDU);
  return result;
}

BigInterval euler_e(Precision precision) { return exp(BigInterval(1, precision)); }

}  // namespace lemmacheck::numerics
