// SMT-LIB scripts as claims.
#include "verify/smtlib.hpp"
#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/text_checks.hpp"

using namespace lemmacheck;
using namespace lemmacheck::verify;
using Words = std::vector<std::string>;

namespace {

/// "statement | for | assume" of every case.
Words cases(const std::string& script) {
  Words all;
  for (const ClaimTexts& c : read_smtlib(script, "s.smt2").cases) {
    read_claim(c);  // is understood
    std::string text = statement_text(c) + " | " + ranges_text(c) + " |";
    for (const Text& h : c.hypotheses) text += ' ' + h.text + ';';
    all.push_back(text);
  }
  return all;
}

const std::string xy = "(declare-fun x () Real)(declare-const y Real)(declare-const n Int)";

std::string claim_of(const std::string& condition) {
  const Words all = cases(xy + "(assert " + condition + ")");
  REQUIRE(all.size() == 1);
  return all[0].substr(0, all[0].find(" |"));
}

void refused(const std::string& script, const Words& parts) {
  CAPTURE(script);
  try {
    read_smtlib(script, "s.smt2");
  } catch (const numerics::ParseError& error) {
    CAPTURE(error.what());
    CHECK((error.code() == "LC147" || error.code() == "LC148"));
    test::check_contains(error.what(), parts);
    return;
  }
  FAIL("not refused");
}

}  // namespace

TEST_CASE("smtlib: bounds become ranges, the last assertion the statement", "[verify][smtlib]") {
  CHECK(cases("(set-logic QF_NRA) ; a comment\n(declare-fun x () Real)\n(declare-const n Int)\n"
              "(assert (and (>= x 0) (< x (/ 3 2)) (<= 1 n)))\n(assert (= (* n x) 1.5))\n"
              "(assert (not (<= (log (+ 1 x)) x)))\n(check-sat)(exit)") ==
        Words{"log((1 + x)) <= x | x in [0, (3 / 2)), n integer in [1, inf) | (n * x) = 1.5;"});
  CHECK(cases(xy + "(assert (> x 1))(assert (> x 2))(assert (< x 2))(assert (> (* x x) 1))") ==
        Words{"(x * x) <= 1 | x in (2, inf), y real, n integer | x < 2;"});
  CHECK(cases(xy + "(assert (> n 1))(assert (< n 2))(assert (> (* x x) 1))") ==
        Words{"(x * x) <= 1 | x real, y real, n integer in (1, inf) | n < 2;"});
  CHECK(cases(xy + "(assert (> x 1))") == Words{"x <= 1 | x real, y real, n integer |"});
  CHECK(cases(xy + "(assert (= x y))") == Words{"1 <= 0 | x real, y real, n integer | x = y;"});
  CHECK(cases("(check-sat)") == Words{"1 <= 0 |  |"});
  CHECK(cases(xy + "(assert false)").empty());
}

TEST_CASE("smtlib: terms", "[verify][smtlib]") {
  CHECK(claim_of("(> (- x) (- x y 1))") == "(-x) <= (x - y - 1)");
  CHECK(claim_of("(> (^ x 2) (* 2 pi (arctan y)))") == "(x^2) <= (2 * pi * atan(y))");
  CHECK(claim_of("(>= (min x y 3) (to_real n))") == "min(x, y, 3) < (n)");
  CHECK(claim_of("(> (ite (and (< x 0) (> y 0)) x y) 0)") == "if(x < 0, if(y > 0, x, y), y) <= 0");
  CHECK(claim_of("(> (ite (or (< x 0) (not (> y 0))) x y) 0)") == "if(x < 0, x, if(y <= 0, x, y)) <= 0");
  CHECK(claim_of("(let ((z (+ x 1))) (let ((z (* z z)) (c (> z 3))) (=> c (> z 2))))") ==
        "(x + 1) > 3 and ((x + 1) * (x + 1)) <= 2");
  CHECK(claim_of("(! (> x (exp y)) :named a)") == "x <= exp(y)");
  CHECK(claim_of("(not (< x (* y y) 7))") == "x < (y * y) and (y * y) < 7");
}

