#include "numerics/expression.hpp"

#include "numerics/parser.hpp"
#include "numerics/printer.hpp"
#include "numerics/tape.hpp"
#include "tests/support/enclosure_checks.hpp"
#include "tests/support/expressions.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

constexpr double most_seconds = 2;

NodeId parse(Graph& graph, const std::string& text) {
  return parse_expression(graph, text, elementary_functions()).root;
}

std::string repeated(const std::string& piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

/// Parses, prints both ways and evaluates in every number type, each within the limit; the value is `expected`.
void handles(const std::string& text, const Rational& expected, bool exactly = true) {
  CAPTURE(text.substr(0, 40), text.size());
  Graph graph;
  double start = thread_seconds();
  const NodeId root = parse(graph, text);
  CHECK(thread_seconds() - start < most_seconds);

  start = thread_seconds();
  const std::string plain = to_text(graph, root), latex = to_latex(graph, root);
  CHECK(thread_seconds() - start < 2 * most_seconds);
  CHECK((parse(graph, plain) == root));
  CHECK((parse(graph, latex) == root));

  start = thread_seconds();
  const Tape tape(graph, std::span(&root, 1));
  const auto big = tape.run(std::span<const BigInterval>(), Precision(128)).back();
  CHECK(thread_seconds() - start < most_seconds);
  CHECK(big.defined == Defined::everywhere);
  CHECK(big.value.contains(expected));

  start = thread_seconds();
  const auto small = tape.run(std::span<const Interval>()).back();
  const double approx = tape.run_approx({}).back();
  CHECK(thread_seconds() - start < most_seconds);
  CHECK(small.value.contains(expected));
  CHECK(small.value.contains(approx));

  start = thread_seconds();
  const auto exact = exact_value(graph, root);
  CHECK(thread_seconds() - start < most_seconds);
  CHECK(exact.has_value() == exactly);
  if (exact) CHECK(*exact == expected);
}

}  // namespace

TEST_CASE("graph: equal expressions are one node, different ones are not", "[numerics][expression]") {
  Graph graph;
  CHECK((parse(graph, "x + 2*y") == parse(graph, "x+(2.0*y)")));
  CHECK((parse(graph, "100") == parse(graph, "1e2")));
  CHECK((parse(graph, "x + y") != parse(graph, "y + x")));
  CHECK((parse(graph, "x - x") != parse(graph, "0")));  // nothing is simplified
  CHECK((parse(graph, "|x|") == parse(graph, "abs(x)")));
  const NodeId sum = parse(graph, "x + 2*y");
  CHECK(graph.variables_of(sum) == std::vector<std::string>{"x", "y"});
  CHECK(graph.depends_on(sum, graph.variable("x")));
  CHECK(!graph.depends_on(sum, graph.variable("z")));
  CHECK(graph.is_boolean(parse(graph, "x < 1")));
  CHECK(!graph.is_boolean(sum));
}

TEST_CASE("graph: exact numbers become literals, quotients and minus signs", "[numerics][expression][exact]") {
  Graph graph;
  CHECK(written_out(graph, graph.integer(-5)) == "(neg 5)");
  CHECK(written_out(graph, graph.rational(Rational(-3, 6))) == "(neg (/ 1 2))");
  CHECK(written_out(graph, graph.rational(Rational(7))) == "7");
  CHECK(*exact_value(graph, graph.rational(Rational(-22, 7))) == Rational(-22, 7));
  CHECK(*exact_value(graph, graph.integer(0)) == Rational(0));
}

TEST_CASE("graph: substitution replaces all at once, in the same graph or another", "[numerics][expression]") {
  Graph graph;
  const NodeId root = parse(graph, "x^2 + y*x - 0.5");
  const auto index = [&](const char* name) { return graph.node(graph.variable(name)).index; };
  const std::unordered_map<std::uint32_t, NodeId> swap{{index("x"), graph.variable("y")},
                                                       {index("y"), graph.variable("x")}};
  CHECK(to_text(graph, substitute(graph, root, graph, swap)) == "y^2 + x*y - 0.5");
  Graph other;
  const NodeId sum = parse(other, "a + 1");
  const NodeId moved = substitute(graph, root, other, {{index("x"), sum}});
  CHECK((moved == parse(other, "(a+1)^2 + y*(a+1) - 0.5")));
}

TEST_CASE("expressions: 100,000 terms and factors", "[numerics][expression]") {
  constexpr int n = 100'000;
  handles("0" + repeated("-0.1", n), Rational(-n, 10));
  handles("1" + repeated("*1.0", n), 1);
  std::string squares = "0";
  for (int i = 1; i <= n; ++i) squares += "+" + std::to_string(i) + "^2";
  handles(squares, Rational(333338333350000));
}

