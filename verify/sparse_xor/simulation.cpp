#include "verify/sparse_xor/simulation.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "bounds/clopper_pearson.hpp"
#include "numerics/error.hpp"
#include "verify/sparse_xor/instance.hpp"
#include "verify/sparse_xor/step_enclosures.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::Rational;

namespace {

/// Above this many embedding entries (128 MB) instances follow each other, each with all threads.
constexpr std::size_t large_instance = std::size_t{1} << 24;

SimulatedRun run_one(const SimulationOptions& options, std::uint64_t seed) {
  const Instance instance = sample_instance(options.positions, options.dimension, seed);
  SimulatedRun run{.seed = seed};
  std::optional<Forces> forces;
  if (options.samples) {
    if (const auto attention = initial_attention_binary64(instance))
      forces = sample_forces(*attention, instance.support, {*options.samples, seed});
    if (!forces) {
      run.verdicts.assign(options.step_sizes.size(), StepVerdict::undecided);
      run.margins = {numerics::Interval::entire(), numerics::Interval::entire()};
      return run;
    }
  }
  for (std::size_t i = 0; i < options.step_sizes.size(); ++i) {
    const InstanceCertificate certificate = certify_step(instance, {.step_size = options.step_sizes[i],
                                                                    .epsilon = options.epsilon,
                                                                    .first_bits = 53,
                                                                    .forces = forces ? &*forces : nullptr});
    run.verdicts.push_back(certificate.verdict);
    if (i > 0) continue;  // the gradient is that of the first step size
    run.margins = alignment_margins(certificate);
    run.smallest = smallest_step(certificate);
  }
  return run;
}

template <class Project>
std::vector<Range> ranges_of(std::span<const SimulatedRun> runs, const Project& project) {
  std::vector<Range> result;
  for (const SimulatedRun& run : runs) result.push_back(project(run));
  return result;
}

Range ends_of(const numerics::Interval& x) { return {x.lower(), x.upper()}; }

}  // namespace

std::vector<SimulatedRun> simulate(const SimulationOptions& options, const std::function<void()>& done) {
  if (options.runs == 0 || options.step_sizes.empty()) {
    throw numerics::DomainError("LC244", fmt::format("simulate: {} runs, {} step sizes; at least one of each is needed",
                                                     options.runs, options.step_sizes.size()));
  }
  if (options.first_seed > std::numeric_limits<std::uint64_t>::max() - (options.runs - 1)) {
    throw numerics::DomainError("LC244", fmt::format("simulate: {} runs from seed {} on pass 2^64; give a smaller seed",
                                                     options.runs, options.first_seed));
  }
  std::vector<SimulatedRun> runs(options.runs);
  const auto body = [&](std::size_t r) {
    runs[r] = run_one(options, options.first_seed + r);
    if (done) done();
  };
  if (options.positions > large_instance / std::max<std::size_t>(options.dimension, 1)) {
    for (std::size_t r = 0; r < options.runs; ++r) body(r);
    return runs;
  }
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, options.runs, 1),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                      // Isolated: a thread that waits inside an instance does not begin another one meanwhile.
                      for (std::size_t r = range.begin(); r < range.end(); ++r)
                        tbb::this_task_arena::isolate([&] { body(r); });
                    });
  return runs;
}

Frequency frequency_of(std::size_t successes, std::size_t undecided, std::size_t runs, const Rational& confidence) {
  const auto limits = [&](std::size_t count) {
    return bounds::clopper_pearson(static_cast<long>(count), static_cast<long>(runs), confidence,
                                   numerics::Precision(64));
  };
  return {runs, successes, undecided, limits(successes).lower, limits(successes + undecided).upper};
}

Frequency frequency_at(std::span<const SimulatedRun> runs, std::size_t index, const Rational& confidence) {
  std::size_t successes = 0;
  std::size_t undecided = 0;
  for (const SimulatedRun& run : runs) {
    successes += run.verdicts.at(index) == StepVerdict::specialised ? 1 : 0;
    undecided += run.verdicts.at(index) == StepVerdict::undecided ? 1 : 0;
  }
  return frequency_of(successes, undecided, runs.size(), confidence);
}

Frequency frequency_of_any_step(std::span<const SimulatedRun> runs, const Rational& confidence) {
  std::size_t successes = 0;
  std::size_t undecided = 0;
  for (const SimulatedRun& run : runs) {
    successes += run.smallest.outcome == StepSearch::found ? 1 : 0;
    undecided += run.smallest.outcome == StepSearch::unknown ? 1 : 0;
  }
  return frequency_of(successes, undecided, runs.size(), confidence);
}

Range order_statistic(std::vector<Range> numbers, std::size_t rank) {
  LEMMACHECK_ASSERT(rank < numbers.size());
  Range result;
  std::ranges::sort(numbers, {}, &Range::lower);
  result.lower = numbers[rank].lower;
  std::ranges::sort(numbers, {}, &Range::upper);
  result.upper = numbers[rank].upper;
  return result;
}

std::array<Range, 5> five_numbers(const std::vector<Range>& numbers) {
  const std::size_t n = numbers.size();
  std::array<Range, 5> result;
  result[0] = order_statistic(numbers, 0);
  for (std::size_t q = 1; q <= 3; ++q) result[q] = order_statistic(numbers, (q * n + 3) / 4 - 1);
  result[4] = order_statistic(numbers, n - 1);
  return result;
}

std::vector<Range> partner_margins(std::span<const SimulatedRun> runs) {
  return ranges_of(runs, [](const SimulatedRun& run) { return ends_of(run.margins.partner); });
}

std::vector<Range> ambient_margins(std::span<const SimulatedRun> runs) {
  return ranges_of(runs, [](const SimulatedRun& run) { return ends_of(run.margins.ambient); });
}

std::vector<Range> smallest_steps(std::span<const SimulatedRun> runs) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  return ranges_of(runs, [](const SimulatedRun& run) {
    switch (run.smallest.outcome) {
      case StepSearch::found:
        return Range{run.smallest.fails, run.smallest.works};
      case StepSearch::none:
        return Range{inf, inf};
      case StepSearch::unknown:
        break;
    }
    return Range{};
  });
}

}  // namespace lemmacheck::verify::sparse_xor
