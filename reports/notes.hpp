// The lines under a table: what the caller says, why cells are missing, what the words in the headings mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/table.hpp"

namespace lemmacheck::reports {

/// Reasons of missing cells, in order of appearance, each with a letter: a, b, ..., z, aa, ab, ...
class MissingReasons {
 public:
  explicit MissingReasons(const Table& table);
  /// The letter of a reason; empty for an empty reason.
  std::string mark(std::string_view reason) const;
  const std::vector<std::string>& reasons() const noexcept { return reasons_; }

 private:
  std::vector<std::string> reasons_;
};

/// One sentence on the sides that occur in the table; empty when there are only words and exact values.
std::string side_legend(const Table& table);

/// "upper [-]", "exact [samples]", "[-]": the second line of a heading.
std::string side_and_unit(const Column& column);

}  // namespace lemmacheck::reports
