// Gradient steps of two heads with softmax, linear or erf attention, enclosed in binary64 or in many bits.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "numerics/dot_product.hpp"
#include "numerics/error.hpp"
#include "numerics/special.hpp"
#include "verify/sparse_xor/model.hpp"
#include "verify/sparse_xor/population.hpp"
#include "verify/sparse_xor/residual_forces.hpp"
#include "verify/sparse_xor/softmax.hpp"
#include "verify/sparse_xor/step_enclosures.hpp"

namespace lemmacheck::verify::sparse_xor {

/// Binary64 ends. Constants are made before a Mode begins: it forbids MPFR.
struct Binary64 {
  using Number = numerics::Interval;
  using Mode = numerics::RoundUpward;
  static numerics::Precision precision() { return numerics::Precision(53); }
  static Number constant(const numerics::BigInterval& x) { return Number(x); }
  static Number exact(double x) { return Number(x); }
  static Number upper_end(const Number& x) { return Number(x.upper()); }
  static Number dot(const std::vector<Number>& x, const double* values, std::size_t stride) {
    Number sum(0.0);
    for (std::size_t k = 0; k < x.size(); ++k) sum = sum + x[k] * Number(values[k * stride]);
    return sum;
  }
};

/// MPFR ends.
class Multiprecision {
 public:
  using Number = numerics::BigInterval;
  struct Mode {
    Mode() {}
  };
  explicit Multiprecision(numerics::Precision precision) : precision_(precision) {}
  numerics::Precision precision() const { return precision_; }
  Number constant(const numerics::BigInterval& x) const { return x.at(precision_); }
  Number exact(double x) const { return Number::from_double(x, precision_).at(precision_); }
  static Number upper_end(const Number& x) { return x.upper(); }
  Number dot(const std::vector<Number>& x, const double* values, std::size_t stride) const {
    return numerics::dot(x, values, stride, precision_);
  }

 private:
  numerics::Precision precision_;
};

template <class Arithmetic>
class AttentionSteps {
 public:
  using Number = typename Arithmetic::Number;
  using Mode = typename Arithmetic::Mode;
  using Vector = std::vector<Number>;

  /// The instance must outlive this object.
  AttentionSteps(const Instance& instance, const numerics::Rational& step_size, const Arithmetic& arithmetic)
      : instance_(instance),
        arithmetic_(arithmetic),
        zero_(rational(0)),
        one_(rational(1)),
        twice_step_(rational(numerics::Rational(2) * step_size)),
        from_zero_to_one_(hull(zero_, one_)),
        not_negative_(arithmetic.constant(numerics::BigInterval::parse("[0, inf]", arithmetic.precision()))),
        scale_(zero_),
        slope_(zero_) {
    using numerics::BigInterval;
    const numerics::Precision precision(arithmetic.precision().bits + 32);
    const BigInterval scale(instance.scale == AttentionScale::one
                                ? numerics::Rational(1)
                                : numerics::Rational(1, static_cast<long long>(instance.positions)),
                            precision);
    scale_ = arithmetic.constant(scale);
    // d attention / d score at score 0.
    slope_ = arithmetic.constant(instance.kind == AttentionKind::erf
                                     ? scale * BigInterval(2, precision) / sqrt(numerics::pi(precision))
                                     : scale);
    const std::array<const std::vector<double>*, 2> queries = {&instance.theta, &instance.theta_tilde};
    for (std::size_t h = 0; h < 2; ++h) {
      Vector query;
      for (const double entry : *queries[h]) query.push_back(arithmetic.exact(entry));
      const Mode mode;
      score_[h] = row_products(query);
      attend(h);
    }
  }

  /// Both heads move at once, along the gradient at the same point.
  void step() {
    const Mode mode;
    std::array<Vector, 2> next = score_;
    for (std::size_t h = 0; h < 2; ++h) {
      const Vector weights = gradient_weights(h);
      Vector direction;  // sum_i weights_i v_i = -grad / 2
      for (std::size_t j = 0; j < instance_.dimension; ++j)
        direction.push_back(arithmetic_.dot(weights, instance_.embeddings.data() + j, instance_.dimension));
      const Vector alignment = row_products(direction);
      for (std::size_t k = 0; k < next[h].size(); ++k) next[h][k] = next[h][k] + twice_step_ * alignment[k];
    }
    score_ = std::move(next);
    for (std::size_t h = 0; h < 2; ++h) attend(h);
  }

  bool is_bounded() const {
    for (const Vector& score : score_)
      for (const Number& s : score)
        if (!s.is_bounded()) return false;
    return true;
  }

  /// E (f - y)^2.
  Number loss() const {
    if (!is_bounded()) return not_negative_;
    const Mode mode;
    const auto [i, j] = instance_.support;
    const Vector& g = attention_[0];
    const Vector& h = attention_[1];
    Number loss = population_loss(attention_sums(g, h), g, h, i, j, one_);
    if (instance_.kind == AttentionKind::softmax) {
      // Accurate where the heads are specialised, valid everywhere.
      const Residuals x = residuals();
      loss = intersection(loss, population_loss_from_residuals(attention_sums(x.of[0], x.of[1]), x.of[0], x.of[1],
                                                               x.own[0], x.own[1], one_, one_));
    }
    loss = intersection(loss, not_negative_);
    LEMMACHECK_ASSERT(!loss.is_empty());
    return loss;
  }

