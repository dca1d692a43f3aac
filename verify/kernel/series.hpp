// Truncated expansions in a scale of powers, logarithms and exponentials, for t -> 0+ and L = log(1/t) -> +inf.
//
// A series is a finite sum of terms  c * t^q * L^j * exp(G),  with G a finite sum of terms that tend to +-inf, plus an
// error that is O(remainder): at most a constant times that scale for all small t > 0, the constant depending on the
// other variables. Every operation keeps this true at all values of the other variables where all of positive() are
// > 0 and the formulas free of t have values.
#pragma once

#include <span>

#include "verify/kernel/signs.hpp"

namespace lemmacheck::verify::kernel {

/// One term of the exponent G: c * t^power * L^logs.
struct ExponentTerm {
  numerics::Rational power, logs;
  Coefficient c;
  friend bool operator==(const ExponentTerm&, const ExponentTerm&) = default;
};

/// t^power * L^logs * exp(sum of exponent), the exponent sorted by growth, fastest first.
struct Scale {
  numerics::Rational power = 0, logs = 0;
  std::vector<ExponentTerm> exponent;
};

struct Term {
  Coefficient c;
  Scale scale;
};

/// terms (strictly decreasing scales, all above the remainder) + O(remainder); exact when there is no remainder.
struct Series {
  std::vector<Term> terms;
  std::optional<Scale> remainder;
  bool exactly_zero() const noexcept { return terms.empty() && !remainder; }
};

enum class Tends { to_finite, to_plus_infinity, to_minus_infinity };

/// Arithmetic of series to a given order, with the signs it relied on.
class SeriesAlgebra {
 public:
  SeriesAlgebra(numerics::Graph& graph, int order) : signs_(graph), order_(order) {}

  numerics::Graph& graph() noexcept { return signs_.graph(); }
  Signs& signs() noexcept { return signs_; }
  int order() const noexcept { return order_; }

  bool is_zero(const Coefficient& c) { return signs_.is_zero(c); }
  int sign(const Coefficient& c) { return signs_.sign(c); }
  Coefficient times(const Coefficient& a, const Coefficient& b);
  Coefficient power(const Coefficient& c, const numerics::Rational& exponent);

  /// 1: a/b -> +inf, -1: a/b -> 0, 0: equal.
  int compare(const Scale& a, const Scale& b);
  Scale times(const Scale& a, const Scale& b);
  Scale power(const Scale& a, const numerics::Rational& exponent);

  static Series constant(const Coefficient& c);
  static Series term(const Coefficient& c, Scale scale);
  Series add(const Series& a, const Series& b);
  Series subtract(const Series& a, const Series& b);
  Series negative(const Series& a) { return multiply(Coefficient(-1), a); }
  Series plus(const Series& a, const numerics::Rational& number) { return add(a, constant(number)); }
  Series multiply(const Series& a, const Series& b);
  Series multiply(const Coefficient& c, const Series& a);
  Series power(Series a, const numerics::Rational& exponent);
  Series inverse(const Series& a) { return power(a, -1); }
  Series with_error(Series a, const Scale& error);

  /// Drops leading terms whose coefficients are zero.
  void strip(Series& a);
  /// a bound: a = O(bound); nullopt for exactly zero.
  static std::optional<Scale> bound(const Series& a);
  /// The leading term, not proved zero; throws when nothing but an error is left.
  const Term& leading(Series& a);
  /// Where it goes; for a finite end the value at the end.
  Tends tends(Series& a, Coefficient& value);
  /// a minus what it tends to, which must be `value`: tends to 0.
  Series small_part(Series a);
  /// a = leading * (1 + e): e.
  Series relative_part(Series a);
  /// sum of factors[k] * e^k + O(e^factors.size()), e -> 0.
  Series compose(std::span<const Coefficient> factors, Series e);

 private:
  void insert(Series& a, Term term);
  void insert_error(Series& a, const Scale& error);
  void trim(Series& a);

  Signs signs_;
  int order_;
  long comparisons_ = 0;
};

}  // namespace lemmacheck::verify::kernel
