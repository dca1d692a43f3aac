// Theorem 2 and Corollary 3 against reference values that were computed independently of this code.
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/catch.hpp"
#include "tests/support/source_directory.hpp"
#include "verify/evaluate.hpp"
#include "verify/library.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;

namespace {

nlohmann::json golden(const std::string& name) {
  const std::string path = lemmacheck::test::source_directory() + "/../shared/golden/" + name;
  std::ifstream in(path);
  if (!in) return nullptr;
  return nlohmann::json::parse(in);
}

std::string text(const nlohmann::json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

Evaluation evaluate(const Theorem& theorem, const nlohmann::json& row) {
  std::vector<Text> settings;
  for (const char* name : {"d", "m", "delta", "eps"})
    settings.push_back({std::string(name) + " = " + text(row[name]), {}});
  const Binding binding(theorem, settings);
  return Evaluator(theorem, binding).at_point();
}

/// The golden decimal +- one unit of its last digit.
BigInterval reference(const std::string& decimal) {
  const Decimal value = Decimal::parse(decimal);
  const std::size_t mantissa_end = decimal.find_first_of("eE");
  const std::string mantissa = decimal.substr(0, mantissa_end);
  const std::size_t point = mantissa.find('.');
  const long places = point == std::string::npos ? 0 : static_cast<long>(mantissa.size() - point - 1);
  const long exponent = mantissa_end == std::string::npos ? 0 : std::stol(decimal.substr(mantissa_end + 1));
  const Rational unit = pow(Rational(10), exponent - places), middle = value.to_rational();
  return BigInterval(middle - unit, middle + unit, Precision(256));
}

void check_value(const std::string& name, const BigInterval& found, const std::string& expected) {
  CAPTURE(name, expected, found.lower_double(), found.upper_double());
  CHECK_FALSE(intersection(found, reference(expected)).is_empty());
  CHECK(found.relative_width_upper() <= 1e-12);
}

const BigInterval& quantity(const Evaluation& e, const std::string& name) {
  for (const EvaluatedQuantity& q : e.quantities)
    if (q.quantity->name == name) return q.value.value;
  FAIL("no quantity " << name);
  std::abort();
}

const std::optional<Number>& conclusion(const Evaluation& e, const std::string& name) {
  for (const EvaluatedConclusion& c : e.conclusions)
    if (c.conclusion->name == name) return c.value;
  FAIL("no conclusion " << name);
  std::abort();
}

}  // namespace

TEST_CASE("theorem-2: golden rows", "[verify][golden]") {
  const nlohmann::json file = golden("theorem2.json");
  if (file.is_null()) {
    WARN("golden/theorem2.json is not beside the repository; the expectations inside theorem-2.toml still run");
    return;
  }
  const Theorem theorem = load(embedded_theorem({"theorem-2", {}}));
  for (const nlohmann::json& row : file["rows"]) {
    CAPTURE(row.dump());
    const Evaluation found = evaluate(theorem, row);
    CHECK((found.verdict == TheoremVerdict::holds) == row["holds"].get<bool>());
    CHECK((found.verdict == TheoremVerdict::fails) != row["holds"].get<bool>());
    for (const char* name : {"tau", "mu0", "kappa", "mu", "q_lo", "q_hi", "G12", "G1k"})
      if (row.contains(name)) check_value(name, quantity(found, name), text(row[name]));
    if (row.contains("eta_min")) {
      REQUIRE(conclusion(found, "eta_min"));
      check_value("eta_min", conclusion(found, "eta_min")->value, text(row["eta_min"]));
    }
  }
}

TEST_CASE("corollary-3: golden rows", "[verify][golden]") {
  const nlohmann::json file = golden("corollary3.json");
  if (file.is_null()) {
    WARN("golden/corollary3.json is not beside the repository; the expectations inside corollary-3.toml still run");
    return;
  }
  const Theorem theorem = load(embedded_theorem({"corollary-3", {}}));
  for (const nlohmann::json& row : file["rows"]) {
    CAPTURE(row.dump());
    const Evaluation found = evaluate(theorem, row);
    REQUIRE((found.verdict == TheoremVerdict::holds) == row["holds"].get<bool>());
    if (found.verdict != TheoremVerdict::holds) continue;
    check_value("Vbar", quantity(found, "Vbar"), text(row["Vbar"]));
    check_value("eta_min", conclusion(found, "eta_min")->value, text(row["eta_min"]));
    for (const auto& [route, value] : row["n"].items())
      check_value("n_" + route, conclusion(found, "n_" + route)->value, text(value));
  }
}
