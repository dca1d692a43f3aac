// The binary64 engine against the BigInterval engine at 192 bits.
#include <tbb/global_control.h>

#include <cmath>
#include <vector>

#include "tests/support/catch.hpp"
#include "verify/sparse_xor/instance.hpp"
#include "verify/sparse_xor/row_kernels.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::BigInterval;
using lemmacheck::numerics::Precision;
using lemmacheck::numerics::Rational;

namespace {

bool meet(const BigInterval& a, const BigInterval& b) { return !intersection(a, b).is_empty(); }

void require_meet(const EnclosureVector& a, const EnclosureVector& b) {
  REQUIRE(a.size() == b.size());
  std::size_t misses = 0;
  for (std::size_t k = 0; k < a.size(); ++k) misses += meet(a.at(k), b.at(k)) ? 0 : 1;
  CHECK(misses == 0);
}

void require_meet(const ModelState& a, const ModelState& b) {
  for (std::size_t h = 0; h < 2; ++h) {
    require_meet(a.query[h], b.query[h]);
    require_meet(a.score[h], b.score[h]);
    require_meet(a.attention[h], b.attention[h]);
    CHECK(meet(a.margins[h].versus_support, b.margins[h].versus_support));
    CHECK(meet(a.margins[h].versus_best_ambient, b.margins[h].versus_best_ambient));
    CHECK(meet(a.margins[h].versus_worst_ambient, b.margins[h].versus_worst_ambient));
    CHECK(meet(a.missed[h], b.missed[h]));
  }
  CHECK(meet(a.population_loss, b.population_loss));
  CHECK(meet(a.sup_error, b.sup_error));
  CHECK(meet(a.sup_loss, b.sup_loss));
}

void require_meet(const InstanceCertificate& a, const InstanceCertificate& b) {
  require_meet(a.before, b.before);
  require_meet(a.after, b.after);
  for (std::size_t h = 0; h < 2; ++h) {
    require_meet(a.gradient[h], b.gradient[h]);
    require_meet(a.alignment[h], b.alignment[h]);
  }
}

InstanceCertificate fast(const Instance& instance, const Rational& eta) {
  return certify_step(instance, {.step_size = eta, .first_bits = 53});
}
InstanceCertificate reference(const Instance& instance, const Rational& eta) {
  return certify_step(instance, {.step_size = eta, .first_bits = 192});
}

}  // namespace

TEST_CASE("binary64: meets the BigInterval engine, closely", "[verify][sparse_xor][containment]") {
  struct Row {
    std::size_t d, m;
    Rational eta;
  };
  const std::vector<Row> rows = {{3, 2, Rational(5)},
                                 {9, 3, Rational(1, 7)},
                                 {40, 7, Rational(300)},
                                 {257, 16, Rational(90000)},
                                 {300, 5, Rational(40000)},
                                 {513, 30, Rational(1000000)},
                                 {1025, 21, Rational(20000000)},
                                 {2000, 33, Rational(400000000)}};
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const auto& [d, m, eta] = rows[n];
    for (const bool is_antisymmetric : {true, false}) {
      CAPTURE(d, m, is_antisymmetric);
      if (d > 1000 && !is_antisymmetric) continue;
      Instance instance = sample_instance(d, m, 100 + n, {d / 2, 0});
      if (!is_antisymmetric) instance.theta_tilde = sample_sphere(1, m, 100 + n, SampleStream::theta_tilde);
      const InstanceCertificate a = fast(instance, eta);
      const InstanceCertificate b = reference(instance, eta);
      CHECK(a.bits == 53);
      CHECK(a.verdict == b.verdict);
      require_meet(a, b);
      CHECK(a.before.population_loss.relative_width_upper() <= 1e-11);
      CHECK(a.before.missed[0].relative_width_upper() <= 1e-12);
      CHECK(a.before.attention[1].at(d - 1).relative_width_upper() <= 1e-12);
      CHECK(a.after.margins[1].versus_support.relative_width_upper() <= 1e-8);
      CHECK(a.after.missed[0].relative_width_upper() <= 1e-5);
    }
  }
}

