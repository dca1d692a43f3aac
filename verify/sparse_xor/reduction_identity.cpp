// The reduction at d = 4, m = 3 as identities of formulas.
//
// Scores first: (W_K t_k) . (W_Q t_0) = v_k . theta as polynomials. So f is on both sides a function of the same
// scores; these functions, and their derivatives by each score, are compared with the scores s_hk as variables. By the
// chain rule the derivative in an entry of W_KQ is sum_k (d loss / d s_k) (d s_k / d entry), likewise in theta; there
// the first factor, shown to be the same on both sides, is a variable.
#include <string>

#include "numerics/error.hpp"
#include "numerics/normal_form.hpp"
#include "verify/sparse_xor/formula.hpp"
#include "verify/sparse_xor/reduction.hpp"
#include "verify/sparse_xor/transformer.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::Graph;

namespace {

constexpr std::size_t positions = 4, dimension = 3;
using Vector = std::vector<Formula>;
using Heads = std::array<Vector, 2>;

/// The Transformer and the reduced model with every number a variable.
class Sides {
 public:
  explicit Sides(const BlockNeeds& needs) : needs_(needs) {
    for (std::size_t k = 0; k < positions; ++k) {
      x_.push_back(named("x", k));
      embeddings_.push_back(vector("v" + std::to_string(k + 1), dimension));
    }
    cls_ = with_content(number(0), vector("v0", dimension));
    tokens_.push_back(cls_);
    for (std::size_t k = 0; k < positions; ++k) tokens_.push_back(with_content(x_[k], embeddings_[k]));
    for (std::size_t h = 0; h < 2; ++h) {
      const std::string head = std::to_string(h + 1);
      for (std::size_t p = 0; p < dimension; ++p) {
        heads_[h].query.push_back(vector("Q" + head + std::to_string(p + 1), dimension + 1));
        Vector key = vector("K" + head + std::to_string(p + 1), dimension + 1);
        if (needs_.keys_ignore_content) key[0] = number(0);
        heads_[h].key.push_back(std::move(key));
        trained_[h].push_back(vector("W" + head + std::to_string(p + 1), dimension + 1));
      }
      heads_[h].value.assign(dimension + 1, number(0));
      heads_[h].value[0] = number(1);
      theta_[h] = vector("theta" + head, dimension);
      score_[h] = vector("s" + head, positions + 1);  // that of the CLS token first
      slope_[h] = vector("a" + head, positions + 1);
    }
  }

  ReductionIdentities prove() {
    return {
        .scores = scores_agree(), .function = functions_agree(), .gradient = gradients_agree(), .step = steps_agree()};
  }

 private:
  Formula number(long value) { return Formula::integer(graph_, value); }
  Formula named(const std::string& name, std::size_t k) {
    return Formula::variable(graph_, name + "_" + std::to_string(k + 1));
  }
  Vector vector(const std::string& name, std::size_t length) {
    Vector made;
    for (std::size_t j = 0; j < length; ++j) made.push_back(named(name, j));
    return made;
  }
  static Vector with_content(const Formula& content, const Vector& position) {
    Vector token{content};
    token.insert(token.end(), position.begin(), position.end());
    return token;
  }
  static Vector position_part(const Vector& token) { return {token.begin() + 1, token.end()}; }
  bool equal(const Formula& a, const Formula& b) { return numerics::equal_where_defined(graph_, a.node, b.node); }
  Formula derivative(const Formula& f, const Formula& variable) {
    const auto found = numerics::derivative(graph_, f.node, variable.node, numerics::elementary_functions());
    LEMMACHECK_ASSERT(found.has_value());
    return {&graph_, *found};
  }

  bool scores_agree() {
    bool all = true;
    for (const TransformerHead<Formula>& head : heads_) {
      const Vector direction = times(merged(head.key, head.query), cls_);
      const Vector theta = position_part(direction), query = times(head.query, cls_);
      for (std::size_t k = 0; k < positions; ++k) {
        const Formula standard = inner_product(times(head.key, tokens_[k + 1]), query);
        all = all && equal(standard, inner_product(tokens_[k + 1], direction)) &&
              equal(standard, inner_product(embeddings_[k], theta));
      }
    }
    return all;
  }

