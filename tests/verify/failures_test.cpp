// Small inputs on which tools of this kind have gone wrong, with the verdict that is right.
#include <chrono>

#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/decided_claims.hpp"

using namespace lemmacheck;
using namespace lemmacheck::verify;
using prover::Verdict;
using Words = std::vector<std::string>;

namespace {

constexpr double seconds = 10;

ClaimTexts texts(const std::string& claim, const Words& ranges, const Words& conventions = {}) {
  ClaimTexts made;
  made.statements = {{claim, {}}};
  for (const std::string& r : ranges) made.ranges.push_back({r, {}});
  for (const std::string& c : conventions) made.conventions.push_back({c, {}});
  return made;
}

prover::Outcome verdict(Verdict wanted, const std::string& claim, const Words& ranges = {},
                        const Words& conventions = {}) {
  CAPTURE(claim, ranges);
  prover::Outcome outcome;
  try {
    outcome = tests::decided(texts(claim, ranges, conventions), seconds);
  } catch (const numerics::Error& error) {
    FAIL_CHECK(error.what());  // and go on with the other claims
    return outcome;
  }
  CAPTURE(outcome.reason);
  CHECK(prover::to_string(outcome.verdict) == prover::to_string(wanted));
  CHECK_FALSE(outcome.vacuous);
  return outcome;
}

void proved(const std::string& claim, const Words& ranges = {}, const Words& conventions = {}) {
  verdict(Verdict::proved, claim, ranges, conventions);
}
void refuted(const std::string& claim, const Words& ranges = {}) { verdict(Verdict::refuted, claim, ranges); }
void undefined(const std::string& claim, const Words& ranges = {}, const Words& conventions = {}) {
  verdict(Verdict::undefined, claim, ranges, conventions);
}

void has_value(const std::string& formula, const std::string& value) {
  proved(formula + " <= " + value);
  proved(formula + " >= " + value);
}

void not_read(const std::string& claim, const Words& ranges) {
  CAPTURE(claim, ranges);
  CHECK_THROWS_AS(read_claim(texts(claim, ranges)), numerics::ParseError);
}

}  // namespace

TEST_CASE("failures elsewhere: values just beyond a rounded number", "[verify][failures]") {
  refuted("exp(3893924827815215/2^50) <= 8942259269491753/2^48");
  proved("exp(3893924827815215/2^50) - 8942259269491753/2^48 > 2.4994960e-19");
  proved("exp(3893924827815215/2^50) - 8942259269491753/2^48 < 2.4994962e-19");
  proved("exp(1381846513289487/2^46) > 337548593.639065733181444072201225156056");
  refuted("exp(1381846513289487/2^46) <= 337548593.639065733181444072201225156056");
}

TEST_CASE("failures elsewhere: poles inside a box", "[verify][failures]") {
  const prover::Outcome tangent = verdict(Verdict::undefined, "tan(x) <= 3", {"x in [1, 1.8]"});
  CHECK((tangent.refutation && tangent.refutation->witness));  // also violated
  const prover::Outcome power = verdict(Verdict::undefined, "x^(-2) <= 1", {"x in [-1, 3]"});
  CHECK((power.refutation && power.refutation->witness));
  undefined("1/x <= 5", {"x in [-1, 3]"});
  undefined("0/x <= 0", {"x in [-10, 10]"});
  proved("0/x <= 0", {"x in (0, 10]"});
  proved("0/x <= 0", {"x in [-10, 0)"});
  proved("x/(x^2+y^2) <= 1/2", {"x in [1, 2]", "y in [1, 2]"});
  proved("x/(x^2+y^2) >= 1/5", {"x in [1, 2]", "y in [1, 2]"});
  refuted("x/(x^2+y^2) < 1/2", {"x in [1, 2]", "y in [1, 2]"});
  refuted("x/(x^2+y^2) > 1/5", {"x in [1, 2]", "y in [1, 2]"});
}

