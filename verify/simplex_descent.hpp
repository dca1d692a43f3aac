// Minimisation without derivatives, by the method of Nelder and Mead: for searches whose result is checked afterwards.
#pragma once

#include <functional>
#include <vector>

namespace lemmacheck::verify {

/// The best point found from `start` with a first simplex of these steps along the axes; at most about `evaluations`
/// calls of `value`, which has no NaN.
std::vector<double> descend(const std::vector<double>& start, const std::vector<double>& steps,
                            const std::function<double(const std::vector<double>&)>& value, std::size_t evaluations);

}  // namespace lemmacheck::verify
