// Small claims with known answers: where they have no value, where they fail, and that true ones are left alone.
#include <fmt/format.h>

#include "numerics/tape.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/claim_samples.hpp"
#include "verify/prover/refute.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;
using namespace lemmacheck::verify::prover;
using lemmacheck::verify::tests::claim_from;

namespace {

using Texts = std::vector<std::string>;

struct Case {
  Texts ranges, hypotheses;
  std::string statement;
};

std::string words(const std::optional<Point>& point) {
  if (!point) return "none";
  std::string out;
  for (const auto& [name, value] : *point) out += (out.empty() ? "" : ", ") + name + " = " + value;
  return out;
}

std::string undefined_at(const Case& c) {
  const auto found = refute(claim_from(c.ranges, c.hypotheses, c.statement));
  return found ? words(found->undefined_at) : "none";
}

std::string witness(const Case& c) {
  const auto found = refute(claim_from(c.ranges, c.hypotheses, c.statement));
  return found ? words(found->witness) : "none";
}

bool refuted(const Case& c) { return refute(claim_from(c.ranges, c.hypotheses, c.statement)).has_value(); }

}  // namespace

TEST_CASE("points without a value are found exactly", "[refute]") {
  CHECK(undefined_at({{"x in [1,1.8]"}, {}, "tan(x) <= 3"}) == "x = pi/2");
  CHECK(witness({{"x in [1,1.8]"}, {}, "tan(x) <= 3"}) == "x = 3/2");
  CHECK(undefined_at({{"x in [-1,3]"}, {}, "x^(-2) <= 1"}) == "x = 0");
  CHECK(witness({{"x in [-1,3]"}, {}, "x^(-2) <= 1"}) == "x = 1/2");
  CHECK(undefined_at({{"x in [1,1]"}, {}, "x/(1-x) <= -5"}) == "x = 1");
  CHECK(undefined_at({{"x in [-2,-1]"}, {}, "log(x) >= 7"}) == "x = -1");
  CHECK(undefined_at({{"x in [-10,10]"}, {}, "0/x <= 0"}) == "x = 0");
  CHECK(witness({{"x in [-10,10]"}, {}, "0/x <= 0"}) == "none");
  CHECK(undefined_at({{"x in [0,1]", "y in [-1e-1000,0]"}, {}, "x^y <= 1"}) == "x = 0, y = -1e-1000");
  CHECK(witness({{"x in [0,1]", "y in [-1e-1000,0]"}, {}, "x^y <= 1"}) == "x = 1/2, y = -1e-1000");
  CHECK(undefined_at({{"x in [0,1]", "y in [0,1]"}, {}, "x^y <= 1"}) == "none");
  CHECK(undefined_at({{"x in [-5,0]", "y in [-5,0]"}, {}, "sqrt(x+y) >= 0"}) != "none");
  CHECK(undefined_at({{}, {}, "log((1/2)/(1-(1/2)*exp(2))) <= 0"}) == "");
  CHECK(undefined_at({{"x in [0,1]"}, {}, "1/(3*x-1)^2 >= 0"}) == "x = 1/3");
  CHECK(undefined_at({{"x in [0,3]"}, {}, "1/(x^2-2)^2 >= 0"}) == "x = sqrt(2)");
  CHECK(undefined_at({{"x in [0,3]"}, {}, "1/(exp(x)-2)^2 >= 0"}) == "x = log(2)");
  CHECK(undefined_at({{"x in [0,100]"}, {}, "log(x^2-20*x+99.9999) <= 100"}) == "x = 10");
  CHECK(undefined_at({{"x in [0,1]", "y in [0,1]"}, {}, "1/(x-y)^2 >= 0"}) != "none");
  CHECK(undefined_at({{"x in [0,1]", "y in [0,1]"}, {"x > y"}, "1/(x-y)^2 >= 0"}) == "none");
  CHECK(undefined_at({{"x in (0,1)"}, {}, "log(x) + 1/(1-x) + 1/x >= -1000"}) == "none");
  CHECK(undefined_at({{"p in [0,1]"}, {}, "p*log(p) >= -1"}) == "p = 0");
  CHECK(undefined_at({{"x in [0,1]"}, {}, "if(x = 1/3, 0, 1/(3*x-1)^2) >= 0"}) == "none");
}