TEST_CASE("failures elsewhere: nowhere defined is not vacuously true", "[verify][failures]") {
  undefined("x/(1-x) <= -5", {"x in [1, 1]"});
  undefined("log(x) >= 7", {"x in [-2, -1]"});
  undefined("sqrt(x+y) >= 0", {"x in [-5, 0]", "y in [-5, 0]"});
  undefined("log((1/2)/(1-(1/2)*exp(2))) <= 0");
  not_read("x >= 5", {"x in [0, -1]"});
}

TEST_CASE("failures elsewhere: zero to a power", "[verify][failures]") {
  const prover::Outcome found = verdict(Verdict::undefined, "x^y <= 1", {"x in [0, 1]", "y in [-1e-1000, 0]"});
  CHECK((found.refutation && found.refutation->witness));
  proved("x^y <= 1", {"x in [0, 1]", "y in [0, 1]"});
  has_value("0^0", "1");
  has_value("0^1", "0");
  proved("(1-1/n)^n <= exp(-1)", {"n in [1, inf)"});
}

TEST_CASE("failures elsewhere: unbounded ranges are not empty", "[verify][failures]") {
  refuted("sin(x) <= 1/2", {"x in (-inf, inf)"});
  refuted("sin(x) <= 1/2", {"x real"});
  proved("-x^2 <= 0", {"x real"});
}

TEST_CASE("failures elsewhere: equality everywhere", "[verify][failures]") {
  proved("(p/(1-p)+z)-(p/(1-p)+z) <= 0", {"p in [0, 1)", "z in [0, 25]"});
  undefined("(p/(1-p)+z)-(p/(1-p)+z) <= 0", {"p in [0, 1]", "z in [0, 25]"});
  proved("sin(x)^2+cos(x)^2 >= 1", {"x in (0, 1)"});
  proved("exp(3) <= exp(1)^3");
  has_value("exp(3) - exp(1)^3", "0");
  refuted("sin(pi) > 0.1");
  proved("sin(pi) <= 0");
}

TEST_CASE("failures elsewhere: decimals are exact", "[verify][failures]") {
  proved("1+1e-17 > 1");
  proved("41*0.1 <= 4.1");
  proved("0.1+0.2 <= 0.3");
  proved("3*0.1 >= 0.3");
  proved("1e-3*1000 <= 1");
  proved("(x^(1/3))^3 <= x", {"x in [0, 8]"});
  proved("1/3 > 0.333333333333333333333");
  proved("1/3 < 0.333333333333333333334");
  has_value("ceil(75*0.68)", "51");
  proved("ceil(x) >= 51", {"x in [50.999, 51.001]"});
  proved("ceil(x) <= 52", {"x in [50.999, 51.001]"});
  refuted("ceil(x) <= 51", {"x in [50.999, 51.001]"});
  refuted("ceil(x) >= 52", {"x in [50.999, 51.001]"});
  proved("x <= 1.5", {"x in [0, 1.25]"});
}

TEST_CASE("failures elsewhere: minus and powers", "[verify][failures]") {
  has_value("-3^2", "-9");
  has_value("-3^(1*2)", "-9");
  has_value("9-3^2", "0");
  has_value("2^-1", "1/2");
  has_value("2^3^2", "512");
  has_value("max(1,5)", "5");
  proved("exp(-x^2/2) > 0.011108996538", {"x in [3, 3]"});
  proved("exp(-x^2/2) < 0.011108996539", {"x in [3, 3]"});
}

TEST_CASE("failures elsewhere: exponents beyond doubles", "[verify][failures]") {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  proved("x <= 1e1000000000000", {"x in [0, 1]"});
  proved("exp(-1e300) > 0");
  proved("1e-400 > 0");
  CHECK(Clock::now() - start < std::chrono::seconds(30));  // not a hang
  not_read("x <= 1e99999999999999999999", {"x in [0, 1]"});
  proved("erfc(1e155) > 0");
  proved("log(erfc(x/sqrt(2))/2) < -804.608442013753", {"x in [40, 40]"});
  proved("log(erfc(x/sqrt(2))/2) > -804.608442013754", {"x in [40, 40]"});
  proved("sqrt(t)-sqrt(t-1) > 0", {"t in [1e16, 1e16]"});
  proved("(1+u)*log(1+u)-u > u^2/(2+2*u/3)", {"u in [1e-6, 1e-6]"});
}

