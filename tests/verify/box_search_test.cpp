// The search over boxes: benchmark problems, definedness, hypotheses, integers, unbounded boxes, threads.
#include "verify/prover/box_search.hpp"
#include "tests/support/source_directory.hpp"

#include <tbb/global_control.h>

#include <random>

#include "tests/support/box_problems.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;
using lemmacheck::test_support::assume;
using lemmacheck::test_support::box_problem;
using lemmacheck::test_support::NamedBoxProblem;
using lemmacheck::test_support::read_box_problems;

namespace {

std::vector<NamedBoxProblem> benchmark() {
  return read_box_problems(lemmacheck::test::source_directory() + "/../shared/problems/boxes.txt");
}

prover::BoxSearchResult search(const NamedBoxProblem& p, std::size_t most_boxes, bool parallel = true) {
  prover::BoxSearchOptions options;
  options.most_boxes = most_boxes;
  options.parallel = parallel;
  return prover::search_boxes(p.graph, p.problem, options);
}

/// Proved, and the checker agrees.
bool proves(const NamedBoxProblem& p, std::size_t most_boxes = 20'000) {
  const prover::BoxSearchResult found = search(p, most_boxes);
  if (!found.proved) return false;
  const std::string wrong = kernel::check_cover(p.graph, p.problem, found.cover);
  CAPTURE(wrong);
  CHECK(wrong.empty());
  return wrong.empty();
}

}  // namespace

TEST_CASE("box search: problems with slack", "[verify][boxes]") {
  for (const NamedBoxProblem& p : benchmark()) {
    if (p.tags.find("slack") == std::string::npos) continue;
    CAPTURE(p.name);
    CHECK(proves(p));
  }
}

TEST_CASE("box search: tight claims with their minimum at a short number", "[verify][boxes][exact]") {
  CHECK(proves(box_problem("x in [-1,1]", "1 + x <= exp(x)")));
  CHECK(proves(box_problem("x in [-2,2], y in [-2,2]", "0 <= x^4*y^2 + x^2*y^4 - 3*x^2*y^2 + 1")));
  CHECK(proves(box_problem("x in [-2,2], y in [-2,2]", "0 <= 100*(y - x^2)^2 + (1 - x)^2")));
  const NamedBoxProblem strict = box_problem("x in [-1,1]", "1 + x < exp(x)");
  CHECK_FALSE(search(strict, 2000).proved);
}

