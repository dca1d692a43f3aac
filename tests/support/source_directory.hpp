// Where the sources are: for tests that read files of the repository or beside it.
#pragma once

#include <string>

namespace lemmacheck::test {

/// The root of the repository, without a slash at the end.
std::string source_directory();

}  // namespace lemmacheck::test
