// Every rule of the kernel: a use that is right and accepted, and proofs of false claims that are turned down.
#include "numerics/parser.hpp"
#include "numerics/printer.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/claim_samples.hpp"
#include "tests/verify/proof_steps.hpp"

using namespace lemmacheck::verify;
using namespace lemmacheck::verify::tests;
using lemmacheck::numerics::NodeId;

namespace {

using Texts = std::vector<std::string>;
using Parameters = std::map<std::string, std::string>;

std::string check(const Texts& ranges, const Texts& hypotheses, const std::string& statement, const Step& step) {
  return check_steps(claim_from(ranges, hypotheses, statement), {step});
}
std::string check(const Texts& ranges, const std::string& statement, const Step& step) {
  return check(ranges, {}, statement, step);
}

/// `step` after it is shown that f has a value, which takes `conditions` goals.
Step after_defined(std::size_t conditions, Step step, std::vector<Step> shown = {}) {
  shown.resize(conditions);
  shown.push_back(std::move(step));
  return {"defined", {}, std::move(shown)};
}

Step monotone(const std::string& variable, const std::string& from, const std::string& by,
              const std::string& strict = "", std::vector<Step> children = {}) {
  return {"monotone", {{"variable", variable}, {"from", from}, {"by", by}, {"strict", strict}}, std::move(children)};
}

/// That x > 0 on (0, a), and that f, whose only condition this is, has a value.
Step positive_x() { return after_defined(1, {}, {monotone("x", "lower", "face", "slope")}); }

/// `step` for f written as `to`, without the difference that a comparison makes.
Step written_as(const std::string& to, std::size_t conditions, const Step& step) {
  return after_defined(conditions, {"rewrite", {{"to", to}}, {after_defined(conditions, step)}});
}

Step range(const std::string& hypothesis, const std::string& variable, const std::string& side, const std::string& end,
           const std::string& scale, Step next) {
  return {"range",
          {{"hypothesis", hypothesis}, {"variable", variable}, {"side", side}, {"end", end}, {"scale", scale}},
          {{}, std::move(next)}};
}

constexpr const char* unknown_value = "f is not known to have a value everywhere";

bool mentions(const std::string& message, const std::string& part) { return message.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("kernel rules: zero", "[verify][kernel]") {
  CHECK(check({"x in (-inf, inf)"}, "(x + 1)^2 <= x^2 + 2*x + 1", after_defined(0, {"zero", {}, {}})).empty());
  CHECK_FALSE(check({"x in (-inf, inf)"}, "(x + 1)^2 < x^2 + 2*x + 1", after_defined(0, {"zero", {}, {}})).empty());
  CHECK_FALSE(check({"x in (-1, 1)"}, "x/x <= 1", {"zero", {}, {}}).empty());
  CHECK_FALSE(check({"x in (-1, 1)"}, "x/x <= 1", after_defined(1, {"zero", {}, {}})).empty());
  CHECK_FALSE(check({"x in (-1, 1)"}, "sqrt(x^2) <= x", after_defined(1, {"zero", {}, {}})).empty());
  CHECK_FALSE(check({"x in (-1, 1)"}, "0 <= x - abs(x)", after_defined(0, {"zero", {}, {}})).empty());
  // x^y = 1 for y = 0 alone; xlogx(0) = 0 is the value of nothing else.
  CHECK_FALSE(check({"x in [0, 1]"}, "xlogx(x)/x <= log(x)", after_defined(2, {"zero", {}, {}})).empty());
}

TEST_CASE("kernel rules: constant", "[verify][kernel]") {
  CHECK(check({}, "pi < 22/7", {"constant", {}, {}}).empty());
  CHECK(check({}, "1 <= 0^0", {"constant", {}, {}}).empty());
  for (const char* statement : {"22/7 < pi", "1 < 0^0", "0 <= 0/0", "0 <= sqrt(-1)^2 + 2", "0 <= 0*log(-1)",
                                "0 <= 1 + 0*tan(pi/2)", "0 <= (-8)^(1/3) + 2", "0 <= kl(1/2, 0)", "0 <= gamma(0)"}) {
    INFO(statement);
    CHECK_FALSE(check({}, statement, {"constant", {}, {}}).empty());
  }
  CHECK_FALSE(check({"x in [1, 2]"}, "0 <= x", {"constant", {}, {}}).empty());
}

TEST_CASE("kernel rules: defined", "[verify][kernel]") {
  CHECK(check({"x in [1, 2]"}, "0 <= log(x)", {"defined", {}, {}}).empty());
  CHECK(check({"x in [-2, -1]"}, "1/x < 0", {"defined", {{"sign-1", "-"}}, {}}).empty());
  for (const char* statement :
       {"-9 <= log(x)",        "-9 <= log1p(x - 1)", "0 <= sqrt(x)",       "0 <= x^(1/2)",
        "-9 <= 1/x",           "-99 <= tan(2*x)",    "-9 <= asin(x)",      "-9 <= acos(x)",
        "-9 <= entropy(x)",    "-9 <= kl(x, 1/2)",   "-9 <= kl(1/2, x)",   "-9 <= lgamma(x)",
        "-99 <= gamma(x)",     "-9 <= digamma(x)",   "-9 <= xlogx(x)",     "-9 <= lambert_w(x)",
        "-9 <= x^(-1)",        "-9 <= x^x",          "-9 <= hyp0f1(x, 1)", "-9 <= if(x <= 0, 0, log(x))",
        "-9 <= binomial(3, x)"}) {
    INFO(statement);
    CHECK_FALSE(check({"x in [-1, 2]"}, statement, {"defined", {}, {}}).empty());
    CHECK_FALSE(check({"x in [-1, 2]"}, statement, {"defined", {{"sign-1", "-"}, {"sign-2", "-"}}, {}}).empty());
  }
  CHECK_FALSE(check({"x in [0, 2]"}, "-9 <= log(x)", {"defined", {}, {}}).empty());
}

TEST_CASE("kernel rules: rewrite", "[verify][kernel]") {
  const auto to = [](const std::string& text) { return Step{"rewrite", {{"to", text}}, {}}; };
  CHECK(check({"x in [1, 2]"}, "0 <= x^2 - 2*x + 1", after_defined(0, to("(x - 1)^2"))).empty());
  CHECK_FALSE(check({"x in [1, 2]"}, "0 <= x^2 - 2*x + 1", to("(x - 1)^2")).empty());
  CHECK_FALSE(check({"x in [-2, 2]"}, "0 <= x", after_defined(0, to("x^2/x"))).empty());
  CHECK_FALSE(check({"x in [-2, 2]"}, "0 <= x", after_defined(0, to("abs(x)"))).empty());
  CHECK_FALSE(check({"x in [-2, 2]"}, "0 <= x", after_defined(0, to("sqrt(x^2)"))).empty());
  CHECK_FALSE(check({"x in [-2, 2]"}, "0 <= x", after_defined(0, to("exp(log(x))"))).empty());
  CHECK_FALSE(check({"x in [-2, 2]"}, "0 <= x", after_defined(0, to("z"))).empty());
  CHECK_FALSE(check({"x in [-2, 2]"}, "0 <= x", after_defined(0, to("0 <= x"))).empty());
  CHECK_FALSE(check({"x in [-2, 2]"}, "0 <= x", after_defined(0, to(""))).empty());
  // 0^y = 0 for y > 0, where exp(y*log(0)) has no value.
  CHECK_FALSE(check({"x in [0, 1]", "y in [1, 2]"}, "1 <= x^y/x^y + x", after_defined(5, to("1 + x"))).empty());
}

TEST_CASE("kernel rules: interior", "[verify][kernel]") {
  const Step interior{"interior", {}, {}};
  CHECK(check({"x in [0, 1]"}, "0 <= sqrt(x)", after_defined(1, interior)).empty());
  CHECK(mentions(check({"x in [0, 1]"}, "0 < x", after_defined(0, interior)), "f > 0 is asked"));
  CHECK(mentions(check({"x in [0, 1]"}, "1 <= ceil(x)", after_defined(0, interior)), "continuous"));
  CHECK(mentions(check({"x in [1, 1]"}, "2 <= x", after_defined(0, interior)), "no inside"));
  CHECK(mentions(check({"x in [0, 1]"}, {"x <= 0"}, "1 <= x", after_defined(0, interior)), "hypotheses"));
  // Ends that jump, have no value inside, or move whole numbers: points that no inner point comes near to.
  CHECK(mentions(check({"x in [0, 1]", "y in [0, inf)"}, {"2*ceil(x) <= y"}, "2 <= x + y",
                       range("0", "y", "lower", "2*ceil(x)", "1", after_defined(0, interior))),
                 "continuous"));
  CHECK(mentions(check({"x in [0, 1]", "y in [0, 1)"}, {"2*ceil(x) < y"}, "1 <= x",
                       range("0", "y", "lower", "2*ceil(x)", "1", after_defined(0, interior))),
                 "continuous"));
  CHECK(mentions(check({"x in [0, 1]", "n integer in [0, inf)"}, {"n <= x"}, "n <= 1/2",
                       range("0", "n", "upper", "x", "-1", after_defined(0, interior))),
                 "whole numbers moves"));
  CHECK_FALSE(check({"x in [0, 1]", "y in [0, inf)"}, {"sqrt(-x) <= y"}, "2 <= x + y",
                    range("0", "y", "lower", "sqrt(-x)", "1", after_defined(0, interior)))
                  .empty());
}

TEST_CASE("kernel rules: point", "[verify][kernel]") {
  const Step point{"point", {{"variable", "x"}}, {}};
  CHECK(check({"x in [2, 2]"}, "4 <= x^2", point).empty());
  CHECK_FALSE(check({"x in [2, 2]"}, "5 <= x^2", point).empty());
  CHECK_FALSE(check({"x in [1, 2]"}, "4 <= x^2", point).empty());
  CHECK_FALSE(check({"x in [2, 2]"}, "4 <= x^2", {"point", {{"variable", "y"}}, {}}).empty());
  // y = log(x) leaves out x = 0, y gone does not.
  const Step last{"point", {{"variable", "y"}}, {monotone("x", "lower", "face", "", {positive_x()})}};
  CHECK(mentions(
      check({"x in [0, 1]", "y in (-inf, inf)"}, {"y - log(x) = 0"}, "10 <= log(x)",
            after_defined(1, range("1", "y", "lower", "log(x)", "1", range("0", "y", "upper", "log(x)", "-1", last)))),
      unknown_value));
}

TEST_CASE("kernel rules: split", "[verify][kernel]") {
  const auto split = [](const std::string& at, const std::string& closed) {
    return Step{"split", {{"variable", "x"}, {"at", at}, {"closed", closed}}, {}};
  };
  for (const char* closed : {"lower", "upper", "both"})
    CHECK(check({"x in [-1, 1]"}, "0 <= x^2", after_defined(0, split("0", closed))).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "0 < x^2", after_defined(0, split("0", "lower"))).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "0 <= x^2", after_defined(0, split("0", "neither"))).empty());
  for (const char* at : {"x", "1/0", "log(-1)", "log(y)", "1/y", "z"}) {
    INFO(at);
    CHECK_FALSE(check({"x in [-1, 1]", "y in [-1, 1]"}, "0 <= x^2", after_defined(0, split(at, "both"))).empty());
  }
  CHECK_FALSE(check({"n integer in [0, 1]"}, "n*(1 - n) < 0",
                    after_defined(0, {"split", {{"variable", "n"}, {"at", "1/2"}, {"closed", "lower"}}, {}}))
                  .empty());
}

