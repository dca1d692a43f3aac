#include "bounds/bernstein.hpp"

#include "numerics/domain_cut.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

namespace {

constexpr long spare = 64;  // bits: the exponent of a tail may be as large as 2^30

struct Arguments {
  BigInterval n, v, b, last;
  bool is_empty() const { return n.is_empty() || v.is_empty() || b.is_empty() || last.is_empty(); }
  bool is_point() const { return n.is_point() && v.is_point() && b.is_point() && last.is_point(); }
};

Arguments inside(const BigInterval& n, const BigInterval& v, const BigInterval& b, BigInterval last, Defined& defined) {
  const Precision inner(std::max({n.precision(), v.precision(), b.precision(), last.precision()}).bits + spare);
  const auto non_negative = [&](const BigInterval& x) {
    return cut_below(x, 0, DomainEdge::closed, defined).at(inner);
  };
  return {cut_below(n, 1, DomainEdge::closed, defined).at(inner), non_negative(v), non_negative(b), last.at(inner)};
}

// Of points; n t / (2 v/t + 2 b/3).
BigInterval tail_exponent(const BigInterval& n, const BigInterval& v, const BigInterval& b, const BigInterval& t) {
  const Precision p = t.precision();
  if (t.certain_sign() == 0) return BigInterval(0, p);
  const BigInterval divisor = v * BigInterval(2, p) + BigInterval(Rational(2, 3), p) * b * t;
  if (divisor.certain_sign() == 0) {
    return BigInterval::entire(p).upper();
  }
  return n * square(t) / divisor;
}

BigInterval radius(const BigInterval& n, const BigInterval& v, const BigInterval& b, const BigInterval& log_inverse) {
  const Precision p = n.precision();
  const BigInterval linear = b * log_inverse / (n * BigInterval(3, p));
  Defined defined = Defined::everywhere;
  return linear + sqrt(square(linear) + BigInterval(2, p) * v * log_inverse / n, defined);
}

}  // namespace

BigInterval bernstein_tail(const BigInterval& sample_count, const BigInterval& variance, const BigInterval& range,
                           const BigInterval& deviation, Defined& defined) {
  const Arguments x =
      inside(sample_count, variance, range, cut_below(deviation, 0, DomainEdge::closed, defined), defined);
  const Precision inner = x.n.precision(), precision(inner.bits - spare);
  if (x.is_empty()) return BigInterval(precision);
  BigInterval exponent = tail_exponent(x.n.lower(), x.v.upper(), x.b.upper(), x.last.lower());
  if (!x.is_point()) exponent = hull(exponent, tail_exponent(x.n.upper(), x.v.lower(), x.b.lower(), x.last.upper()));
  return intersection(exp(-exponent).at(precision), BigInterval(Rational(0), Rational(1), precision));
}

BigInterval bernstein_radius(const BigInterval& sample_count, const BigInterval& variance, const BigInterval& range,
                             const BigInterval& failure, Defined& defined) {
  const BigInterval chance =
      cut_above(cut_below(failure, 0, DomainEdge::open, defined), 1, DomainEdge::closed, defined);
  const Arguments x = inside(sample_count, variance, range, chance, defined);
  const Precision inner = x.n.precision(), precision(inner.bits - spare);
  if (x.is_empty()) return BigInterval(precision);
  Defined at_zero = Defined::everywhere;  // f = 0 is a limit: the radius has no bound there
  const BigInterval log_inverse = -log(x.last, at_zero);
  BigInterval result = radius(x.n.upper(), x.v.lower(), x.b.lower(), log_inverse.lower());
  if (!x.is_point() || !log_inverse.is_point()) {
    result = hull(result, radius(x.n.lower(), x.v.upper(), x.b.upper(), log_inverse.upper()));
  }
  return result.at(precision);
}

}  // namespace lemmacheck::bounds
