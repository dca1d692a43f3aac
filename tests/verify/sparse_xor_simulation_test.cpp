// Simulated instances: the smallest step size, frequencies, order statistics, guarantees.
#include <tbb/global_control.h>

#include <cmath>

#include "numerics/error.hpp"
#include "numerics/interval_functions.hpp"
#include "tests/support/catch.hpp"
#include "verify/sparse_xor/covered_step.hpp"
#include "verify/sparse_xor/instance.hpp"
#include "verify/sparse_xor/simulation.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::BigInterval;
using lemmacheck::numerics::Interval;
using lemmacheck::numerics::Precision;
using lemmacheck::numerics::Rational;
using lemmacheck::numerics::Truth;

namespace {

StepVerdict verdict_at(const Instance& instance, const Rational& eta, const Rational& epsilon) {
  return certify_step(instance, {.step_size = eta, .epsilon = epsilon, .first_bits = 256}).verdict;
}

}  // namespace

TEST_CASE("smallest_step: the bracket against certificates at other step sizes", "[verify][sparse_xor]") {
  int found = 0, none = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::size_t d = 8 + seed % 5 * 7;
    const Rational epsilon(1, seed % 2 == 0 ? 100 : 10);
    const Instance instance = sample_instance(d, 24, seed, {d - 1, seed % (d - 1)});
    const InstanceCertificate c =
        certify_step(instance, {.step_size = Rational(5), .epsilon = epsilon, .first_bits = 53});
    const SmallestStep step = smallest_step(c);
    const AlignmentMargins margins = alignment_margins(c);
    CAPTURE(seed, d, step.fails, step.works, margins.partner.lower(), margins.ambient.lower());
    REQUIRE(step.outcome != StepSearch::unknown);
    if (step.outcome == StepSearch::found) {
      ++found;
      CHECK(step.works <= step.fails * 1.000002);
      CHECK(verdict_at(instance, Rational::from_double(step.works), epsilon) == StepVerdict::specialised);
      CHECK(verdict_at(instance, Rational::from_double(step.works * 37), epsilon) == StepVerdict::specialised);
      CHECK(verdict_at(instance, Rational::from_double(step.fails), epsilon) == StepVerdict::not_specialised);
      CHECK(verdict_at(instance, Rational::from_double(step.fails / 37), epsilon) == StepVerdict::not_specialised);
    } else {
      ++none;
      for (double eta = 0.5; eta < 1e12; eta *= 3)
        CHECK(verdict_at(instance, Rational::from_double(eta), epsilon) == StepVerdict::not_specialised);
    }
  }
  CHECK(found >= 5);
  CHECK(none >= 5);
}

TEST_CASE("alignment_margins: least differences of the alignments", "[verify][sparse_xor]") {
  const Instance instance = sample_instance(12, 9, 6, {3, 7});
  const InstanceCertificate c = certify_step(instance, {.step_size = Rational(50)});
  double partner = HUGE_VAL, ambient = HUGE_VAL;
  for (std::size_t h = 0; h < 2; ++h) {
    for (std::size_t k = 0; k < 12; ++k) {
      if (k == c.own[h]) continue;
      double& least = k == c.own[1 - h] ? partner : ambient;
      least = std::min(least, (c.alignment[h].at(c.own[h]) - c.alignment[h].at(k)).approx_double());
    }
  }
  const AlignmentMargins margins = alignment_margins(c);
  CHECK(std::fabs(margins.partner.approx_midpoint() - partner) < 1e-15);
  CHECK(std::fabs(margins.ambient.approx_midpoint() - ambient) < 1e-15);
  CHECK(margins.partner.width_upper() < 1e-14);
}

