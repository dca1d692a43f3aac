// Random words by counter: the same on every platform and for any number of threads.
#pragma once

#include <array>
#include <cstdint>

namespace lemmacheck::verify::capacity {

/// Where a word belongs: what it is for, which run, which row, which place.
struct RandomPlace {
  std::uint32_t stream = 0, run = 0, row = 0, place = 0;
};

/// Two words of 64 random bits (Philox4x32-10 with the seed as key).
std::array<std::uint64_t, 2> random_words(std::uint64_t seed, const RandomPlace& place);

/// An integer in [0, bound), bound < 2^32: bias below 2^-32.
std::uint32_t random_below(std::uint64_t seed, const RandomPlace& place, std::uint32_t bound);

}  // namespace lemmacheck::verify::capacity
