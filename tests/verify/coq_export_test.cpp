// Lemmas for Coq: what the text is, what is left out and why, and that coqc takes it.
#include "verify/coq_export.hpp"

#include <cstdlib>

#include "numerics/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/command.hpp"
#include "tests/support/text_checks.hpp"
#include "verify/coq_formula.hpp"

using namespace lemmacheck;
using namespace lemmacheck::verify;
using Words = std::vector<std::string>;

namespace {

std::vector<Text> texts(const Words& all) {
  std::vector<Text> made;
  for (const std::string& t : all) made.push_back({t, {}});
  return made;
}

CoqLemma exported(const std::string& statement, const Words& ranges, const Words& hypotheses = {}) {
  return coq_lemma(read_claim({texts({statement}), texts(ranges), texts(hypotheses), {}, {}}), "a");
}

/// The statement of the lemma, on one line.
std::string said(const std::string& statement, const Words& ranges, const Words& hypotheses = {}) {
  const CoqLemma made = exported(statement, ranges, hypotheses);
  CAPTURE(statement, made.reason);
  REQUIRE(made.reason.empty());
  const std::size_t end = made.text.find(".\nProof.");
  std::string line;
  for (const char c : made.text.substr(0, end))
    if (c == '\n' || c == ' ') {
      if (line.back() != ' ') line += ' ';
    } else {
      line += c;
    }
  return line;
}

std::string reason(const std::string& statement, const Words& ranges, const Words& hypotheses = {}) {
  return exported(statement, ranges, hypotheses).reason;
}

const std::string sample = R"toml(
[[lemma]]
id    = "quarter-1.0"
title = "A (* \"parabola\" *)"
for   = ["x in [0, 1]"]
claim = "x*(1-x) <= 0.26"

[[lemma]]
id    = "unbounded"
for   = ["x in [0, inf)"]
claim = "x <= exp(x)"

[[lemma]]
id    = "sqrt"
for   = ["exp in (0, 1]", "forall in [-pi/2, pi/2]"]
assume = ["exp >= 0.1", "abs(forall) < 1"]
claim = ["log(exp) + tanh(forall)/exp <= 10.1", "-6 < log1p(exp)*cos(forall)^2 + min(exp, 1/3)", "tan(forall) > -2"]

[[lemma]]
id    = "wrong"
for   = ["x in [0, 1]"]
claim = "x < 0"
expect = "refuted"

[[lemma]]
id    = "numbers"
claim = "exp(1) < 2.7182818285 <= sqrt(7.3891) + 10^(-20)"

[[lemma]]
id    = "rational"
for   = ["x in [1, 3/2]", "y in [-1/2, 1/2]", "z in [2, 3]"]
claim = "-(x - y)^2/z^(-2) - 1e-3*abs(y)/x + e^y*atan(z) - max(x, y) + sigmoid(x) <= 3"
)toml";

}  // namespace

TEST_CASE("coq: the statement is the claim", "[verify][coq]") {
  CHECK(said("x^2 - x >= -0.25", {"x in [-1, 2]"}) ==
        "Lemma a : forall x : R, - 1 <= x <= 2 -> - (1 / 4) <= x ^ 2 - x");
  CHECK(said("-(x - (y - 1))*x <= (x/y)/y", {"x in (0, 1]", "y in [1, 2)"}) ==
        "Lemma a : forall x y : R, 0 < x -> x <= 1 -> 1 <= y -> y < 2 -> y <> 0 /\\ "
        "- (x - (y - 1)) * x <= x / y / y");
  CHECK(said("x/(y*x) < (x^2)^3 - x^(-2)", {"x in [1, 2]", "y in [1, 2]"}, {"x <= 3/2", "abs(y) <= 2"}) ==
        "Lemma a : forall x y : R, 1 <= x <= 2 -> 1 <= y <= 2 -> x <= 3 / 2 -> Rabs y <= 2 -> "
        "y * x <> 0 /\\ x <> 0 /\\ x / (y * x) < (x ^ 2) ^ 3 - / x ^ 2");
  CHECK(said("sqrt(2) < 3/2", {}) == "Lemma a : sqrt 2 < 3 / 2");
  CHECK(said("ln(x) <= sinh(x)", {"x in [1, sqrt(2)*pi]"}) ==
        "Lemma a : forall x : R, 1 <= x <= sqrt 2 * PI -> 0 < x /\\ ln x <= (exp x - exp (- x)) / 2");
}

