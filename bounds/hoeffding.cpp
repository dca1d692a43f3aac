#include "bounds/hoeffding.hpp"

#include "numerics/domain_cut.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

namespace {

constexpr long spare = 64;  // bits: the exponent of a tail may be as large as 2^30

Precision inner_precision(const BigInterval& a, const BigInterval& b, const BigInterval& c) {
  return Precision(std::max({a.precision(), b.precision(), c.precision()}).bits + spare);
}

BigInterval log_inverse(const BigInterval& failure, Precision inner, Defined& defined) {
  const BigInterval inside =
      cut_above(cut_below(failure, 0, DomainEdge::open, defined), 1, DomainEdge::closed, defined);
  Defined at_zero = Defined::everywhere;  // f = 0 is a limit: nothing bounds the result there
  return -log(inside.at(inner), at_zero);
}

// Every argument occurs once in each formula, so interval arithmetic itself is sharp on wide arguments. An end 0 of a
// divisor stands for a limit and gives an unbounded quotient.
BigInterval quotient(const BigInterval& a, const BigInterval& b) {
  Defined at_zero = Defined::everywhere;
  return divide(a, b, at_zero);
}

}  // namespace

BigInterval hoeffding_tail(const BigInterval& sample_count, const BigInterval& range, const BigInterval& deviation,
                           Defined& defined) {
  const Precision inner = inner_precision(sample_count, range, deviation), precision(inner.bits - spare);
  const BigInterval n = cut_below(sample_count, 1, DomainEdge::closed, defined).at(inner);
  const BigInterval w = cut_below(range, 0, DomainEdge::open, defined).at(inner);
  const BigInterval t = cut_below(deviation, 0, DomainEdge::closed, defined).at(inner);
  if (n.is_empty() || w.is_empty() || t.is_empty()) return BigInterval(precision);
  const BigInterval exponent = BigInterval(2, inner) * n * square(quotient(t, w));
  return intersection(exp(-exponent).at(precision), BigInterval(Rational(0), Rational(1), precision));
}

BigInterval hoeffding_radius(const BigInterval& sample_count, const BigInterval& range, const BigInterval& failure,
                             Defined& defined) {
  const Precision inner = inner_precision(sample_count, range, failure), precision(inner.bits - spare);
  const BigInterval n = cut_below(sample_count, 1, DomainEdge::closed, defined).at(inner);
  const BigInterval w = cut_below(range, 0, DomainEdge::open, defined).at(inner);
  const BigInterval log_failure = log_inverse(failure, inner, defined);
  if (n.is_empty() || w.is_empty() || log_failure.is_empty()) return BigInterval(precision);
  Defined inside = Defined::everywhere;
  return (w * sqrt(quotient(log_failure, BigInterval(2, inner) * n), inside)).at(precision);
}

BigInterval hoeffding_sample_size(const BigInterval& range, const BigInterval& deviation, const BigInterval& failure,
                                  Defined& defined) {
  const Precision inner = inner_precision(range, deviation, failure), precision(inner.bits - spare);
  const BigInterval w = cut_below(range, 0, DomainEdge::open, defined).at(inner);
  const BigInterval t = cut_below(deviation, 0, DomainEdge::open, defined).at(inner);
  const BigInterval log_failure = log_inverse(failure, inner, defined);
  if (t.is_empty() || w.is_empty() || log_failure.is_empty()) return BigInterval(precision);
  return (square(quotient(w, t)) * log_failure * BigInterval(Rational(1, 2), inner)).at(precision);
}

}  // namespace lemmacheck::bounds
