#include "verify/sparse_xor/exponent_fit.hpp"

#include <array>
#include <cmath>

#include "numerics/interval_functions.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::Interval;

namespace {

// The middle of an enclosure: the same bits on every platform.
double approx_exp(double x) { return exp(Interval(x)).approx_midpoint(); }
double approx_log(double x) { return log(Interval(x)).approx_midpoint(); }
/// log(1 + exp(x)).
double approx_softplus(double x) {
  return x > 0.0 ? x + log1p(exp(Interval(-x))).approx_midpoint() : log1p(exp(Interval(x))).approx_midpoint();
}

/// One cell of a logistic regression in up to three covariates.
struct Cell {
  std::array<double, 3> covariate;
  double runs, successes;
};

struct Maximum {
  bool exists = false;
  std::array<double, 3> coefficient{};
  double likelihood = 0.0;
};

constexpr double largest_logit = 600.0;

double logit_at(const Cell& cell, const std::array<double, 3>& coefficient) {
  double logit = 0.0;
  for (std::size_t i = 0; i < 3; ++i) logit += coefficient[i] * cell.covariate[i];
  return logit;
}

double log_likelihood(const std::vector<Cell>& cells, const std::array<double, 3>& coefficient) {
  double sum = 0.0;
  for (const Cell& cell : cells) {
    const double logit = logit_at(cell, coefficient);
    if (!(std::fabs(logit) < largest_logit)) return -HUGE_VAL;
    sum += cell.successes * logit - cell.runs * approx_softplus(logit);
  }
  return sum;
}

/// Solves the symmetric positive system of the first `size` unknowns by elimination; false when it is singular.
bool solve(std::array<std::array<double, 4>, 3> rows, std::size_t size, std::array<double, 3>& solution) {
  for (std::size_t i = 0; i < size; ++i) {
    if (!(rows[i][i] > 1e-14)) return false;
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
      const double p = 1.0 / (1.0 + approx_exp(-logit_at(cell, best.coefficient)));
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j)
          system[i][j] += cell.runs * p * (1.0 - p) * cell.covariate[i] * cell.covariate[j];
        system[i][3] += (cell.successes - cell.runs * p) * cell.covariate[i];
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
    (erf(Interval(std::sqrt(middle / 2.0))).approx_midpoint() < confidence ? low : high) = middle;
  }
  return high;
}

class Fit {
 public:
  explicit Fit(const std::vector<SuccessCount>& counts) {
    for (const SuccessCount& c : counts) {
      mean_n_ += approx_log(c.samples) / static_cast<double>(counts.size());
      mean_d_ += approx_log(c.positions) / static_cast<double>(counts.size());
    }
    for (const SuccessCount& c : counts) {
      // Centred, so that the system is well conditioned.
      cells_.push_back({{1.0, approx_log(c.samples) - mean_n_, approx_log(c.positions) - mean_d_},
                        static_cast<double>(c.runs),
                        static_cast<double>(c.successes)});
    }
  }

  ExponentFit run(double confidence) const {
    const Maximum all = maximise(cells_, 3);
    // Separated successes send the coefficients to infinity, where the likelihood stops growing too.
    if (!all.exists || all.likelihood > -1e-6)
      return {.reason = "the counts do not determine a logistic model: all or none succeed, or too few points"};
    if (!(all.coefficient[1] > 0.0)) return {.reason = "success does not grow with n"};
    ExponentFit fit;
    fit.beta = all.coefficient[1];
    fit.gamma = -all.coefficient[2] / fit.beta;
    fit.alpha = all.coefficient[0] - fit.beta * (mean_n_ - fit.gamma * mean_d_);
    const double drop = chi_square_quantile(confidence) / 2.0;
    fit.lower = end(fit.gamma, -1.0, all.likelihood - drop);
    fit.upper = end(fit.gamma, 1.0, all.likelihood - drop);
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
  return approx_exp(gamma * approx_log(positions) - alpha / beta);
}

ExponentFit fit_exponent(const std::vector<SuccessCount>& counts, const numerics::Rational& confidence) {
  return Fit(counts).run(confidence.approx_double());
}

}  // namespace lemmacheck::verify::sparse_xor
