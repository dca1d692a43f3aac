#include "numerics/beta_series.hpp"

#include <cmath>

namespace lemmacheck::numerics::arb_bridge {

namespace {

constexpr double largest_series = 3e5;      // terms
constexpr int most_steps = 100;             // of the inversion
constexpr double direct_parameters = 1e12;  // Arb answers in reasonable time below

void log_beta(arb_ptr r, const arb_t a, const arb_t b, long working) {
  Ball u;
  arb_add(u, a, b, working);
  arb_lgamma(r, u, working);
  arb_neg(r, r);
  arb_lgamma(u, a, working);
  arb_add(r, r, u, working);
  arb_lgamma(u, b, working);
  arb_add(r, r, u, working);
}

// log of x^a (1-x)^b / B(a, b).
void log_prefactor(arb_ptr r, const arb_t a, const arb_t b, const arb_t x, const arb_t co, long working) {
  Ball u;
  log_beta(r, a, b, working);
  arb_neg(r, r);
  arb_log(u, x, working);
  arb_addmul(r, u, a, working);
  arb_log(u, co, working);
  arb_addmul(r, u, b, working);
}

long exponent(const arb_t x) { return arf_abs_bound_lt_2exp_si(arb_midref(x)); }

double approx(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

// Near -log(x), co = 1 - x; libm stays out of this library.
double approx_minus_log(double x, double co) {
  if (x > 0.5) return co * (1 + co / 2 + co * co / 3);
  int exponent_of_two = 0;
  const double part = std::frexp(std::max(x, 1e-300), &exponent_of_two);
  return -0.7 * exponent_of_two + (1 - part) * 1.2;
}

// About how many terms the series below needs; x is at most about the mean a/(a+b).
double series_length(double a, double b, double x, double co, double bits) {
  const double target = bits * 0.7;
  const double limit = approx_minus_log(x, co);  // the ratio tends to x
  if (b <= 1) return target / limit;
  // The logarithm of term n is about n log(x (a+b)/a) - n^2 (b-1)/(2 a (a+b)) while n << a.
  const double ratio = std::min(1.0, x * (a + b) / (a + 1));
  const double first = approx_minus_log(ratio, 1 - ratio);
  const double curvature = (b - 1) / ((a + 1) * (a + b));
  const double gaussian = (std::sqrt(first * first + 2 * curvature * target) - first) / curvature;
  return std::min(std::max(gaussian, 1.0) * 2, target / std::max(first, 1e-300)) + target / std::max(limit, 1e-300);
}

// x^a (1-x)^b / (a B(a,b)) * sum_n (a+b)_n/(a+1)_n x^n, all terms positive. The ratio of two terms, x (a+b+n)/(a+1+n),
// decreases in n if b > 1 (the tail is below a geometric series with the present ratio) and stays below x otherwise.
bool sum_positive_series(arb_ptr r, const arb_t a, const arb_t b, const arb_t x, const arb_t co, long working,
                         long most_terms) {
  Ball numerator, denominator, ratio, term, sum, tail, gap, prefactor;
  log_prefactor(prefactor, a, b, x, co, working);
  arb_exp(prefactor, prefactor, working);
  arb_div(prefactor, prefactor, a, working);
  if (arb_rel_accuracy_bits(prefactor) < 8) return false;  // the sum would be wasted
  arb_add(numerator, a, b, working);
  arb_add_ui(denominator, a, 1, working);
  arb_one(term);
  arb_one(sum);
  const bool falling = arf_cmp_si(arb_midref(b), 1) > 0;
  for (long n = 0;; ++n) {
    if (n == most_terms) return false;
    arb_div(ratio, numerator, denominator, working);
    arb_mul(ratio, ratio, x, working);
    arb_mul(term, term, ratio, working);
    arb_add(sum, sum, term, working);
    arb_add_ui(numerator, numerator, 1, working);
    arb_add_ui(denominator, denominator, 1, working);
    if (n % 8 != 7 || exponent(term) > exponent(sum) - working) continue;
    arb_mul(tail, term, falling ? static_cast<arb_srcptr>(ratio) : x, working);
    if (falling) {
      arb_sub_ui(gap, ratio, 1, working);
      arb_neg(gap, gap);
    } else {
      arb_set(gap, co);
    }
    if (!arb_is_positive(gap)) continue;
    arb_div(tail, tail, gap, working);
    if (exponent(tail) > exponent(sum) - working + 8) continue;
    arb_add_error(sum, tail);
    break;
  }
  arb_mul(r, prefactor, sum, working);
  return true;
}

// The logarithms of the gamma functions in the prefactor are about a log a: this many bits cancel.
long lost_bits(const arb_t a, const arb_t b) { return 8 + std::clamp(std::max(exponent(a), exponent(b)), 0L, 4000L); }

// [0, 1]: all that is known of a probability.
void set_unknown(arb_ptr r) {
  arb_set_d(r, 0.5);
  mag_set_d(arb_radref(r), 0.5);
}

// Parameters beyond the range of doubles, in which the costs are estimated.
bool is_too_large(const arb_t a, const arb_t b) { return std::max(exponent(a), exponent(b)) > 900; }

// I_x(a, b) where x is at most about the mean.
void beta_lower_side(arb_ptr r, const arb_t a, const arb_t b, const arb_t x, const arb_t co, long precision) {
  const long working = precision + lost_bits(a, b);
  if (is_too_large(a, b)) return set_unknown(r);
  const double da = approx(a), db = approx(b), dx = approx(x);
  if (da + db < direct_parameters) {
    arb_hypgeom_beta_lower(r, a, b, x, 1, working);
    if (arb_rel_accuracy_bits(r) > working / 2) return;
  }
  const double length = series_length(da, db, dx, approx(co), static_cast<double>(working));
  Ball sum;
  if (length < largest_series && sum_positive_series(sum, a, b, x, co, working, static_cast<long>(8 * length) + 1000)) {
    arb_set(r, sum);
  } else if (da + db >= direct_parameters || !arb_is_finite(r)) {
    set_unknown(r);
  }
}

}  // namespace

void beta_regularised(arb_ptr r, const arb_t a, const arb_t b, const arb_t x, const arb_t co, long working) {
  Ball mean;
  arb_add(mean, a, b, 60);
  arb_div(mean, a, mean, 60);
  // Either side is right; below the mean the series of that side does not grow.
  if (arf_cmp(arb_midref(x), arb_midref(static_cast<arb_srcptr>(mean))) <= 0) {
    beta_lower_side(r, a, b, x, co, working);
  } else {
    beta_lower_side(r, b, a, co, x, working);
    arb_sub_ui(r, r, 1, working);
    arb_neg(r, r);
  }
}

void beta_half(arb_ptr r, const arb_t a, const arb_t t, long working) {
  Ball half, y, x;
  arb_set_d(half, 0.5);
  if (arb_is_one(a)) {
    arb_sub_ui(r, t, 1, working);
    arb_neg(r, r);
    return;
  }
  if (is_too_large(a, half)) return set_unknown(r);
  arb_mul(y, t, t, working);
  // With u = a t^2 the value is about e^-u: near 1 the complement is the faster side, while its cancellation is cheap.
  const double u = approx(a) * approx(y);
  if (u < 250 && approx(y) < 0.45) {
    const long guarded = working + static_cast<long>(3 * u) + lost_bits(a, half);
    arb_mul(y, t, t, guarded);
    if (approx(a) < direct_parameters) {
      arb_hypgeom_beta_lower(r, half, a, y, 1, guarded);
    } else {
      arb_sub_ui(x, y, 1, guarded);
      arb_neg(x, x);
      beta_lower_side(r, half, a, y, x, guarded);
    }
    arb_sub_ui(r, r, 1, working);
    arb_neg(r, r);
    return;
  }
  const long guarded = working + lost_bits(a, half);
  Ball sum;
  arb_sub_ui(x, t, 1, guarded);
  arb_neg(x, x);
  arb_add_ui(sum, t, 1, guarded);
  arb_mul(x, x, sum, guarded);
  beta_lower_side(r, a, half, x, y, working);
}

bool approx_log_quantile(arb_ptr log_x, const arb_t a, const arb_t b, const arb_t p, long working) {
  Ball target, s, u, x, co, value, slope, step, low, high;
  bool has_low = false;  // low and high bracket log x
  const bool half = arf_cmp_d(arb_midref(b), 0.5) == 0;
  arb_zero(high);
  arb_log(target, p, working + 30);
  arb_get_mid_arb(target, target);
  const long guard = 16 + lost_bits(a, b);
  // First guess: I_x(a, b) is about x^a / (a B(a, b)) for small x, and x is below the mean.
  log_beta(s, a, b, 64 + guard);
  arb_log(u, a, 64);
  arb_add(s, s, u, 64);
  arb_add(s, s, target, 64);
  arb_div(s, s, a, 64);
  arb_get_mid_arb(s, s);
  arb_div(u, b, a, 64);
  arb_log1p(u, u, 64);
  arb_neg(u, u);
  arb_get_mid_arb(u, u);
  if (!arb_is_finite(s)) return false;
  if (arb_gt(s, u)) arb_set(s, u);
  long bits = std::min(80L, working);
  for (int iteration = 0; iteration < most_steps; ++iteration) {
    const long w = bits + guard;
    arb_exp(x, s, w);
    arb_get_mid_arb(x, x);
    arb_expm1(co, s, w);
    arb_neg(co, co);
    if (half && arf_cmpabs_2exp_si(arb_midref(static_cast<arb_srcptr>(x)), -2) > 0) {
      arb_sqrt(u, co, w);
      arb_get_mid_arb(u, u);
      beta_half(value, a, u, w);
    } else {
      arb_get_mid_arb(co, co);
      beta_regularised(value, a, b, x, co, w);
    }
    if (!arb_is_positive(value) || arb_rel_accuracy_bits(value) < 10) return false;
    log_prefactor(slope, a, b, x, co, w);
    arb_exp(slope, slope, w);
    arb_div(slope, slope, co, w);
    arb_div(slope, slope, value, w);  // d log I / d log x
    arb_log(step, value, w);
    arb_sub(step, step, target, w);
    arb_get_mid_arb(step, step);
    if (arb_is_positive(step)) {
      arb_set(high, s);
    } else {
      arb_set(low, s);
      has_low = true;
    }
    arb_div(step, step, slope, w);
    arb_get_mid_arb(step, step);
    if (!arb_is_finite(step)) return false;
    arb_sub(u, s, step, w + 32);
    arb_get_mid_arb(u, u);
    // Newton doubles the accuracy: after a step of relative size 2^-k about 2k bits are good.
    const long gained = arb_is_zero(step) ? working : 2 * (exponent(s) - exponent(step));
    if (bits >= working && gained >= working && arb_is_negative(u)) {
      arb_set(log_x, u);
      return true;
    }
    if (arb_is_negative(u) && arb_lt(u, high) && (!has_low || arb_ge(u, low))) {
      arb_set(s, u);
      if (gained >= bits) bits = std::min(working, 2 * bits);
    } else if (has_low && exponent(low) > exponent(high) + 2 && !arb_is_zero(high)) {
      arb_mul(s, low, high, w + 32);
      arb_sqrt(s, s, w + 32);
      arb_neg(s, s);
      arb_get_mid_arb(s, s);
    } else if (has_low) {
      arb_add(s, low, high, w + 32);
      arb_mul_2exp_si(s, s, -1);
    } else {
      arb_mul_2exp_si(s, s, 1);
      arb_sub_ui(s, s, 1, w);
      arb_get_mid_arb(s, s);
    }
  }
  return false;
}

}  // namespace lemmacheck::numerics::arb_bridge
