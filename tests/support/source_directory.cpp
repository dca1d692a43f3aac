#include "tests/support/source_directory.hpp"

namespace lemmacheck::test {

std::string source_directory() { return LEMMACHECK_SOURCE_DIR; }

}  // namespace lemmacheck::test
