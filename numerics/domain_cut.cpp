#include "numerics/domain_cut.hpp"

#include "numerics/big_interval_ends.hpp"

namespace lemmacheck::numerics {

BigInterval cut_below(const BigInterval& x, long edge, DomainEdge kind, Defined& defined) {
  if (x.is_empty()) {
    defined = Defined::nowhere;
    return x;
  }
  const bool inside = kind == DomainEdge::closed ? mpfr_cmp_si(lo(x), edge) >= 0 : mpfr_cmp_si(lo(x), edge) > 0;
  if (inside) return x;
  const int top = mpfr_cmp_si(hi(x), edge);
  if (top < 0 || (top == 0 && kind == DomainEdge::open)) {
    defined = Defined::nowhere;
    return BigInterval(x.precision());
  }
  defined = both(defined, Defined::partly);
  BigInterval result = x;
  mpfr_set_si(lo(result), edge, MPFR_RNDN);
  settle(result);
  return result;
}

BigInterval cut_above(const BigInterval& x, long edge, DomainEdge kind, Defined& defined) {
  if (x.is_empty()) {
    defined = Defined::nowhere;
    return x;
  }
  const bool inside = kind == DomainEdge::closed ? mpfr_cmp_si(hi(x), edge) <= 0 : mpfr_cmp_si(hi(x), edge) < 0;
  if (inside) return x;
  const int bottom = mpfr_cmp_si(lo(x), edge);
  if (bottom > 0 || (bottom == 0 && kind == DomainEdge::open)) {
    defined = Defined::nowhere;
    return BigInterval(x.precision());
  }
  defined = both(defined, Defined::partly);
  BigInterval result = x;
  mpfr_set_si(hi(result), edge, MPFR_RNDN);
  settle(result);
  return result;
}

BigInterval cut_to(const BigInterval& x, long low, long high, Defined& defined) {
  return cut_above(cut_below(x, low, DomainEdge::closed, defined), high, DomainEdge::closed, defined);
}

BigInterval cut_to_integers(const BigInterval& x, Defined& defined) {
  if (x.is_point() && same_set(x, floor(x))) return x;
  const BigInterval low = ceil(x.lower()), high = floor(x.upper());
  if (x.is_empty() || less_equal(low, high) != Truth::yes) {
    defined = Defined::nowhere;
    return BigInterval(x.precision());
  }
  defined = both(defined, Defined::partly);
  return hull(low, high);
}

}  // namespace lemmacheck::numerics
