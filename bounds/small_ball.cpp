#include "bounds/small_ball.hpp"

#include "numerics/domain_cut.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

namespace {

constexpr long spare = 64;  // bits: log Gamma(m/2) is large against the difference

BigInterval density_at(const BigInterval& m) {
  const Precision p = m.precision();
  const BigInterval half(Rational(1, 2), p);
  Defined inside = Defined::everywhere;
  const BigInterval ratio = exp(lgamma(m * half, inside) - lgamma((m - BigInterval(1, p)) * half, inside));
  return ratio / sqrt(pi(p), inside);
}

}  // namespace

BigInterval small_ball_density(const BigInterval& dimension, Defined& defined) {
  const Precision precision = dimension.precision(), inner(precision.bits + spare);
  const BigInterval m = cut_below(dimension, 3, DomainEdge::closed, defined).at(inner);
  if (m.is_empty()) return BigInterval(precision);
  BigInterval result = density_at(m.lower());
  if (!m.is_point()) {
    result = hull(result, m.is_bounded() ? density_at(m.upper()) : m.upper());
  }
  return result.at(precision);
}

BigInterval small_ball_density_bound(const BigInterval& dimension, Defined& defined) {
  const Precision precision = dimension.precision(), inner(precision.bits + spare);
  const BigInterval m = cut_below(dimension, 3, DomainEdge::closed, defined).at(inner);
  if (m.is_empty()) return BigInterval(precision);
  Defined inside = Defined::everywhere;
  return sqrt((m - BigInterval(1, inner)) / (BigInterval(2, inner) * pi(inner)), inside).at(precision);
}

}  // namespace lemmacheck::bounds