TEST_CASE("expressions: a sum of 100,000 variables", "[numerics][expression]") {
  constexpr int n = 100'000;
  std::string text = "x0";
  for (int i = 1; i < n; ++i) text += "\n+ x" + std::to_string(i);
  Graph graph;
  double start = thread_seconds();
  const auto parsed = parse_expression(graph, text, elementary_functions());
  CHECK(thread_seconds() - start < most_seconds);
  REQUIRE(parsed.names.size() == static_cast<std::size_t>(n));
  CHECK(parsed.names.back().place.line == n);
  CHECK(parsed.names.back().place.column == 3);
  start = thread_seconds();
  const Tape tape(graph, std::span(&parsed.root, 1));
  const std::vector<Interval> ones(static_cast<std::size_t>(n), Interval(1.0));
  const Interval sum = tape.run(ones).back().value;
  CHECK(sum.is_point());
  CHECK(sum.contains(static_cast<double>(n)));
  const auto slope = derivative(graph, parsed.root, graph.variable("x77"), elementary_functions());
  REQUIRE(slope.has_value());
  CHECK(to_text(graph, *slope) == "1");
  CHECK(thread_seconds() - start < most_seconds);
}

TEST_CASE("expressions: 100,000 nested brackets, signs and powers", "[numerics][expression]") {
  constexpr int n = 100'000;
  handles(repeated("(", n) + "7" + repeated(")", n), 7);
  handles(repeated("-", n) + "7", 7);
  handles(repeated("1^", n) + "5", 1);
  handles(repeated("(1+", n) + "0" + repeated(")", n), n);
}

TEST_CASE("expressions: 10,000 nested brackets, signs, calls and powers", "[numerics][expression]") {
  constexpr int n = 10'000;
  handles(repeated("-(", n) + "7" + repeated(")", n), 7);
  handles(repeated("|", n) + "7" + repeated("|", n), 7);
  handles(repeated("max(1,", n) + "7" + repeated(")", n), 7);
  handles(repeated("if(1<2,", n) + "7" + repeated(",0)", n), 7);
  handles(repeated("(", n) + "1" + repeated("^2)", n), 1);
  handles(repeated("(", n) + "1" + repeated("/1)", n), 1);
  handles("0" + repeated("+(1", n) + repeated(")", n), n);
  handles(repeated("sqrt(", n) + "1" + repeated(")", n), 1);
}

TEST_CASE("expressions: derivatives of long and of deep ones", "[numerics][expression]") {
  constexpr int n = 10'000;
  // The slopes at x = 0.
  const std::pair<std::string, int> slopes[] = {{"1" + repeated("*(1+x)", n), n},
                                                {"0" + repeated("+x", n), n},
                                                {repeated("sin(", n) + "x" + repeated(")", n), 1},
                                                {repeated("(", n) + "1+x" + repeated(")^1", n), 1}};
  for (const auto& [text, expected] : slopes) {
    CAPTURE(text.substr(0, 40));
    Graph graph;
    const double start = thread_seconds();
    const NodeId x = graph.variable("x");
    const auto slope = derivative(graph, parse(graph, text), x, elementary_functions());
    REQUIRE(slope.has_value());
    const Tape tape(graph, std::span(&*slope, 1));
    const BigInterval zero(0, Precision(64));
    const auto value = tape.run(std::span(&zero, 1), Precision(64)).back();
    CHECK(thread_seconds() - start < most_seconds);
    CHECK(value.defined == Defined::everywhere);
    CHECK(value.value.contains(Rational(expected)));
  }
}

TEST_CASE("expressions: unclosed brackets and signs without end are refused as quickly",
          "[numerics][expression][negative]") {
  for (const char* piece : {"(", "-", "|", "max(1,", "\\frac{", "1^", "{", "\\sqrt{", "1<"}) {
    Graph graph;
    const double start = thread_seconds();
    CHECK(code_of([&] { parse(graph, repeated(piece, 100'000)); }) == "LC110");
    CHECK(thread_seconds() - start < most_seconds);
  }
}

TEST_CASE("expressions: repeated squaring gives up the exact value, not the machine", "[numerics][expression]") {
  Graph graph;
  NodeId square = graph.rational(Rational(3, 2)), power = graph.integer(10);
  for (int i = 0; i < 60; ++i) square = graph.call("*", {square, square});
  for (int i = 0; i < 6; ++i) power = graph.call("^", {power, graph.integer(4000)});
  const double start = thread_seconds();
  CHECK(!exact_value(graph, square).has_value());
  CHECK(!exact_value(graph, power).has_value());
  const Tape tape(graph, std::span(&square, 1));
  const auto value = tape.run(std::span<const BigInterval>(), Precision(64)).back();
  CHECK(value.defined == Defined::everywhere);
  CHECK(less(BigInterval(1'000'000'000, Precision(64)), value.value) == Truth::yes);
  CHECK(thread_seconds() - start < most_seconds);
}
