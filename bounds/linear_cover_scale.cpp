#include "bounds/linear_cover_scale.hpp"

#include "numerics/domain_cut.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

BigInterval cover_scale(const BigInterval& norm, const BigInterval& radius, const BigInterval& accuracy,
                        Defined& defined) {
  const BigInterval a = cut_below(norm, 0, DomainEdge::closed, defined);
  const BigInterval b = cut_below(radius, 0, DomainEdge::closed, defined);
  const BigInterval eps = cut_below(accuracy, 0, DomainEdge::open, defined);
  if (a.is_empty() || b.is_empty() || eps.is_empty()) {
    defined = Defined::nowhere;
    return BigInterval(a.precision());
  }
  Defined at_zero = Defined::everywhere;
  return intersection(divide(a * b, eps, at_zero), abs(BigInterval::entire(a.precision())));
}

}  // namespace lemmacheck::bounds
