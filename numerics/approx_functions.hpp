// Ordinary double evaluation of the elementary functions, with libm: for search, starting points and plots only.
// Nothing computed here may enter an enclosure or a verdict.
#pragma once

#include <span>
#include <string_view>

namespace lemmacheck::numerics {

/// The double version of a function by name; null when there is none.
double (*approx_function(std::string_view name))(std::span<const double>);

/// I_x(a, b) by its continued fraction: about 1e-12 relative while nothing underflows; nan outside the domain.
double approx_beta_inc(double a, double b, double x);

}  // namespace lemmacheck::numerics