TEST_CASE("kernel rules: a split inherits that f has a value inside only", "[verify][kernel]") {
  Claim claim = claim_from({"x in [1, 2]", "y in [0, 2]"}, {}, "10 <= log(x)");
  kernel::Goal goal = kernel::claim_goals(claim).front();
  goal.defined = true;
  const auto flags = [&](const char* at, const char* closed) {
    const kernel::Applied applied =
        kernel::apply(claim.graph, *claim.functions, goal,
                      {"split", {{"variable", "x"}, {"at", at}, {"closed", closed}}, {}, nullptr});
    REQUIRE(applied.error.empty());
    return std::pair(applied.goals[0].defined, applied.goals[1].defined);
  };
  CHECK(flags("3/2", "both") == std::pair(true, true));
  CHECK(flags("1", "both") == std::pair(true, true));
  CHECK(flags("0", "both") == std::pair(true, false));
  CHECK(flags("-1", "lower") == std::pair(true, false));
  CHECK(flags("5", "both") == std::pair(false, true));
  CHECK(flags("y", "both") == std::pair(true, false));
  CHECK(flags("1 + y/2", "both") == std::pair(true, true));
  CHECK(flags("2 - y", "both") == std::pair(true, false));
  goal.domain.ranges[0].lower.open = goal.domain.ranges[0].upper.open = true;
  CHECK(flags("1", "both") == std::pair(true, false));
  CHECK(flags("2", "both") == std::pair(false, true));
  CHECK(flags("2", "upper") == std::pair(true, true));
}

