// Gamma, its logarithm and its logarithmic derivative.
//
// On (0, inf) and on every (-n-1, -n) the function log|Gamma| is convex: its second derivative, the trigamma function,
// is the sum of the squares 1/(x+k)^2. So on a sub-interval its largest value is at an end, and its smallest at an end
// unless the digamma function changes sign inside; the minimum is then bounded by strong convexity:
//   min over the cell >= f(c) - psi(c)^2 / (2 s)   for every c of the cell part where trigamma >= s.
#include "numerics/arb_bridge.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::numerics {

using namespace arb_bridge;

namespace {

void digamma_at(arb_ptr r, mpfr_srcptr x, long working) {
  if (mpfr_zero_p(x)) return arb_neg_inf(r);
  if (mpfr_inf_p(x)) return arb_pos_inf(r);
  arb_digamma(r, Ball(x), working);
}

void lgamma_at(arb_ptr r, mpfr_srcptr x, long working) {
  if (mpfr_zero_p(x) || mpfr_inf_p(x)) return arb_pos_inf(r);
  if (mpfr_cmp_ui(x, 1) == 0 || mpfr_cmp_ui(x, 2) == 0) return arb_zero(r);
  arb_lgamma(r, Ball(x), working);
}

// |Gamma| inside a cell; at the poles, which occur only as ends of a cell, infinity.
void abs_gamma_at(arb_ptr r, mpfr_srcptr x, long working) {
  if (mpfr_inf_p(x) || (mpfr_integer_p(x) && mpfr_sgn(x) <= 0)) return arb_pos_inf(r);
  arb_gamma(r, Ball(x), working);
  if (mpfr_sgn(x) < 0) arb_abs(r, r);
}

int digamma_sign(mpfr_srcptr x, Precision precision) {
  if (mpfr_inf_p(x)) return 1;
  if (mpfr_integer_p(x) && mpfr_sgn(x) <= 0) return 0;
  return certain_sign(precision, [&](arb_ptr r, long working) { digamma_at(r, x, working); });
}

// A point near the zero of digamma between low (psi < 0) and high (psi > 0), found by false position (Illinois);
// no accuracy is promised: the bound at the top holds for every c.
void approach_stationary_point(arb_ptr c, arb_ptr low, arb_ptr high, long working) {
  Ball f_low, f_high, f, step;
  arb_digamma(f_low, low, working);
  arb_digamma(f_high, high, working);
  arb_get_mid_arb(f_low, f_low);
  arb_get_mid_arb(f_high, f_high);
  int last_side = 0;
  for (int count = 0; count < 100; ++count) {
    arb_sub(f, f_high, f_low, working);
    arb_sub(step, high, low, working);
    arb_div(step, step, f, working);
    arb_mul(step, step, f_high, working);
    arb_sub(c, high, step, working);
    arb_get_mid_arb(c, c);
    if (!(arb_gt(c, low) && arb_lt(c, high))) {
      arb_add(c, low, high, working);
      arb_mul_2exp_si(c, c, -1);
      arb_get_mid_arb(c, c);
    }
    arb_digamma(f, c, working);
    arb_get_mid_arb(f, f);
    // Its square is what counts.
    if (arf_cmpabs_2exp_si(arb_midref(static_cast<arb_srcptr>(f)), -working / 2 - 4) < 0) return;
    const int side = arb_is_negative(f) ? -1 : 1;
    arb_set(side < 0 ? low : high, c);
    arb_set(side < 0 ? static_cast<arb_ptr>(f_low) : static_cast<arb_ptr>(f_high), f);
    arb_ptr kept = side < 0 ? static_cast<arb_ptr>(f_high) : static_cast<arb_ptr>(f_low);
    if (side == last_side) arb_mul_2exp_si(kept, kept, -1);
    last_side = side;
  }
}

// The minimum of log|Gamma| over the cell [1, 2] or (-cell-1, -cell), from below.
void log_minimum(arb_ptr r, long cell, bool positive, long working) {
  Ball low, high, c, slope;
  if (positive) {
    arb_set_d(low, 1.46163214496836);
    arb_set_d(high, 1.46163214496837);
  } else {
    arb_set_si(low, -cell - 1);  // psi < 0 near the left end of a cell on the negative axis, > 0 near the right end
    arb_set_si(high, -cell);
    arb_set_d(c, 1.0 / 1024);
    arb_add(low, low, c, working);
    // The zero is about 1/log(cell) right of the left end, more than 1/1024 for a cell below 2^52.
    arb_set_d(c, 0x1p-40);
    arb_sub(high, high, c, working);
  }
  approach_stationary_point(c, low, high, working);
  arb_digamma(slope, c, working);
  arb_mul(slope, slope, slope, working);
  // trigamma >= 0.64 on [1, 2] (its value at 2 is pi^2/6 - 1); >= 8 between poles (two of its squares).
  if (positive) {
    arb_mul_ui(slope, slope, 25, working);
    arb_div_ui(slope, slope, 32, working);
  } else {
    arb_mul_2exp_si(slope, slope, -4);
  }
  if (positive) {
    arb_lgamma(r, c, working);
  } else {
    arb_gamma(r, c, working);
    arb_abs(r, r);
    arb_log(r, r, working);
  }
  arb_sub(r, r, slope, working);
}

struct Shape {
  bool falls;  // certainly decreasing on the interval
  bool rises;  // certainly increasing
};

Shape shape_on(mpfr_srcptr left, mpfr_srcptr right, Precision precision) {
  const int at_left = digamma_sign(left, precision);
  if (at_left > 0) return {false, true};
  return {digamma_sign(right, precision) < 0, false};
}

// |Gamma| on [left, right] within one cell: poles may be its ends.
BigInterval abs_gamma_on_cell(mpfr_srcptr left, mpfr_srcptr right, Precision precision) {
  const BigInterval x = from_ends(left, right, Precision(std::max(mpfr_get_prec(left), mpfr_get_prec(right))));
  if (x.is_point()) return increasing(x, precision, abs_gamma_at);
  const Shape shape = shape_on(left, right, precision);
  if (shape.rises) return increasing(x, precision, abs_gamma_at);
  if (shape.falls) return decreasing(x, precision, abs_gamma_at);
  BigInterval result =
      hull(increasing(x.lower(), precision, abs_gamma_at), increasing(x.upper(), precision, abs_gamma_at));
  const bool positive = mpfr_sgn(right) > 0;
  Ball minimum;
  if (positive || mpfr_cmp_si_2exp(right, -1, 52) > 0) {
    const long cell = positive ? 0 : -mpfr_get_si(right, MPFR_RNDU);
    evaluate(minimum, precision, [&](arb_ptr r, long working) {
      log_minimum(r, cell, positive, working);
      arb_exp(r, r, working);
    });
  }
  round_lower(lo(result), minimum);
  clamp_below(result, 0);
  return result;
}

}  // namespace

