#include "verify/sparse_xor/reduction.hpp"

#include <Random123/philox.h>
#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "numerics/error.hpp"
#include "numerics/rademacher_moments.hpp"
#include "verify/sparse_xor/number_access.hpp"
#include "verify/sparse_xor/population.hpp"
#include "verify/sparse_xor/sampling.hpp"
#include "verify/sparse_xor/softmax.hpp"
#include "verify/sparse_xor/transformer.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::BigInterval;
using numerics::DomainError;
using numerics::Precision;
using numerics::Rational;

namespace {

using Vector = std::vector<BigInterval>;
using Rows = Matrix<BigInterval>;
using Signs = std::vector<bool>;  // true: -1

void require_valid(const TransformerData& data, const ReductionOptions& options) {
  const std::size_t d = data.positions, m = data.dimension;
  if (d < 3) throw DomainError("LC231", fmt::format("reduction: d = {}; at least 3 positions are needed", d));
  if (m < 2)
    throw DomainError("LC232", fmt::format("reduction: m = {}; the embedding dimension must be at least 2", m));
  const auto [i, j] = data.support;
  if (i >= d || j >= d || i == j)
    throw DomainError(
        "LC233",
        fmt::format("reduction: support ({}, {}); two different positions from 0 to {} are needed", i, j, d - 1));
  if (options.step_size.sign() <= 0)
    throw DomainError("LC238", "reduction: eta = " + options.step_size.to_string() + "; the step size must be > 0");
  if (options.inputs < 1) throw DomainError("LC261", "reduction: no random inputs; at least 1 is needed");
  const bool fits = data.embeddings.size() == d * m && data.cls.size() == m && data.value.size() == m + 1 &&
                    data.masked.size() == d + 1 && data.query[0].size() == m * (m + 1) &&
                    data.query[1].size() == m * (m + 1) && data.key[0].size() == m * (m + 1) &&
                    data.key[1].size() == m * (m + 1);
  if (!fits) throw numerics::ShapeError("LC331", "reduction: an array of the Transformer has the wrong length");
}

std::vector<Signs> all_inputs(std::size_t d) {
  std::vector<Signs> inputs(std::size_t{1} << d, Signs(d));
  for (std::size_t n = 0; n < inputs.size(); ++n)
    for (std::size_t k = 0; k < d; ++k) inputs[n][k] = (n >> k & 1) != 0;
  return inputs;
}

std::vector<Signs> random_inputs(std::size_t count, std::size_t d, std::uint64_t seed) {
  const r123::Philox4x32 generator;
  const r123::Philox4x32::key_type key = {{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  std::vector<Signs> inputs(count, Signs(d));
  for (std::size_t n = 0; n < count; ++n)
    for (std::size_t k = 0; k < d; ++k) {
      const auto words =
          generator({{static_cast<std::uint32_t>(k / 128), static_cast<std::uint32_t>(n),
                      static_cast<std::uint32_t>(n >> 32), static_cast<std::uint32_t>(SampleStream::signs)}},
                    key);
      inputs[n][k] = (words[k % 128 / 32] >> (k % 32) & 1) != 0;
    }
  return inputs;
}

template <class Function>
void in_parallel(std::size_t n, const Function& function) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n), [&](const tbb::blocked_range<std::size_t>& block) {
    for (std::size_t k = block.begin(); k < block.end(); ++k) function(k);
  });
}

/// Collects differences of two sides.
class Comparison {
 public:
  Comparison(std::string what, std::string over) { result_.what = std::move(what), result_.over = std::move(over); }

  void add(const BigInterval& a, const BigInterval& b) {
    ++result_.compared;
    const BigInterval difference = a - b;
    if (!difference.contains_zero()) {
      differs_ = true;
      return;
    }
    const BigInterval larger = max(abs(a), abs(b)).lower(), width = difference.upper() - difference.lower();
    if (larger.certain_sign() > 0) {
      result_.widest = std::max(result_.widest, (width / larger).upper_double());
    } else if (!difference.is_point()) {
      result_.widest = HUGE_VAL;
    }
  }
  void add(const Vector& a, const Vector& b) {
    LEMMACHECK_ASSERT(a.size() == b.size());
    for (std::size_t k = 0; k < a.size(); ++k) add(a[k], b[k]);
  }
  SideBySide result() const {
    SideBySide made = result_;
    made.verdict = differs_                         ? Agreement::differ
                   : made.widest <= reduction_width ? Agreement::agree
                                                    : Agreement::undecided;
    return made;
  }

