#include "bounds/cap_bound.hpp"

#include "numerics/domain_cut.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

BigInterval cap_bound(const BigInterval& m, const BigInterval& t, Defined& defined) {
  const Precision precision = std::max(m.precision(), t.precision());
  const BigInterval dimension = cut_below(m, 1, DomainEdge::closed, defined);
  const BigInterval threshold = cut_to(t, 0, 1, defined);
  if (dimension.is_empty() || threshold.is_empty()) return BigInterval(precision);
  // The exponent is only a product of independent arguments: one evaluation serves wide ones too.
  const Precision inner(precision.bits + 64);
  const BigInterval exponent = dimension.at(inner) * square(threshold.at(inner)) * BigInterval(Rational(-1, 2), inner);
  return exp(exponent).at(precision);
}

}  // namespace lemmacheck::bounds
