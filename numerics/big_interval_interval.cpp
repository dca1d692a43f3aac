// What joins BigInterval to the binary64 Interval.
#include "numerics/big_interval.hpp"
#include "numerics/big_interval_ends.hpp"
#include "numerics/decimal_text.hpp"
#include "numerics/interval.hpp"

namespace lemmacheck::numerics {

BigInterval::BigInterval(const Interval& value, Precision precision) : BigInterval(precision) {
  if (value.is_empty()) return;
  const RoundNearest guard;
  mpfr_set_d(lo(*this), value.lower(), MPFR_RNDD);
  mpfr_set_d(hi(*this), value.upper(), MPFR_RNDU);
  settle(*this);
}

DecimalEnclosure to_decimal(const Interval& x, const DecimalStyle& style) {
  return to_decimal(BigInterval(x, Precision(53)), style);
}

}  // namespace lemmacheck::numerics