 private:
  SideBySide result_;
  bool differs_ = false;
};

Agreement worst_of(const std::vector<SideBySide>& comparisons) {
  Agreement worst = Agreement::agree;
  for (const SideBySide& c : comparisons) {
    if (c.verdict == Agreement::differ) return Agreement::differ;
    if (c.verdict == Agreement::undecided) worst = Agreement::undecided;
  }
  return worst;
}

/// Both models at one precision.
class Reduction {
 public:
  Reduction(const TransformerData& data, const ReductionOptions& options, Precision precision)
      : data_(data), options_(options), precision_(precision), eta_(options.step_size, precision) {
    const std::size_t m = data.dimension;
    embeddings_ = rows(data.embeddings, data.positions, m);
    model_.cls = with_content(0, vector(data.cls.data(), m));
    for (std::size_t h = 0; h < 2; ++h) {
      model_.heads[h] = {rows(data.query[h], m, m + 1), rows(data.key[h], m, m + 1), vector(data.value.data(), m + 1)};
      merged_.push_back(merged(model_.heads[h].key, model_.heads[h].query));
      theta_.push_back(position_part(times(merged_[h], model_.cls)));
    }
    enumerated_ = data.positions <= enumerated_positions;
    inputs_ = enumerated_ ? all_inputs(data.positions) : random_inputs(options.inputs, data.positions, options.seed);
    over_ = (enumerated_ ? "all " : "") + std::to_string(inputs_.size()) + (enumerated_ ? " inputs" : " random inputs");
  }

  ReductionReport compare() {
    ReductionReport report;
    std::vector<SideBySide>& made = report.comparisons;
    // Before the step the scores come from W_Q and W_K, after it from the trained W_KQ.
    std::array<TokenTable, 2> read{read_tokens(0), read_tokens(1)};
    std::array<Vector, 2> g{reduced_attention(theta_[0]), reduced_attention(theta_[1])};
    made.push_back(compare_function("f(x) before the step", read, g));

    const std::array<Rows, 2> sample_gradient = backward(read);
    if (!enumerated_) made.push_back(compare_sample_gradient(sample_gradient, g));
    const std::array<Rows, 2>& gradient = report.gradient = enumerated_ ? sample_gradient : moment_gradient(read);
    const std::array<Vector, 2> reduced{population_gradient(g, 0), population_gradient(g, 1)};
    made.push_back(
        compare_gradient("grad of L in W_KQ", enumerated_ ? over_ : "all inputs, by exact moments", gradient, reduced));

    const BigInterval step = -(eta_ * inner_product(model_.cls, model_.cls));
    Comparison move("theta after minus before", "entries of both heads");
    for (std::size_t h = 0; h < 2; ++h) {
      Rows next = merged_[h];
      for (std::size_t r = 1; r < next.size(); ++r)
        for (std::size_t c = 0; c < next[r].size(); ++c) next[r][c] = next[r][c] - eta_ * gradient[h][r][c];
      const Vector after = position_part(times(next, model_.cls));
      Vector next_theta = theta_[h];
      for (std::size_t j = 0; j < after.size(); ++j) {
        const BigInterval moved = step * reduced[h][j];
        move.add(after[j] - theta_[h][j], moved);
        next_theta[j] = next_theta[j] + moved;
      }
      read[h] = read_merged(h, next);
      g[h] = reduced_attention(next_theta);
    }
    made.push_back(move.result());
    made.push_back(compare_function("f(x) after the step", read, g));
    report.bits = precision_.bits;
    report.verdict = worst_of(made);
    return report;
  }

 private:
  using Token = ReadToken<BigInterval>;
  using TokenTable = std::vector<std::array<Token, 2>>;  // [token][x = -1]

