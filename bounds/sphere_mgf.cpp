#include "bounds/sphere_mgf.hpp"

#include "numerics/special.hpp"

namespace lemmacheck::bounds {

using namespace numerics;

BigInterval sphere_mgf(const BigInterval& m, const BigInterval& p, Defined& defined) {
  const Precision precision = std::max(m.precision(), p.precision());
  const BigInterval half(Rational(1, 2), precision);
  return hypergeometric_0f1(m.at(precision) * half, square(p.at(precision) * half), defined);
}

}  // namespace lemmacheck::bounds
