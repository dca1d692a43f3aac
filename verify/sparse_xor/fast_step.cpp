// The softmax step in binary64: three passes over the embeddings in plain double with a proven error (row_kernels.hpp),
// everything of length d in Interval.
#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "numerics/interval_functions.hpp"
#include "verify/sparse_xor/interval_sums.hpp"
#include "verify/sparse_xor/row_kernels.hpp"
#include "verify/sparse_xor/step_enclosures.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::BigInterval;
using numerics::Interval;
using numerics::Precision;
using numerics::Rational;
using numerics::RoundUpward;

namespace {

using Vector = std::vector<Interval>;

/// Attention of one head. Away from saturation `exponent` is 0. Near full attention on the own position the residuals
/// (attention - [own position]) are also kept in multiples of exp(exponent), so that they do not underflow.
struct FastHead {
  Vector attention;
  Vector residual;                                                    // in multiples of exp(exponent)
  double exponent = 0.0;                                              // <= 0
  std::array<Interval, 2> distance = {Interval(0.0), Interval(0.0)};  // as HeadAttention
};

// Numbers near the end of the binary64 range cost a hundred times more to compute with, so tiny positive ones give way
// to [0, bound] early: an attention below exp(-690), a residual below exp(-69) of the largest of its head, a scale
// below exp(-460). No sum notices, and no product of theirs leaves the normal range.
constexpr double tiny_score = -690.0;
constexpr double tiny_attention = 1e-299;  // > exp(-690)
constexpr double tiny_residual_score = -69.0;
constexpr double tiny_residual = 1.1e-30;  // > exp(-69)
constexpr double tiny_scale_score = -460.0;
constexpr double tiny_scale = 1.1e-200;  // > exp(-460)

/// Encloses exp(x), x <= 0.
Interval scale_of(double x) { return x < tiny_scale_score ? Interval(0.0, tiny_scale) : exp(Interval(x)); }

/// Numbers that left binary64, or from which nothing follows.
struct OutOfRange {};

class FastStep {
 public:
  FastStep(const Instance& instance, const Rational& step_size, const std::array<std::size_t, 2>& own,
           const Forces* forces)
      : instance_(instance),
        matrix_{instance.embeddings.data(), instance.positions, instance.dimension},
        own_(own),
        support_(instance.support),
        step_(Interval(step_size) + Interval(step_size)),
        forces_(forces) {}

  std::array<Vector, 2> initial_attention() const {
    const std::array<Vector, 2> score = initial_scores({exact(instance_.theta), exact(instance_.theta_tilde)});
    return {attend(score[0], own_[0]).attention, attend(score[1], own_[1]).attention};
  }

  StepEnclosures run() const {
    const std::array<Vector, 2> query = {exact(instance_.theta), exact(instance_.theta_tilde)};
    std::array<Vector, 2> score = initial_scores(query);
    std::array<FastHead, 2> head = {attend(score[0], own_[0]), attend(score[1], own_[1])};

    const Descent descent = half_descents(head);
    std::array<Vector, 2> alignment = alignments(descent);
    std::array<Vector, 2> next_score = {Vector(matrix_.rows, Interval(0.0)), Vector(matrix_.rows, Interval(0.0))};
    for (std::size_t h = 0; h < 2; ++h) {
      for_each_position<1>(matrix_.rows,
                           [&](std::size_t k, auto&) { next_score[h][k] = score[h][k] + step_ * alignment[h][k]; });
    }
    std::array<FastHead, 2> next = {attend(next_score[0], own_[0]), attend(next_score[1], own_[1])};

    StepEnclosures result;
    std::array<Vector, 2> next_query = query;
    for (std::size_t h = 0; h < 2; ++h) {
      const RoundUpward mode;
      Vector gradient;
      for (std::size_t j = 0; j < matrix_.columns; ++j) {
        next_query[h][j] = query[h][j] + step_ * descent.value[h][j];
        gradient.push_back(Interval(-2.0) * descent.value[h][j]);
      }
      result.gradient[h] = EnclosureVector(std::move(gradient));
      result.distance[h] = {to_big(next[h].distance[0]), to_big(next[h].distance[1])};
      result.alignment[h] = EnclosureVector(std::move(alignment[h]));
    }
    tbb::parallel_invoke([&] { result.before = describe(query, std::move(score), std::move(head)); },
                         [&] { result.after = describe(next_query, std::move(next_score), std::move(next)); });
    return result;
  }

