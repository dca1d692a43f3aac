#include "bounds/linear_cover_maurey.hpp"

#include "bounds/linear_cover_scale.hpp"
#include "numerics/domain_cut.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

BigInterval linear_cover_maurey(const BigInterval& norm, const BigInterval& radius, const BigInterval& accuracy,
                                const BigInterval& rank, Defined& defined) {
  const Precision precision = std::max({norm.precision(), radius.precision(), accuracy.precision(), rank.precision()}),
                  inner(precision.bits + cover_spare_bits);
  const BigInterval q = cover_scale(norm.at(inner), radius.at(inner), accuracy.at(inner), defined);
  const BigInterval r = cut_below(rank, 1, DomainEdge::closed, defined).at(inner);
  if (q.is_empty() || r.is_empty()) return BigInterval(precision);
  return (ceil(square(q)) * log1p(BigInterval(2, inner) * r)).at(precision);
}

}  // namespace lemmacheck::bounds
