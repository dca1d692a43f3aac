// Separations: crossings against single points, projections against exact elimination and closed forms.
#include <algorithm>

#include "numerics/error.hpp"
#include "numerics/interval_functions.hpp"
#include "tests/support/catch.hpp"
#include "verify/sparse_xor/crossing.hpp"
#include "verify/sparse_xor/fixed_embedding.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::DomainError;
using lemmacheck::numerics::Interval;
using lemmacheck::numerics::Rational;
using lemmacheck::numerics::ShapeError;

namespace {

using Features_ = std::vector<std::vector<Rational>>;

/// The same sum without Gram matrix or transform: Gram-Schmidt on the features, then inner products with each parity.
Rational by_orthogonalisation(const Features_& features, std::size_t d, std::size_t k) {
  const std::size_t inputs = std::size_t{1} << d;
  const auto inner = [inputs](const std::vector<Rational>& a, const std::vector<Rational>& b) {
    Rational sum;
    for (std::size_t x = 0; x < inputs; ++x) sum += a[x] * b[x];
    return sum / Rational(static_cast<long>(inputs));
  };
  Features_ basis;
  for (std::vector<Rational> phi : features) {
    for (const auto& b : basis) {
      const Rational factor = inner(phi, b) / inner(b, b);
      for (std::size_t x = 0; x < inputs; ++x) phi[x] -= factor * b[x];
    }
    if (inner(phi, phi).sign() != 0) basis.push_back(std::move(phi));
  }
  Rational sum;
  std::vector<bool> chosen(d, false);
  std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(k), true);
  do {
    std::vector<Rational> chi(inputs, Rational(1));
    for (std::size_t x = 0; x < inputs; ++x)
      for (std::size_t i = 0; i < d; ++i)
        if (chosen[i] && (x >> i & 1) != 0) chi[x] = -chi[x];
    for (const auto& b : basis) {
      const Rational c = inner(chi, b);
      sum += c * c / inner(b, b);
    }
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return sum;
}

}  // namespace

TEST_CASE("separations: the least number of coordinates", "[verify][sparse_xor][exact]") {
  // k (k-1) >= d (d-1) / 2: the sides of pairs that are half of all pairs (15 of 21, 85 of 120, 493 of 697).
  CHECK(least_coordinates(Rational(21), Rational(1, 2)) == Rational(15));
  CHECK(least_coordinates(Rational(120), Rational(1, 2)) == Rational(85));
  CHECK(least_coordinates(Rational(697), Rational(1, 2)) == Rational(493));
  CHECK(least_coordinates(Rational(698), Rational(1, 2)) == Rational(494));
  for (long d = 2; d <= 40; ++d)
    for (const Rational& delta : {Rational(1, 2), Rational(1, 10), Rational(99, 100)}) {
      long k = 1;
      while (Rational(k * (k - 1)) < (Rational(1) - delta) * Rational(d * (d - 1))) ++k;
      CAPTURE(d, delta.to_string());
      CHECK(least_coordinates(Rational(d), delta) == Rational(k));
    }
  // 10^15 squared is beyond binary64: with d^2 ~ k^2 / (1-delta) the neighbours are told apart.
  const Rational d = Rational::parse("1e15"), k = least_coordinates(d, Rational(1, 4));
  CHECK(k * (k - Rational(1)) >= Rational(3, 4) * d * (d - Rational(1)));
  CHECK((k - Rational(1)) * (k - Rational(2)) < Rational(3, 4) * d * (d - Rational(1)));
  CHECK_THROWS_AS(least_coordinates(Rational(1), Rational(1, 2)), DomainError);
  CHECK_THROWS_AS(least_coordinates(Rational(5), Rational(1)), DomainError);
}

TEST_CASE("separations: the least dimension is the threshold of README", "[verify][sparse_xor]") {
  // threshold theorem-2 --of m at d = 1e6, delta = 0.1: holds from 87 on.
  const CrossingTheorem theorem{"theorem-2", "0.1", "0.01"};
  const LeastDimension found = least_dimension(theorem, Rational(1000000), 4096);
  CHECK_FALSE(found.undecided);
  REQUIRE(found.dimension);
  CHECK(*found.dimension == 87);
  CHECK_FALSE(least_dimension(theorem, Rational(1000000), 86).dimension);
  CHECK_FALSE(least_dimension(theorem, Rational(1000000), 86).undecided);
}

TEST_CASE("separations: no crossing below a limit", "[verify][sparse_xor]") {
  CHECK_FALSE(find_crossing(Opponent::every_support, {"theorem-2", "0.5", "0.01"}, {.largest = 400}));
  CHECK_THROWS_AS(find_crossing(Opponent::every_support, {"theorem-2", "2", "0.01"}), lemmacheck::numerics::Error);
}

