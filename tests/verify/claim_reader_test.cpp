// Texts to claims: what is read, and what is refused with which words.
#include "verify/claim_reader.hpp"
#include "numerics/error.hpp"
#include "numerics/printer.hpp"
#include "numerics/tape.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/text_checks.hpp"
#include "verify/claim_convention.hpp"

using namespace lemmacheck;
using namespace lemmacheck::verify;
using numerics::to_text;
using Words = std::vector<std::string>;

namespace {

std::vector<Text> texts(const Words& words, const std::string& source) {
  std::vector<Text> all;
  for (const std::string& w : words) all.push_back({w, {.source = source}});
  return all;
}

ClaimTexts written(const std::string& claim, const Words& ranges, const Words& assume = {}, const Words& define = {},
                   const Words& convention = {}) {
  return {texts({claim}, "claim"), texts(ranges, "for"), texts(assume, "assume"), texts(define, "define"),
          texts(convention, "convention")};
}

std::string statement(const ClaimTexts& claim) {
  const Claim read = read_claim(claim);
  return to_text(read.graph, read.statement);
}

void refused(const ClaimTexts& claim, const std::string& code, const Words& parts) {
  CAPTURE(claim.statements.front().text);
  try {
    read_claim(claim);
  } catch (const numerics::Error& error) {
    CAPTURE(error.what());
    CHECK(error.code() == code);
    test::check_contains(error.what(), parts);
    return;
  }
  FAIL("not refused");
}

const std::string zero_log = "0*log(0) = 0";

std::string by_convention(const std::string& claim, const Words& ranges) {
  return statement(written(claim, ranges, {}, {}, {zero_log}));
}

}  // namespace

TEST_CASE("claim reader: ranges", "[verify][claims]") {
  const Claim claim =
      read_claim(written("x + n + t >= k", {"x in (-1, pi/2]", "n integer in [1, inf), t real", "k integer"}));
  REQUIRE(claim.variables.size() == 4);
  const auto& [x, n, t, k] = std::tie(claim.variables[0], claim.variables[1], claim.variables[2], claim.variables[3]);
  CHECK((x.name == "x" && !x.integer && x.lower.open && !x.upper.open && !x.lower.infinite && !x.upper.infinite));
  CHECK(to_text(claim.graph, x.lower.value) == "-1");
  CHECK(to_text(claim.graph, x.upper.value) == "pi/2");
  CHECK((n.name == "n" && n.integer && !n.lower.open && n.upper.infinite && n.upper.open));
  CHECK((t.name == "t" && !t.integer && t.lower.infinite && t.upper.infinite));
  CHECK((k.name == "k" && k.integer && k.lower.infinite && k.upper.infinite));
  CHECK(claim.functions != nullptr);
  CHECK(read_claim(written("1 + 1e-17 > 1", {})).variables.empty());
}

TEST_CASE("claim reader: statements, hypotheses, definitions", "[verify][claims]") {
  CHECK(statement(written("0 < x <= 1 and ln(x) < x", {"x in (0, 1]"})) == "0 < x and x <= 1 and log(x) < x");
  ClaimTexts two = written("x >= 0", {"x real"});
  two.statements.push_back({"x^2 >= x", {}});
  CHECK(statement(two) == "0 <= x and x <= x^2");
  CHECK(statement_text(two) == "x >= 0 and x^2 >= x");
  CHECK(ranges_text(written("x > \n y", {"x  real", " y in\t[0, 1]"})) == "x real, y in [0, 1]");
  const Claim claim =
      read_claim(written("f(y) <= y", {"x in [0, 1]"}, {"y < 2"}, {"y = x/(1+x)", "g = y^2", "f(s) = s*g"}));
  CHECK(to_text(claim.graph, claim.statement) == "x/(1 + x)*(x/(1 + x))^2 <= x/(1 + x)");
  CHECK(to_text(claim.graph, claim.hypotheses.at(0)) == "x/(1 + x) < 2");
  CHECK(read_claim(written("x >= h", {"x in [0, h]"}, {}, {"h = 1/2"})).variables.size() == 1);
  CHECK(unused_variables(read_claim(written("x >= 0", {"x real", "y real", "z real"}, {"z > x"}))) == Words{"y"});
}

TEST_CASE("claim reader: ln and log are one function", "[verify][claims]") {
  const Claim claim = read_claim(written("ln(x) <= log(x)", {"x in (0, 1]"}));
  CHECK(claim.graph.arguments(claim.statement)[0] == claim.graph.arguments(claim.statement)[1]);
}

