// Softmax, linear and erf attention over several steps: against an enumerating program, exact rationals, closed forms.
#include <tbb/global_control.h>

#include <cmath>

#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/golden_band.hpp"
#include "verify/sparse_xor/ablation.hpp"
#include "verify/sparse_xor/instance.hpp"
#include "verify/sparse_xor/population.hpp"
#include "verify/sparse_xor/residual_forces.hpp"
#include "verify/sparse_xor/sampling.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::BigInterval;
using lemmacheck::numerics::DomainError;
using lemmacheck::numerics::Precision;
using lemmacheck::numerics::Rational;
using lemmacheck::numerics::Truth;

namespace {

/// The numbers of tests/oracle/ablation_values.py, same bits.
Instance oracle_instance(AttentionKind kind, AttentionScale scale, bool mirrored) {
  Instance instance{.positions = 7, .dimension = 4, .kind = kind, .scale = scale};
  for (std::size_t k = 0; k < 7; ++k) {
    std::vector<double> raw;
    double square = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      raw.push_back(static_cast<double>((7 * k * k + 3 * k * j + 5 * j + 1) % 17) - 8);
      square += raw[j] * raw[j];
    }
    for (const double entry : raw) instance.embeddings.push_back(entry / std::sqrt(square));
  }
  const auto query = [](std::size_t h, std::size_t j) {
    return (static_cast<double>((5 * h * h + 2 * h * j + 11 * j + 4) % 13) - 6) / 8;
  };
  for (std::size_t j = 0; j < 4; ++j) {
    instance.theta.push_back(query(0, j));
    instance.theta_tilde.push_back(mirrored ? -query(0, j) : query(1, j));
  }
  return instance;
}

/// Unit vectors along the axes.
Instance axes_instance(std::vector<double> theta) {
  const std::size_t d = theta.size();
  Instance instance{.positions = d, .dimension = d, .kind = AttentionKind::linear};
  for (std::size_t k = 0; k < d; ++k)
    for (std::size_t j = 0; j < d; ++j) instance.embeddings.push_back(k == j ? 1 : 0);
  for (const double entry : theta) instance.theta_tilde.push_back(-entry);
  instance.theta = std::move(theta);
  return instance;
}

using Vector = std::vector<Rational>;

/// E (f - y)^2 of linear attention with scale 1 and its gradient in both queries, a sum over all inputs.
struct Enumerated {
  Rational loss;
  std::array<Vector, 2> gradient;
};
Enumerated by_enumeration(const Instance& instance, const std::array<Vector, 2>& theta) {
  const std::size_t d = instance.positions, m = instance.dimension;
  Enumerated mean{Rational(), {Vector(m), Vector(m)}};
  for (std::size_t input = 0; input < std::size_t{1} << d; ++input) {
    const auto x = [input](std::size_t i) { return Rational((input >> i & 1) != 0 ? -1 : 1); };
    Vector read(m);  // sum_i x_i v_i: the output of a head is its product with the query
    for (std::size_t i = 0; i < d; ++i)
      for (std::size_t j = 0; j < m; ++j) read[j] += x(i) * Rational::from_double(instance.embedding(i)[j]);
    std::array<Rational, 2> output;
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t j = 0; j < m; ++j) output[h] += read[j] * theta[h][j];
    const Rational miss = x(instance.support[0]) * x(instance.support[1]) - output[0] * output[1];
    mean.loss += miss * miss;
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t j = 0; j < m; ++j) mean.gradient[h][j] -= Rational(2) * miss * output[1 - h] * read[j];
  }
  const Rational inputs(1LL << d);
  mean.loss /= inputs;
  for (Vector& head : mean.gradient)
    for (Rational& entry : head) entry /= inputs;
  return mean;
}

Vector exact(const std::vector<double>& values) {
  Vector result;
  for (const double value : values) result.push_back(Rational::from_double(value));
  return result;
}

}  // namespace

