// Tables that the tests of the writers share. The numbers are those of golden/theorem2.json.
#pragma once

#include <string>

#include "reports/table.hpp"

namespace lemmacheck::test {

inline numerics::Rational rational(const char* text) { return numerics::Rational::parse(text); }

inline numerics::BigInterval enclosure(const char* lo, const char* hi) {
  return {rational(lo), rational(hi), numerics::Precision(128)};
}

inline numerics::BigInterval point(const char* text) {
  return {rational(text), numerics::Precision(128)};
}

inline reports::Table one_column(reports::Side side, const reports::Cell& cell, int digits = 4) {
  reports::Table table("t");
  table.add_column({.key = "x", .title = "x", .side = side, .digits = digits});
  table.add_row({cell});
  return table;
}

inline reports::Table theorem_table() {
  using namespace reports;
  Table table(Phrase("Theorem 2 at the default budget", "Theorem~2 at the default budget"), Kind::explicit_form);
  table.add_column({.key = "d", .title = {"d", "$d$"}})
      .add_column({.key = "m", .title = {"m", "$m$"}})
      .add_column({.key = "delta", .title = {"delta", "$\\delta$"}})
      .add_column({.key = "eta_min", .title = {"eta_min", "$\\eta_{\\min}$"}, .side = Side::upper})
      .add_column({.key = "G12", .title = {"G12", "$G_{12}$"}, .side = Side::lower})
      .add_column({.key = "verdict", .title = "verdict", .side = Side::none});
  const VerdictCell holds{.word = "holds", .tone = Tone::good};
  const VerdictCell fails{
      .word = "fails", .tone = Tone::bad, .names = {Phrase("G12", "$G_{12}$"), Phrase("G1k", "$G_{1k}$")}};
  const Missing gap{"a condition of the theorem fails"};
  table.add_row({rational("1000"), rational("128"), rational("0.5"),
                 enclosure("274843800.952630538025", "274843800.952630538026"),
                 enclosure("1.920844322369490984e-8", "1.920844322369490985e-8"), holds});
  table.add_row({rational("1000"), rational("128"), rational("0.2"), gap,
                 enclosure("-1.981666424053370063e-8", "-1.981666424053370062e-8"), fails});
  table.start_group();
  table.add_row({rational("10000"), rational("256"), rational("0.1"),
                 enclosure("625472253465.731845", "625472253465.731846"),
                 enclosure("1.030733062052989240e-11", "1.030733062052989241e-11"), holds});
  table.add_note("eps = 0.01.");
  return table;
}

}  // namespace lemmacheck::test
