// What every command does with bad input.
#pragma once

#include <algorithm>

#include "tests/support/command.hpp"
#include "tests/support/text_checks.hpp"

namespace lemmacheck::test {

/// Bad input: nothing on stdout, one line on stderr that contains `parts`, exit code 2.
inline void refused(const std::vector<std::string>& arguments, const std::vector<std::string>& parts) {
  const CommandResult r = run_command(LEMMACHECK_PROGRAM, arguments);
  CAPTURE(arguments, r.err);
  CHECK(r.exit_code == 2);
  CHECK(r.out.empty());
  CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
  CHECK(r.err.starts_with("lemmacheck: "));
  CHECK(r.err.size() < 400);
  check_contains(r.err, parts);
}

}  // namespace lemmacheck::test
