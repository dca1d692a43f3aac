// Dot products of enclosures with exact binary64 numbers: the inner loop of everything that reads a large matrix.
#pragma once

#include <cstddef>
#include <span>

#include "numerics/big_interval.hpp"

namespace lemmacheck::numerics {

/// Encloses sum_k x[k] * values[k * stride] at the stated precision. The values are taken exactly; one that is not
/// finite throws DomainError LC202. The empty sum is 0.
BigInterval dot(std::span<const BigInterval> x, const double* values, std::size_t stride, Precision precision);

}  // namespace lemmacheck::numerics
