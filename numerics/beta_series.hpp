// Regularised incomplete beta at exact points: evaluation and an approximate inverse. Internal to numerics.
#pragma once

#include "numerics/arb_bridge.hpp"

namespace lemmacheck::numerics::arb_bridge {

/// I_x(a, b) for exact a, b > 0 and a ball x in [0, 1], co = 1 - x (both given, so that neither loses accuracy).
void beta_regularised(arb_ptr r, const arb_t a, const arb_t b, const arb_t x, const arb_t co, long working);

/// I_{1-t^2}(a, 1/2) for exact a > 0 and exact t in [0, 1].
void beta_half(arb_ptr r, const arb_t a, const arb_t t, long working);

/// A number near log x (negative) with I_x(a, b) = p, for exact 0 < p < 1; false when the search fails. Not rigorous.
bool approx_log_quantile(arb_ptr log_x, const arb_t a, const arb_t b, const arb_t p, long working);

}  // namespace lemmacheck::numerics::arb_bridge
