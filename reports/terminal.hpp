// What a terminal gets to see: colour or not, and progress. Nothing here reads the environment, a clock or a stream;
// the command passes them in.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace lemmacheck::reports {

/// Colour only on a terminal that can show it (TERM set, not "dumb"), and not when NO_COLOR has a value.
bool use_colour(bool is_tty, const char* no_color, const char* term) noexcept;

/// "3 s", "2 min 05 s", "1 h 04 min".
std::string duration_text(double seconds);

struct ProgressOptions {
  double first_after = 1.0;  // seconds of silence: short work shows nothing
  double every = 0.2;        // seconds between two lines
  std::size_t width = 79;    // columns of the terminal
};

/// One line that is written over and over: "theorem-2: 57 of 240, 24 %, about 3 s left". Safe to advance from many
/// threads; the callbacks run one at a time. An empty output callback means silence.
class Progress {
 public:
  using Output = std::function<void(std::string_view)>;
  using Clock = std::function<double()>;  // seconds since any fixed moment, never going back

  /// total = 0: the amount of work is not known, the line shows what is done and the time.
  Progress(std::string label, std::uint64_t total, Output output, Clock clock, ProgressOptions options = {});
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Takes the line away; an exception of the output callback is dropped here.
  ~Progress();

  void advance(std::uint64_t steps = 1);
  /// Runs `print` with the line taken away: for lines of results on the same terminal.
  void aside(const std::function<void()>& print);
  /// Takes the line away; advance() shows nothing afterwards.
  void finish();

 private:
  std::string line(double elapsed, std::uint64_t done) const;

  const std::string label_;
  const std::uint64_t total_;
  const Output output_;
  const Clock clock_;
  const ProgressOptions options_;
  const double start_;
  std::atomic<std::uint64_t> done_{0};
  std::mutex mutex_;  // guards what follows, and the callbacks after construction
  double next_;       // when the next line is due
  bool shown_ = false;
  bool finished_ = false;
};

}  // namespace lemmacheck::reports
