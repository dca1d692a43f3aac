// Edited theorem files and further points against an independent reader of theorem files
// (tests/oracle/theorem_oracle.py, which writes tests/golden/theorem_edits.json and theorem_points.json).
#include <fstream>
#include <set>

#include "tests/support/catch.hpp"
#include "tests/support/edited_text.hpp"
#include "tests/support/golden_band.hpp"
#include "tests/support/source_directory.hpp"
#include "verify/evaluate.hpp"

using namespace lemmacheck::numerics;
using namespace lemmacheck::verify;
using lemmacheck::test::edited_text;
using lemmacheck::test::embedded_text;
using nlohmann::json;

namespace {

json cases(const std::string& name) {
  std::ifstream in(lemmacheck::test::source_directory() + "/tests/golden/" + name);
  REQUIRE(in);
  return json::parse(in)["cases"];
}

TheoremFile edited_file(const json& edits, const std::string& id) {
  std::string text = embedded_text(id);
  if (edits.contains(id)) text = edited_text(std::move(text), edits[id]);
  return read_theorem_file(text, id + ".toml");
}

void check_value(const std::string& name, const BigInterval& found, const std::string& expected) {
  CAPTURE(name, expected, found.lower_double(), found.upper_double());
  CHECK(lemmacheck::test::meets(found, expected));
  CHECK(found.relative_width_upper() <= 1e-12);
}

void check_case(const json& row) {
  CAPTURE(row["name"], row["settings"].dump());
  const json& edits = row["edits"];
  const Theorem theorem =
      understand(edited_file(edits, row["theorem"]), [&](const Text& id) { return edited_file(edits, id.text); });
  std::vector<Text> settings;
  for (const auto& [name, value] : row["settings"].items())
    settings.push_back({name + " = " + value.get<std::string>(), {}});
  const Binding binding(theorem, settings);
  const Evaluation found = Evaluator(theorem, binding).at_point();
  CHECK(to_string(found.verdict) == row["verdict"].get<std::string>());
  CHECK(found.failing == row["failing"].get<std::vector<std::string>>());

  std::set<std::string> names;
  for (const EvaluatedQuantity& q : found.quantities) {
    const std::string& name = q.quantity->name;
    names.insert(name);
    CAPTURE(name);
    REQUIRE(row["quantities"].contains(name));
    check_value(name, q.value.value, row["quantities"][name]);
  }
  CHECK(names.size() == row["quantities"].size());
  for (const EvaluatedCondition& c : found.conditions) {
    const std::string& name = c.condition->name;
    if (!row["conditions"].contains(name)) continue;  // an event without a choice
    CAPTURE(name);
    CHECK(c.truth == (row["conditions"][name].get<bool>() ? Truth::yes : Truth::no));
  }
  REQUIRE(found.conclusions.size() == row["conclusions"].size());
  for (const EvaluatedConclusion& c : found.conclusions) {
    const json& expected = row["conclusions"][c.conclusion->name];
    CAPTURE(c.conclusion->name);
    REQUIRE(c.value.has_value() == !expected.is_null());
    if (c.value) check_value(c.conclusion->name, c.value->value, expected);
  }
  for (const EvaluatedEvent& e : found.events) {  // each event can be met
    const BigInterval& charged = e.charged.value;
    CAPTURE(e.event->name);
    CHECK(e.possible == Truth::yes);
    CHECK(charged.is_bounded());
  }
  REQUIRE(found.failure_probability);
  const auto budget = static_cast<std::size_t>(theorem.find_parameter(theorem.budget_name) - theorem.parameters.data());
  const BigInterval most = found.parameters[budget] * BigInterval::parse("1.00000000000000000001", Precision(256));
  CHECK((found.within_budget || found.verdict == TheoremVerdict::fails));
  if (found.within_budget) CHECK(less_equal(found.failure_probability->value.upper(), most) == Truth::yes);
}

}  // namespace

TEST_CASE("edited theorem files agree with an independent reader", "[verify][oracle]") {
  for (const json& row : cases("theorem_edits.json")) check_case(row);
}

TEST_CASE("further points agree with an independent reader", "[verify][oracle]") {
  for (const json& row : cases("theorem_points.json")) check_case(row);
}

TEST_CASE("an edit that matters shows", "[verify][negative]") {
  // The same reference against the file as it is has to disagree.
  for (const json& row : cases("theorem_edits.json")) {
    if (row["name"] != "5 wbar") continue;
    const Theorem theorem = load(embedded_theorem({"theorem-2", {}}));
    std::vector<Text> settings;
    for (const auto& [name, value] : row["settings"].items())
      settings.push_back({name + " = " + value.get<std::string>(), {}});
    const Binding binding(theorem, settings);
    const Evaluation found = Evaluator(theorem, binding).at_point();
    std::size_t different = 0;
    for (const EvaluatedQuantity& q : found.quantities)
      if (!lemmacheck::test::meets(q.value.value, row["quantities"][q.quantity->name])) ++different;
    CHECK(different == 1);  // G1k
    return;
  }
  FAIL("no reference");
}
