// Sums, products and extremes over an index: what the text means, how it prints, which texts are errors.
#include "numerics/indexed.hpp"

#include "numerics/error.hpp"
#include "numerics/parser.hpp"
#include "numerics/printer.hpp"
#include "numerics/tape.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/enclosure_checks.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

NodeId parse(Graph& graph, const std::string& text) {
  return parse_expression(graph, text, elementary_functions(), {.source = "f"}).root;
}

std::optional<Rational> value(const std::string& text) {
  Graph graph;
  return exact_value(graph, parse(graph, text));
}

std::string error_of(const std::string& text) {
  try {
    Graph graph;
    parse(graph, text);
  } catch (const Error& error) {
    return error.code() + ' ' + error.what();
  }
  return "no error";
}

std::vector<std::string> names_of(const std::string& text) {
  Graph graph;
  std::vector<std::string> names;
  for (const NameUse& use : parse_as_written(graph, text, elementary_functions()).names) names.push_back(use.name);
  return names;
}

}  // namespace

TEST_CASE("indexed: closed forms", "[numerics][parser][exact]") {
  CHECK(value("sum(k, k, 1, 100)") == Rational(5050));
  CHECK(value("sum(k^2, k, -3, 3)") == Rational(28));
  CHECK(value("prod(k, k, 1, 10)") == Rational(3628800));
  CHECK(value("sum(1/(k*(k+1)), k, 1, 99)") == Rational(99, 100));
  CHECK(value("max_over(k*(7-k), k, 0, 7)") == Rational(12));
  CHECK(value("min_over(k*(7-k), k, 0, 8)") == Rational(-8));
  CHECK(value("sum(2^k, k, 2*3-5, 9+1)") == Rational(2046));
  CHECK(value("-sum(k, k, 1, 2)^2") == Rational(-9));
}

TEST_CASE("indexed: one term, no term", "[numerics][parser][exact]") {
  CHECK(value("sum(k^3, k, 5, 5)") == Rational(125));
  CHECK(value("max_over(k^3, k, 5, 5)") == Rational(125));
  CHECK(value("sum(1/k, k, 0, -1)") == Rational(0));
  CHECK(value("prod(1/k, k, 0, -1)") == Rational(1));
  CHECK(error_of("max_over(k, k, 1, 0)").starts_with("LC114 f:1:1: 'max_over' over k: it runs from 1 to 0"));
  CHECK(error_of("1 + min_over(k, k, 1, 0)").starts_with("LC114"));
}

TEST_CASE("indexed: an index belongs to its sum", "[numerics][parser][exact]") {
  // the inner k hides the outer one, ends see the outer one
  CHECK(value("sum(sum(k, k, 1, 3), k, 1, 2)") == Rational(12));
  CHECK(value("sum(k*sum(k, k, 1, k), k, 1, 3)") == Rational(1 * 1 + 2 * 3 + 3 * 6));
  CHECK(value("sum(sum(i*j, j, 1, i), i, 1, 3)") == Rational(1 + 2 * 3 + 3 * 6));
  CHECK(value("sum(k, k, 1, sum(k, k, 1, 3))") == Rational(21));
  CHECK(names_of("k + sum(k*x, k, 1, 3)") == std::vector<std::string>{"k", "x"});
  CHECK(names_of("sum(k*x, k, 1, 3) + y") == std::vector<std::string>{"x", "y"});
  CHECK(names_of("sum(k*x, k, 1, k)") == std::vector<std::string>{"x", "k"});
  Graph graph;
  CHECK(parse(graph, "k*sum(k*x, k, 1, 2)") == parse(graph, "k*(1*x + 2*x)"));
  CHECK(parse(graph, "max_over(x^k, k, 1, 3)") == parse(graph, "max(x^1, x^2, x^3)"));
}

