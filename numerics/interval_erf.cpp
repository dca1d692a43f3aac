#include "numerics/interval_functions.hpp"
#include "numerics/interval_piecewise.hpp"

// The steps and the error bounds are those of the theorem in numerics/proofs/piecewise_kernels.py.
namespace lemmacheck::numerics {
namespace {

#include "numerics/interval_erf_table.inc"

using kernel::all;

[[gnu::noinline]] Interval erf_kernel(const Interval& x) noexcept {
  const __m128d t = pinned::value(x.ends());
  const __m128d a = _mm_min_pd(all(erf_limit), kernel::magnitude_of(t));  // nan stays
  const kernel::Value value = kernel::piecewise<6>(erf_table, erf_limit, a);
  const __m128d bound = kernel::select(_mm_cmplt_pd(a, all(0x1p-7)), all(erf_first_bound), all(erf_bound));
  const __m128d error = pinned::multiply(value.sum, bound);
  return Interval::from_ends(_mm_min_pd(all(1.0), kernel::upward(value, kernel::sign_of(t), error)));
}

}  // namespace

Interval erf(const Interval& x) noexcept {
  if (pinned::mode_is_upward()) return erf_kernel(x);
  const RoundUpward mode;
  return erf_kernel(x);
}

}  // namespace lemmacheck::numerics
