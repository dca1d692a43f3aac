#include "verify/sparse_xor/fixed_embedding.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <bit>

#include "numerics/error.hpp"
#include "numerics/interval_functions.hpp"
#include "verify/sparse_xor/sampling.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::DomainError;
using numerics::Interval;
using numerics::Rational;

namespace {

template <class Number>
using Columns = std::vector<std::vector<Number>>;

std::vector<std::size_t> supports(std::size_t d, std::size_t k) {
  std::vector<std::size_t> sets;
  for (std::size_t s = 0; s < std::size_t{1} << d; ++s)
    if (static_cast<std::size_t>(std::popcount(s)) == k) sets.push_back(s);
  return sets;
}

bool is_negative(std::size_t input, std::size_t set) { return std::popcount(input & set) % 2 != 0; }

/// E feature chi_S for all S, by the fast transform.
template <class Number>
std::vector<Number> parity_coefficients(std::vector<Number> values, const Number& one_over_count) {
  for (std::size_t half = 1; half < values.size(); half *= 2)
    for (std::size_t start = 0; start < values.size(); start += 2 * half)
      for (std::size_t i = start; i < start + half; ++i) {
        const Number sum = values[i] + values[i + half];
        values[i + half] = values[i] - values[i + half];
        values[i] = sum;
      }
  for (Number& v : values) v = v * one_over_count;
  return values;
}

std::size_t positions_of(std::size_t inputs) { return static_cast<std::size_t>(std::bit_width(inputs)) - 1; }

template <class Number>
void require_valid(const Columns<Number>& features, std::size_t size) {
  const bool shaped = !features.empty() && std::has_single_bit(features[0].size()) &&
                      std::ranges::all_of(features, [&](const auto& f) { return f.size() == features[0].size(); });
  if (!shaped)
    throw numerics::ShapeError("LC331", "separations: features must be given at all 2^d inputs, at least one");
  const std::size_t d = positions_of(features[0].size());
  if (size < 1 || size > d)
    throw DomainError("LC265", fmt::format("separations: k = {} at d = {}; needed is 1 <= k <= d", size, d));
}

/// The inner products E phi_i phi_j, upper triangle.
template <class Number>
Columns<Number> gram(const Columns<Number>& coefficients) {
  // Parseval: E phi_i phi_j = sum over all S of the coefficients' products.
  Columns<Number> g(coefficients.size());
  for (std::size_t i = 0; i < g.size(); ++i)
    for (std::size_t j = 0; j < g.size(); ++j) {
      if (j < i) {
        g[i].push_back(g[j][i]);
        continue;
      }
      Number sum = coefficients[i][0] * coefficients[j][0];
      for (std::size_t s = 1; s < coefficients[i].size(); ++s) sum = sum + coefficients[i][s] * coefficients[j][s];
      g[i].push_back(sum);
    }
  return g;
}

}  // namespace

std::string_view name_of(Features features) noexcept {
  switch (features) {
    case Features::relu_real:
      return "ReLU, real weights";
    case Features::relu_integer:
      return "ReLU, integer weights";
    case Features::parities:
      return "parities";
  }
  return "";
}

Rational binomial_coefficient(long d, long k) {
  Rational value(1);
  for (long j = 0; j < k; ++j) value *= Rational(d - j) / Rational(j + 1);
  return value;
}

Rational least_features(long d, long k, const Rational& epsilon) {
  if (k < 1 || k > d || epsilon.sign() < 0 || epsilon >= Rational(1))
    throw DomainError("LC265", fmt::format("separations: k = {}, d = {}, eps = {}; needed are 1 <= k <= d and "
                                           "0 <= eps < 1",
                                           k, d, epsilon.to_string()));
  return ceil((Rational(1) - epsilon) * binomial_coefficient(d, k));
}

Columns<double> sample_features(Features features, std::size_t positions, std::size_t size, std::size_t count,
                                std::uint64_t seed) {
  if (positions < 1 || positions > 16 || size < 1 || size > positions || count < 1)
    throw DomainError("LC265", fmt::format("separations: d = {}, k = {}, N = {}; needed are d <= 16, 1 <= k <= d and "
                                           "N >= 1",
                                           positions, size, count));
  const std::size_t inputs = std::size_t{1} << positions;
  Columns<double> made(count, std::vector<double>(inputs));
  if (features == Features::parities) {
    const auto sets = supports(positions, size);
    if (count > sets.size())
      throw DomainError(
          "LC265", fmt::format("separations: N = {} parities of {} positions; there are {}", count, size, sets.size()));
    for (std::size_t j = 0; j < count; ++j)
      for (std::size_t x = 0; x < inputs; ++x) made[j][x] = is_negative(x, sets[j]) ? -1.0 : 1.0;
    return made;
  }
  const std::size_t width = positions + 1;
  std::vector<double> weights = sample_sphere(count, width, seed, SampleStream::features);
  // Integer weights: the sign of the larger coordinates.
  if (features == Features::relu_integer)
    for (double& w : weights) w = w * w * static_cast<double>(width) < 0.25 ? 0.0 : w > 0.0 ? 1.0 : -1.0;
  for (std::size_t j = 0; j < count; ++j)
    for (std::size_t x = 0; x < inputs; ++x) {
      double sum = weights[j * width + positions];
      for (std::size_t i = 0; i < positions; ++i)
        sum = (x >> i & 1) != 0 ? sum - weights[j * width + i] : sum + weights[j * width + i];
      made[j][x] = std::max(sum, 0.0);
    }
  return made;
}

