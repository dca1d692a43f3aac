// Limits: known answers, and for each of them values on the way there that must come closer.
#include "verify/kernel/limit.hpp"

#include <algorithm>

#include "numerics/normal_form.hpp"
#include "numerics/parser.hpp"
#include "numerics/printer.hpp"
#include "numerics/tape.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify::kernel;

namespace {

constexpr Precision precision{2000};

struct Known {
  const char* f;   // in x, and perhaps s, p
  const char* to;  // "inf", "-inf", or a formula with "+" or "-" in front: from above, from below
  const char* limit;
};

struct Problem {
  Graph graph;
  NodeId f{};
  Approach approach;
  NodeId s{}, p{};

  explicit Problem(const Known& known) {
    const auto parse = [&](std::string_view text) {
      return parse_expression(graph, text, elementary_functions()).root;
    };
    approach.variable = graph.variable("x");
    s = graph.variable("s");
    p = graph.variable("p");
    f = parse(known.f);
    const std::string to = known.to;
    if (to == "inf" || to == "-inf") {
      approach.from_above = to == "-inf";
      return;
    }
    approach.infinite = false;
    approach.from_above = to[0] == '+';
    approach.to = parse(to.substr(1));
  }

  BigInterval number(const Rational& x) const { return BigInterval(x, x, precision); }

  BigInterval value(NodeId id, const BigInterval& x) {
    std::vector<BigInterval> values(graph.variable_count(), number(Rational(1, 3)));
    values[graph.node(approach.variable).index] = x;
    values[graph.node(s).index] = number(Rational(3, 7));
    const Tape tape(graph, std::span(&id, 1));
    const auto result = tape.run(values, precision)[tape.slot(id)];
    CHECK(result.defined == Defined::everywhere);
    return result.value;
  }

  /// The point 2^-step away from the end.
  BigInterval near(long step) {
    const Rational t = pow(Rational(2), -step), side = approach.from_above ? 1 : -1;
    if (approach.infinite) return number(-side / t);
    return value(approach.to, number(0)) + number(side * t);
  }
};

/// Enclosures are wide where exponentials cancel, and logarithms are slow: one of the later points has to be closer.
void check_on_the_way(Problem& problem, const Limit& limit) {
  const BigInterval zero = problem.number(0);
  for (const NodeId condition : limit.positive) CHECK(less(zero, problem.value(condition, zero)) == Truth::yes);
  const BigInterval early = problem.value(problem.f, problem.near(4));
  int closer = 0;
  for (const long step : {7, 10, 40}) {
    CAPTURE(step);
    const BigInterval late = problem.value(problem.f, problem.near(step));
    if (limit.kind != Limit::Kind::finite) {
      const bool up = limit.kind == Limit::Kind::plus_infinity;
      if ((up ? less(early, late) : less(late, early)) == Truth::yes) ++closer;
      continue;
    }
    const BigInterval value = problem.value(limit.value, zero);
    const BigInterval before = abs(early - value), after = abs(late - value);
    const bool there = less(after, problem.number(pow(Rational(2), -300))) == Truth::yes;
    if (there || less(after, problem.number(Rational(1, 2)) * before) == Truth::yes) ++closer;
    if (limit.above) CHECK(less_equal(late, value) != Truth::yes);
    if (limit.below) CHECK(less_equal(value, late) != Truth::yes);
  }
  CHECK(closer > 0);
}

void check_known(const Known& known) {
  CAPTURE(known.f, known.to, known.limit);
  Problem problem(known);
  const auto found = limit(problem.graph, problem.f, problem.approach);
  REQUIRE(found);
  const std::string expected = known.limit;
  CAPTURE(static_cast<int>(found->kind));
  if (expected == "inf" || expected == "-inf") {
    CHECK(found->kind == (expected == "inf" ? Limit::Kind::plus_infinity : Limit::Kind::minus_infinity));
  } else {
    REQUIRE(found->kind == Limit::Kind::finite);
    CAPTURE(to_text(problem.graph, found->value));
    const NodeId value = parse_expression(problem.graph, expected, elementary_functions()).root;
    CHECK(equal_where_defined(problem.graph, found->value, value));
  }
  check_on_the_way(problem, *found);
}

}  // namespace

