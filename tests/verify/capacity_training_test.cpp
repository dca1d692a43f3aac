#include "verify/capacity/training.hpp"

#include <tbb/global_control.h>

#include "tests/support/catch.hpp"
#include "tests/support/enclosure_checks.hpp"

using namespace lemmacheck::verify::capacity;
using lemmacheck::test_support::code_of;

namespace {

TrainingTask small() {
  TrainingTask t;
  t.tokens = 8;
  t.dimension = 16;
  t.held_out = 300;
  t.most_steps = 200;
  return t;
}

}  // namespace

TEST_CASE("training: AND and XOR of two positions are learned from enough samples", "[verify][capacity]") {
  for (const LearnedFunction f : {LearnedFunction::conjunction, LearnedFunction::parity}) {
    TrainingTask t = small();
    t.function = f;
    int reached = 0;
    for (std::uint32_t run = 0; run < 6; ++run) reached += train_once(t, 0, run).reached ? 1 : 0;
    CAPTURE(name_of(f));
    CHECK(reached >= 4);
  }
}

TEST_CASE("training: one sample is not enough", "[verify][capacity][negative]") {
  TrainingTask t = small();
  t.function = LearnedFunction::parity;
  t.tokens = 32;
  int reached = 0;
  for (std::uint32_t run = 0; run < 6; ++run) reached += train_once(t, 1, run).reached ? 1 : 0;
  CHECK(reached == 0);
}

TEST_CASE("training: the same outcome for any number of threads, another for another seed",
          "[verify][capacity][exact]") {
  TrainingTask t = small();
  const auto outcomes = [&](int threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    return run_protocol(t, Protocol::fresh, 5, 1, {});
  };
  const auto one = outcomes(1), two = outcomes(2);
  REQUIRE(one.size() == 1);
  REQUIRE(two.size() == 1);
  CHECK(one[0].samples == two[0].samples);
  CHECK(one[0].successes == two[0].successes);
  bool differs = false;
  for (std::uint32_t run = 0; run < 4; ++run) {
    TrainingTask other = t;
    other.seed = 2;
    CHECK(train_once(t, 0, run).right == train_once(t, 0, run).right);
    differs = differs || train_once(t, 0, run).right != train_once(other, 0, run).right;
  }
  CHECK(differs);
}

TEST_CASE("training: the fixed protocol doubles until half of the runs reach the accuracy", "[verify][capacity]") {
  TrainingTask t = small();
  const auto outcomes = run_protocol(t, Protocol::fixed, 4, 4096, {});
  REQUIRE(!outcomes.empty());
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    CHECK(outcomes[i].samples == std::size_t{8} << i);
    CHECK((2 * outcomes[i].successes >= outcomes[i].runs) == (i + 1 == outcomes.size()));
  }
  CHECK(run_protocol(t, Protocol::fixed, 4, 4096, [] { return true; }).empty());
}

TEST_CASE("training: bad input", "[verify][capacity][domain]") {
  const auto code = [](auto&& change) {
    TrainingTask t = small();
    change(t);
    return code_of([&] { validate(t); });
  };
  CHECK(code([](TrainingTask& t) { t.relevant = 1; }) == "LC244");
  CHECK(code([](TrainingTask& t) { t.tokens = 2; }) == "LC244");
  CHECK(code([](TrainingTask& t) { t.step_size = 0; }) == "LC244");
  CHECK(code([](TrainingTask& t) { t.accuracy = 0.5; }) == "LC244");
  CHECK(code([](TrainingTask&) {}) == "none");
}
