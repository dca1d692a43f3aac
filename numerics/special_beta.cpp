// The regularised incomplete beta function and its inverse.
#include <initializer_list>

#include "numerics/arb_bridge.hpp"
#include "numerics/beta_series.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::numerics {

using namespace arb_bridge;

namespace {

// Below 2^-40 a parameter puts nearly all mass closer to 0 or 1 than any number of use: no inverse is tried.
constexpr long least_exponent = -40;

bool is_half(mpfr_srcptr x) { return mpfr_cmp_ui_2exp(x, 1, -1) == 0; }
bool is_one(mpfr_srcptr x) { return mpfr_cmp_ui(x, 1) == 0; }

void one_minus(arb_ptr r, const arb_t x, long working) {
  arb_sub_ui(r, x, 1, working);
  arb_neg(r, r);
}

// I_x(a, b) at ends; 0 and infinity for a, b stand for limits.
void beta_at(arb_ptr r, mpfr_srcptr a, mpfr_srcptr b, mpfr_srcptr x, long working) {
  if (mpfr_zero_p(x)) return arb_zero(r);
  if (is_one(x) || mpfr_zero_p(a) || mpfr_inf_p(b)) return arb_one(r);
  if (mpfr_inf_p(a) || mpfr_zero_p(b)) return arb_zero(r);
  const Ball ball_a(a), ball_b(b), ball_x(x);
  if (is_one(a) && is_one(b)) return arb_set(r, ball_x);
  if (is_half(x) && mpfr_equal_p(a, b)) return arb_set_d(r, 0.5);
  Ball co;
  if (is_one(b)) {
    arb_log(r, ball_x, working);
    arb_mul(r, r, ball_a, working);
    return arb_exp(r, r, working);
  }
  if (is_one(a)) {
    arb_neg(co, ball_x);
    arb_log1p(r, co, working);
    arb_mul(r, r, ball_b, working);
    arb_expm1(r, r, working);
    return arb_neg(r, r);
  }
  one_minus(co, ball_x, working);
  beta_regularised(r, ball_a, ball_b, ball_x, co, working);
}

void beta_half_at(arb_ptr r, mpfr_srcptr a, mpfr_srcptr t, long working) {
  if (mpfr_zero_p(t)) return arb_one(r);
  if (is_one(t)) return arb_zero(r);
  if (mpfr_zero_p(a)) return arb_one(r);
  if (mpfr_inf_p(a)) return arb_zero(r);
  beta_half(r, Ball(a), Ball(t), working);
}

BigInterval unit_interval(Precision precision) {
  BigInterval result(precision);
  mpfr_set_zero(lo(result), 1);
  mpfr_set_ui(hi(result), 1, MPFR_RNDU);
  return result;
}

// Widens [c - e, c + e] until a function increasing in x is certainly negative at the lower and positive at the upper
// end; the ends are then proven, whatever c was. Where the sign cannot be decided an end stays 0 or 1.
template <class Sign>
BigInterval certify_around(const arb_t c, Precision precision, Sign&& sign) {
  BigInterval result = unit_interval(precision);
  if (!arb_is_finite(c) || !arb_is_positive(c)) return result;
  BigInterval candidate(precision);
  Ball radius, end;
  const long working = precision.bits + 2 * spare_bits;
  bool low_done = false, high_done = false;
  for (long shift = precision.bits + spare_bits - 8; shift > -8 && !(low_done && high_done); shift -= 8) {
    arb_mul_2exp_si(radius, c, -shift);
    if (!low_done) {
      arb_sub(end, c, radius, working);
      round_lower(lo(candidate), end);
      const int found = mpfr_sgn(lo(candidate)) <= 0 ? 0 : sign(lo(candidate));
      low_done = found <= 0;
      if (found < 0) mpfr_swap(lo(result), lo(candidate));
    }
    if (!high_done) {
      arb_add(end, c, radius, working);
      round_upper(hi(candidate), end);
      const int found = mpfr_cmp_ui(hi(candidate), 1) >= 0 ? 0 : sign(hi(candidate));
      high_done = found >= 0;
      if (found > 0) mpfr_swap(hi(result), hi(candidate));
    }
  }
  return result;
}

// Near the x with I_x(a, b) = p or near 1 - x, from the tail that is easier; not finite when the search fails.
void approx_inverse(arb_ptr r, const arb_t a, const arb_t b, const arb_t p, bool complement, long working) {
  Ball q;
  const bool low_tail = arf_cmpabs_2exp_si(arb_midref(p), -1) <= 0;
  for (const bool lower : {low_tail, !low_tail}) {
    one_minus(q, p, working + 64);
    arb_get_mid_arb(q, q);
    const bool found = lower ? approx_log_quantile(r, a, b, p, working) : approx_log_quantile(r, b, a, q, working);
    if (!found) continue;
    if (lower != complement) {
      arb_exp(r, r, working);
    } else {
      arb_expm1(r, r, working);
      arb_neg(r, r);
    }
    return arb_get_mid_arb(r, r);
  }
  arb_indeterminate(r);
}

// The x with I_x(a, b) = p, for end points; limits as in beta_at.
BigInterval beta_inverse_at(mpfr_srcptr a, mpfr_srcptr b, mpfr_srcptr p, Precision precision) {
  if (mpfr_zero_p(p)) return BigInterval(0, precision);
  if (is_one(p)) return BigInterval(1, precision);
  if (mpfr_zero_p(a) || mpfr_zero_p(b) || mpfr_inf_p(a) || mpfr_inf_p(b)) return unit_interval(precision);
  if (mpfr_get_exp(a) < least_exponent || mpfr_get_exp(b) < least_exponent) return unit_interval(precision);
  const Ball ball_a(a), ball_b(b), ball_p(p);
  Ball value;
  if (is_one(a) && is_one(b)) return from_ends(p, p, precision);
  if (is_half(p) && mpfr_equal_p(a, b)) {
    arb_set_d(value, 0.5);
    return enclose(value, precision);
  }
  if (is_one(a) || is_one(b)) {
    evaluate(value, precision, [&](arb_ptr r, long working) {
      if (is_one(b)) {  // p^(1/a)
        arb_log(r, ball_p, working);
        arb_div(r, r, ball_a, working);
        arb_exp(r, r, working);
      } else {  // 1 - (1-p)^(1/b)
        arb_neg(r, ball_p);
        arb_log1p(r, r, working);
        arb_div(r, r, ball_b, working);
        arb_expm1(r, r, working);
        arb_neg(r, r);
      }
    });
    BigInterval result = enclose(value, precision);
    clamp_below(result, 0);
    clamp_above(result, 1);
    return result;
  }
  const RoundNearest nearest;
  const long working = precision.bits + 2 * spare_bits;
  approx_inverse(value, ball_a, ball_b, ball_p, false, working);
  return certify_around(value, precision, [&](mpfr_srcptr x) {  // the sign of I_x(a, b) - p
    return certain_sign(precision, [&](arb_ptr r, long w) {
      beta_at(r, a, b, x, w);
      arb_sub(r, r, ball_p, w);
    });
  });
}

// The t with I_{1-t^2}(a, 1/2) = p.
BigInterval beta_half_inverse_at(mpfr_srcptr a, mpfr_srcptr p, Precision precision) {
  if (mpfr_zero_p(p)) return BigInterval(1, precision);
  if (is_one(p)) return BigInterval(0, precision);
  if (mpfr_zero_p(a) || mpfr_inf_p(a) || mpfr_get_exp(a) < least_exponent) return unit_interval(precision);
  const Ball ball_a(a), ball_p(p);
  Ball value, half;
  if (is_one(a)) {
    evaluate(value, precision, [&](arb_ptr r, long working) { one_minus(r, ball_p, working); });
    BigInterval result = enclose(value, precision);
    clamp_above(result, 1);
    return result;
  }
  const RoundNearest nearest;
  const long working = precision.bits + 2 * spare_bits;
  arb_set_d(half, 0.5);
  approx_inverse(value, ball_a, half, ball_p, true, working);  // t^2 = 1 - x
  arb_sqrt(value, value, working);
  arb_get_mid_arb(value, value);
  return certify_around(value, precision, [&](mpfr_srcptr t) {  // the sign of p - I_{1-t^2}(a, 1/2)
    return certain_sign(precision, [&](arb_ptr r, long w) {
      beta_half_at(r, a, t, w);
      arb_sub(r, ball_p, r, w);
    });
  });
}

Precision largest(const BigInterval& a, const BigInterval& b) { return std::max(a.precision(), b.precision()); }

// The lower end of `low` with the upper end of `high`, in place of the hull: both are enclosures of the two corners.
BigInterval between(const BigInterval& low, const BigInterval& high, Precision precision) {
  return from_ends(lo(low), hi(high), precision);
}

}  // namespace

