#include "reports/text_writer.hpp"

#include <string>

#include "reports/markdown_writer.hpp"
#include "reports/text_width.hpp"
#include "tests/reports/sample_tables.hpp"
#include "tests/support/catch.hpp"

using namespace lemmacheck;
using namespace lemmacheck::reports;
using lemmacheck::test::one_column;
using lemmacheck::test::rational;
using lemmacheck::test::theorem_table;

TEST_CASE("text: a theorem table as a reader sees it", "[reports][text][golden]") {
  CHECK(write_text(theorem_table(), {.unicode = false}) == R"(Theorem 2 at the default budget
explicit form (this project)
  ----------------------------------------------------------
      d      m  delta   eta_min         G12  verdict
  exact  exact  exact     upper       lower
    [-]    [-]    [-]       [-]         [-]  [-]
  ----------------------------------------------------------
   1000    128    0.5  2.749e8    1.920e-8   holds
   1000    128    0.2     - (a)  -1.982e-8   fails: G12, G1k

  10000    256    0.1  6.255e11   1.030e-11  holds
  ----------------------------------------------------------
  eps = 0.01.
  (a) a condition of the theorem fails
  lower: certified lower bound, rounded down; upper: certified upper bound, rounded up; exact: not
  rounded.
)");
}

TEST_CASE("text: colour marks verdicts and changes no column", "[reports][text][exact]") {
  const std::string plain = write_text(theorem_table(), {.unicode = false});
  std::string coloured = write_text(theorem_table(), {.colour = true, .unicode = false});
  CHECK(coloured.find("\x1b[32mholds\x1b[0m") != std::string::npos);
  CHECK(coloured.find("\x1b[31mfails: G12, G1k\x1b[0m") != std::string::npos);
  for (std::size_t at; (at = coloured.find('\x1b')) != std::string::npos;)
    coloured.erase(at, coloured.find('m', at) + 1 - at);
  CHECK(coloured == plain);
}

TEST_CASE("text: decimal points stand under each other", "[reports][text][golden]") {
  Table table("Shares");
  table.add_column({.key = "share", .title = "share of the budget", .unit = "delta"});
  for (const char* value : {"0.5", "12", "0.025", "0"}) table.add_row({rational(value)});
  CHECK(write_text(table, {.unicode = false}) == R"(Shares
  -------------------
  share of the budget
                exact
              [delta]
  -------------------
                0.5
               12
                0.025
                0
  -------------------
)");
}

TEST_CASE("text: what is stated and what is explicit stand under their own heading", "[reports][text][golden]") {
  Table table("Corollary 3: sample size");
  table.add_column({.key = "d", .title = "d"})
      .add_column({.key = "n", .title = "n", .unit = "samples", .side = Side::upper, .kind = Kind::explicit_form})
      .add_column({.key = "n", .title = "n", .unit = "samples", .side = Side::none, .kind = Kind::as_stated});
  table.add_row({rational("10000"), rational("12345678"), "Omega(d^4 polylog d)"});
  CHECK(write_text(table, {.unicode = false}) == R"(Corollary 3: sample size
  -----------------------------------------------------------
         explicit form (this project)  as stated in the paper
         ----------------------------  ----------------------
      d                             n  n
  exact                         upper
    [-]                     [samples]  [samples]
  -----------------------------------------------------------
  10000                       1.235e7  Omega(d^4 polylog d)
  -----------------------------------------------------------
  upper: certified upper bound, rounded up; exact: not rounded.
)");
}

TEST_CASE("text: letters of two bytes and of two columns", "[reports][text][exact]") {
  CHECK(display_width("eta") == 3);
  CHECK(display_width("η_min") == 5);
  CHECK(display_width("e\u0301") == 1);
  CHECK(display_width("定理") == 4);
  CHECK(display_width("\xff\xfe") == 2);
  CHECK(cut_to_width("定理", 3) == "定");
  CHECK(cut_to_width("η_min", 1) == "η");
  Table table("t");
  table.add_column({.key = "w", .title = "Größe", .side = Side::none}).add_column({.key = "x", .title = "η"});
  table.add_row({"定理", rational("1")});
  table.add_row({"théorème", rational("2")});
  const std::string text = write_text(table);
  CHECK(text.find("  定理          1\n") != std::string::npos);
  CHECK(text.find("  théorème      2\n") != std::string::npos);
}

TEST_CASE("text: control characters of a cell do not reach the terminal", "[reports][text][negative]") {
  const std::string text = write_text(one_column(Side::none, Phrase("a\x1b[31m\nb\tc")), {.unicode = false});
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find("a [31m b c") != std::string::npos);
}

TEST_CASE("markdown: a theorem table", "[reports][markdown][golden]") {
  CHECK(write_markdown(theorem_table()) == R"(### Theorem 2 at the default budget

*explicit form (this project)*

| d<br>exact [-] | m<br>exact [-] | delta<br>exact [-] | eta_min<br>upper [-] | G12<br>lower [-] | verdict<br>[-]  |
|---------------:|---------------:|-------------------:|---------------------:|-----------------:|:----------------|
|           1000 |            128 |                0.5 |              2.749e8 |         1.920e-8 | holds           |
|           1000 |            128 |                0.2 |                — (a) |        -1.982e-8 | fails: G12, G1k |
|          10000 |            256 |                0.1 |             6.255e11 |        1.030e-11 | holds           |

eps = 0.01.

(a) a condition of the theorem fails

lower: certified lower bound, rounded down; upper: certified upper bound, rounded up; exact: not rounded.
)");
}

TEST_CASE("markdown: marks in words are words", "[reports][markdown][exact]") {
  CHECK(escape_markdown("a|b") == "a\\|b");
  CHECK(escape_markdown("eta_min and _x_") == "eta_min and \\_x\\_");
  CHECK(escape_markdown("*a* `b` $c$ <d>") == "\\*a\\* \\`b\\` \\$c\\$ &lt;d>");
  CHECK(escape_markdown("[0.1, 0.2]") == "[0.1, 0.2]");
  CHECK(escape_markdown("[a](b)") == "[a\\](b)");
  CHECK(escape_markdown("one\ntwo") == "one two");
  CHECK(escape_markdown("\\|") == "\\\\\\|");
}