TEST_CASE("indexed: four arguments of max are a maximum of four", "[numerics][parser][exact]") {
  CHECK(value("max(7, 9, 1, 3)") == Rational(9));
  Graph graph;
  CHECK(parse(graph, "max(x, k, 1, 3)") == parse(graph, "max(max(max(x, k), 1), 3)"));
}

TEST_CASE("indexed: a function of the reader may have the name of a sum", "[numerics][parser]") {
  FunctionTable table(&elementary_functions());
  Function f;
  f.name = "sum";
  f.arity = 2;
  table.add(std::move(f));
  Graph graph;
  CHECK(graph.node(parse_expression(graph, "sum(x, y)", table).root).function == table.find("sum"));
  CHECK(parse(graph, "prod + sum") == graph.call("+", {graph.variable("prod"), graph.variable("sum")}));
}

TEST_CASE("indexed: printed as written, and read back", "[numerics][printer]") {
  Graph graph;
  for (const std::string text :
       {"sum(k^2*x, k, 1, 3)", "prod(1 + x/k, k, 1, n)", "max_over(abs(x - k), k, -2, 2)", "min_over(x^k, k, 0, 4)",
        "2*sum(sum(i*j, j, 1, i), i, 1, 3) + x", "sum(x, alpha, 0, 1)", "sum(x_1, k_1, a, b)^2"}) {
    CAPTURE(text);
    const NodeId root = parse_as_written(graph, text, elementary_functions()).root;
    CHECK(to_text(graph, root) == text);
    const std::string latex = to_latex(graph, root);
    CAPTURE(latex);
    CHECK(parse_as_written(graph, latex, elementary_functions()).root == root);
  }
  const auto latex = [&](const std::string& text) {
    return to_latex(graph, parse_as_written(graph, text, elementary_functions()).root);
  };
  CHECK(latex("sum(k^2, k, 1, n)") == "\\sum_{k=1}^{n}\\left(k^{2}\\right)");
  CHECK(latex("prod(x, j, 0, 2)") == "\\prod_{j=0}^{2}\\left(x\\right)");
  CHECK(latex("max_over(x^k, k, 1, 3)") == "\\max_{k=1,\\ldots,3}\\left(x^{k}\\right)");
}

TEST_CASE("indexed: errors", "[numerics][parser][negative]") {
  CHECK(error_of("sum(k, k, 1, n)").starts_with("LC114 f:1:1: 'sum' over k: its last value is not known as an exact"));
  CHECK(error_of("sum(k, k, 1/2, 3)").find("it is 1/2") != std::string::npos);
  CHECK(error_of("sum(k, k, 1, 10001)").find("at most 10000") != std::string::npos);
  CHECK(error_of("sum(sum(1, j, 1, 1000), k, 1, 1000)").find("at most 100000 are written out in all") !=
        std::string::npos);
  CHECK(error_of("sum(k, k, 1, 1e300)").starts_with("LC114"));
  CHECK(error_of("sum(k, k, 1)").starts_with("LC112"));
  CHECK(error_of("sum(k)").starts_with("LC112"));
  CHECK(error_of("sum(k, 2, 1, 3)").starts_with("LC112"));
  CHECK(error_of("sum(k, k, 1, 2, 3)").starts_with("LC112"));
  CHECK(error_of("sum(k, e, 1, 2)").starts_with("LC132"));
  CHECK(error_of("sum(k, a.b, 1, 2)").starts_with("LC124"));
  CHECK(error_of("sum(k < 1, k, 1, 2)").starts_with("LC113"));
  CHECK(error_of("sum(k, k, 1 < 2, 2)").starts_with("LC113"));
  CHECK(error_of("\\sum_{k=1}(k)").starts_with("LC110"));
  CHECK(error_of("\\sum_{k}^{3}(k)").starts_with("LC110"));
  CHECK(error_of("\\sin_{k=1}^{3}(k)").starts_with("LC110"));
  std::string deep = "1";
  for (int i = 0; i < 30; ++i) deep = "sum(" + deep + ", k, 1, 1)";
  CHECK(error_of(deep).starts_with("LC114"));
}