TEST_CASE("coq: where the formula has no value is a goal of its own", "[verify][coq][negative]") {
  CHECK(said("sqrt(x) >= 0", {"x in [-1, 1]"}).find("0 <= x /\\ 0 <= sqrt x") != std::string::npos);
  CHECK(said("0*log(x) <= 1", {"x in [-1, 1]"}).find("0 < x /\\") != std::string::npos);
  CHECK(said("x/0 <= 1", {"x in [-1, 1]"}).find("0 <> 0 /\\") != std::string::npos);
}

TEST_CASE("coq: what the tactic cannot take is left out with the reason", "[verify][coq]") {
  CHECK(reason("x <= exp(x)", {"x in [0, inf)"}) == "the range of 'x' is not bounded");
  CHECK(reason("n <= exp(n)", {"n integer in [0, 5]"}) == "'n' is an integer");
  CHECK(reason("erf(x) <= 1", {"x in [0, 5]"}) == "the tactic does not know erf");
  CHECK(reason("x^x <= 2", {"x in [0, 1]"}) == "an exponent that is not a whole number");
  CHECK(reason("x^1001 <= 2", {"x in [0, 1]"}) == "an exponent beyond 1000");
  CHECK(reason("x - x = 0", {"x in [0, 1]"}) == "an equation: the tactic proves inequalities");
  CHECK(reason("x <= y", {"x in [0, 1]", "y in [0, 1]"}, {"x <= y"}) ==
        "a hypothesis that does not bound one variable by constants");
  std::string nested = "x";
  for (int i = 0; i < 40; ++i) nested = "f(" + nested + ")";
  const ClaimTexts doubled{texts({nested + " <= 1"}), texts({"x in [0, 1]"}), {}, texts({"f(t) = t*t + t"}), {}};
  CHECK(coq_lemma(read_claim(doubled), "a").reason == "the formula is too long for the tactic");
}

TEST_CASE("coq: names that Coq takes", "[verify][coq]") {
  std::vector<std::string> taken;
  CHECK(coq_name("a-b", taken) == "a_b");
  CHECK(coq_name("a_b", taken) == "a_b_1");
  CHECK(coq_name("exp", taken) == "exp_1");
  CHECK(coq_name("1st", taken) == "n_1st");
  CHECK(coq_name("_", taken) == "n__");
  CHECK(coq_comment("a (*) \"b\" **)") == "(* a ( * ) 'b' ** ) *)\n");
}

TEST_CASE("coq: a lemma file", "[verify][coq]") {
  const CoqFile made = coq_file(read_lemma_file(sample, "f.toml"));
  CHECK(made.exported == 4);
  REQUIRE(made.left_out.size() == 2);
  CHECK(made.left_out[0].first == "unbounded");
  CHECK(made.left_out[1].second == "it is expected to be refuted");
  test::check_contains(made.text, {"From Interval Require Import Tactic.", "(* not exported: the range of 'x'",
                                   "Lemma quarter_1_0 :", "(* quarter-1.0: A ( * 'parabola' * ) *)",
                                   "forall exp_1 forall_1 : R,", "Lemma sqrt_1 :"});
  CHECK(coq_file(read_lemma_file(sample, "f.toml"), "numbers").exported == 1);
  CHECK_THROWS_AS(coq_file(read_lemma_file(sample, "f.toml"), "nowhere"), numerics::ParseError);
}

TEST_CASE("coq: coqc takes the lemmas, and no false one", "[verify][coq][oracle]") {
  if (std::system("command -v coqc >/dev/null 2>&1") != 0) {
    WARN("not run: there is no coqc (Debian: coq, libcoq-interval)");
    return;
  }
  const test::ScratchDirectory directory;
  const auto compiled = [&](const std::string& name, const std::string& text) {
    const std::string file = directory.file(name, text);
    const test::CommandResult r =
        test::run_command("/usr/bin/env", {"coqc", "-q", file}, {.directory = directory.path()});
    UNSCOPED_INFO(r.out << r.err);
    return r.exit_code == 0;
  };
  if (!compiled("tactic.v", coq_header())) {
    WARN("not run: coqc has no CoqInterval (Debian: libcoq-interval)");
    return;
  }
  CHECK(compiled("sample.v", coq_file(read_lemma_file(sample, "f.toml")).text));
  CHECK_FALSE(compiled("wrong.v", coq_header() + exported("x*(1-x) <= 0.24", {"x in [0, 1]"}).text));
  CHECK_FALSE(compiled("undefined.v", coq_header() + exported("sqrt(x) >= -1", {"x in [-1, 1]"}).text));
  CHECK_FALSE(compiled("pole.v", coq_header() + exported("0/x <= 1", {"x in [-1, 1]"}).text));
}
