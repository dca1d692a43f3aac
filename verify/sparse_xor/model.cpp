#include "verify/sparse_xor/model.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/error.hpp"
#include "verify/sparse_xor/pairwise.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::DomainError;
using numerics::Rational;
using numerics::ShapeError;

namespace {

const Rational norm_tolerance(1, 1000000000000LL);

void require_length(const char* what, std::size_t actual, std::size_t wanted) {
  if (actual != wanted) {
    throw ShapeError("LC331", fmt::format("instance: {} has {} numbers, {} are needed", what, actual, wanted));
  }
}

void require_finite(const char* what, const std::vector<double>& values) {
  const auto bad = std::find_if(values.begin(), values.end(), [](double x) { return !std::isfinite(x); });
  if (bad != values.end()) {
    throw DomainError(
        "LC236", fmt::format("instance: {}[{}] is {}; every number must be finite", what, bad - values.begin(), *bad));
  }
}

Rational exact_dot(const double* a, const double* b, std::size_t n) {
  Rational sum;
  for (std::size_t j = 0; j < n; ++j) sum += Rational::from_double(a[j]) * Rational::from_double(b[j]);
  return sum;
}

/// Whether |v|^2 lies in [(1 - 1e-12)^2, (1 + 1e-12)^2]; nan counts as outside.
bool norm_is_one(const double* v, std::size_t m) {
  const double sum = sum_of_squares(v, m);
  // pairwise.hpp bounds the rounding by 80 2^-53 relative; 2e-14 covers it and the comparison itself.
  const double slack = 2e-14;
  const double excess = std::fabs(sum - 1.0);
  if (excess + slack <= 1.9999e-12) return true;
  if (!(excess - slack <= 2.0001e-12)) return false;
  const Rational square = exact_dot(v, v, m);
  const Rational low = Rational(1) - norm_tolerance;
  const Rational high = Rational(1) + norm_tolerance;
  return square >= low * low && square <= high * high;
}

void require_unit_embeddings(const Instance& instance) {
  const std::size_t none = std::numeric_limits<std::size_t>::max();
  const std::size_t first = tbb::parallel_reduce(
      tbb::blocked_range<std::size_t>(0, instance.positions, 256), none,
      [&](const tbb::blocked_range<std::size_t>& rows, std::size_t found) {
        for (std::size_t k = rows.begin(); k < rows.end() && k < found; ++k) {
          if (!norm_is_one(instance.embedding(k), instance.dimension)) found = k;
        }
        return found;
      },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
  if (first == none) return;
  throw DomainError("LC235",
                    fmt::format("instance: embedding V[{}] has norm {:.15g}; a norm must be within 1e-12 of 1, "
                                "so normalise the row",
                                first, std::sqrt(sum_of_squares(instance.embedding(first), instance.dimension))));
}

}  // namespace

std::string_view name_of(AttentionKind kind) noexcept {
  switch (kind) {
    case AttentionKind::softmax:
      return "softmax";
    case AttentionKind::linear:
      return "linear";
    case AttentionKind::erf:
      return "erf";
  }
  return "";
}

std::string_view name_of(AttentionScale scale) noexcept { return scale == AttentionScale::one ? "1" : "1/d"; }

bool Instance::is_antisymmetric() const noexcept {
  return std::equal(theta.begin(), theta.end(), theta_tilde.begin(), theta_tilde.end(),
                    [](double a, double b) { return a == -b; });
}

int exact_score_order(const Instance& instance) {
  const std::size_t m = instance.dimension;
  const double* first = instance.embedding(instance.support[0]);
  const double* second = instance.embedding(instance.support[1]);
  Rational difference = exact_dot(first, instance.theta.data(), m);
  difference -= exact_dot(second, instance.theta.data(), m);
  return difference.sign();
}

void validate(const Instance& instance) {
  const std::size_t d = instance.positions;
  const std::size_t m = instance.dimension;
  if (d < 3) throw DomainError("LC231", fmt::format("instance: d = {}; at least 3 positions are needed", d));
  if (m < 2) throw DomainError("LC232", fmt::format("instance: m = {}; the embedding dimension must be at least 2", m));
  const auto [i, j] = instance.support;
  if (i >= d || j >= d || i == j) {
    throw DomainError(
        "LC233",
        fmt::format("instance: support ({}, {}); two different positions from 0 to {} are needed", i, j, d - 1));
  }
  if (d > std::numeric_limits<std::size_t>::max() / m) {
    throw ShapeError("LC331", fmt::format("instance: d = {} times m = {} is too large to store", d, m));
  }
  require_length("V", instance.embeddings.size(), d * m);
  require_length("theta", instance.theta.size(), m);
  require_length("theta_tilde", instance.theta_tilde.size(), m);
  if (instance.kind == AttentionKind::softmax && instance.scale != AttentionScale::one) {
    throw DomainError("LC237", "instance: softmax attention with scale 1/d; softmax has scale 1");
  }
  require_finite("theta", instance.theta);
  require_finite("theta_tilde", instance.theta_tilde);
  require_unit_embeddings(instance);
  if (exact_score_order(instance) == 0) {
    throw DomainError("LC234", fmt::format("instance: the initial scores of head 1 on the support ({}, {}) are equal; "
                                           "choose another theta",
                                           i, j));
  }
}

}  // namespace lemmacheck::verify::sparse_xor
