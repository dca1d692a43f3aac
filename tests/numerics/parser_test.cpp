#include "numerics/parser.hpp"

#include <clocale>

#include "numerics/tape.hpp"
#include "tests/support/enclosure_checks.hpp"
#include "tests/support/expressions.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::test_support;

namespace {

NodeId parse(Graph& graph, std::string_view text, const Place& place = {}) {
  return parse_expression(graph, text, elementary_functions(), place).root;
}

/// The exact value of a text, "?" when there is none.
std::string value(std::string_view text) {
  Graph graph;
  const auto exact = exact_value(graph, parse(graph, text));
  return exact ? exact->to_string() : "?";
}

std::string reading(std::string_view text) {
  Graph graph;
  return written_out(graph, parse(graph, text));
}

struct Failure {
  std::string code, message;
};

Failure failure(std::string_view text, const Place& place = {}) {
  Graph graph;
  try {
    parse(graph, text, place);
  } catch (const ParseError& error) {
    return {error.code(), error.what()};
  }
  return {"none", "read as " + written_out(graph, parse(graph, text))};
}

/// The text is refused with this code, at this line and column of "f", in one short line with these words.
void refused(std::string_view text, const std::string& code, const std::string& place, const std::string& words) {
  const Failure found = failure(text, {.source = "f"});
  CAPTURE(std::string(text.substr(0, 100)), found.message);
  CHECK(found.code == code);
  CHECK(found.message.starts_with("f:" + place + ": "));
  CHECK(found.message.find(words) != std::string::npos);
  CHECK(found.message.find('\n') == std::string::npos);
  CHECK(found.message.size() < 300);
}

}  // namespace

TEST_CASE("parser: powers, signs and the four operations have the values of mathematics", "[numerics][parser][exact]") {
  CHECK(value("-3^2") == "-9");
  CHECK(value("-3^(1*2)") == "-9");
  CHECK(value("(-3)^2") == "9");
  CHECK(value("9-3^2") == "0");
  CHECK(value("2^3^2") == "512");
  CHECK(value("(2^3)^2") == "64");
  CHECK(value("2**3**2") == "512");
  CHECK(value("2^-1") == "1/2");
  CHECK(value("2^-2^2") == "1/16");
  CHECK(value("-2^-2") == "-1/4");
  CHECK(value("2^-1*6") == "3");
  CHECK(value("8-4-2") == "2");
  CHECK(value("8/4/2") == "1");
  CHECK(value("8/4*2") == "4");
  CHECK(value("1-2*3+4") == "-1");
  CHECK(value("2*-3") == "-6");
  CHECK(value("2--3") == "5");
  CHECK(value("---3") == "-3");
  CHECK(value("+3 - +2") == "1");
  CHECK(value("6/-3^2") == "-2/3");
  CHECK(value("0^0") == "1");
  CHECK(value("0^-1") == "?");
  CHECK(value("1/0") == "?");
}

TEST_CASE("parser: decimals are exact in every notation", "[numerics][parser][exact]") {
  CHECK(value("0.1+0.2-0.3") == "0");
  CHECK(value("0.1+0.2 = 0.3") == "1");
  CHECK(value("3*0.1 >= 0.3 and 1e-3*1000 <= 1 and 41*0.1 <= 4.1") == "1");
  CHECK(value("ceil(75*0.68)") == "51");
  CHECK(value(".5") == "1/2");
  CHECK(value("1.50e+2") == "150");
  CHECK(value("1E-2") == "1/100");
  CHECK(value("007") == "7");
  CHECK(value("1e-400 > 0") == "1");
  CHECK(value("2e0") == "2");
}

TEST_CASE("parser: comparisons form chains and 'and' joins them", "[numerics][parser]") {
  CHECK(reading("0 < x <= 1") == "(and (< 0 x) (<= x 1))");
  CHECK(reading("a < b <= c = d") == "(and (and (< a b) (<= b c)) (= c d))");
  CHECK(reading("a > b >= c") == "(and (< b a) (<= c b))");
  CHECK(reading("a < b and c < d < f") == "(and (< a b) (and (< c d) (< d f)))");
  CHECK(reading("a < b and c < d and f < g") == "(and (and (< a b) (< c d)) (< f g))");
  CHECK(reading("a == b") == "(= a b)");
  CHECK(reading("x + 1 < 2*y") == "(< (+ x 1) (* 2 y))");
  CHECK(reading("if(0 < x < 1, x, -x)") == "(if (and (< 0 x) (< x 1)) x (neg x))");
  CHECK(value("0 < 1 <= 1") == "1");
  CHECK(value("1 < 0.5 < 2") == "0");
}

