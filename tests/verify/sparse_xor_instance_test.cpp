// Certificates against enumeration of all inputs, written here straight from the definition of the model.
#include <array>
#include <cstdint>
#include <vector>

#include "numerics/special.hpp"
#include "tests/support/catch.hpp"
#include "verify/sparse_xor/instance.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::BigInterval;
using lemmacheck::numerics::Precision;
using lemmacheck::numerics::Rational;

namespace {

const Precision bits(300);

BigInterval number(long value) { return {value, bits}; }

struct Heads {
  std::array<std::vector<BigInterval>, 2> query;
};

struct Enumerated {
  std::array<std::vector<BigInterval>, 2> attention, gradient;
  BigInterval loss = number(0), sup_error = number(0);
};

/// Loss, its gradient by the chain rule input by input, and the largest error, over all 2^d inputs.
Enumerated enumerate_inputs(const Instance& instance, const Heads& heads) {
  const std::size_t d = instance.positions;
  const std::size_t m = instance.dimension;
  const auto v = [&](std::size_t k, std::size_t j) { return BigInterval::from_double(instance.embedding(k)[j], bits); };
  Enumerated result;
  std::array<std::vector<std::vector<BigInterval>>, 2> jacobian;  // d attention_k / d query_j
  for (std::size_t h = 0; h < 2; ++h) {
    std::vector<BigInterval> score;
    for (std::size_t k = 0; k < d; ++k) {
      BigInterval sum = number(0);
      for (std::size_t j = 0; j < m; ++j) sum = sum + v(k, j) * heads.query[h][j];
      score.push_back(sum);
    }
    auto& g = result.attention[h];
    jacobian[h].assign(d, std::vector<BigInterval>(m, number(0)));
    const BigInterval scale =
        instance.scale == AttentionScale::one ? number(1) : number(1) / number(static_cast<long>(d));
    if (instance.kind == AttentionKind::softmax) {
      BigInterval total = number(0);
      for (const auto& u : score) total = total + exp(u);
      for (const auto& u : score) g.push_back(exp(u) / total);
      for (std::size_t k = 0; k < d; ++k) {
        for (std::size_t j = 0; j < m; ++j) {
          BigInterval mean = number(0);
          for (std::size_t l = 0; l < d; ++l) mean = mean + g[l] * v(l, j);
          jacobian[h][k][j] = g[k] * (v(k, j) - mean);
        }
      }
    } else {
      const bool is_linear = instance.kind == AttentionKind::linear;
      for (std::size_t k = 0; k < d; ++k) {
        g.push_back(scale * (is_linear ? score[k] : erf(score[k])));
        const BigInterval slope =
            is_linear ? number(1) : number(2) / sqrt(lemmacheck::numerics::pi(bits)) * exp(-(score[k] * score[k]));
        for (std::size_t j = 0; j < m; ++j) jacobian[h][k][j] = scale * slope * v(k, j);
      }
    }
    result.gradient[h].assign(m, number(0));
  }
  const BigInterval inputs = number(1L << d);
  for (std::uint32_t input = 0; input < 1u << d; ++input) {
    const auto signed_value = [&](std::size_t k, const BigInterval& x) { return (input >> k & 1) != 0 ? -x : x; };
    std::array<BigInterval, 2> output = {number(0), number(0)};
    for (std::size_t h = 0; h < 2; ++h) {
      for (std::size_t k = 0; k < d; ++k) output[h] = output[h] + signed_value(k, result.attention[h][k]);
    }
    const BigInterval label = -signed_value(instance.support[0], signed_value(instance.support[1], number(1)));
    const BigInterval error = -(output[0] * output[1]) - label;
    result.loss = result.loss + error * error / inputs;
    result.sup_error = max(result.sup_error, abs(error));
    for (std::size_t h = 0; h < 2; ++h) {
      const BigInterval factor = number(-2) * error * output[1 - h] / inputs;
      for (std::size_t j = 0; j < m; ++j) {
        BigInterval slope = number(0);
        for (std::size_t k = 0; k < d; ++k) slope = slope + signed_value(k, jacobian[h][k][j]);
        result.gradient[h][j] = result.gradient[h][j] + factor * slope;
      }
    }
  }
  return result;
}

bool meet(const BigInterval& a, const BigInterval& b) { return !intersection(a, b).is_empty(); }

void require_same(const EnclosureVector& ours, const std::vector<BigInterval>& truth, double width) {
  REQUIRE(ours.size() == truth.size());
  for (std::size_t k = 0; k < truth.size(); ++k) {
    CAPTURE(k);
    CHECK(meet(ours.at(k), truth[k]));
    CHECK(ours.at(k).width_upper() <= width);
  }
}

/// `gap`: how far the zonotope bound may lie above the largest error (an extreme of a b inside an edge is no input).
void require_state(const ModelState& state, const Enumerated& truth, double width, double gap) {
  require_same(state.attention[0], truth.attention[0], width);
  require_same(state.attention[1], truth.attention[1], width);
  CHECK(meet(state.population_loss, truth.loss));
  CHECK(state.population_loss.width_upper() <= width);
  CHECK(meet(state.sup_error, truth.sup_error));
  CHECK(state.sup_error.width_upper() <= gap);
}

Instance random_instance(std::size_t d, std::size_t m, std::uint64_t seed, AttentionKind kind, AttentionScale scale,
                         bool is_antisymmetric) {
  Instance instance = sample_instance(d, m, seed, {d - 1, 1});
  instance.kind = kind;
  instance.scale = scale;
  if (!is_antisymmetric) instance.theta_tilde = sample_sphere(1, m, seed, SampleStream::theta_tilde);
  return instance;
}

void require_enumeration(const Instance& instance, const Rational& eta, long first_bits, double width, double gap) {
  const InstanceCertificate c = certify_step(instance, {.step_size = eta, .first_bits = first_bits});
  CHECK(c.bits == (first_bits == 0 ? 128 : first_bits));
  Heads heads;
  for (const double x : instance.theta) heads.query[0].push_back(BigInterval::from_double(x, bits));
  for (const double x : instance.theta_tilde) heads.query[1].push_back(BigInterval::from_double(x, bits));
  const Enumerated before = enumerate_inputs(instance, heads);
  require_state(c.before, before, width, gap);
  for (std::size_t h = 0; h < 2; ++h) {
    require_same(c.gradient[h], before.gradient[h], width);
    for (std::size_t j = 0; j < instance.dimension; ++j) {
      heads.query[h][j] = heads.query[h][j] - BigInterval(eta, bits) * before.gradient[h][j];
    }
    require_same(c.after.query[h], heads.query[h], width * 1e4);
  }
  require_state(c.after, enumerate_inputs(instance, heads), width * 1e4, gap);
}

}  // namespace

