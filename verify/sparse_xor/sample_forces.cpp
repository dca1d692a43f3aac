// Byte tables: 8 signs at a time select an entry. One table per byte position holds the signed sums of its 8
// attentions, one the coefficients of the inputs that had this byte there; both are 256 entries of two integers.
//
// Error. Write u = 2^-53, R = 1 + 2^-20. G_k is the fixed-point attention, g_k the real one: sum |G_k 2^-60 - g_k| <= E
// (computed below in Interval). Then |A 2^-60 - a| <= E for every input, A = sum +-G_k exact, |A 2^-60| <= R and |a|
// <= 1.
//  Conversion of A to binary64 rounds once: |a' - a| <= E + 2^-52 =: e, likewise b'.
//  (s - a b) b with s = +-1 has partial derivatives at most R^2 and 1 + 2 R^2 where |a|, |b| <= R: replacing (a, b) by
//  (a', b') changes it by at most R^2 e_a + (1 + 2 R^2) e_b <= 1.1 e_a + 3.1 e_b.
//  In binary64 the product a' b' is off by at most u R^2, the difference by at most u (1 + R^2)(1 + u) more, together
//  below 2^-51; times |b'| <= R, and the last product rounds a number below 2.1: below 2^-50 in all.
//  Conversion of the coefficient times 2^44 (exact scaling) to an integer is off by at most 1: 2^-44.
// So every coefficient, and with it the mean, is off by at most 1.1 e_a + 3.1 e_b + 2^-50 + 2^-44.
// Overflow: |coefficient| <= 2.1, a block has 2^16 inputs: partial sums stay below 2.1 2^60 < 2^62; the total of 2^38
// inputs stays below 2^84 and is kept in 128 bits.
#include "verify/sparse_xor/sample_forces.hpp"

#include <Random123/philox.h>
#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <mutex>

#include "numerics/error.hpp"
#include "numerics/interval_functions.hpp"
#include "verify/sparse_xor/sampling.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::Interval;
using numerics::RoundNearest;
using numerics::RoundUpward;

