// Figures for a paper, set by LaTeX.
#pragma once

#include <string>

#include "reports/figure.hpp"

namespace lemmacheck::reports {

/// A tikzpicture that needs the package pgfplots and nothing else, to be included by \input. The same data, colours,
/// dashes and bands as in write_svg().
std::string write_pgfplots(const Figure& figure);

}  // namespace lemmacheck::reports
