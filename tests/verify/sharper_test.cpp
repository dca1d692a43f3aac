// theorem-2-sharp against tests/oracle/sharper_values.py, which computes the formulas of reports/docs/sharper.md on its
// own.
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/source_directory.hpp"
#include "verify/evaluate.hpp"
#include "verify/library.hpp"
#include "verify/shares.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;

namespace {

/// Which variable chooses what in the words of the oracle.
const std::vector<std::pair<std::string, std::string>> words{
    {"tau", "tau"},      {"ups", "ups"}, {"sums", "f_sums"}, {"support", "gamma_m"},
    {"amb", "beta_amb"}, {"nu", "nu"},   {"namb", "f_namb"}};

std::vector<Text> shares(const nlohmann::json& given) {
  std::vector<Text> made;
  for (const auto& [word, name] : words) made.push_back({name + " = " + given.at(word).get<std::string>(), {}});
  return made;
}

const BigInterval& value(const Evaluation& e, const std::string& name) {
  for (const EvaluatedQuantity& q : e.quantities)
    if (q.quantity->name == name) return q.value.value;
  for (const EvaluatedConclusion& c : e.conclusions)
    if (c.conclusion->name == name && c.value) return c.value->value;
  FAIL("no value of " << name);
  std::abort();
}

}  // namespace

TEST_CASE("sharper theorems: values of an independent computation", "[verify][oracle]") {
  std::ifstream in(lemmacheck::test::source_directory() + "/tests/golden/sharper_points.json");
  const nlohmann::json golden = nlohmann::json::parse(in);
  for (const std::string id : {"theorem-2-sharp", "corollary-3-sharp"}) {
    const auto& rows = golden.at("points").at(id);
    REQUIRE(rows.size() >= 6);
    for (const auto& row : rows) {
      const bool corollary = id == "corollary-3-sharp";
      std::vector<Text> given = shares(golden.at("shares").at(row.at("shares").get<std::string>()));
      if (corollary) {
        for (Text& t : given) t.text = "pop." + t.text;
        for (const auto& [word, name] : {std::pair("pop", "pop"), {"length", "mu0"}, {"squares", "f_V"}})
          given.push_back({name + (" = " + golden.at("corollary").at(word).get<std::string>()), {}});
      }
      const Theorem theorem = load_with_shares(embedded_theorem({id, {}}), given);
      std::vector<Text> settings;
      for (const char* name : {"d", "m", "delta", "eps"})
        settings.push_back({std::string(name) + " = " + row.at(name).get<std::string>(), {}});
      const Binding binding(theorem, settings);
      const Evaluation found = Evaluator(theorem, binding).at_point();
      CAPTURE(id, row.dump());
      REQUIRE(found.verdict == TheoremVerdict::holds);
      for (const auto& [name, text] : row.at("values").items()) {
        // the 15 digits of the oracle, give or take one unit of the last
        const Rational printed = Decimal::parse(text.get<std::string>()).to_rational();
        const Rational unit = abs(printed) * pow(Rational(10), -14);
        const BigInterval& enclosure = value(found, name);
        CAPTURE(name, enclosure.lower_double(), enclosure.upper_double());
        CHECK_FALSE(intersection(enclosure, BigInterval(printed - unit, printed + unit, Precision(128))).is_empty());
        CHECK(enclosure.relative_width_upper() < 1e-12);
      }
    }
  }
}

TEST_CASE("theorem-2-sharp: the cells of rho have the whole probability", "[verify][exact]") {
  const Theorem theorem = load(read_theorem_file(
      "[theorem]\nid = \"cells\"\nfor = [\"m integer in [3, inf)\", \"delta in (0, 1)\"]\nbudget = \"delta\"\n"
      "[[define]]\nformula = [\"above(z) = (sphere_tail_scaled(m, max(0, z)) + (1 - sphere_tail_scaled(m, max(0, "
      "-z))))/2\", \"L = min(26, floor(sqrt(196*m/25)))/4\"]\n"
      "[[conclusion]]\nname = \"total\"\nside = \"exact\"\nformula = \"2*above(L) + sum(max(0, above(L*k/32) - "
      "above(L*(k+1)/32)), k, -32, 31)\"\n",
      "cells.toml"));
  for (const char* m : {"m = 3", "m = 50", "m = 512"}) {
    const std::vector<Text> settings{{m, {}}, {"delta = 0.5", {}}};
    const Binding binding(theorem, settings);
    const Evaluation found = Evaluator(theorem, binding).at_point();
    CHECK(value(found, "total").contains(Rational(1)));
    CHECK(value(found, "total").relative_width_upper() < 1e-30);
  }
}

TEST_CASE("theorem-2-sharp: where 14/5 sqrt(m) is whole", "[verify][oracle]") {
  // values of a separate program that computes reports/docs/sharper.md
  const Theorem theorem = load(embedded_theorem({"theorem-2-sharp", {}}));
  const std::vector<Text> settings{{"d = 200", {}}, {"m = 25", {}}, {"delta = 0.9", {}}, {"eps = 0.01", {}}};
  const Binding binding(theorem, settings);
  const Evaluation found = Evaluator(theorem, binding).at_point();
  const auto near = [&](const char* name, double expected) {
    return std::abs(value(found, name).upper_double() - expected) < 1e-8 &&
           value(found, name).relative_width_upper() < 1e-12;
  };
  CHECK(near("L_m", 3.5));
  CHECK(near("gamma_m", 1.16949933));
  CHECK(near("beta_amb", 0.04095630));
}

