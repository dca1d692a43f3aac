#include "numerics/special.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/golden_band.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;

namespace {
const Precision bits(128);
BigInterval number(const char* text, Precision precision = bits) { return BigInterval::parse(text, precision); }
constexpr double narrow = 1e-30;
using Arguments = std::vector<BigInterval>;
const Rational one(1);

// The definitions, with MPFI's logarithm.
BigInterval xlogx_plain(const Rational& x, Precision p) {
  return x.sign() == 0 ? BigInterval(0, p) : BigInterval(x, p) * log(BigInterval(x, p));
}
BigInterval entropy_plain(const Rational& x, Precision p) { return -xlogx_plain(x, p) - xlogx_plain(one - x, p); }
BigInterval kl_plain(const Rational& x, const Rational& y, Precision p) {
  const auto part = [&](const Rational& u, const Rational& v) {
    return u.sign() == 0 ? BigInterval(0, p) : BigInterval(u, p) * log(BigInterval(u / v, p));
  };
  return part(x, y) + part(one - x, one - y);
}
}  // namespace

TEST_CASE("xlogx, entropy, kl: the definitions at points and boxes", "[numerics][special][oracle]") {
  const Precision fine(1200);
  RandomBoxes random(61);
  Defined defined = Defined::everywhere;
  for (int i = 0; i < 200; ++i) {
    const auto p = random.box(Rational(0), one), q = random.box(Rational(1, 4096), Rational(4095, 4096));
    const auto x = random.box(Rational(0), Rational(i % 2 ? 1 : 50));
    const Rational inner_p = random.inside(p), inner_q = random.inside(q), inner_x = random.inside(x);
    CAPTURE(i, p.low.to_string(), p.high.to_string(), q.low.to_string(), q.high.to_string(), x.low.to_string(),
            x.high.to_string());
    CHECK(xlogx(x.at(bits), defined).contains(xlogx_plain(inner_x, fine)));
    CHECK(entropy(p.at(bits), defined).contains(entropy_plain(inner_p, fine)));
    const BigInterval divergence = kl(p.at(bits), q.at(bits), defined);
    CHECK(divergence.contains(intersection(kl_plain(inner_p, inner_q, fine), abs(BigInterval::entire(fine)))));
    CHECK(less_equal(BigInterval(0, bits), divergence) == Truth::yes);
  }
  CHECK(defined == Defined::everywhere);
}

TEST_CASE("xlogx, entropy, kl: extremes inside a box are exact", "[numerics][special][exact]") {
  Defined defined = Defined::everywhere;
  const Precision fine(400);
  const BigInterval minimum = (-exp(BigInterval(-1, fine))).at(bits);
  CHECK(same_set(xlogx(number("[0, 1]"), defined), hull(minimum.lower(), BigInterval(0, bits))));
  const BigInterval high = entropy(number("[0.25, 0.625]"), defined);
  CHECK(same_set(high.upper(), log(BigInterval(2, fine)).at(bits).upper()));
  CHECK(high.lower().relative_width_upper() == 0);
  CHECK(entropy(number("0.25"), defined).contains(entropy_plain(Rational(1, 4), fine)));
  CHECK(same_set(entropy(number("[0, 1]"), defined).lower(), BigInterval(0, bits)));
  CHECK(same_set(xlogx(BigInterval(0, bits), defined), BigInterval(0, bits)));
  CHECK(same_set(xlogx(BigInterval(1, bits), defined), BigInterval(0, bits)));
  const BigInterval p = number("0.375");
  CHECK(same_set(kl(p, p, defined), BigInterval(0, bits)));
  CHECK(same_set(kl(number("[0.125, 0.5]"), number("[0.25, 0.75]"), defined).lower(), BigInterval(0, bits)));
  CHECK(defined == Defined::everywhere);
}

TEST_CASE("kl: accurate next to p = q and at tiny p", "[numerics][special][oracle]") {
  Defined defined = Defined::everywhere;
  const Rational p(3, 8), q = p + pow(Rational(1, 2), 90);
  const BigInterval near = kl(BigInterval(p, bits), BigInterval(q, bits), defined);
  CHECK(near.contains(kl_plain(p, q, Precision(2000))));
  CHECK(near.relative_width_upper() < narrow);
  CHECK(near.certain_sign() == 1);
  const BigInterval tiny = kl(number("1e-1000").lower(), number("0.5"), defined);
  CHECK(less(tiny, log(BigInterval(2, bits)).upper()) != Truth::no);
  CHECK(tiny.relative_width_upper() < narrow);
  const BigInterval small_entropy = entropy(number("1e-1000").lower(), defined);
  CHECK(small_entropy.relative_width_upper() < narrow);
}

TEST_CASE("xlogx, entropy, kl: domain", "[numerics][special][domain]") {
  Defined defined = Defined::everywhere;
  CHECK(xlogx(number("[-1, 0.5]"), defined).contains(Rational(0)));
  CHECK(defined == Defined::partly);
  CHECK(xlogx(number("-1"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(entropy(number("[0.5, 2]"), defined).contains(Rational(0)));
  CHECK(defined == Defined::partly);
  defined = Defined::everywhere;
  const BigInterval open = kl(number("[0, 0.25]"), number("[0.5, 1]"), defined);
  CHECK(defined == Defined::partly);
  CHECK_FALSE(open.is_bounded());
  defined = Defined::everywhere;
  CHECK(kl(number("0.5"), BigInterval(0, bits), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(kl(BigInterval(0, bits), BigInterval(1, bits), defined).is_empty());
  CHECK(defined == Defined::nowhere);
}

TEST_CASE("xlogx, entropy, kl on random boxes", "[numerics][special][containment][isotone]") {
  check_on_boxes(
      {{Rational(0), Rational(3)}}, [](const Arguments& x, Defined& d) { return xlogx(x[0], d); }, 4, 62);
  check_on_boxes(
      {{Rational(0), one}}, [](const Arguments& x, Defined& d) { return entropy(x[0], d); }, 4, 63);
  check_on_boxes(
      {{Rational(0), one}, {Rational(0), one}}, [](const Arguments& x, Defined& d) { return kl(x[0], x[1], d); }, 4,
      64);
}
