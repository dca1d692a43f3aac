// The forces of a gradient from n fresh inputs, whose bits come from a counter: no input is ever stored.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "numerics/interval.hpp"

namespace lemmacheck::verify::sparse_xor {

/// The inputs of a sample gradient: x_{s,k} = -1 where bit k of input s is set. Bits 128 j .. 128 j + 127 of input s
/// are the words of Philox4x32-10 with the key `seed` and the counter (j, s, SampleStream::inputs).
struct InputSample {
  std::uint64_t count = 0;  // n
  std::uint64_t seed = 1;
};
inline constexpr std::uint64_t most_samples = std::uint64_t{1} << 38;

/// +1 or -1: x_{s,k}.
int input_sign(std::uint64_t seed, std::uint64_t sample, std::size_t position);

/// Forces of both heads: force[0][k] encloses the mean over the inputs of (x_i x_j - a b) b x_k, force[1][k] that of
/// (x_i x_j - a b) a x_k, a = sum g_k x_k, b = sum h_k x_k; the population values are attention_forces().
using Forces = std::array<std::vector<numerics::Interval>, 2>;

/// Statement    the means above for these bits and every pair of attentions inside the enclosures
/// Kind         enclosures, certain. a and b are exact sums of fixed-point attentions; each coefficient (x_i x_j - a b)
/// b
///              is computed in binary64 and cut to a multiple of 2^-44; the sums over inputs are integers, so they are
///              exact and do not depend on the order. The proof of the error is in the source.
/// Hypotheses   H1 (caller)  attentions are >= 0, each sums to 1 (softmax)
///              H2 (checked) 1 <= n <= 2^38, the support is two different positions
/// Returns      the forces; nothing when the upper ends of an attention sum to more than 1 + 2^-20. Width: about 2^-42
///              and five times the width of the attentions.
/// Errors       DomainError LC245 if H2 fails
/// Source       [population-gradient] before the expectation is taken
/// Checked by   tests/verify/sparse_xor_sample_forces_test.cpp
std::optional<Forces> sample_forces(const std::array<std::vector<numerics::Interval>, 2>& attention,
                                    const std::array<std::size_t, 2>& support, const InputSample& sample);

}  // namespace lemmacheck::verify::sparse_xor
