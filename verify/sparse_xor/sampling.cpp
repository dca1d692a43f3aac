#include "verify/sparse_xor/sampling.hpp"

#include <Random123/philox.h>
#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cmath>

#include "numerics/error.hpp"
#include "verify/sparse_xor/pairwise.hpp"
#include "verify/sparse_xor/portable_normal.hpp"

namespace lemmacheck::verify::sparse_xor {

namespace {

void fill_row(double* row, std::size_t dimension, std::uint64_t seed, SampleStream stream, std::uint64_t index) {
  const r123::Philox4x32 generator;
  const r123::Philox4x32::key_type key = {{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  for (std::uint32_t attempt = 0;; ++attempt) {
    for (std::size_t j = 0; j < dimension; j += 2) {
      const r123::Philox4x32::ctr_type counter = {{static_cast<std::uint32_t>(j / 2), static_cast<std::uint32_t>(index),
                                                   static_cast<std::uint32_t>(index >> 32),
                                                   static_cast<std::uint32_t>(stream) | (attempt << 8)}};
      const auto words = generator(counter, key);
      const NormalPair pair = approx_normal_pair((static_cast<std::uint64_t>(words[1]) << 32) | words[0],
                                                 (static_cast<std::uint64_t>(words[3]) << 32) | words[2]);
      row[j] = pair.first;
      if (j + 1 < dimension) row[j + 1] = pair.second;
    }
    const double square = sum_of_squares(row, dimension);
    if (square < 1e-30) continue;  // has no direction worth the name
    const double norm = std::sqrt(square);
    for (std::size_t j = 0; j < dimension; ++j) row[j] = row[j] / norm;
    return;
  }
}

}  // namespace

std::vector<double> sample_sphere(std::size_t rows, std::size_t dimension, std::uint64_t seed, SampleStream stream) {
  if (dimension < 2) {
    throw numerics::DomainError(
        "LC232", fmt::format("sample_sphere: m = {}; the embedding dimension must be at least 2", dimension));
  }
  std::vector<double> values(rows * dimension);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, rows, 16), [&](const tbb::blocked_range<std::size_t>& block) {
    for (std::size_t k = block.begin(); k < block.end(); ++k) {
      fill_row(values.data() + k * dimension, dimension, seed, stream, k);
    }
  });
  return values;
}

Instance sample_instance(std::size_t positions, std::size_t dimension, std::uint64_t seed,
                         std::array<std::size_t, 2> support) {
  Instance instance;
  instance.positions = positions;
  instance.dimension = dimension;
  instance.embeddings = sample_sphere(positions, dimension, seed, SampleStream::embeddings);
  instance.theta = sample_sphere(1, dimension, seed, SampleStream::theta);
  instance.theta_tilde = instance.theta;
  for (double& x : instance.theta_tilde) x = -x;
  instance.support = support;
  instance.seed = seed;
  validate(instance);
  return instance;
}

}  // namespace lemmacheck::verify::sparse_xor
