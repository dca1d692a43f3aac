#include "reports/latex_writer.hpp"
#include "reports/latex_prose.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/reports/sample_tables.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_directory.hpp"

using namespace lemmacheck;
using namespace lemmacheck::reports;
using lemmacheck::test::enclosure;
using lemmacheck::test::one_column;
using lemmacheck::test::rational;
using lemmacheck::test::theorem_table;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// What TeX would complain about: braces, math shifts and environments that do not close, rows with the wrong number
// of cells. Returns the first complaint.
std::string complaint(const std::string& latex, std::size_t columns) {
  int braces = 0;
  bool math = false;
  std::vector<std::string> open;
  std::size_t cells = 0;
  for (std::size_t i = 0; i < latex.size(); ++i) {
    const char c = latex[i];
    if (c == '%' && (i == 0 || latex[i - 1] == '\n')) {
      i = latex.find('\n', i);
      continue;
    }
    if (c == '\\') {
      const char next = i + 1 < latex.size() ? latex[i + 1] : '\0';
      if (next == '\\') {
        if (math) return "row ends inside math";
        if (cells + 1 != columns && !open.empty() && open.back() == "tabular") return "row with wrong number of cells";
        cells = 0;
        const std::size_t after = latex.find_first_not_of(" \n", i + 2);
        if (after != std::string::npos && (latex[after] == '[' || latex[after] == '*')) return "option after row end";
        ++i;
        continue;
      }
      for (const std::string word : {"begin", "end"})
        if (latex.compare(i + 1, word.size() + 1, word + "{") == 0) {
          const std::size_t from = i + word.size() + 2;
          const std::string name = latex.substr(from, latex.find('}', from) - from);
          if (word == "begin")
            open.push_back(name);
          else if (open.empty() || open.back() != name)
            return "end of " + name + " without its begin";
          else
            open.pop_back();
        }
      if (std::string("&%_#${}").find(next) != std::string::npos) ++i;
      const std::string_view span("multicolumn{");
      if (latex.compare(i + 1, span.size(), span) == 0)
        cells += static_cast<std::size_t>(std::stoi(latex.substr(i + 1 + span.size()))) - 1;
      continue;
    }
    if (c == '{') ++braces;
    if (c == '}' && --braces < 0) return "brace closed twice";
    if (c == '$') math = !math;
    if (c == '&') ++cells;
    if ((c == '_' || c == '^') && !math) return "subscript outside math";
    if (c == '#') return "bare #";
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') return "control character";
  }
  if (math) return "math does not end";
  if (braces != 0) return "brace left open";
  return open.empty() ? "" : "no end of " + open.back();
}

std::string cell_of(Side side, const Cell& cell, int digits = 4) {
  const std::string latex = write_latex(one_column(side, cell, digits));
  const std::size_t from = latex.find("\\midrule\n") + 9;
  const std::string line = latex.substr(from, latex.find("\\\\", from) - from);
  const std::size_t first = line.find_first_not_of(' ');
  return line.substr(first, line.find_last_not_of(' ') + 1 - first);
}

}  // namespace