TEST_CASE("box search: nothing is proved that is false", "[verify][boxes][negative]") {
  for (const NamedBoxProblem& p : benchmark()) {
    if (p.truth != "F") continue;
    CAPTURE(p.name);
    const prover::BoxSearchResult found = search(p, 20'000);
    CHECK_FALSE(found.proved);
    CHECK(found.lowest_value < 0);
    CHECK(found.worst.size() > 0);
  }
}

TEST_CASE("box search: random polynomials around their minimum", "[verify][boxes]") {
  std::mt19937_64 random(20240607);
  const auto draw = [&](int low, int high) { return std::to_string(std::uniform_int_distribution(low, high)(random)); };
  for (int k = 0; k < 60; ++k) {
    // A sum of squares with a common zero inside: minimum 0.
    const std::string a = draw(1, 9), b = draw(1, 9), c = draw(-4, 4), d = draw(-4, 4);
    const std::string f = "(x - 0." + a + ")^2*" + draw(1, 5) + " + ((y - 0." + b + ")*" + draw(1, 3) + " + (x - 0." +
                          a + ")*(" + c + "))^2 + (x*y - 0." + a + "*0." + b + ")^2*(" + d + ")^2";
    CAPTURE(f);
    CHECK(proves(box_problem("x in [-1,1], y in [-1,1]", "-0.0001 <= " + f)));
    const NamedBoxProblem wrong = box_problem("x in [-1,1], y in [-1,1]", "0.0001 <= " + f);
    CHECK_FALSE(search(wrong, 2000).proved);
    const NamedBoxProblem strict = box_problem("x in [-1,1], y in [-1,1]", "0 < " + f);
    CHECK_FALSE(search(strict, 500).proved);
  }
}

TEST_CASE("box search: hypotheses", "[verify][boxes]") {
  NamedBoxProblem p = box_problem("x in [0,10], y in [0,10]", "x*y <= 25.001");
  assume(p, "x + y <= 10");
  CHECK(proves(p));
  NamedBoxProblem q = box_problem("x in [0,10], y in [0,10]", "x*y <= 24.9");
  assume(q, "x + y <= 10");
  const prover::BoxSearchResult found = search(q, 5000);
  CHECK_FALSE(found.proved);
  CHECK(found.lowest_value < 0);
  NamedBoxProblem three = box_problem("x in [0,3], y in [0,3], z in [0,3]", "x*y*z <= 1.001");
  assume(three, "x + y + z <= 3");
  CHECK(proves(three, 1000));
  NamedBoxProblem sphere = box_problem("x in [-1,1], y in [-1,1], z in [-1,1]", "x + y + z <= 1.7321");
  assume(sphere, "x^2 + y^2 + z^2 <= 1");
  CHECK(proves(sphere, 1000));
  NamedBoxProblem several = box_problem("x in [0,4], y in [0,4], z in [0,4]", "x*y + y*z + z*x <= 3.001");
  assume(several, "x^2 + y^2 + z^2 <= 3");
  assume(several, "x <= y");
  CHECK(proves(several, 1000));
  NamedBoxProblem nothing = box_problem("x in [0,1]", "5 <= x");
  assume(nothing, "2 <= x");
  CHECK(proves(nothing));
}

TEST_CASE("box search: unbounded boxes", "[verify][boxes]") {
  CHECK(proves(box_problem("x in [-inf,inf]", "x <= x^2 + 0.251")));
  CHECK(proves(box_problem("x in [0,inf]", "log(1 + x) <= x + 0.01")));
  CHECK(proves(box_problem("x in [1,inf], y in [1,inf]", "1/(x*y) <= 1.001")));
  CHECK(proves(box_problem("x in [-inf,inf], y in [-inf,inf]", "2*x*y <= x^2 + y^2 + 1")) == false);
}

TEST_CASE("box search: integers", "[verify][boxes]") {
  NamedBoxProblem p = box_problem("n in [0,40], m in [0,40]", "0.5 <= (n - 2*m - 0.5)^2*4");
  CHECK_FALSE(proves(p, 2000));
  p.problem.integer = {true, true};
  CHECK(proves(p));
}

TEST_CASE("box search: points without a value are no points", "[verify][boxes]") {
  CHECK(proves(box_problem("x in [-1,1]", "-0.001 <= x*sqrt(x)")));
  CHECK(proves(box_problem("x in [-1,1]", "0 <= sqrt(x)")));
  CHECK(proves(box_problem("x in [-1,1]", "-1 <= if(x < 0, 1/x^2, x)")));
  const NamedBoxProblem p = box_problem("x in [-1,1]", "0 <= 1/x");
  CHECK_FALSE(search(p, 500).proved);
}

TEST_CASE("box search: kinks", "[verify][boxes]") {
  CHECK(proves(box_problem("x in [-1,1], y in [-1,1]", "abs(x + y) <= abs(x) + abs(y) + 0.01")));
  CHECK(proves(box_problem("x in [-1,1], y in [-1,1]", "max(x, y) + min(x, y) <= x + y + 0.01")));
  CHECK(proves(box_problem("x in [-1.5,1.5], y in [-1,1]", "floor(x) <= x + 0.001*y^2 + 0.001")));
}

TEST_CASE("box search: the same cover for one and two threads", "[verify][boxes]") {
  const NamedBoxProblem p =
      box_problem("x in [-3,3], y in [-3,3]", "log(exp(x)+exp(y)) <= log(2) + (x+y)/2 + (x-y)^2/8 + 0.0005");
  const auto run = [&](std::size_t threads, bool parallel) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    return search(p, 1'000'000, parallel);
  };
  const prover::BoxSearchResult one = run(1, true), two = run(2, true), serial = run(1, false);
  CHECK(one.proved);
  CHECK(one.boxes > 600);
  for (const prover::BoxSearchResult* other : {&two, &serial}) {
    REQUIRE(other->boxes == one.boxes);
    REQUIRE(other->cover.nodes.size() == one.cover.nodes.size());
    bool same = true;
    for (std::size_t k = 0; k < one.cover.nodes.size(); ++k) {
      const kernel::CoverNode &a = one.cover.nodes[k], &b = other->cover.nodes[k];
      same = same && a.rule == b.rule && a.variable == b.variable && a.at == b.at && a.numbers == b.numbers;
    }
    CHECK(same);
  }
}

TEST_CASE("box search: budgets and stops", "[verify][boxes]") {
  const NamedBoxProblem tight = box_problem("x in [-1,1], y in [-1,1]", "2*x*exp(y) <= x^2 + exp(2*y)");
  const prover::BoxSearchResult few = search(tight, 100);
  CHECK_FALSE(few.proved);
  CHECK(few.boxes == 100);
  CHECK_FALSE(few.worst.empty());
  CHECK(few.worst.size() <= 16);
  prover::BoxSearchOptions stopped;
  stopped.stop = [] { return true; };
  CHECK(prover::search_boxes(tight.graph, tight.problem, stopped).boxes == 0);
}