namespace {

constexpr double attention_unit = 0x1p-60;
constexpr double coefficient_scale = 0x1p44;
constexpr double rounding = 0x1p-50 + 0x1p-44;
constexpr double largest_sum = 1.0 + 0x1p-20;  // R
constexpr std::size_t block_inputs = std::size_t{1} << 16;
constexpr std::size_t chunk_inputs = 256;  // one chunk of one byte position and its table stay in the first cache
constexpr std::size_t byte_values = 256;
constexpr std::size_t words_bytes = 16;  // of one call of the generator

/// Two integers side by side: head 1 and head 2.
using Pair [[gnu::vector_size(16)]] = std::int64_t;
__extension__ using Wide = __int128;

std::array<std::uint32_t, 4> words_of(std::uint64_t seed, std::uint64_t input, std::uint32_t group) {
  const r123::Philox4x32 generator;
  const r123::Philox4x32::key_type key = {{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  const r123::Philox4x32::ctr_type counter = {{group, static_cast<std::uint32_t>(input),
                                               static_cast<std::uint32_t>(input >> 32),
                                               static_cast<std::uint32_t>(SampleStream::inputs)}};
  const auto words = generator(counter, key);
  return {words[0], words[1], words[2], words[3]};
}

/// Fixed-point attentions and what they miss.
struct FixedAttention {
  std::vector<std::int64_t> value;
  double error = 0.0;  // at least sum |value 2^-60 - g|
  bool is_usable = false;
};

FixedAttention fixed_point(const std::vector<Interval>& attention) {
  FixedAttention fixed;
  Interval error(0.0);
  Interval sum(0.0);
  Interval fixed_sum(0.0);
  for (const Interval& g : attention) {
    const double centre = std::clamp(g.approx_midpoint(), 0.0, 1.0);
    const auto value = static_cast<std::int64_t>(centre * 0x1p60);  // a double below 2^53 or exact
    fixed.value.push_back(value);
    const Interval represented(static_cast<double>(value) * attention_unit);
    error = error + abs(g - represented);
    sum = sum + abs(g);
    fixed_sum = fixed_sum + represented;
  }
  fixed.error = error.upper();
  fixed.is_usable = sum.upper() <= largest_sum && fixed_sum.upper() <= largest_sum;
  return fixed;
}

class Accumulator {
 public:
  Accumulator(const std::array<FixedAttention, 2>& fixed, const std::array<std::size_t, 2>& support,
              const InputSample& sample)
      : positions_(fixed[0].value.size()),
        groups_((positions_ + 127) / 128),
        bytes_(groups_ * words_bytes),
        support_(support),
        sample_(sample),
        totals_(2 * positions_, 0) {
    signed_sums_.assign(bytes_ * byte_values, Pair{0, 0});
    for (std::size_t k = 0; k < positions_; ++k) {
      const Pair g = {fixed[0].value[k], fixed[1].value[k]};
      Pair* row = signed_sums_.data() + k / 8 * byte_values;
      for (std::size_t byte = 0; byte < byte_values; ++byte) row[byte] += (byte >> (k % 8) & 1) != 0 ? -g : g;
    }
  }

  /// totals[2 k + h]: sum over the inputs of +-coefficient 2^44 of head h + 1.
  const std::vector<Wide>& run() {
    const std::uint64_t blocks = (sample_.count + block_inputs - 1) / block_inputs;
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, blocks, 1),
                      [&](const tbb::blocked_range<std::uint64_t>& range) {
                        const RoundNearest mode;
                        std::vector<Pair> by_byte(bytes_ * byte_values);
                        for (std::uint64_t block = range.begin(); block < range.end(); ++block) add(block, by_byte);
                      });
    return totals_;
  }

 private:
  void add(std::uint64_t block, std::vector<Pair>& by_byte) {
    std::fill(by_byte.begin(), by_byte.end(), Pair{0, 0});
    std::vector<std::uint8_t> bits(bytes_ * chunk_inputs);
    const std::uint64_t first = block * block_inputs;
    const std::uint64_t last = std::min<std::uint64_t>(first + block_inputs, sample_.count);
    for (std::uint64_t input = first; input < last; input += chunk_inputs) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(chunk_inputs, last - input));
      draw(input, count, bits);
      add_chunk(count, bits, by_byte);
    }
    fold(by_byte);
  }

  /// bits[p * chunk + s]: byte p of input `input` + s.
  void draw(std::uint64_t input, std::size_t count, std::vector<std::uint8_t>& bits) const {
    for (std::size_t s = 0; s < count; ++s) {
      for (std::size_t group = 0; group < groups_; ++group) {
        const auto words = words_of(sample_.seed, input + s, static_cast<std::uint32_t>(group));
        std::uint8_t* target = bits.data() + group * words_bytes * chunk_inputs + s;
        for (std::size_t byte = 0; byte < words_bytes; ++byte)
          target[byte * chunk_inputs] = static_cast<std::uint8_t>(words[byte / 4] >> (8 * (byte % 4)));
      }
    }
  }

  bool is_set(std::size_t position, std::size_t s, const std::vector<std::uint8_t>& bits) const {
    return (bits[position / 8 * chunk_inputs + s] >> (position % 8) & 1) != 0;
  }

  void add_chunk(std::size_t count, const std::vector<std::uint8_t>& bits, std::vector<Pair>& by_byte) const {
    const std::size_t used_bytes = (positions_ + 7) / 8;
    std::array<Pair, chunk_inputs> work;
    work.fill(Pair{0, 0});
    for (std::size_t p = 0; p < used_bytes; ++p) {
      const Pair* row = signed_sums_.data() + p * byte_values;
      const std::uint8_t* byte = bits.data() + p * chunk_inputs;
      for (std::size_t s = 0; s < count; ++s) work[s] += row[byte[s]];
    }
    for (std::size_t s = 0; s < count; ++s) {
      const double a = static_cast<double>(work[s][0]) * attention_unit;
      const double b = static_cast<double>(work[s][1]) * attention_unit;
      const double label = is_set(support_[0], s, bits) == is_set(support_[1], s, bits) ? 1.0 : -1.0;  // x_i x_j
      const double error = label - a * b;
      work[s] = Pair{static_cast<std::int64_t>(error * b * coefficient_scale),
                     static_cast<std::int64_t>(error * a * coefficient_scale)};
    }
    for (std::size_t p = 0; p < used_bytes; ++p) {
      Pair* row = by_byte.data() + p * byte_values;
      const std::uint8_t* byte = bits.data() + p * chunk_inputs;
      for (std::size_t s = 0; s < count; ++s) row[byte[s]] += work[s];
    }
  }

  /// Adds a block to the totals; integers, so the order of blocks does not matter.
  void fold(const std::vector<Pair>& by_byte) {
    std::vector<Pair> sums(positions_, Pair{0, 0});
    for (std::size_t k = 0; k < positions_; ++k) {
      const Pair* row = by_byte.data() + k / 8 * byte_values;
      for (std::size_t byte = 0; byte < byte_values; ++byte)
        sums[k] += (byte >> (k % 8) & 1) != 0 ? -row[byte] : row[byte];
    }
    const std::lock_guard lock(mutex_);
    for (std::size_t k = 0; k < positions_; ++k) {
      totals_[2 * k] += sums[k][0];
      totals_[2 * k + 1] += sums[k][1];
    }
  }

  std::size_t positions_, groups_, bytes_;
  std::array<std::size_t, 2> support_;
  InputSample sample_;
  std::vector<Pair> signed_sums_;
  std::vector<Wide> totals_;
  std::mutex mutex_;
};

