// For the sources of BigInterval only: access to the two MPFR ends.
#pragma once

#include <mpfr.h>

#include <algorithm>

#include "numerics/big_interval.hpp"

namespace lemmacheck::numerics {

inline mpfr_srcptr lo(const BigInterval& x) { return &x.data()->left; }
inline mpfr_srcptr hi(const BigInterval& x) { return &x.data()->right; }
inline mpfr_ptr lo(BigInterval& x) { return &x.data()->left; }
inline mpfr_ptr hi(BigInterval& x) { return &x.data()->right; }
// mpfr_set is a macro of two statements: the end of a temporary would be gone in the second.
mpfr_srcptr lo(BigInterval&&) = delete;
mpfr_srcptr hi(BigInterval&&) = delete;

/// An MPFR number that frees itself.
class Real {
 public:
  explicit Real(mpfr_prec_t bits) { mpfr_init2(value_, bits); }
  ~Real() { mpfr_clear(value_); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  operator mpfr_ptr() noexcept { return value_; }  // NOLINT(google-explicit-constructor): an argument of MPFR

 private:
  mpfr_t value_;
};

inline Precision larger_precision(const BigInterval& a, const BigInterval& b) {
  return std::max(a.precision(), b.precision());
}

/// The one representation of a non-empty result: an end that came out as inf - inf is unknown, a zero is +0.
inline void settle(BigInterval& x) {
  if (mpfr_nan_p(lo(x))) mpfr_set_inf(lo(x), -1);
  if (mpfr_nan_p(hi(x))) mpfr_set_inf(hi(x), +1);
  if (mpfr_zero_p(lo(x))) mpfr_set_zero(lo(x), +1);
  if (mpfr_zero_p(hi(x))) mpfr_set_zero(hi(x), +1);
}

}  // namespace lemmacheck::numerics