  BigInterval number(long value) const { return {value, precision_}; }
  Vector vector(const double* values, std::size_t length) const {
    Vector made;
    for (std::size_t j = 0; j < length; ++j) made.push_back(BigInterval::from_double(values[j], precision_));
    return made;
  }
  Rows rows(const std::vector<double>& values, std::size_t count, std::size_t length) const {
    Rows made;
    for (std::size_t k = 0; k < count; ++k) made.push_back(vector(values.data() + k * length, length));
    return made;
  }
  Vector with_content(long content, const Vector& position) const {
    Vector token{number(content)};
    token.insert(token.end(), position.begin(), position.end());
    return token;
  }
  static Vector position_part(const Vector& token) { return {token.begin() + 1, token.end()}; }
  Vector token(std::size_t i, std::size_t negative) const {
    return i == 0 ? model_.cls : with_content(negative == 1 ? -1 : 1, embeddings_[i - 1]);
  }

  template <class Read>
  TokenTable table(const Read& read) const {
    const Token none{number(0), number(0)};
    TokenTable made(data_.positions + 1, {none, none});
    in_parallel(made.size(), [&](std::size_t i) {
      for (std::size_t negative = 0; negative < 2; ++negative) made[i][negative] = read(i, token(i, negative));
    });
    return made;
  }
  TokenTable read_tokens(std::size_t h) const {
    const Vector query = times(model_.heads[h].query, model_.cls);
    return table(
        [&](std::size_t i, const Vector& t) { return read_token(model_.heads[h], query, t, data_.masked[i]); });
  }
  TokenTable read_merged(std::size_t h, const Rows& weights) const {
    const Vector direction = times(weights, model_.cls);
    TokenTable read = table([&](std::size_t, const Vector& t) {
      return Token{inner_product(t, direction), inner_product(model_.heads[h].value, t)};
    });
    Vector scores;
    for (std::size_t i = 0; i < read.size(); ++i)
      if (!data_.masked[i])
        for (const Token& token : read[i]) scores.push_back(token.weight);
    const BigInterval shift = shift_of(scores);
    in_parallel(read.size(), [&](std::size_t i) {
      for (Token& token : read[i]) token.weight = data_.masked[i] ? number(0) : exp(token.weight - shift);
    });
    return read;
  }
  /// Softmax does not change; without it, a long step takes exp of a score beyond every exponent of MPFR.
  static BigInterval shift_of(const Vector& scores) {
    return softmax_shift(scores, [](const BigInterval& x) { return x.upper(); });
  }

  std::vector<const Token*> tokens_of(const TokenTable& read, const Signs& x) const {
    std::vector<const Token*> made{&read[0][0]};
    for (std::size_t k = 0; k < x.size(); ++k) made.push_back(&read[k + 1][x[k] ? 1 : 0]);
    return made;
  }
  BigInterval label(const Signs& x) const { return number(x[data_.support[0]] == x[data_.support[1]] ? -1 : 1); }

  Vector reduced_attention(const Vector& theta) const {
    Vector scores = times(embeddings_, theta);
    const BigInterval shift = shift_of(scores);
    for (BigInterval& score : scores) score = score - shift;
    return softmax(std::move(scores));
  }
  BigInterval reduced_output(const Vector& g, const Signs& x) const {
    BigInterval sum = number(0);
    for (std::size_t k = 0; k < g.size(); ++k) sum = x[k] ? sum - g[k] : sum + g[k];
    return sum;
  }

  SideBySide compare_function(const std::string& what, const std::array<TokenTable, 2>& read,
                              const std::array<Vector, 2>& g) const {
    Vector standard(inputs_.size(), number(0)), reduced = standard;
    in_parallel(inputs_.size(), [&](std::size_t n) {
      const Signs& x = inputs_[n];
      standard[n] = -(head_output(tokens_of(read[0], x)).output * head_output(tokens_of(read[1], x)).output);
      reduced[n] = -(reduced_output(g[0], x) * reduced_output(g[1], x));
    });
    Comparison comparison(what, over_);
    comparison.add(standard, reduced);
    return comparison.result();
  }

