#include "bounds/small_ball.hpp"

#include "bounds/sphere_tail.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/exact_binomial.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using lemmacheck::bounds::small_ball_density;
using lemmacheck::bounds::small_ball_density_bound;

namespace {
const Precision bits(128), fine(400);
constexpr double narrow = 1e-30;
using Arguments = std::vector<BigInterval>;
}  // namespace

TEST_CASE("small_ball_density: exact for odd m, through pi for even m", "[bounds][sphere][exact]") {
  // c(3) = 1/2, c(4) = 2/pi, c(m+2) = c(m) m/(m-1).
  Defined defined = Defined::everywhere;
  Rational odd(1, 2), even(2);
  for (long m = 3; m < 400; m += 2) {
    const BigInterval value = small_ball_density(BigInterval(m, bits), defined);
    CHECK(value.contains(odd));
    CHECK(value.relative_width_upper() < narrow);
    CHECK(small_ball_density(BigInterval(m + 1, bits), defined).contains(BigInterval(even, fine) / pi(fine)));
    // The closed form is above.
    CHECK(less(value, small_ball_density_bound(BigInterval(m, bits), defined)) == Truth::yes);
    odd *= Rational(static_cast<int>(m), static_cast<int>(m - 1));
    even *= Rational(static_cast<int>(m + 1), static_cast<int>(m));
  }
  CHECK(small_ball_density(BigInterval(10000000, bits), defined).relative_width_upper() < narrow);
  CHECK(defined == Defined::everywhere);
}

TEST_CASE("small_ball_density: bounds the probability of a small coordinate", "[bounds][sphere][exact]") {
  Defined defined = Defined::everywhere;
  for (int m : {3, 5, 31, 101}) {
    const Rational density = small_ball_density(BigInterval(m, bits), defined).lower_rational();
    for (int k = 1; k <= 8; ++k) {
      const Rational r(k, 64);  // attained up to rounding for m = 3, where the density is constant
      const Rational inside = Rational(1) - sphere_tail_odd(m, r);
      CHECK(inside <= Rational(2) * r * (density + pow(Rational(1, 2), 120)));
      CHECK((m == 3 || inside < Rational(2) * r * density));
    }
  }
}

TEST_CASE("small_ball: boxes and domain", "[bounds][sphere][containment][isotone][domain]") {
  check_on_boxes(
      {{Rational(3), Rational(500)}}, [](const Arguments& x, Defined& d) { return small_ball_density(x[0], d); }, 4,
      161);
  check_on_boxes(
      {{Rational(3), Rational(10000000)}},
      [](const Arguments& x, Defined& d) { return small_ball_density_bound(x[0], d); }, 4, 162);
  Defined defined = Defined::everywhere;
  CHECK(small_ball_density(BigInterval(2, bits), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(small_ball_density(BigInterval(Rational(2), Rational(3), bits), defined).contains(Rational(1, 2)));
  CHECK(defined == Defined::partly);
  defined = Defined::everywhere;
  CHECK_FALSE(small_ball_density(BigInterval::parse("[3, inf]", bits), defined).is_bounded());
  CHECK(defined == Defined::everywhere);
}
