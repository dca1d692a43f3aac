#include "numerics/rademacher_moments.hpp"

#include <numeric>
#include <string>

#include "numerics/error.hpp"

namespace lemmacheck::numerics {

namespace {

constexpr int highest_order = 8;

Rational like(const Rational& value, const Rational&) { return value; }
BigInterval like(const Rational& value, const BigInterval& pattern) { return {value, pattern.precision()}; }

/// The exponents f with 0 <= f <= e, in mixed-radix order: a dense index for polynomials cut at degree e.
class ExponentBox {
 public:
  explicit ExponentBox(const std::vector<int>& highest) : highest_(highest) {
    for (const int e : highest) size_ *= static_cast<std::size_t>(e) + 1;
    for (std::size_t index = 0; index < size_; ++index) {
      const auto f = exponents(index);
      degrees_.push_back(std::accumulate(f.begin(), f.end(), 0));
    }
  }
  std::size_t size() const { return size_; }
  int highest(std::size_t s) const { return highest_[s]; }
  int degree(std::size_t index) const { return degrees_[index]; }
  std::vector<int> exponents(std::size_t index) const {
    std::vector<int> f(highest_.size());
    for (std::size_t s = 0; s < f.size(); ++s) {
      const auto radix = static_cast<std::size_t>(highest_[s]) + 1;
      f[s] = static_cast<int>(index % radix);
      index /= radix;
    }
    return f;
  }
  /// Whether f <= g in every place; then index(g) - index(f) = index(g - f).
  bool divides(std::size_t f, std::size_t g) const {
    const auto a = exponents(f);
    const auto b = exponents(g);
    for (std::size_t s = 0; s < a.size(); ++s) {
      if (a[s] > b[s]) return false;
    }
    return true;
  }

