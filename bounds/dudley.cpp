#include "bounds/dudley.hpp"

#include "bounds/hoeffding.hpp"
#include "numerics/domain_cut.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

namespace {

constexpr long spare = 64;

// 4 A s (1 - ln s) for s in [0, 1], increasing in s, at a point.
BigInterval at(const BigInterval& s, const BigInterval& range) {
  const Precision p = s.precision();
  if (s.certain_sign() == 0 && s.is_point()) return BigInterval(0, p);
  Defined inside = Defined::everywhere;
  const BigInterval part = s * (BigInterval(1, p) - log(s, inside));
  // The values on [0, 1] lie in [0, 1]; an end s = 0 of a thin interval stands for the limit.
  return BigInterval(4, p) * range * intersection(part, BigInterval(Rational(0), Rational(1), p));
}

}  // namespace

BigInterval dudley_complexity(const BigInterval& entropy, const BigInterval& range, const BigInterval& sample_count,
                              Defined& defined) {
  const Precision precision = std::max({entropy.precision(), range.precision(), sample_count.precision()}),
                  inner(precision.bits + spare);
  const BigInterval k = cut_below(entropy, 0, DomainEdge::closed, defined).at(inner);
  const BigInterval a = cut_below(range, 0, DomainEdge::open, defined).at(inner);
  const BigInterval n = cut_below(sample_count, 1, DomainEdge::closed, defined).at(inner);
  if (k.is_empty() || a.is_empty() || n.is_empty()) return BigInterval(precision);
  Defined at_zero = Defined::everywhere;
  // s = 3 sqrt(K/n) / A; the condition is s^2 <= 1.
  const BigInterval squared = cut_to(divide(BigInterval(9, inner) * k, square(a) * n, at_zero), 0, 1, defined);
  if (squared.is_empty()) return BigInterval(precision);
  const BigInterval s = sqrt(squared);
  // Increasing in s for a fixed A, and in A for a fixed K/n: the smallest value has the smallest A, and s is largest
  // where A is smallest, so the ends of s and A are taken apart. Wide arguments are enclosed, not sharply.
  return hull(at(s.lower(), a), at(s.upper(), a)).at(precision);
}

BigInterval generalisation_gap(const BigInterval& complexity, const BigInterval& loss_range,
                               const BigInterval& sample_count, const BigInterval& failure, Defined& defined) {
  const Precision precision = std::max(
                      {complexity.precision(), loss_range.precision(), sample_count.precision(), failure.precision()}),
                  inner(precision.bits + spare);
  const BigInterval r = cut_below(complexity, 0, DomainEdge::closed, defined).at(inner);
  const BigInterval radius = hoeffding_radius(sample_count.at(inner), loss_range.at(inner), failure.at(inner), defined);
  if (r.is_empty() || radius.is_empty()) return BigInterval(precision);
  return (BigInterval(2, inner) * r + radius).at(precision);
}

}  // namespace lemmacheck::bounds