TEST_CASE("certify_step: softmax agrees with enumeration", "[verify][sparse_xor][oracle]") {
  const auto kind = AttentionKind::softmax;
  const auto scale = AttentionScale::one;
  for (const bool is_antisymmetric : {true, false}) {
    for (const long first_bits : {0L, 53L}) {
      const double width = first_bits == 53 ? 1e-13 : 1e-35;
      CAPTURE(is_antisymmetric, first_bits);
      require_enumeration(random_instance(8, 5, 21, kind, scale, is_antisymmetric), Rational(7, 3), first_bits, width,
                          2e-2);
      require_enumeration(random_instance(7, 6, 22, kind, scale, is_antisymmetric), Rational(250), first_bits, width,
                          2e-2);
      require_enumeration(random_instance(3, 2, 23, kind, scale, is_antisymmetric), Rational(1, 1000), first_bits,
                          width, 2e-1);
    }
  }
}

TEST_CASE("certify_step: linear and erf agree with enumeration", "[verify][sparse_xor][oracle]") {
  for (const auto kind : {AttentionKind::linear, AttentionKind::erf}) {
    for (const auto scale : {AttentionScale::one, AttentionScale::one_over_d}) {
      for (const bool is_antisymmetric : {true, false}) {
        CAPTURE(name_of(kind), name_of(scale), is_antisymmetric);
        require_enumeration(random_instance(6, 4, 31, kind, scale, is_antisymmetric), Rational(1, 7), 0, 1e-33, 1e0);
        require_enumeration(random_instance(7, 3, 32, kind, scale, is_antisymmetric), Rational(5, 2), 0, 1e-30, 1e1);
      }
    }
  }
}

