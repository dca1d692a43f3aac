// Short words for tests of enclosures and of errors.
#pragma once

#include <string>

#include "numerics/big_interval.hpp"
#include "numerics/error.hpp"
#include "tests/support/catch.hpp"

namespace lemmacheck::test_support {

inline numerics::BigInterval read(const std::string& text, long bits = 53) {
  return numerics::BigInterval::parse(text, numerics::Precision(bits));
}

/// The ends are equal or neighbours at the interval's precision; infinity is the neighbour of the largest number.
inline bool at_most_one_step(const numerics::BigInterval& x) {
  numerics::BigInterval next(x);
  mpfr_nextabove(&next.data()->left);
  return mpfr_lessequal_p(&x.data()->right, &next.data()->left) != 0;
}

inline bool is_exactly(const numerics::BigInterval& x, const numerics::Rational& value) {
  return x.is_point() && x.is_bounded() && x.lower_rational() == value;
}

/// The code of the error that an action throws, "none" when it throws none; the message must be one short line.
template <class Action>
std::string code_of(Action&& action) {
  try {
    action();
  } catch (const numerics::Error& error) {
    const std::string message = error.what();
    CHECK(message.find('\n') == std::string::npos);
    CHECK(message.size() < 300);
    return error.code();
  }
  return "none";
}

}  // namespace lemmacheck::test_support
