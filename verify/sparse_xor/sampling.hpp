// Random instances that are the same on every platform and for every number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "verify/sparse_xor/model.hpp"

namespace lemmacheck::verify::sparse_xor {

/// Independent random streams of one seed.
enum class SampleStream : std::uint32_t {
  embeddings = 0,
  theta = 1,
  theta_tilde = 2,
  inputs = 3,
  cls_token = 16,  // of the Transformer that reduces to the model
  query_matrix = 17,
  key_matrix = 19,  // and the number after: head 2
  signs = 21,
  features = 22,  // of the separations
};

/// rows x dimension doubles, row-major: every row uniform on the unit sphere, its norm within 1e-12 of 1. Row k depends
/// on (seed, stream, k, dimension) only. Philox4x32-10 with the counter (pair, row, stream), normal variates of
/// portable_normal.hpp, divided by their norm. DomainError LC232 for a dimension below 2.
std::vector<double> sample_sphere(std::size_t rows, std::size_t dimension, std::uint64_t seed, SampleStream stream);

/// Embeddings and theta uniform on the sphere, theta_tilde = -theta, softmax, the stated support. Validated.
Instance sample_instance(std::size_t positions, std::size_t dimension, std::uint64_t seed,
                         std::array<std::size_t, 2> support = {0, 1});

}  // namespace lemmacheck::verify::sparse_xor
