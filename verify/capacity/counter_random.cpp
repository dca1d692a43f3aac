#include "verify/capacity/counter_random.hpp"

#include <Random123/philox.h>

namespace lemmacheck::verify::capacity {

std::array<std::uint64_t, 2> random_words(std::uint64_t seed, const RandomPlace& place) {
  const r123::Philox4x32::key_type key = {{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  const r123::Philox4x32::ctr_type counter = {{place.place, place.row, place.run, place.stream}};
  const auto words = r123::Philox4x32()(counter, key);
  return {(static_cast<std::uint64_t>(words[1]) << 32) | words[0],
          (static_cast<std::uint64_t>(words[3]) << 32) | words[2]};
}

std::uint32_t random_below(std::uint64_t seed, const RandomPlace& place, std::uint32_t bound) {
  // The high half of the product of a 32-bit word and the bound.
  const std::uint64_t word = random_words(seed, place)[0] >> 32;
  return static_cast<std::uint32_t>((word * bound) >> 32);
}

}  // namespace lemmacheck::verify::capacity