 private:
  struct Descent {
    std::array<std::vector<double>, 2> centre;
    std::array<Interval, 2> error;  // upper end: Euclidean norm of the difference to the true -grad L / 2
    std::array<Vector, 2> value;
  };

  static Vector exact(const std::vector<double>& values) {
    Vector result;
    for (const double x : values) result.emplace_back(x);
    return result;
  }

  static void require_finite(const std::vector<double>& values) {
    for (const double x : values) {
      if (!std::isfinite(x)) throw OutOfRange{};
    }
  }

  static Interval norm(const Vector& x) {
    const RoundUpward mode;
    Interval sum(0.0);
    for (const Interval& entry : x) sum = sum + square(entry);
    return sqrt(sum);
  }

  /// [x - r, x + r] for every entry, `error` = [-r, r].
  static Vector around(const std::vector<double>& x, const Interval& error) {
    require_finite(x);
    Vector result(x.size(), Interval(0.0));
    for_each_position<1>(x.size(), [&](std::size_t k, auto&) { result[k] = Interval(x[k]) + error; });
    return result;
  }

  std::array<Vector, 2> initial_scores(const std::array<Vector, 2>& query) const {
    const bool is_one_column = instance_.is_antisymmetric();
    std::vector<const double*> columns = {instance_.theta.data()};
    if (!is_one_column) columns.push_back(instance_.theta_tilde.data());
    const auto products = row_products(matrix_, columns);
    Vector first = around(products[0], row_product_error(matrix_, norm(query[0])));
    if (!is_one_column) return {std::move(first), around(products[1], row_product_error(matrix_, norm(query[1])))};
    Vector second;
    second.reserve(first.size());
    for (const Interval& u : first) second.push_back(-u);
    return {std::move(first), std::move(second)};
  }

  /// Softmax of the scores; `own` is an index into the support.
  FastHead attend(const Vector& score, std::size_t own) const {
    const std::size_t d = score.size();
    const std::array<std::size_t, 2> position = {support_[own], support_[1 - own]};
    double highest_other = -HUGE_VAL;
    for (std::size_t k = 0; k < d; ++k) {
      if (!score[k].is_bounded()) throw OutOfRange{};
      if (k != position[0]) highest_other = std::max(highest_other, score[k].upper());
    }
    const Interval& leader = score[position[0]];
    // How far the rest lies behind. Any number is right as the exponent; this one keeps the largest weight near one.
    const double lag = highest_other - leader.lower();
    FastHead head;
    head.attention.assign(d, Interval(0.0));
    return lag < -1.0 ? attend_saturated(score, position, own, std::floor(lag), std::move(head))
                      : attend_plainly(score, position, own, std::max(highest_other, leader.upper()), std::move(head));
  }

  FastHead attend_plainly(const Vector& score, const std::array<std::size_t, 2>& position, std::size_t own,
                          double shift, FastHead head) const {
    Vector& weight = head.attention;
    const auto sums = for_each_position<3>(score.size(), [&](std::size_t k, auto& sum) {
      const Interval exponent = score[k] - Interval(shift);
      weight[k] = exponent.upper() < tiny_score ? Interval(0.0, tiny_attention) : exp(exponent);
      sum[0] = sum[0] + weight[k];
      if (k != position[0]) sum[1] = sum[1] + weight[k];
      if (k != position[1]) sum[2] = sum[2] + weight[k];
    });
    if (sums[0].certain_sign() <= 0) throw OutOfRange{};
    for_each_position<1>(score.size(), [&](std::size_t k, auto&) { weight[k] = weight[k] / sums[0]; });
    const RoundUpward mode;
    const Interval missed = sums[1] / sums[0];
    head.distance[own] = missed + missed;
    head.distance[1 - own] = Interval(2.0) * (sums[2] / sums[0]);
    head.residual = head.attention;
    head.residual[position[0]] = -missed;
    return head;
  }

