#include "bounds/sphere_tail.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/exact_binomial.hpp"
#include "tests/support/golden_band.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using lemmacheck::bounds::sphere_tail;

namespace {
const Precision bits(128);
BigInterval number(const std::string& text, Precision precision = bits) { return BigInterval::parse(text, precision); }
constexpr double narrow = 1e-30;
using Arguments = std::vector<BigInterval>;
BigInterval tail(const BigInterval& m, const BigInterval& t) {
  Defined defined = Defined::everywhere;
  const BigInterval value = sphere_tail(m, t, defined);
  CHECK(defined == Defined::everywhere);
  return value;
}
}  // namespace

TEST_CASE("sphere_tail: golden values", "[bounds][sphere][golden]") {
  const auto file = golden_file("special.json");
  if (!file) WARN("special.json is not beside the repository: only the values in this test were compared");
  std::vector<std::array<std::string, 3>> rows = {{"4", "0.3", "0.6238376647810729383065127"},
                                                  {"128", "0.9", "1.24453823183789220939366e-47"},
                                                  {"1000", "0.999", "1.44036626064864678382997e-1350"},
                                                  {"1000000", "0.9", "1.284686536522029300217355e-360626"}};
  if (file) {
    for (const auto& row : file->at("sphere_tail")) {
      rows.push_back({row.at("m").dump(), row.at("t").get<std::string>(), row.at("tail").get<std::string>()});
    }
    CHECK(rows.size() >= 34);
  }
  for (const auto& [m, t, golden] : rows) {
    CAPTURE(m, t);
    const BigInterval value = tail(number(m), number(t));
    CHECK(meets(value, golden));
    CHECK(value.relative_width_upper() <= 1e-12);
  }
}

TEST_CASE("sphere_tail: polynomials for odd m", "[bounds][sphere][exact]") {
  for (int m : {3, 5, 7, 21, 101, 333}) {
    for (int k = 0; k <= 64; k += 4) {
      const Rational t(k, 64);
      CAPTURE(m, k);
      const BigInterval value = tail(BigInterval(m, bits), BigInterval(t, bits));
      CHECK(value.contains(sphere_tail_odd(m, t)));
      CHECK((value.is_point() || value.relative_width_upper() < narrow));
    }
  }
}

TEST_CASE("sphere_tail: even m from the arc cosine", "[bounds][sphere][oracle]") {
  // T(2, t) = (2/pi) acos t, T(m+2, t) = T(m, t) - t (1-t^2)^((m-1)/2) / ((m-1)/2 B((m-1)/2, 1/2)).
  const Precision fine(500);
  Defined defined = Defined::everywhere;
  for (const char* text : {"1/1024", "1/4", "5/8", "1023/1024"}) {
    const BigInterval t(Rational::parse(text), fine), x = BigInterval(1, fine) - square(t);
    BigInterval value = BigInterval(2, fine) * acos(t, defined) / pi(fine);
    BigInterval step = BigInterval(2, fine) * t * sqrt(x, defined) / pi(fine);
    for (long m = 2; m <= 60; m += 2) {
      CAPTURE(text, m);
      CHECK(tail(BigInterval(m, bits), t.at(bits)).contains(value));
      value = value - step;
      step = step * x * BigInterval(m, fine) / BigInterval(m + 1, fine);
    }
  }
}

TEST_CASE("sphere_tail: ends, extremes and thin arguments", "[bounds][sphere][exact]") {
  CHECK(same_set(tail(number("7"), number("0")), BigInterval(1, bits)));
  CHECK(same_set(tail(number("7"), number("1")), BigInterval(0, bits)));
  // T(3, t) = 1 - t next to both ends.
  const Precision wide(5000);
  CHECK(tail(number("3"), number("1e-1000")).contains(BigInterval(1, wide) - number("1e-1000", wide)));
  const BigInterval beside = number("1", Precision(500)) - number("1e-60", Precision(500));
  CHECK(meets(tail(number("3"), beside), "1e-60"));
  CHECK(tail(number("3"), beside).relative_width_upper() < 1e-80);
  // T(5, t) = 1 - t (3 - t^2)/2 = (1-t)^2 (2+t)/2.
  CHECK(meets(tail(number("5"), beside), "1.5000000000000000000000000000000000000000000000000000000000e-120"));
  // Deep tails are positive.
  CHECK(tail(number("1e7"), number("0.999")).certain_sign() == 1);
  CHECK(tail(number("1e7"), number("0.999").lower()).relative_width_upper() < narrow);
  // A thin threshold keeps its width: d log T / d t is about -m t.
  const BigInterval thin = hull(number("0.25"), number("0.25") + number("1e-36"));
  CHECK(tail(number("512"), thin).relative_width_upper() < 1.5e-34);
}

TEST_CASE("sphere_tail: boxes", "[bounds][sphere][containment][isotone]") {
  const BigInterval box = tail(number("[512, 520]"), number("[0.125, 0.25]"));
  CHECK(box.contains(sphere_tail_odd(513, Rational(1, 8))));
  CHECK(box.contains(sphere_tail_odd(519, Rational(1, 4))));
  CHECK_FALSE(box.contains(sphere_tail_odd(511, Rational(1, 8))));
  CHECK_FALSE(box.contains(sphere_tail_odd(521, Rational(1, 4))));
  const auto f = [](const Arguments& x, Defined& d) { return sphere_tail(x[0], x[1], d); };
  check_on_boxes({{Rational(2), Rational(40)}, {Rational(0), Rational(1)}}, f, 4, 101);
  check_on_boxes({{Rational(2), Rational(3000)}, {Rational(0), Rational(1)}}, f, 4, 102, 40);
}

TEST_CASE("sphere_tail: raising the precision only shrinks", "[bounds][sphere][precision]") {
  for (const char* m : {"5", "64", "1000.5"}) {
    BigInterval before(Rational(0), Rational(1), Precision(32));
    for (long p : {40, 53, 64, 100, 128, 256, 700}) {
      const BigInterval value = tail(number(m, Precision(p)), BigInterval(Rational(5, 16), Precision(p)));
      CAPTURE(m, p);
      CHECK(before.contains(value));
      before = value;
    }
  }
}

TEST_CASE("sphere_tail: domain", "[bounds][sphere][domain]") {
  Defined defined = Defined::everywhere;
  CHECK(same_set(sphere_tail(number("[3, 5]"), number("[-1, 2]"), defined), number("[0, 1]")));
  CHECK(defined == Defined::partly);
  defined = Defined::everywhere;
  CHECK(sphere_tail(number("1"), number("0.5"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(sphere_tail(number("5"), number("1.5"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  const BigInterval all = sphere_tail(number("[1, inf]"), number("0.5"), defined);
  CHECK(defined == Defined::partly);
  CHECK(same_set(all, number("[0, 1]")));
}
