// Counterexamples: found where a claim is false, never where it is true, and checked again independently.
#include "verify/prover/refute.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/problem_files.hpp"
#include "tests/verify/decided_claims.hpp"

using namespace lemmacheck;
using namespace lemmacheck::verify;

TEST_CASE("false claims are refuted, true ones are not", "[refute][problems]") {
  for (const std::string& file : test_support::problem_file_names) {
    const auto problems = test_support::read_problem_file(file);
    if (problems.empty()) WARN("skipped: " << file << " does not lie beside the repository");
    for (const test_support::FileProblem& p : problems) {
      const Claim claim = read_claim(p.texts);
      CAPTURE(p.id, p.texts.statements[0].text);
      const auto found = prover::refute(claim);
      CHECK(found.has_value() == !p.truth);
      if (!found || p.truth) continue;
      CHECK_FALSE(found->undefined_at.has_value());
      tests::check_witness(claim, *found);
      REQUIRE(found->violation.has_value());
      CHECK(found->violation->lower_double() >= 0);
    }
  }
}

TEST_CASE("a counterexample on the boundary of a hypothesis is found", "[refute]") {
  ClaimTexts texts;
  texts.statements = {{"2*k + log(n) > 3", {}}};  // false at n = 2, k = 1 only
  texts.hypotheses = {{"k <= n - 1", {}}};
  for (const std::string upper : {"10]", "inf)"}) {
    texts.ranges = {{"n integer in [2, " + upper, {}}, {"k integer in [1, " + upper, {}}};
    const Claim claim = read_claim(texts);
    const auto found = prover::refute(claim);
    REQUIRE(found);
    tests::check_witness(claim, *found);
  }
}
