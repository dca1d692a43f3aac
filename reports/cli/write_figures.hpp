// Figures in files.
#pragma once

#include <vector>

#include "reports/cli/write_table.hpp"
#include "reports/figure.hpp"

namespace lemmacheck::cli {

/// NAME.svg and NAME.tex of every figure into `directory`; nothing when it is empty. A figure without a point that can
/// be drawn is left out, and the terminal says so. The names are printed where `tables` leave room for them.
void write_figures(const std::vector<reports::Figure>& figures, const std::string& directory, const TableOutput& tables,
                   const Console& console);

}  // namespace lemmacheck::cli