TEST_CASE("certify_step: verdicts and margins of one instance", "[verify][sparse_xor]") {
  const Instance instance = sample_instance(40, 24, 5, {11, 4});
  const InstanceCertificate small = certify_step(instance, {.step_size = Rational(1)});
  CHECK(small.verdict == StepVerdict::not_specialised);
  CHECK_FALSE(small.specialised_on.has_value());
  const InstanceCertificate large = certify_step(instance, {.step_size = Rational(1000000)});
  REQUIRE(large.verdict == StepVerdict::specialised);
  CHECK(*large.specialised_on == large.own);
  for (std::size_t h = 0; h < 2; ++h) {
    const HeadMargins& m = large.after.margins[h];
    CHECK(m.versus_support.certain_sign() == 1);
    CHECK(m.versus_best_ambient.certain_sign() == 1);
    CHECK(less(m.versus_best_ambient, m.versus_worst_ambient) == lemmacheck::numerics::Truth::yes);
    // Recomputed from the scores: the smallest difference to an ambient position.
    BigInterval best = BigInterval::from_double(1e300, bits);
    for (std::size_t k = 0; k < 40; ++k) {
      if (k != 11 && k != 4) best = min(best, large.after.score[h].at(large.own[h]) - large.after.score[h].at(k));
    }
    CHECK(meet(best, m.versus_best_ambient));
    CHECK(meet(large.before.score[h].at(large.own[h]) - large.before.score[h].at(large.own[1 - h]),
               large.before.margins[h].versus_support));
  }
  CHECK(large.before.margins[0].versus_support.certain_sign() == 1);
  // sup (f-y)^2 <= epsilon, as the verdict promises.
  CHECK(less_equal(large.after.sup_loss, BigInterval(Rational(1, 100), bits)) == lemmacheck::numerics::Truth::yes);
  CHECK(large.reason.find("head 1") != std::string::npos);
}

TEST_CASE("certify_step: near the limit the precision escalates, and stops with a reason", "[verify][sparse_xor]") {
  const Instance instance = sample_instance(40, 24, 5, {11, 4});
  const Rational eta(150000);
  const InstanceCertificate sharp = certify_step(instance, {.step_size = eta, .first_bits = 512});
  // An epsilon with 2 e0 = sqrt(epsilon)/2 just above the distance 2 missed of the worse head: epsilon = 16 missed^2.
  const BigInterval worse = max(sharp.after.missed[0], sharp.after.missed[1]);
  REQUIRE(less(worse, BigInterval(Rational(1, 5), bits)) == lemmacheck::numerics::Truth::yes);
  const Rational missed = worse.upper_rational();
  const Rational nudge = pow(Rational(10), -60);
  const StepOptions above = {.step_size = eta, .epsilon = Rational(16) * missed * missed * (Rational(1) + nudge)};
  const StepOptions below = {.step_size = eta, .epsilon = Rational(16) * missed * missed * (Rational(1) - nudge)};
  const InstanceCertificate yes = certify_step(instance, above);
  CHECK(yes.verdict == StepVerdict::specialised);
  CHECK(yes.bits == 256);
  REQUIRE(yes.attempts.size() == 2);
  CHECK(yes.attempts[0].bits == 128);
  CHECK(yes.attempts[0].verdict == StepVerdict::undecided);
  CHECK(certify_step(instance, below).verdict == StepVerdict::not_specialised);
  StepOptions stopped = above;
  stopped.first_bits = 53;
  stopped.highest_bits = 200;
  const InstanceCertificate open = certify_step(instance, stopped);
  CHECK(open.verdict == StepVerdict::undecided);
  CHECK(open.bits == 128);
  CHECK(open.attempts.size() == 2);
  CHECK(open.reason.find("128 bits") != std::string::npos);
}
