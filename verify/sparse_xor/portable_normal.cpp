#include "verify/sparse_xor/portable_normal.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

namespace lemmacheck::verify::sparse_xor {
namespace {

/// 1/3, 1/5, ..., 1/23.
constexpr std::array<double, 11> log_series = [] {
  std::array<double, 11> c{};
  for (std::size_t k = 0; k < c.size(); ++k) c[k] = 1.0 / static_cast<double>(2 * k + 3);
  return c;
}();

/// (-1)^k / (2k + first)! for k = 1..8; the factorials up to 18! are exact in binary64.
constexpr std::array<double, 8> alternating_factorials(int first) {
  std::array<double, 8> c{};
  double factorial = 1.0;
  double sign = -1.0;
  for (int k = 1; k <= 8; ++k) {
    const int n = 2 * k + first;
    factorial = factorial * static_cast<double>(n - 1) * static_cast<double>(n);
    c[static_cast<std::size_t>(k - 1)] = sign / factorial;
    sign = -sign;
  }
  return c;
}
constexpr std::array<double, 8> sine_series = alternating_factorials(1);
constexpr std::array<double, 8> cosine_series = alternating_factorials(0);

}  // namespace

double approx_portable_log(double x) noexcept {
  // x = 2^e f with f in [sqrt(1/2), sqrt(2)); log f = 2 artanh(s), s = (f-1)/(f+1), |s| < 0.1716.
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>((bits >> 52) & 0x7ff) - 1023;
  double f = std::bit_cast<double>((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL);
  if (f > 0x1.6a09e667f3bcdp0) {
    f = f * 0.5;
    ++exponent;
  }
  const double s = (f - 1.0) / (f + 1.0);
  const double z = s * s;
  double series = log_series.back();
  for (std::size_t k = log_series.size() - 1; k-- > 0;) series = series * z + log_series[k];
  const double log_f = 2.0 * s + 2.0 * s * z * series;
  return static_cast<double>(exponent) * 0x1.62e42fefa39efp-1 + log_f;
}

SineCosine approx_portable_sincos_turns(double t) noexcept {
  const double scaled = 4.0 * t + 0.5;
  const int quarter = static_cast<int>(scaled);              // 0..4, truncation is floor here
  const double r = t - 0.25 * static_cast<double>(quarter);  // exact, |r| <= 1/8
  const double x = r * 0x1.921fb54442d18p+2;
  const double z = x * x;
  double s = sine_series.back();
  double c = cosine_series.back();
  for (std::size_t k = sine_series.size() - 1; k-- > 0;) {
    s = s * z + sine_series[k];
    c = c * z + cosine_series[k];
  }
  const double sine = x + x * z * s;
  const double cosine = 1.0 + z * c;
  switch (quarter & 3) {
    case 0:
      return {sine, cosine};
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

NormalPair approx_normal_pair(std::uint64_t radius_bits, std::uint64_t angle_bits) noexcept {
  const double u = static_cast<double>((radius_bits >> 11) + 1) * 0x1p-53;  // (0, 1]
  const double t = static_cast<double>(angle_bits >> 11) * 0x1p-53;         // [0, 1)
  const double radius = std::sqrt(-2.0 * approx_portable_log(u));           // sqrt is correctly rounded everywhere
  const SineCosine direction = approx_portable_sincos_turns(t);
  return {radius * direction.cosine, radius * direction.sine};
}

}  // namespace lemmacheck::verify::sparse_xor
