#include "numerics/approx_functions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

namespace lemmacheck::numerics {
namespace {

using Values = std::span<const double>;
using Approx = double (*)(Values);

double approx_sigmoid(double x) { return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }
double log_gamma(double x) {
  int sign = 0;  // the plain lgamma writes a global
  return ::lgamma_r(x, &sign);
}

/// The continued fraction of I_x(a, b), by Lentz's method.
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  const auto away_from_zero = [](double v) { return std::abs(v) < tiny ? tiny : v; };
  double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1)), h = d;
  for (int i = 1; i < 100000; ++i) {
    const double even = i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    h *= d * c;
    const double odd = -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    h *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return h;
}

double approx_xlogx(double x) { return x == 0 ? 0 : x * std::log(x); }

const std::map<std::string_view, Approx>& table() {
  static const std::map<std::string_view, Approx> functions{
      {"+", [](Values x) { return x[0] + x[1]; }},
      {"-", [](Values x) { return x[0] - x[1]; }},
      {"*", [](Values x) { return x[0] * x[1]; }},
      {"/", [](Values x) { return x[0] / x[1]; }},
      {"^", [](Values x) { return std::pow(x[0], x[1]); }},
      {"neg", [](Values x) { return -x[0]; }},
      {"<", [](Values x) { return x[0] < x[1] ? 1.0 : 0.0; }},
      {"<=", [](Values x) { return x[0] <= x[1] ? 1.0 : 0.0; }},
      {"=", [](Values x) { return x[0] == x[1] ? 1.0 : 0.0; }},
      {"and", [](Values x) { return std::min(x[0], x[1]); }},
      {"abs", [](Values x) { return std::abs(x[0]); }},
      {"min", [](Values x) { return std::min(x[0], x[1]); }},
      {"max", [](Values x) { return std::max(x[0], x[1]); }},
      {"floor", [](Values x) { return std::floor(x[0]); }},
      {"ceil", [](Values x) { return std::ceil(x[0]); }},
      {"sqrt", [](Values x) { return std::sqrt(x[0]); }},
      {"cbrt", [](Values x) { return std::cbrt(x[0]); }},
      {"exp", [](Values x) { return std::exp(x[0]); }},
      {"expm1", [](Values x) { return std::expm1(x[0]); }},
      {"log", [](Values x) { return std::log(x[0]); }},
      {"ln", [](Values x) { return std::log(x[0]); }},
      {"log1p", [](Values x) { return std::log1p(x[0]); }},
      {"log2", [](Values x) { return std::log2(x[0]); }},
      {"log10", [](Values x) { return std::log10(x[0]); }},
      {"sin", [](Values x) { return std::sin(x[0]); }},
      {"cos", [](Values x) { return std::cos(x[0]); }},
      {"tan", [](Values x) { return std::tan(x[0]); }},
      {"asin", [](Values x) { return std::asin(x[0]); }},
      {"acos", [](Values x) { return std::acos(x[0]); }},
      {"atan", [](Values x) { return std::atan(x[0]); }},
      {"sinh", [](Values x) { return std::sinh(x[0]); }},
      {"cosh", [](Values x) { return std::cosh(x[0]); }},
      {"tanh", [](Values x) { return std::tanh(x[0]); }},
      {"erf", [](Values x) { return std::erf(x[0]); }},
      {"erfc", [](Values x) { return std::erfc(x[0]); }},
      {"normal_cdf", [](Values x) { return 0.5 * std::erfc(-x[0] / std::numbers::sqrt2); }},
      {"gamma", [](Values x) { return std::tgamma(x[0]); }},
      {"lgamma", [](Values x) { return x[0] > 0 ? log_gamma(x[0]) : std::numeric_limits<double>::quiet_NaN(); }},
      {"beta_inc", [](Values x) { return approx_beta_inc(x[0], x[1], x[2]); }},
      {"sigmoid", [](Values x) { return approx_sigmoid(x[0]); }},
      {"softplus", [](Values x) { return std::max(x[0], 0.0) + std::log1p(std::exp(-std::abs(x[0]))); }},
      {"xlogx", [](Values x) { return approx_xlogx(x[0]); }},
      {"entropy", [](Values x) { return -approx_xlogx(x[0]) - approx_xlogx(1 - x[0]); }},
      {"pi", [](Values) { return std::numbers::pi; }},
      {"e", [](Values) { return std::numbers::e; }},
      {"undefined", [](Values) { return std::numeric_limits<double>::quiet_NaN(); }},
  };
  return functions;
}

}  // namespace

double approx_beta_inc(double a, double b, double x) {
  if (!(a > 0 && b > 0 && x >= 0 && x <= 1)) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0 || x == 1) return x;
  const double front = std::exp(a * std::log(x) + b * std::log1p(-x) + log_gamma(a + b) - log_gamma(a) - log_gamma(b));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double (*approx_function(std::string_view name))(std::span<const double>) {
  const auto it = table().find(name);
  return it == table().end() ? nullptr : it->second;
}

}  // namespace lemmacheck::numerics
