// The named bounds as functions of the expression language, on top of the elementary ones.
#pragma once

#include "numerics/function.hpp"

namespace lemmacheck::bounds {

/// elementary_functions() and sphere_tail, sphere_quantile, sphere_mgf, bernstein_radius, ...
const numerics::FunctionTable& functions();

}  // namespace lemmacheck::bounds
