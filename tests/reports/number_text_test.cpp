#include "reports/number_text.hpp"

#include <clocale>
#include <string>

#include "reports/csv_writer.hpp"
#include "reports/latex_writer.hpp"
#include "reports/text_writer.hpp"
#include "tests/reports/sample_tables.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck;
using namespace lemmacheck::reports;
using lemmacheck::test::enclosure;
using lemmacheck::test::one_column;
using lemmacheck::test::point;
using lemmacheck::test::rational;

namespace {

std::string written(Side side, const Cell& cell, int digits = 4) {
  const Table table = one_column(side, cell, digits);
  return text_of(round_cell(cell, table.columns()[0]), layout_of(table, 0), false);
}

numerics::Decimal decimal(const char* text) { return numerics::Decimal::parse(text); }

}  // namespace

TEST_CASE("number text: the certified side decides the rounding", "[reports][rounding][exact]") {
  const auto eta_min = enclosure("625472253465.731845", "625472253465.731846");
  CHECK(written(Side::upper, eta_min) == "6.255e11");
  CHECK(written(Side::lower, eta_min) == "6.254e11");
  CHECK(written(Side::enclosure, eta_min) == "[6.254e11, 6.255e11]");
  CHECK(written(Side::upper, rational("625472253465.7318459"), 18) == "625472253465.731846");
  CHECK(written(Side::lower, rational("625472253465.7318459"), 18) == "625472253465.731845");
}

TEST_CASE("number text: one third is enclosed at every length", "[reports][rounding][exact]") {
  CHECK(written(Side::enclosure, rational("1/3")) == "[0.3333, 0.3334]");
  CHECK(written(Side::enclosure, point("1/3")) == "[0.3333, 0.3334]");
  CHECK(written(Side::lower, rational("1/3"), 1) == "0.3");
  CHECK(written(Side::upper, rational("1/3"), 1) == "0.4");
  CHECK(written(Side::exact, rational("1/3")) == "1/3");
}

TEST_CASE("number text: negative numbers go the same way", "[reports][rounding][exact]") {
  CHECK(written(Side::lower, rational("-1/3")) == "-0.3334");
  CHECK(written(Side::upper, rational("-1/3")) == "-0.3333");
  CHECK(written(Side::enclosure, rational("-1/3")) == "[-0.3334, -0.3333]");
  const auto slack = enclosure("-1.981666424053370063e-8", "-1.981666424053370062e-8");
  CHECK(written(Side::lower, slack) == "-1.982e-8");
  CHECK(written(Side::upper, slack) == "-1.981e-8");
}

TEST_CASE("number text: a carry moves the exponent", "[reports][rounding][exact]") {
  CHECK(written(Side::upper, rational("99999")) == "1.000e5");
  CHECK(written(Side::lower, rational("99999")) == "9.999e4");
  CHECK(written(Side::enclosure, rational("99999")) == "[9.999e4, 1.000e5]");
  CHECK(written(Side::upper, rational("9999.5")) == "1.000e4");
  CHECK(written(Side::upper, rational("9998.5")) == "9999");
}

TEST_CASE("number text: exponents far outside binary64", "[reports][rounding][exact]") {
  const auto tail = numerics::BigInterval::parse("1.28468653652e-360626", numerics::Precision(128));
  CHECK(written(Side::enclosure, tail) == "[1.284e-360626, 1.285e-360626]");
  CHECK(written(Side::upper, decimal("1.28468653652e-360626")) == "1.285e-360626");
  CHECK(written(Side::lower, decimal("-1.28468653652e-360626")) == "-1.285e-360626");
  CHECK(written(Side::exact, decimal("1e-400")) == "1e-400");
  CHECK(written(Side::lower, decimal("1e-1000000"), 2) == "1.0e-1000000");
}

TEST_CASE("number text: exact values are written in full", "[reports][exact]") {
  CHECK(written(Side::exact, rational("1000")) == "1000");
  CHECK(written(Side::exact, rational("1000000")) == "1000000");
  CHECK(written(Side::exact, rational("1000000000000")) == "1e12");
  CHECK(written(Side::exact, rational("123456789012")) == "123456789012");
  CHECK(written(Side::exact, rational("0.05")) == "0.05");
  CHECK(written(Side::exact, rational("-2.5")) == "-2.5");
  CHECK(written(Side::exact, rational("0")) == "0");
  CHECK(written(Side::exact, decimal("0.01")) == "0.01");
  CHECK(written(Side::exact, point("0.375")) == "0.375");
}

