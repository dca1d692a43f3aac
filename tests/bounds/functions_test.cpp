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

TEST_CASE("bound functions: steps of the greedy cover are whole where the square is whole", "[bounds][exact]") {
  // the largest t with t < (a b / eps)^2
  const std::vector<std::pair<const char*, long>> whole{{"greedy_cover_steps(1, 1, 1/10)", 99},
                                                        {"greedy_cover_steps(3/5, 0.5, 0.1)", 8},
                                                        {"greedy_cover_steps(1, 1, 0.3)", 11},
                                                        {"greedy_cover_steps(0, 1, 1/10)", 0}};
  for (const auto& [text, steps] : whole) {
    numerics::Graph graph;
    const auto root = numerics::parse_expression(graph, text, bounds::functions()).root;
    CAPTURE(text);
    CHECK(numerics::exact_value(graph, root) == numerics::Rational(steps));
  }
  for (const char* text :
       {"greedy_cover_steps(1, 1, 0)", "greedy_cover_steps(-1, 1, 1)", "greedy_cover_steps(1, -1, 1)"}) {
    numerics::Graph graph;
    CAPTURE(text);
    CHECK_FALSE(numerics::exact_value(graph, numerics::parse_expression(graph, text, bounds::functions()).root));
  }
}
