// The checker of covers: what it accepts, and that it rejects every change that matters.
#include "verify/kernel/cover.hpp"

#include "tests/support/box_problems.hpp"
#include "tests/support/catch.hpp"
#include "verify/prover/box_search.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;
using lemmacheck::test_support::assume;
using lemmacheck::test_support::box_problem;
using lemmacheck::test_support::NamedBoxProblem;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

kernel::CoverNode leaf(std::string rule, std::vector<double> numbers = {}) {
  return {std::move(rule), 0, 0, std::move(numbers)};
}
kernel::CoverNode cut(std::uint32_t variable, double at) { return {"cut", variable, at, {}}; }

std::string check(const NamedBoxProblem& p, std::vector<kernel::CoverNode> nodes) {
  return kernel::check_cover(p.graph, p.problem, kernel::Cover{std::move(nodes)});
}

kernel::Cover proof_of(const NamedBoxProblem& p) {
  const prover::BoxSearchResult found = prover::search_boxes(p.graph, p.problem);
  REQUIRE(found.proved);
  REQUIRE(kernel::check_cover(p.graph, p.problem, found.cover).empty());
  return found.cover;
}

/// Covers with every rule between them.
std::vector<NamedBoxProblem> various() {
  std::vector<NamedBoxProblem> all;
  all.push_back(box_problem("x in [-2,2], y in [-2,2]", "-0.05 <= x^4*y^2 + x^2*y^4 - 3*x^2*y^2 + 1"));
  all.push_back(box_problem("x in [-3,3], y in [-3,3]", "log(exp(x)+exp(y)) < log(2) + (x+y)/2 + (x-y)^2/8 + 0.1"));
  all.push_back(box_problem("x in [0,10], y in [0,10]", "x*y <= 30"));
  assume(all.back(), "x + y <= 10");
  all.push_back(box_problem("x in [0,3], y in [0,3], z in [0,3]", "x*y*z <= 1.1"));
  assume(all.back(), "x + y + z <= 3");
  all.push_back(box_problem("x in [-1,1]", "abs(x) - x^2 <= 0.26"));
  return all;
}

}  // namespace

TEST_CASE("cover: single rules", "[verify][cover]") {
  const NamedBoxProblem square = box_problem("x in [-1,1]", "0 <= x^2");
  CHECK(check(square, {leaf("natural")}).empty());
  CHECK(check(square, {leaf("curvature", {0, 0})}).empty());
  CHECK(check(square, {cut(0, 0.5), leaf("collapse", {-1}), leaf("natural"), leaf("natural")}) ==
        "leaf lower: collapse: f is not known to be nondecreasing");
  CHECK(check(square, {cut(0, 0), leaf("collapse", {1}), leaf("natural"), leaf("collapse", {-1}), leaf("natural")})
            .empty());

  const NamedBoxProblem hill = box_problem("x in [-1,1]", "x - x^2 <= 0.3");
  CHECK(check(hill, {leaf("curvature", {0.5, 0})}).empty());
  CHECK(check(hill, {leaf("natural")}) == "leaf of the whole box: natural: the enclosure of f does not show it");
  CHECK(check(hill, {leaf("curvature", {1.5, 0})}) ==
        "leaf of the whole box: curvature: the centre lies outside of the box");
  CHECK(check(hill, {leaf("curvature", {0.5, -1})}) == "leaf of the whole box: curvature: a number t is negative");

  // f = 1/4 - x^2: concave, t is needed.
  const NamedBoxProblem concave = box_problem("x in [-1,1]", "x^2 <= 1.25");
  CHECK_FALSE(check(concave, {leaf("curvature", {0, 0})}).empty());
  CHECK_FALSE(check(concave, {leaf("curvature", {0, 1.99})}).empty());
  CHECK(check(concave, {leaf("curvature", {0, 2.01})}).empty());
  CHECK_FALSE(check(concave, {leaf("curvature", {0, 2.6})}).empty());

  const NamedBoxProblem line = box_problem("x in [0,1]", "x*(1-x) + x^2 <= 2.6");
  CHECK(check(line, {leaf("mean", {0.5})}).empty());
  CHECK_FALSE(check(line, {leaf("mean", {2})}).empty());
  CHECK_FALSE(check(line, {leaf("mean", {0.5, 1})}).empty());
}

