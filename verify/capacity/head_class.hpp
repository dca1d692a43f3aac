// Attention heads with bounded weights: their complexity, and the sample size that a generalisation gap needs.
#pragma once

#include <functional>
#include <optional>

#include "numerics/big_interval.hpp"

namespace lemmacheck::verify::capacity {

/// H heads h = sum_t softmax_t(x_t' W z) v.x_t, |W|_F <= key_norm, |v| <= value_norm, |x_t|, |z| <= token_norm, into a
/// map that is map_lipschitz-Lipschitz in the sum norm and 0 at 0; a loss that is loss_lipschitz-Lipschitz in the
/// prediction and takes values in an interval of length loss_range; T tokens.
struct HeadClass {
  numerics::Rational value_norm = 1, key_norm = 1, token_norm = 1, map_lipschitz = 1;
  numerics::Rational loss_lipschitz = 1, loss_range = 1;
  long heads = 1, tokens = 1;
};

/// DomainError LC242 unless norms and constants are positive, 1 <= heads <= 1e6 and 1 <= tokens <= 1e12.
void validate(const HeadClass& heads);

/// Which bound on the Rademacher complexity: the closed form (head_cover and dudley_complexity), or chaining over the
/// scales A 4^-j with the counts of log_lattice_ball.
enum class Route : std::uint8_t { closed, counts };

/// An enclosure of the route's bound on the Rademacher complexity of the predictions; the closed form is defined for
/// 9 K <= A^2 n. It decreases in n, see head_class.cpp.
numerics::BigInterval complexity(const HeadClass& heads, const numerics::Rational& sample_count, Route route,
                                 numerics::Precision precision, numerics::Defined& defined);

/// 2 loss_lipschitz R + loss_range sqrt(log(1/delta)/(2n)), defined where complexity() is.
numerics::BigInterval gap(const HeadClass& heads, const numerics::Rational& sample_count,
                          const numerics::Rational& failure, Route route, numerics::Precision precision,
                          numerics::Defined& defined);

/// ln of a cover of the class at `accuracy` on sample_count sequences: net counts of greedy steps for scores and
/// values.
numerics::BigInterval log_cover_by_counts(const HeadClass& heads, const numerics::Rational& accuracy,
                                          const numerics::Rational& sample_count, numerics::Precision precision);

/// Bound on the Rademacher complexity of a class of range A (|f| <= A) by chaining over the scales A 4^-j:
/// min over N of A 4^-N + sum_{j <= N} (A 4^-j + A 4^-(j-1)) sqrt(2 (ln N_j + ln N_{j-1}) / n), ln N_0 = 0.
/// `log_cover(eps)` encloses a bound on the logarithm of a covering number at eps in empirical mean square.
numerics::BigInterval chaining_complexity(
    const numerics::Rational& range, const numerics::Rational& sample_count,
    const std::function<numerics::BigInterval(const numerics::Rational&)>& log_cover, numerics::Precision precision);

/// The smallest n at which the bound is at most the wanted gap: certainly at most at `n`, certainly more (or without a
/// value) at `below`. Where below = n - 1, n is exact; otherwise what lies between could not be decided.
struct SampleSize {
  numerics::Rational n, below;
  numerics::BigInterval gap_at_n;
  std::optional<numerics::BigInterval> gap_below;  // nothing at n = 0 and where the bound has no value
  bool exact() const { return n - below == numerics::Rational(1); }
};

/// Nothing when there is no such n up to 10^18. DomainError LC242 unless 0 < wanted and 0 < failure < 1.
std::optional<SampleSize> smallest_sample(const HeadClass& heads, const numerics::Rational& wanted,
                                          const numerics::Rational& failure, Route route);

}  // namespace lemmacheck::verify::capacity
