// The step size that Theorem 2 covers, for instances that are to be compared with it.
#pragma once

#include "numerics/rational.hpp"
#include "verify/theorem_file.hpp"

namespace lemmacheck::verify::sparse_xor {

/// eta_min of theorem-2 at d, m, delta, epsilon (each a number or a formula as text), rounded up to 20 digits: an exact
/// number at which the theorem's conclusion holds. DomainError LC241 when the theorem does not hold there.
numerics::Rational covered_step_size(const Text& positions, const Text& dimension, const Text& failure,
                                     const Text& epsilon);

}  // namespace lemmacheck::verify::sparse_xor
