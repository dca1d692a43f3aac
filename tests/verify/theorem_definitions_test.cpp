// Lemmas that speak of the formulas of a theorem file, and what theorem-2-asymptotic's lemmas prove with them.
#include "verify/theorem_definitions.hpp"
#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "verify/evaluate.hpp"
#include "verify/lemma_file.hpp"
#include "verify/library.hpp"
#include "verify/prover/decide.hpp"

using namespace lemmacheck;
using namespace lemmacheck::verify;
using Words = std::vector<std::string>;

namespace {

TheoremFile theorem(const std::string& defines) {
  return read_theorem_file(
      "[theorem]\nid = 't'\nfor = ['n integer in [1, inf)', 'delta in (0, 1)']\nbudget = 'delta'\n[[event]]\nname = "
      "'e'\nshare = '1'\nfails = 'delta'\n[[define]]\nformula = [" +
          defines + "]\n[[conclusion]]\nname = 'last'\nformula = 'b + 1e3'\nside = 'upper'\n",
      "t.toml");
}

Words definitions(ClaimTexts texts, const TheoremFile& file) {
  use_definitions(texts, file, embedded_theorem);
  Words made;
  for (const Text& t : texts.definitions) made.push_back(t.text);
  return made;
}

ClaimTexts claim(const std::string& statement, const Words& ranges, const Words& own = {}) {
  ClaimTexts made;
  made.statements = {{statement, {}}};
  for (const std::string& r : ranges) made.ranges.push_back({r, {}});
  for (const std::string& d : own) made.definitions.push_back({d, {}});
  return made;
}

prover::Outcome decided(const std::string& keys) {
  const LemmaFile file = read_lemma_file("[[lemma]]\nid = 'a'\ntheorem = 'theorem-2-asymptotic'\n" + keys, "f.toml");
  prover::DecideOptions options;
  options.seconds = 60;
  options.look_for_repair = options.look_beyond = false;
  return prover::decide(read_claim(file.lemmas.front().texts), options);
}

const std::string at_log_d = "define = ['d = exp(l)', 'm = 32*l + t', 'delta = 1/l']\n";

}  // namespace

TEST_CASE("theorem definitions: what a claim names, in order", "[verify][lemmas]") {
  const TheoremFile file = theorem("'b = f(a) + n', 'a = n^2', 'f(s) = s*a', 'unused = delta'");
  CHECK(definitions(claim("b > 0", {"n in [1, 2]"}), file) == Words{"a = n^2", "f(s) = s*a", "b = f(a) + n"});
  CHECK(definitions(claim("last > 0", {"n in [1, 2]", "b real"}), file) == Words{"last = b + 1e3"});
  CHECK(definitions(claim("a > x", {"x, in [1, 2]"}, {"n = exp(x)", "y = b"}), file) ==
        Words{"n = exp(x)", "a = n^2", "f(s) = s*a", "b = f(a) + n", "y = b"});
  CHECK(definitions(claim("b > 0", {"n real", "a in [0, 1], x real"}), file) == Words{"f(s) = s*a", "b = f(a) + n"});
  CHECK(definitions(claim("n > 0", {"n real"}), file).empty());
  CHECK(read_claim([&] {
          ClaimTexts texts = claim("b > 0", {"n in [1, 2]"});
          use_definitions(texts, file, embedded_theorem);
          return texts;
        }())
            .variables.size() == 1);
  CHECK_THROWS_AS(definitions(claim("a > 0", {"n real"}), theorem("'b = a', 'a = b'")), numerics::ParseError);
  CHECK_THROWS_AS(read_lemma_file("[[lemma]]\nid = 'a'\nclaim = '1 > 0'\ntheorem = 'theorem-7'", "f"),
                  numerics::ParseError);
}

