// exp and log of binary64 intervals: own kernels, no libm.
//
// Exact reduction, table, polynomial and a last outward step by an error bound that numerics/proofs/exp_log_kernel.py
// proves with exact rationals; the same script writes the tables and the bounds (interval_exp_log_tables.inc).
// Both ends are computed at once, in upward rounding. exp is exact at 0, log at 1. Not correctly rounded: ends of two
// arguments that differ by less than a few ulp may come out in the wrong order by one ulp (each still encloses).
#pragma once

#include "numerics/defined.hpp"
#include "numerics/interval.hpp"

namespace lemmacheck::numerics {

/// Each end is off by less than this many ulp of a normal result; proved by the same script.
inline constexpr double exp_log_end_error_ulp = 1.125;

/// exp; overflow gives [max, inf], underflow [0, least subnormal].
Interval exp(const Interval& x) noexcept;
/// log on the part x > 0; -inf below when x reaches down to 0.
Interval log(const Interval& x, Defined& defined) noexcept;
/// DomainError LC210 unless x > 0.
Interval log(const Interval& x);

}  // namespace lemmacheck::numerics
