// Margins of proved claims against closed forms of the least ratio outside of the stated neighbourhoods.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "numerics/rational.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/claim_samples.hpp"
#include "verify/kernel/proof.hpp"
#include "verify/prover/certified_gap.hpp"
#include "verify/prover/decide.hpp"
#include "verify/prover/margin_zones.hpp"

using namespace lemmacheck;
using namespace lemmacheck::verify;
using namespace lemmacheck::verify::tests;
using numerics::Rational;
using prover::Outcome;
using Words = std::vector<std::string>;

namespace {

Outcome decided(const Words& ranges, const std::string& statement, const Words& hypotheses = {}) {
  Outcome o = prover::decide(claim_from(ranges, hypotheses, statement));
  REQUIRE(o.verdict == prover::Verdict::proved);
  REQUIRE(o.margin_lower.has_value());
  return o;
}

/// lower <= truth <= upper, and the lower bound is at least `share` of the truth. `truth` is a rational within
/// `accuracy` of a closed form.
void check_margin(const Outcome& o, const Rational& truth, const Rational& accuracy = Rational(0),
                  const Rational& share = Rational(98, 100)) {
  CAPTURE(*o.margin_lower, o.margin_outside, o.tight_at, truth.approx_double());
  CHECK(Rational::from_double(*o.margin_lower) <= truth + accuracy);
  CHECK(Rational::from_double(*o.margin_lower) >= truth * share);
  REQUIRE(o.margin_upper.has_value());
  CAPTURE(*o.margin_upper);
  CHECK(Rational::from_double(*o.margin_upper) >= truth - accuracy);
  CHECK(*o.margin_lower <= *o.margin_upper);
}

kernel::Goal first_goal(Claim& claim) { return kernel::claim_goals(claim).front(); }

}  // namespace

TEST_CASE("margin: nowhere tight", "[prover][margin][exact]") {
  // ((x - 1)/(x + 1))^2, increasing
  const Outcome square = decided({"x in [2, 3]"}, "2*x <= x^2 + 1");
  check_margin(square, Rational(1, 9));
  CHECK((square.tight_at.empty() && square.margin_outside.empty()));
  // at x = 1/10, (log(1.1) - 0.095)/(log(1.1) + 0.095); mpmath, 30 digits
  const Outcome log = decided({"x in [1/10, inf)"}, "log(1+x) >= x - x^2/2");
  check_margin(log, Rational::parse("0.00162986449092625526560644840143"), Rational::parse("1e-29"));
  CHECK((log.tight_at.empty() && log.margin_outside.empty()));
  // (e - 2)/(e + 2)
  check_margin(decided({"x in [1, inf)"}, "exp(x) >= 1 + x"), Rational::parse("0.152233769531658219716637847277"),
               Rational::parse("1e-29"));
  // whole numbers: 1/3 at n = 1, (2^n - n)/(2^n + n) is least at n = 1 and n = 2
  check_margin(decided({"n integer in [1, 60]"}, "n <= 2^n"), Rational(1, 3));
}

TEST_CASE("margin: outside of the neighbourhood of a contact", "[prover][margin][exact]") {
  // ((x - 2)/(x + 2))^2; least at the upper edge 2.01: (0.01/4.01)^2
  const Outcome inside = decided({"x in (0, inf)"}, "x + 4/x >= 4");
  CHECK(inside.tight_at == Words{"x = 2 (order 2)"});
  CHECK(inside.margin_outside == Words{"x in (1.99, 2.01)"});
  check_margin(inside, Rational(1, 160801));
  // (x/(x + 2))^2 for (1 + x)^2 against 1 + 2 x: x^2/(x^2 + 4 x + 2) at 0.01
  const Outcome end = decided({"x in [0, 1]"}, "(1+x)^2 >= 1 + 2*x");
  CHECK(end.tight_at == Words{"x = 0 (order 2)"});
  CHECK(end.margin_outside == Words{"x < 0.01"});
  check_margin(end, Rational(1, 20401));
  // whole numbers: equal at n = 1, and 2^n against n + 1 gives (4 - 3)/(4 + 3) at n = 2
  const Outcome whole = decided({"n integer in [1, 50]"}, "n + 1 <= 2^n");
  CHECK(whole.margin_outside == Words{"n < 2"});
  check_margin(whole, Rational(1, 7));
}

