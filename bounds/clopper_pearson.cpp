#include "bounds/clopper_pearson.hpp"

#include "numerics/domain_cut.hpp"
#include "numerics/error.hpp"
#include "numerics/special.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

namespace {

constexpr long spare = 64;  // bits: the upper limit is at least about 1/n and comes out of 1 - low

struct Observation {
  BigInterval k, n, f;
  bool is_point() const { return k.is_point() && n.is_point() && f.is_point(); }
};

// The part of the arguments inside the hypotheses: integers 0 <= k <= n.
bool restrict_to_domain(Observation& x, Defined& defined) {
  x.k = cut_below(x.k, 0, DomainEdge::closed, defined);
  x.n = cut_below(x.n, 1, DomainEdge::closed, defined);
  x.f = cut_above(cut_below(x.f, 0, DomainEdge::open, defined), 1, DomainEdge::open, defined);
  if (x.k.is_empty() || x.n.is_empty() || x.f.is_empty()) return false;
  x.k = cut_to_integers(x.k, defined);
  x.n = cut_to_integers(x.n, defined);
  const bool inside = !x.k.is_empty() && !x.n.is_empty() && less(x.n.upper(), x.k.lower()) != Truth::yes;
  if (!inside) {
    defined = Defined::nowhere;
    return false;
  }
  if (less_equal(x.k, x.n) != Truth::yes) defined = both(defined, Defined::partly);
  return true;
}

// low(k) at points 0 <= k <= n.
BigInterval low_at(const BigInterval& k, const BigInterval& n, const BigInterval& f, Precision precision) {
  if (k.certain_sign() == 0) return BigInterval(0, precision);
  Defined inside = Defined::everywhere;
  const BigInterval one(1, Precision(n.precision().bits + 2));
  return beta_inc_inverse(k.at(precision), (n - k + one).at(precision), f.at(precision), inside);
}

BigInterval high_at(const BigInterval& k, const BigInterval& n, const BigInterval& f, Precision precision) {
  const Precision inner(precision.bits + spare);
  return (BigInterval(1, inner) - low_at(n - k, n, f, inner)).at(precision);
}

}  // namespace

BigInterval clopper_pearson_lower(const BigInterval& successes, const BigInterval& trials, const BigInterval& failure,
                                  Defined& defined) {
  const Precision precision = std::max({successes.precision(), trials.precision(), failure.precision()});
  Observation x{successes, trials, failure};
  if (!restrict_to_domain(x, defined)) return BigInterval(precision);
  const BigInterval result = low_at(x.k.lower(), x.n.upper(), x.f.lower(), precision);
  if (x.is_point()) return result;
  // The largest value is at the largest k, with the smallest n that allows it: low(n) = f^(1/n) increases in n = k.
  const BigInterval k = min(x.k.upper(), x.n.upper());
  return hull(result, low_at(k, max(x.n.lower(), k), x.f.upper(), precision));
}

BigInterval clopper_pearson_upper(const BigInterval& successes, const BigInterval& trials, const BigInterval& failure,
                                  Defined& defined) {
  const Precision precision = std::max({successes.precision(), trials.precision(), failure.precision()});
  Observation x{successes, trials, failure};
  if (!restrict_to_domain(x, defined)) return BigInterval(precision);
  const BigInterval result = high_at(x.k.lower(), x.n.upper(), x.f.upper(), precision);
  if (x.is_point()) return result;
  return hull(result, high_at(min(x.k.upper(), x.n.lower()), x.n.lower(), x.f.lower(), precision));
}

ConfidenceLimits clopper_pearson(long successes, long trials, const Rational& confidence, Precision precision) {
  if (trials < 1 || successes < 0 || successes > trials || confidence.sign() <= 0 || confidence >= Rational(1)) {
    throw DomainError("LC206", "clopper_pearson: " + std::to_string(successes) + " successes in " +
                                   std::to_string(trials) + " trials at confidence " + confidence.to_string() +
                                   ": allowed are 0 <= successes <= trials, trials >= 1, 0 < confidence < 1; correct "
                                   "the counts or the confidence");
  }
  // Half the failure probability is an exact rational; at twice the precision its enclosure is thinner than the result.
  const Precision inner(precision.bits + spare);
  const BigInterval failure((Rational(1) - confidence) / Rational(2), inner);
  const BigInterval k(successes, inner), n(trials, inner);
  Defined defined = Defined::everywhere;
  return {clopper_pearson_lower(k, n, failure, defined).at(precision),
          clopper_pearson_upper(k, n, failure, defined).at(precision)};
}

}  // namespace lemmacheck::bounds
