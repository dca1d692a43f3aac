// One gradient step at d = 1e5, m = 128: our binary64 enclosures against a plain Eigen double evaluation of the same
// closed form and against Arb at 128 bits. The counters are the ratios, from the best of the repeats of one run.
#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <Eigen/Dense>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>

#if __has_include(<arb.h>)
#include <arb.h>
#else
#include <flint/arb.h>
#endif

#include "verify/sparse_xor/instance.hpp"
#include "verify/sparse_xor/simulation.hpp"
#include "verify/sparse_xor/step_enclosures.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::Rational;

namespace {

constexpr std::size_t positions = 100000;
constexpr std::size_t dimension = 128;
constexpr double eta = 2e11;  // heads half way to their positions: nothing saturates

const Instance& instance() {
  static const Instance value = sample_instance(positions, dimension, 1);
  return value;
}

// ---------------------------------------------------------------- plain double with Eigen

using Array = Eigen::ArrayXd;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Array softmax(const Array& u) {
  const Array e = (u - u.maxCoeff()).exp();
  return e / e.sum();
}

double plain_loss(const Array& g, const Array& h) {
  const double product = (g * h).sum();
  return 1 - 2 * (g[0] * h[1] + g[1] * h[0]) + g.square().sum() * h.square().sum() + 2 * product * product -
         2 * (g * h).square().sum();
}

Array plain_weights(const Array& g, const Array& h) {
  const double other = h.square().sum();
  const double product = (g * h).sum();
  Array force = -(g * other + 2 * h * (product - g * h));
  force[0] += h[1];
  force[1] += h[0];
  return g * (force - (g * force).sum());
}

/// The walk of zonotope.hpp in double.
double plain_sup(const Array& g, const Array& h) {
  const Array slope = h / g;
  std::vector<std::uint32_t> order(static_cast<std::size_t>(g.size()) - 2);
  std::iota(order.begin(), order.end(), 2u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return slope[a] < slope[b]; });
  const double total_a = g.sum() - g[0] - g[1];
  const double total_b = h.sum() - h[0] - h[1];
  double best = 0;
  for (const double sigma : {1.0, -1.0}) {
    double a = -total_a, b = -total_b;
    const double centre_a = g[0] + sigma * g[1];
    const double centre_b = h[0] + sigma * h[1];
    for (std::size_t j = 0;; ++j) {
      best = std::max({best, std::fabs(sigma - (centre_a + a) * (centre_b + b)),
                       std::fabs(sigma - (centre_a - a) * (centre_b - b))});
      if (j == order.size()) break;
      a += 2 * g[order[j]];
      b += 2 * h[order[j]];
    }
  }
  return best;
}

double run_eigen() {
  const Instance& x = instance();
  const Eigen::Map<const Matrix> v(x.embeddings.data(), positions, dimension);
  const Eigen::Map<const Eigen::VectorXd> theta(x.theta.data(), dimension);
  const Array u = (v * theta).array();
  const Array g = softmax(u);
  const Array h = softmax(-u);
  Matrix weights(positions, 2);
  weights.col(0) = plain_weights(g, h).matrix();
  weights.col(1) = plain_weights(h, g).matrix();
  const Eigen::MatrixXd descent = v.transpose() * weights;
  const Eigen::MatrixXd alignment = v * descent;
  const Array next_u = u + 2 * eta * alignment.col(0).array();
  const Array next_w = -u + 2 * eta * alignment.col(1).array();
  const Array next_g = softmax(next_u);
  const Array next_h = softmax(next_w);
  return plain_loss(g, h) + plain_loss(next_g, next_h) + plain_sup(g, h) + plain_sup(next_g, next_h) +
         next_u.tail(positions - 2).maxCoeff() + next_w.tail(positions - 2).maxCoeff() +
         u.tail(positions - 2).maxCoeff() + u.tail(positions - 2).minCoeff();
}

// ---------------------------------------------------------------- Arb at 128 bits

constexpr slong bits = 128;

