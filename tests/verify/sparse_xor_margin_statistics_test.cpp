// Variances of one input's margins: golden values, enumeration of every input, moments of linear forms at a size where
// nobody enumerates; certified sample sizes.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "numerics/error.hpp"
#include "numerics/rademacher_moments.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_directory.hpp"
#include "verify/sparse_xor/instance.hpp"
#include "verify/sparse_xor/margin_statistics.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::BigInterval;
using lemmacheck::numerics::Interval;
using lemmacheck::numerics::Precision;
using lemmacheck::numerics::Rational;
using nlohmann::json;

namespace {

const std::string golden_file = lemmacheck::test::source_directory() + "/../shared/golden/instances.json";
const Precision precision(200);

BigInterval big(double x) { return BigInterval::from_double(x, precision); }
BigInterval big(const Interval& x) { return {x, precision}; }

/// Attention g, h and p_k = (v_k - vbar) . (v_a - v_b) of a head, at 200 bits from the doubles of the instance.
struct Forms {
  std::vector<BigInterval> g, h, p;
};
Forms forms_of(const Instance& instance, std::size_t head, std::size_t a, std::size_t b) {
  const std::size_t d = instance.positions, m = instance.dimension;
  Forms forms;
  for (std::size_t which = 0; which < 2; ++which) {
    std::vector<BigInterval>& attention = which == head ? forms.g : forms.h;
    const std::vector<double>& query = which == 0 ? instance.theta : instance.theta_tilde;
    BigInterval sum = big(0);
    for (std::size_t k = 0; k < d; ++k) {
      BigInterval score = big(0);
      for (std::size_t j = 0; j < m; ++j) score = score + big(instance.embedding(k)[j]) * big(query[j]);
      attention.push_back(exp(score));
      sum = sum + attention.back();
    }
    for (BigInterval& x : attention) x = x / sum;
  }
  BigInterval mean = big(0);
  for (std::size_t k = 0; k < d; ++k) {
    BigInterval along = big(0);
    for (std::size_t j = 0; j < m; ++j)
      along = along + big(instance.embedding(k)[j]) * (big(instance.embedding(a)[j]) - big(instance.embedding(b)[j]));
    forms.p.push_back(along);
    mean = mean + forms.g[k] * along;
  }
  for (BigInterval& x : forms.p) x = x - mean;
  return forms;
}

/// Mean, second moment and largest value by going through all 2^d inputs.
struct Enumerated {
  BigInterval mean = big(0), square_mean = big(0);
  double largest = 0;
};
Enumerated enumerate(const Instance& instance, const Forms& forms) {
  const std::size_t d = instance.positions;
  Enumerated result;
  for (std::size_t bits = 0; bits < (std::size_t{1} << d); ++bits) {
    const auto x = [&](std::size_t k) { return big((bits >> k & 1) != 0 ? -1.0 : 1.0); };
    BigInterval a = big(0), b = big(0), l = big(0);
    for (std::size_t k = 0; k < d; ++k) {
      a = a + forms.g[k] * x(k);
      b = b + forms.h[k] * x(k);
      l = l + forms.g[k] * forms.p[k] * x(k);
    }
    const BigInterval y = big(2) * (x(instance.support[0]) * x(instance.support[1]) - a * b) * b * l;
    result.mean = result.mean + y;
    result.square_mean = result.square_mean + y * y;
    result.largest = std::max(result.largest, std::fabs(y.approx_double()));
  }
  const BigInterval count = big(static_cast<double>(std::size_t{1} << d));
  result.mean = result.mean / count;
  result.square_mean = result.square_mean / count;
  return result;
}

void require_value(const Interval& enclosure, const BigInterval& truth, double relative) {
  CAPTURE(enclosure.lower(), enclosure.upper(), truth.approx_double());
  CHECK_FALSE(intersection(big(enclosure), truth).is_empty());
  CHECK(truth.width_upper() <= 1e-3 * relative * std::fabs(truth.approx_double()));
  CHECK(enclosure.width_upper() <= relative * std::fabs(truth.approx_double()));
}

}  // namespace

