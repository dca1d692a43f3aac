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

// MPFI keeps +0 at the left and -0 at the right.
void orient_zeros(BigInterval& x) {
  if (mpfr_zero_p(&x.data()->left)) mpfr_set_zero(&x.data()->left, 1);
  if (mpfr_zero_p(&x.data()->right)) mpfr_set_zero(&x.data()->right, -1);
}

}  // namespace

void round_lower(mpfr_ptr out, const arb_t x) {
  if (arf_is_nan(arb_midref(x))) {
    mpfr_set_inf(out, -1);
    return;
  }
  Bound bound;
  // Two bits more than the target keep this rounding from mattering.
  arb_get_lbound_arf(bound, x, mpfr_get_prec(out) + spare_bits + 8);
  arf_get_mpfr(out, bound, MPFR_RNDD);
  if (mpfr_zero_p(out)) mpfr_set_zero(out, 1);
}

void round_upper(mpfr_ptr out, const arb_t x) {
  if (arf_is_nan(arb_midref(x))) {
    mpfr_set_inf(out, 1);
    return;
  }
  Bound bound;
  arb_get_ubound_arf(bound, x, mpfr_get_prec(out) + spare_bits + 8);
  arf_get_mpfr(out, bound, MPFR_RNDU);
  if (mpfr_zero_p(out)) mpfr_set_zero(out, -1);
}

BigInterval enclose(const arb_t x, Precision precision) {
  BigInterval result(precision);
  round_lower(&result.data()->left, x);
  round_upper(&result.data()->right, x);
  return result;
}

void set_hull(arb_ptr out, const BigInterval& x) {
  const Ball a(lower_end(x)), b(upper_end(x));
  arb_union(out, a, b, x.precision().bits + 30);
}

BigInterval from_ends(mpfr_srcptr a, mpfr_srcptr b, Precision precision) {
  BigInterval result(precision);
  mpfr_set(&result.data()->left, a, MPFR_RNDD);
  mpfr_set(&result.data()->right, b, MPFR_RNDU);
  orient_zeros(result);
  return result;
}

void clamp_below(BigInterval& x, long bound) {
  if (x.is_empty()) return;
  if (mpfr_cmp_si(&x.data()->left, bound) < 0) mpfr_set_si(&x.data()->left, bound, MPFR_RNDD);
  orient_zeros(x);
}

void clamp_above(BigInterval& x, long bound) {
  if (x.is_empty()) return;
  if (mpfr_cmp_si(&x.data()->right, bound) > 0) mpfr_set_si(&x.data()->right, bound, MPFR_RNDU);
  orient_zeros(x);
}

BigInterval cut_below(const BigInterval& x, long edge, Edge kind, Defined& defined) {
  if (x.is_empty()) {
    defined = Defined::nowhere;
    return x;
  }
  const bool inside = kind == Edge::closed ? mpfr_cmp_si(lower_end(x), edge) >= 0 : mpfr_cmp_si(lower_end(x), edge) > 0;
  if (inside) return x;
  const int top = mpfr_cmp_si(upper_end(x), edge);
  if (top < 0 || (top == 0 && kind == Edge::open)) {
    defined = Defined::nowhere;
    return BigInterval(x.precision());
  }
  defined = both(defined, Defined::partly);
  BigInterval result = x;
  mpfr_set_si(&result.data()->left, edge, MPFR_RNDN);
  orient_zeros(result);
  return result;
}

BigInterval cut_above(const BigInterval& x, long edge, Edge kind, Defined& defined) {
  if (x.is_empty()) {
    defined = Defined::nowhere;
    return x;
  }
  const bool inside = kind == Edge::closed ? mpfr_cmp_si(upper_end(x), edge) <= 0 : mpfr_cmp_si(upper_end(x), edge) < 0;
  if (inside) return x;
  const int bottom = mpfr_cmp_si(lower_end(x), edge);
  if (bottom > 0 || (bottom == 0 && kind == Edge::open)) {
    defined = Defined::nowhere;
    return BigInterval(x.precision());
  }
  defined = both(defined, Defined::partly);
  BigInterval result = x;
  mpfr_set_si(&result.data()->right, edge, MPFR_RNDN);
  orient_zeros(result);
  return result;
}

}  // namespace lemmacheck::numerics::arb_bridge
