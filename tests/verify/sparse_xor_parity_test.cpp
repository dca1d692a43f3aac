// k heads on a parity: the formulas against enumeration, the steps against an independent program and the certificates.
#include <random>

#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/golden_band.hpp"
#include "verify/sparse_xor/instance.hpp"
#include "verify/sparse_xor/parity.hpp"
#include "verify/sparse_xor/parity_population.hpp"
#include "verify/sparse_xor/population.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::BigInterval;
using lemmacheck::numerics::DomainError;
using lemmacheck::numerics::Rational;
using lemmacheck::numerics::ShapeError;
using lemmacheck::numerics::Truth;

namespace {

using Vectors = std::vector<std::vector<Rational>>;

Vectors random_attention(std::size_t heads, std::size_t d, std::mt19937& random) {
  Vectors g(heads);
  for (auto& head : g)
    for (std::size_t i = 0; i < d; ++i)
      head.emplace_back(static_cast<long long>(random() % 41) - 20, static_cast<long long>(random() % 5) + 1);
  return g;
}

/// E (f - y)^2 and -(1/2) d / d g^h_i of it, as means over all inputs.
struct Enumerated {
  Rational loss;
  Vectors force;
};
Enumerated by_enumeration(const Vectors& g, const std::vector<std::size_t>& support) {
  const std::size_t d = g[0].size();
  Enumerated mean{Rational(), Vectors(g.size(), std::vector<Rational>(d))};
  for (std::size_t input = 0; input < std::size_t{1} << d; ++input) {
    const auto sign = [input](std::size_t i) { return Rational((input >> i & 1) != 0 ? -1 : 1); };
    std::vector<Rational> a(g.size());
    for (std::size_t h = 0; h < g.size(); ++h)
      for (std::size_t i = 0; i < d; ++i) a[h] += g[h][i] * sign(i);
    Rational f(-1), y(-1);
    for (const Rational& output : a) f *= output;
    for (const std::size_t s : support) y *= sign(s);
    mean.loss += (f - y) * (f - y);
    for (std::size_t h = 0; h < g.size(); ++h) {
      Rational others(-1);
      for (std::size_t other = 0; other < g.size(); ++other)
        if (other != h) others *= a[other];
      for (std::size_t i = 0; i < d; ++i) mean.force[h][i] -= (f - y) * others * sign(i);
    }
  }
  const Rational inputs(1LL << d);
  mean.loss /= inputs;
  for (auto& head : mean.force)
    for (Rational& entry : head) entry /= inputs;
  return mean;
}

/// The numbers of tests/oracle/parity_values.py.
ParityInstance oracle_instance(std::size_t k, std::size_t d, std::size_t m) {
  ParityInstance instance{.positions = d, .dimension = m};
  const auto fraction = [](std::size_t value, int modulus, int shift, double divisor) {
    return (static_cast<double>(value % static_cast<std::size_t>(modulus)) - shift) / divisor;
  };
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = 0; j < m; ++j)
      instance.embeddings.push_back(fraction(7 * i * i + 3 * i * j + 5 * j + 1, 17, 8, 16));
  for (std::size_t h = 0; h < k; ++h) {
    instance.theta.emplace_back();
    for (std::size_t j = 0; j < m; ++j)
      instance.theta[h].push_back(fraction(5 * h * h + 2 * h * j + 11 * j + 4, 13, 6, 8));
    instance.support.push_back(h);
  }
  return instance;
}

}  // namespace

TEST_CASE("parity: loss and forces agree with enumeration of all inputs", "[verify][sparse_xor][exact]") {
  std::mt19937 random(20240607);
  for (std::size_t k = 2; k <= 4; ++k)
    for (const std::size_t d : {k, std::size_t{5}, k == 4 ? std::size_t{7} : std::size_t{10}}) {
      CAPTURE(k, d);
      const Vectors g = random_attention(k, d, random);
      std::vector<std::size_t> support;
      for (std::size_t s = 0; s < k; ++s) support.push_back(d - 1 - s);
      const Enumerated exact = by_enumeration(g, support);
      CHECK(parity_loss(g, support, Rational(1)) == exact.loss);
      for (std::size_t h = 0; h < k; ++h) CHECK(parity_forces(g, h, support, Rational(1)) == exact.force[h]);
    }
}

