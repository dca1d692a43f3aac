// Odd increasing functions of binary64 by a table of polynomials: what the kernels of tanh, atan and erf share.
//
// The steps and their error bounds are those of the theorem in numerics/proofs/piecewise_kernels.py, which writes the
// tables. For kernels only, inside upward rounding.
#pragma once

#include <cstddef>
#include <cstdint>

#include "numerics/interval.hpp"

namespace lemmacheck::numerics::kernel {

inline __m128d all(double x) { return _mm_set1_pd(x); }
inline __m128d magnitude_of(__m128d x) { return _mm_andnot_pd(all(-0.0), x); }
inline __m128d sign_of(__m128d x) { return _mm_and_pd(all(-0.0), x); }
inline __m128d select(__m128d mask, __m128d yes, __m128d no) {
  return _mm_or_pd(_mm_and_pd(mask, yes), _mm_andnot_pd(mask, no));
}

/// c0 + x c1
inline __m128d linear(__m128d c0, __m128d x, __m128d c1) { return _mm_add_pd(c0, _mm_mul_pd(x, c1)); }

/// A value sum + correction, up to an error that the theorem bounds.
struct Value {
  __m128d sum, correction;
};

/// The value with this sign (a register of sign bits), rounded upward.
inline __m128d upward(const Value& v, __m128d sign, __m128d error) {
  return pinned::add(_mm_xor_pd(v.sum, sign), pinned::add(_mm_xor_pd(v.correction, sign), error));
}

/// Both lanes of a in [0, last], the part of the line that the table covers; or nan, which stays. 2^bits pieces to a
/// binade.
template <int bits_of_piece = 5, std::size_t pieces>
Value piecewise(const double (&table)[pieces][10], double last, __m128d a) {
  constexpr double first_end = 0x1p-7;
  constexpr double before_first_end = 0x1p-7 - 0x1p-8 / (1 << bits_of_piece);
  constexpr int before_first_index = (1023 - 7) * (1 << bits_of_piece) - 1;  // its exponent and first bits
  constexpr std::uint64_t half_piece = std::uint64_t{1} << (51 - bits_of_piece);

  const __m128d where = _mm_max_pd(all(before_first_end), _mm_min_pd(a, all(last)));  // nan: last
  const __m128i bits = _mm_castpd_si128(where);
  const __m128i index = _mm_sub_epi32(_mm_srli_epi32(_mm_shuffle_epi32(bits, 0xD), 20 - bits_of_piece),
                                      _mm_set1_epi32(before_first_index));
  const auto packed = static_cast<std::uint64_t>(_mm_cvtsi128_si64(index));
  const double* const one = table[packed & 0xffffffff];
  const double* const two = table[packed >> 32];

  const __m128d is_first = _mm_cmplt_pd(a, all(first_end));
  const __m128i start = _mm_and_si128(bits, _mm_set1_epi64x(-static_cast<long long>(2 * half_piece)));
  const __m128d middle = _mm_castsi128_pd(_mm_or_si128(start, _mm_set1_epi64x(static_cast<long long>(half_piece))));
  const __m128d r = _mm_sub_pd(a, _mm_andnot_pd(is_first, middle));
  const __m128d z = _mm_mul_pd(r, r);
  // G_n + r G_(n+1), two neighbours of the table
  const auto pair = [&](int n) {
    const __m128d x = _mm_load_pd(one + n), y = _mm_load_pd(two + n);
    return linear(_mm_unpacklo_pd(x, y), r, _mm_unpackhi_pd(x, y));
  };
  const __m128d q = linear(pair(2), z, linear(pair(4), z, linear(pair(6), z, pair(8))));
  const __m128d x = _mm_load_pd(one), y = _mm_load_pd(two);
  const __m128d high = _mm_unpacklo_pd(x, y);
  return {select(is_first, a, high), linear(_mm_unpackhi_pd(x, y), r, q)};
}

}  // namespace lemmacheck::numerics::kernel