TEST_CASE("cover: malformed trees are named by their path", "[verify][cover][negative]") {
  const NamedBoxProblem p = box_problem("x in [-1,1]", "0 <= x^2");
  CHECK(check(p, {}) == "leaf of the whole box: the cover ends here");
  CHECK(check(p, {cut(0, 0), leaf("natural")}) == "leaf upper: the cover ends here");
  CHECK(check(p, {leaf("natural"), leaf("natural")}) == "the cover has more nodes than its tree");
  CHECK(check(p, {leaf("trust me")}) == "leaf of the whole box: trust me: unknown rule");
  CHECK(check(p, {cut(1, 0), leaf("natural"), leaf("natural")}) ==
        "leaf of the whole box: cut: there is no such variable");
  for (const double at : {2.0, -1.5, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()})
    CHECK(check(p, {cut(0, at), leaf("natural"), leaf("natural")}) ==
          "leaf of the whole box: cut: the number lies outside of the box");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(check(p, {leaf("curvature", {nan, 0})}).empty());
  CHECK_FALSE(check(p, {leaf("curvature", {0, nan})}).empty());
  CHECK_FALSE(check(p, {leaf("curvature", {0})}).empty());
  CHECK_FALSE(check(p, {leaf("narrow", {-1, nan}), leaf("natural")}).empty());
  CHECK_FALSE(check(p, {leaf("narrow", {-1}), leaf("natural")}).empty());
  CHECK_FALSE(check(p, {leaf("narrow", {1, -1}), leaf("natural")}).empty());
  CHECK_FALSE(check(p, {leaf("collapse", {0.5}), leaf("natural")}).empty());
  CHECK_FALSE(check(p, {leaf("outside", {0})}).empty());
  CHECK_FALSE(check(p, {leaf("natural", {1})}).empty());
}

TEST_CASE("cover: narrowing keeps every possible counterexample", "[verify][cover][negative]") {
  const NamedBoxProblem p = box_problem("x in [0,4]", "x <= 5");  // f = 5 - x <= 0 nowhere
  CHECK(check(p, {leaf("hc4")}).empty());
  const NamedBoxProblem q = box_problem("x in [0,4]", "x <= 3");  // false above 3
  CHECK_FALSE(check(q, {leaf("hc4")}).empty());
  CHECK(check(q, {leaf("narrow", {3, 4}), leaf("natural")}) ==
        "leaf of the whole box: natural: the enclosure of f does not show it");
  CHECK(check(q, {leaf("narrow", {3.5, 4}), leaf("natural")}) ==
        "leaf of the whole box: narrow: the stated box leaves out points");
  CHECK(check(q, {leaf("newton", {1, 0, 2}), leaf("natural")}) ==
        "leaf of the whole box: newton: the stated box leaves out points");
  CHECK(check(q, {leaf("narrow", {3, 5}), leaf("natural")}) ==
        "leaf of the whole box: narrow: the stated box is not inside of the box");
}

TEST_CASE("cover: hypotheses", "[verify][cover][negative]") {
  NamedBoxProblem p = box_problem("x in [0,10], y in [0,10]", "x <= 5");
  assume(p, "x + y <= 4");
  CHECK(check(p, {cut(0, 5), leaf("natural"), leaf("outside", {0})}).empty());
  CHECK(check(p, {cut(0, 3), leaf("natural"), leaf("outside", {0})}) == "leaf upper: outside: the hypothesis may hold");
  // A face on which the hypothesis does not hold says nothing about points where it holds.
  NamedBoxProblem rising = box_problem("x in [-1,1], y in [-1,1]", "0 <= x");
  assume(rising, "0.5 <= x + y");
  CHECK_FALSE(check(rising, {leaf("collapse", {-1, 0}), leaf("outside", {0})}).empty());
  NamedBoxProblem holds = box_problem("x in [1,2], y in [1,2]", "1 <= x");
  assume(holds, "x + y >= 2");
  CHECK(check(holds, {leaf("collapse", {-1, 0}), leaf("natural")}).empty());
  CHECK(check(holds, {leaf("collapse", {-1, 0}), leaf("outside", {0})}) ==
        "leaf of the whole box: outside: the hypothesis is not usable here");
}