BigInterval digamma(const BigInterval& x, Defined& defined) {
  const BigInterval inside = cut_below(x, 0, DomainEdge::open, defined);
  return inside.is_empty() ? inside : increasing(inside, x.precision(), digamma_at);
}

BigInterval lgamma(const BigInterval& x, Defined& defined) {
  const Precision precision = x.precision();
  const BigInterval inside = cut_below(x, 0, DomainEdge::open, defined);
  if (inside.is_empty()) return inside;
  if (inside.is_point()) return increasing(inside, precision, lgamma_at);
  const Shape shape = shape_on(lo(inside), hi(inside), precision);
  if (shape.rises) return increasing(inside, precision, lgamma_at);
  if (shape.falls) return decreasing(inside, precision, lgamma_at);
  BigInterval result =
      hull(increasing(inside.lower(), precision, lgamma_at), increasing(inside.upper(), precision, lgamma_at));
  Ball minimum;
  evaluate(minimum, precision, [](arb_ptr r, long working) { log_minimum(r, 0, true, working); });
  round_lower(lo(result), minimum);
  return result;
}

BigInterval gamma(const BigInterval& x, Defined& defined) {
  const Precision precision = x.precision();
  if (x.is_empty()) {
    defined = Defined::nowhere;
    return x;
  }
  const mpfr_srcptr left = lo(x), right = hi(x);
  if (mpfr_sgn(left) > 0) return abs_gamma_on_cell(left, right, precision);
  const bool left_pole = mpfr_inf_p(left) || mpfr_integer_p(left);
  const bool right_pole = mpfr_sgn(right) <= 0 && mpfr_integer_p(right);
  if (x.is_point() && left_pole) {
    defined = Defined::nowhere;
    return BigInterval(precision);
  }
  // The cell of the left end is (floor, floor + 1), or (0, inf).
  BigInterval cell = x;
  mpfr_ptr floor_left = lo(cell);
  mpfr_ptr cell_right = hi(cell);
  mpfr_floor(floor_left, left);
  const bool positive_cell = mpfr_zero_p(floor_left);
  // For |x| with more bits before the point than the precision, x would be an integer: floor + 1 is exact here.
  mpfr_add_ui(cell_right, floor_left, 1, MPFR_RNDN);
  const bool single_cell = !mpfr_inf_p(left) && (positive_cell || mpfr_cmp(right, cell_right) <= 0);
  if (left_pole || right_pole || !single_cell) defined = both(defined, Defined::partly);
  if (!single_cell) return BigInterval::entire(precision);
  BigInterval size = abs_gamma_on_cell(left, right, precision);
  if (positive_cell) return size;
  // Gamma has the sign (-1)^(floor) on (floor, floor + 1) for floor < 0.
  const bool odd = [&] {
    mpfr_div_2ui(cell_right, floor_left, 1, MPFR_RNDN);
    return !mpfr_integer_p(cell_right);
  }();
  return odd ? -size : size;
}

}  // namespace lemmacheck::numerics