TEST_CASE("parity: two heads are the model of the theorem", "[verify][sparse_xor][exact]") {
  std::mt19937 random(3);
  for (const std::size_t d : {4, 9, 30}) {
    CAPTURE(d);
    const Vectors g = random_attention(2, d, random);
    const auto sums = attention_sums(g[0], g[1]);
    const auto swapped = attention_sums(g[1], g[0]);
    CHECK(parity_loss(g, {2, 0}, Rational(1)) == population_loss(sums, g[0], g[1], 2, 0, Rational(1)));
    CHECK(parity_forces(g, 0, {2, 0}, Rational(1)) == attention_forces(sums, g[0], g[1], 2, 0));
    CHECK(parity_forces(g, 1, {2, 0}, Rational(1)) == attention_forces(swapped, g[1], g[0], 2, 0));
  }
}

TEST_CASE("parity: steps agree with the enumerating oracle", "[verify][sparse_xor][oracle]") {
  struct Row {
    std::size_t k, d, m, steps;
    int eta;
    const char *before, *after;
    std::vector<std::size_t> leading;
    ParityOutcome outcome;
  };
  // Printed by tests/oracle/parity_values.py.
  const std::vector<Row> rows = {
      {2, 6, 4, 3, 20, "0.9455828152900134640643916", "0.4682743710711644776576078", {0, 1}, ParityOutcome::different},
      {3,
       6,
       4,
       3,
       50,
       "0.9824393183910312360031036",
       "0.6315055612225503109783467",
       {0, 1, 2},
       ParityOutcome::different},
      {4,
       7,
       5,
       2,
       100,
       "1.005452008757893817345602",
       "0.9922710782286922758083549",
       {0, 1, 2, 2},
       ParityOutcome::shared}};
  for (const Row& row : rows) {
    CAPTURE(row.k);
    const ParityInstance instance = oracle_instance(row.k, row.d, row.m);
    const ParityRun run = run_parity(instance, {.step_size = row.eta, .steps = row.steps});
    CHECK(lemmacheck::test::meets(run.loss_before, row.before));
    CHECK(lemmacheck::test::meets(run.loss, row.after));
    CHECK(run.loss.relative_width_upper() <= 1e-12);
    CHECK(run.outcome == row.outcome);
    CHECK(run.small_loss == Truth::no);
    for (std::size_t h = 0; h < row.k; ++h) CHECK(run.leading[h] == row.leading[h]);
    // A step size that is off by 1e-12 gives another loss.
    const Rational off = Rational(row.eta) + Rational(1, 1000000000000LL);
    CHECK_FALSE(lemmacheck::test::meets(run_parity(instance, {.step_size = off, .steps = row.steps}).loss, row.after));
  }
}

TEST_CASE("parity: one step of two heads meets the certificate of the same instance", "[verify][sparse_xor]") {
  const std::uint64_t seed = 11;
  const ParityInstance instance = sample_parity(2, 40, 16, ParityStart::antisymmetric, seed);
  const Instance same = sample_instance(40, 16, seed);
  CHECK(instance.embeddings == same.embeddings);
  CHECK(instance.theta[1] == same.theta_tilde);
  const InstanceCertificate certificate = certify_step(same, {.step_size = 30000});
  const ParityRun run = run_parity(instance, {.step_size = 30000});
  CHECK_FALSE(intersection(run.loss, certificate.after.population_loss).is_empty());
  CHECK_FALSE(intersection(run.loss_before, certificate.before.population_loss).is_empty());
  CHECK(run.loss.relative_width_upper() <= 1e-12);
}

