#include "bounds/head_cover.hpp"

#include "numerics/domain_cut.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

namespace {
constexpr long spare = 64;
}

BigInterval head_cover_constant(const BigInterval& value_norm, const BigInterval& key_norm,
                                const BigInterval& token_norm, Defined& defined) {
  const Precision precision = std::max({value_norm.precision(), key_norm.precision(), token_norm.precision()}),
                  inner(precision.bits + spare);
  const BigInterval v = cut_below(value_norm, 0, DomainEdge::closed, defined).at(inner);
  const BigInterval q = cut_below(key_norm, 0, DomainEdge::closed, defined).at(inner);
  const BigInterval x = cut_below(token_norm, 0, DomainEdge::closed, defined).at(inner);
  if (v.is_empty() || q.is_empty() || x.is_empty()) return BigInterval(precision);
  // (V X)^2 ( (Q X^2)^{2/3} + 1 )^3: sums and products of numbers that are at least 0 and increase.
  const BigInterval base = square(cbrt(q * square(x))) + BigInterval(1, inner);
  return (square(v * x) * pow(base, 3)).at(precision);
}

BigInterval head_cover(const BigInterval& constant, const BigInterval& pairs, const BigInterval& accuracy,
                       Defined& defined) {
  const Precision precision = std::max({constant.precision(), pairs.precision(), accuracy.precision()}),
                  inner(precision.bits + spare);
  const BigInterval c = cut_below(constant, 0, DomainEdge::closed, defined).at(inner);
  const BigInterval n = cut_below(pairs, 1, DomainEdge::closed, defined).at(inner);
  const BigInterval eps = cut_below(accuracy, 0, DomainEdge::open, defined).at(inner);
  if (c.is_empty() || n.is_empty() || eps.is_empty()) return BigInterval(precision);
  Defined at_zero = Defined::everywhere;
  return divide(c * log1p(BigInterval(2, inner) * n), square(eps), at_zero).at(precision);
}

}  // namespace lemmacheck::bounds
