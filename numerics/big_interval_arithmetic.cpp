// Addition, multiplication, division. MPFR rounds every operation on two ends correctly in the asked direction, so
// each result is the smallest interval of its precision.
#include <string>

#include "numerics/big_interval.hpp"
#include "numerics/big_interval_ends.hpp"
#include "numerics/decimal_text.hpp"
#include "numerics/error.hpp"

namespace lemmacheck::numerics {
namespace {

/// Product of two ends. An infinite end is a limit of points, each of which times 0 is 0.
void multiply_ends(mpfr_ptr result, mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t rounding) {
  if (mpfr_zero_p(a) || mpfr_zero_p(b)) {
    mpfr_set_zero(result, +1);
  } else {
    mpfr_mul(result, a, b, rounding);
  }
}

struct Signs {
  bool nonnegative, nonpositive;
};

Signs signs(const BigInterval& x) { return {mpfr_sgn(lo(x)) >= 0, mpfr_sgn(hi(x)) <= 0}; }

/// a / b for a denominator b of one certain sign.
void divide_without_zero(BigInterval& result, const BigInterval& a, const BigInterval& b) {
  const Signs sign = signs(a);
  if (mpfr_sgn(lo(b)) > 0) {
    mpfr_div(lo(result), lo(a), sign.nonnegative ? hi(b) : lo(b), MPFR_RNDD);
    mpfr_div(hi(result), hi(a), sign.nonpositive ? hi(b) : lo(b), MPFR_RNDU);
  } else {
    mpfr_div(lo(result), hi(a), sign.nonpositive ? lo(b) : hi(b), MPFR_RNDD);
    mpfr_div(hi(result), lo(a), sign.nonnegative ? lo(b) : hi(b), MPFR_RNDU);
  }
}

/// The quotients a / y for 0 < y <= b.
BigInterval divide_by_positive(const BigInterval& a, mpfr_srcptr b, Precision precision) {
  BigInterval result = BigInterval::entire(precision);
  if (mpfr_sgn(lo(a)) >= 0) mpfr_div(lo(result), lo(a), b, MPFR_RNDD);
  if (mpfr_sgn(hi(a)) <= 0) mpfr_div(hi(result), hi(a), b, MPFR_RNDU);
  settle(result);
  return result;
}

}  // namespace

BigInterval operator+(const BigInterval& a, const BigInterval& b) {
  BigInterval result(larger_precision(a, b));
  if (a.is_empty() || b.is_empty()) return result;
  mpfr_add(lo(result), lo(a), lo(b), MPFR_RNDD);
  mpfr_add(hi(result), hi(a), hi(b), MPFR_RNDU);
  settle(result);
  return result;
}

BigInterval operator-(const BigInterval& a, const BigInterval& b) {
  BigInterval result(larger_precision(a, b));
  if (a.is_empty() || b.is_empty()) return result;
  mpfr_sub(lo(result), lo(a), hi(b), MPFR_RNDD);
  mpfr_sub(hi(result), hi(a), lo(b), MPFR_RNDU);
  settle(result);
  return result;
}

BigInterval operator*(const BigInterval& a, const BigInterval& b) {
  BigInterval result(larger_precision(a, b));
  if (a.is_empty() || b.is_empty()) return result;
  const Signs sa = signs(a);
  const Signs sb = signs(b);
  if (sb.nonnegative) {
    multiply_ends(lo(result), lo(a), sa.nonnegative ? lo(b) : hi(b), MPFR_RNDD);
    multiply_ends(hi(result), hi(a), sa.nonpositive ? lo(b) : hi(b), MPFR_RNDU);
  } else if (sb.nonpositive) {
    multiply_ends(lo(result), hi(a), sa.nonpositive ? hi(b) : lo(b), MPFR_RNDD);
    multiply_ends(hi(result), lo(a), sa.nonnegative ? hi(b) : lo(b), MPFR_RNDU);
  } else if (sa.nonnegative) {
    multiply_ends(lo(result), hi(a), lo(b), MPFR_RNDD);
    multiply_ends(hi(result), hi(a), hi(b), MPFR_RNDU);
  } else if (sa.nonpositive) {
    multiply_ends(lo(result), lo(a), hi(b), MPFR_RNDD);
    multiply_ends(hi(result), lo(a), lo(b), MPFR_RNDU);
  } else {
    Real other(result.precision().bits);
    mpfr_mul(lo(result), lo(a), hi(b), MPFR_RNDD);
    mpfr_mul(other, hi(a), lo(b), MPFR_RNDD);
    mpfr_min(lo(result), lo(result), other, MPFR_RNDD);
    mpfr_mul(hi(result), lo(a), lo(b), MPFR_RNDU);
    mpfr_mul(other, hi(a), hi(b), MPFR_RNDU);
    mpfr_max(hi(result), hi(result), other, MPFR_RNDU);
  }
  settle(result);
  return result;
}

BigInterval divide(const BigInterval& a, const BigInterval& b, Defined& defined) {
  const Precision precision = larger_precision(a, b);
  BigInterval result(precision);
  const bool no_denominator = !b.is_empty() && mpfr_zero_p(lo(b)) && mpfr_zero_p(hi(b));
  if (a.is_empty() || b.is_empty() || no_denominator) {
    defined = Defined::nowhere;
    return result;
  }
  if (b.certain_sign() != 0) {
    divide_without_zero(result, a, b);
    settle(result);
    return result;
  }
  defined = both(defined, Defined::partly);
  if (mpfr_sgn(hi(b)) > 0) result = divide_by_positive(a, hi(b), precision);
  if (mpfr_sgn(lo(b)) < 0) {
    const BigInterval negated = -b;
    result = hull(result, divide_by_positive(-a, hi(negated), precision));
  }
  return result;
}

BigInterval operator/(const BigInterval& a, const BigInterval& b) {
  Defined defined = Defined::everywhere;
  BigInterval result = divide(a, b, defined);
  if (defined != Defined::everywhere && !a.is_empty() && !b.is_empty()) {
    throw DomainError("LC210", "division: the denominator " + to_string(b) +
                                   " contains 0; it must not (or use divide with a Defined)");
  }
  return result;
}

BigInterval BigInterval::operator-() const {
  BigInterval result(precision());
  if (is_empty()) return result;
  mpfr_neg(lo(result), hi(*this), MPFR_RNDD);
  mpfr_neg(hi(result), lo(*this), MPFR_RNDU);
  settle(result);
  return result;
}

}  // namespace lemmacheck::numerics
