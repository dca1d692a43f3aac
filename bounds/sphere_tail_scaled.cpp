#include "bounds/sphere_tail_scaled.hpp"

#include "bounds/sphere_tail.hpp"
#include "numerics/domain_cut.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

namespace {

/// For z >= 0; decreasing in m and in z/sqrt(m), hence wide on a box of dimensions.
BigInterval of_sphere_tail(const BigInterval& m, const BigInterval& z) {
  Defined defined = Defined::everywhere;
  const BigInterval one(1, m.precision());
  return sphere_tail(m, min(divide(z, sqrt(m), defined), one), defined);
}

/// Not less than |S(m', z) - S(m, z)|, for any z and points 8 <= m <= m'.
BigInterval largest_change(const BigInterval& m, const BigInterval& m_next) {
  const Precision precision = m.precision();
  const BigInterval one(1, precision), three(3, precision);
  Defined defined = Defined::everywhere;
  const BigInterval inverses = divide(one, m - three, defined) - divide(one, m_next - three, defined);
  return (sqrt(BigInterval(6, precision)) * inverses * BigInterval(Rational(1, 4), precision)).upper();
}

/// A dimension about as far from both ends of the box as `largest_change` measures; whole where it can be.
BigInterval middle(const BigInterval& m) {
  const Precision precision = m.precision();
  const BigInterval three(3, precision), low = m.lower() - three, high = m.upper() - three;
  Defined defined = Defined::everywhere;
  const BigInterval harmonic =
      (three + divide(BigInterval(2, precision) * low * high, low + high, defined)).approx_midpoint();
  const BigInterval whole = floor(harmonic);
  return m.contains(whole) ? whole : m.contains(harmonic) ? harmonic : m.lower();
}

}  // namespace

BigInterval sphere_tail_scaled(const BigInterval& m, const BigInterval& z, Defined& defined) {
  const BigInterval in_m = cut_below(m, 1, DomainEdge::open, defined);
  const BigInterval in_z = cut_below(z, 0, DomainEdge::closed, defined);
  const Precision precision = std::max(m.precision(), z.precision());
  if (in_m.is_empty() || in_z.is_empty()) return BigInterval(precision);
  const BigInterval box = in_m.at(precision), threshold = in_z.at(precision);
  const BigInterval zero(0, precision), one(1, precision), eight(8, precision);
  if (box.is_point() || !box.is_bounded() || less(box.lower(), eight) != Truth::no || same_set(threshold, zero))
    return of_sphere_tail(box, threshold);
  const BigInterval center = middle(box);
  const BigInterval radius = max(largest_change(box.lower(), center), largest_change(center, box.upper()));
  const BigInterval near = intersection(of_sphere_tail(center, threshold) + hull(-radius, radius), hull(zero, one));
  // Far out and near 0 the radius is large beside S or 1 - S, and sphere_tail itself may say more.
  const BigInterval smallest = min(near.lower(), one - near.upper());
  if (less(BigInterval(1024, precision) * radius, smallest) == Truth::yes) return near;
  return intersection(near, of_sphere_tail(box, threshold));
}

}  // namespace lemmacheck::bounds
