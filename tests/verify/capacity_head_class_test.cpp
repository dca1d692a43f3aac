#include "tests/support/source_directory.hpp"
#include "verify/capacity/head_class.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "bounds/two_head_cover.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/enclosure_checks.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify::capacity;
using lemmacheck::test_support::code_of;

namespace {

const Rational failure(1, 20);

BigInterval gap_at(const HeadClass& heads, const Rational& n, Route route, Defined& defined) {
  return gap(heads, n, failure, route, Precision(128), defined);
}

}  // namespace

TEST_CASE("smallest_sample: the sizes of an independent computation", "[verify][capacity][oracle]") {
  std::ifstream file(lemmacheck::test::source_directory() + "/tests/golden/capacity_samples.json");
  REQUIRE(file);
  int rows = 0;
  for (const nlohmann::json& row : nlohmann::json::parse(file)) {
    CAPTURE(row.dump());
    HeadClass heads;
    heads.value_norm = Rational::parse(row["value_norm"].get<std::string>());
    heads.key_norm = Rational::parse(row["key_norm"].get<std::string>());
    heads.token_norm = Rational::parse(row["token_norm"].get<std::string>());
    heads.tokens = row["tokens"].get<long>();
    const Route route = row["route"] == "closed" ? Route::closed : Route::counts;
    const Rational wanted = Rational::parse(row["gap"].get<std::string>());
    const auto found = smallest_sample(heads, wanted, failure, route);
    REQUIRE(found);
    CHECK(found->exact());
    CHECK(found->n == Rational::parse(row["n"].get<std::string>()));
    // The neighbours again, from scratch.
    Defined defined = Defined::everywhere;
    CHECK(less_equal(gap_at(heads, found->n, route, defined), BigInterval(wanted, Precision(128))) == Truth::yes);
    const BigInterval below = gap_at(heads, found->below, route, defined);
    CHECK((below.is_empty() || less(BigInterval(wanted, Precision(128)), below) == Truth::yes));
    ++rows;
  }
  CHECK(rows == 7);
}

TEST_CASE("gap: decreases in n on both routes, where plain doubles cannot see it too", "[verify][capacity][exact]") {
  HeadClass heads;
  heads.tokens = 64;
  for (const Route route : {Route::closed, Route::counts}) {
    BigInterval last = BigInterval::entire(Precision(128)).upper();
    for (const char* n : {"300000", "300001", "1000000", "20000000", "20000001"}) {
      CAPTURE(n);
      Defined defined = Defined::everywhere;
      const BigInterval now = gap_at(heads, Rational::parse(n), route, defined);
      REQUIRE(defined == Defined::everywhere);
      CHECK(less(now, last) == Truth::yes);
      last = now;
    }
  }
  // One more sample in 1e16: a double of n cannot even name it.
  Defined defined = Defined::everywhere;
  const Rational n = Rational::parse("1e16");
  CHECK(less(gap_at(heads, n + Rational(1), Route::closed, defined), gap_at(heads, n, Route::closed, defined)) ==
        Truth::yes);
}

TEST_CASE("smallest_sample: a size at which doubles of neighbours are equal", "[verify][capacity][exact]") {
  HeadClass heads;
  heads.tokens = 1000000000;
  heads.key_norm = Rational(1000);
  const auto found = smallest_sample(heads, Rational(1, 100), failure, Route::closed);
  REQUIRE(found);
  CHECK(found->exact());
  CHECK(found->n > Rational::parse("1e14"));
  REQUIRE(found->gap_below);
  CHECK(less(found->gap_at_n, *found->gap_below) == Truth::yes);
}

TEST_CASE("smallest_sample: counts need fewer samples, longer contexts more", "[verify][capacity][exact]") {
  HeadClass heads;
  Rational last(0);
  for (const long tokens : {16L, 256L, 65536L}) {
    heads.tokens = tokens;
    const auto closed = smallest_sample(heads, Rational(1), failure, Route::closed);
    const auto counts = smallest_sample(heads, Rational(1), failure, Route::counts);
    REQUIRE(closed);
    REQUIRE(counts);
    CHECK(counts->n * Rational(5) < closed->n);
    CHECK(last < closed->n);
    last = closed->n;
  }
}

TEST_CASE("smallest_sample: none, and the first", "[verify][capacity][domain]") {
  HeadClass heads;
  CHECK(!smallest_sample(heads, Rational::parse("1e-12"), failure, Route::closed));
  const auto first = smallest_sample(heads, Rational(1000), failure, Route::counts);
  REQUIRE(first);
  CHECK(first->n == Rational(1));
  CHECK(!first->gap_below);
  CHECK(code_of([&] { smallest_sample(heads, Rational(0), failure, Route::closed); }) == "LC242");
  CHECK(code_of([&] { smallest_sample(heads, Rational(1), Rational(1), Route::closed); }) == "LC242");
  heads.key_norm = Rational(0);
  CHECK(code_of([&] { smallest_sample(heads, Rational(1), failure, Route::closed); }) == "LC242");
}

TEST_CASE("chaining_complexity: two heads by volume, below Dudley's integral", "[verify][capacity][oracle]") {
  // a = 20, d = 1000, m = 128, n = 1e6. Dudley with 12 and the volumetric cover: 0.4440 (numerical quadrature, its best
  // cut-off), with K = 8 a^2 ln(2d+1): 3.293.
  const auto log_cover = [](const Rational& eps) {
    const Precision p(128);
    Defined defined = Defined::everywhere;
    return lemmacheck::bounds::two_head_cover(BigInterval(20, p), BigInterval(1000, p), BigInterval(128, p),
                                              BigInterval(eps, p), defined);
  };
  const BigInterval found = chaining_complexity(Rational(1), Rational(1000000), log_cover, Precision(128));
  // The sum by hand: 5 * 4^-j sqrt(2 (L_j + L_{j-1}) / n), L_j = 256 ln(1 + 80 * 4^j).
  Rational scale(1);
  BigInterval sum(0, Precision(128)), last(0, Precision(128));
  for (int j = 1; j <= 60; ++j) {
    scale /= Rational(4);
    const BigInterval now = BigInterval(256, Precision(128)) * log1p(BigInterval(Rational(80) / scale, Precision(128)));
    sum = sum + BigInterval(Rational(5) * scale, Precision(128)) *
                    sqrt(BigInterval(2, Precision(128)) * (now + last) / BigInterval(1000000, Precision(128)));
    last = now;
  }
  CHECK(!intersection(found, sum + BigInterval(Rational(0), scale, Precision(128))).is_empty());
  CHECK(less(found, BigInterval(Rational(444, 1000), Precision(128))) == Truth::yes);
  CHECK(found.relative_width_upper() < 1e-25);
}
