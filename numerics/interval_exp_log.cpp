#include "numerics/interval_exp_log.hpp"

#include <cstdint>

#include "numerics/interval_functions.hpp"
#include "numerics/interval_piecewise.hpp"

// The steps, their exactness and the error bounds are those of the theorems in numerics/proofs/exp_log_kernel.py and
// numerics/proofs/exp_log_family.py. The polynomial part may be rounded in any direction; the last sums and the scaling
// go through `pinned`, upward.
namespace lemmacheck::numerics {
namespace {

#include "numerics/interval_exp_log_family.inc"
#include "numerics/interval_exp_log_tables.inc"

constexpr double infinity = std::numeric_limits<double>::infinity();

using kernel::all;
using kernel::linear;
using kernel::magnitude_of;
using kernel::select;

__m128d negate_first(__m128d x) { return pinned::value(_mm_xor_pd(x, _mm_set_pd(0.0, -0.0))); }

/// 2^n in both lanes for the low two 32-bit integers, -1022 <= n <= 1023.
__m128d power_of_two(__m128i n) {
  const __m128i high = _mm_slli_epi32(_mm_add_epi32(n, _mm_set1_epi32(1023)), 20);
  return _mm_castsi128_pd(_mm_unpacklo_epi32(_mm_setzero_si128(), high));
}

/// (-lo, hi) from the value sum + correction +- error of both ends, rounded upward.
__m128d outward(__m128d sum, __m128d correction, __m128d error) {
  return pinned::add(negate_first(sum), pinned::add(negate_first(correction), error));
}

/// exp(x) = 2^m (high + correction), up to 2^m error; m in the low two 32-bit integers.
struct ExpParts {
  __m128d high, correction, error;
  __m128i m;
};

/// |x| <= 746; or nan, which stays.
ExpParts exp_parts(__m128d x) {
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

  return {high, correction, error, _mm_srai_epi32(k, 7)};
}

/// 2^m x, x of the size of 1. Two factors: the first product is exact, the second rounds once where the result is
/// subnormal or too large.
__m128d scale(__m128d x, __m128i m) {
  const __m128i half = _mm_srai_epi32(m, 1);
  return pinned::multiply(pinned::multiply(x, power_of_two(half)), power_of_two(_mm_sub_epi32(m, half)));
}

__m128d exp_ends(__m128d ends) {
  // (lo, hi), cut to where the theorem holds; beyond, the scaling over- and underflows as it should. nan stays.
  const __m128d x = _mm_max_pd(all(-746.0), _mm_min_pd(all(710.0), negate_first(pinned::value(ends))));
  const ExpParts p = exp_parts(x);
  return scale(outward(p.high, p.correction, p.error), p.m);
}

/// Parts of known size, scaled; exact.
ExpParts scaled_parts(__m128d x) {
  ExpParts p = exp_parts(x);
  const __m128d factor = power_of_two(p.m);
  p.high = pinned::multiply(p.high, factor);
  p.correction = pinned::multiply(p.correction, factor);
  p.error = pinned::multiply(p.error, factor);
  return p;
}

struct Sum {
  __m128d sum, rest;
};

/// p + q for |p| >= |q|
Sum two_sum(__m128d p, __m128d q) {
  const __m128d sum = pinned::add(p, q);
  return {sum, pinned::subtract(q, pinned::subtract(sum, p))};
}

__m128d expm1_ends(__m128d ends) {
  const __m128d x = negate_first(pinned::value(ends));
  const __m128d near = _mm_cmplt_pd(magnitude_of(x), all(expm1_near));
  // Middle.
  const ExpParts p = scaled_parts(_mm_max_pd(all(-60.0), _mm_min_pd(all(hyperbolic_far), x)));
  const __m128d above = _mm_cmpgt_pd(p.high, all(1.0));
  const Sum s = two_sum(select(above, p.high, all(-1.0)), select(above, all(-1.0), p.high));
  const __m128d roundings = _mm_add_pd(magnitude_of(p.correction), magnitude_of(s.rest));
  const __m128d middle_error = pinned::add(p.error, pinned::multiply(pinned::value(roundings), all(sum_bound)));
  // Near 0.
  const __m128d z = _mm_mul_pd(x, x);
  __m128d series = linear(all(expm1_coefficient_9), x, all(expm1_coefficient_10));
  series = linear(linear(all(expm1_coefficient_7), x, all(expm1_coefficient_8)), z, series);
  series = linear(linear(all(expm1_coefficient_5), x, all(expm1_coefficient_6)), z, series);
  series = linear(linear(all(expm1_coefficient_3), x, all(expm1_coefficient_4)), z, series);
  series = linear(all(expm1_coefficient_2), x, series);

  const __m128d correction = select(near, _mm_mul_pd(z, series), _mm_add_pd(p.correction, s.rest));
  const __m128d error = select(near, pinned::multiply(magnitude_of(x), all(expm1_bound)), middle_error);
  const __m128d result = outward(select(near, x, s.sum), correction, error);
  const __m128d far = _mm_cmpgt_pd(x, all(hyperbolic_far));
  if (__builtin_expect(_mm_movemask_pd(far), 0) == 0) return result;
  const ExpParts e = exp_parts(_mm_max_pd(all(0.0), _mm_min_pd(all(712.0), x)));
  return select(far, scale(outward(e.high, e.correction, pinned::add(e.error, all(0x1p-56))), e.m), result);
}

/// 2 sinh or 2 cosh of 0 <= a <= hyperbolic_far, with the error.
struct Twice {
  kernel::Value value;
  __m128d error;
};

Twice hyperbolic(__m128d a, __m128d sign) {
  const ExpParts p = scaled_parts(a), n = scaled_parts(_mm_xor_pd(a, all(-0.0)));
  const Sum s = two_sum(p.high, _mm_xor_pd(n.high, sign));
  const __m128d correction = _mm_add_pd(p.correction, _mm_xor_pd(n.correction, sign));
  const __m128d size =
      pinned::add(magnitude_of(s.rest), pinned::add(magnitude_of(p.correction), magnitude_of(n.correction)));
  const __m128d error = pinned::add(pinned::add(p.error, n.error), pinned::multiply(size, all(2 * sum_bound)));
  return {{s.sum, _mm_add_pd(s.rest, correction)}, error};
}

__m128d sinh_ends(__m128d ends) {
  const __m128d t = pinned::value(ends), a = magnitude_of(t), sign = kernel::sign_of(t);
  const Twice twice = hyperbolic(_mm_min_pd(all(hyperbolic_far), a), all(-0.0));
  const __m128d middle = pinned::multiply(kernel::upward(twice.value, sign, twice.error), all(0.5));

  const __m128d z = _mm_mul_pd(a, a);
  __m128d series = linear(all(sinh_coefficient_9), z, linear(all(sinh_coefficient_11), z, all(sinh_coefficient_13)));
  series = linear(all(sinh_coefficient_3), z,
                  linear(all(sinh_coefficient_5), z, linear(all(sinh_coefficient_7), z, series)));
  const kernel::Value small{a, _mm_mul_pd(a, _mm_mul_pd(z, series))};
  const __m128d small_result = kernel::upward(small, sign, pinned::multiply(a, all(sinh_bound)));
  const __m128d result = select(_mm_cmplt_pd(a, all(sinh_near)), small_result, middle);
  const __m128d far = _mm_cmpgt_pd(a, all(hyperbolic_far));
  if (__builtin_expect(_mm_movemask_pd(far), 0) == 0) return result;
  const ExpParts e = exp_parts(_mm_min_pd(all(712.0), a));
  const __m128d unscaled = kernel::upward({e.high, e.correction}, sign, pinned::add(e.error, all(0x1p-100)));
  return select(far, scale(unscaled, _mm_sub_epi32(e.m, _mm_set1_epi32(1))), result);
}

/// a: the smallest and the largest magnitude of the argument.
__m128d cosh_ends(__m128d a) {
  const Twice twice = hyperbolic(_mm_min_pd(all(hyperbolic_far), a), _mm_setzero_pd());
  const __m128d doubled = outward(twice.value.sum, twice.value.correction, twice.error);
  // The value at the smallest magnitude is at least 1.
  const __m128d result = _mm_min_pd(_mm_set_pd(infinity, -1.0), pinned::multiply(doubled, all(0.5)));
  const __m128d far = _mm_cmpgt_pd(a, all(hyperbolic_far));
  if (__builtin_expect(_mm_movemask_pd(far), 0) == 0) return result;
  const ExpParts e = exp_parts(_mm_min_pd(all(712.0), a));
  const __m128d unscaled = outward(e.high, e.correction, pinned::add(e.error, all(0x1p-100)));
  return select(far, scale(unscaled, _mm_sub_epi32(e.m, _mm_set1_epi32(1))), result);
}

/// (-lo, hi) of log(x + rest) in both lanes, x positive and finite; or nan, which stays. `small` takes the place of the
/// reduced argument where the table is not needed: the argument of log1p, or x - 1.
template <bool plus_one>
__m128d log_ends(__m128d x, __m128d rest, __m128d small) {
  const __m128d argument = x;
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
  const __m128d m =
      _mm_castsi128_pd(_mm_sub_epi32(bits, _mm_unpacklo_epi32(_mm_setzero_si128(), _mm_slli_epi32(k, 20))));

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
  __m128d r_high = _mm_sub_pd(_mm_mul_pd(m_high, inverse), all(1.0));
  const __m128d r_low = _mm_mul_pd(_mm_sub_pd(m, m_high), inverse);
  __m128d r = _mm_add_pd(r_high, r_low);
  if constexpr (plus_one) {
    r_high = select(near_one, small, r_high);
    r = select(near_one, small, r);
  }

  const __m128d z = _mm_mul_pd(r, r);
  const __m128d seven = linear(all(log_coefficient_7), r, all(log_coefficient_8));
  const __m128d five = linear(linear(all(log_coefficient_5), r, all(log_coefficient_6)), z, seven);
  const __m128d three = linear(linear(all(log_coefficient_3), r, all(log_coefficient_4)), z, five);
  const __m128d w = _mm_mul_pd(z, linear(all(-0.5), r, three));

  const __m128d low = linear(table_low, kd, all(ln2_low));
  __m128d correction = _mm_add_pd(_mm_add_pd(r_low, low), w);
  __m128d error = linear(_mm_andnot_pd(near_one, all(log_absolute_bound)), z, all(log_relative_bound));
  if constexpr (plus_one) {
    correction = _mm_add_pd(correction, _mm_andnot_pd(near_one, _mm_div_pd(rest, argument)));
    error =
        pinned::add(error, select(near_one, pinned::multiply(magnitude_of(small), all(0x1p-100)), all(log1p_bound)));
  }
  return outward(_mm_add_pd(base, r_high), correction, error);
}

// Kept out of line, so that nothing of a kernel moves across a change of mode.
[[gnu::noinline]] Interval exp_kernel(const Interval& x) noexcept { return Interval::from_ends(exp_ends(x.ends())); }

[[gnu::noinline]] Interval expm1_kernel(const Interval& x) noexcept {
  return Interval::from_ends(expm1_ends(x.ends()));
}
[[gnu::noinline]] Interval sinh_kernel(const Interval& x) noexcept { return Interval::from_ends(sinh_ends(x.ends())); }
[[gnu::noinline]] Interval cosh_kernel(double least, double most) noexcept {
  return Interval::from_ends(cosh_ends(pinned::value(_mm_set_pd(most, least))));
}

template <bool plus_one>
__m128d log_of(__m128d v) {
  if constexpr (!plus_one) return log_ends<false>(v, v, v);
  const __m128d one = all(1.0);
  const __m128d sum = select(_mm_cmpge_pd(v, all(0x1p54)), v, pinned::add(v, one));
  const __m128d v_first = _mm_cmpge_pd(v, one);
  const __m128d larger = select(v_first, v, one), smaller = select(v_first, one, v);
  const __m128d rest = pinned::subtract(smaller, pinned::subtract(sum, larger));
  return log_ends<true>(sum, rest, v);
}

template <bool plus_one>
[[gnu::noinline]] Interval log_kernel(const Interval& x) noexcept {
  const __m128d v = negate_first(pinned::value(x.ends()));
  const __m128d one = all(1.0);
  const __m128d start = plus_one ? all(-1.0) : _mm_setzero_pd();
  const __m128d regular = _mm_and_pd(_mm_cmpgt_pd(v, start), _mm_cmplt_pd(v, all(infinity)));
  if (__builtin_expect(_mm_movemask_pd(regular) == 3, 1)) return Interval::from_ends(log_of<plus_one>(v));
  // An end at the start of the domain or below, or at infinity: that end is unbounded.
  return Interval::from_ends(select(regular, log_of<plus_one>(select(regular, v, one)), all(infinity)));
}

/// The functions log and log1p, defined to the right of `start`.
template <bool plus_one>
Interval log_from(double start, const Interval& x, Defined& defined) noexcept {
  if (!(x.upper() > start)) {
    defined = Defined::nowhere;
    return Interval();
  }
  if (!(x.lower() > start)) defined = both(defined, Defined::partly);
  if (pinned::mode_is_upward()) return log_kernel<plus_one>(x);
  const RoundUpward mode;
  return log_kernel<plus_one>(x);
}

}  // namespace

Interval exp(const Interval& x) noexcept {
  if (pinned::mode_is_upward()) return exp_kernel(x);
  const RoundUpward mode;
  return exp_kernel(x);
}

Interval expm1(const Interval& x) noexcept {
  if (pinned::mode_is_upward()) return expm1_kernel(x);
  const RoundUpward mode;
  return expm1_kernel(x);
}

Interval sinh(const Interval& x) noexcept {
  if (pinned::mode_is_upward()) return sinh_kernel(x);
  const RoundUpward mode;
  return sinh_kernel(x);
}

Interval cosh(const Interval& x) noexcept {
  if (x.is_empty()) return x;
  const double least = x.mignitude(), most = x.magnitude();
  if (pinned::mode_is_upward()) return cosh_kernel(least, most);
  const RoundUpward mode;
  return cosh_kernel(least, most);
}

Interval log(const Interval& x, Defined& defined) noexcept { return log_from<false>(0.0, x, defined); }
Interval log1p(const Interval& x, Defined& defined) noexcept { return log_from<true>(-1.0, x, defined); }

}  // namespace lemmacheck::numerics
