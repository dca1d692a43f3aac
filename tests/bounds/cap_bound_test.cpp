#include "bounds/cap_bound.hpp"

#include "bounds/sphere_tail.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/exact_binomial.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using lemmacheck::bounds::cap_bound;

namespace {
const Precision bits(128);
using Arguments = std::vector<BigInterval>;
}  // namespace

TEST_CASE("cap_bound: exceeds the exact one-sided tail", "[bounds][sphere][exact]") {
  Defined defined = Defined::everywhere;
  for (int m : {3, 5, 17, 101}) {
    for (int k = 0; k <= 16; ++k) {
      const Rational t(k, 16), half_tail = sphere_tail_odd(m, t) / Rational(2);
      CAPTURE(m, k);
      const BigInterval bound = cap_bound(BigInterval(m, bits), BigInterval(t, bits), defined);
      CHECK(half_tail <= bound.lower_rational());
    }
  }
  CHECK(defined == Defined::everywhere);
}

TEST_CASE("cap_bound: values, boxes, domain", "[bounds][sphere][containment][isotone][domain]") {
  Defined defined = Defined::everywhere;
  const Precision fine(400);
  CHECK(
      cap_bound(BigInterval(8, bits), BigInterval(Rational(1, 2), bits), defined).contains(exp(BigInterval(-1, fine))));
  CHECK(same_set(cap_bound(BigInterval(8, bits), BigInterval(0, bits), defined), BigInterval(1, bits)));
  CHECK(defined == Defined::everywhere);
  const auto f = [](const Arguments& x, Defined& d) { return cap_bound(x[0], x[1], d); };
  check_on_boxes({{Rational(1), Rational(10000000)}, {Rational(0), Rational(1)}}, f, 4, 131);
  CHECK(f({BigInterval(Rational(0), Rational(4), bits), BigInterval(Rational(1, 2), bits)}, defined).is_bounded());
  CHECK(defined == Defined::partly);
  CHECK(f({BigInterval(4, bits), BigInterval(2, bits)}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
}
