// Does arithmetic on this machine do what the proofs rely on?
#pragma once

#include <string>
#include <vector>

namespace lemmacheck::verify {

struct SelftestItem {
  std::string name;
  bool ok = false;
  std::string detail;
};

/// Directed rounding of the processor (also after library calls and in threads), subnormal numbers, a sample of every
/// function of the language in both interval types against digits computed elsewhere, printing and reading, and the
/// versions of the libraries. About a second.
std::vector<SelftestItem> selftest();

}  // namespace lemmacheck::verify