TEST_CASE("claim reader: a variable takes the name of a constant", "[verify][claims]") {
  const Claim claim = read_claim(written("e <= exp(1) + pi", {"e in (0, 3)"}));
  CHECK(claim.graph.variables_of(claim.statement) == Words{"e"});
  CHECK(claim.functions->find("e") == nullptr);
  CHECK(claim.functions->find("pi") != nullptr);
  CHECK(read_claim(written("x <= e", {"x in (0, e)"})).graph.variable_count() == 1);
}

TEST_CASE("claim reader: a constant that is asked for", "[verify][claims]") {
  const ClaimTexts claim = written("x >= C*x^2", {"x in [0, 1]"});
  refused(claim, "LC131", {"'C'"});
  CHECK(read_claim(claim, {.unknown_constant = "C"}).variables.size() == 1);
  CHECK_THROWS_AS(read_claim(claim, {.unknown_constant = "x"}), numerics::ParseError);
}

TEST_CASE("claim reader: what is refused", "[verify][claims]") {
  refused(written("x >= 5", {"x in [0, -1]"}), "LC123", {"for:1:1", "'x in [0, -1]'", "reversed"});
  refused(written("x >= 5", {"x in [pi, 3]"}), "LC123", {"reversed"});
  refused(written("x >= 5", {"x in (1, 1]"}), "LC123", {"empty"});
  refused(written("x >= 5", {"x in (log(2), log(2))"}), "LC123", {"empty"});
  refused(written("x >= 5", {"x in (log(4), 2*log(2)]"}), "LC123", {"empty"});
  refused(written("n >= 5", {"n integer in [5/4, 7/4]"}), "LC123", {"no whole number"});
  refused(written("n >= 5", {"n integer in (1, 2)"}), "LC123", {"no whole number"});
  refused(written("x >= 5", {"x in [0, nan]"}), "LC131", {"'nan'"});
  refused(written("x >= nan", {"x real"}), "LC131", {"claim:1:6", "'nan'"});
  refused(written("x >= 5", {"x in [0, 1/0]"}), "LC123", {"'1/0'", "no value"});
  refused(written("x >= 5", {"x in [log(-1), 1]"}), "LC123", {"'log(-1)'", "no value"});
  refused(written("x >= y", {"x in [0, y]", "y real"}), "LC123", {"depends on 'y'", "assume"});
  refused(written("x >= 5", {"x between 0 and 1"}), "LC123", {"expected"});
  refused(written("alpa >= 0", {"alpha in [0, 1]"}), "LC131", {"claim:1:1", "did you mean 'alpha'"});
  refused(written("x >= kappa", {"x real"}), "LC131", {"claim:1:6", "'kappa' has no range", "add it to 'for'"});
  refused(written("x >= 0", {"x real", "x in [0, 1]"}), "LC132", {"two ranges"});
  refused(written("x + 1", {"x real"}), "LC113", {"not a comparison"});
  refused(written("x >= 0", {"x real"}, {"x^2"}), "LC113", {"assume:1:1"});
  refused(written("x >= 0", {"2x real"}), "LC124", {"not a name"});
  refused(written("x >= 0", {"x real"}, {}, {"x = 2"}), "LC132", {"define:1:1", "'x'"});
  refused(written("x >= 0", {"x real"}, {}, {"exp(s) = 2*s"}), "LC132", {"'exp'"});
  refused(written("x >= 0", {"x real"}, {}, {"f(e) = 2*e"}), "LC132", {"'e' is a constant"});
  refused(written("x >= 0", {"x real"}, {}, {"y = z", "z = x"}), "LC131", {"'z'"});
  refused(written("x >= 0", {"x real"}, {}, {"f(s) = f(s - 1)"}), "LC111", {"'f'"});
  refused(written("x >= 0", {"x real"}, {}, {"y + 1"}), "LC124", {"NAME = VALUE"});
  refused(written("x >= 0", {"x real"}, {}, {}, {"0^0 = 1"}), "LC141", {"0^0 = 1", zero_log});
  refused(written("x >= ", {"x real"}), "LC110", {"claim:1:"});
}

TEST_CASE("claim reader: definitions do not grow without limit", "[verify][claims]") {
  Words define{"f0(s) = s + x"};
  for (int i = 1; i < 30; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    define.push_back("f" + std::to_string(i) + "(s) = " + before + "(" + before + "(s) + s)*" + before + "(2*s)");
  }
  refused(written("f29(x) >= 0", {"x real"}, {}, define), "LC142", {"definitions expanded"});
}