  FastHead attend_saturated(const Vector& score, const std::array<std::size_t, 2>& position, std::size_t own,
                            double exponent, FastHead head) const {
    head.exponent = exponent;
    head.residual.assign(score.size(), Interval(0.0));
    Vector& residual = head.residual;
    const Interval leader = score[position[0]];
    const Interval unit = scale_of(exponent);
    const auto sums = for_each_position<1>(score.size(), [&](std::size_t k, auto& sum) {
      if (k == position[0]) return;
      const Interval lag = score[k] - leader;
      const Interval relative = lag - Interval(exponent);
      residual[k] = relative.upper() < tiny_residual_score ? Interval(0.0, tiny_residual) : exp(relative);
      head.attention[k] = lag.upper() < tiny_score ? Interval(0.0, tiny_attention) : exp(lag);
      sum[0] = sum[0] + residual[k];
    });
    const Interval total = Interval(1.0) + unit * sums[0];
    if (!total.is_bounded()) throw OutOfRange{};
    for_each_position<1>(score.size(), [&](std::size_t k, auto&) {
      residual[k] = residual[k] / total;
      head.attention[k] = head.attention[k] / total;
    });
    const RoundUpward mode;
    const Interval missed = sums[0] / total;
    residual[position[0]] = -missed;
    head.attention[position[0]] = Interval(1.0) / total;
    head.distance[own] = Interval(2.0) * (unit * missed);
    head.distance[1 - own] = Interval(2.0) * (Interval(1.0) - head.attention[position[1]]);
    return head;
  }

  static AttentionSums<Interval> sums_of(const Vector& g, const Vector& h) {
    const auto sums = for_each_position<4>(g.size(), [&](std::size_t k, auto& sum) {
      const Interval product = g[k] * h[k];
      sum[0] = sum[0] + square(g[k]);
      sum[1] = sum[1] + square(h[k]);
      sum[2] = sum[2] + product;
      sum[3] = sum[3] + square(product);
    });
    return {sums[0], sums[1], sums[2], sums[3]};
  }

  struct Weights {
    std::vector<double> centre;
    Interval sum, error;  // sum of |centre|; sum of the distances to the true weights
  };

  /// attention_forces() of the head `mine`.
  Vector population_forces(const AttentionSums<Interval>& s, const Vector& mine, const Vector& other) const {
    Vector force(mine.size(), Interval(0.0));
    for_each_position<1>(mine.size(), [&](std::size_t k, auto&) {
      const Interval cross = other[k] * (s.product - mine[k] * other[k]);
      force[k] = -(mine[k] * s.square_2 + (cross + cross));
      if (k == support_[0]) force[k] = force[k] + other[support_[1]];
      if (k == support_[1]) force[k] = force[k] + other[support_[0]];
    });
    return force;
  }

  /// softmax_gradient_weights() of a head.
  static Weights gradient_weights(const Vector& mine, const Vector& force) {
    const std::size_t d = mine.size();
    const auto mean = for_each_position<1>(d, [&](std::size_t k, auto& sum) { sum[0] = sum[0] + mine[k] * force[k]; });
    Weights result{std::vector<double>(d), Interval(0.0), Interval(0.0)};
    const auto sums = for_each_position<2>(d, [&](std::size_t k, auto& sum) {
      const Interval weight = mine[k] * (force[k] - mean[0]);
      if (!weight.is_bounded()) throw OutOfRange{};
      const double centre = weight.approx_midpoint();
      result.centre[k] = centre;
      sum[0] = sum[0] + abs(Interval(centre));
      sum[1] = sum[1] + abs(weight - Interval(centre));
    });
    result.sum = sums[0];
    result.error = sums[1];
    return result;
  }

  Descent half_descents(const std::array<FastHead, 2>& head) const {
    const Vector& g = head[0].attention;
    const Vector& h = head[1].attention;
    const AttentionSums<Interval> s = sums_of(g, h);
    const std::array<Weights, 2> weights = {
        gradient_weights(g, forces_ ? (*forces_)[0] : population_forces(s, g, h)),
        gradient_weights(h, forces_ ? (*forces_)[1]
                                    : population_forces({s.square_2, s.square_1, s.product, s.product_square}, h, g))};
    Descent descent;
    descent.centre = weighted_row_sums(matrix_, {weights[0].centre.data(), weights[1].centre.data()});
    for (std::size_t c = 0; c < 2; ++c) {
      // Every entry of the error vector is at most its norm.
      descent.error[c] =
          weighted_row_sum_error(matrix_, weights[c].sum) + Interval(largest_row_norm) * weights[c].error;
      const double radius = descent.error[c].upper();
      if (!std::isfinite(radius)) throw OutOfRange{};
      descent.value[c] = around(descent.centre[c], Interval(-radius, radius));
    }
    return descent;
  }