TEST_CASE("cover: multipliers", "[verify][cover][negative]") {
  NamedBoxProblem p = box_problem("x in [0,1], y in [0,1]", "x + y <= 1");
  assume(p, "x + y <= 0.9");
  CHECK(check(p, {leaf("mean", {0.5, 0.5, 1})}).empty());  // 1 - x - y - (0.9 - x - y) = 0.1
  CHECK(check(p, {leaf("curvature", {0.5, 0.5, 1e-9, 1e-9, 1})}).empty());
  CHECK_FALSE(check(p, {leaf("mean", {0.5, 0.5, 0})}).empty());
  CHECK_FALSE(check(p, {leaf("mean", {0.5, 0.5, 0.5})}).empty());
  CHECK(check(p, {leaf("mean", {0.5, 0.5, -1})}) == "leaf of the whole box: mean: a multiplier is negative");
  CHECK_FALSE(check(p, {leaf("mean", {0.5, 0.5, infinity})}).empty());
  CHECK_FALSE(check(p, {leaf("mean", {0.5, 0.5})}).empty());
  // The hypothesis is gone after a collapse of one of its variables.
  NamedBoxProblem q = box_problem("x in [0,1], y in [0,1]", "0.5 <= x + y");
  assume(q, "-9 <= x + y");
  assume(q, "0.5 <= x + y");
  CHECK(check(q, {leaf("mean", {0, 0, 0, 1})}).empty());
  CHECK_FALSE(check(q, {leaf("collapse", {-1, 0}), leaf("mean", {0, 0, 0, 1})}).empty());
}

TEST_CASE("cover: the inner form stands first", "[verify][cover][negative]") {
  const NamedBoxProblem p = box_problem("x in [-1,1], y in [1,2]", "-0.8 <= atan(x/y)");
  CHECK(check(p, {leaf("inner"), leaf("mean", {-1, 1})}).empty());
  CHECK_FALSE(check(p, {leaf("inner"), leaf("inner"), leaf("mean", {-1, 1})}).empty());
  CHECK_FALSE(check(p, {cut(0, 0), leaf("inner"), leaf("natural"), leaf("natural")}).empty());
  CHECK_FALSE(check(p, {leaf("inner")}).empty());
  const NamedBoxProblem wrong = box_problem("x in [-1,1], y in [1,2]", "-0.7 <= atan(x/y)");
  CHECK_FALSE(check(wrong, {leaf("inner"), leaf("mean", {-1, 1})}).empty());
  const NamedBoxProblem none = box_problem("x in [-1,1]", "x*x - x <= 3");
  CHECK(check(none, {leaf("inner"), leaf("natural")}) == "inner: the claim has no inner form");
}

TEST_CASE("cover: strict claims, kinks and points without a value", "[verify][cover][negative]") {
  CHECK_FALSE(check(box_problem("x in [0,1]", "0 < x"), {leaf("natural")}).empty());
  CHECK(check(box_problem("x in [0,1]", "0 <= x"), {leaf("natural")}).empty());
  CHECK_FALSE(check(box_problem("x in [0,1]", "0 < x"), {leaf("collapse", {-1}), leaf("natural")}).empty());
  // No curvature across a kink, no mean value form where f has no value or no derivative.
  const NamedBoxProblem kink = box_problem("x in [-1,1]", "-0.5 <= abs(x) - 0.4");
  CHECK(check(kink, {leaf("natural")}).empty());
  CHECK(check(kink, {leaf("curvature", {0, 0})}) == "leaf of the whole box: curvature: f is not known to be smooth");
  for (const char* claim : {"-9 <= 1/x", "-9 <= sqrt(x)", "-9 <= log(x)", "-9 <= digamma(x)", "-9 <= x^(-3)",
                            "-9 <= if(x < 0.5, 1, 2)", "-9 <= x^0.5", "-9 <= asin(2*x)"}) {
    CAPTURE(claim);
    const NamedBoxProblem p = box_problem("x in [-1,1]", claim);
    CHECK(check(p, {leaf("mean", {0.5})}) == "leaf of the whole box: mean: f has no known slopes");
  }
  CHECK(check(box_problem("x in [-2,-1]", "5 <= log(x)"), {leaf("natural")}).empty());  // no point with a value
  CHECK_FALSE(check(box_problem("x in [-inf,inf]", "0 <= x^2 + x + 1"), {leaf("mean", {0})}).empty());
}

