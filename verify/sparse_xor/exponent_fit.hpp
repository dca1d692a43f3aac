// How the number of samples grows with d, estimated from success counts. Statistics, not a certificate.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "numerics/rational.hpp"

namespace lemmacheck::verify::sparse_xor {

/// Successes at one (d, n).
struct SuccessCount {
  double positions = 0.0, samples = 0.0;
  std::size_t runs = 0, successes = 0;
};

/// Statement    P(success) = 1/(1 + exp(-(alpha + beta (log n - gamma log d)))): at constant probability n grows as
///              d^gamma
/// Kind         maximum likelihood estimate of gamma; interval of profile likelihood, {gamma : 2 (l_max - l(gamma)) <=
///              the quantile of chi^2_1}, of the stated confidence asymptotically
/// Hypotheses   H1 (caller)  the runs are independent and the model describes them
///              H2 (checked) at least two d and two n/d-combinations, so that gamma is determined
/// Returns      the estimates, in binary64 without libm; a reason in place of them when the likelihood has no maximum
///              (all or none succeed, or the successes are separated by a line) or falls with n
/// Source       [logistic regression]; a statistic of this project
/// Checked by   tests/verify/sparse_xor_exponent_fit_test.cpp
struct ExponentFit {
  std::string reason;  // why there is no estimate
  double gamma = 0.0, lower = 0.0, upper = 0.0;
  double alpha = 0.0, beta = 0.0;
  /// n at which the model puts P at 1/2.
  double half_point(double positions) const;
};
ExponentFit fit_exponent(const std::vector<SuccessCount>& counts, const numerics::Rational& confidence);

}  // namespace lemmacheck::verify::sparse_xor
