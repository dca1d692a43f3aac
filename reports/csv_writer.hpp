// Tables for spreadsheets and data frames.
#pragma once

#include <string>

#include "reports/table.hpp"

namespace lemmacheck::reports {

struct CsvOptions {
  int digits = 20;        // significant digits of certified numbers, rounded towards the certified side
  bool preamble = false;  // lines "# ..." before the header: title, kind, and title, unit and side of every column
};

/// RFC 4180: lines end in CR LF, fields with comma, quote or line break are quoted. The header has the machine names
/// of the columns (key_lo, key_hi, or key when exact or words); a missing cell is an empty field.
std::string write_csv(const Table& table, const CsvOptions& options = {});

}  // namespace lemmacheck::reports
