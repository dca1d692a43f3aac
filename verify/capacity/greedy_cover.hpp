// The greedy cover of bounded linear functions, run on data in exact arithmetic.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "numerics/rational.hpp"

namespace lemmacheck::verify::capacity {

/// n points and a weight vector with exact coordinates: integers over one scale. |x_i| <= 1 and |w| <= 1.
struct CoverData {
  std::size_t count = 0, dimension = 0;
  std::vector<long> points;  // count x dimension, row-major
  std::vector<long> weights;
  long point_scale = 1, weight_scale = 1;
};

/// Where the data come from. orthonormal: the worst case, x_i the unit vectors and w_i slightly above eps.
/// clustered: all points close to one direction, w along it. planted: w along the sum of some points. random: both
/// random.
enum class CoverDataKind : std::uint8_t { orthonormal, clustered, planted, random };
std::string_view name_of(CoverDataKind kind) noexcept;

/// Which violated point a step takes.
enum class StepRule : std::uint8_t { largest, first, smallest };
std::string_view name_of(StepRule rule) noexcept;

/// Data of a kind with a = b = 1. orthonormal takes as many points as the bound on the steps, at most `count`.
/// DomainError LC241 unless 1 <= count <= 1e6, 1 <= dimension <= 1e4 and 0 < eps <= 1.
CoverData cover_data(CoverDataKind kind, std::size_t count, std::size_t dimension, const numerics::Rational& accuracy,
                     std::uint64_t seed);

struct CoverRun {
  std::size_t steps = 0;        // taken
  numerics::Rational allowed;   // ceil(1 / eps^2) - 1
  numerics::Rational distance;  // max_i |(w - w_T).x_i| at the end, exact
  numerics::Rational residual;  // |w - w_T|^2, exact
  std::vector<long> net;        // net count of every point, sum |net| <= steps
};

/// Runs w_{t+1} = w_t + eps sign((w - w_t).x_i) x_i while some |(w - w_t).x_i| > eps. Every comparison is exact; that a
/// step lowers |w - w_t|^2 by more than eps^2 and that the steps stay within the bound is asserted.
CoverRun run_greedy_cover(const CoverData& data, const numerics::Rational& accuracy, StepRule rule);

}  // namespace lemmacheck::verify::capacity
