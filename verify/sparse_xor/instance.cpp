#include "verify/sparse_xor/instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "numerics/error.hpp"
#include "verify/sparse_xor/step_enclosures.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::BigInterval;
using numerics::DomainError;
using numerics::Precision;
using numerics::PrecisionError;
using numerics::Rational;
using numerics::Truth;

namespace {

constexpr long binary64_bits = 53;
constexpr long first_big_bits = 128;
constexpr std::size_t worth_binary64 = std::size_t{1} << 15;

Rational step_size_of(const Instance& instance, const StepOptions& options) {
  if (!options.step_size && !instance.step_size) {
    throw DomainError("LC238", "instance: no step size eta; give one, a number > 0");
  }
  Rational eta = options.step_size ? *options.step_size : *instance.step_size;
  if (eta.sign() <= 0) {
    throw DomainError("LC238", fmt::format("instance: eta = {}; the step size must be > 0", eta.to_string()));
  }
  if (options.epsilon.sign() <= 0 || options.epsilon >= Rational(1)) {
    throw DomainError("LC238", fmt::format("instance: epsilon = {}; it must lie strictly between 0 and 1",
                                           options.epsilon.to_string()));
  }
  return eta;
}

long first_bits_of(const Instance& instance, const StepOptions& options) {
  if (options.first_bits < 0 || (options.first_bits != 0 && options.first_bits < binary64_bits) ||
      options.highest_bits < std::max(options.first_bits, first_big_bits) || options.highest_bits > 1L << 20) {
    throw PrecisionError("LC403",
                         fmt::format("instance: precision from {} to {} bits; the first is 0 (automatic) or at least "
                                     "53, the highest at least the first and 128, at most 1048576",
                                     options.first_bits, options.highest_bits));
  }
  const bool fits_binary64 = instance.kind == AttentionKind::softmax;
  if (options.forces != nullptr) {
    if (fits_binary64) return binary64_bits;
    throw DomainError("LC238", "instance: a sample gradient needs softmax attention");
  }
  if (options.first_bits > binary64_bits) return options.first_bits;
  if (options.first_bits == 0 && instance.embeddings.size() < worth_binary64) return first_big_bits;
  return fits_binary64 ? binary64_bits : first_big_bits;
}

struct Judgement {
  StepVerdict verdict;
  std::optional<std::array<std::size_t, 2>> assignment;  // indices into the support
};

/// Whether the heads are within `tolerance` = 2 e0 of one of the two assignments; {own} is tried first.
Judgement judge(const StepEnclosures& step, const std::array<std::size_t, 2>& own, const BigInterval& tolerance) {
  // A comparison with nothing is true of all its points: an empty distance (beyond every exponent) shows nothing.
  const auto within = [&](const BigInterval& distance) {
    return distance.is_empty() ? Truth::unknown : less_equal(distance, tolerance);
  };
  bool all_fail = true;
  for (const auto& assignment : {own, std::array<std::size_t, 2>{own[1], own[0]}}) {
    const Truth fits = within(step.distance[0][assignment[0]]) & within(step.distance[1][assignment[1]]);
    if (fits == Truth::yes) return {StepVerdict::specialised, assignment};
    all_fail = all_fail && fits == Truth::no;
  }
  return {all_fail ? StepVerdict::not_specialised : StepVerdict::undecided, std::nullopt};
}

/// The distance of the definition, for attentions that need not sum to 1.
std::string explain_per_component(const InstanceCertificate& c) {
  const auto within = "within sqrt(epsilon)/2, in the sum of absolute differences, of full attention on";
  if (c.verdict == StepVerdict::specialised)
    return fmt::format("after the step head 1 is {} position {}, and head 2 on position {}", within,
                       (*c.specialised_on)[0], (*c.specialised_on)[1]);
  return fmt::format("after the step no assignment of positions {} and {} to the two heads has both {} its position",
                     c.support[0], c.support[1], within);
}

std::string explain(const InstanceCertificate& c) {
  if (c.kind != AttentionKind::softmax && c.verdict != StepVerdict::undecided) return explain_per_component(c);
  const auto limit = "1 - sqrt(epsilon)/4";
  switch (c.verdict) {
    case StepVerdict::specialised:
      return fmt::format("after the step head 1 attends to position {} and head 2 to position {} with at least {}",
                         (*c.specialised_on)[0], (*c.specialised_on)[1], limit);
    case StepVerdict::not_specialised:
      return fmt::format("after the step no assignment of positions {} and {} to the two heads reaches attention {}",
                         c.support[0], c.support[1], limit);
    case StepVerdict::undecided:
      break;
  }
  return c.kind == AttentionKind::softmax
             ? fmt::format("an attention after the step is too close to {} for {} bits", limit, c.bits)
             : fmt::format("a distance from full attention after the step is too close to sqrt(epsilon)/2 for {} bits",
                           c.bits);
}

}  // namespace

std::string_view name_of(StepVerdict verdict) noexcept {
  switch (verdict) {
    case StepVerdict::specialised:
      return "specialised";
    case StepVerdict::not_specialised:
      return "not specialised";
    case StepVerdict::undecided:
      return "undecided";
  }
  return "";
}

InstanceCertificate certify_step(const Instance& instance, const StepOptions& options) {
  validate(instance);
  InstanceCertificate c;
  c.step_size = step_size_of(instance, options);
  c.epsilon = options.epsilon;
  c.positions = instance.positions;
  c.dimension = instance.dimension;
  c.kind = instance.kind;
  c.scale = instance.scale;
  c.support = instance.support;
  c.seed = instance.seed;

  const std::size_t leader = exact_score_order(instance) > 0 ? 0 : 1;
  const std::array<std::size_t, 2> own = {leader, 1 - leader};
  c.own = {instance.support[own[0]], instance.support[own[1]]};

  for (long bits = first_bits_of(instance, options);;) {
    const Precision precision(std::max(bits, first_big_bits));
    const BigInterval tolerance = sqrt(BigInterval(c.epsilon, precision)) / BigInterval(2L, precision);
    std::optional<StepEnclosures> step = bits == binary64_bits
                                             ? enclose_step_binary64(instance, c.step_size, own, options.forces)
                                             : enclose_step(instance, c.step_size, own, Precision(bits));
    const Judgement judgement = step ? judge(*step, own, tolerance) : Judgement{StepVerdict::undecided, std::nullopt};
    c.attempts.push_back({bits, judgement.verdict});
    const long next_bits = bits < first_big_bits ? first_big_bits : 2 * bits;
    const bool is_last =
        judgement.verdict != StepVerdict::undecided || next_bits > options.highest_bits || options.forces != nullptr;
    if (is_last && !step) {
      c.bits = bits;
      c.reason = "a number left the range of binary64";
      return c;
    }
    if (is_last) {
      c.verdict = judgement.verdict;
      c.bits = bits;
      if (const auto& a = judgement.assignment)
        c.specialised_on = {instance.support[(*a)[0]], instance.support[(*a)[1]]};
      c.before = std::move(step->before);
      c.after = std::move(step->after);
      c.gradient = std::move(step->gradient);
      c.alignment = std::move(step->alignment);
      c.reason = explain(c);
      return c;
    }
    bits = next_bits;
  }
}

}  // namespace lemmacheck::verify::sparse_xor
