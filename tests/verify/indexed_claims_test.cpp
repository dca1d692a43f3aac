// Sums in lemmas and in theorem files.
#include "tests/support/catch.hpp"
#include "tests/support/enclosure_checks.hpp"
#include "verify/claim_reader.hpp"
#include "verify/evaluate.hpp"
#include "verify/library.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;
using namespace lemmacheck::test_support;

namespace {

Claim claim(const std::vector<std::string>& definitions, const std::string& statement) {
  ClaimTexts texts;
  texts.ranges = {{"x in [0, 1]", {}}, {"k in [0, 1]", {}}};
  for (const std::string& d : definitions) texts.definitions.push_back({d, {}});
  texts.statements = {{statement, {}}};
  return read_claim(texts);
}

bool same(const std::vector<std::string>& definitions, const std::string& a, const std::string& b) {
  Claim first = claim(definitions, a);
  const Claim second = claim(definitions, b);
  return substitute(second.graph, second.statement, first.graph, {}) == first.statement;
}

/// The value of the conclusion `value` of a theorem with these definitions.
Rational theorem_value(const std::string& definitions, const std::string& conclusion) {
  const std::string file =
      "[theorem]\nid = \"t\"\nfor = [\"n integer in [1, inf)\", \"delta in (0, 1)\"]\n"
      "budget = \"delta\"\n[[define]]\nformula = [" +
      definitions + "]\n[[conclusion]]\nname = \"value\"\nformula = \"" + conclusion + "\"\nside = \"upper\"\n";
  const Theorem theorem = load(read_theorem_file(file, "t.toml"));
  const std::vector<Text> settings{{"n = 3", {}}, {"delta = 0.5", {}}};
  const Binding binding(theorem, settings);
  const Evaluation found = Evaluator(theorem, binding).at_point();
  REQUIRE(found.conclusions.at(0).value);
  REQUIRE(found.conclusions.at(0).value->exact);
  return *found.conclusions.at(0).value->exact;
}

}  // namespace

TEST_CASE("sums in claims are the sums that they abbreviate", "[verify]") {
  CHECK(same({}, "sum(x^j, j, 0, 2) <= 3", "x^0 + x^1 + x^2 <= 3"));
  CHECK(same({"N = 2", "p(s) = s*x"}, "sum(p(j), j, 1, N) <= 3", "1*x + 2*x <= 3"));
  CHECK(same({"f(n) = sum(j, j, 1, n)"}, "x <= f(3)", "x <= 1 + 2 + 3"));
  // a definition speaks of the variable k, the sum of its index
  CHECK(same({"c = k^2", "f(s) = s*k"}, "sum(c*k + f(k), k, 1, 2) <= 9", "k^2*1 + 1*k + (k^2*2 + 2*k) <= 9"));
  CHECK(code_of([] { claim({}, "sum(j, j, 1, k) <= 9"); }) == "LC114");
  CHECK(code_of([] { claim({}, "sum(j*y, j, 1, 2) <= 9"); }) == "LC131");
  CHECK(code_of([] { claim({}, "sum(j, j, 1, 2) <= j"); }) == "LC131");
}

TEST_CASE("sums in theorem files", "[verify][exact]") {
  CHECK(theorem_value("\"N = 4\", \"f(s) = s^2\"", "sum(f(k), k, 1, N)") == Rational(30));
  CHECK(theorem_value("\"f(s) = sum(k, k, 1, s)\"", "f(3) + f(0)") == Rational(6));
  CHECK(theorem_value("\"k = n\", \"f(s) = s*k\"", "sum(f(k), k, 1, 2)") == Rational(9));
  // enclosed terms: the ends are summed
  CHECK(theorem_value("\"x(s) = pm(s, 1)\"", "upper(sum(x(k), k, 1, 3))") == Rational(9));
  CHECK(theorem_value("\"x(s) = pm(s, 1)\"", "lower(prod(x(k), k, 1, 2))") == Rational(0));
  CHECK(theorem_value("\"x(s) = pm(s, 1)\"", "upper(min_over(x(k), k, 1, 2))") == Rational(2));
  CHECK(code_of([] { theorem_value("\"y = 1\"", "sum(k, k, 1, n)"); }) == "LC114");
  CHECK(code_of([] { theorem_value("\"y = 1\"", "max_over(k, k, 1, 0)"); }) == "LC114");
}