TEST_CASE("the part without a value is named", "[refute]") {
  const auto found = refute(claim_from({"x in [0,5]"}, {}, "1 + sqrt(2) + log(x - 2)*0 <= 3"));
  REQUIRE(found);
  CHECK(found->undefined_part == "log(x - 2)");
}

TEST_CASE("counterexamples that need care", "[refute]") {
  CHECK(refuted({{}, {}, "exp(3893924827815215/2^50) <= 8942259269491753/2^48"}));
  CHECK(witness({{"x in (-inf,inf)"}, {}, "sin(x) <= 1/2"}) == "x = 1");
  CHECK(refuted({{}, {}, "sin(pi) > 0.1"}));
  CHECK_FALSE(refuted({{}, {}, "sin(pi) <= 0"}));
  CHECK_FALSE(refuted({{"x in [0,-1]"}, {}, "x >= 5"}));
  CHECK(witness({{"n integer in [1,1]"}, {}, "log(n)+1/n < 1"}) == "n = 1");
  CHECK(witness({{"n integer in [1,inf)"}, {}, "lgamma(n+1) < 1+n*log(n)-n"}) == "n = 2");
  CHECK_FALSE(refuted({{"p in [0,1)", "z in [0,25]"}, {}, "(p/(1-p)+z)-(p/(1-p)+z) <= 0"}));
  CHECK_FALSE(refuted({{"x in (0,1)"}, {}, "sin(x)^2+cos(x)^2 >= 1"}));
  CHECK_FALSE(refuted({{}, {}, "exp(3) <= exp(1)^3"}));
  CHECK_FALSE(refuted({{}, {}, "0.1+0.2 <= 0.3"}));
  CHECK_FALSE(refuted({{"x in [0,8]"}, {}, "(x^(1/3))^3 <= x"}));
  CHECK_FALSE(refuted({{}, {}, "exp(-1e300) > 0"}));
  CHECK_FALSE(refuted({{"x in [0,1]"}, {}, "x <= 1e1000000000000"}));
  CHECK(refuted({{}, {}, "0.1+0.2 < 0.3"}));
  CHECK(witness({{"p in [0,1)"}, {}, "p^2 < p"}) == "p = 0");
}

TEST_CASE("violations at equality are exactly zero", "[refute]") {
  const auto found = refute(claim_from({"x in [1/3,1/3]"}, {}, "3*x < 1"));
  REQUIRE(found);
  REQUIRE(found->violation);
  CHECK(found->violation->is_point());
  CHECK(found->violation->contains_zero());
}

