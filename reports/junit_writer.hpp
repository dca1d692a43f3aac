// JUnit XML, as continuous integration reads it.
#pragma once

#include <string>
#include <vector>

namespace lemmacheck::reports {

struct JunitCase {
  enum class State { passed, failed, skipped };
  std::string suite;  // the file
  std::string name;
  State state = State::passed;
  std::string message;
  double seconds = 0;
};

/// One <testsuite> per suite, in the order of first appearance; characters that XML cannot hold become "?".
std::string write_junit(const std::vector<JunitCase>& cases);

}  // namespace lemmacheck::reports
