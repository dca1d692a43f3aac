#include "verify/sparse_xor/parity.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "numerics/dot_product.hpp"
#include "numerics/error.hpp"
#include "verify/sparse_xor/parity_population.hpp"
#include "verify/sparse_xor/population.hpp"
#include "verify/sparse_xor/sampling.hpp"
#include "verify/sparse_xor/softmax.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::BigInterval;
using numerics::DomainError;
using numerics::Precision;
using numerics::Rational;
using numerics::Truth;

namespace {

using Vector = std::vector<BigInterval>;
using Heads = std::vector<Vector>;

void require_sizes(std::size_t heads, std::size_t positions, std::size_t dimension) {
  if (heads < 2 || heads > most_parity_heads || heads > positions)
    throw DomainError("LC262",
                      fmt::format("k-parity: k = {} heads at d = {}; k is 2, 3 or 4 and at most d", heads, positions));
  if (dimension < 2)
    throw DomainError("LC232", fmt::format("k-parity: m = {}; the embedding dimension must be at least 2", dimension));
}

void require_valid(const ParityInstance& instance, const ParityOptions& options) {
  const std::size_t k = instance.theta.size(), d = instance.positions, m = instance.dimension;
  require_sizes(k, d, m);
  std::vector<std::size_t> sorted = instance.support;
  std::ranges::sort(sorted);
  if (sorted.size() != k || sorted.back() >= d || std::ranges::adjacent_find(sorted) != sorted.end())
    throw DomainError("LC262",
                      fmt::format("k-parity: the support must be {} different positions from 0 to {}", k, d - 1));
  const bool fits = instance.embeddings.size() == d * m &&
                    std::ranges::all_of(instance.theta, [m](const auto& theta) { return theta.size() == m; });
  if (!fits) throw numerics::ShapeError("LC331", "k-parity: an array of the instance has the wrong length");
  if (options.step_size.sign() <= 0)
    throw DomainError("LC263", "k-parity: eta = " + options.step_size.to_string() + "; the step size must be > 0");
  if (options.steps < 1) throw DomainError("LC263", "k-parity: 0 steps; at least 1 is needed");
  if (options.epsilon.sign() <= 0 || options.epsilon >= Rational(1))
    throw DomainError("LC263",
                      "k-parity: epsilon = " + options.epsilon.to_string() + "; it must lie strictly between 0 and 1");
}

/// The heads of one instance at one precision.
class Training {
 public:
  Training(const ParityInstance& instance, const ParityOptions& options, Precision precision)
      : instance_(instance), precision_(precision), one_(1L, precision), twice_eta_(options.step_size, precision) {
    twice_eta_ = twice_eta_ + twice_eta_;
    for (const std::vector<double>& theta : instance.theta) {
      Vector query;
      for (const double entry : theta) query.push_back(BigInterval::from_double(entry, precision));
      score_.push_back(row_products(query));
      attention_.push_back(attend(score_.back()));
    }
  }

  /// All heads move at once, along the gradient at the same point.
  void step() {
    Heads next = score_;
    for (std::size_t h = 0; h < score_.size(); ++h) {
      const Vector weights =
          softmax_gradient_weights(attention_[h], parity_forces(attention_, h, instance_.support, one_));
      Vector direction;  // sum_i weights_i v_i = -grad / 2
      for (std::size_t j = 0; j < instance_.dimension; ++j)
        direction.push_back(numerics::dot(weights, instance_.embeddings.data() + j, instance_.dimension, precision_));
      const Vector alignment = row_products(direction);
      for (std::size_t k = 0; k < next[h].size(); ++k) next[h][k] = next[h][k] + twice_eta_ * alignment[k];
    }
    score_ = std::move(next);
    for (std::size_t h = 0; h < score_.size(); ++h) attention_[h] = attend(score_[h]);
  }

  BigInterval loss() const { return parity_loss(attention_, instance_.support, one_); }

  /// The position whose score is certainly larger than every other.
  std::optional<std::size_t> leading(std::size_t h) const {
    const Vector& s = score_[h];
    // Comparisons with an empty set are true, and nothing is known of an unbounded one.
    if (!std::ranges::all_of(s, [](const BigInterval& x) { return x.is_bounded(); })) return std::nullopt;
    std::size_t best = 0;
    for (std::size_t k = 1; k < s.size(); ++k)
      if (less(s[best].lower(), s[k].lower()) == Truth::yes) best = k;
    for (std::size_t k = 0; k < s.size(); ++k)
      if (k != best && less(s[k], s[best]) != Truth::yes) return std::nullopt;
    return best;
  }

 private:
  Vector row_products(const Vector& x) const {
    Vector result;
    for (std::size_t k = 0; k < instance_.positions; ++k)
      result.push_back(numerics::dot(x, instance_.embeddings.data() + k * instance_.dimension, 1, precision_));
    return result;
  }

