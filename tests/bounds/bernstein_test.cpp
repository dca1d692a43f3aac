#include "bounds/bernstein.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/exact_binomial.hpp"
#include "tests/support/golden_band.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using lemmacheck::bounds::bernstein_radius;
using lemmacheck::bounds::bernstein_tail;

namespace {
const Precision bits(128), fine(400);
constexpr double narrow = 1e-30;
BigInterval number(const std::string& text, Precision precision = bits) { return BigInterval::parse(text, precision); }
using Arguments = std::vector<BigInterval>;
BigInterval tail_of(const Arguments& x, Defined& d) { return bernstein_tail(x[0], x[1], x[2], x[3], d); }
BigInterval radius_of(const Arguments& x, Defined& d) { return bernstein_radius(x[0], x[1], x[2], x[3], d); }
}  // namespace

TEST_CASE("bernstein_tail: exceeds exact binomial tails", "[bounds][bernstein][exact]") {
  // X Bernoulli(p): v = p (1-p), b = 1 - p for the upper tail.
  Defined defined = Defined::everywhere;
  for (int n : {1, 5, 40, 120}) {
    for (const Rational& p : {Rational(1, 64), Rational(1, 4), Rational(1, 2), Rational(7, 8)}) {
      const BigInterval v(p * (Rational(1) - p), bits), b(Rational(1) - p, bits);
      for (int k = 0; k <= n; k += 1 + n / 10) {
        const Rational t = Rational(k, n) - p;
        if (t.sign() < 0) continue;
        CAPTURE(n, p.to_string(), k);
        const BigInterval bound = bernstein_tail(BigInterval(n, bits), v, b, BigInterval(t, bits), defined);
        CHECK(binomial_upper_tail_exact(n, p, k) <= bound.lower_rational());
      }
    }
  }
  CHECK(defined == Defined::everywhere);
}

TEST_CASE("bernstein: values", "[bounds][bernstein][exact]") {
  Defined defined = Defined::everywhere;
  // n t^2 / (2 v + 2 b t/3) = 100/(1/2 + 1/2)
  const BigInterval value = tail_of({number("100"), number("1/4"), number("3/4"), number("1")}, defined);
  CHECK(value.contains(exp(BigInterval(-100, fine))));
  CHECK(value.relative_width_upper() < narrow);
  CHECK(same_set(tail_of({number("9"), number("0"), number("0"), number("0")}, defined), number("1")));
  CHECK(same_set(tail_of({number("9"), number("0"), number("0"), number("0.5")}, defined), number("0")));
  CHECK(same_set(radius_of({number("9"), number("2"), number("3"), number("1")}, defined), number("0")));
  // v = 0: r = 2 b L / (3 n); b = 0: r = sqrt(2 v L / n)
  const BigInterval log_two = log(BigInterval(2, fine));
  CHECK(radius_of({number("8"), number("0"), number("6"), number("0.5")}, defined)
            .contains(log_two / BigInterval(2, fine)));
  CHECK(radius_of({number("8"), number("4"), number("0"), number("0.5")}, defined).contains(sqrt(log_two)));
  // r = ( L/3 + sqrt((L/3)^2 + 200 L) ) / 100 for n = 100, v = b = 1, L = log 10^6: evaluated with PARI.
  const BigInterval radius = radius_of({number("100"), number("1"), number("1"), number("1e-6")}, defined);
  CHECK(meets(radius, "0.57371728762749267264807403828553"));
  CHECK(radius.relative_width_upper() < narrow);
  // 1e-400 is a legal failure probability.
  CHECK(radius_of({number("1e12"), number("1"), number("1"), number("1e-400")}, defined).relative_width_upper() <
        narrow);
  CHECK(defined == Defined::everywhere);
}

TEST_CASE("bernstein: the tail at the radius is the failure probability", "[bounds][bernstein][containment]") {
  Defined defined = Defined::everywhere;
  RandomBoxes random(141);
  for (int i = 0; i < 100; ++i) {
    const BigInterval n(random.between(1, 1000000), bits), v(random.number(Rational(0), Rational(2)), bits);
    const BigInterval b(random.number(Rational(1, 1024), Rational(9)), bits);
    const BigInterval f(random.number(Rational(1, 1 << 20), Rational(1)), bits);
    const BigInterval r = radius_of({n, v, b, f}, defined);
    CAPTURE(i);
    CHECK(tail_of({n, v, b, r}, defined).contains(f));
    CHECK(tail_of({n, v, b, r}, defined).relative_width_upper() < 1e-30);
  }
  CHECK(defined == Defined::everywhere);
}

TEST_CASE("bernstein: boxes", "[bounds][bernstein][containment][isotone]") {
  const std::pair<Rational, Rational> counts{Rational(1), Rational(100000)}, variances{Rational(0), Rational(3)},
      ranges{Rational(0), Rational(3)}, deviations{Rational(0), Rational(2)},
      failures{Rational(1, 1 << 30), Rational(1)};
  check_on_boxes({counts, variances, ranges, deviations}, tail_of, 4, 142);
  check_on_boxes({counts, variances, ranges, failures}, radius_of, 4, 143);
}

TEST_CASE("bernstein: domain", "[bounds][bernstein][domain]") {
  Defined defined = Defined::everywhere;
  CHECK(tail_of({number("0.5"), number("1"), number("1"), number("1")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(tail_of({number("5"), number("[-1, 1]"), number("1"), number("1")}, defined).is_bounded());
  CHECK(defined == Defined::partly);
  defined = Defined::everywhere;
  CHECK(radius_of({number("5"), number("1"), number("1"), number("0")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  const BigInterval open = radius_of({number("5"), number("1"), number("1"), number("[0, 0.5]")}, defined);
  CHECK(defined == Defined::partly);
  CHECK_FALSE(open.is_bounded());
  defined = Defined::everywhere;
  CHECK(radius_of({number("5"), number("1"), number("1"), number("2")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
}
