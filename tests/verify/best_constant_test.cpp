// Best constants against the least value of a ratio that is known: no point of the domain may speak against what is
// said to fail, or be forgotten by what is said to hold.
#include <algorithm>

#include "numerics/parser.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/claim_samples.hpp"
#include "tests/verify/random_goals.hpp"
#include "verify/prover/decide.hpp"

using namespace lemmacheck;
using namespace lemmacheck::verify;
using namespace lemmacheck::verify::tests;
using numerics::Rational;
using Words = std::vector<std::string>;

namespace {

Rational number(const std::string& text) {
  numerics::Graph graph;
  return numerics::exact_value(graph, numerics::parse_expression(graph, text, bounds::functions()).root).value();
}

prover::BestConstant best(const Words& ranges, const Words& hypotheses, const std::string& statement) {
  prover::DecideOptions options;
  options.seconds = 8;
  options.parallel = false;
  return prover::best_constant(claim_from(ranges, hypotheses, statement), "C", options);
}

/// A ratio that increases for x > 0, and its values.
struct Increasing {
  std::string text;
  Rational (*at)(const Rational&);
};
const std::vector<Increasing>& increasing() {
  static const std::vector<Increasing> all{
      {"x", [](const Rational& x) { return x; }},
      {"x^2", [](const Rational& x) { return x * x; }},
      {"x/(1+x)", [](const Rational& x) { return x / (Rational(1) + x); }},
      {"(3 - 1/(2+x))", [](const Rational& x) { return Rational(3) - Rational(1) / (Rational(2) + x); }},
  };
  return all;
}

}  // namespace

TEST_CASE("best constant: limits at ends that the domain does not come near to", "[prover][best]") {
  const auto least = [](const std::string& range, const Words& hypotheses, const std::string& statement,
                        const Rational& truth) {
    const prover::BestConstant found = best({range}, hypotheses, statement);
    CAPTURE(range, hypotheses, statement, found.holds, found.fails);
    if (!found.holds.empty()) CHECK(number(found.holds) <= truth);
    if (!found.fails.empty()) CHECK(number(found.fails) >= truth);
    CHECK_FALSE((found.holds.empty() && found.fails.empty()));
  };
  least("x in (0, inf)", {"x >= 2"}, "x^2 >= C*x", Rational(2));
  least("n integer in (0, 10]", {}, "n >= C", Rational(1));
  least("n integer in [1/2, 10]", {}, "n^2 >= C*n", Rational(1));
  least("x in [0, inf)", {"x <= 3"}, "1/(1+x) >= C", Rational(1, 4));
  const prover::BestConstant limit = best({"n integer in [1, inf)"}, {}, "1 + 1/n >= C");
  CHECK((limit.holds == "1" && limit.fails == "1"));
}

TEST_CASE("best constant: a hypothesis may not depend on it", "[prover][best]") {
  const prover::BestConstant found = best({"x in [0, 9]"}, {"x >= C"}, "x^2 >= C");
  CHECK((found.holds.empty() && found.fails.empty()));
  CHECK(found.reason.find("hypothesis") != std::string::npos);
}

TEST_CASE("best constant: random domains of a monotone ratio", "[prover][best][random]") {
  Random random(20261201);
  int stated = 0;
  for (int round = 0; round < 40; ++round) {
    const Increasing& ratio = one_of(random, increasing());
    const long low = static_cast<long>(below(random, 3)), half = low * 2 + static_cast<long>(below(random, 2));
    const bool whole = chance(random, 40), open = chance(random, 50), with_hypothesis = chance(random, 40);
    const Rational from(half, 2);
    Rational least = from;  // the infimum of the domain
    Words hypotheses;
    if (with_hypothesis) {
      const long cut = static_cast<long>(below(random, 5));
      hypotheses.push_back((chance(random, 50) ? "x >= " : "x > ") + std::to_string(cut));
      least = std::max(least, Rational(cut));
    }
    if (whole) {
      const auto inside = [&](const Rational& n) {
        const bool hypothesis = !with_hypothesis || hypotheses[0].find(">=") != std::string::npos
                                    ? true
                                    : n > Rational(std::stol(hypotheses[0].substr(4)));
        return n >= least && (open ? n > from : n >= from) && hypothesis;
      };
      least = ceil(least);
      while (!inside(least)) least += Rational(1);
    }
    const std::string range = std::string(whole ? "x integer in " : "x in ") + (open ? "(" : "[") +
                              std::to_string(half) + "/2, " + (chance(random, 50) ? "inf)" : "9]");
    const Rational truth = ratio.at(least);
    const prover::BestConstant found = best({range}, hypotheses, ratio.text + " >= C");
    CAPTURE(range, hypotheses, ratio.text, found.holds, found.fails, truth.approx_double());
    if (!found.holds.empty()) CHECK(number(found.holds) <= truth);
    if (!found.fails.empty()) CHECK(number(found.fails) >= truth);
    stated += found.holds.empty() || found.fails.empty() ? 0 : 1;
  }
  CHECK(stated > 10);
}
