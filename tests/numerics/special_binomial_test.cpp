#include "numerics/special.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/exact_binomial.hpp"
#include "tests/support/golden_band.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;

namespace {
const Precision bits(128);
BigInterval number(const char* text, Precision precision = bits) { return BigInterval::parse(text, precision); }
constexpr double narrow = 1e-30;
using Arguments = std::vector<BigInterval>;

Rational choose(long long n, long long k) {
  Rational value(1);
  for (long long i = 0; i < k; ++i) value *= Rational(n - i, i + 1);
  return value;
}
}  // namespace

TEST_CASE("binomial: exact", "[numerics][special][exact]") {
  Defined defined = Defined::everywhere;
  for (long long n = 0; n <= 60; n += 3) {
    for (long long k = 0; k <= n; k += 2) {
      CHECK(same_set(binomial(BigInterval(n, bits), BigInterval(k, bits), defined), BigInterval(choose(n, k), bits)));
    }
  }
  CHECK(defined == Defined::everywhere);
  // Beyond the exact product: C(2n, n) through 2^(2n) (1/2)_n / n!.
  Rational central(1);
  for (long long i = 1; i <= 2500; ++i) central *= Rational(4 * i - 2, i);
  const BigInterval value = binomial(BigInterval(5000, bits), BigInterval(2500, bits), defined);
  CHECK(value.contains(central));
  CHECK(value.relative_width_upper() < narrow);
  CHECK(binomial(number("2.5"), number("1.5"), defined).contains(Rational(5, 2)));
  const BigInterval pairs = binomial(number("1e40"), number("2"), defined);
  CHECK(pairs.contains(number("4.99999999999999999999999999999999999999995e79", Precision(400))));
}

TEST_CASE("binomial: boxes", "[numerics][special][containment]") {
  Defined defined = Defined::everywhere;
  const BigInterval box = binomial(number("[8, 10]"), number("[2, 7]"), defined);
  CHECK(defined == Defined::everywhere);
  CHECK(same_set(box, number("[8, 252]")));
  CHECK(same_set(binomial(number("[5, 10]"), number("[2, 7]"), defined), number("[1, 252]")));
  CHECK(defined == Defined::partly);
  defined = Defined::everywhere;
  CHECK(binomial(number("3"), number("4"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  check_on_boxes(
      {{Rational(20), Rational(50)}, {Rational(0), Rational(20)}},
      [](const Arguments& x, Defined& d) { return binomial(x[0], x[1], d); }, 4, 41);
}

TEST_CASE("binomial_upper_tail: exact sums", "[numerics][special][exact]") {
  Defined defined = Defined::everywhere;
  for (int n : {1, 2, 10, 57, 150}) {
    for (const Rational& p : {Rational(1, 1024), Rational(1, 4), Rational(1, 2), Rational(15, 16)}) {
      for (long long k = 0; k <= n + 1; k += 1 + n / 12) {
        CAPTURE(n, p.to_string(), k);
        const BigInterval trials(n, bits), chance(p, bits), successes(k, bits);
        const BigInterval value = binomial_upper_tail(trials, chance, successes, defined);
        CHECK(value.contains(binomial_upper_tail_exact(n, p, k)));
        CHECK((value.is_point() || value.relative_width_upper() < narrow));
      }
    }
  }
  CHECK(defined == Defined::everywhere);
}

TEST_CASE("binomial_upper_tail: where other libraries lose the tail", "[numerics][special][oracle]") {
  Defined defined = Defined::everywhere;
  const auto tail = [&](const char* k) {
    return binomial_upper_tail(number("10000"), number("4e-5"), number(k), defined);
  };
  CHECK(meets(tail("16"), "1.39313536351515e-20"));
  CHECK(meets(tail("17"), "3.26849224233273e-22"));
  // The smallest k with P(X > k) <= 1e-20 is 16.
  CHECK(less(number("1e-20"), tail("16")) == Truth::yes);
  CHECK(less_equal(tail("17"), number("1e-20")) == Truth::yes);
}

TEST_CASE("binomial_upper_tail: domain and boxes", "[numerics][special][domain]") {
  Defined defined = Defined::everywhere;
  CHECK(same_set(binomial_upper_tail(number("10"), number("[0, 1]"), number("3"), defined), number("[0, 1]")));
  CHECK(defined == Defined::everywhere);
  const BigInterval box = binomial_upper_tail(number("[10, 12]"), number("0.5"), number("[2.5, 4]"), defined);
  CHECK(defined == Defined::partly);
  CHECK(box.contains(binomial_upper_tail_exact(10, Rational(1, 2), 4)));
  CHECK(box.contains(binomial_upper_tail_exact(12, Rational(1, 2), 3)));
  CHECK_FALSE(box.contains(binomial_upper_tail_exact(12, Rational(1, 2), 2)));
  CHECK(binomial_upper_tail(number("10"), number("0.5"), number("2.5"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
}
