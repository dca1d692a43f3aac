// What the two engines, BigInterval and binary64, compute of a step, and the formulas they share.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "numerics/big_interval.hpp"
#include "verify/sparse_xor/certificate.hpp"
#include "verify/sparse_xor/number_access.hpp"
#include "verify/sparse_xor/population.hpp"
#include "verify/sparse_xor/zonotope.hpp"

namespace lemmacheck::verify::sparse_xor {

/// Everything enclosed at one precision. distance[h][s] is, after the step, the sum over k of
/// |attention of head h+1 at k - [k = support[s]]|.
struct StepEnclosures {
  ModelState before, after;
  std::array<EnclosureVector, 2> gradient, alignment;
  std::array<std::array<numerics::BigInterval, 2>, 2> distance = {
      std::array<numerics::BigInterval, 2>{numerics::BigInterval(numerics::Precision(53)),
                                           numerics::BigInterval(numerics::Precision(53))},
      std::array<numerics::BigInterval, 2>{numerics::BigInterval(numerics::Precision(53)),
                                           numerics::BigInterval(numerics::Precision(53))}};
};

/// One head's attention; residual[s] = attention - 1 and distance[s] as above at either support position.
template <class T>
struct HeadAttention {
  std::vector<T> attention;
  std::vector<T> derivative;  // per-component kinds only: d attention_k / d score_k
  std::array<T, 2> residual, distance;
};

/// The engines. `own` holds indices into the support: the own position of head h is support[own[h]].
StepEnclosures enclose_step(const Instance& instance, const numerics::Rational& step_size,
                            const std::array<std::size_t, 2>& own, numerics::Precision precision);
/// Softmax only; nothing when a number leaves binary64. With `forces` the step on the gradient that they make.
std::optional<StepEnclosures> enclose_step_binary64(const Instance& instance, const numerics::Rational& step_size,
                                                    const std::array<std::size_t, 2>& own,
                                                    const Forces* forces = nullptr);
/// The attentions of both heads before the step, softmax only; nothing when a number leaves binary64.
std::optional<std::array<std::vector<numerics::Interval>, 2>> initial_attention_binary64(const Instance& instance);

inline numerics::BigInterval to_big(const numerics::BigInterval& x) { return x; }
inline numerics::BigInterval to_big(const numerics::Interval& x) { return {x, numerics::Precision(53)}; }

template <class T>
HeadMargins head_margins(const std::vector<T>& score, std::size_t own, std::size_t other) {
  std::size_t first = 0;
  while (first == own || first == other) ++first;
  T best = score[first];
  T worst = score[first];
  for (std::size_t k = first + 1; k < score.size(); ++k) {
    if (k == own || k == other) continue;
    best = max(best, score[k]);
    worst = min(worst, score[k]);
  }
  return {to_big(score[own] - score[other]), to_big(score[own] - best), to_big(score[own] - worst)};
}

/// Fills everything of a state that follows from scores and attentions.
template <class T, class MakePoint>
ModelState describe_state(std::array<std::vector<T>, 2> query, std::array<std::vector<T>, 2> score,
                          std::array<HeadAttention<T>, 2> heads, const std::array<std::size_t, 2>& support,
                          const std::array<std::size_t, 2>& own, const MakePoint& make_point) {
  ModelState state;
  const std::size_t i = support[own[0]];
  const std::size_t j = support[own[1]];
  const T& missing_1 = heads[0].residual[own[0]];
  const T& missing_2 = heads[1].residual[own[1]];
  state.margins = {head_margins(score[0], i, j), head_margins(score[1], j, i)};
  state.missed = {to_big(-missing_1), to_big(-missing_2)};

  const T one = make_point(1.0);
  const ErrorProblem<T> problem{heads[0].attention, heads[1].attention, i, j, missing_1, missing_2, one};
  const T error = sup_error(problem, make_point);
  state.sup_error = to_big(error);
  state.sup_loss = to_big(error * error);

  // The form in residuals is accurate near specialised heads, the plain one elsewhere; both hold everywhere.
  std::array<std::vector<T>, 2> residuals = {heads[0].attention, heads[1].attention};
  const T plain = population_loss(attention_sums(residuals[0], residuals[1]), residuals[0], residuals[1], i, j, one);
  residuals[0][i] = missing_1;
  residuals[1][j] = missing_2;
  const T fine = population_loss_from_residuals(attention_sums(residuals[0], residuals[1]), residuals[0], residuals[1],
                                                i, j, one, one);
  state.population_loss = to_big(intersection(plain, fine));

  for (std::size_t h = 0; h < 2; ++h) {
    state.query[h] = EnclosureVector(std::move(query[h]));
    state.score[h] = EnclosureVector(std::move(score[h]));
    state.attention[h] = EnclosureVector(std::move(heads[h].attention));
  }
  return state;
}

}  // namespace lemmacheck::verify::sparse_xor