 private:
  std::vector<int> highest_, degrees_;
  std::size_t size_ = 1;
};

int total(const std::vector<int>& f) { return std::accumulate(f.begin(), f.end(), 0); }

Rational factorial(int n) {
  Rational product(1);
  for (int k = 2; k <= n; ++k) product *= Rational(k);
  return product;
}

/// n! / prod f_s!, n = sum f_s.
Rational multinomial(const std::vector<int>& f) {
  Rational value = factorial(total(f));
  for (const int k : f) value /= factorial(k);
  return value;
}

Rational log_cosh_coefficient(int order) {
  switch (order) {
    case 2:
      return {1, 2};
    case 4:
      return {-1, 12};
    case 6:
      return {1, 45};
    case 8:
      return {-17, 2520};
    default:
      return {};
  }
}

Rational tanh_coefficient(int order) {
  switch (order) {
    case 1:
      return {1, 1};
    case 3:
      return {-1, 3};
    case 5:
      return {2, 15};
    case 7:
      return {-17, 315};
    default:
      return {};
  }
}

template <class Number>
void require_valid(const std::vector<std::vector<Number>>& forms, const std::vector<int>& exponents,
                   std::optional<std::size_t> factor) {
  if (forms.empty() || forms[0].empty() || forms.size() != exponents.size()) {
    throw ShapeError("LC341", "rademacher_moment: " + std::to_string(forms.size()) + " forms and " +
                                  std::to_string(exponents.size()) +
                                  " exponents; one exponent for each of at least one nonempty form is needed");
  }
  for (const auto& form : forms) {
    if (form.size() != forms[0].size()) {
      throw ShapeError("LC341", "rademacher_moment: forms of lengths " + std::to_string(forms[0].size()) + " and " +
                                    std::to_string(form.size()) + "; all must have the same length");
    }
  }
  for (const int e : exponents) {
    if (e < 0 || e > highest_order || total(exponents) > highest_order) {
      throw DomainError("LC241", "rademacher_moment: exponent " + std::to_string(e) +
                                     "; exponents are at least 0 and sum to at most 8");
    }
  }
  if (factor && *factor >= forms[0].size()) {
    throw DomainError("LC241", "rademacher_moment: factor x_" + std::to_string(*factor) + "; the index must be below " +
                                   std::to_string(forms[0].size()));
  }
}

/// All monomials prod_s forms[s][i]^{f_s}, f in the box.
template <class Number>
std::vector<Number> monomials(const std::vector<std::vector<Number>>& forms, const ExponentBox& box, std::size_t i) {
  std::vector<Number> result;
  result.reserve(box.size());
  result.push_back(like(Rational(1), forms[0][0]));
  for (std::size_t s = 0, stride = 1; s < forms.size(); stride = result.size(), ++s) {
    const std::size_t next = stride * (static_cast<std::size_t>(box.highest(s)) + 1);
    while (result.size() < next) result.push_back(result[result.size() - stride] * forms[s][i]);
  }
  return result;
}

/// The coefficients of prod_i cosh z_i, without the index `factor`, up to the degrees of the box.
template <class Number>
std::vector<Number> cosh_series(const std::vector<std::vector<Number>>& forms, const ExponentBox& box,
                                std::optional<std::size_t> factor) {
  const Number& pattern = forms[0][0];
  const Number zero = like(Rational(), pattern);
  const std::size_t size = box.size();

  // log_series: the coefficients of sum_i log cosh z_i, from the power sums.
  std::vector<Number> log_series(size, zero);
  for (std::size_t i = 0; i < forms[0].size(); ++i) {
    if (factor == i) continue;
    const std::vector<Number> values = monomials(forms, box, i);
    for (std::size_t index = 1; index < size; ++index)
      if (box.degree(index) % 2 == 0) log_series[index] = log_series[index] + values[index];
  }
  for (std::size_t index = 1; index < size; ++index) {
    const auto f = box.exponents(index);
    if (total(f) % 2 == 0)
      log_series[index] = log_series[index] * like(log_cosh_coefficient(total(f)) * multinomial(f), pattern);
  }

  // Its exponential E by the Euler operator: |f| E_f = sum_{0 < g <= f} |g| L_g E_{f-g}.
  std::vector<Number> series(size, zero);
  series[0] = like(Rational(1), pattern);
  for (std::size_t index = 1; index < size; ++index) {
    const int degree = box.degree(index);
    if (degree % 2 != 0) continue;
    Number sum = zero;
    for (std::size_t g = 1; g <= index; ++g) {
      if (box.degree(g) % 2 != 0 || !box.divides(g, index)) continue;
      sum = sum + like(Rational(box.degree(g)), pattern) * log_series[g] * series[index - g];
    }
    series[index] = sum * like(Rational(1, degree), pattern);
  }
  return series;
}

template <class Number>
Number scale_of(const std::vector<int>& exponents, const Number& pattern) {
  Rational scale(1);
  for (const int e : exponents) scale *= factorial(e);
  return like(scale, pattern);
}

template <class Number>
Number moment(const std::vector<std::vector<Number>>& forms, const std::vector<int>& exponents,
              std::optional<std::size_t> factor) {
  require_valid(forms, exponents, factor);
  const Number& pattern = forms[0][0];
  const Number zero = like(Rational(), pattern);
  if ((total(exponents) + (factor ? 1 : 0)) % 2 != 0) return zero;

  const ExponentBox box(exponents);
  const std::size_t size = box.size();
  const std::vector<Number> series = cosh_series(forms, box, factor);
  Number coefficient = series[size - 1];
  if (factor) {
    // times sinh z_j = sum over odd |f| of z_j's monomials, multinomial(f) / |f|! each.
    const std::vector<Number> values = monomials(forms, box, *factor);
    coefficient = zero;
    for (std::size_t g = 1; g < size; ++g) {
      const auto f = box.exponents(g);
      if (total(f) % 2 == 0) continue;
      coefficient =
          coefficient + values[g] * like(multinomial(f) / factorial(total(f)), pattern) * series[size - 1 - g];
    }
  }
  return coefficient * scale_of(exponents, pattern);
}

template <class Number>
std::vector<Number> moments_with_factors(const std::vector<std::vector<Number>>& forms,
                                         const std::vector<int>& exponents) {
  require_valid(forms, exponents, std::nullopt);
  const Number& pattern = forms[0][0];
  std::vector<Number> result(forms[0].size(), like(Rational(), pattern));
  if (total(exponents) % 2 == 0) return result;

  const ExponentBox box(exponents);
  const std::size_t size = box.size();
  const std::vector<Number> series = cosh_series(forms, box, std::nullopt);
  // weight[g]: what multiplies z_j's monomial g of tanh z_j in the coefficient of t^e.
  const Number scale = scale_of(exponents, pattern);
  std::vector<Number> weight(size, like(Rational(), pattern));
  for (std::size_t g = 1; g < size; ++g) {
    const auto f = box.exponents(g);
    if (total(f) % 2 != 0)
      weight[g] = like(tanh_coefficient(total(f)) * multinomial(f), pattern) * series[size - 1 - g] * scale;
  }
  for (std::size_t j = 0; j < result.size(); ++j) {
    const std::vector<Number> values = monomials(forms, box, j);
    for (std::size_t g = 1; g < size; ++g)
      if (box.degree(g) % 2 != 0) result[j] = result[j] + values[g] * weight[g];
  }
  return result;
}

}  // namespace

Rational rademacher_moment(const std::vector<std::vector<Rational>>& forms, const std::vector<int>& exponents,
                           std::optional<std::size_t> factor) {
  return moment(forms, exponents, factor);
}

BigInterval rademacher_moment(const std::vector<std::vector<BigInterval>>& forms, const std::vector<int>& exponents,
                              std::optional<std::size_t> factor) {
  return moment(forms, exponents, factor);
}

std::vector<Rational> rademacher_moments_with_factors(const std::vector<std::vector<Rational>>& forms,
                                                      const std::vector<int>& exponents) {
  return moments_with_factors(forms, exponents);
}

std::vector<BigInterval> rademacher_moments_with_factors(const std::vector<std::vector<BigInterval>>& forms,
                                                         const std::vector<int>& exponents) {
  return moments_with_factors(forms, exponents);
}

}  // namespace lemmacheck::numerics
