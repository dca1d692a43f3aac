#include "numerics/flint_caches.hpp"

#include <flint/flint.h>

namespace lemmacheck::numerics {
namespace {

struct FlintCaches {
  void keep() const noexcept {}
  ~FlintCaches() { flint_cleanup(); }
};

}  // namespace

void free_flint_caches_at_thread_end() noexcept {
  static thread_local const FlintCaches caches;
  caches.keep();
}

}  // namespace lemmacheck::numerics
