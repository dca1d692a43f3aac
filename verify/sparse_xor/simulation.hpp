// Many independent instances at one (d, m), each with certified verdicts; frequencies and order statistics.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "numerics/big_interval.hpp"
#include "verify/sparse_xor/certificate.hpp"
#include "verify/sparse_xor/smallest_step.hpp"

namespace lemmacheck::verify::sparse_xor {

struct SimulationOptions {
  std::size_t positions = 0, dimension = 0;
  std::uint64_t first_seed = 1;  // run r is sample_instance(d, m, first_seed + r)
  std::size_t runs = 1;
  std::vector<numerics::Rational> step_sizes;  // at least one
  numerics::Rational epsilon = {1, 100};
  std::optional<std::uint64_t> samples;  // of the gradient; without it the population gradient
};

struct SimulatedRun {
  std::uint64_t seed = 0;
  std::vector<StepVerdict> verdicts;  // one for each step size
  AlignmentMargins margins;           // of the gradient that the step used
  SmallestStep smallest;
};

/// Runs in order of their seeds, the same for any number of threads. `done` is called after each run, from any thread.
/// DomainError LC244 for no runs, no step size or a seed that would pass 2^64.
std::vector<SimulatedRun> simulate(const SimulationOptions& options, const std::function<void()>& done = {});

/// How many of `runs` succeeded. The limits hold whatever the undecided runs are: the lower one counts them as
/// failures, the upper one as successes. Clopper and Pearson's two-sided interval, each limit an enclosure.
struct Frequency {
  std::size_t runs = 0, successes = 0, undecided = 0;
  numerics::BigInterval lower{numerics::Precision(64)}, upper{numerics::Precision(64)};
  std::size_t failures() const { return runs - successes - undecided; }
};
Frequency frequency_of(std::size_t successes, std::size_t undecided, std::size_t runs,
                       const numerics::Rational& confidence);
/// Of the verdicts for step size number `index`.
Frequency frequency_at(std::span<const SimulatedRun> runs, std::size_t index, const numerics::Rational& confidence);
/// Of runs for which some step size works.
Frequency frequency_of_any_step(std::span<const SimulatedRun> runs, const numerics::Rational& confidence);

/// Where a number lies; inf where there is none (the smallest working step size of a run that has none).
struct Range {
  double lower = 0.0, upper = std::numeric_limits<double>::infinity();
};
/// The number of rank r = 0, 1, ... in ascending order: between the ends of rank r, since order statistics grow with
/// each of the numbers.
Range order_statistic(std::vector<Range> numbers, std::size_t rank);
/// Least, lower quartile, median, upper quartile, largest: ranks ceil(q n) - 1 for q = 1/4, 1/2, 3/4.
std::array<Range, 5> five_numbers(const std::vector<Range>& numbers);

std::vector<Range> partner_margins(std::span<const SimulatedRun> runs);
std::vector<Range> ambient_margins(std::span<const SimulatedRun> runs);
std::vector<Range> smallest_steps(std::span<const SimulatedRun> runs);

}  // namespace lemmacheck::verify::sparse_xor
