// Tables for a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "reports/table.hpp"

namespace lemmacheck::reports {

struct TextOptions {
  bool colour = false;      // bold headings, verdicts in green, red, yellow
  bool unicode = true;      // rules drawn with box characters
  std::size_t width = 100;  // where notes are wrapped; the table itself is as wide as it needs
};

/// Aligned columns: title, kind, headings (what it is, certified side, unit), rows, notes. Numbers meet at the
/// decimal point; control characters in the cells become spaces.
std::string write_text(const Table& table, const TextOptions& options = {});

}  // namespace lemmacheck::reports