TEST_CASE("margin: at infinity", "[prover][margin][exact]") {
  // 1/(2 x^2 + 1): tends to 0 though the difference is 1
  const Outcome far = decided({"x in [0, inf)"}, "x^2 <= x^2 + 1");
  CHECK(far.tight_at == Words{"x -> inf (relatively)"});
  REQUIRE(far.margin_outside.size() == 1);
  CHECK(far.margin_outside[0] == "x > 1000");
  check_margin(far, Rational(1, 2'000'001));
  // 1/3 everywhere, though both sides tend to 0: nothing is left out
  const Outcome third = decided({"x in [0, inf)"}, "exp(-x) <= 2*exp(-x)");
  CHECK(third.margin_outside.empty());
  check_margin(third, Rational(1, 3));
}

TEST_CASE("margin: both sides vanish, not their ratio", "[prover][margin][exact]") {
  // (2 x - log(1+x))/(2 x + log(1+x)) increases from 1/3
  const Outcome o = decided({"x in (0, 5]"}, "log(1+x) <= 2*x");
  CHECK((o.margin_outside.empty() && o.tight_at == Words{"x -> 0 (order 1)"}));
  check_margin(o, Rational(1, 3));
}

TEST_CASE("margin: several comparisons and several variables", "[prover][margin]") {
  // x^2 against x, and x against 1: (1 - x)/(1 + x) both times, least at the edge 0.999
  const Outcome both = decided({"x in [1/2, 1]"}, "x^2 <= x and x <= 1");
  CHECK(both.margin_outside == Words{"x > 0.999"});
  check_margin(both, Rational(1, 1999));
  CHECK(*decided({"x in [-1, 1]"}, "x^4 >= 0").margin_lower == 1);
  const Outcome same = decided({"x in [0, 1]"}, "x*(1+x) = x + x^2");
  CHECK((*same.margin_lower == 0 && same.tight_at == Words{"everywhere"} && same.margin_upper == 0.0));
}