  /// What a head makes of each token, its score a variable.
  std::vector<ReadToken<Formula>> read(std::size_t h) {
    std::vector<ReadToken<Formula>> made;
    for (std::size_t i = 0; i <= positions; ++i)
      made.push_back(
          {i == 0 && needs_.cls_masked ? number(0) : exp(score_[h][i]), inner_product(heads_[h].value, tokens_[i])});
    return made;
  }
  HeadOutput<Formula> standard_output(std::size_t h) {
    const auto tokens = read(h);
    return head_output(pointers(tokens));
  }
  static std::vector<const ReadToken<Formula>*> pointers(const std::vector<ReadToken<Formula>>& tokens) {
    std::vector<const ReadToken<Formula>*> result;
    for (const auto& token : tokens) result.push_back(&token);
    return result;
  }
  Formula reduced_output(std::size_t h) { return inner_product(softmax(position_part(score_[h])), x_); }

  Formula standard_error() { return -(standard_output(0).output * standard_output(1).output) - label(); }
  Formula reduced_error() { return -(reduced_output(0) * reduced_output(1)) - label(); }
  Formula label() { return -(x_[0] * x_[1]); }

  bool functions_agree() { return equal(standard_error() + label(), -(reduced_output(0) * reduced_output(1))); }

  /// The derivatives of the loss by the scores, and the backward pass that check_reduction runs.
  bool slopes_agree() {
    bool all = true;
    const Formula standard = standard_error(), reduced = reduced_error();
    for (std::size_t h = 0; h < 2; ++h) {
      const auto tokens = read(h);
      const HeadOutput<Formula> head = head_output(pointers(tokens));
      const Vector backward = score_derivatives(head, pointers(tokens));
      for (std::size_t i = 0; i <= positions; ++i) {
        const Formula& score = score_[h][i];
        all = all && equal(derivative(head.output, score), backward[i]) &&
              equal(derivative(standard * standard, score), derivative(reduced * reduced, score));
      }
      all = all && equal(derivative(standard * standard, score_[h][0]), number(0));
    }
    return all;
  }

  /// d loss / d entry of row r of the position block of W_KQ,h.
  Formula standard_slope(std::size_t h, std::size_t r, std::size_t c) {
    Formula sum = number(0);
    for (std::size_t k = 1; k <= positions; ++k) {
      const Formula score = inner_product(position_part(tokens_[k]), times(trained_[h], cls_));
      sum = sum + slope_[h][k] * derivative(score, trained_[h][r][c]);
    }
    return sum;
  }
  Formula reduced_slope(std::size_t h, std::size_t r) {
    Formula sum = number(0);
    for (std::size_t k = 1; k <= positions; ++k) {
      const Formula score = inner_product(embeddings_[k - 1], theta_[h]);
      sum = sum + slope_[h][k] * derivative(score, theta_[h][r]);
    }
    return sum;
  }

  bool gradients_agree() {
    bool all = slopes_agree();
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t r = 0; r < dimension; ++r)
        for (std::size_t c = 0; c <= dimension; ++c)
          all = all && equal(standard_slope(h, r, c), reduced_slope(h, r) * cls_[c]);
    return all;
  }

  bool steps_agree() {
    bool all = true;
    const Formula eta = Formula::variable(graph_, "eta");
    const Formula length = inner_product(cls_, cls_);
    for (std::size_t h = 0; h < 2; ++h) {
      for (std::size_t r = 0; r < dimension; ++r) {
        Vector after;
        for (std::size_t c = 0; c <= dimension; ++c) after.push_back(trained_[h][r][c] - eta * standard_slope(h, r, c));
        all = all && equal(inner_product(after, cls_),
                           inner_product(trained_[h][r], cls_) - eta * length * reduced_slope(h, r));
      }
    }
    return all;
  }

  BlockNeeds needs_;
  Graph graph_;
  Vector x_, cls_;
  Matrix<Formula> embeddings_, tokens_;
  std::array<TransformerHead<Formula>, 2> heads_;
  std::array<Matrix<Formula>, 2> trained_;  // position rows of W_KQ
  Heads theta_, score_, slope_;
};

}  // namespace

ReductionIdentities prove_reduction_identities(const BlockNeeds& needs) { return Sides(needs).prove(); }

}  // namespace lemmacheck::verify::sparse_xor