  /// The mean over the inputs of d (f-y)^2 / d W_KQ for both heads, every entry, backwards through the layers:
  /// d loss / d score_i is collected for each token that occurs, then multiplied with token x t_0.
  std::array<Rows, 2> backward(const std::array<TokenTable, 2>& read) const {
    using Collected = std::vector<std::array<BigInterval, 2>>;
    const BigInterval zero = number(0);
    std::array<Collected, 2> collected;
    collected.fill(Collected(data_.positions + 1, {zero, zero}));
    for (const Signs& x : inputs_) {
      const std::array<std::vector<const Token*>, 2> tokens{tokens_of(read[0], x), tokens_of(read[1], x)};
      const std::array<HeadOutput<BigInterval>, 2> heads{head_output(tokens[0]), head_output(tokens[1])};
      const BigInterval error = -(heads[0].output * heads[1].output) - label(x);
      for (std::size_t h = 0; h < 2; ++h) {
        const BigInterval by_output = number(-2) * error * heads[1 - h].output;
        const Vector by_score = score_derivatives(heads[h], tokens[h]);
        for (std::size_t i = 0; i < by_score.size(); ++i) {
          BigInterval& place = collected[h][i][i > 0 && x[i - 1] ? 1 : 0];
          place = place + by_output * by_score[i];
        }
      }
    }
    const BigInterval count(static_cast<long>(inputs_.size()), precision_);
    std::array<Rows, 2> gradient{zero_block(), zero_block()};
    in_parallel(2, [&](std::size_t h) {
      for (std::size_t i = 0; i <= data_.positions; ++i)
        for (std::size_t negative = 0; negative < 2; ++negative)
          add_outer(gradient[h], collected[h][i][negative] / count, token(i, negative));
    });
    return gradient;
  }
  Rows zero_block() const { return Rows(data_.dimension + 1, Vector(data_.dimension + 1, number(0))); }
  void add_outer(Rows& block, const BigInterval& factor, const Vector& t) const {
    for (std::size_t r = 0; r < t.size(); ++r) {
      const BigInterval scaled = factor * t[r];
      for (std::size_t c = 0; c < t.size(); ++c) block[r][c] = block[r][c] + scaled * model_.cls[c];
    }
  }

  /// The same mean over all inputs, where keys do not read the content: with f = -a b, y = -x_i x_j,
  /// d L / d score_k = -2 g_k { E x_i x_j b x_k - E x_i x_j a b - E a b^2 x_k + E a^2 b^2 }. Position rows only.
  std::array<Rows, 2> moment_gradient(const std::array<TokenTable, 2>& read) const {
    const Signs ones(data_.positions, false);
    std::array<Vector, 2> g{head_output(tokens_of(read[0], ones)).attention,
                            head_output(tokens_of(read[1], ones)).attention};
    for (Vector& attention : g) attention.erase(attention.begin());
    std::array<Vector, 2> pick{Vector(data_.positions, number(0)), Vector(data_.positions, number(0))};
    for (std::size_t s = 0; s < 2; ++s) pick[s][data_.support[s]] = number(1);
    std::array<Rows, 2> gradient{zero_block(), zero_block()};
    for (std::size_t h = 0; h < 2; ++h) {
      const Vector &a = g[h], &b = g[1 - h];
      const BigInterval shared = numerics::rademacher_moment(Rows{a, b}, {2, 2}) -
                                 numerics::rademacher_moment(Rows{pick[0], pick[1], a, b}, {1, 1, 1, 1});
      const Vector signal = numerics::rademacher_moments_with_factors(Rows{pick[0], pick[1], b}, {1, 1, 1});
      const Vector noise = numerics::rademacher_moments_with_factors(Rows{a, b}, {1, 2});
      for (std::size_t k = 0; k < data_.positions; ++k)
        add_outer(gradient[h], number(-2) * a[k] * (signal[k] - noise[k] + shared), token(k + 1, 0));
    }
    return gradient;
  }

  /// [population-gradient] of the reduced model.
  Vector population_gradient(const std::array<Vector, 2>& g, std::size_t h) const {
    const Vector &own = g[h], &other = g[1 - h];
    const Vector weights = softmax_gradient_weights(
        own, attention_forces(attention_sums(own, other), own, other, data_.support[0], data_.support[1]));
    Vector gradient(data_.dimension, number(0));
    for (std::size_t k = 0; k < weights.size(); ++k)
      for (std::size_t j = 0; j < gradient.size(); ++j) gradient[j] = gradient[j] - weights[k] * embeddings_[k][j];
    for (BigInterval& entry : gradient) entry = number(2) * entry;
    return gradient;
  }

