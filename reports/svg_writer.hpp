// Figures for a screen and for pages.
#pragma once

#include <string>

#include "reports/figure.hpp"

namespace lemmacheck::reports {

/// A scalable picture: no scripts, no links, no fonts of its own; the same bytes for the same figure. Words that look
/// like markup are escaped. The legend stands to the right of the axes.
std::string write_svg(const Figure& figure);

}  // namespace lemmacheck::reports
