// The forms behind the rules "mean" and "curvature", over the number type of a pass.
#pragma once

#include "verify/kernel/cover_passes.hpp"

namespace lemmacheck::verify::kernel {

/// Mean value form. f(c) in `at_centre`, gradients on the box in `slopes`, x - c in `offsets`: for every x of the box
/// there are g in slopes with f(x) = f(c) + g (x - c). Narrows the offsets to where that can be <= 0 (componentwise,
/// each from the offsets as they came). False when f >= 0 (f > 0 when strict) on the whole box. `sum` receives the
/// enclosure of f.
template <class N>
bool narrow_by_mean(const N& n, const typename N::Number& at_centre, std::span<const typename N::Number> slopes,
                    std::span<typename N::Number> offsets, bool strict, typename N::Number& sum) {
  using T = typename N::Number;
  const std::size_t count = slopes.size();
  std::vector<T> after(count + 1, n.integer(0));  // sums of the terms from i on
  for (std::size_t i = count; i-- > 0;) after[i] = n.add(after[i + 1], n.multiply(slopes[i], offsets[i]));
  sum = n.add(at_centre, after[0]);
  if (strict ? sum.certain_sign() > 0 : n.nonnegative(sum)) return false;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const T at_most_zero = n.between(-infinity, 0);
  T before = at_centre;  // f(c) and the terms before i
  for (std::size_t i = 0; i < count; ++i) {
    const T others = n.add(before, after[i + 1]);
    before = n.add(before, n.multiply(slopes[i], offsets[i]));
    offsets[i] = factor(n, offsets[i], n.add(at_most_zero, -others), slopes[i]);
    if (offsets[i].is_empty()) return false;
  }
  return true;
}

/// An enclosure whose lower end bounds f(c) + g d - sum t_i d_i^2 / 2 over the offsets d from below (t_i >= 0: each
/// term is concave, its minimum lies at an end).
template <class N>
typename N::Number curvature_sum(const N& n, const typename N::Number& at_centre,
                                 std::span<const typename N::Number> gradient,
                                 std::span<const typename N::Number> offsets, std::span<const double> t) {
  using T = typename N::Number;
  T sum = at_centre;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const T half = n.multiply(n.point(t[i]), n.between(0.5, 0.5));
    const auto at = [&](const T& d) { return n.subtract(n.multiply(gradient[i], d), n.multiply(half, n.square(d))); };
    sum = n.add(sum, min(at(n.lower_end(offsets[i])), at(n.upper_end(offsets[i]))));
  }
  return sum;
}

}  // namespace lemmacheck::verify::kernel
