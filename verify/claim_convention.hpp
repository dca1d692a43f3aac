// The convention 0*log(0) = 0, as a rewriting of expressions.
//
// In a product with the factors u (or u^n, n whole) and log(v), where v = u*r or v = u/w, the two factors together
// become a function that has the value 0 at u = 0 and the value of the product everywhere else:
//   u*log(u)    xlogx(u)
//   u*log(u*r)  xlogx(u) + u*log(r)   where u >= 0 and r >= 0 on all ranges, otherwise
//               xlogx(u*r)/r
// Both have a value exactly where the product has one, and where u = 0 and r has a value other than 0 (in the first
// form: a positive one). log2, log10 and log1p are read through log. No other expression is changed.
#pragma once

#include <string>

#include "verify/claim.hpp"

namespace lemmacheck::verify {

/// The one convention there is: "0*log(0) = 0".
inline constexpr const char* zero_log_convention = "0*log(0) = 0";

/// The statement and the hypotheses rewritten. Whether anything was changed.
bool apply_zero_log_convention(Claim& claim);

}  // namespace lemmacheck::verify
