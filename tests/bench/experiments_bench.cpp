// The commands around the theorem, one small run of each.
#include <benchmark/benchmark.h>

#include "verify/capacity/sparse_functions.hpp"
#include "verify/capacity/training.hpp"
#include "verify/sparse_xor/ablation.hpp"
#include "verify/sparse_xor/covered_step.hpp"
#include "verify/sparse_xor/crossing.hpp"
#include "verify/sparse_xor/parity.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::Rational;
namespace capacity = lemmacheck::verify::capacity;

namespace {

/// What a row of `simulate` asks of one theorem.
void covered(benchmark::State& state, const char* theorem) {
  for (auto _ : state)
    benchmark::DoNotOptimize(covered_step(theorem, {{"1e4", {}}, {"256", {}}, {"0.5", {}}, {"0.01", {}}}));
}
BENCHMARK_CAPTURE(covered, theorem_2, "theorem-2")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(covered, theorem_2_sharp, "theorem-2-sharp")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(covered, corollary_3_sharp, "corollary-3-sharp")->Unit(benchmark::kMillisecond);

/// Certified runs of the ablation: 25 step sizes, ten steps, d = 64, m = 32.
void ablation(benchmark::State& state, AttentionKind kind) {
  AblationGrid grid{.positions = 64, .dimension = 32, .kind = kind, .runs = 2, .step_sizes = {}};
  for (long k = 0; k < 25; ++k) grid.step_sizes.push_back(pow(Rational(2), k - 4));
  for (auto _ : state) benchmark::DoNotOptimize(ablate(grid, {.steps = 10}));
  state.counters["runs_per_s"] = benchmark::Counter(50, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK_CAPTURE(ablation, softmax, AttentionKind::softmax)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(ablation, erf, AttentionKind::erf)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Four heads on a parity of four positions, one step.
void parity(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(run_parities(4, 64, 128, ParityStart::random, 1, 10,
                                          {.step_size = Rational(160000000), .steps = 1, .epsilon = {1, 100}}));
}
BENCHMARK(parity)->Name("k-parity/k=4,d=64,m=128/10 runs")->Unit(benchmark::kMillisecond)->UseRealTime();

/// The crossing against a feedforward network that is right for every support.
void crossing(benchmark::State& state, const char* theorem, const char* delta) {
  for (auto _ : state) benchmark::DoNotOptimize(find_crossing(Opponent::every_support, {theorem, delta, "0.01"}));
}
BENCHMARK_CAPTURE(crossing, theorem_2_at_half, "theorem-2", "0.5")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);

void sparse(benchmark::State& state) {
  const capacity::SparseTask task{.function = capacity::SparseFunction::parity, .tokens = 1024, .relevant = 8};
  for (auto _ : state) benchmark::DoNotOptimize(capacity::certify_sparse(task));
}
BENCHMARK(sparse)->Name("capacity/sparse/parity,s=8,T=1024")->Unit(benchmark::kMillisecond);

void training(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(capacity::train_once({}, 0, 1));
}
BENCHMARK(training)->Name("capacity/experiment/one fresh run")->Unit(benchmark::kMillisecond);

}  // namespace
