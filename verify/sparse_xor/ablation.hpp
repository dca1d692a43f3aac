// [ablation]: softmax, linear and erf attention from the same start, T population steps, a grid of step sizes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "numerics/big_interval.hpp"
#include "verify/sparse_xor/model.hpp"
#include "verify/sparse_xor/simulation.hpp"

namespace lemmacheck::verify::sparse_xor {

/// Where the heads have their largest |attention|. Specialised: on the two positions of the support, one each.
/// Collapsed: on the same position. Never bool.
enum class AblationOutcome : std::uint8_t { specialised, collapsed, neither, undecided };
std::string_view name_of(AblationOutcome outcome) noexcept;

struct AblationOptions {
  std::size_t steps = 1;     // T >= 1
  long highest_bits = 1024;  // binary64 first, then 128 bits and doubled up to here
  bool trajectory = false;
};

/// After one number of steps: |attention| of either head on the two positions of the support and the largest on the
/// others.
struct AblationPoint {
  std::array<std::array<numerics::BigInterval, 3>, 2> attention;
  numerics::BigInterval loss;  // E (f - y)^2
};

struct AblationRun {
  long bits = 0;
  AblationOutcome outcome = AblationOutcome::undecided;
  std::array<std::optional<std::size_t>, 2> leading;  // where the largest |attention| of a head certainly is
  numerics::BigInterval loss{numerics::Precision(53)};
  std::vector<AblationPoint> trajectory;  // T + 1 points when asked for; fewer when the numbers left every bound
};

/// Statement    T simultaneous steps theta_h <- theta_h - eta grad_theta_h E (f - y)^2 with the exact population
///              gradient: [population-gradient] for softmax, [component-gradient] for linear and erf attention
/// Kind         enclosures; the outcome is certain unless undecided
/// Hypotheses   H1 (checked) the instance is valid (model.hpp)
///              H2 (checked) eta > 0, T >= 1
/// Returns      the outcome at the first precision that decides it and encloses the loss to a relative 1e-6 (or shows
///              that it is below 1e-30); at the highest precision whatever is known there. Linear and erf attention are
///              odd, so a start with theta~ = -theta stays so: both heads have the same |attention| and are collapsed
///              whatever the enclosures say, ties included; and E (f - y)^2 >= 1/2, which is the lower end where the
///              numbers have left every bound.
/// Errors       those of validate(); DomainError LC266 (H2)
/// Source       [ablation], explicit form (this project)
/// Checked by   tests/verify/sparse_xor_ablation_test.cpp
AblationRun run_ablation(const Instance& instance, const numerics::Rational& step_size, const AblationOptions& options);

/// One instance with every step size of the grid.
struct AblatedInstance {
  std::uint64_t seed = 0;
  std::vector<AblationRun> at;
};

struct AblationGrid {
  std::size_t positions = 0, dimension = 0;
  AttentionKind kind = AttentionKind::softmax;
  AttentionScale scale = AttentionScale::one;
  std::uint64_t first_seed = 1;  // run r is sample_instance(d, m, first_seed + r) with this attention
  std::size_t runs = 1;
  std::vector<numerics::Rational> step_sizes;  // ascending, at least two
};

/// Instances in the order of their seeds, the same for any number of threads; `done` after each. DomainError LC266 for
/// no runs, fewer than two step sizes, step sizes that do not increase, or seeds that would pass 2^64.
std::vector<AblatedInstance> ablate(const AblationGrid& grid, const AblationOptions& options,
                                    const std::function<void()>& done = {});

/// The smallest loss over the grid. The outcome is that of every step size that may have the smallest loss, undecided
/// when they differ; `index` is one of them.
struct BestStep {
  std::size_t index = 0;
  AblationOutcome outcome = AblationOutcome::undecided;
  Range loss;
};
BestStep best_step(const AblatedInstance& instance);

/// How many have the outcome: at step size number `index`, at the best step size, at some step size.
Frequency frequency_at(std::span<const AblatedInstance> runs, std::size_t index, AblationOutcome outcome,
                       const numerics::Rational& confidence);
Frequency frequency_at_best(std::span<const AblatedInstance> runs, AblationOutcome outcome,
                            const numerics::Rational& confidence);
Frequency frequency_at_some(std::span<const AblatedInstance> runs, AblationOutcome outcome,
                            const numerics::Rational& confidence);

}  // namespace lemmacheck::verify::sparse_xor