TEST_CASE("parser: bars are brackets, nested too", "[numerics][parser]") {
  CHECK(reading("|x|") == "(abs x)");
  CHECK(reading("||x| - 1|") == "(abs (- (abs x) 1))");
  CHECK(reading("|x*|y||") == "(abs (* x (abs y)))");
  CHECK(reading("|x|*|y|") == "(* (abs x) (abs y))");
  CHECK(reading("|-|-x||") == "(abs (neg (abs (neg x))))");
  CHECK(reading("-|x|^2") == "(neg (^ (abs x) 2))");
  CHECK(reading("(|x|)") == "(abs x)");
  CHECK(value("|2-5|+|-1|") == "4");
}

TEST_CASE("parser: calls, names, constants, comments, other signs", "[numerics][parser]") {
  CHECK(reading("min(a, b, c)") == "(min (min a b) c)");
  CHECK(reading("max(1, min(x, y))") == "(max 1 (min x y))");
  CHECK(reading("pop.G12 + x_1*Vbar") == "(+ pop.G12 (* x_1 Vbar))");
  CHECK(reading("pi*e") == "(* pi e)");
  CHECK(reading("gamma*gamma(x)") == "(* gamma (gamma x))");  // a parameter may be called gamma
  CHECK(reading("1 # a comment (\n + 2 # another") == "(+ 1 2)");
  CHECK(reading("1\r\n\t+ 2") == "(+ 1 2)");
  CHECK(reading("x \u2264 1") == "(<= x 1)");
  CHECK(reading("x \u2265 \u22121") == "(<= (neg 1) x)");
  CHECK(reading("2\u00b7x\u00d7y") == "(* (* 2 x) y)");
  CHECK(value("max(1,5)") == "5");
}

TEST_CASE("parser: LaTeX", "[numerics][parser]") {
  CHECK(reading("\\frac{a+1}{b}^2") == "(^ (/ (+ a 1) b) 2)");
  CHECK(reading("x^{2 \\cdot y}") == "(^ x (* 2 y))");
  CHECK(reading("\\sqrt{x} + \\sqrt[3]{y}") == "(+ (sqrt x) (cbrt y))");
  CHECK(reading("\\left| \\lfloor x \\rfloor - \\lceil y \\rceil \\right|") == "(abs (- (floor x) (ceil y)))");
  CHECK(reading("\\lvert x \\rvert") == "(abs x)");
  CHECK(reading("\\ln\\left( \\delta \\right) \\le \\pi \\, \\times \\tau") == "(<= (log delta) (* pi tau))");
  CHECK(reading("\\operatorname{log1p}(\\mathrm{x\\_1})") == "(log1p x_1)");
  CHECK(reading("0 \\lt x \\land x \\leq 1") == "(and (< 0 x) (<= x 1))");
}

TEST_CASE("parser: the names are listed with the place of their first use", "[numerics][parser]") {
  Graph graph;
  const auto parsed = parse_expression(graph, "a +\n  \u2212b*a\n - (c)", elementary_functions(),
                                       {.source = "t.toml", .line = 7, .column = 12});
  REQUIRE(parsed.names.size() == 3);
  CHECK(parsed.names[0].name == "a");
  CHECK(parsed.names[0].place.to_string() == "t.toml:7:12");
  CHECK(parsed.names[1].place.to_string() == "t.toml:8:4");
  CHECK(parsed.names[2].place.to_string() == "t.toml:9:5");
}

TEST_CASE("parser: what is missing is named at its line and column", "[numerics][parser][negative]") {
  refused("", "LC110", "1:1", "found the end");
  refused("1 +", "LC110", "1:4", "found the end");
  refused("1 + * 2", "LC110", "1:5", "found '*'");
  refused("2x", "LC110", "1:2", "2*x");
  refused("1.5x", "LC110", "1:4", "1.5*x");
  refused("1e+", "LC110", "1:2", "1*e");
  refused("2 x", "LC110", "1:3", "write *");
  refused("x y", "LC110", "1:3", "write *");
  refused("2(x+1)", "LC110", "1:2", "write *");
  refused("(x)(y)", "LC110", "1:4", "write *");
  refused("(x)3", "LC110", "1:4", "write *");
  refused("2\\frac{1}{x}", "LC110", "1:2", "write *");
  refused("x(y+1)", "LC111", "1:1", "write x*(");
  refused("1.2.3", "LC110", "1:4", "decimal point");
  refused("1.", "LC110", "1:2", "decimal point");
  refused("1\n + 2\n + $", "LC110", "3:4", "'$'");
  refused("1\n + \u2212\u2212x + $", "LC110", "2:10", "'$'");
  refused("x + \u03b4", "LC110", "1:5", "delta");
  refused(std::string_view("x\0y", 3), "LC110", "1:2", "control character");
  refused("x != 1", "LC110", "1:3", "'!'");
  refused("[1, 2]", "LC110", "1:1", "found '['");
}

