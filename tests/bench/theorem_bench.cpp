// The speed lines of theorem files: one point, the default tables, the certified ranges.
#include <benchmark/benchmark.h>

#include "verify/library.hpp"
#include "verify/range.hpp"

using namespace lemmacheck::verify;

namespace {

std::vector<Text> texts(std::initializer_list<const char*> all) {
  std::vector<Text> made;
  for (const char* t : all) made.push_back({t, {}});
  return made;
}

/// Every point of the regime "default" of a theorem.
std::vector<std::vector<Text>> default_grid(const Theorem& theorem) {
  const RegimeText& regime = theorem.text.regimes.front();
  std::vector<std::vector<Text>> points{regime.let};
  for (const Text& axis_text : regime.grid) {
    const GridAxis axis = parse_grid_axis(axis_text);
    std::vector<std::vector<Text>> next;
    for (const auto& point : points) {
      for (const Text& value : axis.values) {
        next.push_back(point);
        next.back().push_back({axis.name.text + " = " + value.text, {}});
      }
    }
    points = std::move(next);
  }
  return points;
}

void evaluate_point(benchmark::State& state) {
  const Theorem theorem = load(embedded_theorem({"theorem-2", {}}));
  const std::vector<Text> point = texts({"d = 1e5", "m = 128", "delta = 0.05", "eps = 0.01"});
  for (auto _ : state) {
    const Binding binding(theorem, point);
    benchmark::DoNotOptimize(Evaluator(theorem, binding).at_point());
  }
}

void default_tables(benchmark::State& state) {
  for (auto _ : state) {
    std::size_t points = 0;
    for (const char* id : {"theorem-2", "corollary-3"}) {
      const Theorem theorem = load(embedded_theorem({id, {}}));
      points += evaluate_points(theorem, default_grid(theorem)).size();
    }
    state.counters["points"] = static_cast<double>(points);
  }
}

void range(benchmark::State& state, std::initializer_list<const char*> settings, const char* free) {
  const Theorem theorem = load(embedded_theorem({"theorem-2", {}}));
  const Binding binding(theorem, texts(settings), texts({free}));
  for (auto _ : state) {
    const RangeResult found = decide_range(theorem, binding);
    if (found.verdict != TheoremVerdict::holds) state.SkipWithError("the range does not hold");
    state.counters["boxes"] = static_cast<double>(found.boxes);
  }
}

}  // namespace

BENCHMARK(evaluate_point)->Name("theorem-2/evaluate")->Unit(benchmark::kMillisecond);
BENCHMARK(default_tables)->Name("default tables, two theorems")->Unit(benchmark::kSecond)->UseRealTime()->Iterations(1);
BENCHMARK_CAPTURE(range, fixed, {"m = 256", "delta = 0.05", "eps = 0.01"}, "d in [1e5, 1e12]")
    ->Name("theorem-2/range d in [1e5, 1e12], m = 256")
    ->Unit(benchmark::kSecond)
    ->UseRealTime()
    ->Iterations(1);
BENCHMARK_CAPTURE(range, polylog, {"m = ceil(8*log(d)^2)", "delta = 1/log(d)", "eps = 0.01"}, "d in [1e4, 1e12]")
    ->Name("theorem-2/range d in [1e4, 1e12], m = ceil(8 log(d)^2)")
    ->Unit(benchmark::kSecond)
    ->UseRealTime()
    ->Iterations(1);
