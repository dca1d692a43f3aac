#include <tbb/global_control.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include "numerics/big_interval.hpp"
#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "verify/sparse_xor/portable_normal.hpp"
#include "verify/sparse_xor/sampling.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::BigInterval;
using lemmacheck::numerics::Precision;
using lemmacheck::numerics::Rational;

namespace {

std::uint64_t hash_bits(const std::vector<double>& values) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a over 64-bit words
  for (const double x : values) hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3ULL;
  return hash;
}

BigInterval big(double x) { return BigInterval::from_double(x, Precision(150)); }

}  // namespace

TEST_CASE("sample_sphere: the bits never change", "[verify][sparse_xor][exact]") {
  CHECK(hash_bits(sample_sphere(50, 7, 1, SampleStream::embeddings)) == 0xd8760e87e321d278ULL);
  CHECK(hash_bits(sample_sphere(1, 64, 12345678901234567ULL, SampleStream::theta)) == 0x875007d9bc28e02dULL);
}

TEST_CASE("sample_sphere: rows depend on seed, stream and index only", "[verify][sparse_xor]") {
  const auto few = sample_sphere(10, 9, 3, SampleStream::embeddings);
  auto many = sample_sphere(1000, 9, 3, SampleStream::embeddings);
  CHECK(std::vector<double>(many.begin(), many.begin() + 90) == few);
  CHECK(sample_sphere(10, 9, 4, SampleStream::embeddings) != few);
  CHECK(sample_sphere(10, 9, 3, SampleStream::theta) != few);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  CHECK(sample_sphere(1000, 9, 3, SampleStream::embeddings) == many);
}

TEST_CASE("sample_sphere: norms and moments", "[verify][sparse_xor]") {
  for (const std::size_t m : {2u, 3u, 17u, 256u}) {
    CAPTURE(m);
    const std::size_t rows = 4000;
    const auto values = sample_sphere(rows, m, 11, SampleStream::embeddings);
    double mean = 0, second = 0, fourth = 0;
    for (std::size_t k = 0; k < rows; ++k) {
      double norm = 0;
      for (std::size_t j = 0; j < m; ++j) norm += values[k * m + j] * values[k * m + j];
      CHECK(std::fabs(norm - 1) < 1e-13);
      const double u = values[k * m + k % m];
      mean += u / rows;
      second += u * u / rows;
      fourth += u * u * u * u / rows;
    }
    const auto dimension = static_cast<double>(m);
    const double deviation = 5.0 / std::sqrt(static_cast<double>(rows));
    CHECK(std::fabs(mean) < deviation / std::sqrt(dimension));
    CHECK(std::fabs(second * dimension - 1) < 2 * deviation);
    CHECK(std::fabs(fourth * dimension * (dimension + 2) / 3 - 1) < 6 * deviation);
  }
  CHECK_THROWS_AS(sample_sphere(3, 1, 1, SampleStream::theta), lemmacheck::numerics::DomainError);
}

TEST_CASE("portable log, sine and cosine: a few ulp from the truth", "[verify][sparse_xor][oracle]") {
  const BigInterval two_pi = lemmacheck::numerics::pi(Precision(150)) * big(2.0);
  std::uint64_t state = 99;
  for (int n = 0; n < 2000; ++n) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const double t = static_cast<double>(state >> 11) * 0x1p-53;
    const double x = n % 3 == 0 ? std::ldexp(t, -(n % 50)) + 0x1p-60 : t + 0x1p-53;
    CAPTURE(t, x);
    CHECK(abs(log(big(x)) - big(approx_portable_log(x))).upper_double() <=
          4e-16 * std::fabs(approx_portable_log(x)) + 1e-17);
    const SineCosine turn = approx_portable_sincos_turns(t);
    CHECK(abs(sin(two_pi * big(t)) - big(turn.sine)).upper_double() <= 4e-16);
    CHECK(abs(cos(two_pi * big(t)) - big(turn.cosine)).upper_double() <= 4e-16);
  }
  CHECK(approx_portable_log(1.0) == 0.0);
  CHECK(approx_portable_sincos_turns(0.25).sine == 1.0);
  CHECK(approx_portable_sincos_turns(0.5).cosine == -1.0);
  CHECK(approx_normal_pair(~0ULL, 0).first == 0.0);
}

TEST_CASE("sample_instance: antisymmetric, valid, reproducible", "[verify][sparse_xor]") {
  const Instance instance = sample_instance(20, 5, 8, {3, 9});
  CHECK(instance.is_antisymmetric());
  CHECK(instance.embeddings == sample_sphere(20, 5, 8, SampleStream::embeddings));
  CHECK(instance.support == std::array<std::size_t, 2>{3, 9});
  CHECK(instance.seed == 8u);
  CHECK_THROWS_AS(sample_instance(2, 5, 8), lemmacheck::numerics::DomainError);
  CHECK_THROWS_AS(sample_instance(20, 5, 8, {3, 3}), lemmacheck::numerics::DomainError);
}
