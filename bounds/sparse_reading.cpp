#include "bounds/sparse_reading.hpp"

#include "numerics/domain_cut.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

namespace {

constexpr long spare = 64;

// 2 o / (1 + o), increasing, end by end.
BigInterval twice_share(const BigInterval& o) {
  const BigInterval one(1, o.precision()), two(2, o.precision());
  Defined at_infinity = Defined::everywhere;
  const auto at = [&](const BigInterval& x) {
    return x.certain_sign() == 0 ? x : two / (one + divide(one, x, at_infinity));
  };
  return hull(at(o.lower()), at(o.upper()));
}

}  // namespace

BigInterval coherence_radius(const BigInterval& tokens, const BigInterval& dimension, const BigInterval& failure,
                             Defined& defined) {
  const Precision precision = std::max({tokens.precision(), dimension.precision(), failure.precision()}),
                  inner(precision.bits + spare);
  const BigInterval t = cut_below(tokens, 2, DomainEdge::closed, defined).at(inner);
  const BigInterval m = cut_below(dimension, 1, DomainEdge::closed, defined).at(inner);
  const BigInterval p =
      cut_above(cut_below(failure, 0, DomainEdge::open, defined), 1, DomainEdge::closed, defined).at(inner);
  if (t.is_empty() || m.is_empty() || p.is_empty()) return BigInterval(precision);
  Defined at_zero = Defined::everywhere;
  const BigInterval pairs = t * (t - BigInterval(1, inner));
  return sqrt(divide(BigInterval(2, inner) * (log(pairs) - log(p, at_zero)), m, at_zero)).at(precision);
}

BigInterval symmetric_reading_error(const BigInterval& tokens, const BigInterval& relevant, const BigInterval& scale,
                                    const BigInterval& coherence, Defined& defined) {
  const Precision precision =
                      std::max({tokens.precision(), relevant.precision(), scale.precision(), coherence.precision()}),
                  inner(precision.bits + spare);
  const BigInterval t = cut_below(tokens, 1, DomainEdge::closed, defined).at(inner);
  const BigInterval s = cut_below(relevant, 1, DomainEdge::closed, defined).at(inner);
  const BigInterval b = cut_below(scale, 0, DomainEdge::closed, defined).at(inner);
  const BigInterval coh = cut_to(coherence, 0, 1, defined).at(inner);
  if (t.is_empty() || s.is_empty() || b.is_empty() || coh.is_empty()) return BigInterval(precision);
  const BigInterval others = cut_below(t - s, 0, DomainEdge::closed, defined);
  if (others.is_empty()) return BigInterval(precision);
  const BigInterval one(1, inner), two(2, inner);
  const BigInterval outside = others / s * exp(-(b * (one - (two * s - one) * coh)));
  const BigInterval inside = two * tanh(b * (s - one) * coh * BigInterval(Rational(1, 2), inner));
  return (twice_share(outside) + inside).at(precision);
}

BigInterval separate_reading_error(const BigInterval& tokens, const BigInterval& scale, const BigInterval& coherence,
                                   Defined& defined) {
  const Precision precision = std::max({tokens.precision(), scale.precision(), coherence.precision()}),
                  inner(precision.bits + spare);
  const BigInterval t = cut_below(tokens, 1, DomainEdge::closed, defined).at(inner);
  const BigInterval b = cut_below(scale, 0, DomainEdge::closed, defined).at(inner);
  const BigInterval coh = cut_to(coherence, 0, 1, defined).at(inner);
  if (t.is_empty() || b.is_empty() || coh.is_empty()) return BigInterval(precision);
  const BigInterval one(1, inner);
  return twice_share((t - one) * exp(-(b * (one - coh)))).at(precision);
}

}  // namespace lemmacheck::bounds
