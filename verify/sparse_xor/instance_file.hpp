// Instances as JSON text: {"instances": [{"d", "m", "attention", "scale", "support", "eta", "V", "theta",
// "theta_tilde"}, ...]}, numbers of V, theta and theta_tilde in strings; other members are ignored.
#pragma once

#include <cstddef>
#include <string_view>

#include "verify/sparse_xor/model.hpp"

namespace lemmacheck::verify::sparse_xor {

/// Reads entry `index`, or the single instance of a text without "instances" (index 0). eta may be absent; it is an
/// integer or a decimal or fraction in a string, taken exactly. theta_tilde defaults to -theta.
///
/// An embedding or query entry is a binary64 number written in decimal: its text must name one double, either exactly
/// (any number of digits) or with at most 17 significant digits as the rounding of that double to so many digits, which
/// is what printing a double gives. Everything else is refused: DomainError LC236.
/// Malformed text: ParseError LC151 (not JSON), LC152 (missing or wrong member), LC153 (bare floating-point number);
/// DomainError LC240 (no such index). The result is validated (validate()).
Instance read_instance(std::string_view text, std::size_t index = 0);

}  // namespace lemmacheck::verify::sparse_xor
