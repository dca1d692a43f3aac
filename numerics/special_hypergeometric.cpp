// The confluent hypergeometric limit function 0F1(; a; z) for a > 0, z >= 0.
#include <cmath>

#include "numerics/arb_bridge.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::numerics {

using namespace arb_bridge;

namespace {

constexpr double longest_sum = 4e6;  // terms

long exponent(const arb_t x) { return arf_abs_bound_lt_2exp_si(arb_midref(x)); }

double approx(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

// The term z^n / (n! (a)_n).
void term_at(arb_ptr r, const arb_t a, const arb_t z, const arb_t n, long working) {
  Ball u, v;
  arb_log(r, z, working);
  arb_mul(r, r, n, working);
  arb_add_ui(u, n, 1, working);
  arb_lgamma(v, u, working);
  arb_sub(r, r, v, working);
  arb_add(u, a, n, working);
  arb_lgamma(v, u, working);
  arb_sub(r, r, v, working);
  arb_lgamma(v, a, working);
  arb_add(r, r, v, working);
  arb_exp(r, r, working);
}

// The sum outward from the largest term. All terms are positive and the ratio z/((n+1)(a+n)) of neighbours decreases
// in n: what is left out above lies below a geometric series with the last ratio, and below likewise.
bool sum_around_peak(arb_ptr r, const arb_t a, const arb_t z, long working) {
  const double da = approx(a), dz = approx(z);
  const double peak = std::floor(2 * dz / (da + 1 + std::sqrt((da - 1) * (da - 1) + 4 * dz)));
  if (!(peak < 4e15)) return false;
  const double bits = 0.7 * static_cast<double>(working);
  const double length = 4 * (bits + std::sqrt(bits * (peak + 1)));
  if (!(length < longest_sum)) return false;
  const long most = static_cast<long>(8 * length) + 1000;
  Ball n, start, term, sum, ratio, factor, tail;
  if (peak >= 1000) arb_set_d(n, peak);
  arb_one(start);
  if (peak >= 1000) term_at(start, a, z, n, working);
  arb_set(sum, start);
  const auto close = [&] {  // adds the rest of one side; false while it is still large
    if (exponent(term) > exponent(sum) - working) return false;
    arb_sub_ui(factor, ratio, 1, working);
    arb_neg(factor, factor);
    if (!arb_is_positive(factor)) return false;
    arb_mul(tail, term, ratio, working);
    arb_div(tail, tail, factor, working);
    if (exponent(tail) > exponent(sum) - working + 8) return false;
    arb_add_error(sum, tail);
    return true;
  };
  Ball index, shifted;
  arb_set(term, start);
  arb_set(index, n);
  for (long step = 0;; ++step) {
    if (step == most) return false;
    arb_add(shifted, a, index, working);
    arb_add_ui(index, index, 1, working);
    arb_mul(ratio, index, shifted, working);
    arb_div(ratio, z, ratio, working);
    arb_mul(term, term, ratio, working);
    arb_add(sum, sum, term, working);
    if (step % 8 == 7 && close()) break;
  }
  arb_set(term, start);
  arb_set(index, n);
  for (long step = 0; !arb_is_zero(index); ++step) {
    if (step == most) return false;
    arb_add(shifted, a, index, working);
    arb_sub_ui(shifted, shifted, 1, working);
    arb_mul(ratio, index, shifted, working);
    arb_div(ratio, ratio, z, working);
    arb_sub_ui(index, index, 1, working);
    arb_mul(term, term, ratio, working);
    arb_add(sum, sum, term, working);
    if (step % 8 == 7 && close()) break;
  }
  arb_set(r, sum);
  return true;
}

// Ends 0 and infinity stand for limits.
void function_at(arb_ptr r, mpfr_srcptr a, mpfr_srcptr z, long working) {
  if (mpfr_zero_p(z)) return arb_one(r);
  if (mpfr_inf_p(a)) return arb_one(r);
  if (mpfr_zero_p(a) || mpfr_inf_p(z)) return arb_pos_inf(r);
  const Ball ball_a(a), ball_z(z);
  ComplexBall ca, cz, cr;
  arb_set(ca.real(), ball_a);
  arb_set(cz.real(), ball_z);
  acb_hypgeom_0f1_direct(cr, ca, cz, 0, working);
  if (arb_rel_accuracy_bits(cr.real()) < working / 2) acb_hypgeom_0f1(cr, ca, cz, 0, working);
  arb_set(r, cr.real());
  if (arb_rel_accuracy_bits(r) >= working / 2) return;
  Ball sum;
  if (sum_around_peak(sum, ball_a, ball_z, working)) arb_set(r, sum);
}

}  // namespace

BigInterval hypergeometric_0f1(const BigInterval& a, const BigInterval& z, Defined& defined) {
  const Precision precision = std::max(a.precision(), z.precision());
  const BigInterval in_a = cut_below(a, 0, DomainEdge::open, defined);
  const BigInterval in_z = cut_below(z, 0, DomainEdge::closed, defined);
  BigInterval result(precision);
  if (in_a.is_empty() || in_z.is_empty()) return result;
  Ball value;
  evaluate(value, precision, [&](arb_ptr r, long working) { function_at(r, hi(in_a), lo(in_z), working); });
  round_lower(lo(result), value);
  if (!in_a.is_point() || !in_z.is_point()) {
    evaluate(value, precision, [&](arb_ptr r, long working) { function_at(r, lo(in_a), hi(in_z), working); });
  }
  round_upper(hi(result), value);
  clamp_below(result, 1);
  return result;
}

}  // namespace lemmacheck::numerics