TEST_CASE("limit: rational functions, powers and logarithms", "[verify][limit][oracle]") {
  for (const Known& known : std::initializer_list<Known>{
           {"(2*x^2+1)/(3*x^2-x)", "inf", "2/3"},
           {"(x^3+1)/(x^2-1)", "inf", "inf"},
           {"(x^3+1)/(x^2-1)", "-inf", "-inf"},
           {"x/(x^2+1)", "-inf", "0"},
           {"1/x", "+0", "inf"},
           {"1/x", "-0", "-inf"},
           {"(x^2-1)/(x-1)", "+1", "2"},
           {"(x^2-1)/(x-1)", "-1", "2"},
           {"log(1+x)-2*x/(2+x)", "inf", "inf"},
           {"log(1+1/x)-(12*x^2+12*x+1)/(12*x^3+18*x^2+6*x)", "inf", "0"},
           {"1/sqrt(x^2+x)-log(1+1/x)", "inf", "0"},
           {"x*(sqrt(x^2+1)-x)", "inf", "1/2"},
           {"sqrt(x^2+x)-abs(x)", "-inf", "-1/2"},
           {"cbrt(x^3+x^2)-x", "inf", "1/3"},
           {"cbrt(x^3+x^2)-x", "-inf", "1/3"},
           {"cbrt(x)/x^(1/3)", "+0", "1"},
           {"x*log(x)", "+0", "0"},
           {"x^(1/2)*log(x)^3", "+0", "0"},
           {"log(1+x)/x", "+0", "1"},
           {"log(1+x)/x", "-0", "1"},
           {"log1p(x)/x", "+0", "1"},
           {"((1+x)*log(1+x)-x-x^2/(2+2*x/3))/x^4", "+0", "1/36"},
           {"(1-2*x)/(4*log((1-x)/x))", "-1/2", "1/8"},
           {"(1-2*x)/(4*log((1-x)/x))", "+1/2", "1/8"},
           {"x*log(x)/sqrt(x)", "+0", "0"},
           {"x^x", "+0", "1"},
           {"log(x)/x", "inf", "0"},
           {"log(x)^2-log(x)", "inf", "inf"},
           {"log2(x)/log10(x)", "inf", "log(10)/log(2)"},
           {"1/sqrt(x)-2*(sqrt(x)-sqrt(x-1))", "inf", "0"},
           {"xlogx(x)", "+0", "0"},
           {"entropy(x)", "+0", "0"},
           {"entropy(x)", "-1", "0"},
           {"entropy(x)", "-1/2", "log(2)"},
           {"kl(x, 1/3)", "+0", "log(3/2)"},
           {"kl(1/2, x)", "+0", "inf"},
           {"kl(x, x^2)/x", "+0", "inf"},
           {"min(x, 1/x)*x", "inf", "1"},
           {"max(x, x^2)/x", "+0", "1"},
           {"abs(x-1)/(x-1)", "-1", "-1"},
           {"if(x <= 0, log(-x), 2+x)", "+0", "2"},
           {"if(x < 0, x, 1/x)", "-0", "0"},
       })
    check_known(known);
}

TEST_CASE("limit: exponentials", "[verify][limit][oracle]") {
  for (const Known& known : std::initializer_list<Known>{
           {"(1-1/x)^x", "inf", "exp(-1)"},
           {"x*log(1-1/x)", "inf", "-1"},
           {"(1+1/x)^x", "-inf", "exp(1)"},
           {"x*exp(-x^2/2)", "inf", "0"},
           {"exp(-1/x)/x^5", "+0", "0"},
           {"exp(-1/x)/x^5", "-0", "-inf"},
           {"x^100/exp(x)", "inf", "0"},
           {"exp(sqrt(x))/x^3", "inf", "inf"},
           {"exp(log(x)^2)/x^5", "inf", "inf"},
           {"exp(sqrt(log(x)))/x", "inf", "0"},
           {"(exp(x)-1-x)/x^2", "+0", "1/2"},
           {"expm1(x)/x", "-0", "1"},
           {"exp(x+1/x)-exp(x)", "inf", "inf"},
           {"(exp(x+1/x)-exp(x))*x*exp(-x)", "inf", "1"},
           {"2^x/exp(x)", "inf", "0"},
           {"x^(1/x)", "inf", "1"},
           {"tanh(x)", "inf", "1"},
           {"(1-tanh(x))*exp(2*x)", "inf", "2"},
           {"tanh(x)/x", "+0", "1"},
           {"tanh(x)", "-inf", "-1"},
           {"sigmoid(x)", "-inf", "0"},
           {"sigmoid(x)*exp(-x)", "-inf", "1"},
           {"softplus(x)-x", "inf", "0"},
           {"softplus(x)*exp(-x)", "-inf", "1"},
           {"sinh(x)/exp(x)", "inf", "1/2"},
           {"(cosh(x)-1)/x^2", "+0", "1/2"},
           {"log(cosh(x))-x", "inf", "-log(2)"},
           {"log(exp(x)+x)-x", "inf", "0"},
           {"exp(1/log(x))", "inf", "1"},
           {"log(x)/x^(1/4)", "inf", "0"},
       })
    check_known(known);
}

