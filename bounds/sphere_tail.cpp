#include "bounds/sphere_tail.hpp"

#include "numerics/domain_cut.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

BigInterval sphere_tail(const BigInterval& m, const BigInterval& t, Defined& defined) {
  const BigInterval dimension = cut_below(m, 1, DomainEdge::open, defined);
  if (dimension.is_empty()) return BigInterval(std::max(m.precision(), t.precision()));
  const Precision precision = dimension.precision();
  const BigInterval half_excess = (dimension - BigInterval(1, precision)) * BigInterval(Rational(1, 2), precision);
  return beta_inc_half(half_excess, t, defined);
}

}  // namespace lemmacheck::bounds