TEST_CASE("kernel rules: monotone", "[verify][kernel]") {
  const Texts unit{"x in [0, 1]"}, open{"x in (0, 1)"};
  CHECK(check(unit, "1 + x <= exp(x)", after_defined(0, monotone("x", "lower", "face"))).empty());
  CHECK(check(open, "x < 2*x", after_defined(0, monotone("x", "lower", "limit", "slope"))) == "");
  CHECK(check(open, "x < 2*x", after_defined(0, monotone("x", "lower", "face", "slope"))) == "");
  CHECK(check({"x in [0, inf)"}, "0 < exp(-x)", after_defined(0, monotone("x", "upper", "limit", "slope"))) == "");
  CHECK_FALSE(check(unit, "1 + x < exp(x)", after_defined(0, monotone("x", "lower", "face", "slope"))).empty());
  CHECK_FALSE(check(unit, "1 + x < exp(x)", after_defined(0, monotone("x", "lower", "face"))).empty());
  CHECK_FALSE(check(unit, "0 <= x - 1/2", after_defined(0, monotone("x", "lower", "face"))).empty());
  CHECK_FALSE(check(unit, "0 <= x - 1/2", after_defined(0, monotone("x", "upper", "face"))).empty());
  CHECK_FALSE(check(unit, "0 <= x - 1/2", after_defined(0, monotone("x", "lower", "limit"))).empty());
  CHECK_FALSE(check({"x in [0, inf)"}, "0 <= x - 1", after_defined(0, monotone("x", "upper", "face"))).empty());
  CHECK_FALSE(check({"x in [0, inf)"}, "0 <= x - 1", after_defined(0, monotone("x", "upper", "limit"))).empty());
  // Jumps and kinks: the recorded derivative has a value beside them only.
  CHECK_FALSE(check({"x in [-1, 1]"}, "0 <= 1 - ceil(x)*2", after_defined(0, monotone("x", "lower", "face"))).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "abs(x)/2 < abs(x)", after_defined(0, monotone("x", "lower", "face"))).empty());
  CHECK_FALSE(check({"x in [-2, 2]"}, "cbrt(x)^2 <= -1", after_defined(0, monotone("x", "lower", "face"))).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "0 <= -max(x, 0)", after_defined(0, monotone("x", "lower", "face"))).empty());
  // -1/x increases and is > 0 at -1: there is a pole in between.
  CHECK_FALSE(check({"x in [-1, 1]"}, "0 <= -1/x", monotone("x", "lower", "face")).empty());
  CHECK_FALSE(
      check({"n integer in [0, 3]"}, "n*(n - 1) >= 1", after_defined(0, monotone("n", "lower", "face"))).empty());
  CHECK_FALSE(check(unit, {"x >= 1"}, "1 <= x", after_defined(0, monotone("x", "lower", "face"))).empty());
  // A face where the range can be empty is larger than the domain.
  CHECK(mentions(check({"x in [0, 1]", "y in [0, inf)"}, {"y <= x - 1/2"}, "10 <= log(x) + y",
                       after_defined(1, range("0", "y", "upper", "x - 1/2", "-1",
                                              monotone("y", "lower", "face", "",
                                                       {{}, monotone("x", "lower", "face", "", {positive_x()})})))),
                 unknown_value));
}

