// Tables for a README, an issue, a notebook.
#pragma once

#include <string>
#include <string_view>

#include "reports/table.hpp"

namespace lemmacheck::reports {

struct MarkdownOptions {
  int heading_level = 3;  // 1..6 for "#".."######" before the title; 0: bold title
};

/// A pipe table (GitHub flavour), lined up in the source as well; headings say certified side and unit.
std::string write_markdown(const Table& table, const MarkdownOptions& options = {});

/// The words with the characters that Markdown reads as marks made safe.
std::string escape_markdown(std::string_view words);

}  // namespace lemmacheck::reports