/// A vector of balls that frees itself.
class Balls {
 public:
  explicit Balls(std::size_t n) : data_(_arb_vec_init(static_cast<slong>(n))), size_(n) {}
  ~Balls() { _arb_vec_clear(data_, static_cast<slong>(size_)); }
  Balls(const Balls&) = delete;
  Balls& operator=(const Balls&) = delete;
  arb_ptr at(std::size_t k) const { return data_ + k; }
  arb_ptr data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  arb_ptr data_;
  std::size_t size_;
};

template <class Function>
void in_parallel(std::size_t n, std::size_t grain, const Function& function) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n, grain),
                    [&](const tbb::blocked_range<std::size_t>& range) { function(range.begin(), range.end()); });
}

void arb_rows(const Balls& x, const Balls& result) {
  in_parallel(positions, 512, [&](std::size_t first, std::size_t last) {
    const Balls row(dimension);
    for (std::size_t k = first; k < last; ++k) {
      for (std::size_t j = 0; j < dimension; ++j) arb_set_d(row.at(j), instance().embedding(k)[j]);
      arb_dot(result.at(k), nullptr, 0, row.data(), 1, x.data(), 1, dimension, bits);
    }
  });
}

void arb_softmax(const Balls& u, const Balls& g) {
  in_parallel(positions, 1024, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) arb_exp(g.at(k), u.at(k), bits);
  });
  const Balls total(1);
  for (std::size_t k = 0; k < positions; ++k) arb_add(total.at(0), total.at(0), g.at(k), bits);
  in_parallel(positions, 1024, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) arb_div(g.at(k), g.at(k), total.at(0), bits);
  });
}

/// sums: S, S~, P, Q.
void arb_sums(const Balls& g, const Balls& h, const Balls& sums) {
  const Balls product(positions);
  in_parallel(positions, 1024, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) arb_mul(product.at(k), g.at(k), h.at(k), bits);
  });
  arb_dot(sums.at(0), nullptr, 0, g.data(), 1, g.data(), 1, positions, bits);
  arb_dot(sums.at(1), nullptr, 0, h.data(), 1, h.data(), 1, positions, bits);
  arb_dot(sums.at(2), nullptr, 0, g.data(), 1, h.data(), 1, positions, bits);
  arb_dot(sums.at(3), nullptr, 0, product.data(), 1, product.data(), 1, positions, bits);
}

void arb_loss(const Balls& g, const Balls& h, arb_t loss) {
  const Balls sums(4);
  arb_sums(g, h, sums);
  arb_mul(loss, g.at(0), h.at(1), bits);
  arb_addmul(loss, g.at(1), h.at(0), bits);
  arb_submul(loss, sums.at(2), sums.at(2), bits);
  arb_add(loss, loss, sums.at(3), bits);
  arb_mul_si(loss, loss, -2, bits);
  arb_addmul(loss, sums.at(0), sums.at(1), bits);
  arb_add_si(loss, loss, 1, bits);
}

void arb_weights(const Balls& g, const Balls& h, const Balls& weight) {
  const Balls sums(4);
  arb_sums(g, h, sums);
  in_parallel(positions, 1024, [&](std::size_t first, std::size_t last) {
    const Balls cross(1);
    for (std::size_t k = first; k < last; ++k) {
      arb_set(cross.at(0), sums.at(2));
      arb_submul(cross.at(0), g.at(k), h.at(k), bits);
      arb_mul(cross.at(0), cross.at(0), h.at(k), bits);
      arb_mul_2exp_si(cross.at(0), cross.at(0), 1);
      arb_addmul(cross.at(0), g.at(k), sums.at(1), bits);
      arb_neg(weight.at(k), cross.at(0));
      if (k < 2) arb_add(weight.at(k), weight.at(k), h.at(1 - k), bits);
    }
  });
  const Balls mean(1);
  arb_dot(mean.at(0), nullptr, 0, g.data(), 1, weight.data(), 1, positions, bits);
  in_parallel(positions, 1024, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      arb_sub(weight.at(k), weight.at(k), mean.at(0), bits);
      arb_mul(weight.at(k), weight.at(k), g.at(k), bits);
    }
  });
}