TEST_CASE("ablation: steps agree with the enumerating oracle", "[verify][sparse_xor][oracle]") {
  struct Row {
    AttentionKind kind;
    AttentionScale scale;
    Rational eta;
    bool mirrored;
    std::array<std::size_t, 2> leading;
    AblationOutcome outcome;
    const char *before, *after, *height;  // height: |attention| of head 2 on position 1
  };
  using enum AttentionKind;
  using enum AblationOutcome;
  const auto one = AttentionScale::one, over_d = AttentionScale::one_over_d;
  // Printed by tests/oracle/ablation_values.py, three steps.
  const std::vector<Row> rows = {{softmax,
                                  one,
                                  30,
                                  false,
                                  {0, 1},
                                  specialised,
                                  "0.9670427896479292771535641",
                                  "0.01981761048897653604728582",
                                  "0.94173689372978202919"},
                                 {linear,
                                  one,
                                  Rational(1, 8),
                                  false,
                                  {2, 1},
                                  neither,
                                  "2.210884664015133784946556",
                                  "0.8892607170835180004729646",
                                  "0.22780159002959230631"},
                                 {linear,
                                  over_d,
                                  9,
                                  false,
                                  {3, 1},
                                  neither,
                                  "0.9905898001145420656314316",
                                  "0.9410158329976138747279697",
                                  "0.17540045933379818843"},
                                 {erf,
                                  one,
                                  Rational(1, 4),
                                  false,
                                  {2, 1},
                                  neither,
                                  "2.120380870204559662017429",
                                  "0.9252648583483665830290535",
                                  "0.19686800528252922861"},
                                 {erf,
                                  over_d,
                                  20,
                                  false,
                                  {3, 1},
                                  neither,
                                  "0.9896116760411145813113117",
                                  "0.9492626095319482892951506",
                                  "0.13707033928912160872"},
                                 {softmax,
                                  one,
                                  30,
                                  true,
                                  {0, 1},
                                  specialised,
                                  "0.981485378752945281771634",
                                  "0.009079190882864333512249457",
                                  "0.95336004914049265397"},
                                 {linear,
                                  one,
                                  Rational(1, 8),
                                  true,
                                  {5, 5},
                                  collapsed,
                                  "7.446800076383873619751777",
                                  "10612127570.79273803154483",
                                  "88.981668764578672151"},
                                 {linear,
                                  over_d,
                                  9,
                                  true,
                                  {2, 2},
                                  collapsed,
                                  "1.006813493680947396838853",
                                  "0.9933436610878734386123439",
                                  "0.043386960402182410853"},
                                 {erf,
                                  one,
                                  Rational(1, 4),
                                  true,
                                  {4, 4},
                                  collapsed,
                                  "7.487620538313924105560474",
                                  "92.07290397110615527696848",
                                  "0.99999773878117127446"},
                                 {erf,
                                  over_d,
                                  20,
                                  true,
                                  {4, 4},
                                  collapsed,
                                  "1.007548592062210147956803",
                                  "0.9716305431785071652814369",
                                  "0.096299408842132754161"}};
  for (const Row& row : rows) {
    CAPTURE(name_of(row.kind), name_of(row.scale), row.mirrored);
    const Instance instance = oracle_instance(row.kind, row.scale, row.mirrored);
    const AblationOptions options{.steps = 3, .trajectory = true};
    const AblationRun run = run_ablation(instance, row.eta, options);
    CHECK(run.bits == 53);
    REQUIRE(run.trajectory.size() == 4);
    CHECK(lemmacheck::test::meets(run.trajectory[0].loss, row.before));
    CHECK(lemmacheck::test::meets(run.loss, row.after));
    CHECK(lemmacheck::test::meets(run.trajectory[3].attention[1][1], row.height));
    CHECK(run.loss.relative_width_upper() <= 1e-6);
    CHECK(run.outcome == row.outcome);
    CHECK(run.leading[0] == row.leading[0]);
    CHECK(run.leading[1] == row.leading[1]);
    // A step size that is off by a millionth gives another loss, one step less too.
    const AblationRun off = run_ablation(instance, row.eta * Rational(1000001, 1000000), options);
    CHECK_FALSE(lemmacheck::test::meets(off.loss, row.after));
    CHECK_FALSE(lemmacheck::test::meets(run.trajectory[2].loss, row.after));
  }
}

TEST_CASE("ablation: linear attention agrees with enumeration in exact rationals", "[verify][sparse_xor][exact]") {
  for (const std::size_t d : {3, 5, 8}) {
    CAPTURE(d);
    Instance instance = sample_instance(d, 2, 40 + d, {d - 1, 0});
    instance.kind = AttentionKind::linear;
    instance.theta_tilde[0] += 0.5;  // not mirrored
    const Rational eta(1, 10);
    std::array<Vector, 2> theta = {exact(instance.theta), exact(instance.theta_tilde)};
    const Enumerated start = by_enumeration(instance, theta);
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t j = 0; j < 2; ++j) theta[h][j] -= eta * start.gradient[h][j];
    const AblationRun run = run_ablation(instance, eta, {.steps = 1, .trajectory = true});
    CHECK(run.trajectory[0].loss.contains(start.loss));
    CHECK(run.loss.contains(by_enumeration(instance, theta).loss));
    CHECK(run.loss.relative_width_upper() <= 1e-6);
  }
}

