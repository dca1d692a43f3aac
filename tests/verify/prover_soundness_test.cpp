// Verdicts on random claims near the border of truth, against evaluation at many points.
#include <cmath>
#include <limits>

#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/random_goals.hpp"
#include "verify/claim_reader.hpp"
#include "verify/kernel/certificate.hpp"
#include "verify/prover/decide.hpp"

using namespace lemmacheck;
using namespace lemmacheck::verify;
using namespace lemmacheck::verify::tests;
using numerics::BigInterval;
using numerics::Defined;
using numerics::Truth;

namespace {

constexpr auto precision = PointSampler::precision;

std::string random_range(Random& random, const std::string& name) {
  static const std::vector<std::string> lowers{"-inf", "0", "0", "0", "1", "-1", "1/2", "-2", "1"};
  static const std::vector<std::string> widths{"inf", "inf", "1", "2", "3", "1/2"};
  const std::string lower = one_of(random, lowers), width = one_of(random, widths);
  const std::string upper = width == "inf" || lower == "-inf" ? width : lower + " + " + width;
  const bool open = lower == "-inf" || chance(random, 50), open_above = upper == "inf" || chance(random, 50);
  return name + (chance(random, 12) ? " integer in " : " in ") + (open ? "(" : "[") + lower + ", " + upper +
         (open_above ? ")" : "]");
}

/// The least value of the left side that some points show.
double least_value(const Claim& claim, Random& random) {
  Claim copy = claim;
  const std::vector<kernel::Goal> goals = kernel::claim_goals(copy);
  const PointSampler sampler(copy.graph, goals.front().domain);
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 150; ++i) {
    const auto point = sampler.draw(random);
    if (!point) continue;
    for (const kernel::Goal& goal : goals) {
      const auto value = sampler.evaluate(goal.f, *point);
      if (value.defined != Defined::everywhere || value.value.is_empty() || !value.value.is_bounded()) continue;
      least = std::min(least, value.value.approx_double());
    }
  }
  return least;
}

/// f >= c with c at, a little below or a little above the least value seen.
ClaimTexts random_claim(Random& random) {
  ClaimTexts texts;
  std::vector<std::string> names{"x"};
  if (chance(random, 35)) names.emplace_back("y");
  for (const std::string& name : names) texts.ranges.push_back({random_range(random, name), {}});
  if (chance(random, 15)) {
    texts.hypotheses.push_back(
        {random_formula(random, names, 1) + (chance(random, 50) ? " >= " : " > ") + random_formula(random, names, 0),
         {}});
  }
  const std::string f = random_formula(random, names, 1 + static_cast<int>(below(random, 3)));
  texts.statements = {{f + " >= 0", {}}};
  const double least = least_value(read_claim(texts), random);
  std::string right = "0";
  if (std::abs(least) < 1e6) {
    static const std::vector<double> offsets{0, 0.01, -0.01, -1e-4};
    const double rounded = std::round(least * 1000) / 1000;
    right = std::to_string(
        std::abs(rounded - least) < 1e-9 ? rounded : least + one_of(random, offsets) * std::max(1.0, std::abs(least)));
  }
  texts.statements = {{f + (chance(random, 30) ? " > " : " >= ") + right, {}}};
  return texts;
}