TEST_CASE("margin: along lines and curves of contact", "[prover][margin][exact]") {
  // lower <= the ratio at a point that is not left out; words as on the terminal
  const auto outside = [](const Outcome& o, const Words& words, const Rational& at_a_point) {
    CAPTURE(*o.margin_lower, o.margin_outside, o.tight_at);
    CHECK(o.margin_outside == words);
    CHECK(*o.margin_lower > 0);
    CHECK(Rational::from_double(*o.margin_lower) <= at_a_point);
    REQUIRE(o.margin_upper.has_value());
    CHECK(*o.margin_lower <= *o.margin_upper);
  };
  // ((x - y)/(x + y))^2, least at x = 2, y = 1.99
  const Outcome line = decided({"x in [1, 2]", "y in [1, 2]"}, "2*x*y <= x^2 + y^2");
  CHECK(line.tight_at == Words{"x = y"});
  outside(line, {"|x - y| < 0.01"}, Rational(1, 159'201));
  // at p = 0.505, q = 0.495: (kl - 2 r^2)/(kl + 2 r^2) with kl = r log((1+r)/(1-r)); mpmath, 30 digits, rounded up
  const Outcome pinsker = decided({"p in (0, 1)", "q in (0, 1)"}, "kl(p, q) >= 2*(p-q)^2");
  CHECK(pinsker.tight_at == Words{"p = q"});
  outside(pinsker, {"|p - q| < 0.01"}, Rational::parse("0.0000166675"));
  // (sqrt(x) - sqrt(y))^2/(sqrt(x) + sqrt(y))^2 = 0.01/(sqrt(10) + sqrt(9.9))^4 at x = 10, y = 9.9
  const Outcome means = decided({"x in [0, inf)", "y in [0, inf)"}, "sqrt(x*y) <= (x+y)/2");
  CHECK(means.tight_at == Words{"x = y"});
  outside(means, {"x > 10", "y > 10", "|x - y| < 0.1"}, Rational(1, 157'000));
  // at x = 1.01, y = 1: (2.01 + 1/1.01 - 3)/(2.01 + 1/1.01 + 3) = 1/60601
  const Outcome point = decided({"x in (0, inf)", "y in (0, inf)"}, "x + y + 1/(x*y) >= 3");
  CHECK(point.tight_at == Words{"(x, y) = (1, 1)"});
  outside(point, {"|x - 1| < 0.01 and |y - 1| < 0.01"}, Rational(1, 60'601));
  // a curve: (x - a)^2/2 next to x = a; at x = 1.1, a = 1: (0.1 - log(1.1))/(0.1 + log(1.1)) < 0.0242
  const Outcome tangent = decided({"x in (0, inf)", "a in (0, inf)"}, "log(x) <= x/a - 1 + log(a)");
  CHECK(tangent.tight_at == Words{"x = a"});
  CHECK(*tangent.margin_lower > 0);
  CHECK(Rational::from_double(*tangent.margin_lower) < Rational(242, 10'000));
  // all three equal
  const Outcome three = decided({"x in [0, 1]", "y in [0, 1]", "z in [0, 1]"}, "x^2+y^2+z^2 >= x*y+y*z+z*x");
  CHECK(three.tight_at == Words{"x = y = z"});
  CHECK(*three.margin_lower > 0);
}

TEST_CASE("margin: signs of sides are proved", "[prover][margin][negative]") {
  const auto signs = [](const Words& ranges, const std::string& statement) {
    Claim claim = claim_from(ranges, {}, statement);
    return prover::signs_of_sides(claim.graph, *claim.functions, first_goal(claim), {});
  };
  CHECK(signs({"x in [0, 1]"}, "x <= 1 + x^2") == prover::SideSigns::positive);
  CHECK(signs({"x in [0, 1]"}, "-2 - x <= -1 - x") == prover::SideSigns::negative);
  CHECK(signs({"x in [-1, 1]"}, "x <= 1 + x^2") == prover::SideSigns::unknown);
  CHECK(signs({"x in [0, 1]"}, "x - 1/1000000000 <= 1 + x^2") == prover::SideSigns::unknown);
}

TEST_CASE("margin: a curve of contact that ends inside of the domain", "[prover][margin][negative]") {
  // Along x = u(y), which has no value for y <= 0, the sides meet; at y = c < 0 they come as near as `least` allows.
  std::mt19937_64 random(std::random_device{}());
  for (const auto& [inner, at_zero] :
       {std::pair<std::string, long>{"x^2", 0}, {"exp(x)", 1}, {"sqrt(x)", 0}, {"x^2/4", 0}}) {
    const Rational c(-static_cast<long>(1 + random() % 9), 10),
        least(1, static_cast<long>(1 + random() % 1000) * 1000000);
    const std::string statement =
        "(" + inner + " - y)^2*((y - (" + c.to_string() + "))^2 + " + least.to_string() + ") + 1 >= 1";
    CAPTURE(statement);
    const Outcome o = decided({"x in [0, 2]", "y in [-1, 2]"}, statement);
    CAPTURE(o.margin_outside);
    // at (0, c) the difference is (inner(0) - c)^2 least, and the sides add up to more than 2
    const Rational distance = Rational(at_zero) - c;
    CHECK(Rational::from_double(*o.margin_lower) <= distance * distance * least / Rational(2));
  }
  // where the curve has a value on all of the domain, it may be left out
  CHECK(*decided({"x in [0, 2]", "y in [0, 2]"}, "(x^2 - y)^2 + 1 >= 1").margin_lower > 0);
}

TEST_CASE("margin: too large by an ulp is not certified", "[prover][margin][negative]") {
  prover::GapBudget budget;
  const auto certified = [&](Claim& claim, double mu) {
    return prover::certify_gap(claim.graph, *claim.functions, first_goal(claim), mu, budget);
  };
  Claim square = claim_from({"x in [2, 3]"}, {}, "2*x <= x^2 + 1");  // 1/9, no double: the next ones on both sides
  const double below = 1.0 / 9;
  REQUIRE(Rational::from_double(below) < Rational(1, 9));
  CHECK(certified(square, std::nextafter(below, 0)));
  CHECK_FALSE(certified(square, std::nextafter(below, 1)));
  Claim half = claim_from({"x in [0, 4]"}, {}, "x + 1 <= 3*x + 3");  // 1/2 everywhere
  CHECK(certified(half, 0.5));
  CHECK_FALSE(certified(half, std::nextafter(0.5, 1)));
  Claim tight = claim_from({"x in [0, 1]"}, {}, "1 + 2*x <= (1+x)^2");
  CHECK_FALSE(certified(tight, 1e-300));
  CHECK_FALSE(certified(tight, std::numeric_limits<double>::denorm_min()));
}

TEST_CASE("margin: the memory limit covers expressions", "[prover][negative]") {
  Claim claim = claim_from({"x in [0, inf)"}, {}, "log(1+x) >= x - x^2/2 + x^3/3 - x^4/4");
  prover::DecideOptions options;
  REQUIRE(prover::decide(claim, options).verdict == prover::Verdict::proved);
  options.most_memory = 4 * 512 * (claim.graph.size() + 5);  // five expressions more
  const Outcome o = prover::decide(claim, options);
  CHECK(o.verdict == prover::Verdict::undecided);
  CHECK(o.reason.find("memory limit") != std::string::npos);
}

TEST_CASE("margin: neighbourhoods leave out what they say", "[prover][margin][exact]") {
  Claim claim = claim_from({"x in [0, 10]"}, {}, "x >= 0");
  const kernel::Range range = first_goal(claim).domain.ranges[0];
  const auto around = [&](double x) { return *prover::zone_around(claim.graph, range, x, Rational(1, 100)); };
  const auto text = [&](double x) { return prover::zone_text("x", around(x)); };
  CHECK(text(0) == "x < 0.01");
  CHECK(text(10) == "x > 9.99");
  CHECK(text(2) == "x in (1.99, 2.01)");
  CHECK(prover::zone_text("x", {Rational(-1, 5), Rational(1, 5)}) == "x in (-0.2, 0.2)");
  CHECK(text(1.5707963267948966) == "x in (1.56, 1.581)");
  const std::vector<prover::Zone> zones =
      prover::joined({around(2), prover::zone_at_infinity(true, Rational(5)), around(2.015), around(0)});
  REQUIRE(zones.size() == 3);
  const auto parts = prover::remaining_parts(claim.graph, range, zones);
  REQUIRE(parts.size() == 2);
  const auto value = [&](const kernel::End& end) { return *numerics::exact_value(claim.graph, end.value); };
  CHECK((value(parts[0].lower) == Rational(1, 100) && value(parts[0].upper) == Rational(199, 100)));
  CHECK((value(parts[1].lower) == *zones[1].upper && value(parts[1].upper) == Rational(5)));
  for (const double x : {0.0, 0.0099, 2.0, 2.02, 5.1})
    CHECK(std::ranges::any_of(zones, [&](const prover::Zone& z) { return prover::contains(z, x); }));
  for (const double x : {0.0101, 1.0, 3.0, 4.99})
    CHECK(std::ranges::none_of(zones, [&](const prover::Zone& z) { return prover::contains(z, x); }));
}

TEST_CASE("margin: where a hypothesis or a whole number excludes it nothing is tight", "[prover][margin]") {
  CHECK(decided({"x in [0, inf)"}, "x <= x^2", {"x >= 2"}).tight_at.empty());
  CHECK(decided({"x in [0, inf)"}, "x <= x^2", {"x >= 1"}).tight_at == Words{"x = 1 (order 1)"});
  CHECK(decided({"x in [0, inf)"}, "x/(1+x) <= 1", {"x <= 2"}).tight_at.empty());
  CHECK(decided({"x in [0, inf)"}, "x/(1+x) <= 1", {"x >= 2"}).tight_at == Words{"x -> inf"});
  CHECK(decided({"n integer in [1/2, 10]"}, "1/2 <= n").tight_at.empty());
  CHECK(decided({"x in [0, 5]", "y in [1, 5]"}, "x^2*y <= x^2*y^2 + x", {"x + y >= 7"}).tight_at.empty());
}
