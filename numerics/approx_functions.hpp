// Ordinary double evaluation of the elementary functions, with libm: for search, starting points and plots only.
// Nothing computed here may enter an enclosure or a verdict.
#pragma once

#include <span>
#include <string_view>

namespace lemmacheck::numerics {

/// The double version of a function by name; null when there is none.
double (*approx_function(std::string_view name))(std::span<const double>);

}  // namespace lemmacheck::numerics
