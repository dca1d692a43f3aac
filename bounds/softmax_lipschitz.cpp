#include "bounds/softmax_lipschitz.hpp"

#include "numerics/domain_cut.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

BigInterval softmax_lipschitz(const BigInterval& gap, Defined& defined) {
  const BigInterval r = cut_below(gap, 0, DomainEdge::closed, defined);
  if (r.is_empty()) return r;
  return BigInterval(2, r.precision()) * tanh(r * BigInterval(Rational(1, 2), r.precision()));
}

}  // namespace lemmacheck::bounds