TEST_CASE("limit: error function, gamma function, inverse and trigonometric functions", "[verify][limit][oracle]") {
  for (const Known& known : std::initializer_list<Known>{
           {"erfc(x)-2/sqrt(pi)*exp(-x^2)/(x+sqrt(x^2+2))", "inf", "0"},
           {"x*erfc(x)*exp(x^2)", "inf", "1/sqrt(pi)"},
           {"erf(x)", "-inf", "-1"},
           {"erfc(x)", "-inf", "2"},
           {"erf(x)/x", "+0", "2/sqrt(pi)"},
           {"(erf(x)-erf(1))/(x-1)", "+1", "2/sqrt(pi)*exp(-1)"},
           {"x*erfc(-x/sqrt(2))/2", "-inf", "0"},
           {"normal_cdf(x)", "inf", "1"},
           {"normal_cdf(x)*exp(x^2/2)*x", "-inf", "-1/sqrt(2*pi)"},
           {"normal_cdf(x)", "+0", "1/2"},
           {"erf(sqrt(-log(x)))-sqrt(1-x^2)", "+0", "0"},
           {"erf(sqrt(-log(x)))-sqrt(1-x^2)", "-1", "0"},
           {"lgamma(x+1)-lgamma(x+1/2)-log(x)/2", "inf", "0"},
           {"(x+1/2)*log(x)-x+log(2*pi)/2+1/(12*x)-lgamma(x+1)", "inf", "0"},
           {"lgamma(x)+log(x)", "+0", "0"},
           {"x*gamma(x)", "+0", "1"},
           {"(lgamma(x)-lgamma(3))/(x-3)", "+3", "digamma(3)"},
           {"digamma(x)-log(x)", "inf", "0"},
           {"x*(digamma(x)-log(x))", "inf", "-1/2"},
           {"x*digamma(x)", "+0", "-1"},
           {"gamma(x)*exp(x)/x^(x-1/2)", "inf", "sqrt(2*pi)"},
           {"atan(x)", "inf", "pi/2"},
           {"x*(pi/2-atan(x))", "inf", "1"},
           {"atan(x)", "-inf", "-pi/2"},
           {"(atan(x)-pi/4)/(x-1)", "+1", "1/2"},
           {"asin(x)", "-1", "pi/2"},
           {"acos(x)/sqrt(1-x)", "-1", "sqrt(2)"},
           {"asin(x)/x", "+0", "1"},
           {"sin(x)/x", "+0", "1"},
           {"(1-cos(x))/x^2", "-0", "1/2"},
           {"tan(x)/x", "+0", "1"},
           {"sin(x)/(x-pi)", "+pi", "-1"},
           {"sin(x)/x", "inf", "0"},
           {"x*sin(1/x)", "+0", "0"},
           {"x*sin(1/x)", "inf", "1"},
           {"lambert_w(x)/x", "+0", "1"},
           {"binomial(2*x, x)*sqrt(x)/4^x", "inf", "1/sqrt(pi)"},
           {"binomial(x, 2)/x^2", "inf", "1/2"},
       })
    check_known(known);
}

TEST_CASE("limit: other variables", "[verify][limit][oracle]") {
  for (const Known& known : std::initializer_list<Known>{
           {"log((x+s)/(x+1))", "inf", "0"},
           {"lgamma(x+1)-lgamma(x+s)-(1-s)*log(x)", "inf", "0"},
           {"p*exp(x*(1-p))+(1-p)*exp(-x*p)", "+0", "1"},
           {"log(p*exp(x*(1-p))+(1-p)*exp(-x*p))-x^2/8", "inf", "-inf"},
           {"log(p*exp(x*(1-p))+(1-p)*exp(-x*p))/x", "inf", "1-p"},
           {"p^x", "inf", "0"},
           {"x^s", "+0", "0"},
           {"kl(p+x, p)/x^2", "+0", "1/(2*p*(1-p))"},
           {"(x^2-p^2)/(x-p)", "+p", "2*p"},
           {"(1+s/x)^x", "inf", "exp(s)"},
           {"exp(s*x)/x^s", "inf", "inf"},
           {"sqrt(x^2+s*x)-x", "inf", "s/2"},
           {"log(x+s)-log(x)", "inf", "0"},
       })
    check_known(known);
}

