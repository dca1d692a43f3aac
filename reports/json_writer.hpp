// Tables for programs.
#pragma once

#include <string>

#include "reports/table.hpp"

namespace lemmacheck::reports {

struct JsonOptions {
  int digits = 20;  // significant digits of certified numbers, rounded outward
  int indent = 2;   // spaces; -1: everything on one line
};

/// {"title", "kind", "columns": [{"key", "title", "unit", "side"}], "rows": [{key: cell}], "missing": [...],
/// "notes": [...]}. Numbers are strings: exact values in full, every other number {"lo", "hi"}; words and verdicts are
/// strings; a cell without a value is null and "missing" has {"row", "key", "reason"} for it. "kind" is null for a
/// table that reports no theorem; a column with a kind of its own has "kind" too and its cells stand under the key
/// "stated_..." when the kind is "as stated in the paper".
std::string write_json(const Table& table, const JsonOptions& options = {});

}  // namespace lemmacheck::reports