  /// The reduced model's gradient of the mean over the inputs: 2 (f - y) (-b) sum_k g_k x_k (v_k - vbar).
  SideBySide compare_sample_gradient(const std::array<Rows, 2>& gradient, const std::array<Vector, 2>& g) const {
    const BigInterval count(static_cast<long>(inputs_.size()), precision_);
    std::array<Vector, 2> reduced;
    in_parallel(2, [&](std::size_t h) {
      Vector mean(data_.dimension, number(0)), weights(data_.positions, number(0));
      for (std::size_t k = 0; k < data_.positions; ++k)
        for (std::size_t j = 0; j < mean.size(); ++j) mean[j] = mean[j] + g[h][k] * embeddings_[k][j];
      BigInterval on_mean = number(0);
      for (const Signs& x : inputs_) {
        const BigInterval a = reduced_output(g[h], x), b = reduced_output(g[1 - h], x);
        const BigInterval factor = number(2) * (-(a * b) - label(x)) * -b;
        for (std::size_t k = 0; k < weights.size(); ++k)
          weights[k] = x[k] ? weights[k] - factor * g[h][k] : weights[k] + factor * g[h][k];
        on_mean = on_mean + factor * a;
      }
      reduced[h].assign(data_.dimension, number(0));
      for (std::size_t j = 0; j < mean.size(); ++j) {
        for (std::size_t k = 0; k < weights.size(); ++k) reduced[h][j] = reduced[h][j] + weights[k] * embeddings_[k][j];
        reduced[h][j] = (reduced[h][j] - on_mean * mean[j]) / count;
      }
    });
    return compare_gradient("grad of the mean loss in W_KQ", over_, gradient, reduced);
  }

  /// Position rows of the block against grad_theta t_0^T.
  SideBySide compare_gradient(const std::string& what, const std::string& over, const std::array<Rows, 2>& gradient,
                              const std::array<Vector, 2>& reduced) const {
    Comparison comparison(what, over);
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t r = 0; r < data_.dimension; ++r)
        for (std::size_t c = 0; c <= data_.dimension; ++c)
          comparison.add(gradient[h][r + 1][c], reduced[h][r] * model_.cls[c]);
    return comparison.result();
  }

  const TransformerData& data_;
  const ReductionOptions& options_;
  Precision precision_;
  BigInterval eta_;
  Rows embeddings_;
  Transformer<BigInterval> model_;
  std::vector<Rows> merged_;
  std::vector<Vector> theta_;
  bool enumerated_ = true;
  std::vector<Signs> inputs_;
  std::string over_;
};

}  // namespace

std::string_view name_of(Agreement agreement) noexcept {
  switch (agreement) {
    case Agreement::agree:
      return "agree";
    case Agreement::differ:
      return "differ";
    case Agreement::undecided:
      return "undecided";
  }
  return "";
}

TransformerData sample_transformer(std::size_t positions, std::size_t dimension, std::uint64_t seed,
                                   std::array<std::size_t, 2> support) {
  TransformerData data;
  data.positions = positions;
  data.dimension = dimension;
  data.support = support;
  data.embeddings = sample_sphere(positions, dimension, seed, SampleStream::embeddings);
  data.cls = sample_sphere(1, dimension, seed, SampleStream::cls_token);
  for (std::uint32_t h = 0; h < 2; ++h) {
    const auto stream = [&](SampleStream first) {
      return static_cast<SampleStream>(static_cast<std::uint32_t>(first) + h);
    };
    data.query[h] = sample_sphere(dimension, dimension + 1, seed, stream(SampleStream::query_matrix));
    const std::vector<double> key = sample_sphere(dimension, dimension, seed, stream(SampleStream::key_matrix));
    data.key[h].assign(dimension * (dimension + 1), 0.0);
    for (std::size_t p = 0; p < dimension; ++p)
      for (std::size_t j = 0; j < dimension; ++j) data.key[h][p * (dimension + 1) + j + 1] = key[p * dimension + j];
  }
  data.value.assign(dimension + 1, 0.0);
  data.value[0] = 1.0;
  data.masked.assign(positions + 1, false);
  data.masked[0] = true;
  require_valid(data, {});
  return data;
}

ReductionReport check_reduction(const TransformerData& data, const ReductionOptions& options) {
  require_valid(data, options);
  for (long bits = options.first_bits;; bits *= 2) {
    ReductionReport report = Reduction(data, options, Precision(bits)).compare();
    if (report.verdict != Agreement::undecided || 2 * bits > options.highest_bits) return report;
  }
}

}  // namespace lemmacheck::verify::sparse_xor