BigInterval beta_inc(const BigInterval& a, const BigInterval& b, const BigInterval& x, Defined& defined) {
  const Precision precision = std::max(largest(a, b), x.precision());
  const BigInterval in_a = cut_below(a, 0, DomainEdge::open, defined);
  const BigInterval in_b = cut_below(b, 0, DomainEdge::open, defined);
  const BigInterval in_x = cut_to(x, 0, 1, defined);
  BigInterval result(precision);
  if (in_a.is_empty() || in_b.is_empty() || in_x.is_empty()) return result;
  Ball value;
  evaluate(value, precision, [&](arb_ptr r, long working) { beta_at(r, hi(in_a), lo(in_b), lo(in_x), working); });
  round_lower(lo(result), value);
  if (!in_a.is_point() || !in_b.is_point() || !in_x.is_point()) {
    evaluate(value, precision, [&](arb_ptr r, long working) { beta_at(r, lo(in_a), hi(in_b), hi(in_x), working); });
  }
  round_upper(hi(result), value);
  clamp_below(result, 0);
  clamp_above(result, 1);
  return result;
}

BigInterval beta_inc_half(const BigInterval& a, const BigInterval& t, Defined& defined) {
  const Precision precision = largest(a, t);
  const BigInterval in_a = cut_below(a, 0, DomainEdge::open, defined);
  const BigInterval in_t = cut_to(t, 0, 1, defined);
  BigInterval result(precision);
  if (in_a.is_empty() || in_t.is_empty()) return result;
  Ball value;
  evaluate(value, precision, [&](arb_ptr r, long working) { beta_half_at(r, hi(in_a), hi(in_t), working); });
  round_lower(lo(result), value);
  if (!in_a.is_point() || !in_t.is_point()) {
    evaluate(value, precision, [&](arb_ptr r, long working) { beta_half_at(r, lo(in_a), lo(in_t), working); });
  }
  round_upper(hi(result), value);
  clamp_below(result, 0);
  clamp_above(result, 1);
  return result;
}

