#include "numerics/library_versions.hpp"

#include <gmp.h>
#include <mpfi.h>
#include <mpfr.h>

#if __has_include(<flint/arb.h>)
#include <flint/flint.h>
#else
#include <arb.h>
#include <flint/flint.h>
#endif

namespace lemmacheck::numerics {

std::string library_versions() {
  std::string all = std::string("GMP ") + gmp_version + ", MPFR " + ::mpfr_get_version() + ", MPFI " +
                    ::mpfi_get_version() + ", FLINT " + FLINT_VERSION;
#if !__has_include(<flint/arb.h>)
  all += std::string(", Arb ") + arb_version;
#endif
  return all;
}

}  // namespace lemmacheck::numerics
