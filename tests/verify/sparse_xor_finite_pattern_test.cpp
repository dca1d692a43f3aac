#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "verify/sparse_xor/finite_pattern.hpp"
#include "verify/sparse_xor/population.hpp"
#include "verify/sparse_xor/sparse_polynomial.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::Rational;

TEST_CASE("finite pattern: the population identities hold as polynomials at d = 6", "[verify][sparse_xor][exact]") {
  const FinitePatternReport report = prove_population_identities();
  CHECK(report.loss_identity);
  CHECK(report.gradient_1_identity);
  CHECK(report.gradient_2_identity);
  CHECK(report.all());
  CHECK(report.gradient_patterns == 19);  // THEORY section 2
}

TEST_CASE("finite pattern: enumeration with random rationals for d up to 12", "[verify][sparse_xor][exact]") {
  for (std::size_t d = 2; d <= 12; ++d) {
    CAPTURE(d);
    CHECK(check_population_identities(d, 1));
    if (d <= 8) CHECK(check_population_identities(d, 0xfedcba9876543210ULL));
  }
  CHECK_THROWS_AS(check_population_identities(1, 1), lemmacheck::numerics::DomainError);
  CHECK_THROWS_AS(check_population_identities(13, 1), lemmacheck::numerics::DomainError);
}

TEST_CASE("sparse polynomials: arithmetic, and zero only when equal", "[verify][sparse_xor][exact]") {
  const auto x = SparsePolynomial::variable(0);
  const auto y = SparsePolynomial::variable(1);
  const SparsePolynomial one(Rational(1));
  CHECK((x + y) * (x - y) == x * x - y * y);
  CHECK(((x + y) * (x - y) - (x * x - y * y)).is_zero());
  CHECK_FALSE((x + y) * (x + y) == x * x + y * y);
  CHECK((x + y) * (x + y) == x * x + y * y + Rational(2) * (x * y));
  CHECK((Rational(0) * x).is_zero());
  CHECK(SparsePolynomial(Rational(0)).is_zero());
  auto z = x;
  z += z;
  CHECK(z == Rational(2) * x);
  z -= z;
  CHECK(z.is_zero());
  CHECK((one * x).terms().size() == 1);
}

TEST_CASE("population loss: the form in residuals is the same polynomial", "[verify][sparse_xor][exact]") {
  std::vector<SparsePolynomial> g, h;
  for (std::uint8_t k = 0; k < 5; ++k) {
    g.push_back(SparsePolynomial::variable(k));
    h.push_back(SparsePolynomial::variable(static_cast<std::uint8_t>(5 + k)));
  }
  const SparsePolynomial one(Rational(1));
  const auto plain = population_loss(attention_sums(g, h), g, h, 0, 1, one);
  auto r = g;
  auto s = h;
  r[0] = r[0] - one;
  s[1] = s[1] - one;
  CHECK(population_loss_from_residuals(attention_sums(r, s), r, s, 0, 1, one, one) == plain);
  // With a unit: residuals r/u, s/u give loss / u^2.
  const SparsePolynomial half(Rational(1, 2));
  const Rational two(2);
  for (auto& p : r) p = two * p;
  for (auto& p : s) p = two * p;
  CHECK(Rational(1, 4) * population_loss_from_residuals(attention_sums(r, s), r, s, 0, 1, half, one) == plain);
  // A wrong coefficient does not go unnoticed.
  CHECK_FALSE(population_loss_from_residuals(attention_sums(r, s), r, s, 0, 1, one, one) == plain);
}
