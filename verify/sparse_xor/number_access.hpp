// What the generic algorithms ask of a number type, besides its own operations.
#pragma once

#include "numerics/big_interval.hpp"
#include "numerics/interval.hpp"
#include "numerics/interval_functions.hpp"

namespace lemmacheck::verify::sparse_xor {

inline double approx_value(const numerics::BigInterval& x) noexcept { return x.approx_double(); }
inline double approx_value(const numerics::Interval& x) noexcept { return x.approx_midpoint(); }

inline bool certainly_at_most(const numerics::BigInterval& a, const numerics::BigInterval& b) noexcept {
  return less_equal(a, b) == numerics::Truth::yes;
}
inline bool certainly_at_most(const numerics::Interval& a, const numerics::Interval& b) noexcept {
  return a.upper() <= b.lower();
}

}  // namespace lemmacheck::verify::sparse_xor
