#include "verify/sparse_xor/margin_statistics.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <Eigen/Dense>
#include <cmath>

#include "numerics/error.hpp"
#include "numerics/interval_functions.hpp"
#include "verify/sparse_xor/row_kernels.hpp"
#include "verify/sparse_xor/score_series.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::DomainError;
using numerics::Interval;
using numerics::RoundNearest;
using numerics::RoundUpward;

namespace {

using Vector = std::vector<Interval>;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstRows = Eigen::Map<const RowMajor>;

constexpr std::size_t block_rows = 256;
/// At least |v_a - v_b|^2.
constexpr double largest_square = 4.00001;
/// More than what underflow can add up to.
constexpr double underflow = 1e-290;

/// n u/(1 - n u), u = 2^-53, n below 1e13.
Interval gamma(std::size_t n) { return Interval(1.2e-16 * static_cast<double>(n)); }

[[noreturn]] void out_of_range() {
  throw DomainError("LC246", "margin_moments: a number left the range of binary64; the scores are too far apart");
}

Interval symmetric(const Interval& radius) { return {-radius.upper(), radius.upper()}; }

/// Doubles near the numbers, and what that changes in sum.
struct Centred {
  std::vector<double> centre;
  Interval sum{0.0}, error{0.0};  // sum |centre|, sum |number - centre|
};
Centred centred(const Vector& numbers) {
  Centred result;
  const RoundUpward mode;
  for (const Interval& x : numbers) {
    if (!x.is_bounded()) out_of_range();
    const double centre = x.approx_midpoint();
    result.centre.push_back(centre);
    result.sum = result.sum + abs(Interval(centre));
    result.error = result.error + abs(x - Interval(centre));
  }
  return result;
}

Interval norm(const std::vector<double>& x) {
  const RoundUpward mode;
  Interval sum(0.0);
  for (const double entry : x) {
    if (!std::isfinite(entry)) out_of_range();
    sum = sum + square(Interval(entry));
  }
  return sqrt(sum);
}

/// (sum_i weight_i v_i) . v_k for every k, of two weightings.
std::array<Vector, 2> linear_forms(const RowMatrix& v, const std::array<const Vector*, 2>& weights) {
  const std::array<Centred, 2> near = {centred(*weights[0]), centred(*weights[1])};
  const auto sums = weighted_row_sums(v, {near[0].centre.data(), near[1].centre.data()});
  const auto products = row_products(v, {sums[0].data(), sums[1].data()});
  std::array<Vector, 2> result;
  for (std::size_t c = 0; c < 2; ++c) {
    const Interval inherited = weighted_row_sum_error(v, near[c].sum) + Interval(largest_row_norm) * near[c].error;
    const Interval error = row_product_error(v, norm(sums[c])) + symmetric(Interval(largest_row_norm) * inherited);
    for (const double x : products[c]) result[c].push_back(Interval(x) + error);
  }
  return result;
}

/// w' A w, A = sum_i weight_i v_i v_i', w = v_from - v_k, for every k. With A^ computed from the centres:
///  entry (j, l) of A^ is a sum of d products of three factors, off by at most gamma_(d+2) sum |weight_i v_ij v_il|,
///  so |w' (A^ - A) w| <= gamma_(d+2) sum_i |weight_i| |v_i|^2 |w|^2 in whatever order it was added; the weights
///  themselves add sum |weight - centre| |v_i|^2 |w|^2;
///  w' A^ w with w rounded entry by entry, m products added in a row and m again: at most
///  gamma_(2 m + 6) |w|' |A^| |w| <= gamma_(2 m + 6) |A^|_F |w|^2.
Vector quadratic_forms(const RowMatrix& v, const Vector& weights, std::optional<std::size_t> from) {
  const Centred near = centred(weights);
  const auto d = static_cast<Eigen::Index>(v.rows);
  const auto m = static_cast<Eigen::Index>(v.columns);
  const ConstRows rows(v.values, d, m);
  const Eigen::Map<const Eigen::VectorXd> factors(near.centre.data(), d);
  RowMajor gram = RowMajor::Zero(m, m);
  {
    const RoundNearest mode;
    const auto columns = static_cast<Eigen::Index>(block_rows / 8);
    tbb::parallel_for(tbb::blocked_range<Eigen::Index>(0, (m + columns - 1) / columns, 1), [&](const auto& range) {
      const RoundNearest inner;
      for (Eigen::Index part = range.begin(); part < range.end(); ++part) {
        const Eigen::Index first = part * columns;
        const Eigen::Index count = std::min(columns, m - first);
        const RowMajor scaled = factors.asDiagonal() * rows.middleCols(first, count);
        gram.middleRows(first, count).noalias() = scaled.transpose() * rows;
      }
    });
  }
  const std::vector<double> entries(gram.data(), gram.data() + gram.size());
  const Interval squared_row(largest_row_norm * largest_row_norm * 1.000001);
  const Interval per_square =
      (gamma(v.rows + 2) * near.sum + near.error) * squared_row + gamma(2 * v.columns + 6) * norm(entries);
  const Interval error = symmetric(per_square * Interval(largest_square) + Interval(underflow));

  Vector result(v.rows, Interval(0.0));
  const std::size_t blocks = (v.rows + block_rows - 1) / block_rows;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, blocks, 1), [&](const auto& range) {
    for (std::size_t block = range.begin(); block < range.end(); ++block) {
      const auto first = static_cast<Eigen::Index>(block * block_rows);
      const Eigen::Index count = std::min<Eigen::Index>(block_rows, d - first);
      RowMajor w(count, m);
      Eigen::VectorXd values(count);
      {
        const RoundNearest mode;
        w = -rows.middleRows(first, count);
        if (from) w.rowwise() += rows.row(static_cast<Eigen::Index>(*from));
        const RowMajor image = w * gram;
        values = image.cwiseProduct(w).rowwise().sum();
      }
      for (Eigen::Index k = 0; k < count; ++k)
        result[static_cast<std::size_t>(first + k)] = Interval(values[k]) + error;
    }
  });
  return result;
}

