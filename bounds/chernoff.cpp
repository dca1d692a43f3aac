#include "bounds/chernoff.hpp"

#include "numerics/domain_cut.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

namespace {

constexpr long spare = 96;  // bits: the exponent of a tail may be as large as 2^30 and come out of a cancellation

BigInterval probability(const BigInterval& exponent, Precision precision) {
  return intersection(exp(-exponent).at(precision), BigInterval(Rational(0), Rational(1), precision));
}

// n kl(a, p) at points, 0 for a <= p.
BigInterval kl_exponent(const BigInterval& n, const BigInterval& p, const BigInterval& a) {
  if (less_equal(a, p) == Truth::yes) return BigInterval(0, n.precision());
  Defined at_edge = Defined::everywhere;  // p = 0 and p = 1 stand for limits
  const BigInterval entropy = kl(a, p, at_edge);
  if (entropy.is_empty()) return abs(BigInterval::entire(n.precision()));
  return n * entropy;
}

// mu ( (1+eps) log(1+eps) - eps ) at points.
BigInterval relative_exponent(const BigInterval& mean, const BigInterval& relative) {
  const Precision p = mean.precision();
  if (!relative.is_bounded() || !mean.is_bounded()) {
    if (mean.certain_sign() == 0 || relative.certain_sign() == 0) return BigInterval(0, p);
    return BigInterval::entire(p).upper();
  }
  const BigInterval rate = (BigInterval(1, p) + relative) * log1p(relative) - relative;
  return mean * intersection(rate, abs(BigInterval::entire(p)));
}

BigInterval simple_exponent(const BigInterval& mean, const BigInterval& relative) {
  const Precision p = mean.precision();
  return mean * square(relative) / (BigInterval(2, p) + relative);
}

template <class Exponent>
BigInterval relative_tail(const BigInterval& mean, const BigInterval& relative, Defined& defined, Exponent&& exponent) {
  const Precision precision = std::max(mean.precision(), relative.precision()), inner(precision.bits + spare);
  const BigInterval mu = cut_below(mean, 0, DomainEdge::closed, defined).at(inner);
  const BigInterval eps = cut_below(relative, 0, DomainEdge::closed, defined).at(inner);
  if (mu.is_empty() || eps.is_empty()) return BigInterval(precision);
  BigInterval range = exponent(mu.lower(), eps.lower());
  if (!mu.is_point() || !eps.is_point()) range = hull(range, exponent(mu.upper(), eps.upper()));
  return probability(range, precision);
}

}  // namespace

BigInterval chernoff_kl_tail(const BigInterval& sample_count, const BigInterval& mean, const BigInterval& threshold,
                             Defined& defined) {
  const Precision precision = std::max({sample_count.precision(), mean.precision(), threshold.precision()});
  const Precision inner(precision.bits + spare);
  const BigInterval n = cut_below(sample_count, 1, DomainEdge::closed, defined).at(inner);
  const BigInterval p =
      cut_above(cut_below(mean, 0, DomainEdge::open, defined), 1, DomainEdge::open, defined).at(inner);
  const BigInterval a = cut_to(threshold, 0, 1, defined).at(inner);
  if (n.is_empty() || p.is_empty() || a.is_empty()) return BigInterval(precision);
  BigInterval exponent = kl_exponent(n.lower(), p.upper(), a.lower());
  if (!n.is_point() || !p.is_point() || !a.is_point()) {
    exponent = hull(exponent, kl_exponent(n.upper(), p.lower(), a.upper()));
  }
  return probability(exponent, precision);
}

BigInterval chernoff_upper_tail(const BigInterval& mean, const BigInterval& relative, Defined& defined) {
  return relative_tail(mean, relative, defined, relative_exponent);
}

BigInterval chernoff_simple_upper_tail(const BigInterval& mean, const BigInterval& relative, Defined& defined) {
  return relative_tail(mean, relative, defined, simple_exponent);
}

BigInterval chernoff_lower_tail(const BigInterval& mean, const BigInterval& relative, Defined& defined) {
  return relative_tail(mean, cut_above(relative, 1, DomainEdge::closed, defined), defined,
                       [](const BigInterval& mu, const BigInterval& eps) {
                         return mu * square(eps) * BigInterval(Rational(1, 2), mu.precision());
                       });
}

}  // namespace lemmacheck::bounds
