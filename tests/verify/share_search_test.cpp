// Shares on request, and the search for them: what it finds is only as good as the evaluation that follows.
#include "verify/share_search.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/enclosure_checks.hpp"
#include "verify/evaluate.hpp"
#include "verify/library.hpp"
#include "verify/shares.hpp"
#include "verify/simplex_descent.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;
using namespace lemmacheck::test_support;

namespace {

const std::vector<Text> point{{"d = 1e4", {}}, {"m = 256", {}}, {"delta = 0.1", {}}, {"eps = 0.01", {}}};

Rational total(const FoundShares& found, bool nested) {
  Rational sum = 0;
  for (const Text& s : found.shares) {
    const auto [name, value] = parse_assignment(s);
    if ((name.text.find('.') != std::string::npos) == nested) sum += Decimal::parse(value.text).to_rational();
  }
  return sum;
}

double upper(const Theorem& theorem, const std::string& conclusion, const std::vector<Text>& settings) {
  const Binding binding(theorem, settings);
  const Evaluation found = Evaluator(theorem, binding).at_point();
  REQUIRE(found.verdict == TheoremVerdict::holds);
  for (const EvaluatedConclusion& c : found.conclusions)
    if (c.conclusion->name == conclusion) return c.value->value.upper_double();
  FAIL("no conclusion " << conclusion);
  return 0;
}

}  // namespace

TEST_CASE("shares: by the chosen variable, by the event, by prefix", "[verify]") {
  const TheoremFile file = embedded_theorem({"corollary-3", {}});
  const std::vector<Text> shares{{"pop.tau = 1/100", {}}, {"sample gradient=0.4", {}}, {"pop = 0.55", {}}};
  const Theorem theorem = load_with_shares(file, shares);
  const auto share = [&](const std::string& event) {
    return std::ranges::find(theorem.events, event, &Event::name)->share;
  };
  CHECK(share("pop.support scores") == Rational(1, 100));
  CHECK(share("sample gradient") == Rational(2, 5));
  CHECK(share("the population statement") == Rational(11, 20));
  CHECK(share("pop.support correlation") == Rational(3, 100));  // as in its file
}

TEST_CASE("shares: errors", "[verify][negative]") {
  const TheoremFile file = embedded_theorem({"corollary-3", {}});
  const auto code = [&](const std::vector<std::string>& shares) {
    std::vector<Text> texts;
    for (const std::string& s : shares) texts.push_back({s, {}});
    return code_of([&] { load_with_shares(file, texts); });
  };
  CHECK(code({"taw = 0.1"}) == "LC226");
  CHECK(code({"pop.taw = 0.1"}) == "LC226");
  CHECK(code({"f_s"}) == "LC226");
  CHECK(code({"f_s = 0.1", "sample gradient = 0.1"}) == "LC226");
  CHECK(code({"f_s = 0.9"}) == "LC135");  // more than 1 in all
  CHECK(code({"f_s = -0.1"}) == "LC135");
  CHECK(code({"f_s = delta"}) == "LC135");
}

TEST_CASE("share search: short decimals that add up to 1, the same for the same seed", "[verify]") {
  const TheoremFile file = embedded_theorem({"theorem-2", {}});
  ShareSearchOptions options;
  options.minimise = "eta_min";
  options.rounds = 1;
  const FoundShares found = find_shares(file, point, options);
  CHECK(found.approx_holds);
  CHECK(total(found, false) == Rational(1));
  const FoundShares again = find_shares(file, point, options);
  REQUIRE(again.shares.size() == found.shares.size());
  for (std::size_t i = 0; i < found.shares.size(); ++i) CHECK(again.shares[i].text == found.shares[i].text);
  // the certified value is what the search promised, and better than with the shares of the file
  const double certified = upper(load_with_shares(file, found.shares), "eta_min", point);
  CHECK(certified < upper(load(file), "eta_min", point) / 4);
  CHECK(std::abs(certified / found.approx_value - 1) < 1e-6);
}

TEST_CASE("share search: least budget, from shares at which nothing holds", "[verify]") {
  const TheoremFile file = embedded_theorem({"theorem-2", {}});
  ShareSearchOptions options;
  options.rounds = 1;
  std::vector<Text> small = point;
  small[2].text = "delta = 0.03";
  const FoundShares found = find_shares(file, small, options);
  REQUIRE(found.approx_holds);
  const Theorem theorem = load_with_shares(file, found.shares);
  const auto verdict = [&](double delta) {
    std::vector<Text> settings = point;
    settings[2].text = "delta = " + std::to_string(delta);
    const Binding binding(theorem, settings);
    return Evaluator(theorem, binding).at_point().verdict;
  };
  CHECK(verdict(found.approx_value * 1.002) == TheoremVerdict::holds);
  CHECK(verdict(found.approx_value * 0.99) == TheoremVerdict::fails);
  CHECK(found.approx_value < 0.0893);  // the least delta with the shares of the file
}

TEST_CASE("share search: shares of a theorem that is an event", "[verify]") {
  const TheoremFile file = embedded_theorem({"corollary-3", {}});
  ShareSearchOptions options;
  options.minimise = "n_bernstein";
  options.rounds = 1;
  const FoundShares found = find_shares(file, point, options);
  CHECK(total(found, false) == Rational(1));
  CHECK(total(found, true) == Rational(1));
  const Theorem theorem = load_with_shares(file, found.shares);
  CHECK(upper(theorem, "n_bernstein", point) > 0);
}

TEST_CASE("share search: errors", "[verify][negative]") {
  ShareSearchOptions options;
  options.minimise = "eta";
  CHECK(code_of([&] { find_shares(embedded_theorem({"theorem-2", {}}), point, options); }) == "LC227");
}

TEST_CASE("simplex descent: a quadratic in three variables", "[verify]") {
  const auto value = [](const std::vector<double>& x) {
    return (x[0] - 1) * (x[0] - 1) + 4 * (x[1] + 2) * (x[1] + 2) + (x[2] - x[0]) * (x[2] - x[0]);
  };
  std::vector<double> x{0, 0, 0};
  for (int i = 0; i < 3; ++i) x = descend(x, {0.5, 0.5, 0.5}, value, 300);
  CHECK(std::abs(x[0] - 1) < 1e-3);
  CHECK(std::abs(x[1] + 2) < 1e-3);
  CHECK(std::abs(x[2] - 1) < 1e-3);
}
