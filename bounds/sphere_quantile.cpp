#include "bounds/sphere_quantile.hpp"

#include "numerics/domain_cut.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

BigInterval sphere_quantile(const BigInterval& m, const BigInterval& p, Defined& defined) {
  const BigInterval dimension = cut_below(m, 1, DomainEdge::open, defined);
  if (dimension.is_empty()) return BigInterval(std::max(m.precision(), p.precision()));
  const Precision precision = dimension.precision();
  const BigInterval half_excess = (dimension - BigInterval(1, precision)) * BigInterval(Rational(1, 2), precision);
  return beta_inc_half_inverse(half_excess, p, defined);
}

}  // namespace lemmacheck::bounds
