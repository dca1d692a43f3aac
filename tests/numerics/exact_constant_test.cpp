#include "numerics/exact_constant.hpp"

#include "numerics/normal_form.hpp"
#include "numerics/parser.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/expressions.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

std::string sign(const std::string& text) {
  Graph graph;
  const auto s = constant_sign(graph, parse_expression(graph, text, elementary_functions()).root);
  return s ? std::to_string(*s) : "unknown";
}

}  // namespace

TEST_CASE("exact constant: zeros that no enclosure decides", "[numerics][exact_constant][exact]") {
  for (const char* zero : {"0",
                           "1/3 - 2/6",
                           "log(4) - 2*log(2)",
                           "exp(3) - exp(1)^3",
                           "sqrt(2)*sqrt(3) - sqrt(6)",
                           "4*atan(1) - pi",
                           "sin(pi)",
                           "erf(sqrt(2)) + erfc(sqrt(2)) - 1",
                           "sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2)",
                           "cbrt(-2)^3 + 2",
                           "gamma(1/2)^2 - pi",
                           "log(sqrt(2) + 1) + log(sqrt(2) - 1)",
                           "cos(pi/5) - (1 + sqrt(5))/4",
                           "log(2)/log(3) - log(4)/log(9)",
                           "log2(8) - 3",
                           "tanh(log(2)) - 3/5",
                           "2^sqrt(2) - exp(sqrt(2)*log(2))",
                           "kl(1/3, 1/4) - (log(4/3)/3 + 2*log(8/9)/3)",
                           "max(sqrt(2), 1) - abs(-sqrt(2))",
                           "log(e) - 1",
                           "normal_cdf(1) - 1 + normal_cdf(-1)",
                           "lgamma(1/2) - log(pi)/2",
                           "entropy(1/4) - 2*log(2) + 3*log(3)/4"}) {
    CAPTURE(zero);
    CHECK(sign(zero) == "0");
  }
}

TEST_CASE("exact constant: signs, near misses among them", "[numerics][exact_constant][negative]") {
  CHECK(sign("1/3 - 1/4") == "1");
  CHECK(sign("log(4) - 2*log(2) + 1e-200") == "1");
  CHECK(sign("exp(3) - exp(1)^3 - 1e-100") == "-1");
  CHECK(sign("sin(pi) - 1e-300") == "-1");
  CHECK(sign("sqrt(2)*sqrt(3) - sqrt(6 + 1e-80)") == "-1");
  CHECK(sign("exp(pi*sqrt(163)) - 262537412640768744") == "-1");
  CHECK(sign("pi - 355/113") == "-1");
}

TEST_CASE("exact constant: nothing is claimed without a value", "[numerics][exact_constant][domain]") {
  for (const char* none : {"log(-1)", "1/0", "log(0)", "sqrt(-1)*0", "0*undefined", "1/sin(pi)", "log(sin(pi))",
                           "sqrt(log(4) - 2*log(2) - 1e-30)", "x", "asin(2) - asin(2)"}) {
    CAPTURE(none);
    CHECK(sign(none) == "unknown");
  }
}

TEST_CASE("exact constant: hostile towers end soon", "[numerics][exact_constant][negative]") {
  const double start = thread_seconds();
  sign("exp(exp(exp(exp(exp(1))))) - exp(exp(exp(exp(exp(1)))))");
  sign("(sqrt(2) + sqrt(3) + sqrt(5) + cbrt(2) + cbrt(3))^8 - (cbrt(3) + sqrt(2) + sqrt(3) + sqrt(5) + cbrt(2))^8");
  sign("sin(exp(sin(exp(sin(exp(sin(exp(1)))))))) - sin(exp(sin(exp(sin(exp(sin(exp(1))))))))");
  sign("(1 + 2^(1/7))^(1/5) - (1 + 2^(1/7))^(1/5) + 0*(3^(1/11) + 5^(1/13))^(1/17)");
  CHECK(thread_seconds() - start < 5);
}
