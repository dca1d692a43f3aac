// Polynomials with exact rational coefficients, stored by monomial.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "numerics/rational.hpp"

namespace lemmacheck::verify::sparse_xor {

/// A polynomial in variables numbered from 0. Never holds a zero coefficient, so two polynomials are the same exactly
/// when their terms are.
class SparsePolynomial {
 public:
  /// The variables of a monomial in ascending order, one entry for each factor: x0^2 x3 is {0, 0, 3}.
  using Monomial = std::vector<std::uint8_t>;
  using Terms = std::map<Monomial, numerics::Rational>;

  SparsePolynomial() = default;
  explicit SparsePolynomial(const numerics::Rational& constant);
  static SparsePolynomial variable(std::uint8_t index);

  const Terms& terms() const noexcept { return terms_; }
  bool is_zero() const noexcept { return terms_.empty(); }

  SparsePolynomial& operator+=(const SparsePolynomial& b);
  SparsePolynomial& operator-=(const SparsePolynomial& b);
  friend SparsePolynomial operator+(SparsePolynomial a, const SparsePolynomial& b) { return a += b; }
  friend SparsePolynomial operator-(SparsePolynomial a, const SparsePolynomial& b) { return a -= b; }
  friend SparsePolynomial operator*(const SparsePolynomial& a, const SparsePolynomial& b);
  friend SparsePolynomial operator*(const numerics::Rational& factor, SparsePolynomial a);
  SparsePolynomial operator-() const;
  friend bool operator==(const SparsePolynomial& a, const SparsePolynomial& b) { return a.terms_ == b.terms_; }

 private:
  void add(const Monomial& monomial, const numerics::Rational& coefficient);
  Terms terms_;
};

}  // namespace lemmacheck::verify::sparse_xor
