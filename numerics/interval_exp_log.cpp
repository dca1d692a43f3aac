#include "numerics/interval_exp_log.hpp"

#include <cstdint>

#include "numerics/interval_functions.hpp"

// The steps, their exactness and the error bounds are those of the theorems in numerics/proofs/exp_log_kernel.py.
// The polynomial part may be rounded in any direction; the last sums and the scaling go through `pinned`, upward.
namespace lemmacheck::numerics {
namespace {

#include "numerics/interval_exp_log_tables.inc"

constexpr double infinity = std::numeric_limits<double>::infinity();

__m128d all(double x) { return _mm_set1_pd(x); }
__m128d magnitude_of(__m128d x) { return _mm_andnot_pd(all(-0.0), x); }
__m128d negate_first(__m128d x) { return pinned::value(_mm_xor_pd(x, _mm_set_pd(0.0, -0.0))); }
__m128d select(__m128d mask, __m128d yes, __m128d no) {
  return _mm_or_pd(_mm_and_pd(mask, yes), _mm_andnot_pd(mask, no));
}

/// c0 + x c1
__m128d linear(__m128d c0, __m128d x, __m128d c1) { return _mm_add_pd(c0, _mm_mul_pd(x, c1)); }

/// 2^n in both lanes for the low two 32-bit integers, -1022 <= n <= 1023.
__m128d power_of_two(__m128i n) {
  const __m128i high = _mm_slli_epi32(_mm_add_epi32(n, _mm_set1_epi32(1023)), 20);
  return _mm_castsi128_pd(_mm_unpacklo_epi32(_mm_setzero_si128(), high));
}

/// (-lo, hi) from the value sum + correction +- error of both ends, rounded upward.
__m128d outward(__m128d sum, __m128d correction, __m128d error) {
  return pinned::add(negate_first(sum), pinned::add(negate_first(correction), error));
}

__m128d exp_ends(__m128d ends) {
  // (lo, hi), cut to where the theorem holds; beyond, the scaling below over- and underflows as it should. nan stays.
  const __m128d x = _mm_max_pd(all(-746.0), _mm_min_pd(all(710.0), negate_first(pinned::value(ends))));
  const __m128d steps = pinned::add(pinned::multiply(x, all(exp_inverse_step)), all(-0.5));
  const __m128i k = _mm_cvtpd_epi32(steps);  // upward, hence the half
  const __m128d kd = _mm_cvtepi32_pd(k);
  const __m128d r = _mm_sub_pd(_mm_sub_pd(x, _mm_mul_pd(kd, all(exp_step_high))), _mm_mul_pd(kd, all(exp_step_low)));

  const __m128d z = _mm_mul_pd(r, r);
  const __m128d inner = linear(linear(all(exp_coefficient_4), r, all(exp_coefficient_5)), z, all(exp_coefficient_6));
  const __m128d outer = linear(linear(all(exp_coefficient_2), r, all(exp_coefficient_3)), z, inner);
  const __m128d p = linear(r, z, outer);

  const auto packed = static_cast<std::uint64_t>(_mm_cvtsi128_si64(k));
  const __m128d first = _mm_load_pd(exp_table[packed & 127]);
  const __m128d second = _mm_load_pd(exp_table[(packed >> 32) & 127]);
  const __m128d high = _mm_unpacklo_pd(first, second);
  const __m128d correction = linear(_mm_unpackhi_pd(first, second), high, p);
  const __m128d reduced = _mm_cmpneq_pd(kd, _mm_setzero_pd());
  const __m128d error = linear(_mm_and_pd(reduced, all(exp_absolute_bound)), magnitude_of(r), all(exp_relative_bound));

  // Two factors: the first product is exact, the second rounds once where the result is subnormal or too large.
  const __m128i m = _mm_srai_epi32(k, 7);
  const __m128i half = _mm_srai_epi32(m, 1);
  const __m128d scaled = pinned::multiply(outward(high, correction, error), power_of_two(half));
  return pinned::multiply(scaled, power_of_two(_mm_sub_epi32(m, half)));
}

/// Both lanes of x positive and finite; or nan, which stays.
__m128d log_ends(__m128d x) {
  constexpr int offset = 0x3fe6a000;  // upper half of the bits of 0.70703125
  const __m128d subnormal = _mm_cmplt_pd(x, all(std::numeric_limits<double>::min()));
  __m128d shift = _mm_setzero_pd();
  if (__builtin_expect(_mm_movemask_pd(subnormal), 0) != 0) {
    x = select(subnormal, _mm_mul_pd(x, all(0x1p54)), x);
    shift = _mm_and_pd(subnormal, all(54.0));
  }
  const __m128i bits = _mm_castpd_si128(x);
  const __m128i from_offset = _mm_sub_epi32(_mm_shuffle_epi32(bits, 0xD), _mm_set1_epi32(offset));
  const __m128i k = _mm_srai_epi32(from_offset, 20);
  const __m128d kd = _mm_sub_pd(_mm_cvtepi32_pd(k), shift);
  const __m128d m = _mm_castsi128_pd(
      _mm_sub_epi32(bits, _mm_unpacklo_epi32(_mm_setzero_si128(), _mm_slli_epi32(k, 20))));

  const auto bucket = static_cast<std::uint64_t>(_mm_cvtsi128_si64(from_offset));
  const double* const first = log_table[(bucket >> 12) & 255];
  const double* const second = log_table[(bucket >> 44) & 255];
  const __m128d pair_first = _mm_load_pd(first);
  const __m128d pair_second = _mm_load_pd(second);
  const __m128d inverse = _mm_unpacklo_pd(pair_first, pair_second);
  const __m128d table_high = _mm_unpackhi_pd(pair_first, pair_second);
  const __m128d table_low = _mm_loadh_pd(_mm_load_sd(first + 2), second + 2);

  const __m128d base = linear(table_high, kd, all(ln2_high));
  const __m128d near_one = _mm_cmpeq_pd(base, _mm_setzero_pd());
  const __m128d low_bits = _mm_castsi128_pd(_mm_set1_epi64x(0xfffff));
  const __m128d m_high = _mm_andnot_pd(_mm_andnot_pd(near_one, low_bits), m);
  const __m128d r_high = _mm_sub_pd(_mm_mul_pd(m_high, inverse), all(1.0));
  const __m128d r_low = _mm_mul_pd(_mm_sub_pd(m, m_high), inverse);
  const __m128d r = _mm_add_pd(r_high, r_low);

  const __m128d z = _mm_mul_pd(r, r);
  const __m128d seven = linear(all(log_coefficient_7), r, all(log_coefficient_8));
  const __m128d five = linear(linear(all(log_coefficient_5), r, all(log_coefficient_6)), z, seven);
  const __m128d three = linear(linear(all(log_coefficient_3), r, all(log_coefficient_4)), z, five);
  const __m128d w = _mm_mul_pd(z, linear(all(-0.5), r, three));

  const __m128d low = linear(table_low, kd, all(ln2_low));
  const __m128d correction = _mm_add_pd(_mm_add_pd(r_low, low), w);
  const __m128d error = linear(_mm_andnot_pd(near_one, all(log_absolute_bound)), z, all(log_relative_bound));
  return outward(_mm_add_pd(base, r_high), correction, error);
}

// Kept out of line, so that nothing of a kernel moves across a change of mode.
[[gnu::noinline]] Interval exp_kernel(const Interval& x) noexcept { return Interval::from_ends(exp_ends(x.ends())); }

[[gnu::noinline]] Interval log_kernel(const Interval& x) noexcept {
  const __m128d v = negate_first(pinned::value(x.ends()));
  const __m128d one = all(1.0);
  const __m128d regular = _mm_and_pd(_mm_cmpgt_pd(v, _mm_setzero_pd()), _mm_cmplt_pd(v, all(infinity)));
  if (__builtin_expect(_mm_movemask_pd(regular) == 3, 1)) return Interval::from_ends(log_ends(v));
  // An end at 0 or below, or at infinity: that end is unbounded.
  return Interval::from_ends(select(regular, log_ends(select(regular, v, one)), all(infinity)));
}

}  // namespace

Interval exp(const Interval& x) noexcept {
  if (pinned::mode_is_upward()) return exp_kernel(x);
  const RoundUpward mode;
  return exp_kernel(x);
}

Interval log(const Interval& x, Defined& defined) noexcept {
  if (!(x.upper() > 0.0)) {
    defined = Defined::nowhere;
    return Interval();
  }
  if (!(x.lower() > 0.0)) defined = both(defined, Defined::partly);
  if (pinned::mode_is_upward()) return log_kernel(x);
  const RoundUpward mode;
  return log_kernel(x);
}

}  // namespace lemmacheck::numerics