TEST_CASE("limit: sides", "[verify][limit]") {
  const auto sides = [](const Known& known) {
    Problem problem(known);
    const auto found = limit(problem.graph, problem.f, problem.approach);
    REQUIRE(found);
    return std::pair(found->above, found->below);
  };
  CHECK(sides({"1+1/x", "inf", "1"}) == std::pair(true, false));
  CHECK(sides({"1-exp(-x)", "inf", "1"}) == std::pair(false, true));
  CHECK(sides({"1/x", "-inf", "0"}) == std::pair(false, true));
  CHECK(sides({"x-x", "inf", "0"}) == std::pair(false, false));
  CHECK(sides({"s/x", "inf", "0"}) == std::pair(false, false));
  CHECK(sides({"exp(s)/x", "inf", "0"}) == std::pair(true, false));
  CHECK(sides({"sin(x)/x", "inf", "0"}) == std::pair(false, false));
}

TEST_CASE("limit: what has to be positive is said", "[verify][limit][negative]") {
  // Each limit is of this kind only where s > 0, resp. 1 - p > 0; the conditions must exclude the rest.
  for (const auto& [f, condition] : std::initializer_list<std::pair<const char*, const char*>>{
           {"s*x", "s"},
           {"exp(s*x)", "s"},
           {"x^(s+1)*exp(-log(x))", "s"},
           {"log(s*x)", "s"},
           {"sqrt(1+s*x)", "s"},
           {"abs(s)*x+s*x^2", "s"},
           {"x^2*(1-p)^3", "1-p"},
           {"(1-p)*exp(x)-x", "1-p"},
           {"lgamma((1-p)*x)", "1-p"},
           {"max(x, 0)*(s^3+s)", "s"},
       }) {
    CAPTURE(f, condition);
    Problem problem({f, "inf", "inf"});
    const auto found = limit(problem.graph, problem.f, problem.approach);
    REQUIRE(found);
    CHECK(found->kind == Limit::Kind::plus_infinity);
    const NodeId needed = parse_expression(problem.graph, condition, elementary_functions()).root;
    const bool said =
        std::ranges::any_of(found->positive, [&](NodeId c) { return equal_where_defined(problem.graph, c, needed); });
    CHECK(said);
  }
}

TEST_CASE("limit: no answer where there is no limit or none is known", "[verify][limit][negative]") {
  for (const Known& known : std::initializer_list<Known>{
           {"sin(x)", "inf", ""},
           {"sin(1/x)", "+0", ""},
           {"x*sin(x)", "inf", ""},
           {"2+sin(x)", "inf", ""},
           {"1/(2+sin(x))", "inf", ""},
           {"log(x)", "-inf", ""},
           {"log(x)", "-0", ""},
           {"sqrt(x)", "-0", ""},
           {"asin(x)", "+1", ""},
           {"x^(1/2)", "-inf", ""},
           {"x^s", "-0", ""},
           {"1/(x-x)", "inf", ""},
           {"log(x-x)", "inf", ""},
           {"x*log(-1)/x^2", "inf", ""},
           {"x+1/(1-1)", "inf", ""},
           {"0*lgamma(x)", "-inf", ""},
           {"floor(x)", "+1/2", ""},
           {"if(sin(x) <= 0, 1, 2)", "inf", ""},
           {"lambert_w(x)", "-inf", ""},
           {"xlogx(x)", "-0", ""},
           {"entropy(x)", "+1", ""},
           {"kl(x, x)", "-0", ""},
           {"sqrt(-x^2)", "+0", ""},
           {"tan(x)", "inf", ""},
           {"exp(sin(x))", "inf", ""},
           {"exp(-exp(x))", "inf", ""},
           {"log(log(x))", "inf", ""},
       }) {
    CAPTURE(known.f, known.to);
    Problem problem(known);
    CHECK_FALSE(limit(problem.graph, problem.f, problem.approach));
  }
}
