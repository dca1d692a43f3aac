// How many samples attention needs in practice to learn a sparse function: an experiment, never a proof.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace lemmacheck::verify::capacity {

/// AND: the output is 2 prod_h (1 + a_h)/2 - 1; XOR: prod_h a_h. a_h = sum_k softmax_k(v.th_h) x_k, one head for each
/// relevant position, keys frozen, only the queries th_h are trained.
enum class LearnedFunction : std::uint8_t { conjunction, parity };
std::string_view name_of(LearnedFunction f) noexcept;  // and, xor

/// fixed: one set of n inputs, used again and again. fresh: new inputs at every step.
enum class Protocol : std::uint8_t { fixed, fresh };
std::string_view name_of(Protocol p) noexcept;

struct TrainingTask {
  LearnedFunction function = LearnedFunction::conjunction;
  std::size_t relevant = 2;    // s, the first s positions
  std::size_t tokens = 16;     // T
  std::size_t dimension = 32;  // m of the random unit keys
  std::size_t batch = 64;
  std::size_t most_steps = 400;
  double step_size = 0.1;  // of Adam
  double accuracy = 0.95;  // on held-out inputs, signs compared
  std::size_t held_out = 2000;
  std::uint64_t seed = 1;
};

/// DomainError LC244 unless 2 <= s <= 4, s < T <= 65536, 2 <= m <= 4096, 1 <= batch <= 65536, 1 <= most_steps <= 1e6,
/// 0 < step_size <= 10, 0.5 < accuracy <= 1, 100 <= held_out <= 1e6.
void validate(const TrainingTask& task);

/// One run: whether the accuracy was reached within most_steps, and the step at which it was first seen (looked at
/// every `look_every` steps). Depends on the arguments only, on any machine with binary64 arithmetic.
struct TrainingRun {
  bool reached = false;
  std::size_t steps = 0;  // taken
  std::size_t right = 0;  // of the held-out inputs, at the last look
};
inline constexpr std::size_t look_every = 10;
/// `samples`: the n inputs of the fixed protocol, 0 for the fresh one.
TrainingRun train_once(const TrainingTask& task, std::size_t samples, std::uint32_t run);

/// Successes of `runs` independent runs (keys, queries and inputs all new), in parallel.
struct TrainingOutcome {
  std::size_t samples = 0;  // of a run; for the fresh protocol the median of batch * steps over the runs that reached
  std::size_t runs = 0, successes = 0;
};

/// Fixed protocol: n = 8, 16, 32, .. until at least half of the runs reach the accuracy, or `most_samples`; every n
/// that was tried is in the result. Fresh protocol: one outcome. `stop` is asked between outcomes.
std::vector<TrainingOutcome> run_protocol(const TrainingTask& task, Protocol protocol, std::size_t runs,
                                          std::size_t most_samples, const std::function<bool()>& stop);

}  // namespace lemmacheck::verify::capacity