TEST_CASE("binary64: extreme queries and steps stay enclosures", "[verify][sparse_xor][containment]") {
  for (const double factor : {0.0009765625, 3.0, 100.0, 3000.0}) {
    for (const char* eta : {"1e-30", "1", "1e9", "1e40"}) {
      CAPTURE(factor, eta);
      Instance instance = sample_instance(70, 11, 4, {7, 50});
      for (double& x : instance.theta) x *= factor;
      for (double& x : instance.theta_tilde) x *= -0.5 * factor;
      const InstanceCertificate a = fast(instance, Rational::parse(eta));
      const InstanceCertificate b = reference(instance, Rational::parse(eta));
      require_meet(a, b);
      const bool contradict = (a.verdict == StepVerdict::specialised && b.verdict == StepVerdict::not_specialised) ||
                              (a.verdict == StepVerdict::not_specialised && b.verdict == StepVerdict::specialised);
      CHECK_FALSE(contradict);
    }
  }
}

TEST_CASE("binary64: what leaves the range goes to BigInterval", "[verify][sparse_xor]") {
  const Instance instance = sample_instance(30, 8, 4);
  const InstanceCertificate c = fast(instance, pow(Rational(10), 400));
  CHECK(c.attempts.front().bits == 53);
  CHECK(c.attempts.front().verdict == StepVerdict::undecided);
  CHECK(c.bits >= 128);
  CHECK(c.verdict != StepVerdict::undecided);
}

TEST_CASE("binary64: large specialised instances keep tiny losses", "[verify][sparse_xor][containment]") {
  const Instance instance = sample_instance(600, 64, 3);
  const Rational eta(200000000);
  const InstanceCertificate a = fast(instance, eta);
  const InstanceCertificate b = reference(instance, eta);
  REQUIRE(a.verdict == StepVerdict::specialised);
  require_meet(a, b);
  for (const auto* x : {&a.after.population_loss, &a.after.sup_error, &a.after.missed[0], &a.after.missed[1]}) {
    CHECK(x->certain_sign() == 1);
    CHECK(x->relative_width_upper() <= 1e-5);
  }
}

TEST_CASE("binary64: the same bits for any number of threads", "[verify][sparse_xor]") {
  const Instance instance = sample_instance(3001, 19, 6);
  const Rational eta(1000000000);
  const std::string many = to_json(fast(instance, eta));
  for (const std::size_t threads : {1u, 3u}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    CHECK(to_json(fast(instance, eta)) == many);
  }
}

TEST_CASE("row kernels: errors stay below the proven bounds", "[verify][sparse_xor][oracle]") {
  for (const std::size_t d : {1u, 5u, 256u, 700u}) {
    for (const std::size_t m : {2u, 7u, 64u}) {
      CAPTURE(d, m);
      const auto values = sample_sphere(d, m, 1, SampleStream::embeddings);
      const auto x = sample_sphere(1, m, 2, SampleStream::theta);
      const auto y = sample_sphere(1, m, 3, SampleStream::theta);
      const RowMatrix matrix{values.data(), d, m};
      const auto products = row_products(matrix, {x.data(), y.data()});
      const auto exact = [](const double* a, const double* b, std::size_t n, std::size_t stride) {
        Rational sum;
        for (std::size_t k = 0; k < n; ++k) sum += Rational::from_double(a[k * stride]) * Rational::from_double(b[k]);
        return sum;
      };
      const Rational bound =
          Rational::from_double(row_product_error(matrix, lemmacheck::numerics::Interval(1.0 + 1e-12)).upper());
      CHECK(bound.approx_double() < 1e-14);
      for (std::size_t k = 0; k < d; ++k) {
        CHECK(abs(exact(values.data() + k * m, x.data(), m, 1) - Rational::from_double(products[0][k])) <= bound);
        CHECK(abs(exact(values.data() + k * m, y.data(), m, 1) - Rational::from_double(products[1][k])) <= bound);
      }
      const auto sums = weighted_row_sums(matrix, {products[0].data(), products[1].data()});
      double total = 0;
      Rational square;
      for (std::size_t k = 0; k < d; ++k) total += std::fabs(products[0][k]);
      for (std::size_t j = 0; j < m; ++j) {
        const Rational error = exact(values.data() + j, products[0].data(), d, m) - Rational::from_double(sums[0][j]);
        square += error * error;
      }
      const double limit = weighted_row_sum_error(matrix, lemmacheck::numerics::Interval(total * (1 + 1e-12))).upper();
      CHECK(limit < 1e-14 * (1 + total));
      CHECK(square <= Rational::from_double(limit) * Rational::from_double(limit));
    }
  }
}
