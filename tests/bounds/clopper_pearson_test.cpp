#include "bounds/clopper_pearson.hpp"

#include "numerics/decimal_text.hpp"
#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/exact_binomial.hpp"
#include "tests/support/golden_band.hpp"
#include "tests/support/random_boxes.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test;
using namespace lemmacheck::bounds;

namespace {
const Precision bits(128);
constexpr double narrow = 1e-30;
BigInterval number(const std::string& text, Precision precision = bits) { return BigInterval::parse(text, precision); }
}  // namespace

TEST_CASE("clopper_pearson: golden values", "[bounds][clopper_pearson][golden]") {
  const auto file = golden_file("special.json");
  if (!file) WARN("special.json is not beside the repository: only the values in this test were compared");
  struct Row {
    long successes, trials;
    std::string confidence, lo, hi;
  };
  std::vector<Row> rows = {
      {0, 10, "0.95", "0.0", "0.3084971078187608239066683"},
      {1, 1000, "0.999", "0.0000005001249166197901093766803", "0.009953814340950812017545105"},
      // alpha = 1e-7
      {0, 1000, "0.9999999", "0.0", "0.01667072243152070951910792"},
      {1, 1000, "0.9999999", "5.000000124875004160e-11", "0.01966259351233147845897"},
  };
  if (file) {
    for (const auto& row : file->at("clopper_pearson")) {
      rows.push_back({row.at("successes").get<long>(), row.at("trials").get<long>(),
                      row.at("confidence").get<std::string>(), row.at("lo").get<std::string>(),
                      row.at("hi").get<std::string>()});
    }
    CHECK(rows.size() >= 9);
  }
  for (const Row& row : rows) {
    CAPTURE(row.successes, row.trials, row.confidence);
    const ConfidenceLimits limits = clopper_pearson(row.successes, row.trials, Rational::parse(row.confidence), bits);
    CHECK(meets(limits.lower, row.lo));
    CHECK(meets(limits.upper, row.hi));
    CHECK((row.successes == 0 || limits.lower.relative_width_upper() < narrow));
    CHECK(limits.upper.relative_width_upper() < narrow);
  }
}

TEST_CASE("clopper_pearson: 193 of 200 as printed", "[bounds][clopper_pearson][golden]") {
  const ConfidenceLimits limits = clopper_pearson(193, 200, Rational(19, 20), bits);
  const DecimalStyle style{.digits = 10};
  CHECK(to_decimal_down(limits.lower, style) == "0.9292190016");
  CHECK(to_decimal_up(limits.upper, style) == "0.9858144742");
}

TEST_CASE("clopper_pearson: certified by exact binomial tails", "[bounds][clopper_pearson][exact]") {
  const Precision word(64);
  for (int n : {1, 2, 9, 60}) {
    for (int k = 0; k <= n; k += 1 + n / 7) {
      for (const Rational& failure : {Rational(1, 40), Rational(1, 1 << 20), Rational(1, 2), Rational(15, 16)}) {
        CAPTURE(n, k, failure.to_string());
        Defined defined = Defined::everywhere;
        const BigInterval successes(k, word), trials(n, word), f(failure, word);
        const Rational f_low = f.lower_rational(), f_high = f.upper_rational();
        const BigInterval low = clopper_pearson_lower(successes, trials, f, defined);
        const BigInterval high = clopper_pearson_upper(successes, trials, f, defined);
        CHECK(defined == Defined::everywhere);
        if (k == 0) {
          CHECK(same_set(low, BigInterval(0, word)));
        } else {
          CHECK(binomial_upper_tail_exact(n, low.lower_rational(), k) <= f_low);
          CHECK(binomial_upper_tail_exact(n, low.upper_rational(), k) >= f_high);
          CHECK(low.relative_width_upper() < 1e-17);
        }
        if (k == n) {
          CHECK(same_set(high, BigInterval(1, word)));
        } else {  // P(Bin <= k) = f
          CHECK(Rational(1) - binomial_upper_tail_exact(n, high.lower_rational(), k + 1) >= f_high);
          CHECK(Rational(1) - binomial_upper_tail_exact(n, high.upper_rational(), k + 1) <= f_low);
          CHECK(high.relative_width_upper() < 1e-17);
        }
      }
    }
  }
}

TEST_CASE("clopper_pearson: boxes", "[bounds][clopper_pearson][containment]") {
  Defined defined = Defined::everywhere;
  const BigInterval k = number("[3, 9]"), n = number("[7, 12]"), f = number("[1/40, 1/8]");
  const BigInterval low = clopper_pearson_lower(k, n, f, defined), high = clopper_pearson_upper(k, n, f, defined);
  CHECK(defined == Defined::partly);  // not points, and 9 of 7 is impossible
  for (int trials = 7; trials <= 12; ++trials) {
    for (int successes = 3; successes <= std::min(9, trials); ++successes) {
      for (const Rational& failure : {Rational(1, 40), Rational(1, 8)}) {
        Defined inside = Defined::everywhere;
        const Precision fine(200);
        const BigInterval kk(successes, fine), nn(trials, fine), ff(failure, fine);
        CAPTURE(trials, successes);
        CHECK(low.contains(clopper_pearson_lower(kk, nn, ff, inside)));
        CHECK(high.contains(clopper_pearson_upper(kk, nn, ff, inside)));
        CHECK(inside == Defined::everywhere);
      }
    }
  }
}

TEST_CASE("clopper_pearson: large counts and domain", "[bounds][clopper_pearson][domain]") {
  const ConfidenceLimits limits = clopper_pearson(0, 1000000000000, Rational(19, 20), bits);
  // 1 - (1/40)^(1/n)
  const Precision fine(400);
  const BigInterval exact = -expm1(log(BigInterval(Rational(1, 40), fine)) / number("1e12", fine));
  CHECK(limits.upper.contains(exact));
  CHECK(limits.upper.relative_width_upper() < narrow);
  const auto code = [](long k, long n, const Rational& confidence) {
    try {
      clopper_pearson(k, n, confidence, bits);
    } catch (const DomainError& error) {
      return error.code();
    }
    return std::string("none");
  };
  CHECK(code(3, 2, Rational(1, 2)) == "LC206");
  CHECK(code(-1, 2, Rational(1, 2)) == "LC206");
  CHECK(code(0, 0, Rational(1, 2)) == "LC206");
  CHECK(code(1, 2, Rational(1)) == "LC206");
  CHECK(code(1, 2, Rational(0)) == "LC206");
  Defined defined = Defined::everywhere;
  CHECK(clopper_pearson_lower(number("1.5"), number("3"), number("0.5"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(clopper_pearson_upper(number("4"), number("3"), number("0.5"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
  defined = Defined::everywhere;
  CHECK(clopper_pearson_upper(number("1"), number("3"), number("0"), defined).is_empty());
  CHECK(defined == Defined::nowhere);
}