Explained enclose_explained(const Columns<double>& features, std::size_t size) {
  require_valid(features, size);
  const std::size_t n = features.size(), inputs = features[0].size(), d = positions_of(inputs);
  Explained found{binomial_coefficient(static_cast<long>(d), static_cast<long>(size)), Interval::entire(), false};
  Columns<Interval> coefficients;
  for (const auto& feature : features) {
    std::vector<Interval> values;
    for (const double v : feature) values.emplace_back(v);
    coefficients.push_back(parity_coefficients(std::move(values), Interval(1.0 / static_cast<double>(inputs))));
  }
  const Columns<Interval> g = gram(coefficients);

  // T, a double matrix near the inverse of the Cholesky factor; nothing is assumed of it.
  Eigen::MatrixXd middle(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      middle(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = g[i][j].approx_midpoint();
  const Eigen::LLT<Eigen::MatrixXd> cholesky(middle);
  if (cholesky.info() != Eigen::Success) return found;
  const Eigen::MatrixXd t = cholesky.matrixU().solve(Eigen::MatrixXd::Identity(middle.rows(), middle.cols()));
  if (!t.allFinite()) return found;
  const auto entry = [&t](std::size_t i, std::size_t j) {
    return Interval(t(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
  };

  const auto transformed = [&](const std::vector<Interval>& c) {
    std::vector<Interval> u;
    for (std::size_t j = 0; j < n; ++j) {
      Interval sum(0.0);
      for (std::size_t i = 0; i < n; ++i) sum = sum + entry(i, j) * c[i];
      u.push_back(sum);
    }
    return u;
  };
  Columns<Interval> gt;  // row i: T' times row i of G; so gt[i][j] = (G T)_ij
  for (const auto& row : g) gt.push_back(transformed(row));
  Interval distance(0.0);  // the row-sum norm of T' G T - I
  for (std::size_t i = 0; i < n; ++i) {
    Interval row(0.0);
    for (std::size_t j = 0; j < n; ++j) {
      Interval b(i == j ? -1.0 : 0.0);
      for (std::size_t l = 0; l < n; ++l) b = b + entry(l, i) * gt[l][j];
      row = row + abs(b);
    }
    distance = max(distance, row);
  }
  if (!(distance.upper() < 1.0)) return found;
  const Interval spread = Interval(1.0) / (Interval(1.0) + Interval(-distance.upper(), distance.upper()));

  Interval sum(0.0);
  for (const std::size_t set : supports(d, size)) {
    std::vector<Interval> c;
    for (std::size_t j = 0; j < n; ++j) c.push_back(coefficients[j][set]);
    for (const Interval& u : transformed(c)) sum = sum + square(u);
  }
  found.sum = sum * spread;
  found.decided = true;
  return found;
}

ExactlyExplained exactly_explained(const Columns<Rational>& features, std::size_t size) {
  require_valid(features, size);
  const std::size_t n = features.size(), inputs = features[0].size(), d = positions_of(inputs);
  ExactlyExplained found{.parities = binomial_coefficient(static_cast<long>(d), static_cast<long>(size))};
  Columns<Rational> coefficients;
  for (const auto& feature : features)
    coefficients.push_back(parity_coefficients(feature, Rational(1, static_cast<long long>(inputs))));
  Columns<Rational> rows = gram(coefficients);
  // [G | c_S ...]: after elimination c' G^+ c is the sum over pivots of (entry in the pivot's row)^2 / pivot. G is
  // positive semidefinite: with a zero pivot its whole row is zero, and c_S, in the span of G, is zero there too.
  const auto sets = supports(d, size);
  for (std::size_t i = 0; i < n; ++i)
    for (const std::size_t set : sets) rows[i].push_back(coefficients[i][set]);
  for (std::size_t p = 0; p < n; ++p) {
    const Rational pivot = rows[p][p];
    if (pivot.sign() == 0) {
      LEMMACHECK_ASSERT(std::ranges::all_of(rows[p].begin() + static_cast<std::ptrdiff_t>(p), rows[p].end(),
                                            [](const Rational& x) { return x.sign() == 0; }));
      continue;
    }
    ++found.rank;
    for (std::size_t c = n; c < rows[p].size(); ++c) found.sum += rows[p][c] * rows[p][c] / pivot;
    for (std::size_t i = p + 1; i < n; ++i) {
      if (rows[i][p].sign() == 0) continue;
      const Rational factor = rows[i][p] / pivot;
      for (std::size_t c = p; c < rows[i].size(); ++c) rows[i][c] -= factor * rows[p][c];
    }
  }
  return found;
}

Columns<Rational> exact_features(const Columns<double>& features) {
  Columns<Rational> exact(features.size());
  for (std::size_t j = 0; j < features.size(); ++j)
    for (const double value : features[j]) exact[j].push_back(Rational::from_double(value));
  return exact;
}

}  // namespace lemmacheck::verify::sparse_xor
