#include "bounds/linear_cover_zhang.hpp"

#include "bounds/linear_cover_scale.hpp"
#include "numerics/domain_cut.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

BigInterval linear_cover_zhang(const BigInterval& norm, const BigInterval& radius, const BigInterval& accuracy,
                               const BigInterval& sample_count, Defined& defined) {
  const Precision precision =
                      std::max({norm.precision(), radius.precision(), accuracy.precision(), sample_count.precision()}),
                  inner(precision.bits + cover_spare_bits);
  const BigInterval q = cover_scale(norm.at(inner), radius.at(inner), accuracy.at(inner), defined);
  const BigInterval n = cut_below(sample_count, 1, DomainEdge::closed, defined).at(inner);
  if (q.is_empty() || n.is_empty()) return BigInterval(precision);
  const BigInterval levels = ceil(BigInterval(4, inner) * q + BigInterval(2, inner));
  // Every factor is at least 0 and increases: interval arithmetic takes the ends.
  return (BigInterval(36, inner) * square(q) * log1p(BigInterval(2, inner) * levels * n)).at(precision);
}

}  // namespace lemmacheck::bounds
