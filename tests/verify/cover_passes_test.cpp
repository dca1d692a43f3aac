// Difference quotients, second derivatives and backward propagation of every function, against points of random boxes.
#include "verify/kernel/cover_passes.hpp"
#include "tests/support/box_problems.hpp"
#include "tests/support/catch.hpp"
#include "verify/kernel/cover_inner.hpp"
#include "verify/kernel/cover_numbers.hpp"
#include "verify/prover/box_numbers.hpp"

#include <random>

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;
using kernel::BigNumbers;
using lemmacheck::test_support::box_problem;
using lemmacheck::test_support::NamedBoxProblem;

namespace {

constexpr Precision precision{96};

struct Sample {
  const char* f;
  double low, high;      // where x and y are drawn
  bool twice = true;     // has second derivatives everywhere there
  bool narrows = false;  // backward propagation has to find something
};

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = {
      {"x + y", -3, 3, true, true},
      {"x - y", -3, 3, true, true},
      {"x*y", -3, 3, true, true},
      {"x*x*y", -3, 3, true, true},
      {"x/y", 0.5, 3, true, true},
      {"-x*y", -3, 3, true, true},
      {"(x+y)^2", -3, 3, true, true},
      {"x^3*y", -3, 3, true, true},
      {"(x-y)^6", -3, 3, true, true},
      {"x^(-3) + y", 0.5, 3, true, false},
      {"x^1*y", -3, 3, true, false},
      {"x^0.5*y", 0.5, 3, true, true},
      {"x^1.5*y", 0, 3, false, true},
      {"x^(-1.5)*y", 0.5, 3, true, true},
      {"x^y", 0.5, 3, true, false},
      {"2^(x*y)", -2, 2, true, false},
      {"sqrt(x + y)", 0.5, 3, true, true},
      {"sqrt(x)*y", 0, 3, false, true},
      {"cbrt(x*y)", 0.5, 3, true, false},
      {"cbrt(x*y)", -2, 2, false, false},
      {"exp(x*y)", -2, 2, true, true},
      {"expm1(x*y)", -2, 2, true, false},
      {"log(x*y)", 0.5, 3, true, true},
      {"log1p(x*y)", 0.5, 3, true, false},
      {"log2(x) + log10(y)", 0.5, 3, true, false},
      {"sin(x*y)", -3, 3, true, false},
      {"cos(x*y)", -3, 3, true, false},
      {"tan(x*y)", -1, 1, true, false},
      {"asin(x)*y", -0.9, 0.9, true, false},
      {"acos(x*y)", -0.9, 0.9, true, false},
      {"asin(x)", -1, 1, false, false},
      {"atan(x*y)", -3, 3, true, true},
      {"sinh(x*y)", -2, 2, true, false},
      {"cosh(x*y)", -2, 2, true, false},
      {"tanh(x*y)", -2, 2, true, true},
      {"erf(x*y)", -2, 2, true, false},
      {"erfc(x*y)", -2, 2, true, false},
      {"normal_cdf(x*y)", -2, 2, true, false},
      {"sigmoid(x*y)", -2, 2, true, false},
      {"softplus(x*y)", -2, 2, true, false},
      {"xlogx(x)*y", 0.5, 3, true, false},
      {"xlogx(x)", 0, 3, false, false},
      {"entropy(x)*y", 0.1, 0.9, true, false},
      {"kl(x, y)", 0.1, 0.9, true, false},
      {"kl(x*y, y/2)*x", 0.1, 0.9, true, false},
      {"gamma(x)*y", 0.5, 3, false, false},
      {"lgamma(x*y)", 0.5, 3, false, false},
      {"lambert_w(x)*y", 0, 3, false, false},
      {"abs(x*y - 1)", -3, 3, false, true},
      {"abs(x*y)", 0.5, 3, true, true},
      {"min(x, y^2)", -3, 3, false, true},
      {"max(x, y^2)*x", -3, 3, false, true},
      {"floor(x) + y", -3, 3, false, false},
      {"digamma(x) + y", 0.5, 3, false, false},
      {"if(1 < 2, x*y, 1/x)", -3, 3, true, true},
      {"(x - y)/(1 + x^2)*exp(-x*y)", -2, 2, true, false},
  };
  return all;
}

class Drawn {
 public:
  explicit Drawn(const Sample& s)
      : problem(box_problem("x in [-9,9], y in [-9,9]", std::string("0 <= ") + s.f)),
        code(kernel::make_box_code(problem.graph, problem.problem, precision)) {}
  NamedBoxProblem problem;
  kernel::BoxCode code;
};

Interval draw_interval(std::mt19937_64& random, double low, double high) {
  std::uniform_real_distribution<double> draw(low, high);
  const double a = draw(random), b = random() % 3 == 0 ? a + (high - a) * 0.01 : draw(random);
  const double lower = random() % 8 == 0 ? low : std::min(a, b);
  return Interval(lower, std::max(lower, std::max(a, b)));
}

