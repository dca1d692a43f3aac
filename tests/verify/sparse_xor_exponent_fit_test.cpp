// The exponent of n ~ d^gamma: against root finding in mpmath (tests/oracle/exponent_fit.py), and counts without one.
#include <cmath>

#include "tests/support/catch.hpp"
#include "verify/sparse_xor/exponent_fit.hpp"

using namespace lemmacheck::verify::sparse_xor;
using lemmacheck::numerics::Rational;

namespace {

/// n ~ d^2 below a ceiling that rises with d, rounded to whole counts (synthetic() of the oracle); of every instance,
/// or of those on which the population step works.
std::vector<SuccessCount> below_a_ceiling(bool every_instance) {
  const std::vector<SuccessCount> possible = {{32, 256, 240, 34},     {32, 1024, 240, 114},   {32, 4096, 240, 181},
                                              {32, 16384, 240, 216},  {64, 1024, 320, 45},    {64, 4096, 320, 153},
                                              {64, 16384, 320, 242},  {64, 65536, 320, 288},  {128, 4096, 380, 54},
                                              {128, 16384, 380, 181}, {128, 65536, 380, 287}, {128, 262144, 380, 342}};
  std::vector<SuccessCount> counts = possible;
  if (every_instance)
    for (SuccessCount& count : counts) count.runs = 400;
  return counts;
}

}  // namespace

TEST_CASE("fit_exponent: maximum likelihood, profile interval and deviance", "[verify][sparse_xor][oracle]") {
  const std::vector<SuccessCount> counts = {{64, 4096, 48, 28},   {64, 16384, 45, 35},   {64, 65536, 47, 44},
                                            {128, 16384, 49, 25}, {128, 65536, 48, 39},  {128, 262144, 50, 47},
                                            {256, 65536, 50, 30}, {256, 262144, 49, 38}, {256, 1048576, 50, 48}};
  const ExponentFit fit = fit_exponent(counts, Rational(95, 100));
  REQUIRE(fit.reason.empty());
  CHECK(std::fabs(fit.gamma - 1.94015114211) < 1e-6);
  CHECK(std::fabs(fit.lower - 1.4662323051) < 1e-6);
  CHECK(std::fabs(fit.upper - 2.40358473602) < 1e-6);
  CHECK(std::fabs(fit.beta - 0.766288010629) < 1e-6);
  CHECK(std::fabs(fit.half_point(128) / 13304.4446549 - 1) < 1e-5);
  CHECK(std::fabs(fit.deviance - 2.59826977017) < 1e-8);
  CHECK(fit.degrees_of_freedom == 6);
  CHECK(std::fabs(fit.p_value - 0.857311669431) < 1e-8);
  CHECK(fit_exponent(counts, Rational(1, 2)).lower > fit.lower);
  // A cell without runs says nothing.
  std::vector<SuccessCount> more = counts;
  more.push_back({512, 1024, 0, 0});
  CHECK(std::fabs(fit_exponent(more, Rational(95, 100)).gamma - fit.gamma) < 1e-9);
  CHECK(fit_exponent(more, Rational(95, 100)).degrees_of_freedom == 6);
}

TEST_CASE("fit_exponent: below a ceiling that rises with d", "[verify][sparse_xor][oracle]") {
  const ExponentFit fit = fit_exponent(below_a_ceiling(false), Rational(95, 100));
  CHECK(std::fabs(fit.gamma - 1.99738823488) < 1e-6);  // 2 but for the rounding of the counts
  CHECK(std::fabs(fit.beta - 0.701300726958) < 1e-6);  // 0.7
  CHECK(fit.lower < 2.0);
  CHECK(fit.upper > 2.0);
  CHECK(fit.p_value > 0.999);
  // The same successes among all instances, as if the ceiling were 1: wrong, and the deviance says so. The logistic
  // curve that was fitted to them once: 0.917 (0.742 to 1.087).
  const ExponentFit wrong = fit_exponent(below_a_ceiling(true), Rational(95, 100));
  CHECK(std::fabs(wrong.gamma - 1.07653592532) < 1e-6);
  CHECK(wrong.upper < 1.25);
  CHECK(std::fabs(wrong.deviance - 77.6306005616) < 1e-6);
  CHECK(wrong.p_value < 1e-12);
}

TEST_CASE("approx_chi_square_tail: odd and even degrees of freedom", "[verify][sparse_xor][oracle]") {
  CHECK(std::fabs(approx_chi_square_tail(3, 1) - 0.0832645166636) < 1e-12);
  CHECK(std::fabs(approx_chi_square_tail(11, 6) - 0.0883764323568) < 1e-12);
  CHECK(std::fabs(approx_chi_square_tail(20, 7) - 0.00556968307295) < 1e-12);
  CHECK(std::fabs(approx_chi_square_tail(60, 5) - 1.21545697772e-11) < 1e-14);
  CHECK(approx_chi_square_tail(0, 4) == 1.0);
  CHECK(approx_chi_square_tail(7, 0) == 1.0);
}

TEST_CASE("fit_exponent: no estimate where the counts determine none", "[verify][sparse_xor][negative]") {
  const auto reason = [](const std::vector<SuccessCount>& counts) {
    return fit_exponent(counts, Rational(95, 100)).reason;
  };
  CHECK_FALSE(reason({{64, 100, 10, 10}, {64, 1000, 10, 10}, {128, 100, 10, 10}, {128, 1000, 10, 10}}).empty());
  CHECK_FALSE(reason({{64, 100, 10, 0}, {64, 1000, 10, 10}, {128, 100, 10, 0}, {128, 1000, 10, 10}}).empty());
  // Separated by a line through one point: the slope has no maximum.
  CHECK_FALSE(reason({{64, 100, 10, 0}, {64, 1000, 10, 10}, {128, 100, 10, 0}, {128, 1000, 10, 4}}).empty());
  CHECK_FALSE(reason({{64, 100, 0, 0}, {64, 1000, 0, 0}, {128, 100, 0, 0}, {128, 1000, 0, 0}}).empty());
  CHECK_FALSE(reason({}).empty());
  CHECK_FALSE(reason({{64, 100, 10, 4}, {64, 1000, 10, 6}}).empty());   // one d
  CHECK_FALSE(reason({{64, 100, 10, 4}, {128, 1000, 10, 6}}).empty());  // too few points
  CHECK_FALSE(reason({{64, 100, 10, 9}, {64, 1000, 10, 2}, {128, 100, 10, 8}, {128, 1000, 10, 1}}).empty());  // falls
}
