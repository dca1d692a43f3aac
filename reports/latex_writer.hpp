// Tables for a paper.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "reports/table.hpp"

namespace lemmacheck::reports {

struct LatexOptions {
  std::string label;                // "tab:theorem-2"; empty: no \label
  std::string placement = "tbp";    // the optional argument of the table environment; empty: none
  std::size_t rows_per_table = 40;  // a longer table becomes several, each with caption and label; 0: never
  bool standalone = false;          // with \documentclass, to be compiled as it is
};

/// A table environment that needs the package booktabs and nothing else. Numbers are $1.234\cdot 10^{5}$, aligned at
/// the decimal point by \phantom; the heading says certified side and unit; wide tables choose a smaller size.
std::string write_latex(const Table& table, const LatexOptions& options = {});

/// The words with the specials & % _ # $ { } ~ ^ \ < > " | [ ] and common mathematical characters made safe.
std::string escape_latex(std::string_view words);
/// The phrase as it is set: its own LaTeX, or its plain words by latex_prose().
std::string latex_words(const Phrase& phrase);

}  // namespace lemmacheck::reports