/// What contradicts a point at which a claim is said to fail or to have no value; "" when nothing does.
std::string wrong_with_point(const Claim& claim, const prover::Point& point, bool no_value) {
  Claim copy = claim;
  const std::vector<kernel::Goal> goals = kernel::claim_goals(copy);
  const kernel::Goal& goal = goals.front();
  const PointSampler sampler(copy.graph, goal.domain);
  const BigInterval zero(0, precision);
  std::vector<BigInterval> at(copy.graph.variable_count(), zero);
  for (const kernel::Range& r : goal.domain.ranges) {
    numerics::Graph own;
    const numerics::NodeId written =
        numerics::parse_expression(own, point.at(copy.graph.variable_name(r.variable)), bounds::functions()).root;
    const numerics::Tape tape(own, std::span(&written, 1));
    const auto value = tape.run({}, precision)[tape.slot(written)];
    if (value.defined != Defined::everywhere) return "a coordinate has no value";
    at[copy.graph.node(r.variable).index] = value.value;
    if (r.integer && less(floor(value.value), value.value) == Truth::yes) return "a coordinate is no whole number";
    const auto inside = [&](const BigInterval& a, const BigInterval& b, bool open) {
      return (open ? less(a, b) : less_equal(a, b)) != Truth::no;
    };
    if (!r.lower.infinite && !inside(sampler.evaluate(r.lower.value, at).value, value.value, r.lower.open))
      return "a coordinate is too small";
    if (!r.upper.infinite && !inside(value.value, sampler.evaluate(r.upper.value, at).value, r.upper.open))
      return "a coordinate is too large";
  }
  for (const kernel::Hypothesis& h : goal.domain.hypotheses) {
    const auto value = sampler.evaluate(h.value, at);
    if (value.defined == Defined::nowhere) return "a hypothesis has no value";
    if ((h.strict ? less(zero, value.value) : less_equal(zero, value.value)) == Truth::no) return "a hypothesis fails";
  }
  // min and max are taken apart: one part that fails is enough.
  std::string why;
  for (const kernel::Goal& part : goals) {
    const auto value = sampler.evaluate(part.f, at);
    if (no_value) {
      why = value.defined == Defined::everywhere ? "the claim has a value" : "";
    } else if (value.defined == Defined::nowhere) {
      why = "the claim has no value";
    } else {
      const bool holds = (part.strict ? less(zero, value.value) : less_equal(zero, value.value)) == Truth::yes;
      why = holds ? "the claim holds" : "";
    }
    if (why.empty()) break;
  }
  return why;
}

/// What contradicts the outcome.
std::string wrong_with(const Claim& claim, const ClaimTexts& texts, const prover::Outcome& outcome, Random& random) {
  if (outcome.verdict == prover::Verdict::undecided) return "";
  if (outcome.verdict != prover::Verdict::proved) {
    const bool no_value = outcome.verdict == prover::Verdict::undefined;
    const auto& point = no_value ? outcome.refutation->undefined_at : outcome.refutation->witness;
    return wrong_with_point(claim, *point, no_value);
  }
  Claim copy = claim;
  for (const kernel::Goal& goal : kernel::claim_goals(copy)) {
    std::vector<BigInterval> where;
    if (find_fault(copy.graph, goal, random, 2000, &where) != Fault::none)
      return "proved, but false at " + point_text(copy.graph, goal.domain, where);
    if (outcome.vacuous && has_point(copy.graph, goal.domain, random, 500)) return "not vacuous";
  }
  const std::string written = kernel::write_certificate(texts, *outcome.proof);
  return kernel::check(kernel::read_certificate(written, "certificate"));
}

void test_claims(std::uint64_t seed, int count, double seconds) {
  Random random(seed);
  std::map<prover::Verdict, int> verdicts;
  for (int i = 0; i < count; ++i) {
    ClaimTexts texts;
    std::optional<Claim> claim;
    try {
      texts = random_claim(random);
      claim = read_claim(texts);
    } catch (const numerics::ParseError&) {
      continue;  // an empty range of whole numbers
    }
    prover::DecideOptions options;
    options.seconds = seconds;
    options.most_boxes = 20'000;
    options.parallel = false;
    const prover::Outcome outcome = prover::decide(*claim, options);
    ++verdicts[outcome.verdict];
    INFO(statement_text(texts) << " for " << ranges_text(texts)
                               << (texts.hypotheses.empty() ? "" : " if " + texts.hypotheses[0].text) << ": "
                               << to_string(outcome.verdict));
    CHECK(wrong_with(*claim, texts, outcome, random).empty());
  }
  CHECK(verdicts[prover::Verdict::proved] > count / 10);
  CHECK(verdicts[prover::Verdict::refuted] > count / 10);
  CHECK(verdicts[prover::Verdict::undefined] > count / 10);
}

}  // namespace

