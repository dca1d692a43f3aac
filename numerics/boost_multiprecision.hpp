// Opt-in: exact conversions to and from the number types of Boost.Multiprecision. No other header includes Boost.
//
// The ends and the precision in bits are kept in both directions. What one then computes with mpfi_float follows
// Boost's rules (default precision in decimal digits, exceptions on ambiguous comparisons), not those of BigInterval.
#pragma once

#include <boost/multiprecision/gmp.hpp>
#include <boost/multiprecision/mpfi.hpp>

#include "numerics/big_interval.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::numerics {

inline boost::multiprecision::mpfi_float to_boost(const BigInterval& x) {
  boost::multiprecision::mpfi_float result;
  mpfi_ptr data = result.backend().data();
  mpfi_set_prec(data, x.precision().bits);
  mpfr_set(&data->left, &x.data()->left, MPFR_RNDD);
  mpfr_set(&data->right, &x.data()->right, MPFR_RNDU);
  return result;
}

/// An interval with a nan end is the empty set.
inline BigInterval from_boost(const boost::multiprecision::mpfi_float& x) {
  mpfi_srcptr data = x.backend().data();
  BigInterval result(Precision(static_cast<long>(mpfi_get_prec(data))));
  if (mpfr_nan_p(&data->left) || mpfr_nan_p(&data->right)) return result;
  mpfr_set(&result.data()->left, &data->left, MPFR_RNDD);
  mpfr_set(&result.data()->right, &data->right, MPFR_RNDU);
  return result;
}

inline boost::multiprecision::mpq_rational to_boost(const Rational& x) {
  boost::multiprecision::mpq_rational result;
  mpq_set(result.backend().data(), x.data());
  return result;
}

inline Rational from_boost(const boost::multiprecision::mpq_rational& x) {
  Rational result;
  mpq_set(result.data(), x.backend().data());
  return result;
}

}  // namespace lemmacheck::numerics
