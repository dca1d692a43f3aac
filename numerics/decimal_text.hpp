// Decimal text out: directed rounding to a chosen number of significant digits. The direction is in the name.
#pragma once

#include <string>

#include "numerics/big_interval.hpp"
#include "numerics/interval.hpp"

namespace lemmacheck::numerics {

/// How a number is written. `scientific`: 1.285e-360626; `plain`: no exponent (unless it lies beyond +-100000);
/// `automatic`: plain when the exponent lies in -5..digits, scientific otherwise.
enum class Notation { automatic, plain, scientific };

struct DecimalStyle {
  int digits = 20;  // significant digits, 1..10000; else PrecisionError LC403
  Notation notation = Notation::automatic;
  bool keep_zeros = false;  // "1.500" instead of "1.5" for an exact end; a rounded end always shows all digits
};

/// Both ends of an enclosure as text; lo is rounded down, hi up. "inf", "-inf" for infinite ends, both "empty" if so.
/// Ends are equal only if the interval is a point that the digits hold exactly.
struct DecimalEnclosure {
  std::string lo, hi;
};

DecimalEnclosure to_decimal(const BigInterval& x, const DecimalStyle& style = {});
DecimalEnclosure to_decimal(const Interval& x, const DecimalStyle& style = {});

/// A decimal <= every point of x; a decimal >= every point of x.
std::string to_decimal_down(const BigInterval& x, const DecimalStyle& style = {});
std::string to_decimal_up(const BigInterval& x, const DecimalStyle& style = {});
std::string to_decimal_down(const Rational& x, const DecimalStyle& style = {});
std::string to_decimal_up(const Rational& x, const DecimalStyle& style = {});

/// "[2.71828, 2.71829]": plain brackets, which BigInterval::parse reads back.
std::string to_string(const BigInterval& x, const DecimalStyle& style = {.digits = 6});

}  // namespace lemmacheck::numerics
