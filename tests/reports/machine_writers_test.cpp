#include <nlohmann/json.hpp>
#include <string>

#include "reports/csv_writer.hpp"
#include "reports/json_writer.hpp"
#include "tests/reports/sample_tables.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck;
using namespace lemmacheck::reports;
using lemmacheck::test::one_column;
using lemmacheck::test::point;
using lemmacheck::test::rational;
using lemmacheck::test::theorem_table;

TEST_CASE("csv: a theorem table", "[reports][csv][golden]") {
  Table table("t", Kind::explicit_form);
  table.add_column({.key = "d", .title = "d"})
      .add_column({.key = "tau", .title = "tau", .side = Side::enclosure})
      .add_column({.key = "eta_min", .title = "eta_min", .side = Side::upper})
      .add_column({.key = "G12", .title = "G12", .side = Side::lower})
      .add_column({.key = "verdict", .title = "verdict", .side = Side::none});
  table.add_row({rational("1000"), rational("2/3"), rational("1/3"), rational("-1/3"), VerdictCell{.word = "holds"}});
  table.add_row({rational("1000000000000"), rational("-2/3"), Missing{"no"}, rational("1/3"),
                 VerdictCell{.word = "fails", .names = {"G12", "G1k"}}});
  CHECK(
      write_csv(table) ==
      "d,tau_lo,tau_hi,eta_min_hi,G12_lo,verdict\r\n"
      "1000,0.66666666666666666666,0.66666666666666666667,0.33333333333333333334,-0.33333333333333333334,holds\r\n"
      "1000000000000,-0.66666666666666666667,-0.66666666666666666666,,0.33333333333333333333,\"fails: G12, G1k\"\r\n");
}

TEST_CASE("csv: quotes, commas and line breaks survive", "[reports][csv][exact]") {
  const auto field = [](const std::string& words) {
    const std::string csv = write_csv(one_column(Side::none, Phrase(words)));
    return csv.substr(3, csv.size() - 5);
  };
  CHECK(field("plain") == "plain");
  CHECK(field("a,b") == "\"a,b\"");
  CHECK(field("say \"x\"") == "\"say \"\"x\"\"\"");
  CHECK(field("two\nlines") == "\"two\nlines\"");
  CHECK(field("two\r\nlines") == "\"two\r\nlines\"");
  CHECK(field("") == "");
}

TEST_CASE("csv: the preamble tells titles, units and sides", "[reports][csv][exact]") {
  const std::string csv = write_csv(theorem_table(), {.preamble = true});
  CHECK(
      csv.starts_with("# Theorem 2 at the default budget\r\n# explicit form (this project)\r\n# d: d, unit -, side "
                      "exact\r\n"));
  CHECK(csv.find("# eta_min_hi: eta_min, unit -, side upper\r\n") != std::string::npos);
}

TEST_CASE("json: a theorem table reads back", "[reports][json][exact]") {
  const auto json = nlohmann::ordered_json::parse(write_json(theorem_table()));
  CHECK(json["title"] == "Theorem 2 at the default budget");
  CHECK(json["kind"] == "explicit form (this project)");
  REQUIRE(json["columns"].size() == 6);
  CHECK(json["columns"][3] ==
        nlohmann::ordered_json::parse(R"({"key":"eta_min","title":"eta_min","unit":"-","side":"upper"})"));
  REQUIRE(json["rows"].size() == 3);
  CHECK(json["rows"][2]["d"] == "10000");
  CHECK(json["rows"][2]["delta"] == "0.1");
  CHECK(json["rows"][2]["eta_min"]["lo"] == "625472253465.73184499");
  CHECK(json["rows"][2]["eta_min"]["hi"] == "625472253465.73184601");
  CHECK(json["rows"][1]["eta_min"].is_null());
  CHECK(json["rows"][1]["verdict"] == "fails: G12, G1k");
  REQUIRE(json["missing"].size() == 1);
  CHECK(json["missing"][0] ==
        nlohmann::ordered_json::parse(R"({"row":1,"key":"eta_min","reason":"a condition of the theorem fails"})"));
  std::string keys;
  for (const auto& item : json.items()) keys += item.key() + " ";
  CHECK(keys == "title kind columns rows missing notes ");
  keys.clear();
  for (const auto& item : json["rows"][0].items()) keys += item.key() + " ";
  CHECK(keys == "d m delta eta_min G12 verdict ");
}

TEST_CASE("json: numbers are strings, outward at 20 digits", "[reports][json][exact]") {
  const auto cell = [](Side side, const Cell& value) {
    return nlohmann::json::parse(write_json(one_column(side, value)))["rows"][0]["x"];
  };
  CHECK(cell(Side::enclosure, rational("-2/3")) ==
        nlohmann::json{{"lo", "-0.66666666666666666667"}, {"hi", "-0.66666666666666666666"}});
  CHECK(cell(Side::upper, rational("0.5")) == nlohmann::json{{"lo", "0.5"}, {"hi", "0.5"}});
  CHECK(cell(Side::exact, rational("1/3")) == "1/3");
  CHECK(cell(Side::exact, point("0.375")) == "0.375");
  CHECK(cell(Side::exact, numerics::Decimal::parse("1e-400")) == "1e-400");
  CHECK(cell(Side::lower, numerics::Decimal::parse("1.28468653652e-360626"))["lo"] == "1.28468653652e-360626");
}

TEST_CASE("json: kinds of columns, no kind, and words that are not UTF-8", "[reports][json][exact]") {
  Table table("caf\xff \"q\" \\ \n");
  table.add_column({.key = "n", .title = "n", .side = Side::upper, .kind = Kind::explicit_form})
      .add_column({.key = "n", .title = "n", .side = Side::none, .kind = Kind::as_stated});
  table.add_row({rational("7"), "Omega(d^4)"});
  const auto json = nlohmann::json::parse(write_json(table));
  CHECK(json["kind"].is_null());
  CHECK(json["title"] == "caf\uFFFD \"q\" \\ \n");
  CHECK(json["columns"][1]["kind"] == "as stated in the paper");
  CHECK(json["rows"][0]["n"]["hi"] == "7");
  CHECK(json["rows"][0]["stated_n"] == "Omega(d^4)");
  CHECK(write_json(table, {.indent = -1}).find('\n') == write_json(table, {.indent = -1}).size() - 1);
}
