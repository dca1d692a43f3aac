#include <thread>

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
BigInterval beta(const BigInterval& a, const BigInterval& b, const BigInterval& x) {
  Defined defined = Defined::everywhere;
  const BigInterval value = beta_inc(a, b, x, defined);
  CHECK(defined == Defined::everywhere);
  return value;
}
BigInterval inverse(const BigInterval& a, const BigInterval& b, const BigInterval& p) {
  Defined defined = Defined::everywhere;
  const BigInterval value = beta_inc_inverse(a, b, p, defined);
  CHECK(defined == Defined::everywhere);
  return value;
}
}  // namespace

TEST_CASE("beta_inc: exact binomial sums", "[numerics][special][exact]") {
  // I_x(a, b) = P(Bin(a+b-1, x) >= a) for integers.
  for (int a : {1, 2, 5, 17, 60}) {
    for (int b : {1, 3, 20, 61}) {
      for (const Rational& x : {Rational(1, 1024), Rational(1, 4), Rational(5, 8), Rational(1023, 1024)}) {
        CAPTURE(a, b, x.to_string());
        const BigInterval value = beta(BigInterval(a, bits), BigInterval(b, bits), BigInterval(x, bits));
        CHECK(value.contains(binomial_upper_tail_exact(a + b - 1, x, a)));
        CHECK(value.relative_width_upper() < narrow);
      }
    }
  }
}

TEST_CASE("beta_inc: exact special points", "[numerics][special][exact]") {
  const BigInterval a = number("2.5"), b = number("7/3");
  CHECK(same_set(beta(a, b, BigInterval(0, bits)), BigInterval(0, bits)));
  CHECK(same_set(beta(a, b, BigInterval(1, bits)), BigInterval(1, bits)));
  CHECK(same_set(beta(a, a, number("0.5")), number("0.5")));
  CHECK(same_set(beta(BigInterval(1, bits), BigInterval(1, bits), number("0.375")), number("0.375")));
}

TEST_CASE("beta_inc: raising the precision only shrinks", "[numerics][special][precision]") {
  // I_0.55(206, 385) = 1 - 3.4290893551421782187e-23
  BigInterval before(Rational(0), Rational(1), Precision(32));
  for (long p : {32L, 64L, 96L, 128L, 200L, 400L, 800L}) {
    const Precision precision(p);
    const BigInterval value = beta(number("206", precision), number("385", precision), number("0.55", precision));
    CAPTURE(p);
    CHECK(before.contains(value));
    CHECK(value.relative_width_upper() < std::ldexp(1.0, 8 - static_cast<int>(std::min(p, 900L))));
    before = value;
  }
  CHECK(meets(BigInterval(1, Precision(800)) - before, "3.4290893551421782187e-23"));
}

TEST_CASE("beta_inc: huge parameters stay in [0, 1] and monotone", "[numerics][special][domain]") {
  const BigInterval a = number("3.1622776601699636e16"), b = number("3.130654883566682e18");
  const BigInterval unit(Rational(0), Rational(1), bits);
  BigInterval before(0, bits);
  for (const char* x : {"0.00999", "0.01", "0.010000000000005001", "0.01000001", "0.02"}) {
    const BigInterval value = beta(a, b, number(x));
    CHECK(unit.contains(value));
    CHECK(less(value, before) != Truth::yes);
    before = value;
  }
  // One-term Edgeworth expansion, not certified: 0.49999998926.
  CHECK(beta(a, b, number("0.010000000000005001")).contains(number("0.49999998926")));
  CHECK(beta(number("5e6"), number("5e6"), number("0.49")).certain_sign() == 1);
}

TEST_CASE("beta_inc on random boxes", "[numerics][special][containment][isotone]") {
  const auto f = [](const Arguments& x, Defined& d) { return beta_inc(x[0], x[1], x[2], d); };
  check_on_boxes({{Rational(1, 8), Rational(9)}, {Rational(1, 8), Rational(9)}, {Rational(0), Rational(1)}}, f, 4, 31);
  check_on_boxes({{Rational(1, 8), Rational(200)}, {Rational(1, 8), Rational(200)}, {Rational(0), Rational(1)}}, f, 4,
                 32, 40);
}

TEST_CASE("beta_inc: parameters out of all proportion", "[numerics][special][domain]") {
  // The answer may be [0, 1], in little time, but no inverse or tail may be wrong or negative.
  const BigInterval unit(Rational(0), Rational(1), bits);
  for (const char* a : {"1e-70", "1e13", "1e200", "1e4689"}) {
    for (const char* b : {"0.5", "1e-60", "1e6", "1e1000"}) {
      CAPTURE(a, b);
      CHECK(unit.contains(beta(number(a), number(b), number("0.078"))));
      CHECK(unit.contains(inverse(number(a), number(b), number("0.375"))));
    }
  }
}