BigInterval beta_inc_inverse(const BigInterval& a, const BigInterval& b, const BigInterval& p, Defined& defined) {
  const Precision precision = std::max(largest(a, b), p.precision());
  const BigInterval in_a = cut_below(a, 0, DomainEdge::open, defined);
  const BigInterval in_b = cut_below(b, 0, DomainEdge::open, defined);
  const BigInterval in_p = cut_to(p, 0, 1, defined);
  if (in_a.is_empty() || in_b.is_empty() || in_p.is_empty()) return BigInterval(precision);
  // I is decreasing in a and increasing in b and x, so the inverse increases in a and p and decreases in b.
  const BigInterval low = beta_inverse_at(lo(in_a), hi(in_b), lo(in_p), precision);
  if (in_a.is_point() && in_b.is_point() && in_p.is_point()) return low;
  return between(low, beta_inverse_at(hi(in_a), lo(in_b), hi(in_p), precision), precision);
}

BigInterval beta_inc_half_inverse(const BigInterval& a, const BigInterval& p, Defined& defined) {
  const Precision precision = largest(a, p);
  const BigInterval in_a = cut_below(a, 0, DomainEdge::open, defined);
  const BigInterval in_p = cut_to(p, 0, 1, defined);
  if (in_a.is_empty() || in_p.is_empty()) return BigInterval(precision);
  const BigInterval low = beta_half_inverse_at(hi(in_a), hi(in_p), precision);
  if (in_a.is_point() && in_p.is_point()) return low;
  return between(low, beta_half_inverse_at(lo(in_a), lo(in_p), precision), precision);
}

}  // namespace lemmacheck::numerics
