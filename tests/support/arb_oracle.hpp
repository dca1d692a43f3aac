// Arb as the independent judge of enclosures: the true value at an exact point, at rising precision until decided.
#pragma once

#include <mpfr.h>  // first: FLINT 3 declares its conversions only then

#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#else
#include <arb.h>
#endif

#include <functional>
#include <vector>

#include "numerics/big_interval.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::test_support {

/// A ball that frees itself.
class Ball {
 public:
  Ball() { arb_init(value_); }
  /// The exact number; x is a point.
  explicit Ball(const numerics::BigInterval& x);
  Ball(const numerics::Rational& x, slong bits);
  Ball(const Ball& other) {
    arb_init(value_);
    arb_set(value_, other.value_);
  }
  Ball& operator=(const Ball& other) {
    arb_set(value_, other.value_);
    return *this;
  }
  ~Ball() { arb_clear(value_); }
  operator arb_ptr() noexcept { return value_; }           // NOLINT(google-explicit-constructor): an argument of Arb
  operator arb_srcptr() const noexcept { return value_; }  // NOLINT(google-explicit-constructor)

 private:
  arb_t value_;
};

/// `yes`: the ball lies inside the enclosure; `no`: outside, a certain failure; `unknown`: it overlaps an end.
numerics::Truth arb_contains(const numerics::BigInterval& enclosure, const Ball& value);

/// The value of `function` at a precision in bits.
using ArbFunction = std::function<void(arb_ptr result, slong bits)>;
/// Doubles the precision, from the enclosure's own plus 40 bits up to `most_bits`, until decided.
numerics::Truth arb_contains(const numerics::BigInterval& enclosure, const ArbFunction& function,
                             slong most_bits = 8192);

}  // namespace lemmacheck::test_support
