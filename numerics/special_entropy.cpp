// x log x, Bernoulli entropy and relative entropy.
#include "numerics/arb_bridge.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::numerics {

using namespace arb_bridge;

namespace {

void one_minus(arb_ptr r, const arb_t x, long working) {
  arb_sub_ui(r, x, 1, working);
  arb_neg(r, r);
}

void xlogx_at(arb_ptr r, mpfr_srcptr x, long working) {
  if (mpfr_zero_p(x)) return arb_zero(r);
  if (mpfr_inf_p(x)) return arb_pos_inf(r);
  const Ball point(x);
  arb_log(r, point, working);
  arb_mul(r, r, point, working);
}

// -p log p - (1-p) log(1-p) for 0 <= p <= 1; symmetric, so p <= 1/2 may be assumed and 1-p is then exact enough.
void entropy_at(arb_ptr r, mpfr_srcptr p, long working) {
  if (mpfr_zero_p(p) || mpfr_cmp_ui(p, 1) == 0) return arb_zero(r);
  Ball x, co, term;
  arb_set(x, Ball(p));
  if (mpfr_cmp_ui_2exp(p, 1, -1) > 0) one_minus(x, x, ARF_PREC_EXACT);
  one_minus(co, x, working);
  arb_neg(term, x);
  arb_log1p(term, term, working);
  arb_mul(term, term, co, working);
  arb_log(r, x, working);
  arb_mul(r, r, x, working);
  arb_add(r, r, term, working);
  arb_neg(r, r);
}

// p log(p/q) + (1-p) log((1-p)/(1-q)), written as p log1p(d/q) + (1-p) log1p(-d/(1-q)), d = p - q, away from p = 0, 1.
void kl_at(arb_ptr r, mpfr_srcptr p, mpfr_srcptr q, long working) {
  if (mpfr_equal_p(p, q)) return arb_zero(r);
  if (mpfr_zero_p(q) || mpfr_cmp_ui(q, 1) == 0) return arb_pos_inf(r);
  const Ball x(p), y(q);
  Ball co_x, co_y, d, u, v;
  if (mpfr_zero_p(p)) {  // -log(1-q)
    arb_neg(r, y);
    arb_log1p(r, r, working);
    return arb_neg(r, r);
  }
  if (mpfr_cmp_ui(p, 1) == 0) {
    arb_log(r, y, working);
    return arb_neg(r, r);
  }
  one_minus(co_x, x, working);
  one_minus(co_y, y, working);
  arb_div(u, x, y, working);
  arb_sub(d, x, y, working);
  // Near p = q the quotient is near 1 and log1p of the exact difference is accurate; far away the plain logarithm is.
  arb_div(v, d, y, working);
  if (arf_cmpabs_2exp_si(arb_midref(static_cast<arb_srcptr>(v)), -1) < 0) {
    arb_log1p(u, v, working);
  } else {
    arb_log(u, u, working);
  }
  arb_mul(u, u, x, working);
  arb_div(v, d, co_y, working);
  arb_neg(v, v);
  if (arf_cmpabs_2exp_si(arb_midref(static_cast<arb_srcptr>(v)), -1) < 0) {
    arb_log1p(v, v, working);
  } else {
    arb_div(v, co_x, co_y, working);
    arb_log(v, v, working);
  }
  arb_mul(v, v, co_x, working);
  arb_add(r, u, v, working);
}

// The sign of 1 + log x, the derivative of x log x.
int slope_sign(mpfr_srcptr x, Precision precision) {
  if (mpfr_zero_p(x)) return -1;
  if (mpfr_cmp_ui_2exp(x, 1, -1) >= 0) return 1;
  return certain_sign(precision, [&](arb_ptr r, long working) {
    arb_log(r, Ball(x), working);
    arb_add_ui(r, r, 1, working);
  });
}

}  // namespace

BigInterval xlogx(const BigInterval& x, Defined& defined) {
  const Precision precision = x.precision();
  const BigInterval inside = cut_below(x, 0, DomainEdge::closed, defined);
  if (inside.is_empty()) return inside;
  if (inside.is_point() || slope_sign(lo(inside), precision) > 0) return increasing(inside, precision, xlogx_at);
  if (slope_sign(hi(inside), precision) < 0) return decreasing(inside, precision, xlogx_at);
  // Convex with minimum -1/e at 1/e.
  BigInterval result =
      hull(increasing(inside.lower(), precision, xlogx_at), increasing(inside.upper(), precision, xlogx_at));
  Ball minimum;
  evaluate(minimum, precision, [](arb_ptr r, long working) {
    arb_set_si(r, -1);
    arb_exp(r, r, working);
    arb_neg(r, r);
  });
  round_lower(lo(result), minimum);
  return result;
}

BigInterval entropy(const BigInterval& p, Defined& defined) {
  const Precision precision = p.precision();
  const BigInterval inside = cut_to(p, 0, 1, defined);
  if (inside.is_empty()) return inside;
  BigInterval result(precision);
  if (mpfr_cmp_ui_2exp(hi(inside), 1, -1) <= 0) {
    result = increasing(inside, precision, entropy_at);
  } else if (mpfr_cmp_ui_2exp(lo(inside), 1, -1) >= 0) {
    result = decreasing(inside, precision, entropy_at);
  } else {  // concave with maximum log 2 at 1/2
    result = min(increasing(inside.lower(), precision, entropy_at), increasing(inside.upper(), precision, entropy_at));
    Ball maximum;
    evaluate(maximum, precision, [](arb_ptr r, long working) { arb_const_log2(r, working); });
    round_upper(hi(result), maximum);
  }
  clamp_below(result, 0);
  return result;
}

BigInterval kl(const BigInterval& p, const BigInterval& q, Defined& defined) {
  const Precision precision = std::max(p.precision(), q.precision());
  const BigInterval in_p = cut_to(p, 0, 1, defined);
  const BigInterval in_q = cut_above(cut_below(q, 0, DomainEdge::open, defined), 1, DomainEdge::open, defined);
  BigInterval result(precision);
  if (in_p.is_empty() || in_q.is_empty()) return result;
  const mpfr_srcptr p_low = lo(in_p), p_high = hi(in_p), q_low = lo(in_q), q_high = hi(in_q);
  const auto at = [&](mpfr_srcptr x, mpfr_srcptr y) {
    Ball value;
    evaluate(value, precision, [&](arb_ptr r, long working) { kl_at(r, x, y, working); });
    return enclose(value, precision);
  };
  if (in_p.is_point() && in_q.is_point()) {
    result = at(p_low, q_low);
    clamp_below(result, 0);
    return result;
  }
  // At fixed q it falls for p < q and rises for p > q, and the same in q at fixed p. So the smallest value is 0 when
  // the ranges meet and else at the nearest corner; the largest is at one of the two corners that lie farthest apart:
  // from any (p, q) with p <= q both moving p down and q up increases the value, else the opposite moves do.
  const BigInterval up = at(p_low, q_high), down = at(p_high, q_low);
  if (mpfr_less_p(p_high, q_low)) {
    result = from_ends(lo(down), hi(up), precision);
  } else if (mpfr_less_p(q_high, p_low)) {
    result = from_ends(lo(up), hi(down), precision);
  } else {
    result = hull(BigInterval(0, precision), hull(up, down));
  }
  clamp_below(result, 0);
  return result;
}

}  // namespace lemmacheck::numerics