TEST_CASE("parser: brackets of every kind that do not fit", "[numerics][parser][negative]") {
  refused("(1 + 2", "LC110", "1:1", "expected ')'");
  refused("1 + exp(2", "LC110", "1:5", "expected ')'");
  refused("min(1,\n (2", "LC110", "2:2", "expected ')'");
  refused("|x", "LC110", "1:1", "expected '|'");
  refused("x^{2", "LC110", "1:3", "expected '}'");
  refused("\\frac{1}{2", "LC110", "1:1", "expected '}'");
  refused("\\frac{1}2", "LC110", "1:9", "denominator");
  refused("\\sqrt{2", "LC110", "1:1", "expected '}'");
  refused("\\sqrt[4]{2}", "LC110", "1:1", "sqrt[3]");
  refused("\\frac12", "LC110", "1:6", "expected { after \\frac");
  refused("\\sqrt 2", "LC110", "1:7", "expected {");
  refused("\\lfloor x", "LC110", "1:1", "\\rfloor");
  refused("\\lceil x", "LC110", "1:1", "\\rceil");
  refused("1 + 2)", "LC110", "1:6", "closes nothing");
  refused("x}", "LC110", "1:2", "closes nothing");
  refused("x|", "LC110", "1:2", "closes nothing");
  refused("(1 + 2}", "LC110", "1:7", "expected ')' for the bracket of line 1, column 1");
  refused("\n(|x)", "LC110", "2:4", "expected '|' for the bracket of line 2, column 2");
  refused("\\lfloor x )", "LC110", "1:11", "\\rfloor");
  refused("1, 2", "LC110", "1:2", "comma");
  refused("(1, 2)", "LC110", "1:3", "expected ')'");
}

TEST_CASE("parser: calls that do not fit", "[numerics][parser][negative]") {
  refused("1 + sqr(2)", "LC111", "1:5", "did you mean 'sqrt'?");
  refused("lamber_w(2)", "LC111", "1:1", "did you mean 'lambert_w'?");
  refused("exp()", "LC112", "1:1", "takes 1 argument, found 0");
  refused("exp(1, 2)", "LC112", "1:1", "takes 1 argument, found 2");
  refused("2*beta_inc(1, 2)", "LC112", "1:3", "takes 3 arguments, found 2");
  refused("if(x < 1, 2)", "LC112", "1:1", "takes 3 arguments, found 2");
  refused("max(1)", "LC112", "1:1", "takes at least 2 arguments, found 1");
  refused("pi(2)", "LC112", "1:1", "constant");
  refused("exp(,1)", "LC110", "1:5", "found ','");
  refused("exp(1,)", "LC110", "1:7", "found ')'");
  refused("x < inf", "LC110", "1:5", "inf");
  refused("\\infty", "LC110", "1:1", "inf");
}

TEST_CASE("parser: comparisons are not numbers", "[numerics][parser][negative]") {
  refused("1 + (x < 2)", "LC113", "1:3", "number");
  refused("(0 < x) < 1", "LC113", "1:9", "number");
  refused("exp(x < 1)", "LC113", "1:1", "number");
  refused("|x < 1|", "LC113", "1:1", "number");
  refused("if(x, 1, 2)", "LC113", "1:1", "comparison");
  refused("if(x < 1, y < 2, 3)", "LC113", "1:1", "number");
  refused("x and y < 1", "LC113", "1:3", "comparison");
  refused("-(x < 1)", "LC113", "1:1", "number");
  refused("max(x < 1, 2)", "LC113", "1:1", "number");
}