TEST_CASE("kernel rules: a limit leaves the same goals whatever the graph held before", "[verify][kernel]") {
  using namespace lemmacheck::numerics;
  const auto goals_left = [](const Texts& before) {
    Graph graph;
    const auto parsed = [&](const std::string& t) { return parse_expression(graph, t, elementary_functions()).root; };
    for (const std::string& t : before) parsed(t);
    const kernel::End zero{false, graph.integer(0), true}, infinite;
    kernel::Goal goal{parsed("exp(-(b*x)) + exp(-(a*x))/(a + b)"), false, true, {}};
    for (const char* name : {"a", "b", "x"}) goal.domain.ranges.push_back({parsed(name), zero, infinite});
    const kernel::Applied applied =
        kernel::apply(graph, elementary_functions(), goal,
                      {"monotone", {{"variable", "x"}, {"from", "upper"}, {"by", "limit"}}, {}, nullptr});
    Texts left{applied.error};
    for (const kernel::Goal& g : applied.goals) left.push_back(to_text(graph, g.f));
    return left;
  };
  const Texts plain = goals_left({});
  CHECK(plain.size() > 4);  // the slope, what has to be positive, the limit
  CHECK(plain[0].empty());
  CHECK(goals_left({"a", "b"}) == plain);
  CHECK(goals_left({"a*x", "-(a*x)", "b"}) == plain);
  CHECK(goals_left({"a + b", "x", "1/(a + b)"}) == plain);
}

TEST_CASE("kernel rules: concave", "[verify][kernel]") {
  const auto concave = [](const std::string& lower, const std::string& upper, const std::string& strict) {
    return after_defined(0,
                         {"concave", {{"variable", "x"}, {"lower", lower}, {"upper", upper}, {"strict", strict}}, {}});
  };
  CHECK(check({"x in [0, 1]"}, "0 <= x - x^2", concave("face", "face", "")).empty());
  CHECK(check({"x in (0, 1)"}, "0 < x - x^2", concave("face", "face", "slope")).empty());
  CHECK(check({"x in (0, 1)"}, "0 < x - x^2", concave("limit", "limit", "slope")).empty());
  CHECK_FALSE(check({"x in [0, 1]"}, "0 < x - x^2", concave("face", "face", "slope")).empty());
  CHECK_FALSE(check({"x in (0, 1)"}, "0 < x - x^2", concave("face", "face", "")).empty());
  CHECK_FALSE(check({"x in [0, 1]"}, "0 <= x^2 - x", concave("face", "face", "")).empty());
  CHECK_FALSE(check({"x in [0, inf)"}, "0 <= 1 - x", concave("face", "limit", "")).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "1 <= abs(x)", concave("face", "face", "")).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "1 <= cbrt(x)^2", concave("face", "face", "")).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "1 <= max(x, -x)", concave("face", "face", "")).empty());
}