TEST_CASE("beta_inc: threads at their own precisions", "[numerics][special][precision]") {
  const auto run = [](long p) {
    const Precision precision(p);
    Defined defined = Defined::everywhere;
    BigInterval sum(0, precision);
    for (int i = 1; i < 40; ++i) {
      const BigInterval x(Rational(i, 40), precision), a(Rational(2 * i + 1, 2), precision);
      sum = sum + beta_inc(a, number("2.5", precision), x, defined) + beta_inc_half_inverse(a, x, defined);
    }
    return sum;
  };
  const BigInterval low = run(60), high = run(900);
  std::vector<BigInterval> results(8, BigInterval(Precision(64)));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < results.size(); ++i) {
    threads.emplace_back([&results, &run, i] { results[i] = run(i % 2 ? 900 : 60); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < results.size(); ++i) CHECK(same_set(results[i], i % 2 ? high : low));
}

TEST_CASE("beta_inc: domain", "[numerics][special][domain]") {
  Defined defined = Defined::everywhere;
  const BigInterval two(2, bits), half = number("0.5");
  CHECK(beta_inc(number("[-1, 2]"), two, half, defined).contains(beta(two, two, half)));
  CHECK(defined == Defined::partly);
  defined = Defined::everywhere;
  CHECK(same_set(beta_inc(two, two, number("[0.5, 3]"), defined), number("[0.5, 1]")));
  CHECK(defined == Defined::partly);
  CHECK(beta_inc(two, two, number("[1.5, 3]"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(beta_inc(BigInterval(0, bits), two, half, defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  const BigInterval unbounded = beta_inc(number("[1, inf]"), two, half, defined);
  CHECK(same_set(unbounded.lower(), BigInterval(0, bits)));
  CHECK(less_equal(number("0.75"), unbounded.upper()) == Truth::yes);
  CHECK(less(unbounded.upper(), number("0.7500000000000000000001")) == Truth::yes);
  CHECK(defined == Defined::everywhere);
}

TEST_CASE("beta_inc_half: against beta_inc and exact polynomials", "[numerics][special][exact]") {
  Defined defined = Defined::everywhere;
  for (int m : {3, 5, 9, 33, 101, 401}) {
    for (const auto& [k, j] : {std::pair{1, 1 << 20}, {1, 16}, {3, 8}, {7, 8}, {1023, 1024}}) {
      const Rational t(k, j);
      CAPTURE(m, t.to_string());
      const BigInterval value = beta_inc_half(BigInterval((m - 1) / 2, bits), BigInterval(t, bits), defined);
      CHECK(value.contains(sphere_tail_odd(m, t)));
      CHECK(value.relative_width_upper() < narrow);
    }
  }
  const Precision fine(600);
  for (const char* a : {"0.3", "0.5", "7.25", "300.1"}) {
    for (const Rational& t : {Rational(1, 64), Rational(1, 2), Rational(31, 32)}) {
      const BigInterval x(Rational(1) - t * t, fine);
      CAPTURE(a, t.to_string());
      const BigInterval value = beta_inc_half(number(a), BigInterval(t, bits), defined);
      CHECK(less(value, beta(number(a).at(fine), number("0.5", fine), x)) == Truth::unknown);
      CHECK(value.relative_width_upper() < narrow);
    }
  }
}

TEST_CASE("beta_inc_inverse: certified by exact sums", "[numerics][special][exact]") {
  for (int a : {1, 2, 7, 40}) {
    for (int b : {1, 3, 30}) {
      for (const char* p : {"1/1024", "1/4", "1/2", "3/4", "1023/1024"}) {
        CAPTURE(a, b, p);
        const Precision word(64);
        const Rational chance = Rational::parse(p);
        const BigInterval x = inverse(BigInterval(a, word), BigInterval(b, word), BigInterval(chance, word));
        CHECK(x.relative_width_upper() < 1e-17);
        CHECK(binomial_upper_tail_exact(a + b - 1, x.lower_rational(), a) <= chance);
        CHECK(binomial_upper_tail_exact(a + b - 1, x.upper_rational(), a) >= chance);
      }
    }
  }
}

TEST_CASE("beta_inc_inverse: ends and extremes", "[numerics][special][exact]") {
  const BigInterval a = number("2.5"), b = number("0.25");
  CHECK(same_set(inverse(a, b, BigInterval(0, bits)), BigInterval(0, bits)));
  CHECK(same_set(inverse(a, b, BigInterval(1, bits)), BigInterval(1, bits)));
  CHECK(same_set(inverse(a, a, number("0.5")), number("0.5")));
  struct Row {
    const char *a, *b, *p;
  };
  const Row rows[] = {{"0.001", "3", "1e-1000"},         {"0.001", "0.001", "0.3"},   {"1e6", "3e6", "1e-20"},
                      {"0.0009765625", "1e5", "0.9375"}, {"5", "0.0078125", "0.375"}, {"0.5", "0.5", "1e-300"},
                      {"20", "0.5", "0.999999999"},      {"0.5", "1000", "1e-30"}};
  for (const Row& row : rows) {
    CAPTURE(row.a, row.b, row.p);
    const BigInterval ra = number(row.a).lower(), rb = number(row.b).lower(), rp = number(row.p).lower();
    const BigInterval x = inverse(ra, rb, rp);
    CHECK(x.relative_width_upper() < narrow);
    const Precision fine(700);
    CHECK(less_equal(beta(ra.at(fine), rb.at(fine), x.lower().at(fine)), rp.at(fine)) == Truth::yes);
    CHECK(less_equal(rp.at(fine), beta(ra.at(fine), rb.at(fine), x.upper().at(fine))) == Truth::yes);
  }
}

TEST_CASE("inverses on random boxes", "[numerics][special][containment][isotone]") {
  check_on_boxes(
      {{Rational(1, 8), Rational(40)}, {Rational(1, 8), Rational(40)}, {Rational(0), Rational(1)}},
      [](const Arguments& x, Defined& d) { return beta_inc_inverse(x[0], x[1], x[2], d); }, 4, 33, 40);
  check_on_boxes(
      {{Rational(1, 2), Rational(300)}, {Rational(0), Rational(1)}},
      [](const Arguments& x, Defined& d) { return beta_inc_half_inverse(x[0], x[1], d); }, 4, 34, 40);
  check_on_boxes(
      {{Rational(1, 2), Rational(300)}, {Rational(0), Rational(1)}},
      [](const Arguments& x, Defined& d) { return beta_inc_half(x[0], x[1], d); }, 4, 35, 60);
}
