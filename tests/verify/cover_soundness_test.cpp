// Random claims that are false at a known point: no cover of the search may be accepted. And claims that it proves are
// true at random points and accepted by the checker.
#include <cmath>

#include "tests/support/catch.hpp"
#include "tests/support/expressions.hpp"
#include "verify/prover/box_search.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;
using lemmacheck::test_support::Hostile;
using lemmacheck::test_support::RandomExpressions;

namespace {

constexpr Precision precision{200};

struct RandomProblem {
  Graph graph;
  kernel::BoxProblem box;
  std::vector<double> point;

  /// At a point; nothing when there may be no value.
  std::optional<BigInterval> value(NodeId id, const std::vector<double>& at) const {
    const Tape tape(graph, std::span(&id, 1));
    std::vector<BigInterval> variables(graph.variable_count(), BigInterval(precision));
    for (std::size_t i = 0; i < at.size(); ++i)
      variables[graph.node(box.variables[i]).index] = BigInterval::from_double(at[i], precision);
    Evaluated<BigInterval> found = std::move(tape.run(variables, precision)[tape.slot(id)]);
    if (found.defined != Defined::everywhere || !found.value.is_bounded()) return std::nullopt;
    const double near = std::fabs(found.value.approx_double());
    if (!(near < 1e100) || (near < 1e-100 && !found.value.is_point())) return std::nullopt;
    return found.value;
  }
  double inside(Hostile& pick, std::size_t i) const {
    const double part = pick.one_in(4) ? 0 : static_cast<double>(pick.below(1025)) / 1024;
    const double x = box.lower[i] + part * (box.upper[i] - box.lower[i]);
    return box.integer[i] ? std::floor(x) : x;
  }
};

/// A random box with a point in it and two random expressions, the second perhaps a hypothesis that holds there.
bool make(Hostile& pick, RandomProblem& p, NodeId& f) {
  RandomExpressions random(p.graph, elementary_functions(),
                           {"sqrt", "exp", "log", "sin", "atan", "tanh", "abs", "min", "max", "floor", "if", "xlogx",
                            "kl", "lgamma", "cbrt", "erf", "cosh", "asin", "softplus"},
                           {"x", "y"});
  for (const char* name : {"x", "y"}) {
    p.box.variables.push_back(p.graph.variable(name));
    const double lower = static_cast<double>(pick.between(-12, 12)) / 4;
    p.box.integer.push_back(pick.one_in(4));
    p.box.lower.push_back(p.box.integer.back() ? std::floor(lower) : lower);
    p.box.upper.push_back(p.box.lower.back() + static_cast<double>(pick.between(0, 16)) / (pick.one_in(3) ? 64 : 4));
  }
  for (std::size_t i = 0; i < 2; ++i) p.point.push_back(p.inside(pick, i));
  f = random.number(pick, 4);
  if (pick.one_in(3)) {
    const NodeId h = random.number(pick, 3);
    const std::optional<BigInterval> there = p.value(h, p.point);
    if (!there) return false;
    p.box.hypotheses.push_back({p.graph.call("-", {h, p.graph.rational(there->lower_rational())}), false});
  }
  return true;
}

}  // namespace

TEST_CASE("cover: no cover of a false claim is accepted", "[verify][cover][boxes][negative]") {
  int tried = 0;
  for (std::uint64_t k = 0; k < 3000; ++k) {
    Hostile pick("false claims over boxes", k);
    CAPTURE(pick.label());
    RandomProblem p;
    NodeId f{};
    if (!make(pick, p, f)) continue;
    const std::optional<BigInterval> there = p.value(f, p.point);
    if (!there) continue;
    ++tried;
    // f > (something that f is not above at the point).
    p.box.f = p.graph.call("-", {f, p.graph.rational(there->upper_rational())});
    p.box.strict = true;
    prover::BoxSearchOptions options;
    options.most_boxes = 60;
    const prover::BoxSearchResult found = prover::search_boxes(p.graph, p.box, options);
    CAPTURE(lemmacheck::test_support::written_out(p.graph, p.box.f), p.point[0], p.point[1]);
    CHECK_FALSE((found.proved && kernel::check_cover(p.graph, p.box, found.cover).empty()));
  }
  CHECK(tried > 1000);
}

TEST_CASE("cover: what is proved is accepted, and true at random points", "[verify][cover][boxes]") {
  int proved = 0;
  for (std::uint64_t k = 0; k < 1500; ++k) {
    Hostile pick("claims over boxes", k);
    CAPTURE(pick.label());
    RandomProblem p;
    NodeId f{};
    if (!make(pick, p, f)) continue;
    const std::optional<BigInterval> there = p.value(f, p.point);
    if (!there) continue;
    const Rational level = there->lower_rational() - Rational(1, static_cast<long long>(1 + pick.below(50)));
    p.box.f = p.graph.call("-", {f, p.graph.rational(level)});
    prover::BoxSearchOptions options;
    options.most_boxes = 100;
    const prover::BoxSearchResult found = prover::search_boxes(p.graph, p.box, options);
    if (!found.proved) continue;
    ++proved;
    CAPTURE(lemmacheck::test_support::written_out(p.graph, p.box.f));
    CHECK(kernel::check_cover(p.graph, p.box, found.cover) == "");
    for (int m = 0; m < 10; ++m) {
      const std::vector<double> at = {p.inside(pick, 0), p.inside(pick, 1)};
      if (!p.box.hypotheses.empty()) {
        const std::optional<BigInterval> h = p.value(p.box.hypotheses[0].value, at);
        if (!h || h->certain_sign() <= 0) continue;
      }
      const std::optional<BigInterval> value = p.value(p.box.f, at);
      CAPTURE(at[0], at[1]);
      if (value) CHECK(value->certain_sign() >= 0);
    }
  }
  CHECK(proved > 300);
}
