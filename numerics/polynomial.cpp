#include "numerics/polynomial.hpp"

#include <flint/fmpz_mpoly_factor.h>

#include <algorithm>

#include "numerics/error.hpp"
#include "numerics/flint_caches.hpp"

namespace lemmacheck::numerics::algebra {
namespace {

constexpr std::size_t most_terms = 20'000;
constexpr std::size_t most_products = 400'000;
constexpr long most_degree = 1'000;
constexpr long most_bits = 6'000;
// Greatest common divisors and factors cost more than products.
constexpr std::size_t most_gcd_terms = 1'500;
constexpr std::size_t most_factor_terms = 400;
constexpr long most_factor_degree = 100;
constexpr long most_factor_bits = 1'500;
constexpr unsigned long most_trial_divisor = 5'000;

class Integer {
 public:
  Integer() noexcept { fmpz_init(value_); }
  explicit Integer(mpz_srcptr x) : Integer() { fmpz_set_mpz(value_, x); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  ~Integer() { fmpz_clear(value_); }
  operator fmpz*() noexcept { return value_; }  // NOLINT(google-explicit-constructor)
  Rational rational() const {
    Rational r;
    fmpz_get_mpz(mpq_numref(r.data()), value_);
    return r;
  }

 private:
  fmpz_t value_;
};

}  // namespace

Ring::Ring(std::size_t variables) {
  free_flint_caches_at_thread_end();
  fmpz_mpoly_ctx_init(context_, static_cast<slong>(variables), ORD_LEX);
}

Polynomial::Polynomial(const Ring& ring, long constant) : Polynomial(ring) {
  fmpz_mpoly_set_si(value_, constant, ring.context());
}

Polynomial::Polynomial(const Polynomial& other) : Polynomial(*other.ring_) {
  fmpz_mpoly_set(value_, other.value_, ring_->context());
}

Polynomial::Polynomial(Polynomial&& other) noexcept : Polynomial(*other.ring_) {
  fmpz_mpoly_swap(value_, other.value_, ring_->context());
}

Polynomial& Polynomial::operator=(const Polynomial& other) {
  fmpz_mpoly_set(value_, other.value_, ring_->context());
  return *this;
}

Polynomial& Polynomial::operator=(Polynomial&& other) noexcept {
  fmpz_mpoly_swap(value_, other.value_, ring_->context());
  return *this;
}

Polynomial& Polynomial::checked() {
  if (length() > most_terms || std::abs(fmpz_mpoly_max_bits(value_)) > most_bits) throw NoNormalForm();
  if (fmpz_mpoly_total_degree_fits_si(value_, ring_->context()) == 0 || total_degree() > most_degree)
    throw NoNormalForm();
  return *this;
}

Polynomial Polynomial::integer(const Ring& ring, mpz_srcptr value) {
  Polynomial p(ring);
  Integer c(value);
  fmpz_mpoly_set_fmpz(p.value_, c, ring.context());
  p.checked();
  return p;
}

Polynomial Polynomial::variable(const Ring& ring, std::size_t index) {
  Polynomial p(ring);
  fmpz_mpoly_gen(p.value_, static_cast<slong>(index), ring.context());
  return p;
}

Polynomial Polynomial::from_terms(const Ring& ring, const std::vector<Term>& terms) {
  Polynomial p(ring);
  for (const Term& t : terms) {
    Integer c(mpq_numref(t.coefficient.data()));
    fmpz_mpoly_push_term_fmpz_ui(p.value_, c, t.exponents.data(), ring.context());
  }
  fmpz_mpoly_sort_terms(p.value_, ring.context());
  fmpz_mpoly_combine_like_terms(p.value_, ring.context());
  p.checked();
  return p;
}

std::optional<std::size_t> Polynomial::as_variable() const {
  if (length() != 1 || fmpz_mpoly_is_gen(value_, -1, ring_->context()) == 0) return std::nullopt;
  for (std::size_t i = 0; i < ring_->variables(); ++i)
    if (degree(i) == 1) return i;
  return std::nullopt;
}

Rational Polynomial::constant_value() const {
  LEMMACHECK_ASSERT(is_constant());
  Integer c;
  fmpz_mpoly_get_fmpz(c, value_, ring_->context());
  return c.rational();
}

long Polynomial::degree(std::size_t variable) const {
  return fmpz_mpoly_degree_si(value_, static_cast<slong>(variable), ring_->context());
}

long Polynomial::total_degree() const { return fmpz_mpoly_total_degree_si(value_, ring_->context()); }

int Polynomial::leading_sign() const {
  if (is_zero()) return 0;
  Integer c;
  fmpz_mpoly_get_term_coeff_fmpz(c, value_, 0, ring_->context());
  return fmpz_sgn(c);
}

Rational Polynomial::content() const {
  Integer content, c;
  for (std::size_t i = 0; i < length(); ++i) {
    fmpz_mpoly_get_term_coeff_fmpz(c, value_, static_cast<slong>(i), ring_->context());
    fmpz_gcd(content, content, c);
    if (fmpz_is_one(content)) break;
  }
  return content.rational();
}

std::vector<Term> Polynomial::terms() const {
  std::vector<Term> all(length());
  Integer c;
  for (std::size_t i = 0; i < all.size(); ++i) {
    fmpz_mpoly_get_term_coeff_fmpz(c, value_, static_cast<slong>(i), ring_->context());
    all[i].coefficient = c.rational();
    all[i].exponents.resize(ring_->variables());
    fmpz_mpoly_get_term_exp_ui(all[i].exponents.data(), value_, static_cast<slong>(i), ring_->context());
  }
  return all;
}

unsigned long Polynomial::least_exponent(std::size_t variable) const {
  unsigned long least = is_zero() ? 0 : ~0ul;
  for (std::size_t i = 0; i < length() && least > 0; ++i)
    least = std::min<unsigned long>(
        least,
        fmpz_mpoly_get_term_var_exp_ui(value_, static_cast<slong>(i), static_cast<slong>(variable), ring_->context()));
  return least;
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial r(a.ring());
  fmpz_mpoly_add(r.value_, a.value_, b.value_, a.ring().context());
  r.checked();
  return r;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  Polynomial r(a.ring());
  fmpz_mpoly_sub(r.value_, a.value_, b.value_, a.ring().context());
  r.checked();
  return r;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  if (a.length() * b.length() > most_products) throw NoNormalForm();
  Polynomial r(a.ring());
  fmpz_mpoly_mul(r.value_, a.value_, b.value_, a.ring().context());
  r.checked();
  return r;
}

Polynomial Polynomial::operator-() const {
  Polynomial r(*ring_);
  fmpz_mpoly_neg(r.value_, value_, ring_->context());
  return r;
}

Polynomial Polynomial::scaled(const Rational& integer) const {
  Polynomial r(*ring_);
  Integer c(mpq_numref(integer.data()));
  fmpz_mpoly_scalar_mul_fmpz(r.value_, value_, c, ring_->context());
  r.checked();
  return r;
}

Polynomial Polynomial::pow(unsigned long n) const {
  if (is_zero()) return Polynomial(*ring_, n == 0 ? 1 : 0);
  if (n > 0 && total_degree() > most_degree / static_cast<long>(std::min<unsigned long>(n, most_degree + 1)))
    throw NoNormalForm();
  Polynomial result(*ring_, 1), square = *this;
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) result = result * square;
    if (n > 1) square = square * square;
  }
  return result;
}

