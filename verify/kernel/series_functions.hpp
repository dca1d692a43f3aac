// Functions of series: the expansion of f(u) from that of u.
#pragma once

#include <span>
#include <string_view>

#include "verify/kernel/series.hpp"

namespace lemmacheck::verify::kernel {

/// f(arguments) for a function of the elementary table; throws NoExpansion when the expansion is not found. What is
/// returned is right only where the function has a value for all small t, and it is found only when that follows from
/// the arguments' expansions.
Series apply(SeriesAlgebra& algebra, std::string_view name, std::span<const Series> arguments);

Series exp_of(SeriesAlgebra& algebra, const Series& u);
Series log_of(SeriesAlgebra& algebra, Series u);

/// Functions with an expansion of their own at infinity or at singular points; nullopt for other names.
std::optional<Series> apply_special(SeriesAlgebra& algebra, std::string_view name, const Series& u);
Series binomial_of(SeriesAlgebra& algebra, const Series& n, const Series& k);

}  // namespace lemmacheck::verify::kernel