TEST_CASE("convention: products with log get the value 0", "[verify][claims]") {
  const Words p{"p in [0, 1]"}, pq{"p in [0, 1]", "q in (0, 1)"}, real{"x real", "y real"};
  CHECK(by_convention("p*log(p) <= 0", p) == "xlogx(p) <= 0");
  CHECK(by_convention("log(p)*p*2 <= 0", p) == "2*xlogx(p) <= 0");
  CHECK(by_convention("-p*log(p) >= 0", p) == "0 <= -xlogx(p)");
  CHECK(by_convention("p^3*log(p) <= 0", p) == "p^2*xlogx(p) <= 0");
  CHECK(by_convention("p*log2(p) <= 0", p) == "xlogx(p)/log(2) <= 0");
  CHECK(by_convention("(1-p)*log1p(-p) <= 0", p) == "xlogx(1 - p) <= 0");
  CHECK(by_convention("(1+p)*log1p(p) >= 0", p) == "0 <= xlogx(1 + p)");
  CHECK(by_convention("p*log(p/q) >= -1", pq) == "-1 <= xlogx(p) - p*log(q)");
  CHECK(by_convention("(1-p)*ln((1-p)/(1-q)) >= -1", pq) == "-1 <= xlogx(1 - p) - (1 - p)*log(1 - q)");
  CHECK(by_convention("p*log(2*p/(p+q)) <= 1", pq) == "xlogx(p) + p*log(2/(p + q)) <= 1");
  // where signs are not known the domain stays what it was, x/y > 0
  CHECK(by_convention("x*log(x/y) >= 0", real) == "0 <= xlogx(x/y)/(1/y)");
  // nothing to do
  CHECK(by_convention("p*log(q) <= 0", pq) == "p*log(q) <= 0");
  CHECK(by_convention("p*log(p)^2 >= 0", p) == "0 <= p*log(p)^2");
  CHECK(by_convention("p + log(p) <= 1", p) == "p + log(p) <= 1");
  CHECK(by_convention("x*log(x^2) >= -1", real) == "-1 <= x*log(x^2)");
  CHECK(statement(written("p*log(p) <= 0", p)) == "p*log(p) <= 0");
  CHECK(read_claim(written("p*log(p) <= 0", p, {}, {}, {" 0 * log( 0 )=0"})).conventions == Words{zero_log});
}

TEST_CASE("convention: the value is that of the product wherever it has one", "[verify][claims][exact]") {
  const Words ranges{"x real", "y real"};
  for (const std::string& f : Words{"x*log(x/y)", "x*log(2*x/(x+y))", "-y*x^2*log(x)/3", "x*y*log(x*y)*log(x)",
                                    "(1-x)*log((1-x)/(1-y))", "x*log(-x)", "y*(1+x)*log1p(x)"}) {
    CAPTURE(f);
    const Claim plain = read_claim(written(f + " >= 0", ranges));
    const Claim other = read_claim(written(f + " >= 0", ranges, {}, {}, {zero_log}));
    const numerics::NodeId a = plain.graph.arguments(plain.statement)[1], b = other.graph.arguments(other.statement)[1];
    CHECK(to_text(plain.graph, a) != to_text(other.graph, b));
    const numerics::Tape left(plain.graph, std::span(&a, 1)), right(other.graph, std::span(&b, 1));
    const numerics::Precision precision(100);
    for (long x = -8; x <= 8; ++x)
      for (long y = -8; y <= 8; ++y) {
        CAPTURE(x, y);
        const auto values = [&](const Claim& c) {
          std::vector<numerics::BigInterval> all;
          for (std::size_t i = 0; i < c.graph.variable_count(); ++i)
            all.push_back(numerics::BigInterval(
                numerics::Rational(c.graph.variable_name(i) == "x" ? 2 * x + 1 : 2 * y + 1, 6), precision));
          return all;
        };
        const auto one = left.run(values(plain), precision)[left.slot(a)];
        const auto two = right.run(values(other), precision)[right.slot(b)];
        CHECK((one.defined == numerics::Defined::everywhere) == (two.defined == numerics::Defined::everywhere));
        CHECK((one.defined == numerics::Defined::nowhere) == (two.defined == numerics::Defined::nowhere));
        if (one.defined == numerics::Defined::everywhere) CHECK_FALSE(intersection(one.value, two.value).is_empty());
      }
  }
}
