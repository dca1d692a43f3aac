#include "bounds/two_head_cover.hpp"

#include "bounds/linear_cover_scale.hpp"
#include "numerics/domain_cut.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

BigInterval two_head_cover(const BigInterval& query_norm, const BigInterval& positions, const BigInterval& dimension,
                           const BigInterval& accuracy, Defined& defined) {
  const Precision precision = std::max(
                      {query_norm.precision(), positions.precision(), dimension.precision(), accuracy.precision()}),
                  inner(precision.bits + cover_spare_bits);
  const BigInterval two(2, inner), q = cover_scale(query_norm.at(inner), two, accuracy.at(inner), defined);
  const BigInterval d = cut_below(positions, 1, DomainEdge::closed, defined).at(inner);
  const BigInterval m = cut_below(dimension, 1, DomainEdge::closed, defined).at(inner);
  if (q.is_empty() || d.is_empty() || m.is_empty()) return BigInterval(precision);
  const BigInterval by_steps = two * floor(square(q)) * log1p(two * d), by_volume = two * m * log1p(two * q);
  return min(by_steps, by_volume).at(precision);
}

}  // namespace lemmacheck::bounds
