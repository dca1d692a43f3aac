#include <cstdint>

#include "numerics/big_interval.hpp"
#include "numerics/interval_functions.hpp"
#include "numerics/interval_piecewise.hpp"

// The steps, their exactness and the error bounds are those of the theorem in numerics/proofs/sin_cos_kernel.py.
namespace lemmacheck::numerics {
namespace {

#include "numerics/interval_sin_cos_table.inc"

using kernel::all;
using kernel::linear;
using kernel::select;

/// x - k pi/2 = high + low, up to the error of the theorem.
struct Reduced {
  __m128i k;  // in the low two 32-bit integers
  __m128d k_double, high, low;
};

Reduced reduce(__m128d x) {
  const __m128d steps = pinned::add(pinned::multiply(x, all(two_over_pi)), all(-0.5));
  const __m128i k = _mm_cvtpd_epi32(steps);  // upward, hence the half
  const __m128d kd = _mm_cvtepi32_pd(k);
  const __m128d d = _mm_sub_pd(x, _mm_mul_pd(kd, all(half_pi_1)));
  const __m128d w = _mm_mul_pd(kd, all(half_pi_2));
  const __m128d high = pinned::subtract(d, w);
  const __m128d rest = pinned::subtract(pinned::subtract(d, high), w);
  return {k, kd, high, _mm_sub_pd(rest, _mm_mul_pd(kd, all(half_pi_3)))};
}

/// Both lanes of sin(r + quadrant pi/2): the value, rounded upward, and its negative, rounded upward.
struct Rounded {
  __m128d upper, negated_lower;
};

Rounded sine(const Reduced& reduced, __m128i quadrant) {
  const __m128i quadrants = _mm_shuffle_epi32(quadrant, _MM_SHUFFLE(1, 1, 0, 0));
  const __m128i odd = _mm_set1_epi32(1);
  const __m128d is_cosine = _mm_castsi128_pd(_mm_cmpeq_epi32(_mm_and_si128(quadrants, odd), odd));
  const __m128d half_turn = _mm_castsi128_pd(_mm_slli_epi64(_mm_and_si128(quadrants, _mm_set1_epi64x(2)), 62));
  const __m128d side = kernel::sign_of(reduced.high);
  const __m128d sign = _mm_xor_pd(half_turn, _mm_andnot_pd(is_cosine, side));

  const __m128d high = kernel::magnitude_of(reduced.high);
  const __m128d low = _mm_xor_pd(reduced.low, side);
  const __m128d far = _mm_cmpge_pd(high, all(0.125));
  const __m128i j = _mm_cvtpd_epi32(_mm_and_pd(far, pinned::add(_mm_mul_pd(high, all(64.0)), all(-0.5))));
  const __m128d d = _mm_sub_pd(high, _mm_mul_pd(_mm_cvtepi32_pd(j), all(0x1p-6)));

  const __m128d z = _mm_mul_pd(d, d);
  const __m128d s9 = linear(all(sin_coefficient_9), z, all(sin_coefficient_11));
  const __m128d s5 = linear(all(sin_coefficient_5), z, linear(all(sin_coefficient_7), z, s9));
  const __m128d s = linear(low, d, _mm_mul_pd(z, linear(all(sin_coefficient_3), z, s5)));
  const __m128d c8 = linear(all(cos_coefficient_8), z, all(cos_coefficient_10));
  const __m128d c4 = linear(all(cos_coefficient_4), z, linear(all(cos_coefficient_6), z, c8));
  const __m128d c = _mm_sub_pd(_mm_mul_pd(z, linear(all(-0.5), z, c4)), _mm_mul_pd(d, low));

  const auto rows = static_cast<std::uint64_t>(_mm_cvtsi128_si64(j));
  const auto cosines = static_cast<unsigned>(_mm_movemask_pd(is_cosine));
  const unsigned first = (cosines & 1) * 2, second = cosines & 2;
  const double* const one = sin_cos_table[rows & 0xffffffff];
  const double* const two = sin_cos_table[rows >> 32];
  const __m128d x = _mm_load_pd(one + first), y = _mm_load_pd(two + second);
  const __m128d a = _mm_unpacklo_pd(x, y);
  const __m128d b = _mm_xor_pd(_mm_set_pd(two[2 - second], one[2 - first]), _mm_and_pd(is_cosine, all(-0.0)));

  const __m128d near_sine = _mm_andnot_pd(far, _mm_andnot_pd(is_cosine, _mm_castsi128_pd(_mm_set1_epi64x(-1))));
  const __m128d change = linear(_mm_mul_pd(a, c), b, _mm_add_pd(_mm_andnot_pd(near_sine, d), s));
  const kernel::Value value{select(near_sine, d, a), _mm_add_pd(_mm_unpackhi_pd(x, y), change)};
  const __m128d near_bound = select(is_cosine, all(near_cos_bound), all(near_sin_bound));
  const __m128d error = pinned::add(select(far, all(far_bound), pinned::multiply(high, near_bound)),
                                    pinned::multiply(kernel::magnitude_of(reduced.k_double), all(reduction_bound)));
  return {kernel::upward(value, sign, error), kernel::upward(value, _mm_xor_pd(sign, all(-0.0)), error)};
}

/// The monotone branches of the sine, which are those of the tangent, on which the two lanes lie: the extrema (poles)
/// at -pi/2 + n pi separate branch n - 1 from branch n.
struct Branches {
  std::int32_t first, last;
};

Branches branches(__m128i quadrant, __m128d high) {
  const int right = _mm_movemask_pd(_mm_cmpge_pd(high, _mm_setzero_pd()));
  const auto packed = static_cast<std::uint64_t>(_mm_cvtsi128_si64(quadrant));
  const auto branch = [](std::uint64_t k, int right_of_middle) {
    return (static_cast<std::int32_t>(static_cast<std::uint32_t>(k)) + right_of_middle) >> 1;
  };
  return {branch(packed, right & 1), branch(packed >> 32, right >> 1)};
}

/// The ends of x, both at most reduction_limit in size.
__m128d ends_in_order(const Interval& x) { return pinned::value(_mm_xor_pd(x.ends(), _mm_set_pd(0.0, -0.0))); }

/// sin(x + shift pi/2); both ends of x at most reduction_limit in size.
[[gnu::noinline]] Interval sine_kernel(const Interval& x, int shift) noexcept {
  const Reduced reduced = reduce(ends_in_order(x));
  const __m128i quadrant = _mm_add_epi32(reduced.k, _mm_set1_epi32(shift));
  const Rounded value = sine(reduced, quadrant);
  const auto [first, last] = branches(quadrant, reduced.high);
  const __m128d upper = _mm_max_sd(value.upper, _mm_unpackhi_pd(value.upper, value.upper));
  const __m128d lower = _mm_max_sd(value.negated_lower, _mm_unpackhi_pd(value.negated_lower, value.negated_lower));
  __m128d result = _mm_min_pd(_mm_unpacklo_pd(lower, upper), all(1.0));
  if (last > first) {
    // A maximum ends an even branch, a minimum an odd one.
    const bool maximum = last - first > 1 || (first & 1) == 0, minimum = last - first > 1 || (first & 1) != 0;
    result = _mm_max_pd(result, _mm_set_pd(maximum ? 1.0 : -1.0, minimum ? 1.0 : -1.0));
  }
  return Interval::from_ends(result);
}

/// tan for x on one branch, away from the poles; empty where that is not certain.
[[gnu::noinline]] Interval tangent_kernel(const Interval& x) noexcept {
  const Reduced reduced = reduce(ends_in_order(x));
  const auto [first, last] = branches(reduced.k, reduced.high);
  if (first != last) return Interval();
  const Rounded s = sine(reduced, reduced.k);
  const Rounded c = sine(reduced, _mm_add_epi32(reduced.k, _mm_set1_epi32(1)));
  const Interval first_cosine = Interval::from_ends(_mm_unpacklo_pd(c.negated_lower, c.upper));
  const Interval last_cosine = Interval::from_ends(_mm_unpackhi_pd(c.negated_lower, c.upper));
  // Next to a pole the side on which an end lies is not certain.
  constexpr double least = 0x1p-40;
  const auto is_away = [](const Interval& v) { return v.lower() > least || v.upper() < -least; };
  if (!is_away(first_cosine) || !is_away(last_cosine)) return Interval();
  const Interval low = unchecked_divide(Interval::from_ends(_mm_unpacklo_pd(s.negated_lower, s.upper)), first_cosine);
  const Interval high = unchecked_divide(Interval::from_ends(_mm_unpackhi_pd(s.negated_lower, s.upper)), last_cosine);
  return Interval::from_ends(_mm_move_sd(high.ends(), low.ends()));
}

bool is_reducible(const Interval& x) {
  return _mm_movemask_pd(_mm_cmple_pd(kernel::magnitude_of(x.ends()), all(reduction_limit))) == 3;
}

Interval tangent(const Interval& x) {
  if (pinned::mode_is_upward()) return tangent_kernel(x);
  const RoundUpward mode;
  return tangent_kernel(x);
}

Interval shifted_sine(const Interval& x, int shift) {
  if (__builtin_expect(is_reducible(x), 1)) {
    if (pinned::mode_is_upward()) return sine_kernel(x, shift);
    const RoundUpward mode;
    return sine_kernel(x, shift);
  }
  if (x.upper() - x.lower() >= 6.5) return Interval(-1.0, 1.0);  // more than a period
  const RoundNearest mode;
  const BigInterval argument(x, Precision(function_precision_bits));
  return Interval(shift == 0 ? sin(argument) : cos(argument));
}

}  // namespace

Interval sin(const Interval& x) { return shifted_sine(x, 0); }
Interval cos(const Interval& x) { return shifted_sine(x, 1); }

Interval tan(const Interval& x, Defined& defined) {
  if (is_reducible(x)) {
    const Interval result = tangent(x);
    if (!result.is_empty()) return result;
  }
  const RoundNearest mode;
  return Interval(tan(BigInterval(x, Precision(function_precision_bits)), defined));
}

}  // namespace lemmacheck::numerics
