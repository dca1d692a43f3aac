// certified_sample_size(): Bernstein with exact variances, a union over every margin of both heads.
#include <cmath>

#include "numerics/error.hpp"
#include "numerics/interval_functions.hpp"
#include "verify/sparse_xor/interval_sums.hpp"
#include "verify/sparse_xor/margin_statistics.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::BigInterval;
using numerics::Interval;
using numerics::Precision;
using numerics::Rational;

namespace {

constexpr double tiny_exponent = -690.0;
constexpr double tiny_term = 1e-299;  // > exp(-690)

/// Encloses log(share / o), o = e0/(1 - e0), e0 = sqrt(epsilon)/4.
Interval gap_needed(const Rational& epsilon, std::size_t share) {
  const Precision precision(128);
  const BigInterval e0 = sqrt(BigInterval(epsilon, precision)) / BigInterval(4L, precision);
  return Interval(log(BigInterval(share, precision) * (BigInterval(1L, precision) - e0) / e0));
}

/// sum exp(-n rate) over all rates.
Interval union_bound(const std::vector<double>& rates, double samples) {
  const Interval n(samples);
  return for_each_position<1>(rates.size(), [&](std::size_t k, auto& sum) {
    const Interval exponent = -(n * Interval(rates[k]));
    sum[0] = sum[0] + (exponent.upper() < tiny_exponent ? Interval(0.0, tiny_term) : exp(exponent));
  })[0];
}

}  // namespace

SampleSize certified_sample_size(const InstanceCertificate& c, const std::array<std::vector<MarginMoments>, 2>& moments,
                                 const Rational& failure) {
  const std::size_t d = c.positions;
  if (c.kind != AttentionKind::softmax || failure.sign() <= 0 || failure >= Rational(1) || moments[0].size() != d ||
      moments[1].size() != d || c.alignment[0].size() != d) {
    throw numerics::DomainError("LC246", "certified_sample_size: failure probability " + failure.to_string() +
                                             "; needed are one strictly between 0 and 1, softmax attention and the "
                                             "moments of every margin of this instance");
  }
  const Interval eta(c.step_size);
  const Interval partner_gap = gap_needed(c.epsilon, 2);
  const Interval ambient_gap = gap_needed(c.epsilon, 2 * (d - 2));
  std::vector<double> rates;  // lower bounds
  for (std::size_t head = 0; head < 2; ++head) {
    const std::size_t own = c.own[head];
    const Interval leader = c.before.score[head].interval_at(own);
    for (std::size_t k = 0; k < d; ++k) {
      if (k == own) continue;
      const bool is_partner = k == c.own[1 - head];
      const MarginMoments& y = moments[head][k];
      const Interval gap = leader - c.before.score[head].interval_at(k);
      const Interval spare = y.mean - ((is_partner ? partner_gap : ambient_gap) - gap) / eta;
      if (!(spare.lower() > 0.0)) {
        return {.reason = "the population step of this size does not keep the margin of head " +
                          std::to_string(head + 1) + " to position " + std::to_string(k) +
                          " with room to spare; a larger step size may"};
      }
      const Interval t(spare.lower());
      const Interval range = Interval(y.mean.upper()) + Interval(y.largest);
      const Interval variance(y.variance.upper());
      const Interval rate = square(t) / (Interval(2.0) * variance + Interval(2.0) / Interval(3.0) * (range * t));
      rates.push_back(std::max(0.0, rate.lower()));
    }
  }
  const Interval allowed(failure);
  const auto is_enough = [&](double n) { return union_bound(rates, n).upper() <= allowed.lower(); };
  double enough = 1.0;
  while (!is_enough(enough)) {
    enough *= 2.0;
    if (enough > 0x1p62) return {.reason = "more than 2^62 samples would be needed"};
  }
  // Integers up to 2^53 are doubles; beyond, the last digits of the count are not worth more.
  double too_few = std::floor(enough / 2.0);
  while (enough - too_few > 1.0) {
    const double middle = std::floor(too_few + (enough - too_few) / 2.0);
    if (middle <= too_few || middle >= enough) break;
    (is_enough(middle) ? enough : too_few) = middle;
  }
  return {"", static_cast<std::uint64_t>(enough), union_bound(rates, enough)};
}

}  // namespace lemmacheck::verify::sparse_xor
