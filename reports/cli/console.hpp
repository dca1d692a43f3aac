// The terminal of one run: what is printed where. The only place that writes to stdout and stderr.
#pragma once

#include <memory>
#include <string>

#include "reports/terminal.hpp"
#include "reports/text_writer.hpp"

namespace lemmacheck::cli {

/// Exit codes of the command; the most serious wins (see worse()).
enum ExitCode : int {
  all_as_claimed = 0,
  something_refuted = 1,
  bad_input = 2,
  something_undecided = 3,
  internal_error = 4,
  certificate_rejected = 5
};
ExitCode worse(ExitCode a, ExitCode b);

class Console {
 public:
  Console();

  bool json = false;
  bool quiet = false;

  const reports::TextOptions& text() const noexcept { return text_; }
  /// To stdout, as it is.
  void print(const std::string& text) const;
  /// One line to stderr.
  void complain(const std::string& message) const;
  /// A line on stderr for long work; silent when stderr is no terminal or --quiet was given.
  std::unique_ptr<reports::Progress> progress(const std::string& label, std::uint64_t total) const;

 private:
  bool progress_wanted_;
  reports::TextOptions text_;
};

}  // namespace lemmacheck::cli
