// lgamma and digamma of binary64 intervals.
//
// Both ends by Stirling's series in interval arithmetic. Where one would come out wider than 2^-44 of its size (next to
// a zero), and for arguments that reach down to 0, BigInterval is asked.
#pragma once

#include "numerics/defined.hpp"
#include "numerics/interval.hpp"

namespace lemmacheck::numerics {

/// log(Gamma(x)) on the part x > 0.
Interval lgamma(const Interval& x, Defined& defined);
/// The derivative of lgamma, on the part x > 0.
Interval digamma(const Interval& x, Defined& defined);

}  // namespace lemmacheck::numerics
