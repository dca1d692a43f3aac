#include "verify/sparse_xor/exponent_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "numerics/interval_functions.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::Interval;

namespace {

// The middle of an enclosure: the same bits on every platform.
double approx_exp(double x) { return exp(Interval(x)).approx_midpoint(); }
double approx_log(double x) { return log(Interval(x)).approx_midpoint(); }
double approx_expm1(double x) { return expm1(Interval(x)).approx_midpoint(); }
double approx_erf(double x) { return erf(Interval(x)).approx_midpoint(); }

/// One cell of a regression in up to three covariates.
struct Cell {
  std::array<double, 3> covariate;
  double runs, successes;
};

struct Maximum {
  bool exists = false;
  std::array<double, 3> coefficient{};
  double likelihood = 0.0;
};

constexpr double largest_predictor = 600.0;
/// Pivots below this (covariates are of order 1) mean a direction in which the likelihood is flat or grows for ever.
constexpr double least_pivot = 1e-8;

double predictor_at(const Cell& cell, const std::array<double, 3>& coefficient) {
  double predictor = 0.0;
  for (std::size_t i = 0; i < 3; ++i) predictor += coefficient[i] * cell.covariate[i];
  return predictor;
}

/// Logarithms of P = exp(-w) and of 1 - P, w = exp(-u), with derivatives in u; both are concave.
struct LogLog {
  double success, failure;              // log P, log(1 - P)
  double success_slope, failure_slope;  // first derivatives
  double success_curve, failure_curve;  // minus the second derivatives

  explicit LogLog(double u) {
    const double w = approx_exp(-u);
    const double q = -approx_expm1(-w), odds = approx_exp(-w) / q;  // P/(1 - P)
    success = -w;
    failure = approx_log(q);
    success_slope = w;
    failure_slope = -w * odds;
    success_curve = w;
    failure_curve = w * odds * (w / q - 1.0);
  }
};

double log_likelihood(const std::vector<Cell>& cells, const std::array<double, 3>& coefficient) {
  double sum = 0.0;
  for (const Cell& cell : cells) {
    const double u = predictor_at(cell, coefficient);
    if (!(std::fabs(u) < largest_predictor)) return -HUGE_VAL;
    const LogLog log_log(u);
    sum += cell.successes * log_log.success + (cell.runs - cell.successes) * log_log.failure;
  }
  return sum;
}

/// The likelihood of a model with one probability for each cell.
double saturated_log_likelihood(const std::vector<Cell>& cells) {
  const auto part = [](double count, double of) { return count > 0.0 ? count * approx_log(count / of) : 0.0; };
  double sum = 0.0;
  for (const Cell& cell : cells) sum += part(cell.successes, cell.runs) + part(cell.runs - cell.successes, cell.runs);
  return sum;
}

/// Solves the symmetric positive system of the first `size` unknowns by elimination; false when it is singular.
bool solve(std::array<std::array<double, 4>, 3> rows, std::size_t size, std::array<double, 3>& solution) {
  for (std::size_t i = 0; i < size; ++i) {
    if (!(rows[i][i] > least_pivot)) return false;
    for (std::size_t k = i + 1; k < size; ++k) {
      const double factor = rows[k][i] / rows[i][i];
      for (std::size_t j = i; j < 4; ++j) rows[k][j] -= factor * rows[i][j];
    }
  }
  for (std::size_t i = size; i-- > 0;) {
    double rest = rows[i][3];
    for (std::size_t j = i + 1; j < size; ++j) rest -= rows[i][j] * solution[j];
    solution[i] = rest / rows[i][i];
  }
  return true;
}

/// Newton's method with halving; the log-likelihood is concave.
Maximum maximise(const std::vector<Cell>& cells, std::size_t size) {
  Maximum best;
  best.likelihood = log_likelihood(cells, best.coefficient);
  for (int round = 0; round < 100; ++round) {
    std::array<std::array<double, 4>, 3> system{};
    for (const Cell& cell : cells) {
      const LogLog log_log(predictor_at(cell, best.coefficient));
      const double failures = cell.runs - cell.successes;
      const double slope = cell.successes * log_log.success_slope + failures * log_log.failure_slope;
      const double curve = cell.successes * log_log.success_curve + failures * log_log.failure_curve;
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j) system[i][j] += curve * cell.covariate[i] * cell.covariate[j];
        system[i][3] += slope * cell.covariate[i];
      }
    }
    std::array<double, 3> step{};
    if (!solve(system, size, step)) return best;
    Maximum next = best;
    for (double length = 1.0; length > 1e-10; length /= 2.0) {
      for (std::size_t i = 0; i < size; ++i) next.coefficient[i] = best.coefficient[i] + length * step[i];
      next.likelihood = log_likelihood(cells, next.coefficient);
      if (next.likelihood >= best.likelihood) break;
    }
    const double gain = next.likelihood - best.likelihood;
    if (!(gain > 1e-12)) {
      best.exists = true;
      return best;
    }
    best = next;
  }
  return best;
}