TEST_CASE("kernel rules: product", "[verify][kernel]") {
  const auto product = [](const std::string& range, const std::string& relation, const std::string& f,
                          const std::string& signs) {
    return check({range}, "0 " + relation + " " + f, written_as(f, 0, {"product", {{"signs", signs}}, {}}));
  };
  CHECK(product("x in [1, 2]", "<=", "x*(x - 1)", "++").empty());
  CHECK(product("x in [-2, -1]", "<", "x*(x - 1)", "NN").empty());
  CHECK(product("x in [-2, 2]", "<=", "x^2*(x + 2)", "e+").empty());
  CHECK_FALSE(product("x in [1, 2]", "<", "x*(x - 1)", "P+").empty());
  CHECK_FALSE(product("x in [1, 2]", "<", "x*(x - 1)", "PP").empty());
  CHECK_FALSE(product("x in [-2, 2]", "<", "x^2*(x + 3)", "eP").empty());
  CHECK_FALSE(product("x in [-2, 2]", "<=", "x^3*(x + 2)", "e+").empty());
  for (const char* signs : {"++", "-+", "NP", "--", "+", "+++", "p+", "ee", ""}) {
    INFO(signs);
    CHECK_FALSE(product("x in [-2, -1]", "<=", "x*(x + 3)", signs).empty());
  }
  CHECK_FALSE(check({"x in [-1, 1]"}, "0 <= x/x", {"product", {{"signs", "++"}}, {}}).empty());
}

TEST_CASE("kernel rules: sum", "[verify][kernel]") {
  const auto sum = [](const std::string& strict) { return after_defined(0, {"sum", {{"strict", strict}}, {}}); };
  CHECK(check({"x in [0, 2]"}, "0 < x + exp(x)", sum("1")).empty());
  for (const char* strict : {"0", "1", "2", "3", "-1", ""}) {
    INFO(strict);
    CHECK_FALSE(check({"x in [0, 2]"}, "0 < x + x^2", sum(strict)).empty());
  }
  CHECK_FALSE(check({"x in [0, 2]"}, "0 <= x^2 - x", sum("")).empty());
}

TEST_CASE("kernel rules: sign", "[verify][kernel]") {
  const auto sign = [](const std::string& range, const std::string& relation, const std::string& f,
                       std::size_t conditions = 0) {
    return check({range}, "0 " + relation + " " + f, written_as(f, conditions, {"sign", {}, {}}));
  };
  CHECK(sign("x in [-2, 2]", "<", "exp(x)").empty());
  CHECK(sign("x in [0, 2]", "<=", "atan(x)").empty());
  CHECK(sign("x in [-2, 0]", "<=", "-atan(x)").empty());
  CHECK(sign("x in [1, 2]", "<=", "log(x)", 1).empty());
  CHECK(sign("x in [0, 2]", "<=", "sqrt(x)", 1).empty());
  CHECK_FALSE(sign("x in [-2, 2]", "<", "-exp(x)").empty());
  CHECK_FALSE(sign("x in [0, 2]", "<", "atan(x)").empty());
  CHECK_FALSE(sign("x in [0, 2]", "<", "sqrt(x)", 1).empty());
  CHECK_FALSE(sign("x in [0, 2]", "<=", "-sqrt(x)", 1).empty());
  CHECK_FALSE(sign("x in [-2, 2]", "<=", "x^3").empty());
  CHECK_FALSE(sign("x in [1/2, 2]", "<=", "log(x)", 1).empty());
  CHECK_FALSE(sign("x in [1, 2]", "<=", "-log(x)", 1).empty());
  CHECK_FALSE(sign("x in [1/2, 2]", "<=", "lgamma(x)", 1).empty());
  CHECK_FALSE(sign("x in [1, 2]", "<=", "cos(x)").empty());
  CHECK(sign("x in (-1.5, 1.5)", "<", "cos(x)").empty());
  CHECK(sign("x in [2, 4]", "<", "-cos(x)").empty());
  CHECK(sign("x in [1, 3]", "<", "sin(x)").empty());
  CHECK(sign("x in [-3, 0]", "<=", "-sin(x)").empty());
  CHECK(sign("x in [0, 1]", "<=", "tan(x)", 1).empty());
  CHECK(sign("x in [-1, -1/2]", "<", "-tan(x)", 1).empty());
  CHECK_FALSE(sign("x in [0, 1]", "<", "sin(x)").empty());
  CHECK_FALSE(sign("x in [1, 4]", "<=", "sin(x)").empty());
  CHECK_FALSE(sign("x in [-1, 3]", "<=", "-cos(x)").empty());
  CHECK_FALSE(sign("x in [7, 8]", "<=", "-sin(x)").empty());
  CHECK_FALSE(sign("x in [2, 3]", "<=", "tan(x)", 1).empty());
  CHECK_FALSE(check({"x in [-2, 2]"}, "0 <= acos(x)", {"sign", {}, {}}).empty());
}

