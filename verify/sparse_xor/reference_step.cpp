// The step in BigInterval: every attention kind, any queries, any precision.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <utility>

#include "numerics/dot_product.hpp"
#include "numerics/special.hpp"
#include "verify/sparse_xor/softmax.hpp"
#include "verify/sparse_xor/step_enclosures.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::BigInterval;
using numerics::Precision;
using numerics::Rational;

namespace {

using Vector = std::vector<BigInterval>;

template <class Function>
Vector tabulate(std::size_t n, Precision precision, const Function& value) {
  Vector result(n, BigInterval(precision));
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n), [&](const tbb::blocked_range<std::size_t>& block) {
    for (std::size_t k = block.begin(); k < block.end(); ++k) result[k] = value(k);
  });
  return result;
}

class ReferenceStep {
 public:
  ReferenceStep(const Instance& instance, const Rational& step_size, const std::array<std::size_t, 2>& own,
                Precision precision)
      : instance_(instance), own_(own), precision_(precision), step_size_(step_size, precision) {}

  StepEnclosures run() const {
    const std::array<Vector, 2> query = {exact(instance_.theta), exact(instance_.theta_tilde)};
    const std::array<Vector, 2> score = {row_products(query[0]), row_products(query[1])};
    const std::array<HeadAttention<BigInterval>, 2> heads = {attend(score[0]), attend(score[1])};

    const std::array<Vector, 2> descent = {half_descent(heads[0], heads[1]), half_descent(heads[1], heads[0])};
    const std::array<Vector, 2> alignment = {row_products(descent[0]), row_products(descent[1])};

    const BigInterval twice = integer(2) * step_size_;
    std::array<Vector, 2> next_query, next_score, gradient;
    for (std::size_t h = 0; h < 2; ++h) {
      next_query[h] =
          tabulate(query[h].size(), precision_, [&](std::size_t k) { return query[h][k] + twice * descent[h][k]; });
      next_score[h] =
          tabulate(score[h].size(), precision_, [&](std::size_t k) { return score[h][k] + twice * alignment[h][k]; });
      gradient[h] = tabulate(descent[h].size(), precision_, [&](std::size_t k) { return integer(-2) * descent[h][k]; });
    }
    const std::array<HeadAttention<BigInterval>, 2> next = {attend(next_score[0]), attend(next_score[1])};

    const auto make_point = [this](double x) { return BigInterval::from_double(x, precision_); };
    return {describe_state(query, score, heads, instance_.support, own_, make_point),
            describe_state(std::move(next_query), std::move(next_score), next, instance_.support, own_, make_point),
            {EnclosureVector(std::move(gradient[0])), EnclosureVector(std::move(gradient[1]))},
            {EnclosureVector(alignment[0]), EnclosureVector(alignment[1])},
            {next[0].distance, next[1].distance}};
  }

 private:
  BigInterval integer(long value) const { return {value, precision_}; }

  Vector exact(const std::vector<double>& values) const {
    return tabulate(values.size(), precision_,
                    [&](std::size_t k) { return BigInterval(Rational::from_double(values[k]), precision_); });
  }

  Vector row_products(const Vector& x) const {
    return tabulate(instance_.positions, precision_,
                    [&](std::size_t k) { return numerics::dot(x, instance_.embedding(k), 1, precision_); });
  }

  HeadAttention<BigInterval> attend(const Vector& score) const {
    return instance_.kind == AttentionKind::softmax ? attend_softmax(score) : attend_per_component(score);
  }

  HeadAttention<BigInterval> attend_softmax(const Vector& score) const {
    const BigInterval shift = softmax_shift(score, [](const BigInterval& x) { return x.upper(); });
    Vector weight = tabulate(score.size(), precision_, [&](std::size_t k) { return exp(score[k] - shift); });
    const BigInterval unit = hull(integer(0), integer(1)), total = weight_sum(weight, integer(0));
    const std::array<BigInterval, 2> missed = {missing_attention(weight, instance_.support[0], integer(0), unit),
                                               missing_attention(weight, instance_.support[1], integer(0), unit)};
    for (BigInterval& w : weight) w = fraction_of_sum(w, total, unit);
    return {std::move(weight), {}, {-missed[0], -missed[1]}, {integer(2) * missed[0], integer(2) * missed[1]}};
  }

  HeadAttention<BigInterval> attend_per_component(const Vector& score) const {
    const BigInterval scale = instance_.scale == AttentionScale::one
                                  ? integer(1)
                                  : BigInterval(Rational(1, static_cast<long long>(instance_.positions)), precision_);
    const bool is_linear = instance_.kind == AttentionKind::linear;
    const BigInterval slope_at_0 = is_linear ? scale : scale * integer(2) / sqrt(numerics::pi(precision_));
    Vector attention = tabulate(score.size(), precision_,
                                [&](std::size_t k) { return scale * (is_linear ? score[k] : erf(score[k])); });
    Vector derivative = tabulate(score.size(), precision_, [&](std::size_t k) {
      return is_linear ? slope_at_0 : slope_at_0 * exp(-square(score[k]));
    });
    std::array<BigInterval, 2> residual = {integer(0), integer(0)};
    std::array<BigInterval, 2> distance = residual;
    for (std::size_t s = 0; s < 2; ++s) {
      residual[s] = attention[instance_.support[s]] - integer(1);
      distance[s] = abs(residual[s]);
      for (std::size_t k = 0; k < attention.size(); ++k) {
        if (k != instance_.support[s]) distance[s] = distance[s] + abs(attention[k]);
      }
    }
    return {std::move(attention), std::move(derivative), residual, distance};
  }

  /// -grad L / 2 with respect to the query of the head `mine`.
  Vector half_descent(const HeadAttention<BigInterval>& mine, const HeadAttention<BigInterval>& other) const {
    const auto force = attention_forces(attention_sums(mine.attention, other.attention), mine.attention,
                                        other.attention, instance_.support[0], instance_.support[1]);
    const Vector weight =
        instance_.kind == AttentionKind::softmax
            ? softmax_gradient_weights(mine.attention, force)
            : tabulate(force.size(), precision_, [&](std::size_t k) { return mine.derivative[k] * force[k]; });
    const std::size_t m = instance_.dimension;
    return tabulate(m, precision_, [&](std::size_t j) {
      return numerics::dot(weight, instance_.embeddings.data() + j, m, precision_);
    });
  }

  const Instance& instance_;
  std::array<std::size_t, 2> own_;
  Precision precision_;
  BigInterval step_size_;
};

}  // namespace

StepEnclosures enclose_step(const Instance& instance, const Rational& step_size, const std::array<std::size_t, 2>& own,
                            Precision precision) {
  return ReferenceStep(instance, step_size, own, precision).run();
}

}  // namespace lemmacheck::verify::sparse_xor