  Vector attend(const Vector& score) const {
    const BigInterval shift = softmax_shift(score, [](const BigInterval& x) { return x.upper(); });
    Vector weight;
    for (const BigInterval& s : score) weight.push_back(exp(s - shift));
    const BigInterval zero(0L, precision_), total = weight_sum(weight, zero), unit = hull(zero, one_);
    for (BigInterval& w : weight) w = fraction_of_sum(w, total, unit);
    return weight;
  }

  const ParityInstance& instance_;
  Precision precision_;
  BigInterval one_, twice_eta_;
  Heads score_, attention_;
};

ParityOutcome judge(const std::vector<std::optional<std::size_t>>& leading, const std::vector<std::size_t>& support) {
  bool all_known = true, all_inside = true;
  for (std::size_t h = 0; h < leading.size(); ++h) {
    if (!leading[h]) {
      all_known = false;
      continue;
    }
    for (std::size_t other = 0; other < h; ++other)
      if (leading[other] == leading[h]) return ParityOutcome::shared;
    all_inside = all_inside && std::ranges::find(support, *leading[h]) != support.end();
  }
  if (!all_known) return ParityOutcome::undecided;
  return all_inside ? ParityOutcome::different : ParityOutcome::outside;
}

}  // namespace

std::string_view name_of(ParityStart start) noexcept {
  return start == ParityStart::random ? "random" : "antisymmetric";
}

std::string_view name_of(ParityOutcome outcome) noexcept {
  switch (outcome) {
    case ParityOutcome::different:
      return "different";
    case ParityOutcome::shared:
      return "shared";
    case ParityOutcome::outside:
      return "outside";
    case ParityOutcome::undecided:
      return "undecided";
  }
  return "";
}

ParityInstance sample_parity(std::size_t heads, std::size_t positions, std::size_t dimension, ParityStart start,
                             std::uint64_t seed) {
  require_sizes(heads, positions, dimension);
  if (start == ParityStart::antisymmetric && heads != 2)
    throw DomainError("LC262", fmt::format("k-parity: the antisymmetric start needs k = 2 heads, here are {}; use the "
                                           "random start",
                                           heads));
  ParityInstance instance{.positions = positions, .dimension = dimension, .seed = seed};
  instance.embeddings = sample_sphere(positions, dimension, seed, SampleStream::embeddings);
  const std::vector<double> queries = sample_sphere(heads, dimension, seed, SampleStream::theta);
  for (std::size_t h = 0; h < heads; ++h) {
    const auto first = queries.begin() + static_cast<std::ptrdiff_t>(h * dimension);
    instance.theta.emplace_back(first, first + static_cast<std::ptrdiff_t>(dimension));
    instance.support.push_back(h);
  }
  if (start == ParityStart::antisymmetric)
    std::ranges::transform(instance.theta[0], instance.theta[1].begin(), [](double entry) { return -entry; });
  return instance;
}

ParityRun run_parity(const ParityInstance& instance, const ParityOptions& options) {
  require_valid(instance, options);
  for (long bits = options.first_bits;; bits *= 2) {
    const Precision precision(bits);
    Training training(instance, options, precision);
    ParityRun run{.seed = instance.seed, .bits = bits, .loss_before = training.loss()};
    for (std::size_t t = 0; t < options.steps; ++t) training.step();
    for (std::size_t h = 0; h < instance.theta.size(); ++h) run.leading.push_back(training.leading(h));
    run.outcome = judge(run.leading, instance.support);
    run.loss = training.loss();
    run.small_loss =
        run.loss.is_bounded() ? less_equal(run.loss, BigInterval(options.epsilon, precision)) : Truth::unknown;
    const bool decided = run.outcome != ParityOutcome::undecided && run.small_loss != Truth::unknown;
    if (decided || 2 * bits > options.highest_bits) return run;
  }
}

std::vector<ParityRun> run_parities(std::size_t heads, std::size_t positions, std::size_t dimension, ParityStart start,
                                    std::uint64_t first_seed, std::size_t runs, const ParityOptions& options,
                                    const std::function<void()>& done) {
  if (runs < 1 || first_seed > std::numeric_limits<std::uint64_t>::max() - (runs - 1))
    throw DomainError("LC263", fmt::format("k-parity: {} runs from seed {}; at least one run and seeds below 2^64",
                                           runs, first_seed));
  std::vector<ParityRun> made(runs);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, runs, 1), [&](const tbb::blocked_range<std::size_t>& block) {
    for (std::size_t r = block.begin(); r < block.end(); ++r) {
      made[r] = run_parity(sample_parity(heads, positions, dimension, start, first_seed + r), options);
      if (done) done();
    }
  });
  return made;
}

}  // namespace lemmacheck::verify::sparse_xor
