// Hostile random numbers for tests: exact, thin, wide, at the edges of domains, with huge and tiny exponents,
// unbounded, empty. Counter-based: case number i of a named stream is the same on every platform, alone or in a run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "numerics/big_interval.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::test_support {

/// LEMMACHECK_TEST_SEED, or 1.
std::uint64_t seed();
/// `count` times LEMMACHECK_TEST_MULTIPLIER (default 1).
int scaled(int count);

class Hostile {
 public:
  /// The numbers of one case: a function of seed(), the name of the stream and the number of the case.
  Hostile(std::string_view stream, std::uint64_t number);

  /// What to print with a failure: seed, stream and number.
  const std::string& label() const noexcept { return label_; }

  std::uint64_t bits();
  /// 0 .. count - 1.
  std::uint64_t below(std::uint64_t count) { return bits() % count; }
  bool one_in(std::uint64_t count) { return below(count) == 0; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
  }

  numerics::Precision precision();
  /// A rational with up to some hundred bits.
  numerics::Rational rational();
  /// A finite end: small integers, edges of domains and their neighbours, all exponents.
  numerics::BigInterval point(numerics::Precision precision);
  /// Any interval, also empty, unbounded, entire.
  numerics::BigInterval interval(numerics::Precision precision);
  /// A bounded, non-empty interval.
  numerics::BigInterval bounded_interval(numerics::Precision precision);
  /// A finite number inside x, as a point of at least its precision; x is not empty.
  numerics::BigInterval inside(const numerics::BigInterval& x);
  /// A non-empty subset of x.
  numerics::BigInterval part(const numerics::BigInterval& x);

 private:
  std::uint64_t key_, counter_ = 0;
  std::string label_;
};

}  // namespace lemmacheck::test_support
