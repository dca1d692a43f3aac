#include <vector>

#include "numerics/big_interval.hpp"
#include "tests/support/arb_oracle.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/enclosure_checks.hpp"
#include "tests/support/hostile.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

TEST_CASE("powers with an interval exponent", "[numerics][containment][oracle][domain]") {
  for (int i = 0; i < scaled(600); ++i) {
    Hostile random("power", static_cast<std::uint64_t>(i));
    const Precision precision = random.precision();
    const BigInterval x = random.interval(precision);
    const BigInterval y =
        random.one_in(3) ? BigInterval(random.between(-12, 12), precision) : random.interval(precision);
    Defined defined = Defined::everywhere;
    const BigInterval result = pow(x, y, defined);
    INFO(random.label() << " x = [" << x.lower_double() << ", " << x.upper_double() << "] y = [" << y.lower_double()
                        << ", " << y.upper_double() << "]");
    if (x.is_empty() || y.is_empty()) {
      CHECK(result.is_empty());
      CHECK(defined == Defined::nowhere);
      continue;
    }
    for (int k = 0; k < 3; ++k) {
      const BigInterval base = random.inside(x);
      const BigInterval exponent = random.inside(y);
      const bool integer = mpfr_integer_p(&exponent.data()->left) != 0;
      const int sign = mpfr_sgn(&base.data()->left);
      const int exponent_sign = mpfr_sgn(&exponent.data()->left);
      INFO("point " << base.lower_double() << " ^ " << exponent.lower_double());
      if (sign < 0 && !integer) {
        CHECK(defined != Defined::everywhere);
      } else if (sign == 0 && exponent_sign < 0) {
        CHECK(defined != Defined::everywhere);
      } else if (sign == 0) {
        CHECK(defined != Defined::nowhere);
        CHECK(result.contains(Rational(exponent_sign == 0 ? 1 : 0)));
      } else {
        CHECK(defined != Defined::nowhere);
        const Ball a(base), b(exponent);
        CHECK(arb_contains(
                  result, [&](arb_ptr value, slong bits) { arb_pow(value, a, b, bits); }, 2000) != Truth::no);
      }
    }
    Defined part_defined = Defined::everywhere;
    CHECK(result.contains(pow(random.part(x), random.part(y), part_defined)));
    if (part_defined == Defined::everywhere) CHECK(defined != Defined::nowhere);
    if (x.certain_sign() > 0 && x.is_point() && y.is_point()) CHECK(at_most_one_step(result));
  }
  struct Row {
    const char *x, *y;
    Defined expected;
    const char* result;
  };
  for (const Row& row : std::vector<Row>{
           {"[0, 2]", "[1, 2]", Defined::everywhere, "[0, 4]"},
           {"[0, 2]", "[0, 2]", Defined::everywhere, "[0, 4]"},
           {"[0, 2]", "[-1, 1]", Defined::partly, "[0, inf]"},
           {"[0, 0]", "[-2.5, -0.5]", Defined::nowhere, "empty"},
           {"[0, 0]", "[0.5, 2]", Defined::everywhere, "[0, 0]"},
           {"[0, 0]", "[-1, 1]", Defined::partly, "[0, 1]"},
           {"[0, 0]", "[-1, 0]", Defined::partly, "[1, 1]"},
           {"[0, 0]", "[0, 1]", Defined::everywhere, "[0, 1]"},
           {"[-4, 4]", "[0.5, 0.5]", Defined::partly, "[0, 2]"},
           {"[-4, -1]", "[0.5, 0.5]", Defined::nowhere, "empty"},
           {"[-4, -1]", "[0.25, 0.75]", Defined::nowhere, "empty"},
           {"[-2, -2]", "[1.5, 2]", Defined::partly, "[-4, 4]"},
           {"[-2, 3]", "[2, 2]", Defined::everywhere, "[0, 9]"},
           {"[-2, 3]", "[-1, -1]", Defined::partly, "[-inf, inf]"},
           {"[0, 2]", "[-1, -1]", Defined::partly, "[0.5, inf]"},
           {"[-2, 0]", "[-1, -1]", Defined::partly, "[-inf, -0.5]"},
           {"[-2, 1]", "[-2, -2]", Defined::partly, "[0.25, inf]"},
           {"[0, 0]", "[-1, -1]", Defined::nowhere, "empty"},
           {"[2, inf]", "[-inf, -1]", Defined::everywhere, "[0, 0.5]"},
           {"[0.5, 1]", "[0, inf]", Defined::everywhere, "[0, 1]"},
           {"[2, inf]", "[0, 1]", Defined::everywhere, "[1, inf]"},
           {"[-1, -1]", "[1e30, 1e30]", Defined::everywhere, "[1, 1]"},
       }) {
    INFO(row.x << " ^ " << row.y);
    Defined defined = Defined::everywhere;
    const BigInterval result = pow(read(row.x, 200), read(row.y, 200), defined);
    CHECK(defined == row.expected);
    CHECK(same_set(result, read(row.result, 200)));
  }
}
