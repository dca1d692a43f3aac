// Binary64 intervals against BigInterval at 53 bits and a plain double, all inside a RoundUpward scope.
// Throughput over arrays of 1024; "latency" rows chain every result into the next operation.
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <vector>

#include "numerics/big_interval.hpp"
#include "numerics/interval_functions.hpp"
#include "numerics/special.hpp"

using namespace lemmacheck::numerics;

namespace {

constexpr std::size_t count = 1024;

std::vector<Interval> arguments(double low, double high, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(low, high);
  std::vector<Interval> result;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = uniform(random);
    result.emplace_back(x, x + 1e-3 * std::abs(x));
  }
  return result;
}

std::vector<BigInterval> big(const std::vector<Interval>& x) {
  std::vector<BigInterval> result;
  for (const Interval& v : x) result.emplace_back(v, Precision(53));
  return result;
}

template <class Number, class Operation>
void run(benchmark::State& state, const std::vector<Number>& a, const std::vector<Number>& b, Operation op) {
  std::vector<Number> result(a);
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) result[i] = op(a[i], b[i]);
    benchmark::DoNotOptimize(result.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<long>(count));
  state.counters["ns_per_op"] = benchmark::Counter(1e-9 * static_cast<double>(count),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <class Operation>
void ours(benchmark::State& state, double low, double high, Operation op) {
  const auto a = arguments(low, high, 1), b = arguments(low, high, 2);
  const RoundUpward mode;
  run(state, a, b, op);
}

template <class Operation>
void unguarded(benchmark::State& state, double low, double high, Operation op) {
  run(state, arguments(low, high, 1), arguments(low, high, 2), op);
}

template <class Operation>
void mpfi(benchmark::State& state, double low, double high, Operation op) {
  run(state, big(arguments(low, high, 1)), big(arguments(low, high, 2)), op);
}

template <class Operation>
void latency(benchmark::State& state, Interval start, double low, double high, Operation op) {
  const auto a = arguments(low, high, 1);
  const RoundUpward mode;
  for (auto _ : state) {
    Interval x = start;
    for (std::size_t i = 0; i < count; ++i) x = op(x, a[i]);
    benchmark::DoNotOptimize(x);
  }
  state.counters["ns_per_op"] = benchmark::Counter(1e-9 * static_cast<double>(count),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

const auto add = [](const auto& a, const auto& b) { return a + b; };
const auto multiply = [](const auto& a, const auto& b) { return a * b; };
const auto quotient = [](const auto& a, const auto& b) { return a / b; };
const auto root = [](const auto& a, const auto&) { return sqrt(a); };
const auto exponential = [](const auto& a, const auto&) { return exp(a); };
const auto logarithm = [](const auto& a, const auto&) { return log(a); };
const auto hyperbolic_tangent = [](const auto& a, const auto&) { return tanh(a); };
const auto arctangent = [](const auto& a, const auto&) { return atan(a); };
const auto sine = [](const auto& a, const auto&) { return sin(a); };
const auto cosine = [](const auto& a, const auto&) { return cos(a); };
const auto exponential_less_one = [](const auto& a, const auto&) { return expm1(a); };
const auto logarithm_one_plus = [](const auto& a, const auto&) {
  Defined defined = Defined::everywhere;
  return log1p(a, defined);
};
const auto hyperbolic_sine = [](const auto& a, const auto&) { return sinh(a); };
const auto hyperbolic_cosine = [](const auto& a, const auto&) { return cosh(a); };
const auto error_function = [](const auto& a, const auto&) { return erf(a); };
const auto product_unchecked = [](const Interval& a, const Interval& b) { return unchecked_multiply(a, b); };

#define LEMMACHECK_PAIR(name, low, high, op)                       \
  BENCHMARK_CAPTURE(ours, name, low, high, op);                    \
  BENCHMARK_CAPTURE(unguarded, name, low, high, op);               \
  BENCHMARK_CAPTURE(mpfi, name, low, high, op)

LEMMACHECK_PAIR(add, -5.0, 5.0, add);
LEMMACHECK_PAIR(multiply, -5.0, 5.0, multiply);
LEMMACHECK_PAIR(divide, 0.5, 5.0, quotient);
LEMMACHECK_PAIR(sqrt, 0.5, 5.0, root);
LEMMACHECK_PAIR(exp, -20.0, 20.0, exponential);
LEMMACHECK_PAIR(log, 0.01, 50.0, logarithm);
LEMMACHECK_PAIR(tanh, -5.0, 5.0, hyperbolic_tangent);
LEMMACHECK_PAIR(atan, -10.0, 10.0, arctangent);
LEMMACHECK_PAIR(sin, -5.0, 5.0, sine);
LEMMACHECK_PAIR(cos, -5.0, 5.0, cosine);
LEMMACHECK_PAIR(expm1, -5.0, 5.0, exponential_less_one);
LEMMACHECK_PAIR(log1p, -0.9, 50.0, logarithm_one_plus);
LEMMACHECK_PAIR(sinh, -5.0, 5.0, hyperbolic_sine);
LEMMACHECK_PAIR(cosh, -5.0, 5.0, hyperbolic_cosine);
LEMMACHECK_PAIR(erf, -4.0, 4.0, error_function);
BENCHMARK_CAPTURE(ours, unchecked_multiply, -5.0, 5.0, product_unchecked);
BENCHMARK_CAPTURE(latency, add, Interval(0.0), -1.0, 1.0, add);
BENCHMARK_CAPTURE(latency, multiply, Interval(1.0), 0.999, 1.0, multiply);

}  // namespace
