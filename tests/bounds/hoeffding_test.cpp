#include "bounds/hoeffding.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/exact_binomial.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using namespace lemmacheck::bounds;

namespace {
const Precision bits(128), fine(400);
constexpr double narrow = 1e-30;
BigInterval number(const std::string& text, Precision precision = bits) { return BigInterval::parse(text, precision); }
using Arguments = std::vector<BigInterval>;
BigInterval tail_of(const Arguments& x, Defined& d) { return hoeffding_tail(x[0], x[1], x[2], d); }
BigInterval radius_of(const Arguments& x, Defined& d) { return hoeffding_radius(x[0], x[1], x[2], d); }
BigInterval size_of(const Arguments& x, Defined& d) { return hoeffding_sample_size(x[0], x[1], x[2], d); }
}  // namespace

TEST_CASE("hoeffding_tail: exceeds exact binomial tails", "[bounds][hoeffding][exact]") {
  Defined defined = Defined::everywhere;
  for (int n : {1, 5, 40, 120}) {
    for (const Rational& p : {Rational(1, 64), Rational(1, 4), Rational(1, 2), Rational(7, 8)}) {
      for (int k = 0; k <= n; k += 1 + n / 10) {
        const Rational t = Rational(k, n) - p;
        if (t.sign() < 0) continue;
        CAPTURE(n, p.to_string(), k);
        const BigInterval bound = hoeffding_tail(BigInterval(n, bits), number("1"), BigInterval(t, bits), defined);
        CHECK(binomial_upper_tail_exact(n, p, k) <= bound.lower_rational());
      }
    }
  }
  CHECK(defined == Defined::everywhere);
}

TEST_CASE("hoeffding: values", "[bounds][hoeffding][exact]") {
  Defined defined = Defined::everywhere;
  const BigInterval tail = tail_of({number("50"), number("4"), number("0.5")}, defined);  // 2 * 50 / 64
  CHECK(tail.contains(exp(BigInterval(Rational(-25, 16), fine))));
  CHECK(tail.relative_width_upper() < narrow);
  const BigInterval log_two = log(BigInterval(2, fine));
  CHECK(radius_of({number("8"), number("4"), number("0.5")}, defined).contains(sqrt(log_two)));
  CHECK(size_of({number("4"), number("0.5"), number("0.5")}, defined).contains(BigInterval(32, fine) * log_two));
  CHECK(same_set(tail_of({number("9"), number("2"), number("0")}, defined), number("1")));
  CHECK(same_set(radius_of({number("9"), number("2"), number("1")}, defined), number("0")));
  CHECK(radius_of({number("1e40"), number("2"), number("1e-400")}, defined).relative_width_upper() < narrow);
  CHECK(defined == Defined::everywhere);
}

TEST_CASE("hoeffding: boxes", "[bounds][hoeffding][containment][isotone]") {
  const std::pair<Rational, Rational> counts{Rational(1), Rational(100000)}, widths{Rational(1, 64), Rational(3)},
      deviations{Rational(1, 64), Rational(2)}, failures{Rational(1, 1 << 30), Rational(1)};
  check_on_boxes({counts, widths, deviations}, tail_of, 4, 151);
  check_on_boxes({counts, widths, failures}, radius_of, 4, 152);
  check_on_boxes({widths, deviations, failures}, size_of, 4, 153);
}

TEST_CASE("hoeffding: domain", "[bounds][hoeffding][domain]") {
  Defined defined = Defined::everywhere;
  CHECK(tail_of({number("0.5"), number("1"), number("1")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(tail_of({number("5"), number("0"), number("1")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(tail_of({number("5"), number("[0, 1]"), number("[-1, 1]")}, defined).contains(number("[0, 1]")));
  CHECK(defined == Defined::partly);
  defined = Defined::everywhere;
  CHECK_FALSE(size_of({number("5"), number("[0, 1]"), number("0.5")}, defined).is_bounded());
  CHECK(defined == Defined::partly);
  defined = Defined::everywhere;
  CHECK(radius_of({number("5"), number("1"), number("2")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
}
