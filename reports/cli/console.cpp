#include "reports/cli/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "reports/write_file.hpp"

namespace lemmacheck::cli {
namespace {

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40 ? size.ws_col : 100;
}

bool unicode_locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string text(value);
    return text.find("UTF-8") != std::string::npos || text.find("utf8") != std::string::npos;
  }
  return false;
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

ExitCode worse(ExitCode a, ExitCode b) {
  constexpr std::array order{internal_error,    certificate_rejected, bad_input,
                             something_refuted, something_undecided,  all_as_claimed};
  return *std::ranges::find_if(order, [&](ExitCode c) { return c == a || c == b; });
}

Console::Console() : progress_wanted_(isatty(STDERR_FILENO) != 0) {
  const bool tty = isatty(STDOUT_FILENO) != 0;
  text_.colour = reports::use_colour(tty, std::getenv("NO_COLOR"), std::getenv("TERM"));
  text_.unicode = tty && unicode_locale();
  text_.width = tty ? terminal_width() : 100;
}

void Console::print(const std::string& text) const {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw reports::OutputError("LC605", "standard output cannot be written; is the disk full?");
}

void Console::complain(const std::string& message) const {
  std::fwrite(message.data(), 1, message.size(), stderr);
  std::fputc('\n', stderr);
}

std::unique_ptr<reports::Progress> Console::progress(const std::string& label, std::uint64_t total) const {
  reports::Progress::Output output;
  if (progress_wanted_ && !quiet) {
    output = [](std::string_view line) {
      std::fwrite(line.data(), 1, line.size(), stderr);
      std::fflush(stderr);
    };
  }
  return std::make_unique<reports::Progress>(label, total, std::move(output), seconds);
}

}  // namespace lemmacheck::cli
