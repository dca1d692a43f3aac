// Forces of a sample: against exact rational averages over the same bits, and the population in the limit.
#include <tbb/global_control.h>

#include <cmath>

#include "numerics/error.hpp"
#include "numerics/interval_functions.hpp"
#include "tests/support/catch.hpp"
#include "verify/sparse_xor/instance.hpp"
#include "verify/sparse_xor/population.hpp"
#include "verify/sparse_xor/sample_forces.hpp"
#include "verify/sparse_xor/step_enclosures.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::BigInterval;
using lemmacheck::numerics::Interval;
using lemmacheck::numerics::Precision;
using lemmacheck::numerics::Rational;

namespace {

/// Attentions with sum at most 1: k-dependent doubles over their sum, cut down a little.
std::vector<double> attention_of(std::size_t d, double tilt) {
  std::vector<double> g;
  double sum = 0;
  for (std::size_t k = 0; k < d; ++k) {
    g.push_back(1 + tilt * std::sin(3.7 * static_cast<double>(k) + tilt));
    sum += g.back();
  }
  for (double& x : g) x /= sum * (1 + 1e-15);
  return g;
}

std::vector<Interval> points(const std::vector<double>& g) {
  std::vector<Interval> result;
  for (const double x : g) result.emplace_back(x);
  return result;
}

/// The definition, in rational arithmetic.
std::array<std::vector<Rational>, 2> exact_forces(const std::array<std::vector<double>, 2>& g,
                                                  const std::array<std::size_t, 2>& support,
                                                  const InputSample& sample) {
  const std::size_t d = g[0].size();
  std::array<std::vector<Rational>, 2> exact, sum;
  for (std::size_t h = 0; h < 2; ++h) {
    for (const double x : g[h]) exact[h].push_back(Rational::from_double(x));
    sum[h].resize(d);
  }
  for (std::uint64_t s = 0; s < sample.count; ++s) {
    std::vector<int> x;
    Rational a, b;
    for (std::size_t k = 0; k < d; ++k) {
      x.push_back(input_sign(sample.seed, s, k));
      a += Rational(x[k]) * exact[0][k];
      b += Rational(x[k]) * exact[1][k];
    }
    const Rational error = Rational(x[support[0]] * x[support[1]]) - a * b;
    for (std::size_t k = 0; k < d; ++k) {
      sum[0][k] += error * b * Rational(x[k]);
      sum[1][k] += error * a * Rational(x[k]);
    }
  }
  for (auto& head : sum) {
    for (Rational& f : head) f /= Rational(sample.count);
  }
  return sum;
}

void require_enclosed(const Forces& forces, const std::array<std::vector<Rational>, 2>& exact, double width) {
  for (std::size_t h = 0; h < 2; ++h) {
    REQUIRE(forces[h].size() == exact[h].size());
    for (std::size_t k = 0; k < exact[h].size(); ++k) {
      CAPTURE(h, k, forces[h][k].lower(), forces[h][k].upper(), exact[h][k].approx_double());
      CHECK(forces[h][k].contains(exact[h][k]));
      CHECK(forces[h][k].width_upper() <= width);
    }
  }
}

}  // namespace

TEST_CASE("input_sign: the rule of reports/docs/simulate.md, from another program", "[verify][sparse_xor][oracle]") {
  // Philox4x32-10 in Python integers, checked there against the published answer for counter and key 0.
  const auto signs = [](std::uint64_t seed, std::uint64_t input, std::size_t first) {
    std::string text;
    for (std::size_t k = first; k < first + 8; ++k) text += input_sign(seed, input, k) > 0 ? '+' : '-';
    return text;
  };
  CHECK(signs(1, 0, 0) == "--++----");
  CHECK(signs((std::uint64_t{1} << 32) + 5, 7, 124) == "--++++-+");
  CHECK(signs(71297, (std::uint64_t{1} << 33) + 1, 300) == "-+-+++-+");
}

TEST_CASE("sample_forces: exact averages over the same bits", "[verify][sparse_xor][exact]") {
  for (const std::size_t d : {3u, 8u, 37u, 130u}) {
    const std::array<std::vector<double>, 2> g = {attention_of(d, 0.7), attention_of(d, -0.4)};
    const InputSample sample{d == 3 ? 65536u + 300u : 300u, 5};  // the first goes over the end of a block
    const std::array<std::size_t, 2> support = {2, d == 3 ? 0 : d / 2};
    CAPTURE(d);
    const auto forces = sample_forces({points(g[0]), points(g[1])}, support, sample);
    REQUIRE(forces);
    require_enclosed(*forces, exact_forces(g, support, sample), 3e-13);
  }
}

TEST_CASE("sample_forces: every attention inside the enclosures", "[verify][sparse_xor][containment]") {
  const std::size_t d = 21;
  std::array<std::vector<double>, 2> g = {attention_of(d, 0.9), attention_of(d, 0.2)};
  std::array<std::vector<Interval>, 2> wide;
  const double radius = 1e-9;
  for (std::size_t h = 0; h < 2; ++h) {
    for (const double x : g[h]) wide[h].emplace_back(x - radius, x + radius);
  }
  const InputSample sample{200, 9};
  const auto forces = sample_forces(wide, {4, 20}, sample);
  REQUIRE(forces);
  for (const double shift : {-radius, 0.0, radius}) {
    auto member = g;
    for (std::size_t k = 0; k < d; ++k) {
      member[0][k] += shift * (k % 2 == 0 ? 0.999 : -0.999);  // the sum stays
      member[1][k] -= shift * (k % 3 == 0 ? 0.9 : -0.45);
    }
    require_enclosed(*forces, exact_forces(member, {4, 20}, sample), 20 * radius * static_cast<double>(d));
  }
}

