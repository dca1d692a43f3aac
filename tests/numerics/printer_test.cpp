#include "numerics/printer.hpp"

#include "numerics/parser.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/expressions.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

NodeId parse(Graph& graph, const std::string& text) {
  return parse_expression(graph, text, elementary_functions()).root;
}

std::string plain(const std::string& text) {
  Graph graph;
  return to_text(graph, parse(graph, text));
}

std::string latex(const std::string& text, const std::map<std::string, std::string>& symbols = {}) {
  Graph graph;
  return to_latex(graph, parse(graph, text), symbols);
}

/// Names that are hard to print: LaTeX commands, functions, Greek letters, dots and underscores.
const std::vector<std::string> hard_names{"x",   "x_1",  "pop.G12", "alpha", "gamma", "Pi",   "frac", "left",
                                          "exp", "cdot", "text",    "q_lo",  "_",     "e1e5", "le",   "mathrm"};

/// The positions of the brackets that only group: pairs whose '(' does not follow a name.
std::vector<std::pair<std::size_t, std::size_t>> grouping_brackets(const std::string& text) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') open.push_back(i);
    if (text[i] != ')') continue;
    const std::size_t from = open.back();
    open.pop_back();
    const char before = from == 0 ? ' ' : text[from - 1];
    if (std::isalnum(static_cast<unsigned char>(before)) == 0 && before != '_') pairs.emplace_back(from, i);
  }
  return pairs;
}

}  // namespace

TEST_CASE("printer: plain text has the fewest brackets", "[numerics][printer]") {
  CHECK(plain("((1) + ((2) * (3)))") == "1 + 2*3");
  CHECK(plain("(a + b)*c") == "(a + b)*c");
  CHECK(plain("a - (b - c)") == "a - (b - c)");
  CHECK(plain("(a - b) - c") == "a - b - c");
  CHECK(plain("a/(b*c)/(d/f)") == "a/(b*c)/(d/f)");
  CHECK(plain("-(x^2)") == "-x^2");
  CHECK(plain("(-x)^2") == "(-x)^2");
  CHECK(plain("(2^3)^2 - 2^(3^2)") == "(2^3)^2 - 2^3^2");
  CHECK(plain("2^(-1)") == "2^-1");
  CHECK(plain("a*(-b)") == "a*-b");
  CHECK(plain("(-a)*b") == "-a*b");
  CHECK(plain("-(a*b)") == "-(a*b)");
  CHECK(plain("|x| < 1") == "abs(x) < 1");
  CHECK(plain("0 < x <= 1") == "0 < x and x <= 1");
  CHECK(plain("x >= 1") == "1 <= x");
  CHECK(plain("a < 1 and (b < 1 and c < 1)") == "a < 1 and (b < 1 and c < 1)");
  CHECK(plain("min(a, b, c)") == "min(min(a, b), c)");
  CHECK(plain("0.250 + 1e-400 + 1200") == "0.25 + 1e-400 + 1200");
  CHECK(plain("pi + e") == "pi + e");
}

TEST_CASE("printer: LaTeX", "[numerics][printer]") {
  CHECK(latex("(a+1)/b") == "\\frac{a + 1}{b}");
  CHECK(latex("(a/b)^(c+1)") == "\\left(\\frac{a}{b}\\right)^{c + 1}");
  CHECK(latex("a*b <= sqrt(x)") == "a \\cdot b \\le \\sqrt{x}");
  CHECK(latex("log(2*delta)") == "\\log\\left(2 \\cdot \\delta\\right)");
  CHECK(latex("abs(x) + cbrt(y)") == "\\left|x\\right| + \\sqrt[3]{y}");
  CHECK(latex("q_lo*pi") == "\\mathrm{q\\_lo} \\cdot \\pi");
  CHECK(latex("lambert_w(x)") == "\\operatorname{lambert\\_w}\\left(x\\right)");
  CHECK(latex("a*-b - -c") == "a \\cdot \\left(-b\\right) - \\left(-c\\right)");
  CHECK(latex("-a*b - c") == "-a \\cdot b - c");
  CHECK(latex("q_lo^2", {{"q_lo", "q_-"}}) == "q_-^{2}");
}

TEST_CASE("printer: what is printed reads back to the same node", "[numerics][printer]") {
  Graph graph;
  RandomExpressions random(graph, elementary_functions(), numeric_functions(elementary_functions()), hard_names);
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(scaled(4000)); ++i) {
    Hostile pick("printer", i);
    const int depth = static_cast<int>(pick.between(1, 5));
    const NodeId root = pick.one_in(4) ? random.condition(pick, depth) : random.number(pick, depth);
    const std::string text = to_text(graph, root), typeset = to_latex(graph, root);
    CAPTURE(pick.label(), text, typeset);
    const std::size_t size = graph.size();
    if (parse(graph, text) != root) FAIL_CHECK("plain text reads differently");
    if (parse(graph, typeset) != root) FAIL_CHECK("LaTeX reads differently");
    CHECK(graph.size() == size);
  }
}

TEST_CASE("printer: without any pair of its brackets the text means something else", "[numerics][printer]") {
  Graph graph;
  RandomExpressions random(graph, elementary_functions(), {"abs", "max", "if"}, {"x", "y"});
  int pairs = 0;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(scaled(500)); ++i) {
    Hostile pick("printer brackets", i);
    const NodeId root = pick.one_in(4) ? random.condition(pick, 4) : random.number(pick, 4);
    const std::string text = to_text(graph, root);
    CAPTURE(pick.label(), text);
    for (const auto& [from, to] : grouping_brackets(text)) {
      std::string without = text;
      without.erase(to, 1).erase(from, 1);
      ++pairs;
      try {
        if (parse(graph, without) == root) FAIL_CHECK("not needed: " << without);
      } catch (const std::exception&) {
        SUCCEED();
      }
    }
  }
  CHECK(pairs > 300);
}