TEST_CASE("kernel rules: logarithms", "[verify][kernel]") {
  const auto logarithms = [](const std::string& left, const std::string& right) {
    return after_defined(0, {"logarithms", {{"left", left}, {"right", right}}, {}});
  };
  CHECK(check({"x in [2, 3]"}, "x <= x^2", logarithms("x^2", "x")).empty());
  CHECK_FALSE(check({"x in [1/2, 3]"}, "x <= x^2", logarithms("x^2", "x")).empty());
  CHECK_FALSE(check({"x in [-3, -2]"}, "x^2 <= x", logarithms("x", "x^2")).empty());
  CHECK_FALSE(check({"x in [2, 3]"}, "x^2 <= x", logarithms("x^2", "x")).empty());
  CHECK_FALSE(check({"x in [2, 3]"}, "x^2 <= x", logarithms("", "x^2")).empty());
}

TEST_CASE("kernel rules: cases, resolve and branches", "[verify][kernel]") {
  const auto cases = [](const std::string& value) { return after_defined(0, {"cases", {{"value", value}}, {}}); };
  CHECK(check({"x in [-1, 1]"}, "x <= abs(x)", cases("x - 1/3")).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "abs(x) - x <= 0", cases("x")).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "abs(x) - 2 <= 0", cases("log(x)")).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "abs(x) - 2 <= 0", cases("1/x")).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "abs(x) - 2 <= 0", cases("z")).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "abs(x) - 2 <= 0", cases("x <= 0")).empty());

  const auto resolve = [](const std::string& part, const std::string& as) {
    return after_defined(0, {"resolve", {{"part", part}, {"as", as}}, {}});
  };
  CHECK(check({"x in [0, 1]"}, "abs(x) - (x + x^2) <= 0", resolve("abs(x)", "first")).empty());
  CHECK(check({"x in [0, 1]"}, "max(x, 2) - 2 <= 0", resolve("max(x, 2)", "second")).empty());
  CHECK(check({"x in [0, 1]"}, "min(x, 2) <= 1", resolve("min(x, 2)", "first")).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "abs(x) - x <= 0", resolve("abs(x)", "first")).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "abs(x) - -x <= 0", resolve("abs(x)", "second")).empty());
  CHECK_FALSE(check({"x in [0, 1]"}, "max(x, 2) - 1 <= 0", resolve("max(x, 2)", "first")).empty());
  CHECK_FALSE(check({"x in [0, 1]"}, "0 <= min(x, 2) - 2", resolve("min(x, 2)", "second")).empty());
  CHECK_FALSE(check({"x in [0, 1]"}, "abs(x) - 1 <= 0", resolve("abs(1/x)", "first")).empty());
  CHECK_FALSE(check({"x in [0, 1]"}, "abs(x) - 1 <= 0", resolve("x", "first")).empty());

  const auto branches = [](const std::string& part) { return after_defined(0, {"branches", {{"part", part}}, {}}); };
  CHECK(check({"x in [-1, 1]"}, "abs(x) - 1 <= 0", branches("abs(x)")).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "1 <= max(x, -x)", branches("max(x, -x)")).empty());
  CHECK_FALSE(check({"x in [-1, 1]"}, "abs(x) - 1/2 <= 0", branches("abs(x)")).empty());
}

