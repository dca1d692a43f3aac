// [ffnn]: from which d on the attention model trains fewer numbers than a feedforward network needs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "numerics/rational.hpp"

namespace lemmacheck::verify::sparse_xor {

/// What the feedforward network is measured by, as a function of d.
enum class Opponent : std::uint8_t {
  every_support,   // right for every support: a first-layer weight on each of the d coordinates
  random_support,  // right for a random support with probability 1 - delta, reading only k coordinates
};

/// The least k with k (k - 1) >= (1 - delta) d (d - 1): a network that reads k coordinates is right for at most
/// C(k,2) / C(d,2) of the supports. d >= 2, 0 < delta < 1.
numerics::Rational least_coordinates(const numerics::Rational& positions, const numerics::Rational& delta);
/// d, or that k.
numerics::Rational opposing_weights(Opponent opponent, const numerics::Rational& positions,
                                    const numerics::Rational& delta);

/// A theorem about the population step (step_theorems()) at fixed delta and epsilon, as text.
struct CrossingTheorem {
  std::string id, delta, epsilon;
};

/// m_min at one d: the theorem holds at `dimension`, fails at every smaller m of its domain, up to `largest`. Nothing
/// when it certainly fails at all of them; `undecided` otherwise.
struct LeastDimension {
  std::optional<long> dimension;
  bool undecided = false;
};
LeastDimension least_dimension(const CrossingTheorem& theorem, const numerics::Rational& positions, long largest);

/// The smallest d with 2 m_min(d) < the opponent's weights.
struct Crossing {
  long positions = 0, dimension = 0;  // d and m_min(d)
  bool minimal = false;               // at every smaller d, the theorem certainly fails for every m with 2 m < weights
  std::size_t boxes = 0;              // evaluated to show that
  std::string reason;                 // why not minimal
};

struct CrossingOptions {
  long largest = 1L << 30;  // d
  std::size_t most_boxes = 200000;
  std::function<void()> progress;
};

/// Statement    at d the theorem holds with 2 m < weights(d), m minimal; at no smaller d does it hold for such an m
/// Kind         certified: a point where it holds, and boxes over d and m on which it certainly fails (decide_range);
///              nothing when no d up to `largest` was found
/// Hypotheses   delta, epsilon in (0, 1) (checked by the theorem)
/// Returns      the crossing; `minimal` is false when some box stayed open
/// Source       [ffnn], [theorem-2], explicit form (this project)
/// Checked by   tests/verify/sparse_xor_separations_test.cpp
std::optional<Crossing> find_crossing(Opponent opponent, const CrossingTheorem& theorem,
                                      const CrossingOptions& options = {});

}  // namespace lemmacheck::verify::sparse_xor
