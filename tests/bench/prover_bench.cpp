// Boxes per second of the search, and the time of the checker.
#include <benchmark/benchmark.h>

#include "numerics/parser.hpp"
#include "verify/kernel/cover_rules.hpp"
#include "verify/prover/box_numbers.hpp"
#include "verify/prover/box_search.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;

namespace {

struct Problem {
  Graph graph;
  kernel::BoxProblem box;
};

/// f >= 0 for all variables of f in [lower, upper].
Problem problem(const char* f, double lower, double upper) {
  Problem made;
  made.box.f = parse_expression(made.graph, f, elementary_functions()).root;
  for (const std::string& name : made.graph.variables_of(made.box.f)) {
    made.box.variables.push_back(made.graph.variable(name));
    made.box.lower.push_back(lower);
    made.box.upper.push_back(upper);
    made.box.integer.push_back(false);
  }
  return made;
}

const char* const entropy = "p*log(p/q) + (1-p)*log((1-p)/(1-q)) + 0.001 - 2*(p-q)^2";
const char* const cubic = "a*b^3 - 3*a*b*c^2 + d*c^3 - 3*d*c*b^2 + s*t^3 - 3*s*t*u^2 + v*u^3 - 3*v*u*t^2 + 99";
const char* const motzkin = "x^4*y^2 + x^2*y^4 + z^6 - 3*x^2*y^2*z^2 + 1/10000000";  // 190000 boxes
const char* const soft = "log(2) + (x+y)/2 + (x-y)^2/8 + 0.001 - log(exp(x)+exp(y))";

/// Values, gradients and the mean value form of one box.
void mean_value_form(benchmark::State& state, const char* f) {
  const Problem p = problem(f, 0.25, 0.75);
  const kernel::BoxCode code = kernel::make_box_code(p.graph, p.box, Precision(80));
  const RoundUpward upward;
  using Numbers = prover::BinaryNumbers;
  kernel::BoxPasses<Numbers> box(code, Numbers()), point(code, Numbers());
  const std::size_t n = p.box.variables.size();
  std::vector<Interval> slopes(n), offsets(n);
  for (auto _ : state) {
    for (std::size_t i = 0; i < n; ++i) box.variable(i) = Numbers::between(0.5, 0.625);
    box.forward();
    benchmark::DoNotOptimize(box.differentiate(1));
    for (std::size_t i = 0; i < n; ++i) {
      slopes[i] = box.gradient(i);
      point.variable(i) = Numbers::point(0.5625);
      offsets[i] = Numbers::subtract(box.variable(i), point.variable(i));
    }
    point.forward();
    Interval sum;
    benchmark::DoNotOptimize(
        kernel::narrow_by_mean<Numbers>(box.numbers(), point.value(code.f), slopes, offsets, false, sum));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

void search(benchmark::State& state, const char* f, double lower, double upper) {
  const Problem p = problem(f, lower, upper);
  std::size_t boxes = 0;
  prover::BoxSearchOptions options;
  options.parallel = state.range(0) != 0;
  for (auto _ : state) {
    const prover::BoxSearchResult found = prover::search_boxes(p.graph, p.box, options);
    if (!found.proved) state.SkipWithError("not proved");
    boxes += found.boxes;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(boxes));
}

/// One box that is settled at once: what a call costs.
void start(benchmark::State& state) {
  const Problem p = problem("x^2 + y^2 + 1", -1, 1);
  for (auto _ : state) benchmark::DoNotOptimize(prover::search_boxes(p.graph, p.box));
}

void check(benchmark::State& state, const char* f, double lower, double upper) {
  const Problem p = problem(f, lower, upper);
  const prover::BoxSearchResult found = prover::search_boxes(p.graph, p.box);
  for (auto _ : state)
    if (!kernel::check_cover(p.graph, p.box, found.cover).empty()) state.SkipWithError("rejected");
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * found.cover.nodes.size()));
}

}  // namespace

BENCHMARK_CAPTURE(mean_value_form, entropy, entropy)->Name("boxes/mean value form, entropy");
BENCHMARK_CAPTURE(mean_value_form, cubic, cubic)->Name("boxes/mean value form, cubic in 8 variables");
BENCHMARK_CAPTURE(search, entropy, entropy, 0.05, 0.95)->Name("boxes/search, entropy")->Arg(0)->Arg(1)->UseRealTime();
BENCHMARK_CAPTURE(search, soft, soft, -3, 3)->Name("boxes/search, softplus")->Arg(0)->Arg(1)->UseRealTime();
BENCHMARK_CAPTURE(search, motzkin, motzkin, -1, 1)
    ->Name("boxes/search, motzkin")
    ->Arg(0)
    ->Arg(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(start)->Name("boxes/start");
BENCHMARK_CAPTURE(check, entropy, entropy, 0.05, 0.95)->Name("boxes/check, entropy")->Unit(benchmark::kMillisecond);
