#include "bounds/functions.hpp"

#include "numerics/parser.hpp"
#include "numerics/tape.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/function_checks.hpp"

using namespace lemmacheck;

TEST_CASE("functions: every derivative of a bound passes the mean value theorem", "[bounds][functions][containment]") {
  test_support::check_derivatives(bounds::functions());
}

TEST_CASE("functions: every direction of a bound is that of random pairs", "[bounds][functions][containment]") {
  test_support::check_directions(bounds::functions());
}

TEST_CASE("functions: the number types of every bound agree", "[bounds][functions][containment]") {
  test_support::check_number_types(bounds::functions());
}

TEST_CASE("functions: bounds are called from formulas", "[bounds][functions]") {
  numerics::Graph graph;
  const auto root = numerics::parse_expression(graph, "sphere_tail(3, 0.25) + hoeffding_radius(50, 1, exp(-1))*0",
                                               bounds::functions())
                        .root;
  const numerics::Tape tape(graph, std::span(&root, 1));
  const auto value = tape.run(std::span<const numerics::BigInterval>(), numerics::Precision(100)).back();
  CHECK(value.defined == numerics::Defined::everywhere);
  CHECK(value.value.contains(numerics::Rational(3, 4)));
  CHECK(value.value.relative_width_upper() < 1e-25);
}
