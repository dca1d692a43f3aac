// Binomial coefficients and binomial tails.
#include "numerics/arb_bridge.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::numerics {

using namespace arb_bridge;

namespace {

constexpr unsigned long exact_factors = 2000;

// C(n, k) = Gamma(n+1) / (Gamma(k+1) Gamma(n-k+1)) for real 0 <= k <= n; for a small integer k the exact product.
void binomial_at(arb_ptr r, mpfr_srcptr n, mpfr_srcptr k, long working) {
  if (mpfr_zero_p(k)) return arb_one(r);
  if (mpfr_inf_p(n)) return arb_pos_inf(r);
  if (mpfr_equal_p(n, k)) return arb_one(r);
  const Ball ball_n(n), ball_k(k);
  Ball rest, u;
  arb_sub(rest, ball_n, ball_k, working);
  if (mpfr_integer_p(n) && mpfr_integer_p(k) && mpfr_fits_ulong_p(n, MPFR_RNDN)) {
    const unsigned long total = mpfr_get_ui(n, MPFR_RNDN), chosen = mpfr_get_ui(k, MPFR_RNDN);
    const unsigned long few = std::min(chosen, total - chosen);
    if (few <= exact_factors) return arb_bin_uiui(r, total, few, working);
  }
  arb_add_ui(u, ball_n, 1, working);
  arb_lgamma(r, u, working);
  arb_add_ui(u, ball_k, 1, working);
  arb_lgamma(u, u, working);
  arb_sub(r, r, u, working);
  arb_add_ui(u, rest, 1, working);
  arb_lgamma(u, u, working);
  arb_sub(r, r, u, working);
  arb_exp(r, r, working);
}

bool is_integer_point(const BigInterval& x) { return x.is_point() && mpfr_integer_p(lo(x)); }

// The integers inside, as an interval; false when there are none.
bool contract_to_integers(BigInterval& x) {
  mpfr_ceil(lo(x), lo(x));
  mpfr_floor(hi(x), hi(x));
  return mpfr_lessequal_p(lo(x), hi(x));
}

BigInterval point(mpfr_srcptr x) { return from_ends(x, x, Precision(mpfr_get_prec(x))); }

}  // namespace

BigInterval binomial(const BigInterval& n, const BigInterval& k, Defined& defined) {
  const Precision precision = std::max(n.precision(), k.precision());
  BigInterval result(precision);
  const BigInterval in_k = cut_below(k, 0, DomainEdge::closed, defined);
  if (n.is_empty() || in_k.is_empty() || mpfr_greater_p(lo(in_k), hi(n))) {
    defined = Defined::nowhere;
    return result;
  }
  const mpfr_srcptr n_low = lo(n), n_high = hi(n), k_low = lo(in_k), k_high = hi(in_k);
  // The coefficient increases in n; in k it is log-concave and symmetric about n/2.
  const bool everywhere = mpfr_lessequal_p(k_high, n_low);
  if (!everywhere) defined = both(defined, Defined::partly);
  Ball value;
  const auto at = [&](mpfr_srcptr nn, mpfr_srcptr kk) {
    evaluate(value, precision, [&](arb_ptr r, long working) { binomial_at(r, nn, kk, working); });
    return enclose(value, precision);
  };
  BigInterval middle = point(n_high);
  mpfr_div_2ui(lo(middle), lo(middle), 1, MPFR_RNDN);
  mpfr_srcptr best = lo(middle);
  if (mpfr_less_p(best, k_low)) best = k_low;
  if (mpfr_greater_p(best, k_high)) best = k_high;
  const BigInterval top = at(n_high, best);
  if (n.is_point() && in_k.is_point()) return top;
  const BigInterval bottom = everywhere ? min(at(n_low, k_low), at(n_low, k_high)) : BigInterval(1, precision);
  result = from_ends(lo(bottom), hi(top), precision);
  clamp_below(result, 1);
  return result;
}

BigInterval binomial_upper_tail(const BigInterval& n, const BigInterval& p, const BigInterval& k, Defined& defined) {
  const Precision precision = std::max({n.precision(), p.precision(), k.precision()});
  BigInterval trials = cut_below(n, 1, DomainEdge::closed, defined);
  const BigInterval chance = cut_to(p, 0, 1, defined);
  BigInterval successes = k;
  if (!is_integer_point(n) || !is_integer_point(k)) defined = both(defined, Defined::partly);
  if (trials.is_empty() || chance.is_empty() || k.is_empty() || !contract_to_integers(trials) ||
      !contract_to_integers(successes)) {
    defined = Defined::nowhere;
    return BigInterval(precision);
  }
  // P(Bin(n, p) >= k) = I_p(k, n-k+1); it increases in n and p and decreases in k.
  const auto at = [&](mpfr_srcptr nn, const BigInterval& pp, mpfr_srcptr kk) {
    if (mpfr_sgn(kk) <= 0) return BigInterval(1, precision);
    if (mpfr_greater_p(kk, nn)) return BigInterval(0, precision);
    if (mpfr_inf_p(nn)) return BigInterval(Rational(0), Rational(1), precision);
    const BigInterval a = point(kk);
    BigInterval b(Precision(std::max(mpfr_get_prec(nn), mpfr_get_prec(kk)) + 2));
    mpfr_sub(lo(b), nn, kk, MPFR_RNDD);
    mpfr_add_ui(lo(b), lo(b), 1, MPFR_RNDD);
    mpfr_sub(hi(b), nn, kk, MPFR_RNDU);
    mpfr_add_ui(hi(b), hi(b), 1, MPFR_RNDU);
    Defined inner = Defined::everywhere;
    return beta_inc(a, b, pp, inner).at(precision);
  };
  const BigInterval low = at(lo(trials), chance.lower(), hi(successes));
  if (trials.is_point() && successes.is_point() && chance.is_point()) return low;
  const BigInterval high = at(hi(trials), chance.upper(), lo(successes));
  return from_ends(lo(low), hi(high), precision);
}

}  // namespace lemmacheck::numerics