/// The terms s^p t^q of odd degree, those of sum c_k tanh z_k.
struct Term {
  std::size_t p, q;
};
constexpr std::array<Term, 7> odd_terms = {{{0, 1}, {0, 3}, {1, 0}, {1, 2}, {1, 4}, {2, 1}, {2, 3}}};
constexpr std::size_t forms = odd_terms.size() + 2;  // and c_i, c_j
constexpr std::size_t at_i = odd_terms.size(), at_j = at_i + 1;

/// E Y^2/4 = sum_k omega_k c_k^2 + y' K y, y = (the odd coefficients of sum c_k tanh z_k, c_i, c_j).
struct SecondMoment {
  Vector omega;
  std::array<std::array<Interval, forms>, forms> matrix;
};

Interval power_sum(const Vector& g, const Vector& h, std::size_t p, std::size_t q) {
  Interval sum(0.0);
  for (std::size_t k = 0; k < g.size(); ++k) sum = sum + monomial(g[k], h[k], p, q);
  return sum;
}

/// g: attention of the head whose query moves; h: of the other one.
SecondMoment second_moment(const Vector& g, const Vector& h, std::size_t i, std::size_t j) {
  const RoundUpward mode;
  Series log_product;
  for (std::size_t p = 0; p <= Series::highest_s; ++p) {
    for (std::size_t q = p % 2; q <= Series::highest_t; q += 2) {
      if (p + q > 0) log_product.at(p, q) = series_factor(log_cosh_series, p, q) * power_sum(g, h, p, q);
    }
  }
  const Series all = exp_of_even(log_product);  // prod cosh z_k
  const Series tanh_i = series_at(tanh_series, g[i], h[i]);
  const Series tanh_j = series_at(tanh_series, g[j], h[j]);
  const Series slope_i = series_at(sech_squared_series, g[i], h[i]);
  const Series slope_j = series_at(sech_squared_series, g[j], h[j]);
  const Series both = all * tanh_i * tanh_j;    // prod cosh with sinh z_i sinh z_j in place of two of them
  const Interval minus_two_sixths(-2.0 * 6.0);  // -2 times 1! 3!

  // 0! 2! and 2! 4! before the coefficients of s^0 t^2 and s^2 t^4.
  const auto weight = [&](std::size_t p, std::size_t q) {
    return Interval(2.0) * all.shifted(0, 2, p, q) + Interval(48.0) * all.shifted(2, 4, p, q) +
           minus_two_sixths * both.shifted(1, 3, p, q);
  };
  SecondMoment result;
  result.omega.assign(g.size(), Interval(0.0));
  for (std::size_t p = 0; p <= Series::highest_s; ++p) {
    for (std::size_t q = p % 2; q <= Series::highest_t; q += 2) {
      const Interval factor = weight(p, q) * series_factor(sech_squared_series, p, q);
      for (std::size_t k = 0; k < g.size(); ++k)
        result.omega[k] = result.omega[k] + factor * monomial(g[k], h[k], p, q);
    }
  }
  auto& matrix = result.matrix;
  for (auto& row : matrix) row.fill(Interval(0.0));
  for (std::size_t r = 0; r < odd_terms.size(); ++r) {
    for (std::size_t s = 0; s < odd_terms.size(); ++s)
      matrix[r][s] = weight(odd_terms[r].p + odd_terms[s].p, odd_terms[r].q + odd_terms[s].q);
    matrix[r][at_i] = minus_two_sixths * (all * slope_i * tanh_j).shifted(1, 3, odd_terms[r].p, odd_terms[r].q);
    matrix[r][at_j] = minus_two_sixths * (all * slope_j * tanh_i).shifted(1, 3, odd_terms[r].p, odd_terms[r].q);
    matrix[at_i][r] = matrix[r][at_i];
    matrix[at_j][r] = matrix[r][at_j];
  }
  matrix[at_i][at_j] = minus_two_sixths * (all * slope_i * slope_j).at(1, 3);
  matrix[at_j][at_i] = matrix[at_i][at_j];
  matrix[at_i][at_i] = Interval(-2.0) * (minus_two_sixths * (both * slope_i).at(1, 3));
  matrix[at_j][at_j] = Interval(-2.0) * (minus_two_sixths * (both * slope_j).at(1, 3));
  return result;
}

}  // namespace