  /// The position whose |attention| is certainly the largest. Softmax grows with the score; linear and erf attention
  /// are odd and grow, so their absolute values grow with that of the score.
  std::optional<std::size_t> leading(std::size_t h) const {
    if (!is_bounded()) return std::nullopt;
    Vector size = score_[h];
    if (instance_.kind != AttentionKind::softmax)
      for (Number& s : size) s = abs(s);
    // One that is certainly larger than all others replaces whatever stood before it and is not replaced.
    std::size_t best = 0;
    for (std::size_t k = 1; k < size.size(); ++k)
      if (less(size[best], size[k]) == numerics::Truth::yes) best = k;
    for (std::size_t k = 0; k < size.size(); ++k)
      if (k != best && less(size[k], size[best]) != numerics::Truth::yes) return std::nullopt;
    return best;
  }

  /// |attention| of head h on the two positions of the support, and the largest on the others.
  std::array<Number, 3> heights(std::size_t h) const {
    const auto [i, j] = instance_.support;
    Number other = zero_;
    for (std::size_t k = 0; k < attention_[h].size(); ++k)
      if (k != i && k != j) other = max(other, abs(attention_[h][k]));
    return {abs(attention_[h][i]), abs(attention_[h][j]), other};
  }

  const Vector& attention(std::size_t h) const { return attention_[h]; }

 private:
  Number rational(const numerics::Rational& x) const {
    return arithmetic_.constant(numerics::BigInterval(x, arithmetic_.precision()));
  }

  Vector row_products(const Vector& x) const {
    Vector result;
    result.reserve(instance_.positions);
    for (std::size_t k = 0; k < instance_.positions; ++k)
      result.push_back(arithmetic_.dot(x, instance_.embedding(k), 1));
    return result;
  }

  /// Softmax: attention of each head minus full attention on its own position of the support. Either assignment of the
  /// positions may be used; this one has the better chance to be small.
  struct Residuals {
    std::array<Vector, 2> of;
    std::array<std::size_t, 2> own;
  };
  Residuals residuals() const {
    const auto [i, j] = instance_.support;
    const bool exchanged = less(score_[0][i], score_[0][j]) == numerics::Truth::yes;
    Residuals result{attention_, {exchanged ? j : i, exchanged ? i : j}};
    for (std::size_t h = 0; h < 2; ++h)
      result.of[h][result.own[h]] = -missing_[h][result.own[h] == instance_.support[0] ? 0 : 1];
    return result;
  }

  /// The weights omega with -grad L / 2 = sum_k omega_k v_k for head h.
  Vector gradient_weights(std::size_t h) const {
    const Vector& mine = attention_[h];
    const Vector& other = attention_[1 - h];
    Vector weights =
        attention_forces(attention_sums(mine, other), mine, other, instance_.support[0], instance_.support[1]);
    if (instance_.kind == AttentionKind::softmax) {
      // As in the loss; otherwise what is lost near specialised heads comes back multiplied by the step size.
      const Residuals x = residuals();
      const Vector fine = attention_forces_from_residuals(attention_sums(x.of[h], x.of[1 - h]), x.of[h], x.of[1 - h],
                                                          x.own[h], x.own[1 - h]);
      for (std::size_t k = 0; k < weights.size(); ++k) weights[k] = intersection(weights[k], fine[k]);
      return softmax_gradient_weights(mine, weights);
    }
    const bool is_erf = instance_.kind == AttentionKind::erf;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      weights[k] = slope_ * weights[k];
      if (is_erf) weights[k] = exp(-square(score_[h][k])) * weights[k];
    }
    return weights;
  }

  void attend(std::size_t h) {
    if (instance_.kind == AttentionKind::softmax) return attend_softmax(h);
    attention_[h].clear();
    for (const Number& s : score_[h])
      attention_[h].push_back(scale_ * (instance_.kind == AttentionKind::erf ? erf(s) : s));
  }

  void attend_softmax(std::size_t h) {
    const Vector& score = score_[h];
    attention_[h].assign(score.size(), from_zero_to_one_);
    missing_[h].assign(2, from_zero_to_one_);
    for (const Number& s : score)
      if (!s.is_bounded()) return;
    const Number shift = softmax_shift(score, Arithmetic::upper_end);
    Vector weight;
    for (const Number& s : score) weight.push_back(exp(s - shift));
    for (std::size_t s = 0; s < 2; ++s)
      missing_[h][s] = missing_attention(weight, instance_.support[s], zero_, from_zero_to_one_);
    const Number total = weight_sum(weight, zero_);
    for (std::size_t k = 0; k < weight.size(); ++k)
      attention_[h][k] = fraction_of_sum(weight[k], total, from_zero_to_one_);
  }

  const Instance& instance_;
  Arithmetic arithmetic_;
  Number zero_, one_, twice_step_, from_zero_to_one_, not_negative_, scale_, slope_;
  std::array<Vector, 2> score_, attention_;
  std::array<Vector, 2> missing_;  // softmax: 1 - attention on either position of the support
};

}  // namespace lemmacheck::verify::sparse_xor
