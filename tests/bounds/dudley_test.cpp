#include "bounds/dudley.hpp"

#include "tests/bounds/capacity_golden.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using namespace lemmacheck::bounds;

namespace {
const Precision bits(128);
using Points = std::vector<BigInterval>;
}  // namespace

TEST_CASE("dudley: values of an independent computation", "[bounds][capacity][oracle]") {
  for (const char* name : {"dudley_complexity", "generalisation_gap"}) check_golden(name);
}

TEST_CASE("dudley_complexity: exceeds exact Rademacher complexities", "[bounds][capacity][exact]") {
  // Functions x -> w x on {-1, 1} with |w| <= 1, n points with x_i = 1: R_n = E |mean of signs|. The covers of [-1, 1]
  // at eps number at most 1/eps + 1 and 1 for eps >= 1, so ln N <= K / eps^2 with K = ln 2: (t^2)^-1 ln(1 + t)
  // decreases.
  for (int n : {9, 16, 64, 400}) {
    Rational mean(0), weight = pow(Rational(1, 2), n);
    for (int k = 0; k <= n; ++k) {
      mean += weight * Rational(std::abs(n - 2 * k), n);
      weight = weight * Rational(n - k) / Rational(k + 1);
    }
    Defined defined = Defined::everywhere;
    const BigInterval bound =
        dudley_complexity(log(BigInterval(2, bits)), BigInterval(1, bits), BigInterval(n, bits), defined);
    CHECK(defined == Defined::everywhere);
    CHECK(mean <= bound.lower_rational());
  }
}

TEST_CASE("dudley_complexity: decreases in n although K grows like log n", "[bounds][capacity][exact]") {
  BigInterval last = BigInterval::entire(bits).upper();
  for (long n = 4096; n < (1L << 40); n *= 3) {
    const std::string size = std::to_string(n);
    const BigInterval now = formula_value("dudley_complexity(8*log(2*1024*" + size + " + 1), 1, " + size + ")", bits);
    CHECK(less(now, last) == Truth::yes);
    last = now;
  }
}

TEST_CASE("dudley: boxes and domain", "[bounds][capacity][containment][isotone][domain]") {
  const auto complexity = [](const Points& x, Defined& d) { return dudley_complexity(x[0], x[1], x[2], d); };
  check_on_boxes({{Rational(0), Rational(4)}, {Rational(1), Rational(3)}, {Rational(64), Rational(100000)}}, complexity,
                 64, 31);
  const auto gap = [](const Points& x, Defined& d) { return generalisation_gap(x[0], x[1], x[2], x[3], d); };
  check_on_boxes({{Rational(0), Rational(4)},
                  {Rational(1, 8), Rational(3)},
                  {Rational(1), Rational(1000)},
                  {Rational(1, 1000), Rational(1)}},
                 gap, 16, 32);
  Defined defined = Defined::everywhere;
  const auto number = [](const char* text) { return BigInterval::parse(text, bits); };
  CHECK(same_set(dudley_complexity(number("1"), number("3"), number("1"), defined), number("12")));
  CHECK(same_set(generalisation_gap(number("1/2"), number("1"), number("1"), number("1"), defined), number("1")));
  CHECK(same_set(dudley_complexity(number("0"), number("3"), number("1"), defined), number("0")));
  CHECK(defined == Defined::everywhere);
  CHECK(dudley_complexity(number("1"), number("2"), number("1"), defined).is_empty());  // 9 K > A^2 n
  CHECK(defined == Defined::nowhere);
}
