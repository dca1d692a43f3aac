// Only + - * / and sqrt in a fixed order, with portable_exp below: the same numbers everywhere.
#include "verify/capacity/training.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "numerics/error.hpp"
#include "verify/capacity/counter_random.hpp"
#include "verify/sparse_xor/sampling.hpp"

namespace lemmacheck::verify::capacity {
namespace {

constexpr std::uint32_t input_stream = 0x120, held_out_stream = 0x121, seed_stream = 0x122;

// exp(x) for x <= 0 to about 1e-15; x = k log 2 + r, |r| <= log(2)/2, twelve terms.
double approx_portable_exp(double x) noexcept {
  if (x < -700) return 0;
  const double k = std::floor(x * 0x1.71547652b82fep+0 + 0.5);
  const double r = (x - k * 0x1.62e42feep-1) - k * 0x1.a39ef35793c76p-33;
  double sum = 1;
  for (int n = 14; n > 0; --n) sum = 1 + r / n * sum;
  return sum * std::bit_cast<double>(static_cast<std::uint64_t>(1023 + static_cast<long>(k)) << 52);
}

// Inputs as rows of -1 and 1.
class Inputs {
 public:
  Inputs(std::size_t tokens, std::uint64_t seed, std::uint32_t stream, std::uint32_t run)
      : tokens_(tokens), seed_(seed), stream_(stream), run_(run) {}
  void fill(std::size_t row, double* x) const {
    for (std::size_t k = 0; k < tokens_; k += 128) {
      const auto words =
          random_words(seed_, {stream_, run_, static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(k / 128)});
      for (std::size_t j = 0; j < std::min<std::size_t>(128, tokens_ - k); ++j)
        x[k + j] = (words[j / 64] >> (j % 64) & 1) != 0 ? 1.0 : -1.0;
    }
  }
  std::vector<double> rows(std::size_t first, std::size_t count) const {
    std::vector<double> x(count * tokens_);
    for (std::size_t i = 0; i < count; ++i) fill(first + i, &x[i * tokens_]);
    return x;
  }

 private:
  std::size_t tokens_;
  std::uint64_t seed_;
  std::uint32_t stream_, run_;
};

double dot(const double* x, const double* y, std::size_t n) {
  double lanes[4] = {0, 0, 0, 0};  // four sums in a fixed order, which a compiler may do side by side
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4)
    for (std::size_t l = 0; l < 4; ++l) lanes[l] += x[j + l] * y[j + l];
  for (; j < n; ++j) lanes[0] += x[j] * y[j];
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

class Model {
 public:
  Model(const TrainingTask& task, std::uint32_t run) : task_(task), heads_(task.relevant) {
    // Keys and queries of a run have a seed of their own.
    const std::uint64_t seed = random_words(task.seed, {seed_stream, run, 0, 0})[0];
    keys_ = sparse_xor::sample_sphere(task.tokens, task.dimension, seed, sparse_xor::SampleStream::embeddings);
    queries_ = sparse_xor::sample_sphere(heads_, task.dimension, seed, sparse_xor::SampleStream::theta);
    if (heads_ == 2)  // the initialisation of the model with two heads: theta~ = -theta
      for (std::size_t j = 0; j < task.dimension; ++j) queries_[task.dimension + j] = -queries_[j];
    attention_.resize(heads_ * task.tokens);
    first_.assign(queries_.size(), 0);
    second_.assign(queries_.size(), 0);
    attend();
  }

  double output(const double* x) const {
    double a[4];
    read(x, a);
    return combine(a);
  }

  double target(const double* x) const {
    bool all = true;
    double product = 1;
    for (std::size_t h = 0; h < heads_; ++h) {
      all = all && x[h] > 0;
      product *= x[h];
    }
    return task_.function == LearnedFunction::parity ? product : all ? 1 : -1;
  }

  // One step of Adam on the mean of (f - y)^2 / 2 over the rows.
  void step(const std::vector<const double*>& rows) {
    const std::size_t tokens = task_.tokens, m = task_.dimension;
    std::vector<double> pull(heads_ * tokens, 0.0);  // d loss / d score
    for (const double* x : rows) {
      double a[4];
      read(x, a);
      const double miss = (combine(a) - target(x)) / static_cast<double>(rows.size());
      for (std::size_t h = 0; h < heads_; ++h) {
        const double factor = miss * slope(a, h);
        double* row = &pull[h * tokens];
        for (std::size_t k = 0; k < tokens; ++k) row[k] += factor * (x[k] - a[h]);
      }
    }
    constexpr double keep_first = 0.9, keep_second = 0.999;
    power_first_ *= keep_first;
    power_second_ *= keep_second;
    for (std::size_t h = 0; h < heads_; ++h) {
      std::vector<double> gradient(m, 0.0);
      for (std::size_t k = 0; k < tokens; ++k) {
        const double c = pull[h * tokens + k] * attention_[h * tokens + k];
        const double* v = &keys_[k * m];
        for (std::size_t j = 0; j < m; ++j) gradient[j] += c * v[j];
      }
      for (std::size_t j = 0; j < m; ++j) {
        double &u = first_[h * m + j], &w = second_[h * m + j];
        u = keep_first * u + (1 - keep_first) * gradient[j];
        w = keep_second * w + (1 - keep_second) * gradient[j] * gradient[j];
        const double size = std::sqrt(w / (1 - power_second_)) + 1e-8;
        queries_[h * m + j] -= task_.step_size * (u / (1 - power_first_)) / size;
      }
    }
    attend();
  }