std::vector<MarginMoments> margin_moments(const Instance& instance, const InstanceCertificate& c, std::size_t head,
                                          std::optional<std::size_t> from) {
  const std::size_t d = instance.positions;
  if (c.kind != AttentionKind::softmax || head > 1 || (from && *from >= d) || c.alignment[0].size() != d) {
    throw DomainError("LC246",
                      fmt::format("margin_moments: {} attention, head {}, position {}; needed are softmax, head "
                                  "0 or 1, a position below {} and a certificate of this instance",
                                  name_of(c.kind), head, from.value_or(0), d));
  }
  Vector g, h, alignment;
  for (std::size_t k = 0; k < d; ++k) {
    alignment.push_back(c.alignment[head].interval_at(k));
    g.push_back(c.before.attention[head].interval_at(k));
    h.push_back(c.before.attention[1 - head].interval_at(k));
  }
  const auto [i, j] = instance.support;
  const SecondMoment moment = second_moment(g, h, i, j);
  const RowMatrix v{instance.embeddings.data(), d, instance.dimension};

  // Linear forms: vbar, the quadratic weights, the odd terms.
  std::vector<Vector> weights(2 + odd_terms.size() + 1);  // one more, so that they pair up
  weights[0] = g;
  Interval quadratic_sum(0.0);
  std::array<Interval, odd_terms.size()> odd_sums;
  {
    const RoundUpward mode;
    for (std::size_t k = 0; k < d; ++k) {
      weights[1].push_back(moment.omega[k] * square(g[k]));
      quadratic_sum = quadratic_sum + weights[1].back();
    }
    for (std::size_t r = 0; r < odd_terms.size(); ++r) {
      const Interval factor = series_factor(tanh_series, odd_terms[r].p, odd_terms[r].q);
      odd_sums[r] = Interval(0.0);
      for (std::size_t k = 0; k < d; ++k) {
        weights[2 + r].push_back(factor * (g[k] * monomial(g[k], h[k], odd_terms[r].p, odd_terms[r].q)));
        odd_sums[r] = odd_sums[r] + weights[2 + r].back();
      }
    }
  }
  weights.back() = g;
  std::vector<Vector> values;
  for (std::size_t f = 0; f < weights.size(); f += 2) {
    for (Vector& x : linear_forms(v, {&weights[f], &weights[f + 1]})) values.push_back(std::move(x));
  }
  const auto support_products = row_products(v, {instance.embedding(i), instance.embedding(j)});
  const Interval product_error = row_product_error(v, Interval(largest_row_norm));
  const Vector quadratic = quadratic_forms(v, weights[1], from);
  const Vector spread = quadratic_forms(v, g, from);

  const RoundUpward mode;
  std::vector<MarginMoments> result(d, MarginMoments{Interval(0.0), Interval(0.0), 0.0});
  for (std::size_t k = 0; k < d; ++k) {
    if (k == from) continue;
    const auto along = [&](const Vector& form) { return from ? form[*from] - form[k] : -form[k]; };
    const Interval mean_score = along(values[0]);  // vbar . w
    std::array<Interval, forms> y;
    for (std::size_t r = 0; r < odd_terms.size(); ++r) y[r] = along(values[2 + r]) - odd_sums[r] * mean_score;
    const auto support_form = [&](std::size_t s, std::size_t position) {
      const auto product = [&](std::size_t row) { return Interval(support_products[s][row]) + product_error; };
      const Interval score = from ? product(*from) - product(k) : -product(k);
      return g[position] * (score - mean_score);
    };
    y[at_i] = support_form(0, i);
    y[at_j] = support_form(1, j);
    Interval quarter =
        quadratic[k] - Interval(2.0) * (mean_score * along(values[1])) + quadratic_sum * square(mean_score);
    for (std::size_t r = 0; r < forms; ++r) {
      for (std::size_t s = 0; s < forms; ++s) quarter = quarter + moment.matrix[r][s] * (y[r] * y[s]);
    }
    const Interval half_mean = along(alignment);
    const Interval variance = Interval(4.0) * (quarter - square(half_mean));
    if (!variance.is_bounded()) out_of_range();
    result[k].mean = half_mean + half_mean;
    result[k].variance = intersection(variance, Interval(0.0, HUGE_VAL));
    const Interval spread_k = max(spread[k] - square(mean_score), Interval(0.0));
    result[k].largest = (Interval(4.0) * sqrt(spread_k)).upper();
  }
  return result;
}

}  // namespace lemmacheck::verify::sparse_xor
