#include "numerics/expression.hpp"
#include "numerics/parser.hpp"
#include "numerics/printer.hpp"
#include "numerics/tape.hpp"
#include "tests/support/enclosure_checks.hpp"
#include "tests/support/expressions.hpp"
#include "tests/support/function_checks.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

std::string slope(const std::string& text) {
  Graph graph;
  const NodeId x = graph.variable("x");
  const NodeId root = parse_expression(graph, text, elementary_functions()).root;
  const auto made = derivative(graph, root, x, elementary_functions());
  return made ? to_text(graph, *made) : "none";
}

}  // namespace

TEST_CASE("derivative: rules of sums, products, powers and calls", "[numerics][derivative]") {
  CHECK(slope("7") == "0");
  CHECK(slope("y^2*exp(y)") == "0");
  CHECK(slope("x") == "1");
  CHECK(slope("x + y + x") == "1 + 1");
  CHECK(slope("x*y") == "y");
  CHECK(slope("-x") == "-1");
  CHECK(slope("x^3") == "3*x^(3 - 1)");
  CHECK(slope("y^x") == "y^x*log(y)");
  CHECK(slope("exp(2*x)") == "exp(2*x)*2");
  CHECK(slope("if(y < 1, x, 3)") == "if(y < 1, 1, 0)");
}

TEST_CASE("derivative: none where none is on record or there may be a jump", "[numerics][derivative][negative]") {
  CHECK(slope("floor(x)") == "none");
  CHECK(slope("1 + ceil(2*x)*y") == "none");
  CHECK(slope("beta_inc(x, 1, 0.5)") == "none");
  CHECK(slope("beta_inc_inverse(x, 2, 1/2)") == "none");
  CHECK(slope("digamma(x)") == "none");
  CHECK(slope("if(x < 1, 0, 1)") == "none");
  CHECK(slope("x < 1") == "none");
  CHECK(slope("floor(y) + x") == "1");

  Graph graph;  // min has a derivative except at ties; that derivative jumps
  const NodeId x = graph.variable("x");
  const NodeId root = parse_expression(graph, "min(x, 2*x)", elementary_functions()).root;
  const auto first = derivative(graph, root, x, elementary_functions());
  REQUIRE(first.has_value());
  CHECK(!derivative(graph, *first, x, elementary_functions()).has_value());
}

TEST_CASE("derivative: at a kink the slopes of both sides are enclosed", "[numerics][derivative][containment]") {
  struct Kink {
    const char* text;
    int left, right;  // signs of the slopes
  };
  for (const Kink& kink : {Kink{"abs(x)", -1, 1}, Kink{"min(x, -x)", 1, -1}, Kink{"max(x, -x)", -1, 1},
                           Kink{"max(0, x)", 0, 1}, Kink{"max(x, 0)", 0, 1}}) {
    Graph graph;
    const NodeId x = graph.variable("x");
    const NodeId root = parse_expression(graph, kink.text, elementary_functions()).root;
    const auto made = derivative(graph, root, x, elementary_functions());
    REQUIRE(made.has_value());
    const Tape tape(graph, std::span(&*made, 1));
    const auto slope_on = [&](const char* text) {
      const BigInterval box = read(text, 64);
      return tape.run(std::span(&box, 1), Precision(64)).back();
    };
    const auto all = slope_on("[-1, 1]"), left = slope_on("[-1, -0.5]"), right = slope_on("[0.5, 1]");
    CAPTURE(kink.text);
    CHECK(left.value.certain_sign() == kink.left);
    CHECK(right.value.certain_sign() == kink.right);
    CHECK((left.defined == Defined::everywhere && right.defined == Defined::everywhere));
    CHECK(all.value.contains(left.value));
    CHECK(all.value.contains(right.value));
  }
}

TEST_CASE("derivative: every rule on record passes the mean value theorem", "[numerics][derivative][containment]") {
  check_derivatives(elementary_functions());
}

TEST_CASE("directions: every one on record is that of random pairs", "[numerics][derivative][containment]") {
  check_directions(elementary_functions());
}

TEST_CASE("derivative: random expressions pass the mean value theorem", "[numerics][derivative][containment]") {
  constexpr Precision precision{400};
  int conclusive = 0;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(scaled(600)); ++i) {
    Hostile pick("derivative expressions", i);
    Graph graph;
    const NodeId x = graph.variable("x");
    RandomExpressions random(graph, elementary_functions(), numeric_functions(elementary_functions()), {"x"});
    const NodeId root = random.number(pick, 3);
    const auto made = derivative(graph, root, x, elementary_functions());
    if (!made) continue;
    const Rational low(pick.between(-8, 16), 7);
    const Rational high = low + pow(Rational(1, 2), 60);
    const BigInterval a(low, precision), b(high, precision), box(low, high, precision);
    const NodeId both_nodes[] = {root, *made};
    const Tape tape(graph, both_nodes);
    const auto fa = tape.run(std::span(&a, 1), precision), fb = tape.run(std::span(&b, 1), precision);
    const auto on_box = tape.run(std::span(&box, 1), precision);
    const auto& f = on_box[tape.slot(root)];
    const auto& d = on_box[tape.slot(*made)];
    if (f.defined != Defined::everywhere || d.defined != Defined::everywhere) continue;
    CAPTURE(pick.label(), to_text(graph, root), to_text(graph, *made), low.to_string());
    const BigInterval quotient = (fb[tape.slot(root)].value - fa[tape.slot(root)].value) / (b - a);
    CHECK(!intersection(quotient, d.value).is_empty());
    if (d.value.relative_width_upper() < 1e-6) ++conclusive;
  }
  CHECK(conclusive > 100);
}