TEST_CASE("ablation: the forces from residuals are the forces", "[verify][sparse_xor][exact]") {
  for (const std::size_t d : {3, 4, 9}) {
    std::array<Vector, 2> g;
    for (std::size_t k = 0; k < d; ++k) {
      g[0].emplace_back(static_cast<long long>(k * k + 3) % 7 - 2, 5);
      g[1].emplace_back(static_cast<long long>(5 * k + 1) % 11 - 4, 3);
    }
    for (const auto& [i, j] : {std::pair<std::size_t, std::size_t>{0, d - 1}, {2, 1}}) {
      CAPTURE(d, i, j);
      Vector r = g[0], s = g[1];
      r[i] -= Rational(1);
      s[j] -= Rational(1);
      CHECK(attention_forces_from_residuals(attention_sums(r, s), r, s, i, j) ==
            attention_forces(attention_sums(g[0], g[1]), g[0], g[1], i, j));
      CHECK(attention_forces_from_residuals(attention_sums(s, r), s, r, j, i) ==
            attention_forces(attention_sums(g[1], g[0]), g[1], g[0], i, j));
    }
  }
}

TEST_CASE("ablation: odd attention stays at the loss 1/2 of its best mirrored heads", "[verify][sparse_xor][exact]") {
  // g = (1/2, -1/2, 0, 0) = -g~: loss 1 + 4 g_1 g_2 + (g_1^2 + g_2^2)^2 + 4 g_1^2 g_2^2 = 1/2, and the gradient is 0.
  for (const int eta : {1, 1000}) {
    const AblationRun run = run_ablation(axes_instance({0.5, -0.5, 0, 0}), eta, {.steps = 2});
    CHECK(run.loss.contains(Rational(1, 2)));
    CHECK(run.loss.width_upper() <= 1e-9);
    // Equal |attention| on both positions is a tie of each head; the heads are the same nevertheless.
    CHECK_FALSE(run.leading[0].has_value());
    CHECK(run.outcome == AblationOutcome::collapsed);
  }
  for (const AttentionKind kind : {AttentionKind::linear, AttentionKind::erf})
    for (const AttentionScale scale : {AttentionScale::one, AttentionScale::one_over_d})
      for (const AblatedInstance& run : ablate({.positions = 10,
                                        .dimension = 10,
                                        .kind = kind,
                                        .scale = scale,
                                        .runs = 4,
                                        .step_sizes = {Rational(1, 10), 1, 30}},
                                               {.steps = 5}))
        for (const AblationRun& at : run.at) {
          CHECK(at.outcome == AblationOutcome::collapsed);
          CHECK(at.loss.upper_double() >= 0.5);
        }
}

TEST_CASE("ablation: one softmax step meets the certificate of the same instance", "[verify][sparse_xor]") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    const Instance instance = sample_instance(40, 16, seed);
    for (const int eta : {100, 30000, 3000000}) {
      CAPTURE(eta);
      const InstanceCertificate certificate = certify_step(instance, {.step_size = eta});
      const AblationRun run = run_ablation(instance, eta, {.steps = 1});
      CHECK_FALSE(intersection(run.loss, certificate.after.population_loss).is_empty());
      if (certificate.verdict == StepVerdict::specialised) CHECK(run.outcome == AblationOutcome::specialised);
    }
  }
}

TEST_CASE("ablation: numbers beyond binary64 are enclosed with more bits", "[verify][sparse_xor]") {
  Instance instance = sample_instance(64, 32, 3);
  instance.kind = AttentionKind::linear;
  const AblationRun run = run_ablation(instance, 1000000, {.steps = 5});
  CHECK(run.bits > 53);
  CHECK(run.outcome == AblationOutcome::collapsed);
  CHECK(run.leading[0].has_value());
  REQUIRE(run.loss.is_bounded());
  CHECK(less(BigInterval::parse("1e400", Precision(64)), run.loss) == Truth::yes);
  CHECK(run.loss.relative_width_upper() <= 1e-6);
  // Beyond every exponent: no upper end, the lower one of mirrored heads, and the outcome of symmetry.
  const AblationRun lost = run_ablation(instance, 1000000, {.steps = 40});
  CHECK_FALSE(lost.loss.is_bounded());
  CHECK(lost.loss.contains(Rational(1, 2)));
  CHECK_FALSE(lost.loss.contains(Rational(49, 100)));
  CHECK(lost.outcome == AblationOutcome::collapsed);
  instance.theta_tilde[0] += 0.25;
  const AblationRun open = run_ablation(instance, 1000000, {.steps = 40, .highest_bits = 256});
  CHECK(open.outcome == AblationOutcome::undecided);
  CHECK(open.loss.contains(Rational(0)));
  // Softmax at a huge step: the loss is positive and far below the least double.
  const AblationRun small = run_ablation(sample_instance(64, 32, 1), 1000000000, {.steps = 1});
  CHECK(small.outcome == AblationOutcome::specialised);
  CHECK(small.loss.upper_double() <= 1e-300);
}

