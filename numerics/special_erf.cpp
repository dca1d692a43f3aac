// Error function, its complement, the normal distribution function, the logistic functions and Lambert's W.
#include "numerics/arb_bridge.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::numerics {

using namespace arb_bridge;

namespace {

void erf_at(arb_ptr r, mpfr_srcptr x, long working) {
  if (mpfr_inf_p(x)) return arb_set_si(r, mpfr_sgn(x));
  arb_hypgeom_erf(r, Ball(x), working);
}

void erfc_at(arb_ptr r, mpfr_srcptr x, long working) {
  if (mpfr_inf_p(x)) return arb_set_si(r, 1 - mpfr_sgn(x));
  arb_hypgeom_erfc(r, Ball(x), working);
}

void normal_cdf_at(arb_ptr r, mpfr_srcptr x, long working) {
  if (mpfr_inf_p(x)) return arb_set_si(r, mpfr_sgn(x) > 0);
  Ball root;
  arb_sqrt_ui(root, 2, working);
  arb_div(r, Ball(x), root, working);
  arb_neg(r, r);
  arb_hypgeom_erfc(r, r, working);
  arb_mul_2exp_si(r, r, -1);
}

void sigmoid_at(arb_ptr r, mpfr_srcptr x, long working) {
  if (mpfr_inf_p(x)) return arb_set_si(r, mpfr_sgn(x) > 0);
  Ball e;
  arb_set(e, Ball(x));
  const bool positive = mpfr_sgn(x) > 0;
  if (positive) arb_neg(e, e);
  arb_exp(e, e, working);  // exp(-|x|): 1/(1+e) for x > 0, e/(1+e) otherwise
  arb_add_ui(r, e, 1, working);
  if (positive) {
    arb_ui_div(r, 1, r, working);
  } else {
    arb_div(r, e, r, working);
  }
}

void softplus_at(arb_ptr r, mpfr_srcptr x, long working) {
  if (mpfr_inf_p(x)) return mpfr_sgn(x) > 0 ? arb_pos_inf(r) : arb_zero(r);
  const Ball point(x);
  const bool positive = mpfr_sgn(x) > 0;
  arb_set(r, point);
  if (positive) arb_neg(r, r);
  arb_exp(r, r, working);
  arb_log1p(r, r, working);  // log(1 + e^x) = x + log(1 + e^-x)
  if (positive) arb_add(r, r, point, working);
}

void lambert_at(arb_ptr r, mpfr_srcptr x, long working) {
  if (mpfr_inf_p(x)) return arb_pos_inf(r);
  arb_lambertw(r, Ball(x), 0, working);
}

// The sign of x + 1/e.
int branch_side(mpfr_srcptr x, Precision precision) {
  if (mpfr_inf_p(x)) return mpfr_sgn(x);
  return certain_sign(precision, [&](arb_ptr r, long working) {
    arb_set_si(r, -1);
    arb_exp(r, r, working);
    arb_add(r, r, Ball(x), working);
  });
}

}  // namespace

BigInterval erf(const BigInterval& x) {
  if (x.is_empty()) return x;
  BigInterval result = increasing(x, x.precision(), erf_at);
  clamp_below(result, -1);
  clamp_above(result, 1);
  return result;
}

BigInterval erfc(const BigInterval& x) {
  if (x.is_empty()) return x;
  BigInterval result = decreasing(x, x.precision(), erfc_at);
  clamp_below(result, 0);
  clamp_above(result, 2);
  return result;
}

BigInterval normal_cdf(const BigInterval& x) {
  if (x.is_empty()) return x;
  BigInterval result = increasing(x, x.precision(), normal_cdf_at);
  clamp_below(result, 0);
  clamp_above(result, 1);
  return result;
}

BigInterval sigmoid(const BigInterval& x) {
  if (x.is_empty()) return x;
  BigInterval result = increasing(x, x.precision(), sigmoid_at);
  clamp_below(result, 0);
  clamp_above(result, 1);
  return result;
}

BigInterval softplus(const BigInterval& x) {
  if (x.is_empty()) return x;
  BigInterval result = increasing(x, x.precision(), softplus_at);
  clamp_below(result, 0);
  return result;
}

BigInterval lambert_w(const BigInterval& x, Defined& defined) {
  const Precision precision = x.precision();
  if (x.is_empty() || branch_side(hi(x), precision) < 0) {
    defined = Defined::nowhere;
    return BigInterval(precision);
  }
  BigInterval result(precision);
  Ball value;
  if (branch_side(lo(x), precision) > 0) {
    evaluate(value, precision, [&](arb_ptr r, long working) { lambert_at(r, lo(x), working); });
    round_lower(lo(result), value);
  } else {
    defined = both(defined, Defined::partly);
    mpfr_set_si(lo(result), -1, MPFR_RNDD);
  }
  if (!x.is_point() || mpfr_cmp_si(lo(result), -1) == 0) {
    evaluate(value, precision, [&](arb_ptr r, long working) { lambert_at(r, hi(x), working); });
  }
  round_upper(hi(result), value);
  clamp_below(result, -1);
  return result;
}

}  // namespace lemmacheck::numerics