TEST_CASE("kernel rules: range and contradiction", "[verify][kernel]") {
  const auto ranged = [](const Texts& hypotheses, const std::string& statement, const std::string& side,
                         const std::string& end, const std::string& scale) {
    return check({"x in [0, 1]", "y in [0, 2]"}, hypotheses, statement, range("0", "y", side, end, scale, {}));
  };
  CHECK(ranged({"x <= y"}, "x <= y", "lower", "x", "1").empty());
  CHECK(ranged({"2*x <= 2*y"}, "x <= y", "lower", "x", "2").empty());
  CHECK_FALSE(ranged({"x <= y"}, "y <= x", "upper", "x", "-1").empty());
  CHECK_FALSE(ranged({"x <= y"}, "y <= x", "upper", "x", "1").empty());
  CHECK_FALSE(ranged({"x <= y"}, "y <= x", "lower", "x", "0").empty());
  CHECK_FALSE(ranged({"x <= y"}, "x + 1 <= y", "lower", "x + 1", "1").empty());
  CHECK_FALSE(ranged({"x <= y"}, "y <= 1", "lower", "x*y/y", "1").empty());
  CHECK_FALSE(ranged({"x <= y"}, "2 <= y", "lower", "x + log(x) - log(x)", "1").empty());
  CHECK_FALSE(ranged({"x^2 <= y^2"}, "1 <= y", "lower", "x", "y + x").empty());
  CHECK_FALSE(ranged({}, "1 <= y", "lower", "x", "1").empty());
  CHECK_FALSE(check({"x in [0, 1]"}, {"0 <= x"}, "1 <= x", range("1", "x", "lower", "0", "1", {})).empty());
  // The new end lies outside, or the hypothesis has no value where the end has one: f may have no value there.
  const Step up = monotone("x", "lower", "face", "", {positive_x()});
  CHECK(mentions(
      check({"x in [1, 2]"}, {"0 <= x"}, "10 <= log(x)", after_defined(1, range("0", "x", "lower", "0", "1", up))),
      unknown_value));
  CHECK(mentions(check({"x in [0, 2]", "y in (-inf, 2]"}, {"0 <= y + log(x) - log(x)"}, "10 + y <= log(x)",
                       after_defined(1, range("0", "y", "lower", "0", "1", up))),
                 unknown_value));

  const auto contradiction = [](const Texts& hypotheses, const std::string& index) {
    return check({"x in [0, 1]"}, hypotheses, "2 <= x", {"contradiction", {{"hypothesis", index}}, {}});
  };
  CHECK(contradiction({"2 <= x"}, "0").empty());
  CHECK(contradiction({"1 < x"}, "0").empty());
  CHECK_FALSE(contradiction({"1 <= x"}, "0").empty());
  CHECK_FALSE(contradiction({"log(x) <= 1"}, "0").empty());
  CHECK_FALSE(contradiction({}, "0").empty());
  for (const char* index : {"1", "-1", "", "0x0", "99999999999999999999"})
    CHECK_FALSE(contradiction({"2 <= x"}, index).empty());
}

TEST_CASE("kernel rules: difference, induction and real", "[verify][kernel]") {
  const auto rule = [](const std::string& name, const std::string& strict = "") {
    return after_defined(0, {name, {{"variable", "n"}, {"strict", strict}}, {}});
  };
  const Texts whole{"n integer in [1, inf)"};
  const auto difference = [](const std::string& strict) {
    const Step step{"rewrite", {{"to", "(1 - exp(-1))*exp(-n)"}}, {}};
    return written_as("exp(-n)", 0, {"difference", {{"variable", "n"}, {"strict", strict}}, {step}});
  };
  CHECK(check(whole, "0 <= exp(-n)", difference("")) == "");
  CHECK(check({"n in [1, inf)"}, "0 <= exp(-n)", difference("")) == "");
  CHECK_FALSE(check(whole, "0 < exp(-n)", difference("")) == "");
  CHECK_FALSE(check(whole, "0 < exp(-n)", rule("difference")).empty());
  CHECK_FALSE(check(whole, "exp(-n) <= 0", rule("difference")).empty());
  CHECK_FALSE(check(whole, "1 <= exp(-n)", rule("difference")).empty());
  CHECK_FALSE(check({"n integer in [1, 5]"}, "1 <= exp(-n)", rule("difference")).empty());

  CHECK(check({"n integer in [3, inf)"}, "3 <= n", rule("induction")).empty());
  CHECK_FALSE(check(whole, "1 < n", rule("induction")).empty());
  CHECK_FALSE(check(whole, "n <= 5", rule("induction")).empty());
  CHECK_FALSE(check({"n in [1, inf)"}, "floor(n) >= n", rule("induction")).empty());
  CHECK_FALSE(check({"n integer in [1/2, inf)"}, "n <= 1/2 + floor(n - 1/2)", rule("induction")).empty());
  CHECK_FALSE(check({"n integer in (1, inf)"}, "1 <= n", rule("induction")).empty());
  CHECK_FALSE(check({"n integer in (-inf, 1]"}, "1 <= n", rule("induction")).empty());
  CHECK_FALSE(check({"n integer in [pi, inf)"}, "n <= pi + floor(n - pi)", rule("induction")).empty());

  CHECK(check(whole, "1 <= n", {"real", {{"variable", "n"}}, {}}) == "");
  CHECK_FALSE(check({"n in [1, 2]"}, "n <= 1", {"real", {{"variable", "n"}}, {}}).empty());
  // That f has a value is known for whole numbers only.
  CHECK_FALSE(check({"n integer in [0, 1]"}, "0 <= 1/(n - 1/2)^2", after_defined(1, {"real", {{"variable", "n"}}, {}}))
                  .empty());
}