TEST_CASE("parser: LaTeX that means something else is refused, not skipped", "[numerics][parser][negative]") {
  refused("\\|x\\|", "LC110", "1:1", "LaTeX");
  refused("\\5+1", "LC110", "1:1", "LaTeX");
  refused("\\{x\\}", "LC110", "1:1", "( )");
  refused("\\_", "LC110", "1:1", "LaTeX");
  refused("x\\", "LC110", "1:2", "LaTeX");
  refused("\\mathrm x", "LC110", "1:8", "expected {");
  refused("\\mathrm{}", "LC110", "1:1", "name");
  refused("\\mathrm{1x}", "LC110", "1:9", "name");
  refused("\\mathrm{x", "LC110", "1:10", "name");
  refused("\\mathrm{and}", "LC110", "1:1", "name");
  refused("\\mathrm{x.}", "LC110", "1:10", "name");
}

TEST_CASE("parser: huge exponents are numbers or a clear error, at once", "[numerics][parser]") {
  const double start = thread_seconds();
  CHECK(value("1e-400*1e400") == "1");
  Graph graph;
  const NodeId large[] = {parse(graph, "1e1000000000000"), parse(graph, "1/1e1000000000000"),
                          parse(graph, "1e-9223372036854775808")};
  const Tape tape(graph, large);
  const auto values = tape.run(std::span<const BigInterval>(), Precision(64));
  for (const NodeId id : large) {
    const auto& v = values[tape.slot(id)];
    CHECK(v.defined == Defined::everywhere);
    CHECK(!v.value.is_empty());
    CHECK(less(v.value, BigInterval(0, Precision(64))) == Truth::no);
  }
  refused("x + 1e9223372036854775808", "LC102", "1:5", "exponent");
  refused("1e99999999999999999999999", "LC102", "1:1", "2^63");
  refused("1e-" + std::string(100000, '9'), "LC102", "1:1", "2^63");
  CHECK(thread_seconds() - start < 1);
}

TEST_CASE("parser: long tokens give short messages", "[numerics][parser][negative]") {
  const std::string word(100000, 'a'), digits(100000, '7');
  refused("x " + word, "LC110", "1:3", "write *");
  refused(word + "(1)", "LC111", "1:1", "...");
  refused(digits + "x", "LC110", "1:100001", "...*x");
  refused("x " + digits, "LC110", "1:3", "...");
  refused("exp(" + word + " 1", "LC110", "1:100006", "write *");
}

TEST_CASE("parser: random bytes and broken formulas end in a value or in one line", "[numerics][parser][negative]") {
  const std::string pieces[] = {
      "(",        ")",        "|",         "{",    "}",    ",",       "+",       "-",          "*",
      "/",        "^",        "<",         "<=",   "=",    ">",       "and",     "x",          "1",
      ".5",       "1e9",      "if(",       "min(", "exp(", "\\frac{", "\\sqrt{", "\\sqrt[3]{", "\\left",
      "\\lfloor", "\\rfloor", "\\mathrm{", "\\",   "[",    "]",       "\n",      "#",          "\xe2\x89\xa4",
      "\xff",     "inf",      "pi",        " ",    "_",    "."};
  const double start = thread_seconds();
  int accepted = 0;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(scaled(15000)) && thread_seconds() - start < 3; ++i) {
    Hostile pick("parser garbage", i);
    std::string text;
    const std::uint64_t length = 1 + pick.below(24);
    const bool bytes = pick.one_in(3);
    for (std::uint64_t k = 0; k < length; ++k)
      text += bytes ? std::string(1, static_cast<char>(pick.below(256))) : pieces[pick.below(std::size(pieces))];
    CAPTURE(pick.label(), text);
    Graph graph;
    try {
      parse(graph, text);
      ++accepted;
    } catch (const ParseError& error) {
      const std::string message = error.what();
      if (!message.starts_with("input:") || message.find('\n') != std::string::npos || message.size() >= 300)
        FAIL_CHECK(message);
    }
  }
  CHECK(accepted > 100);
}

TEST_CASE("parser: the locale of the process does not matter", "[numerics][parser]") {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  const bool comma = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr || std::setlocale(LC_ALL, "de_DE") != nullptr;
  if (!comma) WARN("no locale with a decimal comma on this machine");
  CHECK(value("0.1+0.2 = 0.3") == "1");
  CHECK(value("max(1,5)") == "5");
  CHECK(reading("1.25*x") == "(* 1.25 x)");
  Graph graph;
  const NodeId root = parse(graph, "1.25e0 - 5/4");
  const Tape tape(graph, std::span(&root, 1));
  CHECK(is_exactly(tape.run(std::span<const BigInterval>(), Precision(53)).back().value, 0));
  std::setlocale(LC_ALL, before.c_str());
}
