#include "bounds/sphere_quantile.hpp"

#include "bounds/sphere_tail.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/exact_binomial.hpp"
#include "tests/support/golden_band.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using lemmacheck::bounds::sphere_quantile;
using lemmacheck::bounds::sphere_tail;

namespace {
const Precision bits(128);
BigInterval number(const std::string& text, Precision precision = bits) { return BigInterval::parse(text, precision); }
constexpr double narrow = 1e-30;
using Arguments = std::vector<BigInterval>;
BigInterval quantile(const BigInterval& m, const BigInterval& p) {
  Defined defined = Defined::everywhere;
  const BigInterval value = sphere_quantile(m, p, defined);
  CHECK(defined == Defined::everywhere);
  return value;
}
}  // namespace

TEST_CASE("sphere_quantile: golden values", "[bounds][sphere][golden]") {
  const auto file = golden_file("special.json");
  if (!file) WARN("special.json is not beside the repository: only the values in this test were compared");
  std::vector<std::array<std::string, 3>> rows = {{"64", "0.99", "0.001585346066040586953803016"},
                                                  {"64", "1e-40", "0.9706998463051975027252747"},
                                                  {"1024", "1e-12", "0.2202479135404549216310799"}};
  if (file) {
    for (const auto& row : file->at("sphere_quantile")) {
      rows.push_back({row.at("m").dump(), row.at("p").get<std::string>(), row.at("quantile").get<std::string>()});
    }
    CHECK(rows.size() >= 18);
  }
  for (const auto& [m, p, golden] : rows) {
    CAPTURE(m, p);
    const BigInterval value = quantile(number(m), number(p));
    CHECK(meets(value, golden));
    CHECK(value.relative_width_upper() <= 1e-12);
  }
}

TEST_CASE("sphere_quantile: certified by exact polynomials", "[bounds][sphere][exact]") {
  for (int m : {3, 5, 9, 41, 129}) {
    for (const char* p : {"1/1048576", "1/64", "1/2", "3/4", "65535/65536"}) {
      CAPTURE(m, p);
      const Precision word(64);
      const Rational chance = Rational::parse(p);
      const BigInterval t = quantile(BigInterval(m, word), BigInterval(chance, word));
      CHECK(sphere_tail_odd(m, t.lower_rational()) >= chance);
      CHECK(sphere_tail_odd(m, t.upper_rational()) <= chance);
      CHECK(t.relative_width_upper() < 1e-17);
    }
  }
}

TEST_CASE("sphere_quantile: ends and extremes", "[bounds][sphere][exact]") {
  CHECK(same_set(quantile(number("7"), number("0")), BigInterval(1, bits)));
  CHECK(same_set(quantile(number("7"), number("1")), BigInterval(0, bits)));
  CHECK(same_set(quantile(number("3"), number("0.25")), number("0.75")));
  CHECK(meets(quantile(number("3", Precision(300)), number("1e-40", Precision(300))), "0." + std::string(40, '9')));
  struct Row {
    const char *m, *p;
  };
  for (const Row& row : {Row{"2", "1e-30"}, Row{"6001", "1e-17000"}, Row{"1000001", "1e-360000"}, Row{"1e7", "1e-9"},
                         Row{"2", "0.999999"}, Row{"1e7", "0.999999999999"}, Row{"256", "5e-13"}}) {
    CAPTURE(row.m, row.p);
    const BigInterval m = number(row.m), p = number(row.p).lower(), t = quantile(m, p);
    CHECK(t.relative_width_upper() < narrow);
    Defined defined = Defined::everywhere;
    const Precision fine(400);
    CHECK(less_equal(sphere_tail(m, t.upper().at(fine), defined), p.at(fine)) == Truth::yes);
    CHECK(less_equal(p.at(fine), sphere_tail(m, t.lower().at(fine), defined)) == Truth::yes);
  }
}

TEST_CASE("sphere_quantile: boxes and domain", "[bounds][sphere][containment][isotone][domain]") {
  const auto f = [](const Arguments& x, Defined& d) { return sphere_quantile(x[0], x[1], d); };
  check_on_boxes({{Rational(2), Rational(300)}, {Rational(0), Rational(1)}}, f, 4, 111, 40);
  check_on_boxes({{Rational(2), Rational(5000)}, {Rational(0), Rational(1, 1 << 20)}}, f, 4, 112, 40);
  Defined defined = Defined::everywhere;
  CHECK(same_set(f({number("[3, 5]"), number("[0, 2]")}, defined), number("[0, 1]")));
  CHECK(defined == Defined::partly);
  CHECK(f({number("0.5"), number("0.5")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(f({number("5"), number("-0.5")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
}
