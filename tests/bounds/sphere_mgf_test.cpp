#include "bounds/sphere_mgf.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/golden_band.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using lemmacheck::bounds::sphere_mgf;

namespace {
const Precision bits(128);
BigInterval number(const std::string& text, Precision precision = bits) { return BigInterval::parse(text, precision); }
constexpr double narrow = 1e-30;
using Arguments = std::vector<BigInterval>;
BigInterval mgf(const BigInterval& m, const BigInterval& p) {
  Defined defined = Defined::everywhere;
  const BigInterval value = sphere_mgf(m, p, defined);
  CHECK(defined == Defined::everywhere);
  return value;
}
}  // namespace

TEST_CASE("sphere_mgf: golden moments", "[bounds][sphere][golden]") {
  const auto file = golden_file("special.json");
  if (!file) WARN("special.json is not beside the repository: only the values in this test were compared");
  struct Row {
    long m, p;
    std::string moment, first, second;
  };
  std::vector<Row> rows = {
      {2, -3, "4.880792585865024085611236", "-3.953370217402609396478636", "3.563002513397487620118357"},
      {3, 8, "186.3098532236937732644846", "163.0211635035605394204039", "145.5545623478036384093836"},
      {100000, 8, "1.000320051204437463030415", "0.00008002560358420138045352816", "0.00001000960236823253386966214"}};
  if (file) {
    for (const auto& row : file->at("sphere_moments")) {
      rows.push_back({row.at("m").get<long>(), row.at("p").get<long>(), row.at("M").get<std::string>(),
                      row.at("M1").get<std::string>(), row.at("M2").get<std::string>()});
    }
    CHECK(rows.size() >= 20);
  }
  for (const Row& row : rows) {
    CAPTURE(row.m, row.p);
    const BigInterval m(row.m, bits), p(row.p, bits), two(2, bits), four(4, bits);
    const BigInterval moment = mgf(m, p), first = p / m * mgf(m + two, p);
    const BigInterval second = mgf(m + two, p) / m + square(p) / (m * (m + two)) * mgf(m + four, p);
    CHECK(meets(moment, row.moment));
    CHECK(meets(first, row.first));
    CHECK(meets(second, row.second));
    CHECK(moment.relative_width_upper() <= 1e-12);
    CHECK((row.p == 0 || first.relative_width_upper() <= 1e-12));
    CHECK(second.relative_width_upper() <= 1e-12);
  }
}

TEST_CASE("sphere_mgf: closed forms in dimensions 1, 3, 5", "[bounds][sphere][oracle]") {
  const Precision fine(400);
  for (const char* text : {"1/4", "3", "-17", "1000"}) {
    const BigInterval p(Rational::parse(text), bits), q = p.at(fine);
    CAPTURE(text);
    CHECK(mgf(number("1"), p).contains(cosh(q)));
    CHECK(mgf(number("3"), p).contains(sinh(q) / q));
    CHECK(mgf(number("5"), p).contains(BigInterval(3, fine) * (q * cosh(q) - sinh(q)) / (q * square(q))));
    CHECK(mgf(number("3"), p).relative_width_upper() < narrow);
    CHECK(same_set(mgf(number("3"), p), mgf(number("3"), -p)));
  }
  CHECK(same_set(mgf(number("64"), BigInterval(0, bits)), BigInterval(1, bits)));
}

TEST_CASE("sphere_mgf: below the sub-Gaussian bound", "[bounds][sphere][exact]") {
  for (long m : {2, 3, 64, 10000}) {
    for (long p : {1, 4, 30}) {
      const BigInterval bound = exp(BigInterval(Rational(p * p, 2 * m), bits));
      CHECK(less(mgf(BigInterval(m, bits), BigInterval(p, bits)), bound) == Truth::yes);
    }
  }
}

TEST_CASE("sphere_mgf: boxes and domain", "[bounds][sphere][containment][isotone][domain]") {
  const auto f = [](const Arguments& x, Defined& d) { return sphere_mgf(x[0], x[1], d); };
  check_on_boxes({{Rational(1), Rational(300)}, {Rational(-20), Rational(20)}}, f, 64, 121);
  check_on_boxes({{Rational(1), Rational(100000)}, {Rational(-2), Rational(500)}}, f, 1024, 122, 30);
  CHECK(same_set(mgf(number("[2, 9]"), number("[-1, 1]")).lower(), BigInterval(1, bits)));
  Defined defined = Defined::everywhere;
  CHECK(f({number("-1"), number("1")}, defined).is_empty());
  CHECK(defined == Defined::nowhere);
}
