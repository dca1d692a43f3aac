// What the passes over a box code need of a number type, for BigInterval: the checker's numbers.
#pragma once

#include "verify/kernel/cover_code.hpp"

namespace lemmacheck::verify::kernel {

struct BigNumbers {
  using Number = numerics::BigInterval;
  /// Whether backward propagation may pass over what has not changed. It may not in the checker: what the search
  /// narrows through a rounding error has to be narrowed here too.
  static constexpr bool skips_unchanged = false;

  explicit BigNumbers(numerics::Precision p) : precision(p) {}

  Number constant(const numerics::BigInterval& value) const { return value; }
  Number integer(long n) const { return Number(n, precision); }
  Number empty() const { return Number(precision); }
  Number entire() const { return Number::entire(precision); }
  Number point(double x) const { return Number::from_double(x, precision); }
  Number between(double lower, double upper) const { return Number(numerics::Interval(lower, upper), precision); }
  Number pi() const { return numerics::pi(precision); }

  static Number add(const Number& a, const Number& b) { return a + b; }
  static Number subtract(const Number& a, const Number& b) { return a - b; }
  static Number multiply(const Number& a, const Number& b) { return a * b; }
  static Number square(const Number& a) { return numerics::square(a); }
  static Number divide(const Number& a, const Number& b, numerics::Defined& d) { return numerics::divide(a, b, d); }
  static Number intersect(const Number& a, const Number& b) { return numerics::intersection(a, b); }
  static Number power(const Number& x, long n, numerics::Defined& d) { return numerics::pow(x, n, d); }
  Number call(const numerics::Function& f, numerics::Arguments<Number> x, numerics::Defined& d) const {
    return f.big(x, precision, d);
  }
  static Number lower_end(const Number& x) { return x.lower(); }
  static Number upper_end(const Number& x) { return x.upper(); }
  /// Certainly x >= 0, x <= 0; false for the empty set.
  static bool nonnegative(const Number& x) {
    return !x.is_empty() && less_equal(Number(0, x.precision()), x) == numerics::Truth::yes;
  }
  static bool nonpositive(const Number& x) {
    return !x.is_empty() && less_equal(x, Number(0, x.precision())) == numerics::Truth::yes;
  }
  static bool certainly_less(const Number& a, const Number& b) { return less(a, b) == numerics::Truth::yes; }

  numerics::Precision precision;
};

}  // namespace lemmacheck::verify::kernel
