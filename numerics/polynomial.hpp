// Polynomials with integer coefficients in a fixed number of variables: a thin owner of FLINT's fmpz_mpoly. Internal.
//
// Every operation keeps to a limit of terms, degree and coefficient size and throws NoNormalForm beyond it, so that
// no call runs away.
#pragma once

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mpoly.h>

#include <optional>
#include <utility>
#include <vector>

#include "numerics/rational.hpp"

namespace lemmacheck::numerics::algebra {

/// There is no normal form: beyond a limit, or a formula that has no value anywhere. Never leaves normal_form.cpp.
struct NoNormalForm {
  bool more_atoms = false;  // a ring of more variables may do
};

/// Z[v_0, ..., v_{n-1}] with the lexicographic order.
class Ring {
 public:
  explicit Ring(std::size_t variables);
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  ~Ring() { fmpz_mpoly_ctx_clear(context_); }
  std::size_t variables() const noexcept { return static_cast<std::size_t>(fmpz_mpoly_ctx_nvars(context_)); }
  const fmpz_mpoly_ctx_struct* context() const noexcept { return context_; }

 private:
  fmpz_mpoly_ctx_t context_;
};

struct Term {
  Rational coefficient;                  // an integer
  std::vector<unsigned long> exponents;  // one per variable of the ring
};

class Polynomial {
 public:
  explicit Polynomial(const Ring& ring) : ring_(&ring) { fmpz_mpoly_init(value_, ring.context()); }
  Polynomial(const Ring& ring, long constant);
  Polynomial(const Polynomial& other);
  Polynomial(Polynomial&& other) noexcept;
  Polynomial& operator=(const Polynomial& other);
  Polynomial& operator=(Polynomial&& other) noexcept;
  ~Polynomial() { fmpz_mpoly_clear(value_, ring_->context()); }

  static Polynomial integer(const Ring& ring, mpz_srcptr value);
  static Polynomial variable(const Ring& ring, std::size_t index);
  static Polynomial from_terms(const Ring& ring, const std::vector<Term>& terms);

  const Ring& ring() const noexcept { return *ring_; }
  bool is_zero() const noexcept { return length() == 0; }
  bool is_one() const noexcept { return fmpz_mpoly_is_one(value_, ring_->context()) != 0; }
  bool is_constant() const noexcept { return fmpz_mpoly_is_fmpz(value_, ring_->context()) != 0; }
  /// The index of the variable that this is, nothing for any other polynomial.
  std::optional<std::size_t> as_variable() const;
  Rational constant_value() const;  // of a constant
  std::size_t length() const noexcept { return static_cast<std::size_t>(fmpz_mpoly_length(value_, ring_->context())); }
  long degree(std::size_t variable) const;
  long total_degree() const;
  int leading_sign() const;
  Rational content() const;  // positive; 0 for 0
  std::vector<Term> terms() const;
  /// The least exponent of a variable over all terms.
  unsigned long least_exponent(std::size_t variable) const;

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  Polynomial operator-() const;
  Polynomial scaled(const Rational& integer) const;
  Polynomial pow(unsigned long n) const;
  /// this / divisor when that is a polynomial.
  std::optional<Polynomial> quotient(const Polynomial& divisor) const;
  /// The coefficients of this as a polynomial in one variable, from degree 0 on.
  std::vector<Polynomial> coefficients(std::size_t variable) const;

  friend bool operator==(const Polynomial& a, const Polynomial& b) noexcept {
    return fmpz_mpoly_equal(a.value_, b.value_, a.ring_->context()) != 0;
  }

  fmpz_mpoly_struct* data() noexcept { return value_; }
  const fmpz_mpoly_struct* data() const noexcept { return value_; }

 private:
  Polynomial& checked();

  const Ring* ring_;
  fmpz_mpoly_t value_;
};

/// Divides both by their greatest common divisor.
void cancel(Polynomial& a, Polynomial& b);

/// scale * a = quotient * b + remainder, no term of the remainder divisible by the leading term of b; scale > 0.
struct Division {
  Rational scale;
  Polynomial quotient, remainder;
};
Division divide_with_remainder(const Polynomial& a, const Polynomial& b);

/// content * product of base^exponent: bases primitive, leading coefficients positive, irreducible and distinct; a
/// polynomial beyond the limit of factoring stays one base.
struct Factors {
  Rational content;
  std::vector<std::pair<Polynomial, long>> powers;
};
Factors factor(const Polynomial& a);

/// The prime powers of a positive integer; what trial division leaves stays one "prime".
std::vector<std::pair<Rational, long>> prime_powers(mpz_srcptr value);

}  // namespace lemmacheck::numerics::algebra