TEST_CASE("sample_forces: signs, threads, limits", "[verify][sparse_xor]") {
  const std::size_t d = 200;
  // The bits never change: the hash of the first signs by another implementation of the generator.
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  double mean = 0, product = 0;
  for (std::uint64_t s = 0; s < 500; ++s) {
    for (std::size_t k = 0; k < d; ++k) {
      const int x = input_sign(3, s, k);
      hash = (hash ^ static_cast<std::uint64_t>(x + 1)) * 0x100000001b3ULL;
      mean += x;
      product += x * input_sign(3, s, (k + 129) % d);
    }
  }
  CHECK(hash == 0x943533371f0d4745ULL);
  CHECK(std::fabs(mean) < 5 * std::sqrt(500.0 * d));
  CHECK(std::fabs(product) < 5 * std::sqrt(500.0 * d));

  const std::array<std::vector<double>, 2> g = {attention_of(d, 0.3), attention_of(d, 0.5)};
  const std::array<std::vector<Interval>, 2> attention = {points(g[0]), points(g[1])};
  const InputSample sample{300000, 8};
  const auto many = sample_forces(attention, {0, 1}, sample);
  REQUIRE(many);
  {
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const auto single = sample_forces(attention, {0, 1}, sample);
    REQUIRE(single);
    for (std::size_t k = 0; k < d; ++k) CHECK(same_set((*single)[1][k], (*many)[1][k]));
  }
  // Near the population's: six standard deviations, E ((x_i x_j - a b) b)^2 is about sum of g^2.
  const auto population = attention_forces(attention_sums(g[0], g[1]), g[0], g[1], 0, 1);
  const double deviation = std::sqrt(1.2 / static_cast<double>(d) / static_cast<double>(sample.count));
  for (std::size_t k = 0; k < d; ++k) CHECK(std::fabs((*many)[0][k].approx_midpoint() - population[k]) < 6 * deviation);
  CHECK(population[0] > 15 * deviation);  // so that a wrong sign or support would show

  CHECK_THROWS_AS(sample_forces(attention, {0, 1}, {0, 1}), lemmacheck::numerics::DomainError);
  CHECK_THROWS_AS(sample_forces(attention, {1, 1}, {5, 1}), lemmacheck::numerics::DomainError);
  CHECK_THROWS_AS(sample_forces(attention, {0, d}, {5, 1}), lemmacheck::numerics::DomainError);
  CHECK_THROWS_AS(sample_forces(attention, {0, 1}, {most_samples + 1, 1}), lemmacheck::numerics::DomainError);
  std::array<std::vector<Interval>, 2> too_much = attention;
  too_much[1][7] = Interval(0.0, 0.5);
  CHECK_FALSE(sample_forces(too_much, {0, 1}, {5, 1}));
}

TEST_CASE("certify_step: the gradient of a sample, from its definition", "[verify][sparse_xor][oracle]") {
  const std::size_t d = 7, m = 5;
  const Instance instance = sample_instance(d, m, 4, {5, 2});
  const InputSample sample{60, 11};
  const auto attention = initial_attention_binary64(instance);
  REQUIRE(attention);
  const auto forces = sample_forces(*attention, instance.support, sample);
  REQUIRE(forces);
  const InstanceCertificate c = certify_step(instance, {.step_size = Rational(300), .forces = &*forces});
  CHECK(c.bits == 53);

  // d/d theta of (f - y)^2 = 2 (f - y) df/d theta, f = -a b, da/d theta = sum g_k (x_k - a) v_k; at 200 bits.
  const Precision precision(200);
  const auto big = [&](double x) { return BigInterval::from_double(x, precision); };
  std::array<std::vector<BigInterval>, 2> g;
  for (std::size_t h = 0; h < 2; ++h) {
    BigInterval sum = big(0);
    for (std::size_t k = 0; k < d; ++k) {
      BigInterval score = big(0);
      for (std::size_t j = 0; j < m; ++j)
        score = score + big(instance.embedding(k)[j]) * big(h == 0 ? instance.theta[j] : instance.theta_tilde[j]);
      g[h].push_back(exp(score));
      sum = sum + g[h].back();
    }
    for (BigInterval& x : g[h]) x = x / sum;
  }
  std::array<std::vector<BigInterval>, 2> gradient;
  for (auto& head : gradient) head.assign(m, big(0));
  for (std::uint64_t s = 0; s < sample.count; ++s) {
    std::array<BigInterval, 2> value = {big(0), big(0)};
    std::vector<double> x;
    for (std::size_t k = 0; k < d; ++k) {
      x.push_back(input_sign(sample.seed, s, k));
      for (std::size_t h = 0; h < 2; ++h) value[h] = value[h] + g[h][k] * big(x[k]);
    }
    const BigInterval residual = -(value[0] * value[1]) - big(-x[5] * x[2]);
    for (std::size_t h = 0; h < 2; ++h) {
      for (std::size_t k = 0; k < d; ++k) {
        const BigInterval weight = big(2) * residual * -value[1 - h] * g[h][k] * (big(x[k]) - value[h]);
        for (std::size_t j = 0; j < m; ++j) gradient[h][j] = gradient[h][j] + weight * big(instance.embedding(k)[j]);
      }
    }
  }
  for (std::size_t h = 0; h < 2; ++h) {
    for (std::size_t j = 0; j < m; ++j) {
      const BigInterval truth = gradient[h][j] / big(static_cast<double>(sample.count));
      CAPTURE(h, j, truth.approx_double());
      CHECK(c.gradient[h].at(j).contains(truth));
      CHECK(c.gradient[h].at(j).width_upper() <= 1e-11);
      CHECK(std::fabs(truth.approx_double()) > 1e-6);
    }
  }
}