TEST_CASE("theorem-2-sharp: a smaller loss needs a larger step", "[verify]") {
  const Theorem theorem = load(embedded_theorem({"theorem-2-sharp", {}}));
  double before = 0;
  for (const char* eps : {"eps = 0.5", "eps = 0.012", "eps = 0.01", "eps = 0.0095", "eps = 0.0001", "eps = 1e-9"}) {
    const std::vector<Text> settings{{"d = 2000", {}}, {"m = 160", {}}, {"delta = 0.5", {}}, {eps, {}}};
    const Binding binding(theorem, settings);
    const double eta = value(Evaluator(theorem, binding).at_point(), "eta_min").upper_double();
    CAPTURE(eps, eta, before);
    CHECK(eta > before);
    before = eta;
  }
  // at eps = 0.01 the two parts of eta_min agree at 6.625e7, by bisection in another program
  const std::vector<Text> settings{{"d = 2000", {}}, {"m = 160", {}}, {"delta = 0.5", {}}, {"eps = 0.01", {}}};
  const Binding binding(theorem, settings);
  const double eta = value(Evaluator(theorem, binding).at_point(), "eta_min").upper_double();
  CHECK((eta > 6.6245e7 && eta < 6.6255e7));
}

TEST_CASE("sharper theorems say at least what the earlier ones say", "[verify]") {
  // every point where theorem-2 is expected to hold: less step size; corollary-3: fewer samples
  for (const auto& [at, m, delta] :
       {std::tuple("d = 1e3", "m = 128", "delta = 0.5"), std::tuple("d = 1e4", "m = 256", "delta = 0.1"),
        std::tuple("d = 1e6", "m = 512", "delta = 0.01")}) {
    const std::vector<Text> settings{{at, {}}, {m, {}}, {delta, {}}, {"eps = 0.01", {}}};
    std::vector<double> eta, samples;
    for (const std::string id : {"theorem-2", "theorem-2-sharp"}) {
      const Theorem theorem = load(embedded_theorem({id, {}}));
      const Binding binding(theorem, settings);
      eta.push_back(value(Evaluator(theorem, binding).at_point(), "eta_min").upper_double());
    }
    CAPTURE(at, eta);
    CHECK(eta[1] < eta[0] / 4);
  }
  const std::vector<Text> settings{{"d = 1e6", {}}, {"m = 512", {}}, {"delta = 0.1", {}}, {"eps = 0.01", {}}};
  std::vector<double> samples;
  for (const std::string id : {"corollary-3", "corollary-3-sharp"}) {
    const Theorem theorem = load(embedded_theorem({id, {}}));
    const Binding binding(theorem, settings);
    samples.push_back(value(Evaluator(theorem, binding).at_point(), "n_bernstein").upper_double());
  }
  CAPTURE(samples);
  CHECK(samples[1] < samples[0] / 1000);
}

TEST_CASE("theorem-2-sharp: the certified table of reports/docs/sharper.md", "[verify][golden]") {
  // each row: where it holds with its shares, the neighbour where it does not, and the sketched figure that it betters
  std::ifstream in(lemmacheck::test::source_directory() + "/tests/golden/sharper_table.json");
  const nlohmann::json golden = nlohmann::json::parse(in);
  REQUIRE(golden.at("rows").size() >= 14);
  for (const auto& row : golden.at("rows")) {
    CAPTURE(row.dump());
    std::vector<Text> given;
    for (const auto& [name, share] : row.at("shares").items())
      given.push_back({name + " = " + share.get<std::string>(), {}});
    const Theorem theorem = load_with_shares(embedded_theorem({"theorem-2-sharp", {}}), given);
    const auto evaluated = [&](const std::string& changed, const std::string& to) {
      std::vector<Text> settings{{"eps = 0.01", {}}};
      for (const std::string name : {"d", "m", "delta"})
        settings.push_back({name + " = " + (name == changed ? to : row.at(name).get<std::string>()), {}});
      const Binding binding(theorem, settings);
      return Evaluator(theorem, binding).at_point();
    };
    const Evaluation found = evaluated("", "");
    CHECK(found.verdict == TheoremVerdict::holds);
    const std::string what = row.at("least").get<std::string>();
    const Rational sketch = Decimal::parse(row.at("sketch").get<std::string>()).to_rational();
    if (what == "eta_min") {
      const Rational d = Decimal::parse(row.at("d").get<std::string>()).to_rational();
      const Rational printed = Decimal::parse(row.at("value").get<std::string>()).to_rational();
      CHECK(value(found, "eta_min").upper_rational() <= printed * d * d);
      CHECK(printed < sketch);
    } else {
      CHECK(evaluated(what, row.at("fails_at").get<std::string>()).verdict == TheoremVerdict::fails);
      CHECK(Decimal::parse(row.at(what).get<std::string>()).to_rational() < sketch);
    }
  }
}