std::optional<Polynomial> Polynomial::quotient(const Polynomial& divisor) const {
  Polynomial q(*ring_);
  if (fmpz_mpoly_divides(q.value_, value_, divisor.value_, ring_->context()) == 0) return std::nullopt;
  return q;
}

std::vector<Polynomial> Polynomial::coefficients(std::size_t variable) const {
  std::vector<std::vector<Term>> by_degree(is_zero() ? 1 : static_cast<std::size_t>(degree(variable)) + 1);
  for (Term& t : terms()) {
    const unsigned long k = std::exchange(t.exponents[variable], 0ul);
    by_degree[k].push_back(std::move(t));
  }
  std::vector<Polynomial> all;
  for (const std::vector<Term>& t : by_degree) all.push_back(from_terms(*ring_, t));
  return all;
}

void cancel(Polynomial& a, Polynomial& b) {
  if (a.length() > most_gcd_terms || b.length() > most_gcd_terms) throw NoNormalForm();
  Polynomial g(a.ring());
  if (fmpz_mpoly_gcd(g.data(), a.data(), b.data(), a.ring().context()) == 0) throw NoNormalForm();
  if (g.is_one() || g.is_zero()) return;
  a = a.quotient(g).value();
  b = b.quotient(g).value();
}

Division divide_with_remainder(const Polynomial& a, const Polynomial& b) {
  if (a.length() * b.length() > most_products) throw NoNormalForm();
  Division d{Rational(), Polynomial(a.ring()), Polynomial(a.ring())};
  Integer scale;
  fmpz_mpoly_quasidivrem(scale, d.quotient.data(), d.remainder.data(), a.data(), b.data(), a.ring().context());
  d.scale = scale.rational();
  if (d.scale.sign() < 0) {
    d.scale = -d.scale;
    d.quotient = -d.quotient;
    d.remainder = -d.remainder;
  }
  return d;
}