  std::array<Vector, 2> alignments(const Descent& descent) const {
    const auto products = row_products(matrix_, {descent.centre[0].data(), descent.centre[1].data()});
    std::array<Vector, 2> result;
    for (std::size_t c = 0; c < 2; ++c) {
      const Interval rounding = row_product_error(matrix_, norm(exact(descent.centre[c])));
      const double inherited = (Interval(largest_row_norm) * descent.error[c]).upper();
      result[c] = around(products[c], rounding + Interval(-inherited, inherited));
    }
    return result;
  }

  /// The residuals of both heads in multiples of exp(exponent), the larger of their own exponents.
  ModelState describe(const std::array<Vector, 2>& query, std::array<Vector, 2> score,
                      std::array<FastHead, 2> head) const {
    const std::size_t i = support_[own_[0]];
    const std::size_t j = support_[own_[1]];
    const double exponent = std::max(head[0].exponent, head[1].exponent);
    ModelState state;
    const Precision precision(64);
    for (std::size_t h = 0; h < 2; ++h) {
      const BigInterval scale = exp(BigInterval::from_double(head[h].exponent, precision));
      state.missed[h] = to_big(-head[h].residual[h == 0 ? i : j]) * scale;
      if (head[h].exponent < exponent) {
        const Interval lag = Interval(head[h].exponent) - Interval(exponent);
        const Interval factor = lag.upper() < tiny_residual_score ? Interval(0.0, tiny_residual) : exp(lag);
        for_each_position<1>(score[h].size(),
                             [&](std::size_t k, auto&) { head[h].residual[k] = factor * head[h].residual[k]; });
      }
    }
    const Interval unit = scale_of(exponent);
    const BigInterval big_unit = exp(BigInterval::from_double(exponent, precision));
    const Interval one(1.0);
    const auto& r = head[0].residual;
    const auto& s = head[1].residual;
    const AttentionSums<Interval> sums = sums_of(r, s);
    const AttentionSums<Interval> plain = sums_of(head[0].attention, head[1].attention);
    {
      const RoundUpward mode;
      const ErrorProblem<Interval> problem{r, s, i, j, r[i], s[j], unit};
      const Interval error = sup_error(problem, [](double x) { return Interval(x); });
      Interval loss = population_loss_from_residuals(sums, r, s, i, j, unit, one);
      if (exponent == 0.0) {
        loss = intersection(loss, population_loss(plain, head[0].attention, head[1].attention, i, j, one));
      }
      state.margins = {head_margins(score[0], i, j), head_margins(score[1], j, i)};
      state.sup_error = to_big(error);
      state.population_loss = to_big(loss);
    }
    state.sup_error = state.sup_error * big_unit;
    state.sup_loss = square(state.sup_error);
    state.population_loss = state.population_loss * square(big_unit);
    for (std::size_t h = 0; h < 2; ++h) {
      state.query[h] = EnclosureVector(query[h]);
      state.score[h] = EnclosureVector(std::move(score[h]));
      state.attention[h] = EnclosureVector(std::move(head[h].attention));
    }
    return state;
  }

  const Instance& instance_;
  RowMatrix matrix_;
  std::array<std::size_t, 2> own_, support_;
  Interval step_;  // 2 eta
  const Forces* forces_;
};

}  // namespace

std::optional<StepEnclosures> enclose_step_binary64(const Instance& instance, const Rational& step_size,
                                                    const std::array<std::size_t, 2>& own, const Forces* forces) {
  try {
    return FastStep(instance, step_size, own, forces).run();
  } catch (const OutOfRange&) {
    return std::nullopt;
  }
}

std::optional<std::array<Vector, 2>> initial_attention_binary64(const Instance& instance) {
  try {
    return FastStep(instance, Rational(1), {0, 1}, nullptr).initial_attention();
  } catch (const OutOfRange&) {
    return std::nullopt;
  }
}

}  // namespace lemmacheck::verify::sparse_xor