 private:
  void attend() {
    const std::size_t tokens = task_.tokens, m = task_.dimension;
    for (std::size_t h = 0; h < heads_; ++h) {
      double* g = &attention_[h * tokens];
      double top = -1e300, sum = 0;
      for (std::size_t k = 0; k < tokens; ++k) {
        g[k] = dot(&keys_[k * m], &queries_[h * m], m);
        top = std::max(top, g[k]);
      }
      for (std::size_t k = 0; k < tokens; ++k) sum += g[k] = approx_portable_exp(g[k] - top);
      for (std::size_t k = 0; k < tokens; ++k) g[k] /= sum;
    }
  }
  void read(const double* x, double* a) const {
    for (std::size_t h = 0; h < heads_; ++h) a[h] = dot(&attention_[h * task_.tokens], x, task_.tokens);
  }
  double combine(const double* a) const {
    const bool parity = task_.function == LearnedFunction::parity;
    double product = parity ? 1 : 2;
    for (std::size_t h = 0; h < heads_; ++h) product *= parity ? a[h] : (1 + a[h]) / 2;
    return parity ? product : product - 1;
  }
  double slope(const double* a, std::size_t h) const {  // of combine in a[h]
    const bool parity = task_.function == LearnedFunction::parity;
    double product = 1;
    for (std::size_t i = 0; i < heads_; ++i)
      if (i != h) product *= parity ? a[i] : (1 + a[i]) / 2;
    return product;
  }

  TrainingTask task_;
  std::size_t heads_;
  std::vector<double> keys_, queries_, attention_, first_, second_;
  double power_first_ = 1, power_second_ = 1;
};

}  // namespace

std::string_view name_of(LearnedFunction f) noexcept { return f == LearnedFunction::parity ? "xor" : "and"; }
std::string_view name_of(Protocol p) noexcept { return p == Protocol::fixed ? "fixed" : "fresh"; }

void validate(const TrainingTask& t) {
  const auto require = [](bool right, const std::string& what) {
    if (!right) throw numerics::DomainError("LC244", what);
  };
  require(t.relevant >= 2 && t.relevant <= 4, fmt::format("s = {}: must be 2, 3 or 4", t.relevant));
  require(t.tokens > t.relevant && t.tokens <= 65536,
          fmt::format("T = {}: must be an integer from s + 1 = {} to 65536", t.tokens, t.relevant + 1));
  require(t.dimension >= 2 && t.dimension <= 4096, fmt::format("m = {}: must be from 2 to 4096", t.dimension));
  require(t.batch >= 1 && t.batch <= 65536, fmt::format("batch {}: must be from 1 to 65536", t.batch));
  require(t.most_steps >= 1 && t.most_steps <= 1000000, fmt::format("steps {}: must be from 1 to 1e6", t.most_steps));
  require(t.step_size > 0 && t.step_size <= 10, fmt::format("step size {}: must be in (0, 10]", t.step_size));
  require(t.accuracy > 0.5 && t.accuracy <= 1, fmt::format("accuracy {}: must be in (0.5, 1]", t.accuracy));
  require(t.held_out >= 100 && t.held_out <= 1000000,
          fmt::format("{} held-out inputs: must be from 100 to 1e6", t.held_out));
}

TrainingRun train_once(const TrainingTask& task, std::size_t samples, std::uint32_t run) {
  Model model(task, run);
  const std::size_t tokens = task.tokens;
  const Inputs inputs(tokens, task.seed, input_stream, run);
  const std::vector<double> held_out = Inputs(tokens, task.seed, held_out_stream, run).rows(0, task.held_out);
  const std::vector<double> fixed = inputs.rows(0, samples);
  TrainingRun result;
  const auto accurate = [&] {
    result.right = 0;
    for (std::size_t i = 0; i < task.held_out; ++i) {
      const double* x = &held_out[i * tokens];
      result.right += model.output(x) * model.target(x) > 0 ? 1U : 0U;
    }
    return static_cast<double>(result.right) >= task.accuracy * static_cast<double>(task.held_out);
  };
  std::size_t next = 0;
  while (result.steps < task.most_steps) {
    std::vector<double> fresh;
    std::vector<const double*> rows;
    if (samples == 0) fresh = inputs.rows(next, task.batch);
    const std::size_t count = samples == 0 ? task.batch : std::min(task.batch, samples);
    for (std::size_t i = 0; i < count; ++i)
      rows.push_back(samples == 0 ? &fresh[i * tokens] : &fixed[(next + i) % samples * tokens]);
    next += count;
    model.step(rows);
    ++result.steps;
    if (result.steps % look_every == 0 && accurate()) {
      result.reached = true;
      break;
    }
  }
  return result;
}

std::vector<TrainingOutcome> run_protocol(const TrainingTask& task, Protocol protocol, std::size_t runs,
                                          std::size_t most_samples, const std::function<bool()>& stop) {
  validate(task);
  std::vector<TrainingOutcome> outcomes;
  const bool fixed = protocol == Protocol::fixed;
  for (std::size_t n = fixed ? 8 : 0; n <= most_samples && !(stop && stop()); n *= 2) {
    std::vector<TrainingRun> all(runs);
    tbb::parallel_for(std::size_t{0}, runs,
                      [&](std::size_t r) { all[r] = train_once(task, n, static_cast<std::uint32_t>(r)); });
    TrainingOutcome outcome{n, runs, 0};
    std::vector<std::size_t> used;
    for (const TrainingRun& r : all) {
      if (!r.reached) continue;
      ++outcome.successes;
      used.push_back(r.steps * task.batch);
    }
    std::ranges::sort(used);
    if (!fixed && !used.empty()) outcome.samples = used[used.size() / 2];
    outcomes.push_back(outcome);
    if (!fixed || 2 * outcome.successes >= runs) break;
  }
  return outcomes;
}

}  // namespace lemmacheck::verify::capacity
