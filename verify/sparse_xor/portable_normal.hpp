// Logarithm, sine and cosine made of + - * / only, in a fixed order: the same bits on every platform. Good to about
// two ulp, no more is claimed; they make random numbers, never enclosures.
#pragma once

#include <cfloat>
#include <cstdint>

static_assert(FLT_EVAL_METHOD == 0, "lemmacheck: double must be evaluated in double, or random numbers change");

namespace lemmacheck::verify::sparse_xor {

/// log(x) for a normal double x > 0.
double approx_portable_log(double x) noexcept;

struct SineCosine {
  double sine, cosine;
};
/// Sine and cosine of 2 pi t, 0 <= t < 1.
SineCosine approx_portable_sincos_turns(double t) noexcept;

struct NormalPair {
  double first, second;
};
/// Two independent standard normal variates from two words of 64 uniform bits (Box and Muller).
NormalPair approx_normal_pair(std::uint64_t radius_bits, std::uint64_t angle_bits) noexcept;

}  // namespace lemmacheck::verify::sparse_xor