TEST_CASE("simulate: runs are the sampled instances, for any number of threads", "[verify][sparse_xor]") {
  const SimulationOptions population{.positions = 60,
                                     .dimension = 40,
                                     .first_seed = 100,
                                     .runs = 12,
                                     .step_sizes = {Rational(20000), Rational(400000)}};
  SimulationOptions sampled = population;
  sampled.samples = 40000;
  for (const SimulationOptions& options : {population, sampled}) {
    const auto runs = simulate(options);
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const auto again = simulate(options);
    REQUIRE(runs.size() == 12);
    for (std::size_t r = 0; r < runs.size(); ++r) {
      CHECK(runs[r].seed == 100 + r);
      CHECK(runs[r].verdicts == again[r].verdicts);
      CHECK(same_set(runs[r].margins.partner, again[r].margins.partner));
      CHECK(runs[r].smallest.works == again[r].smallest.works);
      const Instance instance = sample_instance(60, 40, 100 + r);
      if (!options.samples) CHECK(runs[r].verdicts[1] == verdict_at(instance, Rational(400000), Rational(1, 100)));
    }
  }
  // A sample is not the population.
  CHECK_FALSE(same_set(simulate(population)[0].margins.partner, simulate(sampled)[0].margins.partner));

  SimulationOptions bad = population;
  bad.runs = 0;
  CHECK_THROWS_AS(simulate(bad), lemmacheck::numerics::DomainError);
  bad = population;
  bad.step_sizes.clear();
  CHECK_THROWS_AS(simulate(bad), lemmacheck::numerics::DomainError);
  bad = population;
  bad.first_seed = std::numeric_limits<std::uint64_t>::max() - 5;
  CHECK_THROWS_AS(simulate(bad), lemmacheck::numerics::DomainError);
}

TEST_CASE("frequency_of: closed forms, undecided runs count against either limit", "[verify][sparse_xor][exact]") {
  const Precision precision(64);
  // With no success the upper limit solves (1 - p)^n = f/2; with all of them the lower one p^n = f/2.
  const Frequency none = frequency_of(0, 0, 10, Rational(9, 10));
  const BigInterval power = pow(BigInterval(1L, precision) - none.upper, 10);
  CHECK(power.contains(Rational(1, 20)));
  CHECK(none.upper.relative_width_upper() < 1e-17);
  CHECK(none.lower.contains(Rational(0)));
  const Frequency all = frequency_of(10, 0, 10, Rational(9, 10));
  CHECK(pow(all.lower, 10).contains(Rational(1, 20)));
  const Frequency some = frequency_of(4, 3, 10, Rational(9, 10));
  CHECK(some.failures() == 3);
  CHECK(same_set(some.lower, frequency_of(4, 0, 10, Rational(9, 10)).lower));
  CHECK(same_set(some.upper, frequency_of(7, 0, 10, Rational(9, 10)).upper));
  // R's binom.test(7, 20)$conf.int
  const Frequency seven = frequency_of(7, 0, 20, Rational(95, 100));
  CHECK(std::fabs(seven.lower.approx_double() - 0.1539092) < 1e-7);
  CHECK(std::fabs(seven.upper.approx_double() - 0.5921885) < 1e-7);
}

TEST_CASE("order_statistic, five_numbers: by hand", "[verify][sparse_xor]") {
  const std::vector<Range> numbers = {{3, 4}, {1, 6}, {2, 2}, {8, HUGE_VAL}, {5, 5}};
  CHECK(order_statistic(numbers, 0).lower == 1);
  CHECK(order_statistic(numbers, 0).upper == 2);
  CHECK(order_statistic(numbers, 2).lower == 3);
  CHECK(order_statistic(numbers, 2).upper == 5);
  CHECK(order_statistic(numbers, 4).upper == HUGE_VAL);
  const auto five = five_numbers({{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}, {7, 7}, {8, 8}});
  CHECK(five[0].lower == 1);
  CHECK(five[1].lower == 2);
  CHECK(five[2].lower == 4);
  CHECK(five[3].lower == 6);
  CHECK(five[4].lower == 8);
  CHECK(five_numbers({{7, 7}})[1].lower == 7);
}

TEST_CASE("simulate: the theorem's margins and step sizes hold as often as promised", "[verify][sparse_xor][slow]") {
  const CoveredStep theorem = covered_step("theorem-2", {{"1000", {}}, {"128", {}}, {"0.5", {}}, {"0.01", {}}});
  const auto runs = simulate({.positions = 1000, .dimension = 128, .runs = 100, .step_sizes = {*theorem.step_size}});
  const Frequency frequency = frequency_at(runs, 0, Rational(99, 100));
  CHECK(frequency.lower.lower_double() > 0.5);
  std::size_t inside = 0;
  for (const SimulatedRun& run : runs) {
    inside += run.margins.partner.lower() >= theorem.partner_margin->value.lower_double() &&
                      run.margins.ambient.lower() >= theorem.ambient_margin->value.lower_double()
                  ? 1
                  : 0;
  }
  CHECK(inside >= 60);
}