TEST_CASE("separations: a crossing is where the neighbours say", "[verify][sparse_xor]") {
  const CrossingTheorem theorem{"theorem-2", "0.5", "0.01"};
  const auto found = find_crossing(Opponent::every_support, theorem);
  REQUIRE(found);
  CHECK(found->minimal);
  CHECK(found->positions == 461);
  CHECK(found->dimension == 229);
  const LeastDimension here = least_dimension(theorem, Rational(461), 230);
  CHECK(here.dimension == 229);
  const LeastDimension there = least_dimension(theorem, Rational(460), 229);
  CHECK_FALSE(there.dimension);
  CHECK_FALSE(there.undecided);
}

TEST_CASE("separations: a crossing far out, between points of an independent reader", "[verify][sparse_xor]") {
  // tests/golden/theorem_points.json has theorem-2 at (358679, 179320), which holds, at m = 179319 and at
  // (358678, 179338), where it fails.
  const auto found = find_crossing(Opponent::every_support, {"theorem-2", "0.01", "0.01"});
  REQUIRE(found);
  CHECK(found->minimal);
  CHECK(found->positions == 358679);
  CHECK(found->dimension == 179320);
  CHECK(found->boxes < 600);
}

TEST_CASE("separations: features needed, exact far beyond enumeration", "[verify][sparse_xor][exact]") {
  CHECK(binomial_coefficient(10, 3) == Rational(120));
  CHECK(binomial_coefficient(64, 32) == Rational::parse("1832624140942590534"));
  CHECK(least_features(10, 3, Rational(1, 100)) == Rational(119));
  CHECK(least_features(10, 3, Rational(0)) == Rational(120));
  // C(10^6, 10) by an independent program (Python's math.comb).
  CHECK(least_features(1000000, 10, Rational(0)) ==
        Rational::parse("275560791685954185974226391830832142533978457499900000"));
  CHECK_THROWS_AS(least_features(3, 4, Rational(0)), DomainError);
  CHECK_THROWS_AS(least_features(3, 2, Rational(1)), DomainError);
}

TEST_CASE("separations: projections agree with Gram-Schmidt and stay below N", "[verify][sparse_xor][exact]") {
  for (const auto& [d, k, n] : {std::tuple<std::size_t, std::size_t, std::size_t>{3, 1, 2}, {4, 2, 6}, {5, 3, 9}})
    for (const Features kind : {Features::relu_real, Features::relu_integer, Features::parities}) {
      if (kind == Features::parities && Rational(n) > binomial_coefficient(static_cast<long>(d), static_cast<long>(k)))
        continue;
      CAPTURE(d, k, n, name_of(kind));
      const auto features = sample_features(kind, d, k, n, 3);
      const Features_ exact = exact_features(features);
      const ExactlyExplained found = exactly_explained(exact, k);
      CHECK(found.sum == by_orthogonalisation(exact, d, k));
      CHECK(found.sum <= Rational(found.rank));
      CHECK(found.rank <= n);
      const Explained enclosed = enclose_explained(features, k);
      if (enclosed.decided) {
        CHECK(enclosed.sum.contains(found.sum));
        CHECK(enclosed.sum.width_upper() <= 1e-9);
      }
      CHECK(enclosed.decided == (found.rank == n));  // a singular Gram matrix is never within 1 of the identity
      if (kind == Features::parities) CHECK(found.sum == Rational(n));  // attained
    }
}

TEST_CASE("separations: ten positions, three in a parity", "[verify][sparse_xor][containment]") {
  const auto features = sample_features(Features::relu_integer, 10, 3, 16, 1);
  const ExactlyExplained exact = exactly_explained(exact_features(features), 3);
  const Explained enclosed = enclose_explained(features, 3);
  REQUIRE(enclosed.decided);
  CHECK(enclosed.sum.contains(exact.sum));
  CHECK(exact.sum < Rational(16));
  CHECK(exact.sum.sign() > 0);
}

TEST_CASE("separations: dependent features are exact, or not decided in binary64", "[verify][sparse_xor][negative]") {
  auto features = sample_features(Features::parities, 4, 2, 3, 1);
  features.push_back(features[0]);  // four features of rank three
  const ExactlyExplained exact = exactly_explained(exact_features(features), 2);
  CHECK(exact.rank == 3);
  CHECK(exact.sum == Rational(3));
  CHECK_FALSE(enclose_explained(features, 2).decided);
  // Nearly dependent: never a wrong enclosure.
  features[3][0] += 0x1p-30;
  const Explained nearly = enclose_explained(features, 2);
  if (nearly.decided) CHECK(nearly.sum.contains(exactly_explained(exact_features(features), 2).sum));
  features[3].pop_back();
  CHECK_THROWS_AS(enclose_explained(features, 2), ShapeError);
  CHECK_THROWS_AS(enclose_explained(sample_features(Features::parities, 4, 2, 3, 1), 5), DomainError);
  CHECK_THROWS_AS(sample_features(Features::parities, 4, 2, 7, 1), DomainError);
  CHECK_THROWS_AS(sample_features(Features::relu_real, 17, 2, 7, 1), DomainError);
}