TEST_CASE("ablation: softmax heads that start alike are not called specialised", "[verify][sparse_xor][negative]") {
  Instance instance = oracle_instance(AttentionKind::softmax, AttentionScale::one, false);
  instance.theta_tilde = instance.theta;
  CHECK(run_ablation(instance, 5, {.steps = 2}).outcome == AblationOutcome::collapsed);
  // Two equal embeddings: a tie that no precision decides.
  for (std::size_t j = 0; j < 4; ++j) instance.embeddings[3 * 4 + j] = instance.embeddings[2 * 4 + j];
  const AblationRun tie = run_ablation(instance, Rational(1, 1000), {.steps = 1, .highest_bits = 256});
  CHECK(tie.outcome == AblationOutcome::undecided);
  CHECK(tie.bits == 256);
}

TEST_CASE("ablation: the best step size counts every one that may be best", "[verify][sparse_xor]") {
  const auto run = [](AblationOutcome outcome, const char* loss) {
    return AblationRun{.bits = 53,
                       .outcome = outcome,
                       .leading = {},
                       .loss = BigInterval::parse(loss, Precision(53)),
                       .trajectory = {}};
  };
  using enum AblationOutcome;
  const AblatedInstance clear{1, {run(collapsed, "[2, 3]"), run(specialised, "[0, 1]"), run(neither, "[2, inf]")}};
  CHECK(best_step(clear).index == 1);
  CHECK(best_step(clear).outcome == specialised);
  CHECK(best_step(clear).loss.lower == 0);
  CHECK(best_step(clear).loss.upper == 1);
  const AblatedInstance open{2, {run(collapsed, "[1, 3]"), run(specialised, "[0, 1]")}};
  CHECK(best_step(open).outcome == undecided);
  const std::vector<AblatedInstance> runs{clear, open};
  const Frequency best = frequency_at_best(runs, specialised, Rational(19, 20));
  CHECK(best.successes == 1);
  CHECK(best.undecided == 1);
  CHECK(frequency_at_some(runs, specialised, Rational(19, 20)).successes == 2);
  CHECK(frequency_at(runs, 0, collapsed, Rational(19, 20)).successes == 2);
  CHECK(frequency_at(runs, 0, specialised, Rational(19, 20)).successes == 0);
}

TEST_CASE("ablation: the same for one thread", "[verify][sparse_xor]") {
  const AblationGrid grid{.positions = 20,
                          .dimension = 8,
                          .kind = AttentionKind::erf,
                          .scale = AttentionScale::one_over_d,
                          .first_seed = 7,
                          .runs = 6,
                          .step_sizes = {10, 100, 1000}};
  const auto many = ablate(grid, {.steps = 3});
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1);
  const auto one = ablate(grid, {.steps = 3});
  for (std::size_t r = 0; r < 6; ++r) {
    CHECK(one[r].seed == 7 + r);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(one[r].at[i].outcome == many[r].at[i].outcome);
      CHECK(same_set(one[r].at[i].loss, many[r].at[i].loss));
    }
  }
}

TEST_CASE("ablation: what is not a run is refused", "[verify][sparse_xor][domain]") {
  const Instance instance = sample_instance(5, 3, 1);
  CHECK_THROWS_AS(run_ablation(instance, 0, {}), DomainError);
  CHECK_THROWS_AS(run_ablation(instance, 1, {.steps = 0}), DomainError);
  AblationGrid grid{.positions = 5, .dimension = 3, .step_sizes = {1}};
  CHECK_THROWS_AS(ablate(grid, {}), DomainError);
  grid.step_sizes = {1, 1};
  CHECK_THROWS_AS(ablate(grid, {}), DomainError);
  grid.step_sizes = {1, 2};
  grid.runs = 0;
  CHECK_THROWS_AS(ablate(grid, {}), DomainError);
  grid.runs = 2;
  grid.first_seed = 0xffffffffffffffffULL;
  CHECK_THROWS_AS(ablate(grid, {}), DomainError);
  grid.first_seed = 1;
  grid.positions = 2;
  CHECK_THROWS_AS(ablate(grid, {}), DomainError);
}
