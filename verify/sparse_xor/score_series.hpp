// Polynomials in two variables, cut at the degrees that the second moments need: series of functions of s g + t h.
#pragma once

#include <array>
#include <cstddef>

#include "numerics/interval.hpp"

namespace lemmacheck::verify::sparse_xor {

/// Coefficients of s^p t^q, p <= 2, q <= 4.
class Series {
 public:
  static constexpr std::size_t highest_s = 2, highest_t = 4;

  Series() { coefficients_.fill(numerics::Interval(0.0)); }
  numerics::Interval& at(std::size_t p, std::size_t q) { return coefficients_[p * (highest_t + 1) + q]; }
  const numerics::Interval& at(std::size_t p, std::size_t q) const { return coefficients_[p * (highest_t + 1) + q]; }
  /// The coefficient of s^p t^q, 0 for negative exponents.
  numerics::Interval shifted(std::size_t p, std::size_t q, std::size_t minus_p, std::size_t minus_q) const {
    return p < minus_p || q < minus_q ? numerics::Interval(0.0) : at(p - minus_p, q - minus_q);
  }

  Series& operator+=(const Series& b) {
    for (std::size_t i = 0; i < coefficients_.size(); ++i) coefficients_[i] = coefficients_[i] + b.coefficients_[i];
    return *this;
  }
  friend Series operator*(const numerics::Interval& factor, Series a) {
    for (numerics::Interval& c : a.coefficients_) c = factor * c;
    return a;
  }
  friend Series operator*(const Series& a, const Series& b) {
    Series product;
    for (std::size_t p = 0; p <= highest_s; ++p) {
      for (std::size_t q = 0; q <= highest_t; ++q) {
        for (std::size_t i = 0; i <= p; ++i) {
          for (std::size_t j = 0; j <= q; ++j) product.at(p, q) = product.at(p, q) + a.at(i, j) * b.at(p - i, q - j);
        }
      }
    }
    return product;
  }

 private:
  std::array<numerics::Interval, (highest_s + 1) * (highest_t + 1)> coefficients_;
};

/// An exact coefficient of a power series.
struct Fraction {
  int numerator, denominator;
  numerics::Interval value() const { return numerics::Interval(numerator) / numerics::Interval(denominator); }
};
/// Coefficients of z^0 .. z^6.
using PowerSeries = std::array<Fraction, 7>;
inline constexpr PowerSeries tanh_series = {{{0, 1}, {1, 1}, {0, 1}, {-1, 3}, {0, 1}, {2, 15}, {0, 1}}};
inline constexpr PowerSeries sech_squared_series = {{{1, 1}, {0, 1}, {-1, 1}, {0, 1}, {2, 3}, {0, 1}, {-17, 45}}};
inline constexpr PowerSeries log_cosh_series = {{{0, 1}, {0, 1}, {1, 2}, {0, 1}, {-1, 12}, {0, 1}, {1, 45}}};

/// p + q over p: what (s g + t h)^(p+q) puts before s^p t^q g^p h^q, times the coefficient of the power series.
inline numerics::Interval series_factor(const PowerSeries& series, std::size_t p, std::size_t q) {
  int binomial = 1;
  for (std::size_t k = 1; k <= p; ++k) binomial = binomial * static_cast<int>(q + k) / static_cast<int>(k);
  return numerics::Interval(binomial) * series[p + q].value();
}

/// g^p h^q.
inline numerics::Interval monomial(const numerics::Interval& g, const numerics::Interval& h, std::size_t p,
                                   std::size_t q) {
  numerics::Interval product(1.0);
  for (std::size_t k = 0; k < p; ++k) product = product * g;
  for (std::size_t k = 0; k < q; ++k) product = product * h;
  return product;
}

/// The power series at z = s g + t h.
inline Series series_at(const PowerSeries& series, const numerics::Interval& g, const numerics::Interval& h) {
  Series result;
  for (std::size_t p = 0; p <= Series::highest_s; ++p) {
    for (std::size_t q = 0; q <= Series::highest_t; ++q)
      result.at(p, q) = series_factor(series, p, q) * monomial(g, h, p, q);
  }
  return result;
}

/// exp of a series without constant term: terms of degree 2 and more, so three powers are enough up to degree 6.
inline Series exp_of_even(const Series& x) {
  Series result = numerics::Interval(1.0) * x;
  const Series square = x * x;
  result += (numerics::Interval(1.0) / numerics::Interval(2.0)) * square;
  result += (numerics::Interval(1.0) / numerics::Interval(6.0)) * (square * x);
  result.at(0, 0) = result.at(0, 0) + numerics::Interval(1.0);
  return result;
}

}  // namespace lemmacheck::verify::sparse_xor
