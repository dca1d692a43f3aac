// Where to look on one axis: simple numbers first, then grids and random numbers that crowd at the ends.
#pragma once

#include "verify/prover/refute_problem.hpp"

namespace lemmacheck::verify::prover {

/// Independent uniform numbers per (seed, stream), the same on every platform (Philox4x32-10).
class SampleStream {
 public:
  SampleStream(std::uint64_t seed, std::uint32_t stream) : seed_(seed), stream_(stream) {}
  double uniform();  // in (0, 1)
  std::size_t below(std::size_t n);

 private:
  std::uint64_t seed_;
  std::uint32_t stream_;
  std::uint64_t counter_ = 0;
};

/// Closed ends, small integers, simple fractions, and constants where the claim has functions that go with them: at
/// most `most`, simplest first.
std::vector<Coordinate> special_coordinates(Problem& problem, const Axis& axis, std::size_t most);

/// An increasing grid: uniform, logarithmic towards finite ends and 0, logarithmic out to 1e300 towards infinite ends.
std::vector<double> axis_grid(const Axis& axis, std::size_t size);

double random_coordinate(const Axis& axis, SampleStream& stream);

/// In the range as far as doubles can tell.
bool in_range(const Axis& axis, double x);

/// Exact numbers that a root found in doubles may stand for: simple fractions, multiples of pi, roots, logarithms.
std::vector<Coordinate> exact_guesses(Problem& problem, double root);

/// The number with the smallest denominator in [lower, upper].
numerics::Rational simplest_between(const numerics::Rational& lower, const numerics::Rational& upper);

}  // namespace lemmacheck::verify::prover
