// Loops over positions in Interval arithmetic: parallel, upward mode inside the tasks, sums in a fixed order.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "numerics/interval.hpp"

namespace lemmacheck::verify::sparse_xor {

inline constexpr std::size_t interval_block = 1024;

/// function(k, sums) for k = 0..n-1; `sums` adds up over a block, blocks are added in order, so the result is the same
/// for any number of threads. The function may write to places of its own k, and calls nothing that needs
/// round-to-nearest.
template <std::size_t Count, class Function>
std::array<numerics::Interval, Count> for_each_position(std::size_t n, const Function& function) {
  using numerics::Interval;
  using Sums = std::array<Interval, Count>;
  Sums zero;
  zero.fill(Interval(0.0));
  const std::size_t blocks = (n + interval_block - 1) / interval_block;
  std::vector<Sums> partial(blocks, zero);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, blocks), [&](const tbb::blocked_range<std::size_t>& range) {
    const numerics::RoundUpward mode;
    for (std::size_t block = range.begin(); block < range.end(); ++block) {
      Sums sums = zero;
      const std::size_t last = std::min(n, (block + 1) * interval_block);
      for (std::size_t k = block * interval_block; k < last; ++k) function(k, sums);
      partial[block] = sums;
    }
  });
  const numerics::RoundUpward mode;
  Sums total = zero;
  for (const Sums& sums : partial) {
    for (std::size_t s = 0; s < Count; ++s) total[s] = total[s] + sums[s];
  }
  return total;
}

}  // namespace lemmacheck::verify::sparse_xor