TEST_CASE("margin_moments: enumeration of every input", "[verify][sparse_xor][exact]") {
  for (const std::size_t d : {3u, 5u, 8u, 10u}) {
    Instance instance = sample_instance(d, 6, 20 + d, {d - 1, 1});
    if (d == 8) {  // queries that are not opposite
      instance.theta_tilde = sample_sphere(1, 6, 77, SampleStream::theta_tilde);
      for (double& x : instance.theta_tilde) x *= 1.5;
    }
    const InstanceCertificate c = certify_step(instance, {.step_size = Rational(10)});
    for (std::size_t head = 0; head < 2; ++head) {
      for (const std::size_t from : {std::size_t{0}, instance.support[head]}) {
        const auto moments = margin_moments(instance, c, head, from);
        for (std::size_t k = 0; k < d; ++k) {
          if (k == from) continue;
          CAPTURE(d, head, from, k);
          const Enumerated truth = enumerate(instance, forms_of(instance, head, from, k));
          require_value(moments[k].mean, truth.mean, 1e-9);
          require_value(moments[k].variance, truth.square_mean - square(truth.mean), 1e-11);
          CHECK(truth.largest <= moments[k].largest);
          CHECK(moments[k].largest <= 60 * truth.largest);
        }
        CHECK(moments[from].largest == 0);
      }
    }
  }
}

TEST_CASE("margin_moments: moments of linear forms at d = 600", "[verify][sparse_xor][oracle]") {
  using lemmacheck::numerics::rademacher_moment;
  const std::size_t d = 600;
  const Instance instance = sample_instance(d, 40, 3, {10, 500});
  const InstanceCertificate c = certify_step(instance, {.step_size = Rational(10), .first_bits = 53});
  for (const auto& [head, from, k] : {std::array<std::size_t, 3>{0, 10, 500}, {0, 10, 7}, {1, 500, 599}, {1, 3, 10}}) {
    CAPTURE(head, from, k);
    const Forms forms = forms_of(instance, head, from, k);
    std::vector<BigInterval> l, second(d, big(0));
    for (std::size_t i = 0; i < d; ++i) l.push_back(forms.g[i] * forms.p[i]);
    second[instance.support[1]] = big(1);  // the form x_j; x_i is the factor
    const BigInterval moment =
        rademacher_moment(std::vector{forms.h, l}, {2, 2}) -
        big(2) * rademacher_moment(std::vector{forms.g, forms.h, l, second}, {1, 3, 2, 1}, instance.support[0]) +
        rademacher_moment(std::vector{forms.g, forms.h, l}, {2, 4, 2});
    const Interval& mean = margin_moments(instance, c, head, from)[k].mean;
    require_value(margin_moments(instance, c, head, from)[k].variance, big(4) * moment - square(big(mean)), 1e-9);
  }
}

TEST_CASE("margin_moments: golden variances", "[verify][sparse_xor][golden]") {
  if (!std::filesystem::exists(golden_file)) {
    WARN("the golden instances are not beside the sources; enumeration above stands alone");
    return;
  }
  std::stringstream text;
  text << std::ifstream(golden_file).rdbuf();
  const json rows = json::parse(text.str())["instances"];
  int compared = 0;
  for (std::size_t index = 0; index < rows.size(); ++index) {
    const Instance instance = read_instance(text.str(), index);
    if (instance.kind != AttentionKind::softmax) continue;
    const InstanceCertificate c = certify_step(instance);
    for (const auto& [pair, value] : rows[index]["sample_variance"].items()) {
      const std::size_t comma = pair.find(',');
      const auto moments = margin_moments(instance, c, 0, std::stoul(pair.substr(0, comma)));
      const MarginMoments& y = moments[std::stoul(pair.substr(comma + 1))];
      const auto golden = [](const std::string& digits) {  // to 22 digits
        const BigInterval centre(Rational::parse(digits), precision);
        return centre + abs(centre) * BigInterval(Rational(-1), Rational(1), precision) * big(1e-22);
      };
      CAPTURE(index, pair);
      CHECK_FALSE(intersection(big(y.variance), golden(value.get<std::string>())).is_empty());
      CHECK_FALSE(intersection(big(y.mean), golden(rows[index]["sample_mean"][pair].get<std::string>())).is_empty());
      CHECK(y.variance.relative_width_upper() < 1e-11);
      ++compared;
    }
  }
  CHECK(compared >= 6);
}