Factors factor(const Polynomial& a) {
  const Ring& ring = a.ring();
  Factors result;
  result.content = a.content() * Rational(a.leading_sign());
  if (a.is_constant()) return result;
  if (a.length() == 1) {
    const Term term = a.terms().front();
    for (std::size_t i = 0; i < ring.variables(); ++i)
      if (term.exponents[i] > 0)
        result.powers.emplace_back(Polynomial::variable(ring, i), static_cast<long>(term.exponents[i]));
    return result;
  }
  const Polynomial primitive = a.quotient(Polynomial::integer(ring, mpq_numref(result.content.data()))).value();
  if (primitive.total_degree() == 1 || primitive.length() > most_factor_terms ||
      primitive.total_degree() > most_factor_degree ||
      std::abs(fmpz_mpoly_max_bits(primitive.data())) > most_factor_bits) {
    result.powers.emplace_back(primitive, 1);
    return result;
  }
  fmpz_mpoly_factor_t factors;
  fmpz_mpoly_factor_init(factors, ring.context());
  if (fmpz_mpoly_factor(factors, primitive.data(), ring.context()) == 0) {
    result.powers.emplace_back(primitive, 1);
  } else {
    for (slong i = 0; i < fmpz_mpoly_factor_length(factors, ring.context()); ++i) {
      Polynomial base(ring);
      fmpz_mpoly_factor_get_base(base.data(), factors, i, ring.context());
      const long exponent = fmpz_mpoly_factor_get_exp_si(factors, i, ring.context());
      if (base.leading_sign() < 0) {
        base = -base;
        if (exponent % 2 != 0) result.content = -result.content;
      }
      result.powers.emplace_back(std::move(base), exponent);
    }
    Integer constant;
    fmpz_mpoly_factor_get_constant_fmpz(constant, factors, ring.context());
    result.content *= constant.rational();
  }
  fmpz_mpoly_factor_clear(factors, ring.context());
  return result;
}

std::vector<std::pair<Rational, long>> prime_powers(mpz_srcptr value) {
  std::vector<std::pair<Rational, long>> powers;
  Rational rest;
  mpz_set(mpq_numref(rest.data()), value);
  mpz_ptr n = mpq_numref(rest.data());
  for (unsigned long p = 2; p < most_trial_divisor && mpz_cmp_ui(n, 1) != 0; p += p == 2 ? 1 : 2) {
    if (mpz_cmp_ui(n, p * p) < 0) break;
    long k = 0;
    for (; mpz_divisible_ui_p(n, p) != 0; ++k) mpz_divexact_ui(n, n, p);
    if (k > 0) powers.emplace_back(Rational(p), k);
  }
  if (mpz_cmp_ui(n, 1) != 0) powers.emplace_back(rest, 1);
  return powers;
}

}  // namespace lemmacheck::numerics::algebra
