#include "numerics/arb_bridge.hpp"

namespace lemmacheck::numerics::arb_bridge {

namespace {

class Bound {
 public:
  Bound() noexcept { arf_init(value_); }
  Bound(const Bound&) = delete;
  Bound& operator=(const Bound&) = delete;
  ~Bound() { arf_clear(value_); }
  operator arf_ptr() noexcept { return value_; }  // NOLINT(google-explicit-constructor)

 private:
  arf_t value_;
};

}  // namespace

void round_lower(mpfr_ptr out, const arb_t x) {
  if (arf_is_nan(arb_midref(x))) {
    mpfr_set_inf(out, -1);
    return;
  }
  Bound bound;
  arb_get_lbound_arf(bound, x, mpfr_get_prec(out) + spare_bits + 8);
  arf_get_mpfr(out, bound, MPFR_RNDD);
  if (mpfr_zero_p(out)) mpfr_set_zero(out, +1);
}

void round_upper(mpfr_ptr out, const arb_t x) {
  if (arf_is_nan(arb_midref(x))) {
    mpfr_set_inf(out, 1);
    return;
  }
  Bound bound;
  arb_get_ubound_arf(bound, x, mpfr_get_prec(out) + spare_bits + 8);
  arf_get_mpfr(out, bound, MPFR_RNDU);
  if (mpfr_zero_p(out)) mpfr_set_zero(out, +1);
}

bool is_beyond_exponents(const arb_t x) {
  constexpr long margin = 64;
  Bound bound;
  arb_get_abs_ubound_arf(bound, x, 30);
  if (arf_is_zero(bound)) return false;
  if (arf_is_finite(bound) && arf_cmpabs_2exp_si(bound, mpfr_get_emin() - margin) < 0) return true;
  arb_get_abs_lbound_arf(bound, x, 30);
  return arf_is_finite(bound) && arf_cmpabs_2exp_si(bound, mpfr_get_emax() + margin) > 0;
}

BigInterval enclose(const arb_t x, Precision precision) {
  BigInterval result(precision);
  round_lower(lo(result), x);
  round_upper(hi(result), x);
  return result;
}

BigInterval from_ends(mpfr_srcptr a, mpfr_srcptr b, Precision precision) {
  BigInterval result(precision);
  mpfr_set(lo(result), a, MPFR_RNDD);
  mpfr_set(hi(result), b, MPFR_RNDU);
  settle(result);
  return result;
}

void clamp_below(BigInterval& x, long bound) {
  if (x.is_empty()) return;
  if (mpfr_cmp_si(lo(x), bound) < 0) mpfr_set_si(lo(x), bound, MPFR_RNDD);
  settle(x);
}

void clamp_above(BigInterval& x, long bound) {
  if (x.is_empty()) return;
  if (mpfr_cmp_si(hi(x), bound) > 0) mpfr_set_si(hi(x), bound, MPFR_RNDU);
  settle(x);
}

}  // namespace lemmacheck::numerics::arb_bridge
