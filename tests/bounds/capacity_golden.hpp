// The rows of tests/golden/capacity_values.json, written by tests/oracle/capacity_values.py.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "bounds/functions.hpp"
#include "numerics/parser.hpp"
#include "numerics/tape.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/golden_band.hpp"
#include "tests/support/source_directory.hpp"

namespace lemmacheck::test {

/// The value of a formula without variables.
inline numerics::BigInterval formula_value(const std::string& text, numerics::Precision precision) {
  numerics::Graph graph;
  const auto root = numerics::parse_expression(graph, text, bounds::functions()).root;
  const auto value =
      numerics::Tape(graph, std::span(&root, 1)).run(std::span<const numerics::BigInterval>(), precision).back();
  CHECK(value.defined == numerics::Defined::everywhere);
  return value.value;
}

/// Every row whose call begins with this name: the enclosure meets the value and is narrow.
inline void check_golden(const std::string& name) {
  std::ifstream file(lemmacheck::test::source_directory() + "/tests/golden/capacity_values.json");
  REQUIRE(file);
  int rows = 0;
  for (const nlohmann::json& row : nlohmann::json::parse(file)) {
    const std::string call = row["call"], value = row["value"];
    if (!call.starts_with(name + '(')) continue;
    ++rows;
    CAPTURE(call, value);
    const numerics::BigInterval found = formula_value(call, numerics::Precision(128));
    CHECK(meets(found, value));
    CHECK((found.is_point() || found.relative_width_upper() < 1e-35));
  }
  CHECK(rows >= 3);
}

}  // namespace lemmacheck::test