TEST_CASE("kernel rules: ratio", "[verify][kernel]") {
  const auto ratio = [](const std::string& variable, const std::string& over, std::vector<Step> children = {}) {
    return Step{"ratio", {{"variable", variable}, {"over", over}}, std::move(children)};
  };
  const auto applies = [&](const Texts& ranges, const Texts& hypotheses = {}) {
    const std::string said = check(ranges, hypotheses, "x <= x + y^2", ratio("y", "x"));
    return said.find("ratio") == std::string::npos;
  };
  // x <= x w for w >= 1; for x < 0 the range turns around
  CHECK(check({"x in (0, inf)", "y in [x, inf)"}, "x <= y",
              ratio("y", "x", {written_as("x*(y - 1)", 0, {"product", {{"signs", "++"}}, {}})}))
            .empty());
  CHECK(applies({"x in (0, inf)", "y in [0, 2*x]"}));
  CHECK(applies({"x in [1, 2]", "y in (-inf, inf)"}));
  CHECK(applies({"x in (-inf, 0)", "y in [0, inf)"}));
  for (const Texts& ranges :
       {Texts{"x in [0, inf)", "y in [0, inf)"}, Texts{"x in (-1, inf)", "y in [0, inf)"},
        Texts{"x in (0, inf)", "y in [0, 1]"}, Texts{"x in (0, inf)", "y in [x^2, inf)"},
        Texts{"x in (0, inf)", "y in [x + 1, inf)"}, Texts{"x in (0, inf)", "y integer in [0, inf)"},
        Texts{"x in (0, inf)", "y in (0, inf)", "z in [y, inf)"}}) {
    CAPTURE(ranges);
    CHECK_FALSE(applies(ranges));
  }
  CHECK_FALSE(check({"x in (0, inf)", "y in [0, inf)"}, "x <= x", ratio("x", "x")).empty());
  // y <= 2 x is false for x < 0 and y = 0: were the range not turned around, w <= 2 would hold
  CHECK_FALSE(check({"x in (-inf, 0)", "y in [2*x, 0]"}, "y <= 2*x",
                    ratio("y", "x", {written_as("x*(2 - y)", 0, {"product", {{"signs", "--"}}, {}})}))
                  .empty());
}

TEST_CASE("kernel rules: forget", "[verify][kernel]") {
  const Step forget{"forget", {{"hypothesis", "0"}}, {}};
  CHECK(check({"x in [1, 2]", "y in [0, 1]"}, {"x <= y + 1"}, "0 <= x", forget).empty());
  CHECK_FALSE(check({"x in [-1, 2]"}, {"0 <= x"}, "0 <= x", forget).empty());
  CHECK_FALSE(check({"x in [1, 2]"}, "0 <= x", forget).empty());
  // 1/x has a value where the hypothesis holds, not without it
  CHECK(mentions(check({"x in [0, 2]"}, {"1/x >= 1"}, "0 <= 1 + 1/x",
                       {"defined", {{"given", "hypotheses"}}, {{"forget", {{"hypothesis", "0"}}, {{"zero", {}, {}}}}}}),
                 unknown_value));
}

TEST_CASE("kernel rules: boxes", "[verify][kernel]") {
  CHECK(check({"x in [0, 1]"}, "x^2 <= 2", {}).empty());
  CHECK_FALSE(check({"x in [0, 1]"}, "x^2 <= 1/2", {}).empty());
  CHECK_FALSE(check({"x in [0, 1]"}, "x^2 <= 2", {"boxes", {}, {}}).empty());
  CHECK_FALSE(check({"x in [0, 1]"}, "x^2 <= 2", {"no such rule", {}, {}}).empty());
}

TEST_CASE("kernel rules: the shape of a proof", "[verify][kernel]") {
  const Claim claim = claim_from({}, {}, "0 <= 1 and 1 <= 2"), one = claim_from({}, {}, "0 <= 1");
  const kernel::Proof constant{"constant", {}, {}, nullptr}, step{"defined", {}, {constant}, nullptr};
  CHECK(kernel::check(claim, {{constant, step}}).empty());
  CHECK_FALSE(kernel::check(claim, {}).empty());
  CHECK_FALSE(kernel::check(claim, {{constant}}).empty());
  CHECK_FALSE(kernel::check(claim, {{constant, step, step}}).empty());
  CHECK(kernel::check(one, {{step}}).empty());
  CHECK_FALSE(kernel::check(one, {{{"defined", {}, {}, nullptr}}}).empty());
  CHECK_FALSE(kernel::check(one, {{{"defined", {}, {constant, constant}, nullptr}}}).empty());
  CHECK_FALSE(kernel::check(one, {{{"constant", {}, {constant}, nullptr}}}).empty());
  CHECK_FALSE(kernel::check(one, {{{"defined", {}, {step}, nullptr}}}).empty());
}
