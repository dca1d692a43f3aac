// Versions of the libraries that the enclosures rest on.
#pragma once

#include <string>

namespace lemmacheck::numerics {

/// "GMP 6.2.1, MPFR 4.2.0, MPFI 1.5.3, FLINT 2.9.0, Arb 2.23.0": of the libraries in use, not of the headers.
std::string library_versions();

}  // namespace lemmacheck::numerics
