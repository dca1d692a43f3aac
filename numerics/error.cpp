#include "numerics/error.hpp"

namespace lemmacheck::numerics {

void assertion_failed(const char* condition, const char* file, int line) {
  throw InternalError("LC901", std::string("internal error: ") + condition + " is false (" + file + ":" +
                                   std::to_string(line) + "); please report it");
}

}  // namespace lemmacheck::numerics
