#include "verify/capacity/greedy_cover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "bounds/linear_cover_greedy.hpp"
#include "numerics/error.hpp"
#include "verify/capacity/counter_random.hpp"

namespace lemmacheck::verify::capacity {

using numerics::Rational;

namespace {

constexpr std::uint32_t point_stream = 0x100, weight_stream = 0x101;
constexpr long grid = 1000;  // random coordinates are integers in [-grid, grid]

long dot(const long* x, const long* y, std::size_t n) {
  long sum = 0;  // at most 1e4 * (1e7)^2 in absolute value
  for (std::size_t j = 0; j < n; ++j) sum += x[j] * y[j];
  return sum;
}

// The least integer whose square is at least x.
long root_above(long x) {
  long root = static_cast<long>(std::sqrt(static_cast<double>(x)));
  while (root * root < x) ++root;
  while (root > 0 && (root - 1) * (root - 1) >= x) --root;
  return std::max(1L, root);
}

long coordinate(std::uint64_t seed, std::uint32_t stream, std::size_t row, std::size_t j, long size) {
  const auto bound = static_cast<std::uint32_t>(2 * size + 1);
  return static_cast<long>(
             random_below(seed, {stream, 0, static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(j)}, bound)) -
         size;
}

CoverData orthonormal(std::size_t count, const Rational& accuracy) {
  const Rational allowed = bounds::greedy_steps_of_square(Rational(1) / (accuracy * accuracy));
  CoverData data;
  data.count = std::max<std::size_t>(
      1, allowed < Rational(static_cast<long>(count)) ? static_cast<std::size_t>(allowed.to_long()) : count);
  data.dimension = data.count;
  data.points.assign(data.count * data.dimension, 0);
  for (std::size_t i = 0; i < data.count; ++i) data.points[i * data.dimension + i] = 1;
  // The least multiple of 1/scale above eps; fine enough that count of its squares stay within 1.
  for (long scale = 16; scale < (1L << 40); scale *= 2) {
    const Rational w = (floor(accuracy * Rational(scale)) + Rational(1)) / Rational(scale);
    if (w * w * Rational(static_cast<long>(data.count)) <= Rational(1)) {
      data.weight_scale = scale;
      data.weights.assign(data.dimension, (w * Rational(scale)).to_long());
      return data;
    }
  }
  data.weights.assign(data.dimension, 0);  // eps = 1: no step is possible
  return data;
}

}  // namespace

std::string_view name_of(CoverDataKind kind) noexcept {
  constexpr std::string_view names[] = {"orthonormal", "clustered", "planted", "random"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(StepRule rule) noexcept {
  constexpr std::string_view names[] = {"largest", "first", "smallest"};
  return names[static_cast<std::size_t>(rule)];
}

CoverData cover_data(CoverDataKind kind, std::size_t count, std::size_t dimension, const Rational& accuracy,
                     std::uint64_t seed) {
  if (count < 1 || count > 1000000 || dimension < 1 || dimension > 10000 || count * dimension > 100000000)
    throw numerics::DomainError("LC241",
                                fmt::format("cover data: {} points in dimension {}; allowed are 1 to 1e6 points, "
                                            "dimensions 1 to 1e4 and a product up to 1e8",
                                            count, dimension));
  if (accuracy.sign() <= 0 || accuracy > Rational(1) || accuracy < Rational(1, 10000))
    throw numerics::DomainError(
        "LC241", "cover data: eps = " + accuracy.to_string() + "; allowed is 1/10000 <= eps <= 1 at a = b = 1");
  if (kind == CoverDataKind::orthonormal) return orthonormal(std::min<std::size_t>(count, 2000), accuracy);
  CoverData data;
  data.count = count;
  data.dimension = dimension;
  data.points.resize(count * dimension);
  const bool clustered = kind == CoverDataKind::clustered;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < dimension; ++j) {
      long x = coordinate(seed, point_stream, i, j, clustered ? grid / 10 : grid);
      if (clustered) x += coordinate(seed, weight_stream, 0, j, grid);
      data.points[i * dimension + j] = x;
    }
  }
  long longest = 1;
  for (std::size_t i = 0; i < count; ++i)
    longest = std::max(longest, dot(&data.points[i * dimension], &data.points[i * dimension], dimension));
  data.point_scale = root_above(longest);
  data.weights.assign(dimension, 0);
  if (kind == CoverDataKind::planted) {
    for (std::size_t i = 0; i < std::min(count, dimension); ++i)
      for (std::size_t j = 0; j < dimension; ++j) data.weights[j] += data.points[i * dimension + j];
  } else {
    for (std::size_t j = 0; j < dimension; ++j) data.weights[j] = coordinate(seed, weight_stream, 0, j, grid);
  }
  data.weight_scale = root_above(dot(data.weights.data(), data.weights.data(), dimension));
  return data;
}

CoverRun run_greedy_cover(const CoverData& data, const Rational& accuracy, StepRule rule) {
  const std::size_t n = data.count, d = data.dimension;
  LEMMACHECK_ASSERT(data.points.size() == n * d && data.weights.size() == d);
  const Rational product_scale(data.point_scale * data.weight_scale),
      square_scale(Rational(data.point_scale) * Rational(data.point_scale));
  std::vector<Rational> gap(n);  // (w - w_t).x_i
  for (std::size_t i = 0; i < n; ++i) {
    const long* x = &data.points[i * d];
    LEMMACHECK_ASSERT(Rational(dot(x, x, d)) <= square_scale);
    gap[i] = Rational(dot(x, data.weights.data(), d)) / product_scale;
  }
  CoverRun run;
  run.allowed = bounds::greedy_steps_of_square(Rational(1) / (accuracy * accuracy));
  run.net.assign(n, 0);
  run.residual = Rational(dot(data.weights.data(), data.weights.data(), d)) / pow(Rational(data.weight_scale), 2);
  LEMMACHECK_ASSERT(run.residual <= Rational(1));
  const Rational least_drop = accuracy * accuracy;
  for (;;) {
    std::optional<std::size_t> chosen;
    for (std::size_t i = 0; i < n; ++i) {
      const Rational size = abs(gap[i]);
      if (size <= accuracy) continue;
      if (!chosen || (rule == StepRule::largest && size > abs(gap[*chosen])) ||
          (rule == StepRule::smallest && size < abs(gap[*chosen])))
        chosen = i;
      if (rule == StepRule::first) break;
    }
    if (!chosen) break;
    const long* x = &data.points[*chosen * d];
    const long sign = gap[*chosen].sign();
    const Rational step = accuracy * Rational(sign) / square_scale;
    const Rational drop =
        Rational(2) * accuracy * abs(gap[*chosen]) - least_drop * Rational(dot(x, x, d)) / square_scale;
    LEMMACHECK_ASSERT(drop > least_drop);
    run.residual -= drop;
    for (std::size_t i = 0; i < n; ++i) {
      const long product = dot(x, &data.points[i * d], d);
      if (product != 0) gap[i] -= step * Rational(product);
    }
    run.net[*chosen] += sign;
    ++run.steps;
    LEMMACHECK_ASSERT(Rational(static_cast<long>(run.steps)) <= run.allowed);
  }
  LEMMACHECK_ASSERT(run.residual.sign() >= 0);
  for (const Rational& g : gap) run.distance = std::max(run.distance, abs(g));
  return run;
}

}  // namespace lemmacheck::verify::capacity