TEST_CASE("smtlib: definitions", "[verify][smtlib]") {
  CHECK(cases(xy + "(define-fun f ((s Real) (t Real)) Real (+ s (* t s)))(define-fun c () Real 2)"
                   "(define-fun small ((s Real)) Bool (< (f s c) 1))(assert (not (small (f x y))))") ==
        Words{"((x + (y * x)) + (2 * (x + (y * x)))) < 1 | x real, y real, n integer |"});
}

TEST_CASE("smtlib: names that our language does not have", "[verify][smtlib]") {
  const SmtlibQuery query = read_smtlib(
      "(declare-const x!1 Real)(declare-const |a b| Real)(declare-const e Real)(declare-const x_1 Real)"
      "(assert (> (+ x!1 |a b| e) x_1))",
      "s.smt2");
  CHECK(statement_text(query.cases.at(0)) == "(x_1 + a_b + v_e) <= x_1_");
  CHECK(query.names ==
        std::map<std::string, std::string>{{"x_1", "x!1"}, {"a_b", "a b"}, {"v_e", "e"}, {"x_1_", "x_1"}});
}

TEST_CASE("smtlib: alternatives are cases", "[verify][smtlib]") {
  CHECK(cases(xy + "(assert (or (= x 1) (and (> x 2) (< y 3))))(assert (> (* x y) 1))") ==
        Words{"(x * y) <= 1 | x real, y real, n integer | x = 1;",
              "(x * y) <= 1 | x in (2, inf), y in (-inf, 3), n integer |"});
  CHECK(cases(xy + "(assert (distinct x y))") == Words{"x >= y and x <= y | x real, y real, n integer |"});
  CHECK(cases(xy + "(assert (not (= x y)))(assert (> (* x x) 1))") ==
        Words{"x >= y and x <= y | x real, y real, n integer | (x * x) > 1;"});
  std::string many = xy;
  for (int i = 0; i < 12; ++i) many += "(assert (or (= x " + std::to_string(i) + ") (= y 1)))";
  refused(many, {"256 cases"});
}

TEST_CASE("smtlib: what is refused, with its place", "[verify][smtlib]") {
  refused("(assert (> 1 0)", {"s.smt2:1:1", "never closed"});
  refused("\n  )", {"s.smt2:2:3", "closes nothing"});
  refused("(push 1)", {"s.smt2:1:1", "\"push\""});
  refused("(declare-fun f (Real) Real)", {"s.smt2:1:16", "without a definition"});
  refused("(declare-const b Bool)", {"Real or Int"});
  refused("(declare-const x Real)(declare-const x Real)", {"declared twice"});
  refused("(assert (> z 0))", {"s.smt2:1:12", "\"z\" is not declared"});
  refused("(assert (> 1.5.2 0))", {"not a number"});
  refused(xy + "(assert (> (mod n 2) 0))", {"\"mod\""});
  refused(xy + "(assert x)", {"expected a condition"});
  refused(xy + "(assert (> (< x y) 0))", {"conditions cannot be compared"});
  refused(xy + "(assert (> (+ x (< x y)) 0))", {"a number is expected"});
  refused(xy + "(define-fun f ((s Real)) Real (f s))(assert (> (f x) 0))", {"in a circle"});
  refused(std::string(5000, '('), {"deeper"});
  refused("(check-sat)(declare-const x Real)", {"one check-sat"});
  std::string doubling = xy;
  for (int i = 0; i < 60; ++i) {
    const std::string before = i == 0 ? "x" : "a" + std::to_string(i - 1);
    doubling += "(define-fun a" + std::to_string(i) + " () Real (+ " + before + ' ' + before + "))";
  }
  refused(doubling, {"too long"});
}
