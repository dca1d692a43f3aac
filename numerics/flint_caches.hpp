// FLINT keeps caches per thread; they are freed when the thread ends.
#pragma once

namespace lemmacheck::numerics {

/// To be called by code that uses FLINT, Arb or Calcium.
void free_flint_caches_at_thread_end() noexcept;

}  // namespace lemmacheck::numerics