/// Exact up to the rounding of one addition: |total| < 2^84, so both parts are doubles.
Interval enclosure(Wide total) {
  const auto high = static_cast<std::int64_t>(total >> 32);
  const auto low = static_cast<std::uint32_t>(static_cast<std::uint64_t>(total) & 0xffffffffU);
  return Interval(static_cast<double>(high)) * Interval(0x1p32) + Interval(static_cast<double>(low));
}

}  // namespace

int input_sign(std::uint64_t seed, std::uint64_t sample, std::size_t position) {
  const auto words = words_of(seed, sample, static_cast<std::uint32_t>(position / 128));
  return (words[position % 128 / 32] >> (position % 32) & 1) != 0 ? -1 : 1;
}

std::optional<Forces> sample_forces(const std::array<std::vector<Interval>, 2>& attention,
                                    const std::array<std::size_t, 2>& support, const InputSample& sample) {
  const std::size_t d = attention[0].size();
  if (sample.count < 1 || sample.count > most_samples || attention[1].size() != d || support[0] >= d ||
      support[1] >= d || support[0] == support[1]) {
    throw numerics::DomainError(
        "LC245",
        fmt::format("sample_forces: {} inputs, attentions of lengths {} and {}, support ({}, {}); needed are 1 "
                    "to 2^38 inputs, equal lengths and two different positions",
                    sample.count, d, attention[1].size(), support[0], support[1]));
  }
  const std::array<FixedAttention, 2> fixed = {fixed_point(attention[0]), fixed_point(attention[1])};
  if (!fixed[0].is_usable || !fixed[1].is_usable) return std::nullopt;
  Accumulator accumulator(fixed, support, sample);
  const std::vector<Wide>& totals = accumulator.run();

  const RoundUpward mode;
  const Interval a_error = Interval(fixed[0].error) + Interval(0x1p-52);
  const Interval b_error = Interval(fixed[1].error) + Interval(0x1p-52);
  // The worse of the two heads' bounds serves both.
  const Interval worst =
      max(Interval(1.1) * a_error + Interval(3.1) * b_error, Interval(1.1) * b_error + Interval(3.1) * a_error);
  const double radius = (worst + Interval(rounding)).upper();
  const Interval around(-radius, radius);
  const Interval scale = Interval(coefficient_scale) * Interval(static_cast<double>(sample.count));
  Forces forces;
  for (std::size_t k = 0; k < d; ++k) {
    for (std::size_t h = 0; h < 2; ++h) forces[h].push_back(enclosure(totals[2 * k + h]) / scale + around);
  }
  return forces;
}

}  // namespace lemmacheck::verify::sparse_xor