/// sum_k w_k v_k, rows in blocks so that V is read once and in order.
void arb_columns(const Balls& w, const Balls& w_tilde, const Balls& sum, const Balls& sum_tilde) {
  constexpr std::size_t block = 2048;
  constexpr std::size_t blocks = (positions + block - 1) / block;
  const Balls partial(blocks * 2 * dimension);
  in_parallel(blocks, 1, [&](std::size_t first, std::size_t last) {
    const Balls entry(1);
    for (std::size_t b = first; b < last; ++b) {
      for (std::size_t k = b * block; k < std::min(positions, (b + 1) * block); ++k) {
        for (std::size_t j = 0; j < dimension; ++j) {
          arb_set_d(entry.at(0), instance().embedding(k)[j]);
          arb_addmul(partial.at(2 * b * dimension + j), w.at(k), entry.at(0), bits);
          arb_addmul(partial.at((2 * b + 1) * dimension + j), w_tilde.at(k), entry.at(0), bits);
        }
      }
    }
  });
  for (std::size_t b = 0; b < blocks; ++b) {
    for (std::size_t j = 0; j < dimension; ++j) {
      arb_add(sum.at(j), sum.at(j), partial.at(2 * b * dimension + j), bits);
      arb_add(sum_tilde.at(j), sum_tilde.at(j), partial.at((2 * b + 1) * dimension + j), bits);
    }
  }
}

/// The vertices of the walk only.
void arb_sup(const Balls& g, const Balls& h, arb_t best) {
  std::vector<double> slope(positions);
  for (std::size_t k = 0; k < positions; ++k) {
    slope[k] = arf_get_d(arb_midref(h.at(k)), ARF_RND_NEAR) / arf_get_d(arb_midref(g.at(k)), ARF_RND_NEAR);
  }
  std::vector<std::uint32_t> order(positions - 2);
  std::iota(order.begin(), order.end(), 2u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return slope[a] < slope[b]; });
  const Balls t(6);
  arb_zero(best);
  for (const int sigma : {1, -1}) {
    for (const int chain : {1, -1}) {
      for (const std::size_t c : {0u, 1u}) {
        const Balls& x = c == 0 ? g : h;
        arb_set(t.at(c), x.at(0));
        (sigma > 0 ? arb_add : arb_sub)(t.at(c), t.at(c), x.at(1), bits);
        for (std::size_t k = 2; k < positions; ++k) (chain > 0 ? arb_sub : arb_add)(t.at(c), t.at(c), x.at(k), bits);
      }
      for (std::size_t j = 0;; ++j) {
        arb_mul(t.at(2), t.at(0), t.at(1), bits);
        arb_sub_si(t.at(2), t.at(2), sigma, bits);
        arb_abs(t.at(2), t.at(2));
        arb_max(best, best, t.at(2), bits);
        if (j == order.size()) break;
        for (const std::size_t c : {0u, 1u}) {
          arb_mul_2exp_si(t.at(3), (c == 0 ? g : h).at(order[j]), 1);
          (chain > 0 ? arb_add : arb_sub)(t.at(c), t.at(c), t.at(3), bits);
        }
      }
    }
  }
}