TEST_CASE("number text: zero, infinity and nothing", "[reports][exact]") {
  const numerics::Precision bits(64);
  CHECK(written(Side::upper, rational("0")) == "0");
  CHECK(written(Side::enclosure, numerics::BigInterval::entire(bits)) == "[-inf, inf]");
  CHECK(written(Side::upper, numerics::BigInterval(bits)) == "empty");
  CHECK(take_apart("-inf").negative);
  CHECK(take_apart("-inf").word == "inf");
}

TEST_CASE("number text: taking apart keeps every digit", "[reports][exact]") {
  const WrittenNumber a = take_apart("-1.2340e-7");
  CHECK(a.negative);
  CHECK(a.digits == "12340");
  CHECK(a.exponent == -7);
  CHECK(plain_text(a) == "-0.00000012340");
  CHECK(plain_text(take_apart("0.05")) == "0.05");
  CHECK(plain_text(take_apart("120")) == "120");
  CHECK(plain_text(take_apart("12.5")) == "12.5");
  CHECK(mantissa_text(take_apart("1200")) == "1.200");
  CHECK(take_apart("0.000").is_zero());
  CHECK(take_apart("12e3").exponent == 4);
}

TEST_CASE("number text: one notation per column", "[reports][exact]") {
  Table table("t");
  table.add_column({.key = "d", .title = "d"}).add_column({.key = "x", .title = "x", .side = Side::upper});
  table.add_row({rational("1000"), rational("0.0125")});
  table.add_row({rational("1000000000000"), rational("1/30000")});
  CHECK(layout_of(table, 0).scientific);
  CHECK(layout_of(table, 1).scientific);
  const auto text = [&](std::size_t r, std::size_t c) {
    return text_of(round_cell(table.rows()[r][c], table.columns()[c]), layout_of(table, c), true);
  };
  CHECK(text(0, 0) == "1e3 ");
  CHECK(text(1, 0) == "1e12");
  CHECK(text(0, 1) == "1.250e-2");
  CHECK(text(1, 1) == "3.334e-5");
}

TEST_CASE("number text: the decimal point is a point in every locale", "[reports][locale][exact]") {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  bool found = false;
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR.utf8"})
    if (std::setlocale(LC_ALL, name) != nullptr) {
      found = true;
      break;
    }
  if (!found) WARN("no locale with a decimal comma is installed; checked in the C locale only");
  const Table table = one_column(Side::enclosure, rational("10/3"));
  const std::string text = write_text(table, {.unicode = false});
  const std::string csv = write_csv(table);
  const std::string latex = write_latex(table);
  std::setlocale(LC_ALL, before.c_str());
  CHECK(text.find("[3.333, 3.334]") != std::string::npos);
  CHECK(csv == "x_lo,x_hi\r\n3.3333333333333333333,3.3333333333333333334\r\n");
  CHECK(latex.find("$[3.333, 3.334]$") != std::string::npos);
}

TEST_CASE("number text: columns of one family have one notation", "[reports][exact]") {
  for (const bool related : {false, true}) {
    Table table("t");
    for (const char* key : {"a", "b"})
      table.add_column({.key = key, .title = key, .side = Side::enclosure, .family = related ? "size" : ""});
    table.add_column({.key = "c", .title = "c", .side = Side::enclosure});
    table.add_row({rational("0.00058081"), rational("0.000041861"), rational("1.5")});
    const auto text = [&](std::size_t c) {
      return text_of(round_cell(table.rows()[0][c], table.columns()[c]), layout_of(table, c), false);
    };
    CHECK(text(0) == (related ? "[5.808e-4, 5.809e-4]" : "[0.0005808, 0.0005809]"));
    CHECK(text(1) == "[4.186e-5, 4.187e-5]");
    CHECK(text(2) == "[1.500, 1.500]");
  }
}
