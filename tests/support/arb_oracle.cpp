#include "tests/support/arb_oracle.hpp"

#if __has_include(<flint/fmpq.h>)
#include <flint/fmpq.h>
#else
#include <fmpq.h>
#endif

#include <algorithm>

namespace lemmacheck::test_support {

using numerics::BigInterval;
using numerics::Rational;
using numerics::Truth;

Ball::Ball(const BigInterval& x) {
  arb_init(value_);
  arf_set_mpfr(arb_midref(value_), &x.data()->left);
}

Ball::Ball(const Rational& x, slong bits) {
  arb_init(value_);
  fmpq_t q;
  fmpq_init(q);
  fmpq_set_mpq(q, x.data());
  arb_set_fmpq(value_, q, bits);
  fmpq_clear(q);
}

Truth arb_contains(const BigInterval& enclosure, const Ball& value) {
  if (enclosure.is_empty()) return arb_is_finite(value) ? Truth::no : Truth::unknown;
  if (!arb_is_finite(value)) return enclosure.is_entire() ? Truth::yes : Truth::unknown;
  Ball low, high;
  arf_set_mpfr(arb_midref(static_cast<arb_ptr>(low)), &enclosure.data()->left);
  arf_set_mpfr(arb_midref(static_cast<arb_ptr>(high)), &enclosure.data()->right);
  if (arb_lt(value, low) || arb_gt(value, high)) return Truth::no;
  return arb_ge(value, low) && arb_le(value, high) ? Truth::yes : Truth::unknown;
}

Truth arb_contains(const BigInterval& enclosure, const ArbFunction& function, slong most_bits) {
  Truth answer = Truth::unknown;
  for (slong bits = enclosure.precision().bits + 40; answer == Truth::unknown; bits *= 2) {
    Ball value;
    function(value, std::min(bits, most_bits));
    answer = arb_contains(enclosure, value);
    if (bits >= most_bits) break;
  }
  return answer;
}

}  // namespace lemmacheck::test_support