double run_arb() {
  const Balls theta(dimension), u(positions), w(positions), g(positions), h(positions), weight(positions),
      weight_tilde(positions), descent(dimension), descent_tilde(dimension), step(1), out(4);
  for (std::size_t j = 0; j < dimension; ++j) arb_set_d(theta.at(j), instance().theta[j]);
  arb_set_d(step.at(0), 2 * eta);
  arb_rows(theta, u);
  for (std::size_t k = 0; k < positions; ++k) arb_neg(w.at(k), u.at(k));
  arb_softmax(u, g);
  arb_softmax(w, h);
  arb_loss(g, h, out.at(0));
  arb_sup(g, h, out.at(1));
  arb_weights(g, h, weight);
  arb_weights(h, g, weight_tilde);
  arb_columns(weight, weight_tilde, descent, descent_tilde);
  arb_rows(descent, weight);
  arb_rows(descent_tilde, weight_tilde);
  for (std::size_t k = 0; k < positions; ++k) {
    arb_addmul(u.at(k), step.at(0), weight.at(k), bits);
    arb_addmul(w.at(k), step.at(0), weight_tilde.at(k), bits);
  }
  arb_softmax(u, g);
  arb_softmax(w, h);
  arb_loss(g, h, out.at(2));
  arb_sup(g, h, out.at(3));
  double sum = 0;
  for (std::size_t k = 0; k < 4; ++k) sum += arf_get_d(arb_midref(out.at(k)), ARF_RND_NEAR);
  flint_cleanup();
  return sum;
}

// ---------------------------------------------------------------- the comparison

double run_ours() {
  static const Rational step = Rational::from_double(eta);
  const auto result = enclose_step_binary64(instance(), step, {0, 1});
  return result->after.population_loss.approx_double();
}

template <class Function>
double seconds(const Function& function) {
  const auto start = std::chrono::steady_clock::now();
  benchmark::DoNotOptimize(function());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void compare(benchmark::State& state) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(state.range(0)));
  instance();
  double eigen = HUGE_VAL, ours = HUGE_VAL, arb = HUGE_VAL;
  for (auto _ : state) {
    for (int repeat = 0; repeat < 5; ++repeat) {
      eigen = std::min(eigen, seconds(run_eigen));
      ours = std::min(ours, seconds(run_ours));
    }
    arb = std::min(arb, seconds(run_arb));
    state.SetIterationTime(ours);
  }
  state.counters["eigen_ms"] = 1e3 * eigen;
  state.counters["ours_ms"] = 1e3 * ours;
  state.counters["arb_ms"] = 1e3 * arb;
  state.counters["ours_per_eigen"] = ours / eigen;  // at most 6
  state.counters["arb_per_ours"] = arb / ours;      // at least 5
}
BENCHMARK(compare)->Name("instance/d=1e5,m=128/threads")->Arg(1)->Arg(2)->Iterations(1)->UseManualTime();

/// Peak memory of a certificate over the size of V: at most 1.5. Run alone for a meaningful number:
/// --benchmark_filter=memory
void memory(benchmark::State& state) {
  struct rusage usage = {};
  for (auto _ : state) {
    instance();
    benchmark::DoNotOptimize(run_ours());
  }
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_per_V"] =
      static_cast<double>(usage.ru_maxrss) * 1024 / static_cast<double>(positions * dimension * sizeof(double));
}
BENCHMARK(memory)->Name("instance/memory")->Iterations(1)->Unit(benchmark::kMillisecond);

/// Certified instances a minute at d = 1e4, m = 128, sampling included: at least 200 on two cores.
void simulation(benchmark::State& state) {
  const std::size_t runs = 20;
  double elapsed = HUGE_VAL;
  for (auto _ : state)
    elapsed = seconds([&] {
      return simulate({.positions = 10000, .dimension = 128, .runs = runs, .step_sizes = {Rational(6400000000)}})
          .size();
    });
  state.counters["instances_per_minute"] = 60.0 * runs / elapsed;
}
BENCHMARK(simulation)->Name("simulate/d=1e4,m=128")->Iterations(1)->Unit(benchmark::kMillisecond);

/// A sample gradient of 1e6 inputs at d = 1000.
void inputs(benchmark::State& state) {
  const auto attention = initial_attention_binary64(sample_instance(1000, 64, 1));
  for (auto _ : state) benchmark::DoNotOptimize(sample_forces(*attention, {0, 1}, {1000000, 1}));
}
BENCHMARK(inputs)->Name("simulate/inputs/d=1000,n=1e6")->Unit(benchmark::kMillisecond);

}  // namespace
