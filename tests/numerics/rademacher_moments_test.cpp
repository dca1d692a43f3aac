#include "numerics/rademacher_moments.hpp"

#include <cstdint>
#include <random>

#include "numerics/error.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck::numerics;

namespace {

using Forms = std::vector<std::vector<Rational>>;

/// The moment by its definition: the mean over all 2^d inputs.
Rational by_enumeration(const Forms& forms, const std::vector<int>& exponents, std::optional<std::size_t> factor) {
  const std::size_t d = forms[0].size();
  Rational sum;
  for (std::uint32_t input = 0; input < 1u << d; ++input) {
    const auto sign = [input](std::size_t i) { return Rational((input >> i & 1) != 0 ? -1 : 1); };
    Rational product = factor ? sign(*factor) : Rational(1);
    for (std::size_t s = 0; s < forms.size(); ++s) {
      Rational value;
      for (std::size_t i = 0; i < d; ++i) value += forms[s][i] * sign(i);
      product *= pow(value, exponents[s]);
    }
    sum += product;
  }
  return sum / Rational(1LL << d);
}

Forms random_forms(std::size_t count, std::size_t d, std::mt19937& random) {
  Forms forms(count);
  for (auto& form : forms) {
    for (std::size_t i = 0; i < d; ++i) {
      const auto numerator = static_cast<long long>(random() % 41) - 20;
      form.emplace_back(numerator, static_cast<long long>(random() % 7 + 1));
    }
  }
  return forms;
}

}  // namespace

TEST_CASE("rademacher_moment: known values", "[numerics][rademacher][exact]") {
  const Forms pair = {{1, 1}};
  CHECK(rademacher_moment(pair, {2}) == Rational(2));
  CHECK(rademacher_moment(pair, {4}) == Rational(8));
  CHECK(rademacher_moment(pair, {3}) == Rational(0));
  CHECK(rademacher_moment(pair, {3}, 0) == Rational(4));
  // E (x_1 + ... + x_8)^8 = sum over k of C(8,k) (8-2k)^8 / 256
  CHECK(rademacher_moment({std::vector<Rational>(8, 1)}, {8}) == Rational(250496));
}

TEST_CASE("rademacher_moment: every order up to 8 agrees with enumeration", "[numerics][rademacher][exact]") {
  std::mt19937 random(20250601);
  const std::vector<std::vector<int>> all = {{0},
                                             {1},
                                             {2},
                                             {4},
                                             {6},
                                             {8},
                                             {7},
                                             {1, 1},
                                             {2, 2},
                                             {3, 1},
                                             {2, 4},
                                             {3, 5},
                                             {4, 4},
                                             {6, 2},
                                             {1, 1, 2},
                                             {2, 2, 2},
                                             {3, 3, 2},
                                             {1, 2, 4},
                                             {2, 2, 4},
                                             {1, 1, 1, 1},
                                             {2, 2, 2, 2},
                                             {1, 2, 3, 2},
                                             {1, 1, 1, 1, 1, 1, 1, 1}};
  for (const auto& exponents : all) {
    for (const std::size_t d : {1u, 2u, 5u, 6u}) {
      const Forms forms = random_forms(exponents.size(), d, random);
      CAPTURE(exponents, d);
      CHECK(rademacher_moment(forms, exponents) == by_enumeration(forms, exponents, std::nullopt));
      for (const std::size_t factor : {std::size_t{0}, d - 1}) {
        CHECK(rademacher_moment(forms, exponents, factor) == by_enumeration(forms, exponents, factor));
      }
      const std::vector<Rational> with_factors = rademacher_moments_with_factors(forms, exponents);
      REQUIRE(with_factors.size() == d);
      for (std::size_t j = 0; j < d; ++j) CHECK(with_factors[j] == by_enumeration(forms, exponents, j));
    }
  }
}

TEST_CASE("rademacher_moment: BigInterval encloses the exact moment closely", "[numerics][rademacher][containment]") {
  std::mt19937 random(7);
  const Precision precision(100);
  for (const auto& exponents : std::vector<std::vector<int>>{{2, 2}, {4, 2, 2}, {3, 4}, {8}}) {
    const Forms forms = random_forms(exponents.size(), 9, random);
    std::vector<std::vector<BigInterval>> enclosed(forms.size());
    for (std::size_t s = 0; s < forms.size(); ++s) {
      for (const Rational& c : forms[s]) enclosed[s].emplace_back(c, precision);
    }
    for (const auto factor : {std::optional<std::size_t>(), std::optional<std::size_t>(3)}) {
      CAPTURE(exponents, factor.has_value());
      const Rational exact = by_enumeration(forms, exponents, factor);
      const BigInterval result = rademacher_moment(enclosed, exponents, factor);
      CHECK(result.contains(exact));
      CHECK(result.width_upper() <= 1e-20 * (1.0 + std::abs(exact.approx_double())));
    }
    const std::vector<BigInterval> with_factors = rademacher_moments_with_factors(enclosed, exponents);
    for (std::size_t j = 0; j < with_factors.size(); ++j) {
      const Rational exact = by_enumeration(forms, exponents, j);
      CHECK(with_factors[j].contains(exact));
      CHECK(with_factors[j].width_upper() <= 1e-20 * (1.0 + std::abs(exact.approx_double())));
    }
  }
}

TEST_CASE("rademacher_moment: hypotheses", "[numerics][rademacher][domain]") {
  const auto code = [](const Forms& forms, const std::vector<int>& exponents, std::optional<std::size_t> factor) {
    try {
      rademacher_moment(forms, exponents, factor);
    } catch (const Error& error) {
      return error.code();
    }
    return std::string("none");
  };
  CHECK(code({}, {}, std::nullopt) == "LC341");
  CHECK(code({{}}, {1}, std::nullopt) == "LC341");
  CHECK(code({{1, 2}, {1}}, {1, 1}, std::nullopt) == "LC341");
  CHECK(code({{1, 2}}, {1, 1}, std::nullopt) == "LC341");
  CHECK(code({{1, 2}}, {9}, std::nullopt) == "LC241");
  CHECK(code({{1, 2}}, {-1}, std::nullopt) == "LC241");
  CHECK(code({{1, 2}, {1, 2}}, {5, 4}, std::nullopt) == "LC241");
  CHECK(code({{1, 2}}, {2}, 2) == "LC241");
  CHECK(code({{1, 2}}, {8}, 1) == "none");
}
