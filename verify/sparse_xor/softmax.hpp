// Softmax of enclosed scores, piece by piece: for binary64 ends and for many bits, in one loop or in parallel.
#pragma once

#include <cstddef>
#include <vector>

namespace lemmacheck::verify::sparse_xor {

/// Softmax does not change under a common shift; this one, the upper end of the largest score, keeps every exponential
/// at most about 1. `upper_end` makes a point of the upper end of an enclosure.
template <class Number, class UpperEnd>
Number softmax_shift(const std::vector<Number>& score, const UpperEnd& upper_end) {
  Number largest = score[0];
  for (const Number& s : score) largest = max(largest, s);
  return upper_end(largest);
}

/// A part of a sum of positive numbers, divided by the sum: in `unit` = [0, 1], also when all that is known of the sum
/// is that it is not negative.
template <class Number>
Number fraction_of_sum(const Number& part, const Number& sum, const Number& unit) {
  return sum.certain_sign() > 0 ? intersection(part / sum, unit) : unit;
}

/// The sum of the weights, without the one at `left_out`; `zero` is the number 0.
template <class Number>
Number weight_sum(const std::vector<Number>& weight, const Number& zero,
                  std::size_t left_out = static_cast<std::size_t>(-1)) {
  Number sum = zero;
  for (std::size_t k = 0; k < weight.size(); ++k)
    if (k != left_out) sum = sum + weight[k];
  return sum;
}

/// 1 - attention on `own`, without the cancellation.
template <class Number>
Number missing_attention(const std::vector<Number>& weight, std::size_t own, const Number& zero, const Number& unit) {
  const Number others = weight_sum(weight, zero, own);
  return fraction_of_sum(others, others + weight[own], unit);
}

}  // namespace lemmacheck::verify::sparse_xor
