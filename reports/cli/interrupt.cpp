#include "reports/cli/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace lemmacheck::cli {
namespace {

std::atomic<bool> signal_seen{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void remember_signal(int number) {
  signal_seen = true;
  std::signal(number, SIG_DFL);
}

void set_handler(int number, void (*handler)(int)) {
  if (std::signal(number, handler) == SIG_IGN) std::signal(number, SIG_IGN);  // as a shell sets it in the background
}

}  // namespace

InterruptGuard::InterruptGuard() {
  set_handler(SIGINT, remember_signal);
  set_handler(SIGTERM, remember_signal);
}

InterruptGuard::~InterruptGuard() {
  set_handler(SIGINT, SIG_DFL);
  set_handler(SIGTERM, SIG_DFL);
}

bool interrupted() noexcept { return signal_seen; }

}  // namespace lemmacheck::cli
