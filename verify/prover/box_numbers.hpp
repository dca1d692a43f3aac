// Binary64 intervals for the passes over a box code. Everything here runs inside a RoundUpward scope.
#pragma once

#include <algorithm>
#include <vector>

#include "numerics/interval_functions.hpp"
#include "verify/kernel/cover_code.hpp"

namespace lemmacheck::verify::prover {

struct BinaryNumbers {
  using Number = numerics::Interval;
  static constexpr bool skips_unchanged = true;

  static Number constant(const numerics::BigInterval& value) { return Number(value); }
  static Number integer(long n) { return Number(static_cast<double>(n)); }
  static Number empty() { return Number(); }
  static Number entire() { return Number::entire(); }
  static Number point(double x) { return Number::from_ends(_mm_set_pd(x, -x)); }
  static Number between(double lower, double upper) { return Number::from_ends(_mm_set_pd(upper, -lower)); }
  static Number pi() {
    static const Number value = [] {
      const numerics::RoundNearest nearest;
      return Number(numerics::pi(numerics::Precision(80)));
    }();
    return value;
  }

  static Number add(const Number& a, const Number& b) { return numerics::unchecked_add(a, b); }
  static Number subtract(const Number& a, const Number& b) { return numerics::unchecked_subtract(a, b); }
  static Number multiply(const Number& a, const Number& b) { return numerics::unchecked_multiply(a, b); }
  static Number square(const Number& a) {
    const double low = a.lower(), high = a.upper();
    const Number m = low >= 0 ? a : high <= 0 ? -a : between(0, std::max(-low, high));
    const __m128d ends = numerics::pinned::value(m.ends());
    return Number::from_ends(numerics::pinned::multiply(ends, _mm_andnot_pd(_mm_set1_pd(-0.0), ends)));
  }
  static Number divide(const Number& a, const Number& b, numerics::Defined& defined) {
    return b.certain_sign() != 0 && !a.is_empty() ? numerics::unchecked_divide(a, b) : numerics::divide(a, b, defined);
  }
  static Number intersect(const Number& a, const Number& b) {
    const __m128d ends = _mm_min_pd(a.ends(), b.ends());
    // -lower + upper < 0, without rounding; nan of an empty argument: b's is taken over, a's is caught.
    const double negated_lower = _mm_cvtsd_f64(ends), upper = _mm_cvtsd_f64(_mm_unpackhi_pd(ends, ends));
    return -negated_lower <= upper && !a.is_empty() ? Number::from_ends(ends) : Number();
  }
  static bool same(const Number& a, const Number& b) { return _mm_movemask_pd(_mm_cmpeq_pd(a.ends(), b.ends())) == 3; }

  /// x^n by products; a product of intervals of numbers >= 0 takes its ends from their ends.
  static Number power(const Number& x, long n, numerics::Defined& defined) {
    if (n < 0) return divide(Number(1), power(x, -n, defined), defined);
    if (n == 0) return Number(1);
    if (x.lower() >= 0) return positive_power(x, n);
    if (x.upper() <= 0) return n % 2 == 0 ? positive_power(-x, n) : -positive_power(-x, n);
    if (n % 2 == 0) return positive_power(between(0, x.magnitude()), n);
    return numerics::hull(-positive_power(between(0, -x.lower()), n), positive_power(between(0, x.upper()), n));
  }
  static Number call(const numerics::Function& f, numerics::Arguments<Number> x, numerics::Defined& defined) {
    if (f.binary64 != nullptr) return f.binary64(x, defined);
    const numerics::RoundNearest nearest;
    std::vector<numerics::BigInterval> big;
    big.reserve(x.size());
    std::vector<const numerics::BigInterval*> pointers;
    for (const Number* a : x) big.emplace_back(*a, numerics::Precision(80));
    for (const numerics::BigInterval& b : big) pointers.push_back(&b);
    return Number(f.big(pointers, numerics::Precision(80), defined));
  }
  static Number lower_end(const Number& x) { return point(x.lower()); }
  static Number upper_end(const Number& x) { return point(x.upper()); }
  static bool nonnegative(const Number& x) { return x.lower() >= 0; }
  static bool nonpositive(const Number& x) { return x.upper() <= 0; }
  static bool certainly_less(const Number& a, const Number& b) { return a.upper() < b.lower(); }

 private:
  static Number positive_power(Number base, long n) {
    Number result = base;
    for (--n; n > 0; n >>= 1) {
      if ((n & 1) != 0) result = multiply(result, base);
      if (n > 1) base = multiply(base, base);
    }
    return result;
  }
};

}  // namespace lemmacheck::verify::prover