TEST_CASE("margin_moments: the variance along v_k at leading order", "[verify][sparse_xor]") {
  // Along v_k the per-sample variance is about (4/(d^2 m)) (1 + m/d): averaged over k, to 6 %.
  for (const auto& [d, m] : {std::pair<std::size_t, std::size_t>{1000, 64}, {256, 64}}) {
    const Instance instance = sample_instance(d, m, 12);
    const InstanceCertificate c = certify_step(instance, {.step_size = Rational(10), .first_bits = 53});
    double mean = 0;
    for (const MarginMoments& y : margin_moments(instance, c, 0, std::nullopt))
      mean += y.variance.approx_midpoint() / static_cast<double>(d);
    const double size = static_cast<double>(d), dimension = static_cast<double>(m);
    const double ratio = mean / (4 / (size * size * dimension) * (1 + dimension / size));
    CAPTURE(d, m, ratio);
    CHECK(std::fabs(ratio - 1) < 0.06);
  }
}

TEST_CASE("certified_sample_size: keeps its promise, and is refused where there is none", "[verify][sparse_xor]") {
  const Instance instance = sample_instance(60, 40, 103);
  const InstanceCertificate c = certify_step(instance, {.step_size = Rational(4000000), .first_bits = 53});
  REQUIRE(c.verdict == StepVerdict::specialised);
  std::array<std::vector<MarginMoments>, 2> moments;
  for (std::size_t head = 0; head < 2; ++head) moments[head] = margin_moments(instance, c, head, c.own[head]);
  const SampleSize size = certified_sample_size(c, moments, Rational(1, 10));
  REQUIRE(size.count);
  CHECK(size.failure.upper() <= 0.1);
  const SampleSize safer = certified_sample_size(c, moments, Rational(1, 1000));
  REQUIRE(safer.count);
  CHECK(*safer.count > *size.count);

  // The hardest margin alone, by the formula in plain double: it needs at least as many samples as the bisection says
  // for it, and no fewer than half of the whole.
  const double needed = std::log(2 / (0.025 / 0.975));
  double single = 0;
  for (std::size_t head = 0; head < 2; ++head) {
    const MarginMoments& y = moments[head][c.own[1 - head]];
    const double gap =
        c.before.score[head].at(c.own[head]).approx_double() - c.before.score[head].at(c.own[1 - head]).approx_double();
    const double t = y.mean.approx_midpoint() - (needed - gap) / 4e6;
    single =
        std::max(single, std::log(10) *
                             (2 * y.variance.approx_midpoint() + 2.0 / 3 * (y.mean.approx_midpoint() + y.largest) * t) /
                             (t * t));
  }
  CHECK(static_cast<double>(*size.count) >= single * 0.999999);
  CHECK(static_cast<double>(*size.count) <= single * 5);

  const InstanceCertificate small = certify_step(instance, {.step_size = Rational(1), .first_bits = 53});
  const SampleSize none = certified_sample_size(small, moments, Rational(1, 10));
  CHECK_FALSE(none.count);
  CHECK_FALSE(none.reason.empty());
  CHECK_THROWS_AS(certified_sample_size(c, moments, Rational(1)), lemmacheck::numerics::DomainError);
  CHECK_THROWS_AS(certified_sample_size(c, moments, Rational(0)), lemmacheck::numerics::DomainError);
  CHECK_THROWS_AS(margin_moments(instance, c, 2, 0), lemmacheck::numerics::DomainError);
  CHECK_THROWS_AS(margin_moments(instance, c, 0, 60), lemmacheck::numerics::DomainError);
}
