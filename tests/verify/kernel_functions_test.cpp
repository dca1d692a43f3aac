// The kernel's rules about named functions: uses that are right, and forged proofs of false claims.
#include "tests/support/catch.hpp"
#include "tests/verify/claim_samples.hpp"
#include "tests/verify/proof_steps.hpp"
#include "verify/kernel/function_facts.hpp"

using namespace lemmacheck::verify;
using namespace lemmacheck::verify::tests;

namespace {

using Texts = std::vector<std::string>;
using Parameters = std::map<std::string, std::string>;

std::string check(const Texts& ranges, const std::string& statement, const Step& step) {
  return check_steps(claim_from(ranges, {}, statement), {step});
}

/// `step` after it is shown that f has a value, which takes `conditions` goals.
Step after_defined(std::size_t conditions, Step step) {
  Step defined{"defined", {}, {}};
  defined.children.resize(conditions);
  defined.children.push_back(std::move(step));
  return defined;
}

/// `step` for f written as `to`.
Step written_as(const std::string& to, std::size_t before, std::size_t after, const Step& step) {
  return after_defined(before, {"rewrite", {{"to", to}}, {after_defined(after, step)}});
}

bool mentions(const std::string& message, const std::string& part) { return message.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("kernel rules: domains of named functions", "[verify][kernel][negative]") {
  const Step defined{"defined", {}, {}};
  CHECK(check({"m in [2, 9]", "t in [0, 1]"}, "-1 <= sphere_tail(m, t)", defined) == "");
  CHECK(check({"a in [1, 2]", "z in [0, 1]"}, "0 <= hyp0f1(a, z)", defined) == "");
  // Each is defined on a smaller set than these boxes.
  for (const char* statement :
       {"-9 <= sphere_tail(x, 1/2)", "-9 <= sphere_tail(4, y)", "-9 <= sphere_quantile(x, 1/2)",
        "-9 <= sphere_quantile(4, y)", "-9 <= sphere_mgf(y, 1)", "-9 <= hyp0f1(y, 1)", "-9 <= hyp0f1(1, y)",
        "-9 <= small_ball_density(x)", "-9 <= small_ball_density_bound(x)", "-9 <= cap_bound(x, y)",
        "-9 <= beta_inc(y, 1, 1/2)", "-9 <= beta_inc(1, y, 1/2)", "-9 <= beta_inc(1, 1, y)", "-9 <= binomial(2, y)",
        "-9 <= binomial(y, 1)", "-9 <= hoeffding_tail(2, y, 1)", "-9 <= hoeffding_radius(2, 1, y)",
        "-9 <= bernstein_radius(2, 1, 1, y)", "-9 <= chernoff_lower_tail(1, y)"}) {
    INFO(statement);
    CHECK_FALSE(check({"x in [1, 5]", "y in [-1, 2]"}, statement, defined).empty());
  }
}

TEST_CASE("kernel rules: every identity holds where the function has a value", "[verify][kernel][containment]") {
  // Values at points inside the domain, by the enclosures of both sides: they must meet, and be narrow.
  for (const auto& [call, value] :
       std::vector<std::pair<std::string, std::string>>{{"hyp0f1(5/2, 0)", "1"},
                                                        {"beta_inc(3, 2, 0)", "0"},
                                                        {"beta_inc(3, 2, 1)", "1"},
                                                        {"beta_inc_inverse(3, 2, 0)", "0"},
                                                        {"beta_inc_inverse(3, 2, 1)", "1"},
                                                        {"binomial(7, 3)", "35"},
                                                        {"sphere_tail(7/2, 0)", "1"},
                                                        {"sphere_tail(7/2, 1)", "0"},
                                                        {"sphere_tail(2, 1/3)", "2*acos(1/3)/pi"},
                                                        {"sphere_tail(3, 1/3)", "2/3"},
                                                        {"sphere_quantile(5, 0)", "1"},
                                                        {"sphere_quantile(5, 1)", "0"},
                                                        {"sphere_quantile(2, 1/3)", "cos(pi/6)"},
                                                        {"sphere_quantile(3, 1/3)", "2/3"},
                                                        {"sphere_mgf(9, 0)", "1"},
                                                        {"sphere_mgf(3, 2)", "sinh(2)/2"},
                                                        {"small_ball_density(5)", "3/4"},
                                                        {"small_ball_density_bound(3)", "1/sqrt(pi)"},
                                                        {"cap_bound(8, 1/2)", "exp(-1)"},
                                                        {"bernstein_radius(100, 1/4, 3/4, exp(-100))", "1"},
                                                        {"hoeffding_tail(100, 1, 1/10)", "exp(-2)"},
                                                        {"hoeffding_radius(100, 1, exp(-2))", "1/10"},
                                                        {"hoeffding_sample_size(1, 1/10, exp(-2))", "100"},
                                                        {"chernoff_upper_tail(2, 1)", "exp(2)/16"},
                                                        {"chernoff_simple_upper_tail(3, 1)", "exp(-1)"},
                                                        {"chernoff_lower_tail(8, 1/2)", "exp(-1)"}}) {
    INFO(call);
    // The record says the same as the closed form, and both bracket the function's own value.
    for (const std::string& statement : {call + " <= " + value + " + 1e-12", value + " <= " + call + " + 1e-12"})
      CHECK(check({"x in [0, 1]"}, statement, {}) == "");
    Claim claim = claim_from({}, {}, call + " <= 1");
    const auto part = claim.graph.arguments(claim.statement)[0];
    const auto which = kernel::matching_identity(claim.graph, part, 0);
    REQUIRE(which.has_value());
    const bool has_logarithm = call.find("exp(") != std::string::npos;  // 0 < exp(-x) <= 1
    const std::size_t conditions = has_logarithm || value == "1/sqrt(pi)" ? 2 : value.ends_with("/pi") ? 1 : 0;
    const Step unfold{"unfold", {{"part", call}, {"identity", std::to_string(*which)}}, {}};
    CHECK(check({}, call + " <= " + value + " + 1e-12", after_defined(conditions, unfold)) == "");
    CHECK(check({}, value + " <= " + call + " + 1e-12", after_defined(conditions, unfold)) == "");
    CHECK_FALSE(check({}, call + " + 1e-12 <= " + value, after_defined(conditions, unfold)) == "");
    CHECK_FALSE(check({}, value + " + 1e-12 <= " + call, after_defined(conditions, unfold)) == "");
  }
}

TEST_CASE("kernel rules: unfold", "[verify][kernel][negative]") {
  const auto unfold = [](const std::string& part, const std::string& identity) {
    return Step{"unfold", {{"part", part}, {"identity", identity}}, {}};
  };
  const Texts m{"m in [2, 9]"};
  CHECK(check(m, "sphere_tail(m, 0) <= 1", after_defined(1, unfold("sphere_tail(m, 0)", "0"))) == "");
  CHECK_FALSE(check(m, "sphere_tail(m, 0) <= 0", after_defined(1, unfold("sphere_tail(m, 0)", "1"))) == "");
  CHECK_FALSE(check(m, "sphere_tail(m, 1/2) <= 0", after_defined(1, unfold("sphere_tail(m, 1/2)", "1"))) == "");
  CHECK_FALSE(check(m, "sphere_tail(m, 1/2) <= 1/2", after_defined(1, unfold("sphere_tail(m, 1/2)", "3"))) == "");
  CHECK_FALSE(check(m, "sphere_tail(m, 1/2) <= 1/2", after_defined(1, unfold("sphere_tail(m, 1/2)", "9"))) == "");
  CHECK_FALSE(check(m, "sphere_tail(m, 1/2) <= 0", after_defined(1, unfold("sphere_tail(m, 1)", "1"))) == "");
  CHECK_FALSE(check(m, "sphere_tail(m, 0) < 1", after_defined(1, unfold("sphere_tail(m, 0)", "0"))) == "");
  // That f has a value comes first: no value at m <= 1.
  CHECK(mentions(check({"m in [0, 9]"}, "sphere_tail(m, 0) <= 1", unfold("sphere_tail(m, 0)", "0")),
                 "f is not known to have a value everywhere"));
}

TEST_CASE("kernel rules: argument", "[verify][kernel][negative]") {
  const auto argument = [](const std::string& term, const std::string& k, const std::string& to) {
    return Step{"argument", {{"term", term}, {"argument", k}, {"to", to}}, {}};
  };
  const Texts x{"x in [1, 2]"};
  const auto digamma = [&](const std::string& f, const std::string& term, const std::string& to) {
    return check(x, "0 <= " + f, written_as(f, 2, 2, argument(term, "0", to)));
  };
  CHECK(digamma("digamma(x + 1) - digamma(x)", "0", "x") == "");
  CHECK(digamma("digamma(x + 1) - digamma(x)", "1", "x + 1") == "");
  CHECK(digamma("3*digamma(x + 1) - 3*digamma(x)", "0", "x") == "");
  CHECK_FALSE(digamma("digamma(x) - digamma(x + 1)", "0", "x + 1") == "");
  CHECK_FALSE(digamma("digamma(x) - digamma(x + 1)", "1", "x") == "");
  CHECK_FALSE(digamma("-digamma(x + 1) + digamma(x)", "0", "x") == "");
  CHECK_FALSE(digamma("digamma(x + 1) - digamma(x) - 1", "0", "x") == "");
  CHECK_FALSE(digamma("digamma(x + 1) - digamma(x)", "0", "-x") == "");
  CHECK_FALSE(digamma("x*digamma(x + 1) - x*digamma(x)", "0", "x") == "");  // the coefficient is no number
  CHECK_FALSE(digamma("digamma(x + 1) - digamma(x)", "2", "x") == "");
  // Decreasing in both arguments, and nothing on record about lgamma.
  const Texts t{"m in [3, 4]", "t in [0, 1/2]"};
  const auto tail = [&](const std::string& f, const std::string& term, const std::string& k, const std::string& to) {
    return check(t, "0 <= " + f, after_defined(4, argument(term, k, to)));
  };
  CHECK_FALSE(tail("sphere_tail(m, t + 1/4) - sphere_tail(m, t)", "0", "1", "t") == "");
  CHECK_FALSE(tail("sphere_tail(m + 1, t) - sphere_tail(m, t)", "0", "0", "m") == "");
  CHECK_FALSE(check({"x in [1/10, 1]"}, "lgamma(x) <= lgamma(x + 1)", after_defined(2, argument("1", "0", "x + 1"))) ==
              "");
}

TEST_CASE("kernel rules: series", "[verify][kernel][negative]") {
  // The last goal, where it is left: that the ratio of z^n/(3^n n!) exceeds that of the terms of 0F1(3, z).
  const auto ratios = [](const std::string& z) {
    const Step product{"product", {{"signs", "+++++"}}, {}};
    return after_defined(2, {"rewrite", {{"to", z + "*i/(3*(i + 1)*(i + 3))"}}, {after_defined(1, product)}});
  };
  const auto series = [&](const std::string& left, const std::string& right, const std::string& from,
                          const std::string& strict = "", const std::string& z = "z", const std::string& n = "n") {
    Step last = ratios(z);
    std::string& to = last.children.back().parameters.at("to");
    for (std::size_t at = to.find('i'); at != std::string::npos; at = to.find('i', at + n.size())) to.replace(at, 1, n);
    return Step{"series",
                {{"left", left}, {"right", right}, {"from", from}, {"strict", strict}},
                {{}, {}, {}, {}, right == "1" && from == "2" ? last : Step{}}};
  };
  const Texts z{"z in [1, 2]"};
  const auto hyp = [&](const std::string& f, const Step& step, const std::string& relation = "<=") {
    return check(z, "0 " + relation + " " + f, written_as(f, 1, 1, step));
  };
  // Terms of exp(z/3): z^n/(3^n n!); of 0F1(3, z): z^n/(3 4 .. n!). Equal for n = 0 and 1, then smaller.
  CHECK(hyp("exp(z/3) - hyp0f1(3, z)", series("0", "1", "2")) == "");
  CHECK(hyp("hyp0f1(3, z) - 1 - z/3", series("0", "", "2")) == "");
  CHECK(hyp("hyp0f1(3, z) - 1 - z/3", series("0", "", "2", "first"), "<") == "");
  CHECK(hyp("exp(z/3) - hyp0f1(3, z)", series("0", "1", "2", "first"), "<") == "");
  CHECK_FALSE(hyp("exp(z/3) - hyp0f1(3, z)", series("0", "1", "2"), "<") == "");
  CHECK_FALSE(hyp("exp(z/3) - hyp0f1(3, z)", series("0", "1", "1", "first"), "<") == "");
  CHECK_FALSE(hyp("exp(z/3) - hyp0f1(3, z)", series("0", "1", "2", "head"), "<") == "");
  CHECK_FALSE(hyp("hyp0f1(3, z) - exp(z/3)", series("0", "1", "2")) == "");
  CHECK_FALSE(hyp("hyp0f1(3, z) - exp(z/3)", series("1", "0", "2")) == "");
  CHECK_FALSE(hyp("exp(z/3) - hyp0f1(3, z) - 1", series("0", "1", "2")) == "");
  CHECK_FALSE(hyp("exp(z/3) - hyp0f1(3, z)", series("0", "0", "2")) == "");
  CHECK_FALSE(hyp("exp(z/3) - hyp0f1(3, z)", series("0", "", "2")) == "");
  CHECK_FALSE(hyp("exp(z/3) - hyp0f1(3, z)", series("0", "2", "2")) == "");
  CHECK_FALSE(hyp("exp(z/3) - hyp0f1(3, z)", series("0", "1", "9")) == "");
  CHECK_FALSE(hyp("exp(z/3) - hyp0f1(3, z)", series("0", "1", "")) == "");
  // Every constant that is a little too small.
  CHECK_FALSE(hyp("exp(z/3.000001) - hyp0f1(3, z)*1.000001", series("0", "1", "1")) == "");
  CHECK_FALSE(hyp("exp(z/3.000001) - hyp0f1(3, z)", series("0", "1", "1")) == "");
  CHECK_FALSE(hyp("hyp0f1(3, z) - 1 - 1.000001*z/3", series("0", "", "2")) == "");
  // Terms that change their sign: exp(-z) is not above its first terms, and cosh(z) has no odd ones.
  CHECK_FALSE(check(z, "0 <= exp(-z) - 1", after_defined(0, series("0", "", "1"))) == "");
  CHECK_FALSE(check(z, "0 <= exp(-z) - 1/2", after_defined(0, series("0", "", "0"))) == "");
  CHECK_FALSE(check(z, "exp(z) <= cosh(z) + sinh(z) - 1/1000", after_defined(0, series("0", "1", "1"))) == "");
  CHECK(check(z, "0 <= exp(z) - cosh(z)", written_as("exp(z) - cosh(z)", 0, 0, series("0", "1", "0"))) != "");
  CHECK_FALSE(check({"z in [-1, 1]"}, "0 <= sinh(z)", after_defined(0, series("0", "", "0"))) == "");
  // A variable of the goal called n is not the index of the terms.
  CHECK(check({"n in [1, 2]"}, "0 <= exp(n/3) - hyp0f1(3, n)",
              written_as("exp(n/3) - hyp0f1(3, n)", 1, 1, series("0", "1", "2", "", "n", "n_"))) == "");
}

TEST_CASE("kernel rules: a derivative that changes its sign once", "[verify][kernel][negative]") {
  const auto unimodal = [](const std::string& factor, const std::string& rest, const std::string& strict = "") {
    return after_defined(0, {"concave",
                             {{"variable", "x"},
                              {"lower", "face"},
                              {"upper", "face"},
                              {"factor", factor},
                              {"rest", rest},
                              {"strict", strict}},
                             {}});
  };
  // x exp(-x) rises up to 1 and then falls.
  CHECK(check({"x in [0, 3]"}, "0 <= x*exp(-x)", unimodal("exp(-x)", "1 - x")) == "");
  CHECK(check({"x in [0, 3]"}, "0 <= 1 + x*exp(-x)", unimodal("exp(-x)", "1 - x")) == "");
  CHECK_FALSE(check({"x in [0, 3]"}, "0 < x*exp(-x)", unimodal("exp(-x)", "1 - x", "slope")) == "");
  CHECK_FALSE(check({"x in [0, 3]"}, "0 <= -x*exp(-x)", unimodal("exp(-x)", "x - 1")) == "");
  CHECK_FALSE(check({"x in [0, 3]"}, "0 <= -x*exp(-x)", unimodal("-exp(-x)", "1 - x")) == "");
  CHECK_FALSE(check({"x in [0, 3]"}, "0 <= x*exp(-x) - 1/10", unimodal("exp(-x)", "1 - x")) == "");
  CHECK_FALSE(check({"x in [0, 3]"}, "0 <= x*exp(-x)", unimodal("exp(-x)", "1 - 2*x")) == "");
  CHECK_FALSE(check({"x in [0, 3]"}, "0 <= x*exp(-x)", unimodal("exp(-x)", "")) == "");
  CHECK_FALSE(check({"x in [0, 3]"}, "0 <= x*exp(-x)", unimodal("1 - x", "exp(-x)")) == "");
  // Two humps: the derivative changes its sign three times.
  CHECK_FALSE(check({"x in [-2, 2]"}, "0 <= 4*x^2 - x^4 - 1/10", unimodal("1", "8*x - 4*x^3")) == "");
  CHECK_FALSE(check({"x in [-2, 2]"}, "0 <= 4*x^2 - x^4", unimodal("x^2 + 1", "(8*x - 4*x^3)/(x^2 + 1)")) == "");
  // A jump in the middle, where the derivative has a value on both sides.
  CHECK_FALSE(check({"x in [-1, 1]"}, "0 <= 1/2 - floor(x)*x", unimodal("1", "-floor(x)")) == "");
}

TEST_CASE("kernel rules: difference with a step", "[verify][kernel][negative]") {
  const auto difference = [](const std::string& step) {
    return Step{"difference", {{"variable", "n"}, {"step", step}}, {}};
  };
  const auto falling = [&](const std::string& step, const std::string& to) {
    Step rule = difference(step);
    rule.children = {{"rewrite", {{"to", to}}, {}}};
    return written_as("exp(-n)", 0, 0, rule);
  };
  CHECK(check({"n in [1, inf)"}, "0 <= exp(-n)", falling("1/2", "(1 - exp(-1/2))*exp(-n)")) == "");
  CHECK(check({"n integer in [1, inf)"}, "0 <= exp(-n)", falling("2", "(1 - exp(-2))*exp(-n)")) == "");
  CHECK_FALSE(check({"n integer in [1, inf)"}, "0 <= exp(-n)", falling("1/2", "(1 - exp(-1/2))*exp(-n)")) == "");
  for (const char* step : {"0", "-1", "n", "pi", "1/0", "x"}) {
    INFO(step);
    CHECK_FALSE(check({"n in [1, inf)"}, "0 <= exp(-n)", after_defined(0, difference(step))) == "");
  }
  // sin(2 pi n) repeats with the step 1 and has no limit.
  CHECK_FALSE(check({"n in [1, inf)"}, "0 <= sin(2*pi*n)", after_defined(0, difference("1"))) == "");
}