TEST_CASE("parity: runs are the same one by one, and precision grows until they are decided", "[verify][sparse_xor]") {
  const ParityOptions options{.step_size = 400000000, .steps = 6, .first_bits = 32, .highest_bits = 2048};
  const auto runs = run_parities(4, 80, 12, ParityStart::random, 5, 3, options);
  REQUIRE(runs.size() == 3);
  for (std::size_t r = 0; r < runs.size(); ++r) {
    CAPTURE(r);
    const ParityRun alone = run_parity(sample_parity(4, 80, 12, ParityStart::random, 5 + r), options);
    CHECK(runs[r].seed == 5 + r);
    CHECK(alone.outcome == runs[r].outcome);
    CHECK(alone.bits == runs[r].bits);
    CHECK(same_set(alone.loss, runs[r].loss));
    CHECK(runs[r].outcome != ParityOutcome::undecided);
    // Twice the bits tell the same.
    const ParityRun finer = run_parity(sample_parity(4, 80, 12, ParityStart::random, 5 + r),
                                       {.step_size = 400000000, .steps = 6, .first_bits = 4 * runs[r].bits});
    CHECK(finer.outcome == runs[r].outcome);
    CHECK_FALSE(intersection(finer.loss, runs[r].loss).is_empty());
    // Without the bits it is undecided, not guessed.
    const ParityRun coarse = run_parity(sample_parity(4, 80, 12, ParityStart::random, 5 + r),
                                        {.step_size = 400000000, .steps = 6, .first_bits = 24, .highest_bits = 24});
    CHECK(coarse.outcome == ParityOutcome::undecided);
  }
}

TEST_CASE("parity: a tie is undecided", "[verify][sparse_xor][negative]") {
  ParityInstance instance = oracle_instance(2, 4, 3);
  instance.theta[1] = instance.theta[0];
  for (std::size_t j = 0; j < 3; ++j) instance.embeddings[3 + j] = instance.embeddings[j];  // v_2 = v_1
  const ParityRun run = run_parity(instance, {.step_size = 5, .steps = 2, .highest_bits = 256});
  CHECK(run.outcome != ParityOutcome::different);
  CHECK(run.bits == 256);
}

TEST_CASE("parity: what is not a run is refused", "[verify][sparse_xor][domain]") {
  CHECK_THROWS_AS(sample_parity(1, 5, 3, ParityStart::random, 1), DomainError);
  CHECK_THROWS_AS(sample_parity(5, 9, 3, ParityStart::random, 1), DomainError);
  CHECK_THROWS_AS(sample_parity(4, 3, 3, ParityStart::random, 1), DomainError);
  CHECK_THROWS_AS(sample_parity(3, 5, 3, ParityStart::antisymmetric, 1), DomainError);
  CHECK_THROWS_AS(sample_parity(2, 5, 1, ParityStart::random, 1), DomainError);
  ParityInstance instance = sample_parity(2, 5, 3, ParityStart::random, 1);
  CHECK_THROWS_AS(run_parity(instance, {.step_size = 0}), DomainError);
  CHECK_THROWS_AS(run_parity(instance, {.step_size = 1, .steps = 0}), DomainError);
  CHECK_THROWS_AS(run_parity(instance, {.step_size = 1, .epsilon = 1}), DomainError);
  instance.support = {1, 1};
  CHECK_THROWS_AS(run_parity(instance, {.step_size = 1}), DomainError);
  instance.support = {1, 5};
  CHECK_THROWS_AS(run_parity(instance, {.step_size = 1}), DomainError);
  instance.support = {1, 2};
  instance.theta[0].pop_back();
  CHECK_THROWS_AS(run_parity(instance, {.step_size = 1}), ShapeError);
  CHECK_THROWS_AS(run_parities(2, 5, 3, ParityStart::random, 1, 0, {.step_size = 1}), DomainError);
  CHECK_THROWS_AS(run_parities(2, 5, 3, ParityStart::random, 0xffffffffffffffffULL, 2, {.step_size = 1}), DomainError);
}
