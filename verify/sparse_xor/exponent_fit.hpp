// How the number of samples grows with d, estimated from success counts. Statistics, not a certificate.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "numerics/rational.hpp"

namespace lemmacheck::verify::sparse_xor {

/// Counts at one (d, n), of instances on which the population step (n = infinity) works: all others would fail for
/// every n that is large enough, so that a curve for all instances would end below 1, at a height that differs with d.
struct SuccessCount {
  double positions = 0.0, samples = 0.0;
  std::size_t runs = 0, successes = 0;
};

/// Statement    P(the step works on n samples, if the population step works) = exp(-exp(-u)) with
///              u = alpha + beta (log n - gamma log d): at constant probability n grows as d^gamma; the limit is 1
/// Kind         maximum likelihood estimate of gamma; interval of profile likelihood, {gamma : 2 (l_max - l(gamma)) <=
///              the quantile of chi^2_1}, of the stated confidence asymptotically; deviance 2 (l_saturated - l_max),
///              whose tail probability is that of chi^2 with (cells - 3) degrees of freedom, approximately too
/// Hypotheses   H1 (caller)  the runs are independent and the model describes them
///              H2 (checked) at least two d and two n/d-combinations, so that gamma is determined
/// Returns      the estimates, in binary64 without libm; a reason in place of them when the likelihood has no maximum
///              (all or none succeed, or the successes are separated by a line) or falls with n. A model that does not
///              describe the counts is estimated all the same: look at p_value. Cells without runs are left out.
/// Source       [regression of binary data with the log-log link]; a statistic of this project
/// Checked by   tests/verify/sparse_xor_exponent_fit_test.cpp
struct ExponentFit {
  std::string reason;  // why there is no estimate
  double gamma = 0.0, lower = 0.0, upper = 0.0;
  double alpha = 0.0, beta = 0.0;
  double deviance = 0.0;
  std::size_t degrees_of_freedom = 0;
  double p_value = 1.0;  // of the deviance; 1 without degrees of freedom
  /// n at which the model puts P at 1/2.
  double half_point(double positions) const;
};
ExponentFit fit_exponent(const std::vector<SuccessCount>& counts, const numerics::Rational& confidence);

/// P(chi^2 > x) for a whole number of degrees of freedom, about 1e-15 in absolute terms. Not certified.
double approx_chi_square_tail(double x, std::size_t degrees_of_freedom);

}  // namespace lemmacheck::verify::sparse_xor