TEST_CASE("claims that miss by very little", "[refute]") {
  CHECK(refuted({{"x in (-inf,inf)"}, {}, "exp(x) >= 1 + 1.000001*x"}));
  CHECK(refuted({{"x in [0,1]"}, {}, "sin(x) >= x - x^3/6.000001"}));
  CHECK(refuted({{"x in [0,1]"}, {}, "sin(x) <= x - x^3/6 + x^5/120.0001"}));
  CHECK(refuted({{"x in [0,inf)"}, {}, "log(1+x) <= x - x^2/2.000001 + x^3"}) == false);
  CHECK(refuted({{"x in [0,inf)"}, {}, "log(1+x) >= x - x^2/2 + 1e-9*x^3/(1+x)"}) == false);
  CHECK(refuted({{"x in (-inf,inf)"}, {}, "cosh(x) <= exp(x^2/2.000001)"}));
  CHECK(refuted({{"x in (-inf,inf)"}, {}, "(x-1/3)^2 > 0"}));
  CHECK(refuted({{"x in (0,1)"}, {}, "x*(1-x) < 1/4"}));
  CHECK(witness({{"x in [0,1]"}, {}, "abs(x-1/sqrt(2)) > 0"}) == "x = sqrt(1/2)");
  CHECK(refuted({{"x in [0,10]"}, {}, "x^4 - 6*x^2 + 8.999999 >= 0"}));
  CHECK(refuted({{"x in [-2,2]", "y in [-2,2]"}, {}, "x^4*y^2 + x^2*y^4 - 3*x^2*y^2 + 0.99999999 >= 0"}));
  CHECK(refuted(
      {{"p in (0,1)", "q in (0,1)"}, {}, "p*log(p/q)+(1-p)*log((1-p)/(1-q)) >= 2*(p-q)^2+(4/8.99999)*(p-q)^4"}));
  CHECK(refuted({{"x in [0,1]"}, {}, "x >= 0 and x^2 <= 0.999999 and x <= 1"}));
  CHECK(refuted({{"x in (0,inf)"}, {}, "x + 2/x >= 2.8284271247461901"}));
  CHECK(refuted({{"x in (0,inf)"}, {}, "x + 2/x >= 2.828427124746190097603377448419396157139343751"}));
  CHECK_FALSE(refuted({{"x in (0,inf)"}, {}, "x + 2/x >= 2.828427124746190097603377448419396157139343750"}));
  CHECK(refuted({{"p in (0,1)", "q in (0,1)"}, {}, "p*log(p/q)+(1-p)*log((1-p)/(1-q)) >= 2.000001*(p-q)^2"}));
  CHECK(refuted({{"x in [0,inf)", "y in [0,inf)"}, {}, "x*y <= (x^2+y^2)/2.000001"}));
  CHECK(refuted({{"x in [0,1]", "y in [0,1]", "z in [0,1]"}, {}, "x*y*z <= (x^3+y^3+z^3)/3.000001"}));
  CHECK(refuted({{"x in [1,inf)"}, {}, "log(x) <= 100*x^(1/5)"}) == false);
  CHECK(refuted({{"x in [1,inf)"}, {}, "log(x) <= 40 + x^(1/50)"}));
  CHECK(refuted({{"x in [1,inf)"}, {}, "x < 1e350"}));
  CHECK(refuted({{"n integer in [1,inf)"}, {}, "n^2 - 79*n + 1601 <= 1e6"}));
}

TEST_CASE("hypotheses hold at counterexamples", "[refute]") {
  CHECK(witness({{"x in [0,1]", "y in [0,1]"}, {"x + y = 1"}, "x*y <= 1/5"}) == "x = 1/2, y = 1/2");
  CHECK(refuted({{"x in [0,1]", "y in [0,3]"}, {"y = exp(x)"}, "y <= 2"}));
  CHECK_FALSE(refuted({{"x in [0,1]", "y in [0,3]"}, {"y = exp(x)"}, "y >= 1"}));
  CHECK_FALSE(refuted({{"x in [0,1]"}, {"x > 1"}, "x >= 5"}));
  CHECK_FALSE(refuted({{"x in [-1,1]"}, {"log(x) <= 0"}, "x >= 0"}));
  CHECK(refuted({{"a in [1,inf)", "b in (0,inf)", "x in (0,inf)"}, {"x >= 4*a*log(2*a)+2*b"}, "x >= 2.35*a*log(x)+b"}));
  CHECK(refuted({{"x in [0,100]", "y in [0,100]"}, {"y >= x^2 + x + 1", "y <= x^2 + x + 1.001"}, "y <= 50 + x"}));
}

TEST_CASE("the same counterexample for the same seed, and none once stopped", "[refute]") {
  const Claim claim =
      claim_from({"x in [-3,3]", "y in [-2,2]"}, {}, "(4 - 2.1*x^2 + x^4/3)*x^2 + x*y + (-4 + 4*y^2)*y^2 >= -1.0316");
  const auto first = refute(claim), second = refute(claim), other = refute(claim, {.seed = 7});
  REQUIRE(first);
  REQUIRE(second);
  CHECK(first->witness == second->witness);
  CHECK(other.has_value());
  CHECK_FALSE(refute(claim, {.stop = [] { return true; }}).has_value());
}

TEST_CASE("a hint is tried first", "[refute]") {
  const Claim claim = claim_from({"x in [0,1000]"}, {}, "(x - 123.456)^2 >= 1e-20");
  CHECK(refute(claim, {.hints = {{123.456}}}).has_value());
}