double draw_point(std::mt19937_64& random, const Interval& x) {
  if (random() % 6 == 0) return x.lower();
  if (random() % 6 == 0) return x.upper();
  return std::clamp(std::uniform_real_distribution<double>(x.lower(), x.upper())(random), x.lower(), x.upper());
}

BigInterval big(double x) { return BigInterval::from_double(x, precision); }

}  // namespace

TEST_CASE("cover: difference quotients and second derivatives", "[verify][cover][containment]") {
  std::mt19937_64 random(7);
  for (const Sample& s : samples()) {
    CAPTURE(s.f);
    const Drawn drawn(s);
    kernel::BoxPasses<BigNumbers> box(drawn.code, BigNumbers(precision)), first = box, second = box;
    int smooth = 0;
    for (int k = 0; k < 40; ++k) {
      const Interval x[2] = {draw_interval(random, s.low, s.high), draw_interval(random, s.low, s.high)};
      for (std::size_t i = 0; i < 2; ++i) box.variable(i) = BigInterval(x[i], precision);
      box.forward();
      REQUIRE(box.differentiate(1));
      const std::vector<BigInterval> slopes = {box.gradient(0), box.gradient(1)};
      std::vector<std::vector<BigInterval>> columns(2, std::vector<BigInterval>(2, BigInterval(precision)));
      const bool twice = box.differentiate(2);
      for (std::size_t j = 0; twice && j < 2; ++j) box.second_derivatives(j, columns[j]);
      if (s.twice) REQUIRE(twice);
      for (int m = 0; m < 6; ++m) {
        const double p[2] = {draw_point(random, x[0]), draw_point(random, x[1])};
        const double q[2] = {draw_point(random, x[0]), draw_point(random, x[1])};
        CAPTURE(x[0].lower(), x[0].upper(), x[1].lower(), x[1].upper(), p[0], p[1], q[0], q[1]);
        for (std::size_t i = 0; i < 2; ++i) first.variable(i) = big(p[i]), second.variable(i) = big(q[i]);
        first.forward();
        second.forward();
        const std::uint32_t f = drawn.code.f;
        const BigInterval change = first.value(f) - second.value(f);
        const BigInterval bound = slopes[0] * (big(p[0]) - big(q[0])) + slopes[1] * (big(p[1]) - big(q[1]));
        CHECK_FALSE(intersection(change, bound).is_empty());
        if (!twice || !first.differentiate(1) || !second.differentiate(1)) continue;
        ++smooth;
        for (std::size_t i = 0; i < 2; ++i) {
          CHECK_FALSE(intersection(columns[0][i], columns[i][0]).is_empty());
          const BigInterval turned = columns[0][i] * (big(p[0]) - big(q[0])) + columns[1][i] * (big(p[1]) - big(q[1]));
          CHECK_FALSE(intersection(first.gradient(i) - second.gradient(i), turned).is_empty());
        }
      }
    }
    if (s.twice) CHECK(smooth > 100);
  }
}

TEST_CASE("cover: backward propagation keeps points, and finds something", "[verify][cover][containment]") {
  std::mt19937_64 random(11);
  for (const Sample& s : samples()) {
    CAPTURE(s.f);
    int narrowed = 0;
    for (int k = 0; k < 60; ++k) {
      const Interval x[2] = {draw_interval(random, s.low, s.high), draw_interval(random, s.low, s.high)};
      const double p[2] = {draw_point(random, x[0]), draw_point(random, x[1])};
      // The claim that f is larger than its value at p: p is a counterexample and has to stay.
      const NamedBoxProblem plain = box_problem("x in [-9,9], y in [-9,9]", std::string("0 <= ") + s.f);
      const kernel::BoxCode code = kernel::make_box_code(plain.graph, plain.problem, precision);
      kernel::BoxPasses<BigNumbers> at(code, BigNumbers(precision));
      for (std::size_t i = 0; i < 2; ++i) at.variable(i) = big(p[i]);
      at.forward();
      NamedBoxProblem shifted = plain;
      const NodeId level = shifted.graph.rational(at.value(code.f).upper_rational());
      shifted.problem.f = shifted.graph.call("-", {plain.problem.f, level});
      const kernel::BoxCode shifted_code = kernel::make_box_code(shifted.graph, shifted.problem, precision);
      kernel::BoxPasses<BigNumbers> exact(shifted_code, BigNumbers(precision));
      kernel::BoxPasses<prover::BinaryNumbers> fast(shifted_code, prover::BinaryNumbers());
      CAPTURE(x[0].lower(), x[0].upper(), x[1].lower(), x[1].upper(), p[0], p[1]);
      for (std::size_t i = 0; i < 2; ++i) exact.variable(i) = BigInterval(x[i], precision);
      exact.forward();
      REQUIRE(exact.narrow({}));
      std::vector<Interval> found(2);
      {
        const RoundUpward upward;
        for (std::size_t i = 0; i < 2; ++i) fast.variable(i) = x[i];
        fast.forward();
        if (!fast.narrow({})) found.clear();
        for (std::size_t i = 0; i < found.size(); ++i) found[i] = fast.variable(i);
      }
      REQUIRE(found.size() == 2);
      for (std::size_t i = 0; i < 2; ++i) {
        CHECK(exact.variable(i).contains(Rational::from_double(p[i])));
        CHECK(BigInterval(found[i], precision).contains(exact.variable(i)));  // what the checker relies on
        if (!found[i].contains(x[i])) ++narrowed;
      }
    }
    if (s.narrows) CHECK(narrowed > 5);
  }
}

