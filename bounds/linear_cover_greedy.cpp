#include "bounds/linear_cover_greedy.hpp"

#include "bounds/lattice_ball.hpp"
#include "bounds/linear_cover_scale.hpp"
#include "numerics/domain_cut.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

namespace {

// ceil(x) - 1, 0 at x = 0.
BigInterval one_less(const BigInterval& x) {
  const BigInterval steps = ceil(x) - BigInterval(1, x.precision());
  return max(steps, BigInterval(0, x.precision()));
}

}  // namespace

Rational greedy_steps_of_square(const Rational& scale_squared) {
  return std::max(Rational(0), ceil(scale_squared) - Rational(1));
}

BigInterval greedy_cover_steps(const BigInterval& norm, const BigInterval& radius, const BigInterval& accuracy,
                               Defined& defined) {
  const Precision precision = std::max({norm.precision(), radius.precision(), accuracy.precision()}),
                  inner(precision.bits + cover_spare_bits);
  const BigInterval q = cover_scale(norm.at(inner), radius.at(inner), accuracy.at(inner), defined);
  return q.is_empty() ? BigInterval(precision) : one_less(square(q)).at(precision);
}

BigInterval linear_cover_greedy(const BigInterval& norm, const BigInterval& radius, const BigInterval& accuracy,
                                const BigInterval& sample_count, Defined& defined) {
  const Precision precision =
                      std::max({norm.precision(), radius.precision(), accuracy.precision(), sample_count.precision()}),
                  inner(precision.bits + cover_spare_bits);
  const BigInterval q = cover_scale(norm.at(inner), radius.at(inner), accuracy.at(inner), defined);
  const BigInterval n = cut_below(sample_count, 1, DomainEdge::closed, defined).at(inner);
  if (q.is_empty() || n.is_empty()) return BigInterval(precision);
  return (floor(square(q)) * log1p(BigInterval(2, inner) * n)).at(precision);
}

BigInterval linear_cover_greedy_count(const BigInterval& norm, const BigInterval& radius, const BigInterval& accuracy,
                                      const BigInterval& sample_count, Defined& defined) {
  const Precision precision =
                      std::max({norm.precision(), radius.precision(), accuracy.precision(), sample_count.precision()}),
                  inner(precision.bits + cover_spare_bits);
  const BigInterval q = cover_scale(norm.at(inner), radius.at(inner), accuracy.at(inner), defined);
  const BigInterval n = cut_to_integers(cut_below(sample_count, 1, DomainEdge::closed, defined), defined);
  if (q.is_empty() || n.is_empty()) return BigInterval(precision);
  Defined integers = Defined::everywhere;  // what lies between the two integers around an undecided scale is no matter
  return log_lattice_ball(n.at(inner), one_less(square(q)), integers).at(precision);
}

}  // namespace lemmacheck::bounds
