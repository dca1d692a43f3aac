// What a certificate of one gradient step holds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numerics/big_interval.hpp"
#include "numerics/rational.hpp"
#include "verify/sparse_xor/enclosure_vector.hpp"
#include "verify/sparse_xor/model.hpp"
#include "verify/sparse_xor/sample_forces.hpp"

namespace lemmacheck::verify::sparse_xor {

/// Whether the step specialises the heads. Specialised: with e0 = sqrt(epsilon)/4, some assignment of the two support
/// positions to the two heads has every head within 2 e0 (sum of absolute differences) of full attention on its
/// position. For softmax that is attention >= 1 - e0; it implies |f - y| <= 4 e0 = sqrt(epsilon) for softmax.
/// Not specialised: both assignments certainly fail. Never converts to bool.
enum class StepVerdict : std::uint8_t { specialised, not_specialised, undecided };
std::string_view name_of(StepVerdict verdict) noexcept;

struct StepOptions {
  std::optional<numerics::Rational> step_size;  // eta, exact; without it the instance must bring one
  numerics::Rational epsilon = {1, 100};
  /// Where the escalation starts: 53 is the binary64 kernel (softmax only), 0 chooses: 53 for a softmax instance with
  /// at least 2^15 embedding entries, 128 otherwise.
  long first_bits = 0;
  /// Where it ends.
  long highest_bits = 2048;
  /// The forces of a sample in place of those of the population: softmax only, in binary64 only.
  const Forces* forces = nullptr;
};

/// Score differences of one head: its own support position minus another position. A head's own position is fixed
/// before the step: head 1 owns the support position with the larger initial score of head 1, head 2 the other one.
struct HeadMargins {
  numerics::BigInterval versus_support{numerics::Precision(53)};        // the other support position
  numerics::BigInterval versus_best_ambient{numerics::Precision(53)};   // the ambient position with the largest score
  numerics::BigInterval versus_worst_ambient{numerics::Precision(53)};  // the ambient position with the smallest score
};

/// Both heads at one time.
struct ModelState {
  std::array<EnclosureVector, 2> query, score, attention;
  std::array<HeadMargins, 2> margins;
  /// 1 - attention of a head on its own position, without cancellation.
  std::array<numerics::BigInterval, 2> missed = {numerics::BigInterval(numerics::Precision(53)),
                                                 numerics::BigInterval(numerics::Precision(53))};
  numerics::BigInterval population_loss{numerics::Precision(53)};  // E (f - y)^2
  numerics::BigInterval sup_error{numerics::Precision(53)};        // sup |f - y|
  numerics::BigInterval sup_loss{numerics::Precision(53)};         // sup (f - y)^2
};

/// One try of the escalation.
struct StepAttempt {
  long bits;
  StepVerdict verdict;
};

struct InstanceCertificate {
  StepVerdict verdict = StepVerdict::undecided;
  std::string reason;  // of the verdict, in words
  std::vector<StepAttempt> attempts;
  long bits = 0;  // of the enclosures below; 53 is the binary64 kernel

  std::size_t positions = 0, dimension = 0;
  AttentionKind kind = AttentionKind::softmax;
  AttentionScale scale = AttentionScale::one;
  std::array<std::size_t, 2> support{};
  std::array<std::size_t, 2> own{};                          // the own position of head 1 and of head 2
  std::optional<std::array<std::size_t, 2>> specialised_on;  // positions of head 1 and head 2, when specialised
  std::optional<std::uint64_t> seed;
  numerics::Rational step_size, epsilon;

  ModelState before, after;
  std::array<EnclosureVector, 2> gradient;   // of L with respect to either query
  std::array<EnclosureVector, 2> alignment;  // h_k = -v_k . gradient / 2
};

}  // namespace lemmacheck::verify::sparse_xor
