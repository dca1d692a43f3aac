// What the covers of linear functions share: a b / eps.
#pragma once

#include "numerics/big_interval.hpp"

namespace lemmacheck::bounds {

inline constexpr long cover_spare_bits = 64;

/// a b / eps on the part a, b >= 0, eps > 0 of the arguments; empty when there is none. An end eps = 0 stands for the
/// limit.
numerics::BigInterval cover_scale(const numerics::BigInterval& norm, const numerics::BigInterval& radius,
                                  const numerics::BigInterval& accuracy, numerics::Defined& defined);

}  // namespace lemmacheck::bounds
