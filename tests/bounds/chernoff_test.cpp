#include "bounds/chernoff.hpp"

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
BigInterval kl_tail(const Arguments& x, Defined& d) { return chernoff_kl_tail(x[0], x[1], x[2], d); }
BigInterval upper_tail(const Arguments& x, Defined& d) { return chernoff_upper_tail(x[0], x[1], d); }
BigInterval simple_tail(const Arguments& x, Defined& d) { return chernoff_simple_upper_tail(x[0], x[1], d); }
BigInterval lower_tail(const Arguments& x, Defined& d) { return chernoff_lower_tail(x[0], x[1], d); }
}  // namespace

TEST_CASE("chernoff: every form exceeds exact binomial tails", "[bounds][chernoff][exact]") {
  Defined defined = Defined::everywhere;
  for (int n : {1, 6, 40, 120}) {
    for (const Rational& p : {Rational(1, 64), Rational(1, 4), Rational(1, 2), Rational(7, 8)}) {
      const Rational mean = p * Rational(n);
      const BigInterval mu(mean, bits);
      for (int k = 0; k <= n; k += 1 + n / 10) {
        CAPTURE(n, p.to_string(), k);
        const Rational tail = binomial_upper_tail_exact(n, p, k), relative = Rational(k) / mean - Rational(1);
        const Rational low = Rational(1) - binomial_upper_tail_exact(n, p, k + 1);
        if (relative.sign() >= 0) {
          const BigInterval by_kl =
              kl_tail({BigInterval(n, bits), BigInterval(p, bits), BigInterval(Rational(k, n), bits)}, defined);
          // Attained at k = n: p^n.
          CHECK(tail <= (k == n ? by_kl.upper_rational() : by_kl.lower_rational()));
          CHECK(tail <= upper_tail({mu, BigInterval(relative, bits)}, defined).lower_rational());
          CHECK(tail <= simple_tail({mu, BigInterval(relative, bits)}, defined).lower_rational());
        } else {
          CHECK(low <= lower_tail({mu, BigInterval(-relative, bits)}, defined).lower_rational());
        }
      }
    }
  }
  CHECK(defined == Defined::everywhere);
}

TEST_CASE("chernoff: values", "[bounds][chernoff][exact]") {
  Defined defined = Defined::everywhere;
  CHECK(kl_tail({number("10"), number("0.5"), number("1")}, defined).contains(Rational(1, 1024)));
  CHECK(same_set(kl_tail({number("10"), number("0.5"), number("0.25")}, defined), number("1")));
  CHECK(same_set(kl_tail({number("10"), number("0.5"), number("0.5")}, defined), number("1")));
  CHECK(upper_tail({number("1"), number("1")}, defined).contains(euler_e(fine) / BigInterval(4, fine)));
  CHECK(simple_tail({number("3"), number("1")}, defined).contains(exp(BigInterval(-1, fine))));
  CHECK(lower_tail({number("8"), number("0.5")}, defined).contains(exp(BigInterval(-1, fine))));
  for (const auto f : {upper_tail, simple_tail, lower_tail}) {
    CHECK(same_set(f({number("8"), number("0")}, defined), number("1")));
    CHECK(same_set(f({number("0"), number("1")}, defined), number("1")));
    CHECK(f({number("1000"), number("1/1024")}, defined).relative_width_upper() < narrow);
  }
  CHECK(defined == Defined::everywhere);
  // The simple form is above the exact one.
  for (const char* eps : {"0.001", "0.5", "7"}) {
    CHECK(less(upper_tail({number("5"), number(eps)}, defined), simple_tail({number("5"), number(eps)}, defined)) ==
          Truth::yes);
  }
}

TEST_CASE("chernoff: boxes", "[bounds][chernoff][containment][isotone]") {
  const std::pair<Rational, Rational> counts{Rational(1), Rational(3000)}, unit{Rational(0), Rational(1)},
      means{Rational(0), Rational(500)}, relatives{Rational(0), Rational(20)};
  check_on_boxes({counts, unit, unit}, kl_tail, 8, 171);
  check_on_boxes({means, relatives}, upper_tail, 8, 172);
  check_on_boxes({means, relatives}, simple_tail, 4, 173);
  check_on_boxes({means, unit}, lower_tail, 4, 174);
}

TEST_CASE("chernoff: domain", "[bounds][chernoff][domain]") {
  Defined defined = Defined::everywhere;
  CHECK(kl_tail({number("10"), number("0"), number("0.5")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(kl_tail({number("10"), number("[0, 0.5]"), number("[0.25, 2]")}, defined).contains(number("[0.001, 1]")));
  CHECK(defined == Defined::partly);
  defined = Defined::everywhere;
  CHECK(lower_tail({number("10"), number("1.5")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(upper_tail({number("-1"), number("1.5")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(same_set(upper_tail({number("[0, inf]"), number("[0, inf]")}, defined), number("[0, 1]")));
  CHECK(defined == Defined::everywhere);
}
