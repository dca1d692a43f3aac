// Verdicts on whole files of inequalities with known truth.
#include "tests/support/problem_files.hpp"

#include <map>

#include "tests/support/catch.hpp"
#include "tests/verify/decided_claims.hpp"

using namespace lemmacheck;
using namespace lemmacheck::verify;
using prover::Verdict;
using test_support::FileProblem;

namespace {

struct Count {
  std::size_t true_claims = 0, proved = 0, false_claims = 0, refuted = 0;
};

/// Every claim of a file; a wrong verdict fails at once, an undecided one only lowers the counts.
Count count(const std::string& file, double seconds) {
  Count made;
  for (const FileProblem& p : test_support::read_problem_file(file)) {
    const prover::Outcome outcome = tests::decided(p.texts, seconds);
    CAPTURE(file, p.id, p.texts.statements[0].text, prover::to_string(outcome.verdict), outcome.reason);
    CHECK_FALSE(tests::wrong(outcome, p.truth));
    CHECK_FALSE(outcome.vacuous);
    (p.truth ? made.true_claims : made.false_claims) += 1;
    made.proved += outcome.verdict == Verdict::proved ? 1 : 0;
    made.refuted += outcome.verdict == Verdict::refuted ? 1 : 0;
    if (!p.truth) CHECK(outcome.verdict == Verdict::refuted);
  }
  if (made.true_claims == 0) WARN("skipped: " << file << " does not lie beside the repository");
  return made;
}

}  // namespace

TEST_CASE("problem files: verdicts within a second or two", "[verify][problems]") {
  for (const std::string& file : test_support::problem_file_names) {
    const Count found = count(file, 1.5);
    CAPTURE(file, found.proved, found.true_claims);
    CHECK(found.proved * 3 >= found.true_claims);  // on an idle machine nearly all; a busy one does less in the time
  }
}

TEST_CASE("problem files: all verdicts", "[verify][problems][slow]") {
  const auto missed = [](const Count& found) { return found.true_claims - found.proved; };
  CHECK(missed(count("metitarski_and_probes.json", 10)) == 0);
  CHECK(missed(count("inequalities.json", 20)) <= 5);
  CHECK(missed(count("boxes.txt", 30)) <= 1);
}