namespace {

/// Written by hand, not by the writer.
std::string golden_file(const std::string& name) {
  std::ifstream in(test::source_directory() + "/tests/golden/" + name);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("latex: a theorem table as it goes into a paper", "[reports][latex][golden]") {
  CHECK(write_latex(theorem_table(), {.label = "tab:theorem-2"}) == golden_file("theorem_table.tex"));
}

TEST_CASE("latex: numbers in math, aligned without any package", "[reports][latex][exact]") {
  CHECK(cell_of(Side::upper, rational("123400")) == "$1.234\\cdot 10^{5}$");
  CHECK(cell_of(Side::lower, rational("-1/3")) == "$-0.3334$");
  CHECK(cell_of(Side::enclosure, rational("1/3")) == "$[0.3333, 0.3334]$");
  CHECK(cell_of(Side::enclosure, enclosure("625472253465.731845", "625472253465.731846")) ==
        "$[6.254, 6.255]\\cdot 10^{11}$");
  CHECK(cell_of(Side::enclosure, rational("99999")) == "$[9.999\\cdot 10^{4}, 1.000\\cdot 10^{5}]$");
  CHECK(cell_of(Side::upper, numerics::Decimal::parse("1.28468653652e-360626")) == "$1.285\\cdot 10^{-360626}$");
  CHECK(cell_of(Side::exact, rational("1000000000000")) == "$10^{12}$");
  CHECK(cell_of(Side::exact, rational("-1000000000000")) == "$-10^{12}$");
  CHECK(cell_of(Side::enclosure, numerics::BigInterval::entire(numerics::Precision(64))) == "$[-\\infty, \\infty]$");
}

TEST_CASE("latex: phantoms fill up short fractions and exponents", "[reports][latex][exact]") {
  Table table("t");
  table.add_column({.key = "x", .title = "x"}).add_column({.key = "y", .title = "y", .side = Side::upper});
  table.add_row({rational("0.025"), rational("1e-12")});
  table.add_row({rational("12"), rational("1e5")});
  table.add_row({rational("0.5"), rational("0")});
  const std::string latex = write_latex(table);
  CHECK(has(latex, "$12\\phantom{.000}$"));
  CHECK(has(latex, "$0.5\\phantom{00}$"));
  CHECK(has(latex, "$1.000\\cdot 10^{-12}$"));
  CHECK(has(latex, "$1.000\\cdot 10^{5\\phantom{0{-}}}$"));
}

TEST_CASE("latex: every special is escaped", "[reports][latex][exact]") {
  CHECK(escape_latex("a & b % c _ d # e $ f") == "a \\& b \\% c \\_ d \\# e \\$ f");
  CHECK(escape_latex("{x}") == "\\{x\\}");
  CHECK(escape_latex("~^\\") == "\\textasciitilde{}\\textasciicircum{}\\textbackslash{}");
  CHECK(escape_latex("x < y > z | \"q\"") == "x $<$ y $>$ z $|$ ''q''");
  CHECK(escape_latex("[a]") == "{[}a{]}");
  CHECK(escape_latex("*a*") == "{*}a*");
  CHECK(escape_latex("δ ≤ 1") == "$\\delta$ $\\le$ 1");
  CHECK(escape_latex("Poincaré") == "Poincaré");
  CHECK(escape_latex("a\nb\x1b\xff") == "a b ?");
}

TEST_CASE("latex: the formulas in notes are typeset", "[reports][latex][exact]") {
  CHECK(latex_prose("attention >= 1 - sqrt(eps)/4, n <= 2^-44") ==
        "attention $\\ge$ 1 $-$ sqrt($\\varepsilon$)/4, n $\\le$ 2$^{-44}$");
  CHECK(latex_prose("from theta~ = -theta on i* = 0, E (f-y)^2") ==
        "from $\\tilde{\\theta}$ = $-\\theta$ on $i^{*}$ = 0, E $(f-y)^{2}$");
  CHECK(latex_prose("theta = W_K^T W_Q t_0, |t_0|^2, V_lo") ==
        "$\\theta$ = $W_{K}^{T}$ $W_{Q}$ $t_{0}$, $|t_{0}|^{2}$, $V_{\\mathrm{lo}}$");
  CHECK(latex_prose("|theta| and phi delta") == "$|\\theta|$ and $\\varphi$ $\\delta$");
  CHECK(latex_prose("(--eta)") == "(\\texttt{-{}-eta})");
  // Names and prose stay words, and what is special there is escaped.
  CHECK(latex_prose("theorem-2 pop.eta_1 beta-law beta_amb_2 a I * 5 % x.y") ==
        "theorem-2 pop.eta\\_1 beta-law beta\\_amb\\_2 a I * 5 \\% x.y");
  CHECK(latex_prose("") == "");
  CHECK(latex_prose("^2 ~ ^ <") == escape_latex("^2 ~ ^ <"));
}

TEST_CASE("latex: hostile words compile", "[reports][latex][negative]") {
  const std::string hostile = "\\\\[2cm] & 100% of_ #1 ${x}$ ~ ^ \\end{tabular} *";
  Table table(hostile, Kind::as_stated);
  table.add_column({.key = "w", .title = hostile, .unit = "100 %", .side = Side::none})
      .add_column({.key = "v", .title = "verdict", .side = Side::none});
  table.add_row({hostile, VerdictCell{.word = hostile, .names = {"G_12", "a&b"}}});
  table.add_row({"[lo", Missing{hostile}});
  table.add_row({"*star", Missing{}});
  table.add_note(hostile);
  CHECK(complaint(write_latex(table, {.label = "tab:x"}), 2) == "");
  CHECK(complaint(write_latex(table, {.standalone = true}), 2) == "");
}

TEST_CASE("latex: the check above sees what it should see", "[reports][latex][negative]") {
  CHECK(complaint("\\begin{tabular}{l}\n a & b \\\\\n\\end{tabular}", 2) == "");
  CHECK(complaint("\\begin{tabular}{l}\n a & b & c \\\\\n\\end{tabular}", 2) != "");
  CHECK(complaint("\\begin{tabular}{l}\n a & b \\\\ [c] & d \\\\\n\\end{tabular}", 2) != "");
  CHECK(complaint("\\begin{tabular}{l}\n a_b & c \\\\\n\\end{tabular}", 2) != "");
  CHECK(complaint("\\begin{tabular}{l}\n $a & b \\\\\n\\end{tabular}", 2) != "");
  CHECK(complaint("\\begin{tabular}{l}\n a & b \\\\\n", 2) != "");
  CHECK(complaint("{a}}", 1) != "");
}

TEST_CASE("latex: both kinds in one table stand under their own rule", "[reports][latex][exact]") {
  Table table("Sample size");
  table.add_column({.key = "d", .title = "d"})
      .add_column({.key = "m", .title = "m"})
      .add_column({.key = "n", .title = "n", .unit = "samples", .side = Side::upper, .kind = Kind::explicit_form})
      .add_column({.key = "n", .title = "n", .unit = "samples", .side = Side::none, .kind = Kind::as_stated});
  table.add_row({rational("10000"), rational("256"), rational("12345678"), Phrase("n", "$\\Omega(d^4)$")});
  const std::string latex = write_latex(table);
  CHECK(has(latex,
            "\\multicolumn{2}{c}{} & \\multicolumn{1}{c}{explicit form (this project)} & "
            "\\multicolumn{1}{c}{as stated in the paper} \\\\"));
  CHECK(has(latex, "\\cmidrule(lr){3-3}\\cmidrule(lr){4-4}"));
  CHECK(has(latex, "\\scriptsize {[}samples{]}"));
  CHECK(complaint(latex, 4) == "");
}

TEST_CASE("latex: a long table is cut where groups begin", "[reports][latex][exact]") {
  Table table("Long");
  table.add_column({.key = "x", .title = "x"});
  for (int i = 0; i < 25; ++i) {
    if (i % 7 == 0) table.start_group();
    table.add_row({numerics::Rational(i)});
  }
  const std::string latex = write_latex(table, {.label = "tab:long", .rows_per_table = 10});
  std::size_t tables = 0;
  for (std::size_t at = 0; (at = latex.find("\\begin{table}", at)) != std::string::npos; ++at) ++tables;
  CHECK(tables == 4);
  CHECK(has(latex, "\\caption{Long. Part 2 of 4.}"));
  CHECK(has(latex, "\\label{tab:long}"));
  CHECK(has(latex, "\\label{tab:long-2}"));
  for (int i = 0; i < 25; ++i) CHECK(has(latex, " $" + std::to_string(i) + "$"));
  CHECK(complaint(latex, 1) == "");
}

TEST_CASE("latex: a table uses commands of booktabs and the kernel only", "[reports][latex][exact]") {
  const std::string latex = write_latex(theorem_table(), {.standalone = true});
  const std::vector<std::string> known{"documentclass", "usepackage", "begin",        "end",       "centering",
                                       "caption",       "label",      "toprule",      "midrule",   "bottomrule",
                                       "addlinespace",  "scriptsize", "footnotesize", "small",     "eta",
                                       "min",           "varepsilon", "delta",        "cdot",      "phantom",
                                       "mathrm",        "par",        "smallskip",    "linewidth", "raggedright"};
  for (std::size_t at = 0; (at = latex.find('\\', at)) != std::string::npos; ++at) {
    std::size_t end = at + 1;
    while (end < latex.size() && ((latex[end] >= 'a' && latex[end] <= 'z') || (latex[end] >= 'A' && latex[end] <= 'Z')))
      ++end;
    const std::string command = latex.substr(at + 1, end - at - 1);
    if (command.empty()) {
      ++at;
      continue;
    }
    CAPTURE(command);
    CHECK(std::find(known.begin(), known.end(), command) != known.end());
  }
}
