#include "reports/table.hpp"

#include <string>

#include "numerics/error.hpp"
#include "tests/reports/sample_tables.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck;
using namespace lemmacheck::reports;
using lemmacheck::test::enclosure;
using lemmacheck::test::point;
using lemmacheck::test::rational;

namespace {

template <typename Action>
std::string code_of(Action&& action) {
  try {
    action();
  } catch (const numerics::Error& error) {
    const std::string message = error.what();
    CHECK(message.find('\n') == std::string::npos);
    return error.code();
  }
  return "no error";
}

Column column(std::string key, Side side) { return {.key = key, .title = key, .side = side}; }

}  // namespace

TEST_CASE("table: kinds have the words of the theorem files", "[reports][table][exact]") {
  CHECK(to_string(Kind::explicit_form) == "explicit form (this project)");
  CHECK(to_string(Kind::as_stated) == "as stated in the paper");
  CHECK(parse_kind("as stated in the paper") == Kind::as_stated);
  CHECK(parse_kind("explicit form (this project)") == Kind::explicit_form);
  CHECK_FALSE(parse_kind("explicit form").has_value());
}

TEST_CASE("table: a verdict names what fails", "[reports][table][exact]") {
  CHECK(to_string(VerdictCell{.word = "holds"}) == "holds");
  CHECK(to_string(VerdictCell{.word = "fails", .names = {"G12", "G1k"}}) == "fails: G12, G1k");
}

TEST_CASE("table: columns that cannot be told apart are refused", "[reports][table][domain]") {
  Table table("t");
  table.add_column(column("x", Side::enclosure));
  CHECK(code_of([&] { table.add_column(column("x", Side::exact)); }) == "LC610");
  CHECK(code_of([&] { table.add_column(column("x_lo", Side::exact)); }) == "LC610");
  CHECK(code_of([&] { table.add_column(column("", Side::exact)); }) == "LC610");
  CHECK(code_of([&] { table.add_column(column("a,b", Side::exact)); }) == "LC610");
  CHECK(code_of([&] { table.add_column({.key = "y", .title = "y", .digits = 0}); }) == "LC611");
  CHECK(code_of([&] { table.add_column({.key = "y", .title = "y", .digits = 51}); }) == "LC611");
  CHECK(code_of([&] { table.add_column(column("x_mid", Side::exact)); }) == "no error");
}

TEST_CASE("table: one key may stand once for each kind", "[reports][table][exact]") {
  Table table("t");
  table.add_column({.key = "n", .title = "n", .side = Side::upper, .kind = Kind::explicit_form});
  table.add_column({.key = "n", .title = "n", .side = Side::none, .kind = Kind::as_stated});
  CHECK(table.has_column_kinds());
  CHECK(machine_names(table.columns()[0]) == std::vector<std::string>{"n_hi"});
  CHECK(machine_names(table.columns()[1]) == std::vector<std::string>{"stated_n"});
}

TEST_CASE("table: cells that do not fit their column are refused", "[reports][table][domain]") {
  Table table("t");
  table.add_column(column("x", Side::exact)).add_column(column("w", Side::none));
  CHECK(code_of([&] { table.add_row({rational("1")}); }) == "LC613");
  CHECK(code_of([&] { table.add_row({enclosure("0.5", "0.6"), "words"}); }) == "LC614");
  CHECK(code_of([&] { table.add_row({rational("1"), rational("1")}); }) == "LC614");
  CHECK(code_of([&] { table.add_row({point("0.5"), "words"}); }) == "no error");
  CHECK(code_of([&] { table.add_column(column("late", Side::exact)); }) == "LC612");
  CHECK(table.rows().size() == 1);
}

TEST_CASE("table: groups begin where the caller said so", "[reports][table][exact]") {
  Table table("t");
  table.add_column(column("x", Side::exact));
  table.start_group();
  table.add_row({rational("1")});
  table.start_group();
  table.start_group();
  table.add_row({rational("2")});
  CHECK_FALSE(table.starts_group(0));
  CHECK(table.starts_group(1));
  CHECK_FALSE(table.starts_group(2));
}