/// q with P(chi^2_1 <= q) = confidence: erf(sqrt(q/2)) = confidence.
double chi_square_quantile(double confidence) {
  double low = 0.0, high = 100.0;
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    (approx_erf(std::sqrt(middle / 2.0)) < confidence ? low : high) = middle;
  }
  return high;
}

class Fit {
 public:
  explicit Fit(const std::vector<SuccessCount>& counts) {
    double cells = 0.0;
    for (const SuccessCount& c : counts) {
      if (c.runs == 0) continue;
      cells += 1.0;
      mean_n_ += approx_log(c.samples);
      mean_d_ += approx_log(c.positions);
    }
    mean_n_ /= std::max(cells, 1.0);
    mean_d_ /= std::max(cells, 1.0);
    for (const SuccessCount& c : counts) {
      // Centred, so that the system is well conditioned.
      if (c.runs > 0)
        cells_.push_back({{1.0, approx_log(c.samples) - mean_n_, approx_log(c.positions) - mean_d_},
                          static_cast<double>(c.runs),
                          static_cast<double>(c.successes)});
    }
  }

  ExponentFit run(double confidence) const {
    const Maximum all = maximise(cells_, 3);
    // Separated successes send the coefficients to infinity, where the likelihood stops growing too.
    if (!all.exists || all.likelihood > -1e-6)
      return {.reason = "the counts do not determine the curve (all or none succeed, or too few points)"};
    if (!(all.coefficient[1] > 0.0)) return {.reason = "success does not grow with n"};
    ExponentFit fit;
    fit.beta = all.coefficient[1];
    fit.gamma = -all.coefficient[2] / fit.beta;
    fit.alpha = all.coefficient[0] - fit.beta * (mean_n_ - fit.gamma * mean_d_);
    const double drop = chi_square_quantile(confidence) / 2.0;
    fit.lower = end(fit.gamma, -1.0, all.likelihood - drop);
    fit.upper = end(fit.gamma, 1.0, all.likelihood - drop);
    fit.deviance = std::max(0.0, 2.0 * (saturated_log_likelihood(cells_) - all.likelihood));
    fit.degrees_of_freedom = cells_.size() - 3;
    fit.p_value = approx_chi_square_tail(fit.deviance, fit.degrees_of_freedom);
    return fit;
  }

 private:
  double profile(double gamma) const {
    std::vector<Cell> cells = cells_;
    for (Cell& cell : cells) cell.covariate = {1.0, cell.covariate[1] - gamma * cell.covariate[2], 0.0};
    return maximise(cells, 2).likelihood;
  }

  /// Where the profile likelihood falls below `level` on one side of gamma; infinite when it does not within 100.
  double end(double gamma, double direction, double level) const {
    double inside = 0.0, outside = 0.125;
    while (profile(gamma + direction * outside) >= level) {
      inside = outside;
      outside *= 2.0;
      if (outside > 100.0) return direction * HUGE_VAL;
    }
    for (int k = 0; k < 40; ++k) {
      const double middle = 0.5 * (inside + outside);
      (profile(gamma + direction * middle) >= level ? inside : outside) = middle;
    }
    return gamma + direction * outside;
  }

  std::vector<Cell> cells_;
  double mean_n_ = 0.0, mean_d_ = 0.0;
};

}  // namespace

double ExponentFit::half_point(double positions) const {
  const double at_half = -approx_log(approx_log(2.0));  // the u with exp(-exp(-u)) = 1/2
  return approx_exp(gamma * approx_log(positions) + (at_half - alpha) / beta);
}

/// With y = x/2: exp(-y) sum y^k/k! for an even number; erfc(sqrt(y)) + exp(-y) sum y^(k-1/2)/Gamma(k+1/2) for an odd
/// one.
double approx_chi_square_tail(double x, std::size_t degrees_of_freedom) {
  if (degrees_of_freedom == 0 || !(x > 0.0)) return 1.0;
  const double y = x / 2.0;
  const bool odd = degrees_of_freedom % 2 == 1;
  double term = odd ? 2.0 * std::sqrt(y) / std::sqrt(std::numbers::pi) : 1.0;
  double sum = 0.0;
  for (std::size_t k = 1; k <= degrees_of_freedom / 2; ++k) {
    sum += term;
    term *= y / (static_cast<double>(k) + (odd ? 0.5 : 0.0));
  }
  return std::clamp((odd ? 1.0 - approx_erf(std::sqrt(y)) : 0.0) + approx_exp(-y) * sum, 0.0, 1.0);
}

ExponentFit fit_exponent(const std::vector<SuccessCount>& counts, const numerics::Rational& confidence) {
  return Fit(counts).run(confidence.approx_double());
}

}  // namespace lemmacheck::verify::sparse_xor