TEST_CASE("cover: integer variables", "[verify][cover]") {
  NamedBoxProblem p = box_problem("n in [0.5,9.5]", "0 <= (n - 1.5)*(n - 1.75)");
  CHECK_FALSE(check(p, {cut(0, 1.625), leaf("natural"), leaf("natural")}).empty());
  p.problem.integer[0] = true;
  CHECK(check(p, {cut(0, 1.625), leaf("natural"), leaf("natural")}).empty());
  p.problem.lower[0] = 1.6, p.problem.upper[0] = 1.7;
  CHECK(check(p, {leaf("empty")}).empty());
  CHECK_FALSE(check(p, {leaf("natural")}).empty());
  p.problem.integer[0] = false;
  CHECK_FALSE(check(p, {leaf("empty")}).empty());
}

TEST_CASE("cover: every change of a found cover that matters is rejected", "[verify][cover][negative]") {
  for (const NamedBoxProblem& p : various()) {
    const kernel::Cover cover = proof_of(p);
    const std::size_t size = cover.nodes.size();
    CAPTURE(size);
    for (std::size_t k = 0; k < size; k += 1 + size / 50) {
      CAPTURE(k, cover.nodes[k].rule);
      kernel::Cover changed = cover;
      changed.nodes.erase(changed.nodes.begin() + static_cast<std::ptrdiff_t>(k));
      const std::string rule = cover.nodes[k].rule;
      // A narrowing may be dispensable; cuts and leaves are not.
      if (rule != "narrow" && rule != "newton" && rule != "collapse")
        CHECK_FALSE(kernel::check_cover(p.graph, p.problem, changed).empty());
      changed = cover;
      changed.nodes.resize(k);
      CHECK_FALSE(kernel::check_cover(p.graph, p.problem, changed).empty());
      if (rule == "cut") {
        changed = cover;
        changed.nodes[k].at = 1e6;
        CHECK_FALSE(kernel::check_cover(p.graph, p.problem, changed).empty());
      } else if (rule == "narrow" || rule == "newton") {
        // A stated box without the points that are left over, and one beyond the box.
        changed = cover;
        std::vector<double>& numbers = changed.nodes[k].numbers;
        const std::size_t last = numbers.size() - 1;
        numbers[last] = numbers[last - 1];
        if (cover.nodes[k].numbers[last] > numbers[last])
          CHECK_FALSE(kernel::check_cover(p.graph, p.problem, changed).empty());
        numbers[last] = 1e6;
        CHECK_FALSE(kernel::check_cover(p.graph, p.problem, changed).empty());
      }
    }
  }
}

TEST_CASE("cover: a cover of one claim does not prove a larger one", "[verify][cover][negative]") {
  const char* ranges = "x in [-2,2], y in [-2,2]";
  const kernel::Cover cover = proof_of(box_problem(ranges, "-0.01 <= x^4*y^2 + x^2*y^4 - 3*x^2*y^2 + 1"));
  for (const char* claim :
       {"0.01 <= x^4*y^2 + x^2*y^4 - 3*x^2*y^2 + 1", "-0.01 <= x^4*y^2 + x^2*y^4 - 3.1*x^2*y^2 + 1"}) {
    const NamedBoxProblem other = box_problem(ranges, claim);
    CHECK_FALSE(kernel::check_cover(other.graph, other.problem, cover).empty());
  }
}
