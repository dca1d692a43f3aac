// Multipliers of hypotheses in doubles: a guess for the search, never for a decision.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

namespace lemmacheck::verify::prover {

/// A linear function value + sum slopes[i] d_i of the offsets d.
struct LinearForm {
  double value = 0;
  std::vector<double> slopes;
};

/// The least value of f - sum multipliers[h] hypotheses[h] over |d_i| <= radius[i].
inline double least_value(const LinearForm& f, std::span<const LinearForm> hypotheses,
                          std::span<const double> multipliers, std::span<const double> radius) {
  double least = f.value;
  for (std::size_t h = 0; h < hypotheses.size(); ++h) least -= multipliers[h] * hypotheses[h].value;
  for (std::size_t i = 0; i < radius.size(); ++i) {
    double slope = f.slopes[i];
    for (std::size_t h = 0; h < hypotheses.size(); ++h) slope -= multipliers[h] * hypotheses[h].slopes[i];
    least -= (slope < 0 ? -slope : slope) * radius[i];
  }
  return least;
}

/// Multipliers >= 0 that raise it, one after the other: it is concave and has its corners where a slope vanishes.
inline std::vector<double> approx_multipliers(const LinearForm& f, std::span<const LinearForm> hypotheses,
                                              std::span<const double> radius) {
  std::vector<double> multipliers(hypotheses.size());
  double best = least_value(f, hypotheses, multipliers, radius);
  for (int sweep = 0; sweep < 3; ++sweep) {
    for (std::size_t h = 0; h < hypotheses.size(); ++h) {
      const double kept = multipliers[h];
      double chosen = kept;
      for (std::size_t i = 0; i <= radius.size(); ++i) {
        double candidate = 0;  // the last one
        if (i < radius.size()) {
          double slope = f.slopes[i];
          for (std::size_t k = 0; k < hypotheses.size(); ++k)
            if (k != h) slope -= multipliers[k] * hypotheses[k].slopes[i];
          candidate = slope / hypotheses[h].slopes[i];
          if (!(candidate > 0 && candidate < 1e100)) continue;
        }
        multipliers[h] = candidate;
        const double value = least_value(f, hypotheses, multipliers, radius);
        if (value > best) {
          best = value;
          chosen = candidate;
        }
      }
      multipliers[h] = chosen;
    }
  }
  return multipliers;
}

}  // namespace lemmacheck::verify::prover
