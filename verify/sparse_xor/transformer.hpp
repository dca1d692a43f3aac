// A standard Transformer block, written out: one layer, two heads, softmax attention of one query token (CLS) over all
// tokens, W_Q, W_K, W_V per head, a mask. For any number type with + - * / and exp: enclosures, formulas.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "numerics/big_interval.hpp"
#include "verify/sparse_xor/softmax.hpp"

namespace lemmacheck::verify::sparse_xor {

/// A part of a sum of exponentials divided by the sum; enclosures of a sum that may be 0 leave [0, 1].
template <class Number>
Number share_of(const Number& part, const Number& sum) {
  if constexpr (std::is_same_v<Number, numerics::BigInterval>)
    return fraction_of_sum(part, sum, hull(Number(0L, sum.precision()), Number(1L, sum.precision())));
  else
    return part / sum;
}

template <class Number>
using Matrix = std::vector<std::vector<Number>>;  // rows of equal length

template <class Number>
Number inner_product(const std::vector<Number>& a, const std::vector<Number>& b) {
  Number sum = a[0] * b[0];
  for (std::size_t j = 1; j < a.size(); ++j) sum = sum + a[j] * b[j];
  return sum;
}

template <class Number>
std::vector<Number> times(const Matrix<Number>& matrix, const std::vector<Number>& x) {
  std::vector<Number> result;
  for (const std::vector<Number>& row : matrix) result.push_back(inner_product(row, x));
  return result;
}

/// W_K^T W_Q: the score of a token t for the query token t_0 is t . (W_KQ t_0).
template <class Number>
Matrix<Number> merged(const Matrix<Number>& key, const Matrix<Number>& query) {
  Matrix<Number> result;
  for (std::size_t r = 0; r < key[0].size(); ++r) {
    std::vector<Number> row;
    for (std::size_t c = 0; c < query[0].size(); ++c) {
      Number sum = key[0][r] * query[0][c];
      for (std::size_t p = 1; p < key.size(); ++p) sum = sum + key[p][r] * query[p][c];
      row.push_back(sum);
    }
    result.push_back(std::move(row));
  }
  return result;
}

/// Rows of W_Q and W_K: the dimensions of queries and keys; one row of W_V, so a head reads out one number.
template <class Number>
struct TransformerHead {
  Matrix<Number> query, key;
  std::vector<Number> value;
};

/// The block f = -(output of head 1) * (output of head 2).
template <class Number>
struct Transformer {
  std::array<TransformerHead<Number>, 2> heads;
  std::vector<Number> cls;  // t_0, the token that asks
};

/// What a head makes of one token.
template <class Number>
struct ReadToken {
  Number weight, value;  // exp of the score, 0 under the mask
};

/// `query` is W_Q t_0. Under the mask a token has score -inf, so weight 0.
template <class Number>
ReadToken<Number> read_token(const TransformerHead<Number>& head, const std::vector<Number>& query,
                             const std::vector<Number>& token, bool masked) {
  const Number score = inner_product(times(head.key, token), query);
  return {masked ? score - score : exp(score), inner_product(head.value, token)};
}

/// One head's attention over all tokens and what it reads out.
template <class Number>
struct HeadOutput {
  std::vector<Number> attention;
  Number output;
};

template <class Number>
HeadOutput<Number> head_output(const std::vector<const ReadToken<Number>*>& tokens) {
  Number total = tokens[0]->weight;
  for (std::size_t i = 1; i < tokens.size(); ++i) total = total + tokens[i]->weight;
  std::vector<Number> attention;
  for (const ReadToken<Number>* token : tokens) attention.push_back(share_of(token->weight, total));
  Number output = attention[0] * tokens[0]->value;
  for (std::size_t i = 1; i < tokens.size(); ++i) output = output + attention[i] * tokens[i]->value;
  return {std::move(attention), std::move(output)};
}

/// Backwards through softmax and values: d output / d score_i = g_i (value_i - output).
template <class Number>
std::vector<Number> score_derivatives(const HeadOutput<Number>& head,
                                      const std::vector<const ReadToken<Number>*>& tokens) {
  std::vector<Number> result;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    result.push_back(head.attention[i] * (tokens[i]->value - head.output));
  return result;
}

// The reduced model of the paper (THEORY section 1), by itself.

template <class Number>
std::vector<Number> softmax(std::vector<Number> scores) {
  for (Number& entry : scores) entry = exp(entry);
  Number total = scores[0];
  for (std::size_t k = 1; k < scores.size(); ++k) total = total + scores[k];
  for (Number& entry : scores) entry = share_of(entry, total);
  return scores;
}

}  // namespace lemmacheck::verify::sparse_xor
