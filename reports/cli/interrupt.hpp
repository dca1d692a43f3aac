// Ctrl-C: long work ends with what it has; a second Ctrl-C ends the program.
#pragma once

namespace lemmacheck::cli {

/// While one lives, SIGINT and SIGTERM only set a flag.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

/// Whether a signal came while a guard lived.
bool interrupted() noexcept;

}  // namespace lemmacheck::cli
