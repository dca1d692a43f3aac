#include "verify/sparse_xor/ablation.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "numerics/error.hpp"
#include "verify/sparse_xor/attention_steps.hpp"
#include "verify/sparse_xor/sampling.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::BigInterval;
using numerics::DomainError;
using numerics::Interval;
using numerics::Precision;
using numerics::Rational;

namespace {

template <class Arithmetic>
AblationPoint point_of(const AttentionSteps<Arithmetic>& training) {
  const auto height = [&](std::size_t h) {
    const auto parts = training.heights(h);
    return std::array{to_big(parts[0]), to_big(parts[1]), to_big(parts[2])};
  };
  return {{height(0), height(1)}, to_big(training.loss())};
}

bool are_mirrored(const Instance& instance) {
  return instance.kind != AttentionKind::softmax && instance.is_antisymmetric();
}

AblationOutcome judge(const std::array<std::optional<std::size_t>, 2>& leading, const Instance& instance) {
  if (leading[0] && leading[1]) {
    if (*leading[0] == *leading[1]) return AblationOutcome::collapsed;
    const auto in_support = [&](std::size_t k) { return k == instance.support[0] || k == instance.support[1]; };
    return in_support(*leading[0]) && in_support(*leading[1]) ? AblationOutcome::specialised : AblationOutcome::neither;
  }
  return are_mirrored(instance) ? AblationOutcome::collapsed : AblationOutcome::undecided;
}

/// A loss that has no upper bound here has left every exponent: more bits do not bring it back.
constexpr long most_bits_without_bound = 256;

bool is_accurate(const BigInterval& loss) {
  return loss.is_bounded() && (loss.relative_width_upper() <= 1e-6 || loss.upper_double() <= 1e-30);
}

template <class Arithmetic>
AblationRun attempt(const Instance& instance, const Rational& step_size, const AblationOptions& options,
                    const Arithmetic& arithmetic) {
  AttentionSteps<Arithmetic> training(instance, step_size, arithmetic);
  AblationRun run{.bits = arithmetic.precision().bits};
  if (options.trajectory) run.trajectory.push_back(point_of(training));
  // Nothing bounded follows from an unbounded score.
  for (std::size_t t = 0; t < options.steps && training.is_bounded(); ++t) {
    training.step();
    if (options.trajectory && training.is_bounded()) run.trajectory.push_back(point_of(training));
  }
  for (std::size_t h = 0; h < 2; ++h) run.leading[h] = training.leading(h);
  run.outcome = judge(run.leading, instance);
  run.loss = to_big(training.loss());
  return run;
}

template <class Outcome>
Frequency count(std::span<const AblatedInstance> runs, AblationOutcome wanted, const Rational& confidence,
                const Outcome& outcome) {
  std::size_t successes = 0, undecided = 0;
  for (const AblatedInstance& run : runs) {
    const AblationOutcome found = outcome(run);
    successes += found == wanted ? 1 : 0;
    undecided += found == AblationOutcome::undecided ? 1 : 0;
  }
  return frequency_of(successes, undecided, runs.size(), confidence);
}

void require_valid(const AblationGrid& grid) {
  if (grid.runs < 1 || grid.first_seed > std::numeric_limits<std::uint64_t>::max() - (grid.runs - 1))
    throw DomainError("LC266", fmt::format("ablation: {} runs from seed {}; at least one run and seeds below 2^64",
                                           grid.runs, grid.first_seed));
  if (grid.step_sizes.size() < 2)
    throw DomainError("LC266", fmt::format("ablation: {} step size; a grid has at least 2", grid.step_sizes.size()));
  for (std::size_t i = 1; i < grid.step_sizes.size(); ++i)
    if (!(grid.step_sizes[i - 1] < grid.step_sizes[i]))
      throw DomainError("LC266", fmt::format("ablation: step size {} follows {}; the grid must increase",
                                             grid.step_sizes[i].to_string(), grid.step_sizes[i - 1].to_string()));
}

}  // namespace

