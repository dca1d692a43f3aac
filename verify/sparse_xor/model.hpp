// The model of one sparse-XOR instance: frozen embeddings, two queries, the attention kind, the support.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numerics/rational.hpp"

namespace lemmacheck::verify::sparse_xor {

/// How scores become attention: softmax, or scale * u_k, or scale * erf(u_k) per component.
enum class AttentionKind : std::uint8_t { softmax, linear, erf };
/// The factor in front of a per-component attention; softmax has scale one.
enum class AttentionScale : std::uint8_t { one, one_over_d };

std::string_view name_of(AttentionKind kind) noexcept;
std::string_view name_of(AttentionScale scale) noexcept;

/// One instance. Every number is an exact binary64 number; positions count from 0.
struct Instance {
  std::size_t positions = 0;        // d >= 3
  std::size_t dimension = 0;        // m >= 2
  std::vector<double> embeddings;   // d x m, row-major; row k is v_k, |v_k| within 1 +- 1e-12
  std::vector<double> theta;        // query of head 1
  std::vector<double> theta_tilde;  // query of head 2
  std::array<std::size_t, 2> support = {0, 1};
  AttentionKind kind = AttentionKind::softmax;
  AttentionScale scale = AttentionScale::one;
  std::optional<numerics::Rational> step_size;  // eta, when the instance comes with one
  std::optional<std::uint64_t> seed;            // when sampled

  const double* embedding(std::size_t k) const noexcept { return embeddings.data() + k * dimension; }
  /// Whether the second query is the exact negative of the first.
  bool is_antisymmetric() const noexcept;
};

/// Throws what is wrong with an instance, one line naming place, value and remedy:
/// DomainError LC231 (d < 3), LC232 (m < 2), LC233 (support), LC234 (tie of the initial scores of head 1 on the
/// support), LC235 (an embedding whose norm is certainly outside 1 +- 1e-12), LC236 (a number that is not finite),
/// LC237 (softmax with a scale); ShapeError LC331 (an array of the wrong length).
void validate(const Instance& instance);

/// Sign of u_{support[0]} - u_{support[1]}, the initial scores of head 1, decided exactly: -1, 0 or 1.
int exact_score_order(const Instance& instance);

}  // namespace lemmacheck::verify::sparse_xor