TEST_CASE("failures elsewhere: 0*log(0)", "[verify][failures]") {
  const Words zero_log = {"0*log(0) = 0"};
  const std::string divergence = "p*log(p/q)+(1-p)*log((1-p)/(1-q))", pinsker = divergence + " >= 2*(p-q)^2";
  undefined(pinsker, {"p in [0, 1]", "q in (0, 1)"});
  proved(pinsker, {"p in (0, 1)", "q in (0, 1)"});
  proved(pinsker, {"p in [0, 1]", "q in (0, 1)"}, zero_log);
  const Words corner = {"p in [0, 0]", "q in [0.001, 0.001]"};
  proved(divergence + " >= 0.0010005003335835335", corner, zero_log);
  proved(divergence + " <= 0.0010005003335835336", corner, zero_log);
  undefined(divergence + " <= 1e9", {"p in [1/2, 1/2]", "q in [0, 0]"});
  undefined(divergence + " <= 1e9", {"p in [1/2, 1/2]", "q in [0, 0]"}, zero_log);
  undefined(divergence + " >= 0", {"p in [0, 1]", "q in [0, 1]"}, zero_log);
  proved(divergence + " > 2.38095237944066e-18", {"p in [0.300000001, 0.300000001]", "q in [0.3, 0.3]"});
  proved(divergence + " < 2.38095237944068e-18", {"p in [0.300000001, 0.300000001]", "q in [0.3, 0.3]"});
}

TEST_CASE("failures elsewhere: special functions", "[verify][failures]") {
  proved("lambert_w(-1/e+1e-15) > -0.9999999262669451");
  proved("lambert_w(-1/e+1e-15) < -0.9999999262669450");
  proved("lambert_w(-1/e+1e-30) > -0.9999999999999976683560185");
  proved("lambert_w(-1/e+1e-30) < -0.9999999999999976683560183");
  proved("1 - beta_inc(206, 385, 0.55) < 3.42908935514218e-23");
  proved("1 - beta_inc(206, 385, 0.55) > 3.42908935514217e-23");
}

TEST_CASE("failures elsewhere: the smallest case", "[verify][failures]") {
  refuted("log(n)+1/n < 1", {"n integer in [1, 1]"});
  refuted("log(n)+1/n < 1", {"n integer in [1, inf)"});
  proved("log(n)+1/n >= 1", {"n integer in [1, inf)"});
  const prover::Outcome found = verdict(Verdict::refuted, "lgamma(n+1) < 1+n*log(n)-n", {"n integer in [1, inf)"});
  CHECK((found.refutation && found.refutation->witness));
}

TEST_CASE("failures elsewhere: the time limit holds", "[verify][failures]") {
  using Clock = std::chrono::steady_clock;
  prover::DecideOptions options;
  options.seconds = 1;
  Words ranges;
  for (const char name : std::string("abcdghkl")) ranges.push_back(std::string(1, name) + " in [-3, 3]");
  const Claim claim =
      read_claim(texts("a^4+b^4+c^4+d^4+g^4+h^4+k^4+l^4 >= a*b*c*d + g*h*k*l + a*c*g*k + b*d*h*l - 1e-9", ranges));
  const Clock::time_point start = Clock::now();
  const prover::Outcome outcome = prover::decide(claim, options);
  CAPTURE(prover::to_string(outcome.verdict), outcome.reason);
  CHECK(Clock::now() - start < std::chrono::seconds(10));  // leaves room for a busy machine
}

TEST_CASE("failures elsewhere: a sum of thousands of terms", "[failures]") {
  std::string sum = "x";
  for (int k = 2; k <= 5000; ++k) sum += "+x/" + std::to_string(k);
  proved(sum + " <= 20", {"x in [0, 1]"});
}
