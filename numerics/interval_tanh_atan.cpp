#include "numerics/interval_functions.hpp"
#include "numerics/interval_piecewise.hpp"

// The steps and the error bounds are those of the theorems in numerics/proofs/piecewise_kernels.py. Both functions are
// odd and increasing: the ends (-lo, hi) of the argument give those of the result, each rounded upward.
namespace lemmacheck::numerics {
namespace {

#include "numerics/interval_atan_table.inc"
#include "numerics/interval_tanh_table.inc"

using kernel::all;

// Kept out of line, so that nothing of a kernel moves across a change of mode.
[[gnu::noinline]] Interval tanh_kernel(const Interval& x) noexcept {
  const __m128d t = pinned::value(x.ends());
  const __m128d a = _mm_min_pd(all(tanh_limit), kernel::magnitude_of(t));  // nan stays
  const kernel::Value value = kernel::piecewise(tanh_table, tanh_limit, a);
  const __m128d error = pinned::multiply(value.sum, all(tanh_bound));
  return Interval::from_ends(_mm_min_pd(all(1.0), kernel::upward(value, kernel::sign_of(t), error)));
}

[[gnu::noinline]] Interval atan_kernel(const Interval& x) noexcept {
  const __m128d t = pinned::value(x.ends());
  const __m128d a = kernel::magnitude_of(t);
  const __m128d far = _mm_cmpge_pd(a, all(atan_limit));
  if (__builtin_expect(_mm_movemask_pd(far), 0) == 0) {
    const kernel::Value value = kernel::piecewise(atan_table, atan_last, a);
    return Interval::from_ends(kernel::upward(value, kernel::sign_of(t), pinned::multiply(value.sum, all(atan_bound))));
  }
  const __m128d b = kernel::select(far, _mm_div_pd(all(1.0), a), a);
  kernel::Value value = kernel::piecewise(atan_table, atan_last, b);
  const __m128d near_error = pinned::multiply(value.sum, all(atan_bound));
  const __m128d complement = _mm_sub_pd(all(pi_half_low), _mm_add_pd(value.sum, value.correction));
  value = {kernel::select(far, all(pi_half_high), value.sum), kernel::select(far, complement, value.correction)};
  return Interval::from_ends(
      kernel::upward(value, kernel::sign_of(t), kernel::select(far, all(atan_far_bound), near_error)));
}

}  // namespace

Interval tanh(const Interval& x) noexcept {
  if (pinned::mode_is_upward()) return tanh_kernel(x);
  const RoundUpward mode;
  return tanh_kernel(x);
}

Interval atan(const Interval& x) noexcept {
  if (pinned::mode_is_upward()) return atan_kernel(x);
  const RoundUpward mode;
  return atan_kernel(x);
}

}  // namespace lemmacheck::numerics