TEST_CASE("cover: enclosures of the search contain those of the checker", "[verify][cover][containment]") {
  std::mt19937_64 random(13);
  for (const Sample& s : samples()) {
    CAPTURE(s.f);
    const Drawn drawn(s);
    kernel::BoxPasses<BigNumbers> exact(drawn.code, BigNumbers(precision));
    kernel::BoxPasses<prover::BinaryNumbers> fast(drawn.code, prover::BinaryNumbers());
    for (int k = 0; k < 40; ++k) {
      const Interval x[2] = {draw_interval(random, s.low, s.high), draw_interval(random, s.low, s.high)};
      for (std::size_t i = 0; i < 2; ++i) exact.variable(i) = BigInterval(x[i], precision), fast.variable(i) = x[i];
      exact.forward();
      const bool smooth = exact.differentiate(2);
      std::vector<std::vector<BigInterval>> columns(2, std::vector<BigInterval>(2, BigInterval(precision)));
      for (std::size_t j = 0; smooth && j < 2; ++j) exact.second_derivatives(j, columns[j]);
      std::vector<std::vector<Interval>> found(2, std::vector<Interval>(2));
      bool fast_smooth = false;
      {
        const RoundUpward upward;
        fast.forward();
        fast_smooth = fast.differentiate(2);
        for (std::size_t j = 0; fast_smooth && j < 2; ++j) fast.second_derivatives(j, found[j]);
      }
      CHECK(BigInterval(fast.value(drawn.code.f), precision).contains(exact.value(drawn.code.f)));
      CHECK((smooth || !fast_smooth));
      for (std::size_t j = 0; fast_smooth && smooth && j < 2; ++j)
        for (std::size_t i = 0; i < 2; ++i) CHECK(BigInterval(found[j][i], precision).contains(columns[j][i]));
    }
  }
}

TEST_CASE("cover: the inner form of a claim implies it", "[verify][cover]") {
  std::mt19937_64 random(17);
  const char* claims[] = {"-1 <= atan(x/y)",
                          "atan(x*y) <= 0.7",
                          "0.5 <= pi/2 + atan((x - y)/sqrt(x^2 + y))",
                          "pi/2 - 2*atan((x - y)/sqrt(x^2 + y)) <= 2.5",
                          "0.1 <= 1 - tanh(x*y - 2)",
                          "exp(x - y)*3 <= 9",
                          "log(x*y + 1) <= 1",
                          "-log(x*y + 1) <= -0.3",
                          "sqrt(x*y + 1) <= 2",
                          "1.5 <= sqrt(x*y + 1)",
                          "atan(x/sqrt(y)) <= 1",
                          "0.25 <= atan((x + 1)/sqrt(y))",
                          "-3 < -atan(x/(-y))*4"};
  for (const char* text : claims) {
    CAPTURE(text);
    NamedBoxProblem p = box_problem("x in [0.5,3], y in [0.5,3]", text);
    CHECK(kernel::may_have_inner_claim(p.graph, p.problem.f));
    const std::optional<kernel::Hypothesis> inner = kernel::inner_claim(p.graph, p.problem);
    REQUIRE(inner);
    CHECK(inner->strict == p.problem.strict);
    const NodeId roots[2] = {p.problem.f, inner->value};
    const Tape tape(p.graph, roots);
    int held = 0;
    std::uniform_real_distribution<double> draw(0.5, 3);
    for (int k = 0; k < 300; ++k) {
      const std::vector<double> at = {draw(random), draw(random)};
      const std::vector<double> values = tape.run_approx(at);
      CAPTURE(at[0], at[1]);
      const double f = values[tape.slot(roots[0])], g = values[tape.slot(roots[1])];
      if (g >= 1e-9) {
        ++held;
        CHECK(f >= -1e-9);
      }
    }
    CHECK(held > 10);
  }
  for (const char* text : {"x*y <= 3", "x + 2*y <= 9", "sin(x) <= 2", "sqrt(x) <= y + 9"}) {
    NamedBoxProblem p = box_problem("x in [0.5,3], y in [0.5,3]", text);
    CHECK_FALSE(kernel::inner_claim(p.graph, p.problem));
  }
  // tan takes no limit beyond pi/2, log none below 0; a divisor without a certain sign is left.
  for (const char* text : {"atan(x) <= 1.6", "-1 <= exp(x)", "atan(x/(y-1)) <= 1"}) {
    NamedBoxProblem p = box_problem("x in [0.5,3], y in [0.5,3]", text);
    CHECK_FALSE(kernel::inner_claim(p.graph, p.problem));
  }
}
