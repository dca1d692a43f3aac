#include "verify/sparse_xor/finite_pattern.hpp"

#include <Random123/philox.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "numerics/error.hpp"
#include "verify/sparse_xor/population.hpp"
#include "verify/sparse_xor/sparse_polynomial.hpp"

namespace lemmacheck::verify::sparse_xor {

using numerics::Rational;

namespace {

constexpr std::size_t first = 0;
constexpr std::size_t second = 1;

/// The three expectations, each times 2^d: the loss, and half the descent direction of either head.
template <class Number>
struct Expectations {
  Number loss, descent_1, descent_2;
};

template <class Number>
Number signed_sum(const std::vector<Number>& c, std::size_t input) {
  Number sum = (input & 1) != 0 ? -c[0] : c[0];
  for (std::size_t k = 1; k < c.size(); ++k) {
    if ((input >> k & 1) != 0) {
      sum -= c[k];
    } else {
      sum += c[k];
    }
  }
  return sum;
}

template <class Number>
std::vector<Number> products(const std::vector<Number>& a, const std::vector<Number>& b) {
  std::vector<Number> result;
  for (std::size_t k = 0; k < a.size(); ++k) result.push_back(a[k] * b[k]);
  return result;
}

/// Sums over all inputs straight from the definition of the model.
template <class Number>
Expectations<Number> enumerate_inputs(const std::vector<Number>& g, const std::vector<Number>& h,
                                      const std::vector<Number>& p, const Number& one) {
  const auto gp = products(g, p);
  const auto hp = products(h, p);
  Expectations<Number> sums;
  for (std::size_t input = 0; input < std::size_t{1} << g.size(); ++input) {
    const Number a = signed_sum(g, input);
    const Number b = signed_sum(h, input);
    const bool odd = ((input >> first ^ input >> second) & 1) != 0;
    const Number error = (odd ? -one : one) - a * b;  // f - y
    sums.loss += error * error;
    sums.descent_1 += (error * b) * signed_sum(gp, input);
    sums.descent_2 += (error * a) * signed_sum(hp, input);
  }
  return sums;
}

template <class Number>
Number closed_descent(const std::vector<Number>& g, const std::vector<Number>& h, const std::vector<Number>& p) {
  const auto force = attention_forces(attention_sums(g, h), g, h, first, second);
  Number sum;
  for (std::size_t k = 0; k < g.size(); ++k) sum += (g[k] * force[k]) * p[k];
  return sum;
}

template <class Number>
std::array<bool, 3> compare(const std::vector<Number>& g, const std::vector<Number>& h, const std::vector<Number>& p,
                            const Number& one, const Expectations<Number>& sums, const Rational& inputs) {
  const Number loss = population_loss(attention_sums(g, h), g, h, first, second, one);
  return {sums.loss == inputs * loss, sums.descent_1 == inputs * closed_descent(g, h, p),
          sums.descent_2 == inputs * closed_descent(h, g, p)};
}

/// Variables are numbered kind * d + position. Two monomials show the same pattern when a permutation of the positions
/// outside the support carries one into the other: sort the exponents of those positions.
std::size_t count_patterns(const SparsePolynomial& polynomial, std::size_t d) {
  using Exponents = std::array<int, 3>;
  std::set<std::vector<Exponents>> patterns;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    std::vector<Exponents> exponents(d, Exponents{});
    for (const std::size_t variable : monomial) ++exponents[variable % d][variable / d];
    std::sort(exponents.begin() + 2, exponents.end());
    patterns.insert(exponents);
  }
  return patterns.size();
}

}  // namespace

FinitePatternReport prove_population_identities() {
  constexpr std::size_t d = 6;
  std::vector<SparsePolynomial> g, h, p;
  for (std::size_t k = 0; k < d; ++k) {
    g.push_back(SparsePolynomial::variable(static_cast<std::uint8_t>(k)));
    h.push_back(SparsePolynomial::variable(static_cast<std::uint8_t>(d + k)));
    p.push_back(SparsePolynomial::variable(static_cast<std::uint8_t>(2 * d + k)));
  }
  const SparsePolynomial one(Rational(1));
  const auto sums = enumerate_inputs(g, h, p, one);
  const auto [loss, head_1, head_2] = compare(g, h, p, one, sums, Rational(1 << d));
  return {loss, head_1, head_2, sums.descent_1.terms().size(), count_patterns(sums.descent_1, d)};
}

bool check_population_identities(std::size_t positions, std::uint64_t seed) {
  if (positions < 2 || positions > 12) {
    throw numerics::DomainError(
        "LC239", fmt::format("check_population_identities: d = {}; from 2 to 12 positions are enumerated", positions));
  }
  const r123::Philox4x32 generator;
  std::array<std::vector<Rational>, 3> data;
  for (std::uint32_t kind = 0; kind < 3; ++kind) {
    for (std::uint32_t k = 0; k < positions; ++k) {
      const auto words = generator({{k, kind, static_cast<std::uint32_t>(positions), 0}},
                                   {{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}});
      data[kind].emplace_back(static_cast<long long>(words[0] % 201) - 100, static_cast<long long>(words[1] % 6) + 1);
    }
  }
  const auto& [g, h, p] = data;
  const Rational one(1);
  const auto holds = compare(g, h, p, one, enumerate_inputs(g, h, p, one), Rational(1LL << positions));
  return holds[0] && holds[1] && holds[2];
}

}  // namespace lemmacheck::verify::sparse_xor
