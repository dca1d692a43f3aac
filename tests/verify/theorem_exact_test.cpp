// Ties: where both sides are rational numbers, equality is decided and not lost to rounding.
#include "tests/support/catch.hpp"
#include "tests/support/edited_text.hpp"
#include "verify/evaluate.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;

namespace {

TheoremVerdict verdict(const std::string& claim, const std::vector<std::string>& given = {"n = 100", "delta = 0.05"}) {
  const std::string text = lemmacheck::test::replaced(R"toml([theorem]
id     = "tie"
for    = ["n integer in [1, inf)", "delta in (0, 1)"]
budget = "delta"
[[event]]
name   = "linear"
share  = "0.3"
choose = "largest f in (0, 1]"
fails  = "3*f"
[[event]]
name   = "bounded"
share  = "0.7"
choose = "smallest t in [1/3, 1]"
fails  = "2*exp(-2*n*t^2)"
[[define]]
formula = ["third = 1/3", "half(x) = x/2"]
[[condition]]
name  = "claim"
claim = "CLAIM"
)toml",
                                                      "CLAIM", claim);
  const Theorem theorem = load(read_theorem_file(text, "tie.toml"));
  std::vector<Text> settings;
  for (const std::string& g : given) settings.push_back({g, {}});
  const Binding binding(theorem, settings);
  return Evaluator(theorem, binding).at_point({.limit = Precision(256)}).verdict;
}

}  // namespace

TEST_CASE("a tie of rational numbers is decided", "[verify][exact]") {
  for (const char* claim : {"delta <= 1/20", "delta >= 0.05", "delta = 5e-2", "n*delta = 5", "delta^2 <= 1/400",
                            "third*3 = 1", "max(delta, 1/20) <= 0.05 and n >= 100", "half(delta) = 1/40", "f = 0.005",
                            "200*f <= 1", "abs(delta - 0.1) = 0.05", "if(delta <= 0.05, 1, 2) = 1",
                            "ceil(20*delta) = 1", "n^2 = 1e4", "1/n <= 0.01", "sqrt(n) = 10", "log(n/100) = 0"}) {
    CAPTURE(claim);
    CHECK(verdict(claim) == TheoremVerdict::holds);
  }
}

TEST_CASE("a strict comparison of equal rational numbers fails", "[verify][exact]") {
  for (const char* claim :
       {"delta < 1/20", "delta > 0.05", "n*delta < 5", "third*3 > 1", "f < 0.005", "floor(20*delta) < 1"}) {
    CAPTURE(claim);
    CHECK(verdict(claim) == TheoremVerdict::fails);
  }
}

TEST_CASE("a near miss is no tie", "[verify][exact][negative]") {
  const std::vector<std::string> above{"n = 100", "delta = 0.05000000000000000000000000000000000000001"};
  CHECK(verdict("delta <= 1/20", above) == TheoremVerdict::fails);
  CHECK(verdict("delta > 1/20", above) == TheoremVerdict::holds);
  CHECK(verdict("n*delta <= 5", above) == TheoremVerdict::fails);
}

TEST_CASE("a tie that is not decided is not claimed", "[verify][exact][negative]") {
  // all true, none provable by more bits; the chosen t is 1/3, the end of its domain
  CHECK(verdict("t <= third") != TheoremVerdict::fails);
  CHECK(verdict("exp(delta - 0.05) = 1") != TheoremVerdict::fails);
  CHECK(verdict("sqrt(2)*sqrt(2) >= 2") != TheoremVerdict::fails);
  CHECK(verdict("log(4) <= 2*log(2)") != TheoremVerdict::fails);
  // all false
  CHECK(verdict("t < third") != TheoremVerdict::holds);
  CHECK(verdict("sqrt(2)*sqrt(2) > 2") != TheoremVerdict::holds);
  CHECK(verdict("log(4) < 2*log(2)") != TheoremVerdict::holds);
}
