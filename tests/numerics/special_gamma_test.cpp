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
BigInterval gamma_of(const BigInterval& x) {
  Defined defined = Defined::everywhere;
  return gamma(x, defined);
}
}  // namespace

TEST_CASE("gamma: factorials and half integers", "[numerics][special][exact]") {
  Rational factorial(1), half(1);  // Gamma(n + 1), Gamma(n + 1/2) / sqrt(pi)
  const Precision fine(400);
  for (long long n = 0; n < 40; ++n) {
    CHECK(gamma_of(BigInterval(n + 1, bits)).contains(factorial));
    const BigInterval value = gamma_of(BigInterval(Rational(2 * n + 1, 2), bits));
    CHECK(value.contains(BigInterval(half, fine) * sqrt(pi(fine))));
    CHECK(value.relative_width_upper() < narrow);
    factorial *= Rational(n + 1);
    half *= Rational(2 * n + 1, 2);
  }
}

TEST_CASE("gamma, lgamma, digamma: values of PARI", "[numerics][special][oracle]") {
  Defined defined = Defined::everywhere;
  CHECK(meets(gamma_of(number("-2.5")), "-0.945308720482941881225689324448610764158693043265273135047364"));
  CHECK(meets(lgamma(number("1/3"), defined), "0.985420646927767069187174036977961391735556496385885854234757"));
  CHECK(meets(digamma(number("1/3"), defined), "-3.13203378002080632299641907428726885415542829672041806419275"));
  CHECK(defined == Defined::everywhere);
}

TEST_CASE("gamma: minima between the poles", "[numerics][special][oracle]") {
  struct Row {
    const char* box;
    const char* minimum;  // of |gamma| on the box: PARI
    int sign;
  };
  const Row rows[] = {
      {"[1, 2]", "0.88560319441088870027881590058258873", 1},
      {"[0.125, 40]", "0.88560319441088870027881590058258873", 1},
      {"[1.4616, 1.4617]", "0.88560319441088870027881590058258873", 1},
      {"[-0.75, -0.25]", "3.54464361115500508912196399327558237", -1},
      {"[-1.75, -1.25]", "2.30240725833968013582358203962376140", 1},
      {"[-2.75, -2.25]", "0.88813635840124192009552802939432737", -1},
  };
  for (const Row& row : rows) {
    CAPTURE(row.box);
    const BigInterval value = gamma_of(number(row.box)), size = row.sign < 0 ? -value : value;
    CHECK(meets(size.lower(), row.minimum));
    const BigInterval ends = hull(gamma_of(number(row.box).lower()), gamma_of(number(row.box).upper()));
    CHECK(same_set(size.upper(), (row.sign < 0 ? -ends : ends).upper()));
  }
  Defined defined = Defined::everywhere;
  const BigInterval log_minimum = lgamma(number("[1, 2]"), defined);
  const char* minimum = "0.885603194410888700278815900582588733207951533669903448871200";
  CHECK(log_minimum.contains(log(BigInterval::parse(minimum, Precision(180)))));
  CHECK(meets(exp(log_minimum.lower()), "0.8856031944108887002788159005825887332"));
  CHECK(same_set(log_minimum.upper(), BigInterval(0, bits)));
}

TEST_CASE("gamma: poles", "[numerics][special][domain]") {
  const auto defined_on = [](const char* text) {
    Defined defined = Defined::everywhere;
    const BigInterval value = gamma(number(text), defined);
    return std::pair(value, defined);
  };
  for (const char* pole : {"0", "-1", "-7", "-1e30"}) {
    const auto [value, defined] = defined_on(pole);
    CHECK(value.is_empty());
    CHECK(defined == Defined::nowhere);
  }
  for (const char* across : {"[-0.5, 0.5]", "[-3.5, -1.5]", "[-inf, 3]", "[-1, 1]"}) {
    const auto [value, defined] = defined_on(across);
    CHECK(value.is_entire());
    CHECK(defined == Defined::partly);
  }
  const auto [from_pole, partly] = defined_on("[0, 1]");
  CHECK(partly == Defined::partly);
  CHECK(from_pole.contains(number("[1, 1e300]")));
  CHECK(less_equal(number("0.999999"), from_pole) == Truth::yes);
  const auto [cell, cell_defined] = defined_on("[-2, -1]");
  CHECK(cell_defined == Defined::partly);
  CHECK(cell.certain_sign() == 1);
  CHECK_FALSE(cell.is_bounded());
  const auto [odd_cell, odd_defined] = defined_on("[-3, -2.25]");
  CHECK(odd_defined == Defined::partly);
  CHECK(odd_cell.certain_sign() == -1);
}

TEST_CASE("lgamma, digamma: edges", "[numerics][special][domain]") {
  Defined defined = Defined::everywhere;
  CHECK(same_set(lgamma(BigInterval(1, bits), defined), BigInterval(0, bits)));
  CHECK(same_set(lgamma(BigInterval(2, bits), defined), BigInterval(0, bits)));
  CHECK(defined == Defined::everywhere);
  CHECK(lgamma(number("1.0000000000000000000001"), defined).certain_sign() == -1);
  CHECK_FALSE(lgamma(number("[0, 1]"), defined).is_bounded());
  CHECK(defined == Defined::partly);
  defined = Defined::everywhere;
  CHECK(lgamma(BigInterval(0, bits), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(digamma(number("[-1, 1]"), defined).contains(number("[-1e100, -0.57721566490153287]")));
  CHECK(defined == Defined::partly);
  defined = Defined::everywhere;
  CHECK(digamma(number("-1"), defined).is_empty());
  CHECK(digamma(BigInterval(bits), defined).is_empty());
  // Large arguments overflow to an unbounded enclosure, never to a wrong one.
  CHECK_FALSE(gamma_of(number("1e30")).is_bounded());
  CHECK(lgamma(number("1e1000"), defined).relative_width_upper() < narrow);
}

TEST_CASE("gamma family on random boxes", "[numerics][special][containment][isotone]") {
  check_on_boxes(
      {{Rational(1, 64), Rational(40)}}, [](const Arguments& x, Defined& d) { return gamma(x[0], d); }, 4, 11);
  check_on_boxes(
      {{Rational(1, 64), Rational(3)}}, [](const Arguments& x, Defined& d) { return lgamma(x[0], d); }, 4, 12);
  check_on_boxes(
      {{Rational(1, 64), Rational(3)}}, [](const Arguments& x, Defined& d) { return digamma(x[0], d); }, 4, 13);
  for (long long n = 0; n < 6; ++n) {  // inside one cell, the poles among the ends
    check_on_boxes(
        {{Rational(-n - 1), Rational(-n)}}, [](const Arguments& x, Defined& d) { return gamma(x[0], d); }, 4, 14 + n,
        30);
  }
  check_on_boxes(
      {{Rational(-20), Rational(20)}}, [](const Arguments& x, Defined& d) { return gamma(x[0], d); }, 4, 21);
}

TEST_CASE("gamma: recurrence between cells", "[numerics][special][containment]") {
  // Gamma(x + 1) = x Gamma(x) reaches the negative axis from the positive one.
  const Precision fine(500);
  Defined defined = Defined::everywhere;
  for (long long k = 1; k < 64; k += 3) {
    const Rational start(k, 64);
    BigInterval value = gamma(BigInterval(start, fine), defined);
    for (long long n = 0; n < 12; ++n) {
      const Rational x = start - Rational(n);
      CHECK(gamma_of(BigInterval(x, bits)).contains(value));
      value = value / BigInterval(x - Rational(1), fine);
    }
  }
}
