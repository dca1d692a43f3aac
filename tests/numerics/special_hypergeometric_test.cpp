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

BigInterval value_at(const BigInterval& a, const BigInterval& z) {
  Defined defined = Defined::everywhere;
  const BigInterval value = hypergeometric_0f1(a, z, defined);
  CHECK(defined == Defined::everywhere);
  return value;
}

// Partial sum and geometric tail, in exact rationals.
std::pair<Rational, Rational> exact_bracket(const Rational& a, const Rational& z, long long terms) {
  Rational sum(0), term(1);
  for (long long n = 0; n < terms; ++n) {
    sum += term;
    term *= z / (Rational(n + 1) * (a + Rational(n)));
  }
  const Rational ratio = z / (Rational(terms + 1) * (a + Rational(terms)));
  return {sum, sum + term / (Rational(1) - ratio)};
}
}  // namespace

TEST_CASE("0F1: exact partial sums with a geometric tail", "[numerics][special][exact]") {
  for (const Rational& a : {Rational(1, 4), Rational(1), Rational(7, 2), Rational(64), Rational(5000000)}) {
    for (const Rational& z : {Rational(1, 1000000), Rational(1), Rational(25), Rational(100)}) {
      CAPTURE(a.to_string(), z.to_string());
      const Precision fine(300);
      const auto [low, high] = exact_bracket(a, z, 90);
      const BigInterval bracket(low, high, fine);
      const BigInterval value = value_at(BigInterval(a, fine), BigInterval(z, fine));
      CHECK_FALSE(intersection(value, bracket).is_empty());
      const BigInterval coarse = value_at(BigInterval(a, bits), BigInterval(z, bits));
      CHECK_FALSE(intersection(coarse.at(fine), bracket).is_empty());
      CHECK(coarse.relative_width_upper() < 1e-28);  // 1e-6 is not exact: its width stays
      CHECK(bracket.relative_width_upper() < 1e-38);
    }
  }
}

TEST_CASE("0F1: values of PARI and closed forms", "[numerics][special][oracle]") {
  CHECK(meets(value_at(number("0.3"), number("1.4")), "8.74709077647703797357017563032714798166753538068088123743376"));
  CHECK(meets(value_at(number("50"), number("2500")), "26650832526946043.2431776438293494843302291413673017200149431"));
  CHECK(same_set(value_at(number("3"), BigInterval(0, bits)), BigInterval(1, bits)));
  // 0F1(;1/2;z) = cosh(2 sqrt z), 0F1(;3/2;z) = sinh(2 sqrt z)/(2 sqrt z), also far beyond the range of doubles.
  const Precision fine(400);
  for (long long root : {1, 40, 3000, 200000}) {
    const BigInterval z(Rational(root) * Rational(root), bits), twice(2 * root, fine);
    CAPTURE(root);
    CHECK(value_at(number("0.5"), z).contains(cosh(twice)));
    CHECK(value_at(number("1.5"), z).contains(sinh(twice) / twice));
    CHECK(value_at(number("1.5"), z).relative_width_upper() < narrow);
  }
}

TEST_CASE("0F1: both parameters large", "[numerics][special][oracle]") {
  // exp(z/(a+1)) style growth: log 0F1 lies between z/a - z^2/(2 a^2 (a+1)) and z/a.
  struct Row {
    const char *a, *z;
  };
  for (const Row& row : {Row{"5e6", "250000"}, Row{"5e4", "2.5e9"}, Row{"5e6", "2.5e11"}, Row{"5e6", "2.5e15"}}) {
    const BigInterval a = number(row.a), z = number(row.z);
    CAPTURE(row.a, row.z);
    const BigInterval value = value_at(a, z);
    CHECK(value.relative_width_upper() < narrow);
    CHECK(less_equal(log(value), z / a) == Truth::yes);
    const BigInterval correction = square(z) / (BigInterval(2, bits) * square(a) * (a + BigInterval(1, bits)));
    CHECK(less_equal(z / a - correction, log(value)) == Truth::yes);
    // Contiguous relation: 0F1(a-1) - 0F1(a) = z/(a(a-1)) 0F1(a+1).
    const BigInterval one(1, bits);
    const BigInterval gap = value_at(a - one, z) - value - z / (a * (a - one)) * value_at(a + one, z);
    CHECK(gap.contains_zero());
  }
  // Where nothing converges in reasonable time the answer is wide and true.
  const BigInterval wide = value_at(number("1e20"), number("1e50"));
  CHECK(less_equal(BigInterval(1, bits), wide) == Truth::yes);
}

TEST_CASE("0F1 on random boxes and at the edges", "[numerics][special][containment][isotone][domain]") {
  const auto f = [](const Arguments& x, Defined& d) { return hypergeometric_0f1(x[0], x[1], d); };
  check_on_boxes({{Rational(1, 16), Rational(10)}, {Rational(0), Rational(50)}}, f, 4, 51);
  check_on_boxes({{Rational(16), Rational(3000)}, {Rational(0), Rational(500000)}}, f, 4, 52, 30);
  Defined defined = Defined::everywhere;
  CHECK_FALSE(f({number("[-1, 2]"), number("1")}, defined).is_bounded());
  CHECK(defined == Defined::partly);
  CHECK(f({number("-1"), number("1")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(f({number("1"), number("-1")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  const BigInterval unbounded = f({number("[2, inf]"), number("[0, 1]")}, defined);
  CHECK(defined == Defined::everywhere);
  CHECK(same_set(unbounded.lower(), BigInterval(1, bits)));
}
