#include "reports/terminal.hpp"

#include <algorithm>
#include <cmath>

#include "reports/text_width.hpp"

namespace lemmacheck::reports {

namespace {

constexpr std::string_view clear_line = "\r\x1b[K";
constexpr double least_share_for_estimate = 0.02;

std::string two_digits(long long n) { return (n < 10 ? "0" : "") + std::to_string(n); }

}  // namespace

bool use_colour(bool is_tty, const char* no_color, const char* term) noexcept {
  if (!is_tty || term == nullptr) return false;
  if (no_color != nullptr && *no_color != '\0') return false;
  const std::string_view name(term);
  return !name.empty() && name != "dumb";
}

std::string duration_text(double seconds) {
  constexpr double longest = 1e9;
  const bool usable = seconds >= 0 && seconds < longest;
  if (!usable) return seconds < 0 ? "0 s" : "a long time";
  const long long s = std::llround(seconds);
  if (s < 60) return std::to_string(s) + " s";
  if (s < 3600) return std::to_string(s / 60) + " min " + two_digits(s % 60) + " s";
  return std::to_string(s / 3600) + " h " + two_digits(s / 60 % 60) + " min";
}

Progress::Progress(std::string label, std::uint64_t total, Output output, Clock clock, ProgressOptions options)
    : label_(std::move(label)),
      total_(total),
      output_(std::move(output)),
      clock_(std::move(clock)),
      options_(options),
      start_(clock_ ? clock_() : 0.0),
      next_(start_ + options.first_after) {}

Progress::~Progress() {
  try {
    finish();
  } catch (...) {
  }
}

std::string Progress::line(double elapsed, std::uint64_t done) const {
  std::string text = label_ + ": " + std::to_string(done);
  if (total_ == 0) return text + " done, " + duration_text(elapsed);
  const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
  text += " of " + std::to_string(total_) + ", " + std::to_string(static_cast<int>(100 * share)) + " %";
  if (share >= least_share_for_estimate && done < total_)
    text += ", about " + duration_text(elapsed * (1 - share) / share) + " left";
  return text;
}

void Progress::advance(std::uint64_t steps) {
  const std::uint64_t done = done_.fetch_add(steps, std::memory_order_relaxed) + steps;
  if (!output_ || !clock_) return;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || finished_) return;
  const double now = clock_();
  if (now < next_) return;
  next_ = now + options_.every;
  shown_ = true;
  output_(std::string(clear_line) + std::string(cut_to_width(one_line(line(now - start_, done)), options_.width)));
}

void Progress::aside(const std::function<void()>& print) {
  const std::lock_guard lock(mutex_);
  if (shown_) output_(clear_line);
  shown_ = false;
  print();
}

void Progress::finish() {
  const std::lock_guard lock(mutex_);
  if (finished_) return;
  finished_ = true;
  if (shown_) output_(clear_line);
}

}  // namespace lemmacheck::reports