TEST_CASE("prover: verdicts on random claims stand", "[verify][prover][random]") { test_claims(20261130, 120, 0.3); }

TEST_CASE("prover: parts without a value may be arguments", "[verify][prover]") {
  ClaimTexts texts;
  texts.statements = {{"kl(log1p(y - x), y/2) >= 0", {}}};
  texts.ranges = {{"x in (0, inf)", {}}, {"y in (0, inf)", {}}};
  CHECK(prover::decide(read_claim(texts)).verdict == prover::Verdict::undefined);
}

TEST_CASE("prover: a proof by limits is one for the checker too", "[verify][prover][slow]") {
  ClaimTexts texts;
  texts.statements = {{"entropy((p+q)/2) - (entropy(p)+entropy(q))/2 <= log(2)*abs(p-q)", {}}};
  texts.ranges = {{"p in (0, 1)", {}}, {"q in (0, 1)", {}}};
  CHECK(prover::decide(read_claim(texts)).verdict == prover::Verdict::proved);
}

TEST_CASE("prover: an exponential of logarithms against the rest", "[verify][prover]") {
  const auto verdict = [](const std::string& claim) {
    ClaimTexts texts;
    texts.statements = {{claim, {}}};
    texts.ranges = {{"p in (0, 1)", {}}, {"q in (0, 1)", {}}};
    return prover::decide(read_claim(texts), {.seconds = 30}).verdict;
  };
  const std::string power = "(q/p)^p*((1-q)/(1-p))^(1-p)";  // exp(-KL(p, q))
  CHECK(verdict(power + " + (p-q)^2 <= 1") == prover::Verdict::proved);
  CHECK(verdict(power + " + 3*(p-q)^2 <= 1") == prover::Verdict::refuted);
  CHECK(verdict(power + " < 1") == prover::Verdict::refuted);
}

TEST_CASE("prover: verdicts on many random claims stand", "[verify][prover][random][slow]") { test_claims(4, 2500, 1); }

TEST_CASE("prover: whole numbers next to open ends, against every one of them", "[verify][prover][random]") {
  Random random(59);
  for (int i = 0; i < 150; ++i) {
    const int lower = static_cast<int>(below(random, 9)) - 4, upper = lower + 1 + static_cast<int>(below(random, 9));
    const bool open = chance(random, 70), open_above = chance(random, 70), half = chance(random, 30);
    const int first = open || half ? lower + 1 : lower, last = open_above && !half ? upper - 1 : upper;
    if (first > last) continue;
    const int a = static_cast<int>(below(random, 3)) - 1, b = static_cast<int>(below(random, 7)) - 3;
    const auto f = [&](int n) { return a * n * n + b * n; };
    int least = f(first);
    for (int n = first; n <= last; ++n) least = std::min(least, f(n));
    const bool strict = chance(random, 30), holds = chance(random, 60);
    const int right = holds ? (strict ? least - 1 : least) : (strict ? least : least + 1);
    const auto end = [&](int n) { return std::to_string(n) + (half ? " + 1/2" : ""); };
    ClaimTexts texts;
    texts.ranges = {
        {"n integer in " + std::string(open ? "(" : "[") + end(lower) + ", " + end(upper) + (open_above ? ")" : "]"),
         {}}};
    texts.statements = {
        {std::to_string(a) + "*n^2 + " + std::to_string(b) + "*n " + (strict ? "> " : ">= ") + std::to_string(right),
         {}}};
    const Claim claim = read_claim(texts);
    const prover::Outcome outcome = prover::decide(claim);
    INFO(statement_text(texts) << " for " << ranges_text(texts) << ": " << to_string(outcome.verdict));
    CHECK(outcome.verdict == (holds ? prover::Verdict::proved : prover::Verdict::refuted));
    CHECK(wrong_with(claim, texts, outcome, random).empty());
  }
}
