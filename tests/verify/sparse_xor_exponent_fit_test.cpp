// The exponent of n ~ d^gamma: against root finding in mpmath (tests/oracle/exponent_fit.py), and counts without one.
#include <cmath>

#include "tests/support/catch.hpp"
#include "verify/sparse_xor/exponent_fit.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::Rational;

TEST_CASE("fit_exponent: maximum likelihood and profile interval", "[verify][sparse_xor][oracle]") {
  const std::vector<SuccessCount> counts = {{64, 4096, 50, 28},   {64, 16384, 50, 39},   {64, 65536, 50, 47},
                                            {128, 16384, 50, 25}, {128, 65536, 50, 41},  {128, 262144, 50, 48},
                                            {256, 65536, 50, 30}, {256, 262144, 50, 38}, {256, 1048576, 50, 49}};
  const ExponentFit fit = fit_exponent(counts, Rational(95, 100));
  REQUIRE(fit.reason.empty());
  CHECK(std::fabs(fit.gamma - 1.90080974578) < 1e-6);
  CHECK(std::fabs(fit.lower - 1.4492071956) < 1e-6);
  CHECK(std::fabs(fit.upper - 2.34281028267) < 1e-6);
  CHECK(std::fabs(fit.beta - 0.969717994084) < 1e-6);
  CHECK(std::fabs(fit.half_point(128) / 13992.4675964 - 1) < 1e-5);
  CHECK(fit_exponent(counts, Rational(1, 2)).lower > fit.lower);
}

TEST_CASE("fit_exponent: no estimate where the counts determine none", "[verify][sparse_xor][negative]") {
  const auto reason = [](const std::vector<SuccessCount>& counts) {
    return fit_exponent(counts, Rational(95, 100)).reason;
  };
  CHECK_FALSE(reason({{64, 100, 10, 10}, {64, 1000, 10, 10}, {128, 100, 10, 10}, {128, 1000, 10, 10}}).empty());
  CHECK_FALSE(reason({{64, 100, 10, 0}, {64, 1000, 10, 10}, {128, 100, 10, 0}, {128, 1000, 10, 10}}).empty());
  CHECK_FALSE(reason({{64, 100, 10, 4}, {64, 1000, 10, 6}}).empty());   // one d
  CHECK_FALSE(reason({{64, 100, 10, 4}, {128, 1000, 10, 6}}).empty());  // too few points
  CHECK_FALSE(reason({{64, 100, 10, 9}, {64, 1000, 10, 2}, {128, 100, 10, 8}, {128, 1000, 10, 1}}).empty());  // falls
}