TEST_CASE("theorem definitions: a theorem that is an event", "[verify][lemmas]") {
  const TheoremFile file = embedded_theorem({"corollary-3", {}});
  CHECK(definitions(claim("pop.L0 > L_s", {"d real", "eps real", "f_s real"}), file) ==
        Words{"L_s          = log(1/f_s)", "pop.d = d", "pop.eps = eps", "pop.e0 = sqrt(pop.eps)/4",
              "pop.L0 = log((pop.d-1)/pop.e0)"});
  CHECK(definitions(claim("pop.delta > 0", {"delta real"}), file) == Words{"pop.delta = (0.5)*delta"});
}

TEST_CASE("theorem-2-asymptotic: constants that are too good are refuted", "[verify][prover]") {
  using enum prover::Verdict;
  // mpmath: 1/(2 l^(3/2) G12) is 3.818 at d = 1000 without rounding up, 5.44 at d = 700, and 0.9288 at d = 1e300
  CHECK(decided(at_log_d + "for = ['l in [log(1000), 8]', 't in [0, 1]']\nclaim = '2*3.7*l^(3/2)*G12 >= 1'").verdict ==
        refuted);
  CHECK(decided(at_log_d + "for = ['l in [log(700), 8]', 't in [0, 1]']\nclaim = '8*l^(3/2)*G12 >= 1'").verdict ==
        refuted);
  // the limit for d -> inf is 1/(7.2 sqrt(pi/128)) = 0.8865
  CHECK(decided(at_log_d + "for = ['l in [1e6, inf)', 't in [0, 1]']\nclaim = '2*0.88*l^(3/2)*G12 >= 1'").verdict ==
        refuted);
  // one step of the chain with a bound that is too good
  const std::string ranges =
      "for = ['tau in [1/4, 0.3495]', 'mu0 in [0, 0.2266]', 'Q in [0, 0.01131]', 'y in [0, 0.03163]']\n";
  CHECK(decided(ranges + "claim = 'slope >= 1.4045'").verdict == proved);
  CHECK(decided(ranges + "claim = 'slope >= 1.406'").verdict == refuted);
}

TEST_CASE("theorem-2-asymptotic: quantities agree with mpmath", "[verify][oracle]") {
  struct Point {
    Words at;
    std::map<std::string, double> values;
  };
  const Point points[] = {
      {{"d = 1000", "m = 222", "delta = 1/7", "eps = 0.01"},
       {{"tau", 0.3482108144465467},
        {"mu0", 0.2253083893218849},
        {"F", 1.00634527671482},
        {"sigma", 0.03074905299247156},
        {"W", 0.1189266966944239},
        {"W2", 6.542841911675967},
        {"slope", 1.408127475727082},
        {"gamma", 0.005596696907866076},
        {"G12", 0.006966444994701629},
        {"G1k", 0.1623881435673396}}},
      {{"d = 1e8", "m = 590", "delta = 1/18", "eps = 0.01"},
       {{"tau", 0.2963977097274025},
        {"mu0", 0.14934037123762},
        {"F", 1.002344441881696},
        {"sigma", 0.01043198960706299},
        {"W", 0.01115151065193774},
        {"W2", 5.653959560957102},
        {"slope", 1.682218400836328},
        {"gamma", 0.004326242133330203},
        {"G12", 0.005642917898287678},
        {"G1k", 0.4550693527643787}}},
  };
  const Theorem read = load(embedded_theorem({"theorem-2-asymptotic", {}}));
  for (const Point& point : points) {
    std::vector<Text> settings;
    for (const std::string& s : point.at) settings.push_back({s, {}});
    const Binding binding(read, settings);
    const Evaluation found = Evaluator(read, binding).at_point();
    CHECK(std::string(to_string(found.verdict)) == "holds");
    std::size_t seen = 0;
    for (const EvaluatedQuantity& q : found.quantities) {
      const auto expected = point.values.find(q.quantity->name);
      if (expected == point.values.end()) continue;
      CAPTURE(expected->first);
      CHECK(q.value.value.lower_double() > expected->second * (1 - 1e-14));
      CHECK(q.value.value.upper_double() < expected->second * (1 + 1e-14));
      ++seen;
    }
    CHECK(seen == point.values.size());
  }
}
