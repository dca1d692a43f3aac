// The only door to Arb: exact conversions between MPFR ends and balls, and evaluation at points with a working
// precision that rises until the ball is as accurate as asked. Internal to numerics.
#pragma once

#include <mpfr.h>  // first: FLINT 3 declares its conversions only then

#if __has_include(<flint/arb.h>)
#include <flint/acb.h>
#include <flint/acb_hypgeom.h>
#include <flint/arb.h>
#include <flint/arb_hypgeom.h>
#else
#include <acb.h>
#include <acb_hypgeom.h>
#include <arb.h>
#include <arb_hypgeom.h>
#endif

#include <algorithm>

#include "numerics/big_interval.hpp"
#include "numerics/big_interval_ends.hpp"
#include "numerics/domain_cut.hpp"
#include "numerics/flint_caches.hpp"
#include "numerics/interval.hpp"

namespace lemmacheck::numerics::arb_bridge {

/// An arb_t that cleans up after itself; converts to the pointer that Arb's functions take.
class Ball {
 public:
  Ball() noexcept {
    free_flint_caches_at_thread_end();
    arb_init(value_);
  }
  explicit Ball(mpfr_srcptr x) noexcept : Ball() { arf_set_mpfr(arb_midref(value_), x); }
  Ball(const Ball&) = delete;
  Ball& operator=(const Ball&) = delete;
  ~Ball() { arb_clear(value_); }
  operator arb_ptr() noexcept { return value_; }           // NOLINT(google-explicit-constructor)
  operator arb_srcptr() const noexcept { return value_; }  // NOLINT(google-explicit-constructor)

 private:
  arb_t value_;
};

class ComplexBall {
 public:
  ComplexBall() noexcept { acb_init(value_); }
  ComplexBall(const ComplexBall&) = delete;
  ComplexBall& operator=(const ComplexBall&) = delete;
  ~ComplexBall() { acb_clear(value_); }
  operator acb_ptr() noexcept { return value_; }  // NOLINT(google-explicit-constructor)
  arb_ptr real() noexcept { return acb_realref(value_); }

 private:
  acb_t value_;
};

/// The largest number of out's precision below, the smallest above every point of the ball. A ball without a value
/// gives -inf and inf.
void round_lower(mpfr_ptr out, const arb_t x);
void round_upper(mpfr_ptr out, const arb_t x);
/// The ball as an interval.
BigInterval enclose(const arb_t x, Precision precision);
/// [a, b] from exact ends (a <= b); stored at `precision`, rounded outward.
BigInterval from_ends(mpfr_srcptr a, mpfr_srcptr b, Precision precision);

/// Bits of accuracy beyond the target precision, so that the outward rounding dominates the width of a result and
/// a result at a higher precision lies inside one at a lower.
inline constexpr long spare_bits = 20;

/// Whether every point of the ball is certainly beyond the exponents of MPFR, where more accuracy changes no end.
bool is_beyond_exponents(const arb_t x);

/// Evaluates f(result, working_precision) at rising precision until the ball has target + spare_bits accurate bits or
/// the limit is reached; `result` is the most accurate ball seen, whatever its accuracy.
template <class F>
void evaluate(arb_ptr result, Precision target, F&& f) {
  const RoundNearest nearest;
  const long wanted = target.bits + spare_bits;
  const long limit = 64 * std::max(target.bits, 64L);
  long working = target.bits + spare_bits + 16;
  Ball trial;
  arb_indeterminate(result);
  long best = arb_rel_accuracy_bits(result);
  for (;;) {
    f(static_cast<arb_ptr>(trial), working);
    const long accuracy = arb_rel_accuracy_bits(trial);
    if (accuracy > best) {
      arb_swap(result, trial);
      best = accuracy;
    }
    if (best >= wanted || working >= limit || is_beyond_exponents(result)) return;
    const bool informative = accuracy > -working;
    working = std::min(limit,
                       informative ? std::max(working + (wanted - accuracy) + 16, working + working / 4) : 2 * working);
  }
}

/// Encloses f on [x.lo, x.hi] for an increasing (decreasing) f given at points as f(result, end, working_precision);
/// an infinite end is passed on, f then sets the limit. One evaluation when x is a point.
template <class F>
BigInterval increasing(const BigInterval& x, Precision target, F&& f) {
  BigInterval result(target);
  Ball value;
  evaluate(value, target, [&](arb_ptr r, long working) { f(r, lo(x), working); });
  round_lower(lo(result), value);
  if (!x.is_point()) evaluate(value, target, [&](arb_ptr r, long working) { f(r, hi(x), working); });
  round_upper(hi(result), value);
  return result;
}
template <class F>
BigInterval decreasing(const BigInterval& x, Precision target, F&& f) {
  BigInterval result(target);
  Ball value;
  evaluate(value, target, [&](arb_ptr r, long working) { f(r, hi(x), working); });
  round_lower(lo(result), value);
  if (!x.is_point()) evaluate(value, target, [&](arb_ptr r, long working) { f(r, lo(x), working); });
  round_upper(hi(result), value);
  return result;
}

/// Cuts an enclosure to a range that is known to hold the value.
void clamp_below(BigInterval& x, long bound);
void clamp_above(BigInterval& x, long bound);

/// The sign of f at a point, f given as above: -1, 1, or 0 when undecided at the limit.
template <class F>
int certain_sign(Precision target, F&& f) {
  const RoundNearest nearest;
  const long limit = 64 * std::max(target.bits, 64L);
  Ball value;
  for (long working = target.bits + 32;; working = std::min(limit, 2 * working)) {
    f(static_cast<arb_ptr>(value), working);
    if (arb_is_positive(value)) return 1;
    if (arb_is_negative(value)) return -1;
    if (arb_is_zero(value) || working >= limit) return 0;
  }
}

}  // namespace lemmacheck::numerics::arb_bridge