std::string_view name_of(AblationOutcome outcome) noexcept {
  switch (outcome) {
    case AblationOutcome::specialised:
      return "specialised";
    case AblationOutcome::collapsed:
      return "collapsed";
    case AblationOutcome::neither:
      return "neither";
    case AblationOutcome::undecided:
      return "undecided";
  }
  return "";
}

AblationRun run_ablation(const Instance& instance, const Rational& step_size, const AblationOptions& options) {
  validate(instance);
  if (step_size.sign() <= 0)
    throw DomainError("LC266", "ablation: eta = " + step_size.to_string() + "; the step size must be > 0");
  if (options.steps < 1) throw DomainError("LC266", "ablation: 0 steps; at least 1 is needed");
  AblationRun run = attempt(instance, step_size, options, Binary64());
  for (long bits = 128; bits <= options.highest_bits; bits *= 2) {
    const bool hopeless = !run.loss.is_bounded() && run.bits >= most_bits_without_bound;
    if (run.outcome != AblationOutcome::undecided && (is_accurate(run.loss) || hopeless)) break;
    run = attempt(instance, step_size, options, Multiprecision(Precision(bits)));
  }
  if (are_mirrored(instance) && !run.loss.is_bounded())
    run.loss = BigInterval::parse("[0.5, inf]", run.loss.precision());
  return run;
}

std::vector<AblatedInstance> ablate(const AblationGrid& grid, const AblationOptions& options,
                                    const std::function<void()>& done) {
  require_valid(grid);
  std::vector<AblatedInstance> made(grid.runs);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, grid.runs, 1), [&](const auto& block) {
    for (std::size_t r = block.begin(); r < block.end(); ++r) {
      Instance instance = sample_instance(grid.positions, grid.dimension, grid.first_seed + r);
      instance.kind = grid.kind;
      instance.scale = grid.scale;
      made[r].seed = grid.first_seed + r;
      for (const Rational& eta : grid.step_sizes) made[r].at.push_back(run_ablation(instance, eta, options));
      if (done) done();
    }
  });
  return made;
}

BestStep best_step(const AblatedInstance& instance) {
  BestStep best;
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < instance.at.size(); ++i) {
    const BigInterval& loss = instance.at[i].loss;
    lowest = std::min(lowest, loss.lower_double());
    if (less(loss.upper(), instance.at[best.index].loss.upper()) == numerics::Truth::yes) best.index = i;
  }
  const BigInterval least = instance.at[best.index].loss.upper();
  best.loss = {lowest, least.upper_double()};
  best.outcome = instance.at[best.index].outcome;
  for (const AblationRun& run : instance.at)
    if (less(least, run.loss) != numerics::Truth::yes && run.outcome != best.outcome)
      best.outcome = AblationOutcome::undecided;
  return best;
}

Frequency frequency_at(std::span<const AblatedInstance> runs, std::size_t index, AblationOutcome outcome,
                       const Rational& confidence) {
  return count(runs, outcome, confidence, [index](const AblatedInstance& run) { return run.at.at(index).outcome; });
}

Frequency frequency_at_best(std::span<const AblatedInstance> runs, AblationOutcome outcome,
                            const Rational& confidence) {
  return count(runs, outcome, confidence, [](const AblatedInstance& run) { return best_step(run).outcome; });
}

Frequency frequency_at_some(std::span<const AblatedInstance> runs, AblationOutcome outcome,
                            const Rational& confidence) {
  return count(runs, outcome, confidence, [outcome](const AblatedInstance& run) {
    bool open = false;
    for (const AblationRun& at : run.at) {
      if (at.outcome == outcome) return outcome;
      open = open || at.outcome == AblationOutcome::undecided;
    }
    if (open) return AblationOutcome::undecided;
    return run.at.front().outcome;  // decided, and not the one that is asked for
  });
}

}  // namespace lemmacheck::verify::sparse_xor
