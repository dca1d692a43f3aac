#include "numerics/decimal_text.hpp"
#include "numerics/special.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/golden_band.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using lemmacheck::test::check_on_boxes;
using lemmacheck::test::meets;

namespace {
const Precision bits(128);
BigInterval number(const char* text) { return BigInterval::parse(text, bits); }
constexpr double narrow = 1e-30;
using Arguments = std::vector<BigInterval>;
}  // namespace

TEST_CASE("erf, erfc, normal_cdf: values of PARI", "[numerics][special][oracle]") {
  CHECK(meets(erfc(number("0.1")), "0.887537083981715107796724928256031616778303700840297452465506"));
  CHECK(meets(erfc(number("5")), "1.53745979442803485018834348538337889011805031472337993068791e-12"));
  CHECK(erfc(number("5")).relative_width_upper() < narrow);
  const BigInterval tail = normal_cdf(number("-40"));
  // log(erfc(40/sqrt 2)/2)
  CHECK(meets(log(tail), "-804.608442013753788166606832918609936200149631998777923179648"));
  CHECK(tail.relative_width_upper() < narrow);
}

TEST_CASE("erf: exact and extreme points", "[numerics][special][exact]") {
  CHECK(same_set(erf(BigInterval(0, bits)), BigInterval(0, bits)));
  CHECK(same_set(erfc(BigInterval(0, bits)), BigInterval(1, bits)));
  CHECK(same_set(normal_cdf(BigInterval(0, bits)), BigInterval(Rational(1, 2), bits)));
  CHECK(same_set(erf(BigInterval::entire(bits)), BigInterval(Rational(-1), Rational(1), bits)));
  CHECK(same_set(erfc(BigInterval::entire(bits)), BigInterval(Rational(0), Rational(2), bits)));
  CHECK(erf(BigInterval(bits)).is_empty());
  // Far out, where the value is below the smallest number: 0 is allowed as a lower end, nothing negative is.
  const BigInterval far = erfc(number("1e155"));
  CHECK(less_equal(BigInterval(0, bits), far) == Truth::yes);
  CHECK(less(far, number("1e-300000000")) == Truth::yes);
  CHECK(less_equal(erf(number("1e155")), BigInterval(1, bits)) == Truth::yes);
  // Tails down to 1e-1000000 are positive.
  CHECK(erfc(number("1517")).certain_sign() == 1);
}

TEST_CASE("erf + erfc contains 1, erf is odd", "[numerics][special][containment]") {
  for (const char* text : {"1e-40", "0.25", "1", "3", "17.5"}) {
    const BigInterval x = number(text);
    CHECK((erf(x) + erfc(x)).contains(Rational(1)));
    CHECK((erf(x) + erf(-x)).contains(Rational(0)));
  }
}

TEST_CASE("erf family and logistic functions on random boxes", "[numerics][special][containment][isotone]") {
  check_on_boxes(
      {{Rational(-30), Rational(30)}}, [](const Arguments& x, Defined&) { return erf(x[0]); }, 4, 1);
  check_on_boxes(
      {{Rational(-30), Rational(30)}}, [](const Arguments& x, Defined&) { return erfc(x[0]); }, 4, 2);
  check_on_boxes(
      {{Rational(-90), Rational(90)}}, [](const Arguments& x, Defined&) { return normal_cdf(x[0]); }, 4, 3);
  check_on_boxes(
      {{Rational(-900), Rational(900)}}, [](const Arguments& x, Defined&) { return sigmoid(x[0]); }, 4, 4);
  check_on_boxes(
      {{Rational(-900), Rational(900)}}, [](const Arguments& x, Defined&) { return softplus(x[0]); }, 4, 5);
}

TEST_CASE("sigmoid, softplus: against exp and log1p, no overflow", "[numerics][special][oracle]") {
  for (const char* text : {"-1000", "-3", "0", "0.001", "40", "5000"}) {
    const BigInterval x = number(text), fine = x.at(Precision(20000));
    const BigInterval e = exp(-fine);
    CHECK(sigmoid(x).contains(BigInterval(1, fine.precision()) / (BigInterval(1, fine.precision()) + e)));
    CHECK(softplus(x).contains(fine + log1p(e)));
    CHECK(sigmoid(x).relative_width_upper() < narrow);
    CHECK(softplus(x).relative_width_upper() < narrow);
  }
  CHECK(less_equal(number("1e300"), softplus(number("1e300")).upper()) == Truth::yes);
  CHECK(softplus(number("1e300")).relative_width_upper() < narrow);
}

TEST_CASE("lambert_w: near the branch point", "[numerics][special][oracle]") {
  // W(-1/e + 1e-15), W(-1/e + 1e-30): PARI, 60 digits; the argument is an enclosure of 400 bits.
  const Precision fine(400);
  const BigInterval branch = -exp(BigInterval(-1, fine));
  Defined defined = Defined::everywhere;
  const BigInterval near = lambert_w(branch + BigInterval::parse("1e-15", fine), defined);
  CHECK(meets(near, "-0.999999926266945067481447951489038789309730626473091406609273"));
  const BigInterval nearer = lambert_w(branch + BigInterval::parse("1e-30", fine), defined);
  CHECK(meets(nearer, "-0.999999999999997668356018402877608824349577193152732696918912"));
  CHECK(near.relative_width_upper() < 1e-60);
  CHECK(nearer.relative_width_upper() < 1e-60);
  CHECK(defined == Defined::everywhere);
  // The branch point itself cannot be told from points outside: partly, and still an enclosure near -1.
  const BigInterval at = lambert_w(branch, defined);
  CHECK(defined == Defined::partly);
  CHECK(at.contains(Rational(-1)));
  CHECK(at.width_upper() < 1e-50);
}

TEST_CASE("lambert_w: w exp(w) on both sides of x", "[numerics][special][containment]") {
  Defined defined = Defined::everywhere;
  for (const char* text : {"-0.36", "-1e-30", "0.5", "1", "100", "1e1000"}) {
    const BigInterval x = number(text), w = lambert_w(x, defined).at(Precision(600));
    CAPTURE(text);
    CHECK(less_equal(w.lower() * exp(w.lower()), x.at(Precision(600)).upper()) == Truth::yes);
    CHECK(less_equal(x.at(Precision(600)).lower(), w.upper() * exp(w.upper())) == Truth::yes);
    CHECK(w.relative_width_upper() < narrow);
  }
  CHECK(same_set(lambert_w(BigInterval(0, bits), defined), BigInterval(0, bits)));
  CHECK(defined == Defined::everywhere);
  CHECK(lambert_w(number("-1"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  check_on_boxes(
      {{Rational(-9, 25), Rational(50)}}, [](const Arguments& x, Defined& d) { return lambert_w(x[0], d); }, 4, 6);
}
