#include "verify/sparse_xor/sparse_polynomial.hpp"

#include <algorithm>
#include <iterator>

namespace lemmacheck::verify::sparse_xor {

using numerics::Rational;

SparsePolynomial::SparsePolynomial(const Rational& constant) { add({}, constant); }

SparsePolynomial SparsePolynomial::variable(std::uint8_t index) {
  SparsePolynomial p;
  p.add({index}, Rational(1));
  return p;
}

void SparsePolynomial::add(const Monomial& monomial, const Rational& coefficient) {
  if (coefficient.sign() == 0) return;
  const auto [place, is_new] = terms_.try_emplace(monomial, coefficient);
  if (is_new) return;
  place->second += coefficient;
  if (place->second.sign() == 0) terms_.erase(place);
}

SparsePolynomial& SparsePolynomial::operator+=(const SparsePolynomial& b) {
  const Terms copy = &b == this ? b.terms_ : Terms{};
  for (const auto& [monomial, coefficient] : &b == this ? copy : b.terms_) add(monomial, coefficient);
  return *this;
}

SparsePolynomial& SparsePolynomial::operator-=(const SparsePolynomial& b) { return *this += -b; }

SparsePolynomial operator*(const SparsePolynomial& a, const SparsePolynomial& b) {
  SparsePolynomial product;
  SparsePolynomial::Monomial merged;
  for (const auto& [left, left_coefficient] : a.terms_) {
    for (const auto& [right, right_coefficient] : b.terms_) {
      merged.clear();
      std::merge(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(merged));
      product.add(merged, left_coefficient * right_coefficient);
    }
  }
  return product;
}

SparsePolynomial operator*(const Rational& factor, SparsePolynomial a) {
  if (factor.sign() == 0) return {};
  for (auto& [monomial, coefficient] : a.terms_) coefficient *= factor;
  return a;
}

SparsePolynomial SparsePolynomial::operator-() const { return Rational(-1) * *this; }

}  // namespace lemmacheck::verify::sparse_xor
