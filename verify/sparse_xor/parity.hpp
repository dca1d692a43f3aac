// [k-parity]: gradient steps of k heads on a parity of k positions, enclosed, and where the heads end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "numerics/big_interval.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::verify::sparse_xor {

/// How the queries start: independent on the sphere, or theta_2 = -theta_1 (two heads only).
enum class ParityStart : std::uint8_t { random, antisymmetric };
std::string_view name_of(ParityStart start) noexcept;

/// Every number is an exact binary64 number; softmax attention.
struct ParityInstance {
  std::size_t positions = 0, dimension = 0;
  std::vector<double> embeddings;          // d x m, row-major
  std::vector<std::vector<double>> theta;  // one query per head
  std::vector<std::size_t> support;        // as many positions as heads
  std::uint64_t seed = 0;
};

/// Embeddings as in sample_instance, queries row h of the stream of theta, support 0..k-1. DomainError LC262 unless
/// 2 <= k <= 4, k <= d, and k = 2 for the antisymmetric start; LC232 for m.
ParityInstance sample_parity(std::size_t heads, std::size_t positions, std::size_t dimension, ParityStart start,
                             std::uint64_t seed);

/// Where the heads look most after the steps. Different: on k different positions of the support. Never bool.
enum class ParityOutcome : std::uint8_t { different, shared, outside, undecided };
std::string_view name_of(ParityOutcome outcome) noexcept;

struct ParityOptions {
  numerics::Rational step_size;           // eta > 0
  std::size_t steps = 1;                  // T >= 1
  numerics::Rational epsilon = {1, 100};  // in (0, 1): the loss is small when at most this
  long first_bits = 128, highest_bits = 4096;
};

struct ParityRun {
  std::uint64_t seed = 0;
  long bits = 0;
  ParityOutcome outcome = ParityOutcome::undecided;
  numerics::Truth small_loss = numerics::Truth::unknown;
  std::vector<std::optional<std::size_t>> leading;  // of each head, the position with the largest attention
  numerics::BigInterval loss_before{numerics::Precision(53)}, loss{numerics::Precision(53)};  // E (f - y)^2
};

/// Statement    T simultaneous steps theta_h <- theta_h - eta grad_theta_h E (f - y)^2 with the exact population
///              gradient of THEORY section 11 (parity_population.hpp)
/// Kind         enclosures of scores, attentions and losses; the outcome is certain unless undecided
/// Hypotheses   H1 (checked) 2 <= k <= 4 heads, as many different positions in the support, k <= d, m >= 2
///              H2 (checked) eta > 0, T >= 1, 0 < epsilon < 1
/// Returns      the outcome at the first precision that decides it and whether the loss is at most epsilon; precision
/// is
///              doubled up to highest_bits. Shared: two heads look most at the same position. Outside: at k different
///              positions, not all of the support.
/// Errors       DomainError LC262 (H1), LC263 (H2); ShapeError LC331
/// Source       [k-parity], explicit form (this project)
/// Checked by   tests/verify/sparse_xor_parity_test.cpp
ParityRun run_parity(const ParityInstance& instance, const ParityOptions& options);

/// Runs with seeds first_seed, first_seed + 1, ... in order, the same for any number of threads; `done` after each.
std::vector<ParityRun> run_parities(std::size_t heads, std::size_t positions, std::size_t dimension, ParityStart start,
                                    std::uint64_t first_seed, std::size_t runs, const ParityOptions& options,
                                    const std::function<void()>& done = {});

}  // namespace lemmacheck::verify::sparse_xor
