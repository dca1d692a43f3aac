// What would repair a refuted claim.
#include "tests/support/catch.hpp"
#include "tests/verify/claim_samples.hpp"
#include "verify/prover/decide.hpp"
#include "verify/prover/refute.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;
using namespace lemmacheck::verify::prover;
using lemmacheck::verify::tests::claim_from;

namespace {

struct Mended {
  Claim claim;
  Repair repair;
  std::string pieces() const {
    std::string out;
    for (const Repair::Piece& p : repair.true_on) out += (out.empty() ? "" : " | ") + p.text;
    return out;
  }
};

Mended mended(const std::vector<std::string>& ranges, const std::string& statement) {
  Mended made{claim_from(ranges, {}, statement), {}};
  const auto found = refute(made.claim);
  REQUIRE(found);
  made.repair = repair(made.claim, *found);
  return made;
}

}  // namespace

TEST_CASE("the ranges on which a refuted claim is true", "[refute]") {
  CHECK(mended({"x in (0,3)"}, "(x-log(1+x))/2 >= x^2/6").pieces() == "x in (0, 0.78706443761]");
  CHECK(mended({"t in [0,inf)"}, "erfc(t/sqrt(2))/2 <= exp(-t^2/2)/sqrt(2*pi)").pieces() ==
        "t in [0.30263084072, inf)");
  CHECK(mended({"x in (-1,inf)"}, "log(1+x) >= x-x^2/2").pieces() == "x in [0, inf)");
  CHECK(mended({"x in [-1,3]"}, "x^(-2) <= 1").pieces() == "x in [-1, -1] | x in [1, 3]");
  CHECK(mended({"x in [-10,10]"}, "0/x <= 0").pieces() == "x in [-10, 0) | x in (0, 10]");
  CHECK(mended({"x in [1,1.8]"}, "tan(x) <= 3").pieces() == "x in [1, 1.2490457723] | x in (pi/2, 1.8]");
  CHECK(mended({"t in [0,pi/2]"}, "1/2-t/pi <= exp(-t^2)/2").pieces() ==
        "t in [0, 1.058575868] | t in [1.1858772052, pi/2]");
  CHECK(mended({"x in (-inf,inf)"}, "sin(x) <= 1/2").pieces().empty());
}

TEST_CASE("no counterexample on the ranges of a repair", "[refute]") {
  for (const char* statement : {"(x-log(1+x))/2 >= x^2/6", "exp(x) <= 2.7", "x^2 > x^3", "1/(x-1) >= 0"}) {
    CAPTURE(statement);
    const Mended m = mended({"x in [0,3]"}, statement);
    REQUIRE_FALSE(m.repair.true_on.empty());
    for (const Repair::Piece& p : m.repair.true_on) {
      Claim part = m.claim;
      part.variables = {p.range};
      CHECK_FALSE(refute(part).has_value());
    }
  }
}

TEST_CASE("repairs in words", "[refute]") {
  CHECK(mended({"x in (0,3)"}, "(x-log(1+x))/2 >= x^2/6").repair.words.starts_with("true up to x = 0.787064.."));
  CHECK(mended({"t in [0,inf)"}, "erfc(t/sqrt(2))/2 <= exp(-t^2/2)/sqrt(2*pi)")
            .repair.words.starts_with("true for t >= 0.302631.."));
  CHECK(mended({"x in [0,1]"}, "x^2 > x+1").repair.words == "the reversed claim appears to hold");
  CHECK(mended({}, "exp(1) < 2").repair.words == "the reversed claim holds");
  CHECK(mended({}, "0.1+0.2 < 0.3").repair.words == "true with <= in place of <");
  CHECK(mended({"x in [0,2]"}, "x*(2-x) < 1").repair.words == "true with <= in place of <");
  CHECK(mended({"n integer in [1,inf)"}, "lgamma(n+1) < 1+n*log(n)-n").repair.words ==
        "the reversed claim appears to hold");
  CHECK(mended({"n integer in [1,inf)"}, "n^2 <= 5000*n").repair.words == "true up to n = 5000");
  CHECK(mended({"n integer in [1,inf)"}, "n^2 >= 50*n").repair.words == "true for n >= 50");
  const std::string words =
      mended({"p in (0,1)"}, "abs((-p*log(p)-(1-p)*log(1-p))/log(2)-(4*p*(1-p))^(3/4)) <= 0.008").repair.words;
  CHECK(words.ends_with("the claim appears to hold with 0.0081 in place of 0.008"));
}

TEST_CASE("repair: what is said of whole numbers is proved, or said to be an appearance", "[prover][repair]") {
  const auto refuted = [](const std::string& statement) {
    const Outcome found = decide(claim_from({"n integer in [1, inf)"}, {}, statement));
    CHECK(found.verdict == Verdict::refuted);
    return found;
  };
  const Outcome square = refuted("n^2 >= 7");
  CHECK((square.repair == "true for n >= 3" && square.true_on == std::vector<std::string>{"n >= 3"}));
  for (const char* far : {"123457", "98765", "1234567"}) {  // fails there, too
    const Outcome hidden = refuted("min(abs(n-1) - 1/2, abs(n-" + std::string(far) + ") - 1/2) >= 0");
    CAPTURE(far, hidden.repair);
    CHECK(hidden.true_on.empty());
    CHECK((hidden.repair.empty() || hidden.repair.starts_with("apparently ")));
  }
}
