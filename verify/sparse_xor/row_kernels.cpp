#include "verify/sparse_xor/row_kernels.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>

namespace lemmacheck::verify::sparse_xor {

using numerics::Interval;
using numerics::RoundNearest;

namespace {

constexpr std::size_t block_rows = 256;
constexpr std::size_t streams = 4;
constexpr std::size_t rows_per_stream = block_rows / streams;

/// Four doubles side by side; the compiler picks the registers, the order of operations stays.
using Lanes [[gnu::vector_size(32)]] = double;

using LanesInMemory [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;

const LanesInMemory& at(const double* p) { return *reinterpret_cast<const LanesInMemory*>(p); }
LanesInMemory& at(double* p) { return *reinterpret_cast<LanesInMemory*>(p); }

double join(const Lanes& x) { return (x[0] + x[1]) + (x[2] + x[3]); }

double dot(const double* v, const double* x, std::size_t m) {
  Lanes sum = {0.0, 0.0, 0.0, 0.0};
  std::size_t j = 0;
  for (; j + 4 <= m; j += 4) sum += at(v + j) * at(x + j);
  double total = join(sum);
  for (; j < m; ++j) total += v[j] * x[j];
  return total;
}

/// dot() of four rows at once: the same operations, four streams of memory in flight.
void dot_of_four(const std::array<const double*, streams>& v, const double* x, std::size_t m,
                 std::array<double, streams>& result) {
  Lanes a = {0.0, 0.0, 0.0, 0.0};
  Lanes b = a;
  Lanes c = a;
  Lanes e = a;
  std::size_t j = 0;
  for (; j + 4 <= m; j += 4) {
    const Lanes factor = at(x + j);
    a += at(v[0] + j) * factor;
    b += at(v[1] + j) * factor;
    c += at(v[2] + j) * factor;
    e += at(v[3] + j) * factor;
  }
  result = {join(a), join(b), join(c), join(e)};
  for (; j < m; ++j) {
    for (std::size_t s = 0; s < streams; ++s) result[s] += v[s][j] * x[j];
  }
}

std::size_t count_blocks(std::size_t rows) { return (rows + block_rows - 1) / block_rows; }

template <class Function>
void for_each_block(std::size_t rows, const Function& function) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count_blocks(rows)),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                      const RoundNearest mode;
                      for (std::size_t block = range.begin(); block < range.end(); ++block) function(block);
                    });
}

/// sum += the four rows with their weights.
void add_four_rows(const std::array<const double*, streams>& v, const std::array<double, streams>& w, std::size_t m,
                   double* sum) {
  std::size_t j = 0;
  for (; j + 4 <= m; j += 4) {
    const Lanes part = (at(v[0] + j) * w[0] + at(v[1] + j) * w[1]) + (at(v[2] + j) * w[2] + at(v[3] + j) * w[3]);
    at(sum + j) += part;
  }
  for (; j < m; ++j) sum[j] += (v[0][j] * w[0] + v[1][j] * w[1]) + (v[2][j] * w[2] + v[3][j] * w[3]);
}

/// n u / (1 - n u) <= 1.2e-16 n for n below 1e14, with room for the rounding of this product.
Interval gamma(std::size_t n) { return Interval(1.2e-16 * static_cast<double>(n)); }

/// More than 2^-1074 times the number of products that any array in memory can hold.
constexpr double underflow = 1e-300;

}  // namespace

std::vector<std::vector<double>> row_products(const RowMatrix& v, const std::vector<const double*>& x) {
  const std::size_t m = v.columns;
  std::vector<std::vector<double>> result(x.size(), std::vector<double>(v.rows));
  for_each_block(v.rows, [&](std::size_t block) {
    const std::size_t first = block * block_rows;
    const std::size_t last = std::min(first + block_rows, v.rows);
    if (last - first < block_rows) {
      for (std::size_t k = first; k < last; ++k) {
        for (std::size_t c = 0; c < x.size(); ++c) result[c][k] = dot(v.values + k * m, x[c], m);
      }
      return;
    }
    for (std::size_t k = first; k < first + rows_per_stream; ++k) {
      std::array<const double*, streams> rows;
      for (std::size_t s = 0; s < streams; ++s) rows[s] = v.values + (k + s * rows_per_stream) * m;
      for (std::size_t c = 0; c < x.size(); ++c) {
        std::array<double, streams> products;
        dot_of_four(rows, x[c], m, products);
        for (std::size_t s = 0; s < streams; ++s) result[c][k + s * rows_per_stream] = products[s];
      }
    }
  });
  return result;
}

Interval row_product_error(const RowMatrix& v, const Interval& norm) {
  const double bound = (gamma(v.columns / 4 + 7) * Interval(largest_row_norm) * norm + Interval(underflow)).upper();
  return {-bound, bound};
}

std::array<std::vector<double>, 2> weighted_row_sums(const RowMatrix& v, const std::array<const double*, 2>& w) {
  const std::size_t m = v.columns;
  const std::size_t blocks = count_blocks(v.rows);
  const std::vector<double> zero_row(m, 0.0);
  std::vector<double> partial(blocks * 2 * m, 0.0);
  for_each_block(v.rows, [&](std::size_t block) {
    for (std::size_t offset = 0; offset < rows_per_stream; ++offset) {
      std::array<const double*, streams> rows;
      std::array<std::array<double, streams>, 2> weights;
      for (std::size_t s = 0; s < streams; ++s) {
        const std::size_t k = block * block_rows + offset + s * rows_per_stream;
        const bool exists = k < v.rows;
        rows[s] = exists ? v.values + k * m : zero_row.data();
        for (std::size_t c = 0; c < 2; ++c) weights[c][s] = exists ? w[c][k] : 0.0;
      }
      for (std::size_t c = 0; c < 2; ++c) add_four_rows(rows, weights[c], m, partial.data() + (2 * block + c) * m);
    }
  });
  // Halving: block b takes block b + half, in place.
  const RoundNearest mode;
  for (std::size_t half = std::bit_ceil(blocks) / 2; half > 0; half /= 2) {
    for (std::size_t block = 0; block + half < std::min(blocks, 2 * half); ++block) {
      double* target = partial.data() + block * 2 * m;
      const double* source = partial.data() + (block + half) * 2 * m;
      for (std::size_t j = 0; j < 2 * m; ++j) target[j] += source[j];
    }
  }
  const auto middle = partial.begin() + static_cast<std::ptrdiff_t>(m);
  return {std::vector<double>(partial.begin(), middle),
          std::vector<double>(middle, middle + static_cast<std::ptrdiff_t>(m))};
}

Interval weighted_row_sum_error(const RowMatrix& v, const Interval& sum_of_weights) {
  const std::size_t depth = 68 + static_cast<std::size_t>(std::bit_width(v.rows));
  const Interval error = gamma(depth) * Interval(largest_row_norm) * sum_of_weights + Interval(underflow);
  return Interval(0.0, error.upper());
}

}  // namespace lemmacheck::verify::sparse_xor
