#include "reports/notes.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace lemmacheck::reports {

namespace {

std::string letters(std::size_t index) {
  std::string text;
  for (++index; index > 0; index = (index - 1) / 26)
    text.insert(text.begin(), static_cast<char>('a' + (index - 1) % 26));
  return text;
}

constexpr std::array<std::pair<Side, std::string_view>, 4> meanings{{
    {Side::lower, "lower: certified lower bound, rounded down"},
    {Side::upper, "upper: certified upper bound, rounded up"},
    {Side::enclosure, "enclosure: certified to contain the value, ends rounded outward"},
    {Side::exact, "exact: not rounded"},
}};

}  // namespace

MissingReasons::MissingReasons(const Table& table) {
  for (const auto& row : table.rows())
    for (const Cell& cell : row) {
      const auto* missing = std::get_if<Missing>(&cell);
      if (missing == nullptr || missing->reason.empty()) continue;
      if (std::find(reasons_.begin(), reasons_.end(), missing->reason) == reasons_.end())
        reasons_.push_back(missing->reason);
    }
}

std::string MissingReasons::mark(std::string_view reason) const {
  const auto found = std::find(reasons_.begin(), reasons_.end(), reason);
  return found == reasons_.end() ? std::string() : letters(static_cast<std::size_t>(found - reasons_.begin()));
}

std::string side_legend(const Table& table) {
  std::string text;
  bool certified = false;
  for (const auto& [side, meaning] : meanings) {
    const auto& columns = table.columns();
    if (std::none_of(columns.begin(), columns.end(), [s = side](const Column& c) { return c.side == s; })) continue;
    certified = certified || side != Side::exact;
    text += (text.empty() ? "" : "; ") + std::string(meaning);
  }
  return certified ? text + "." : "";
}

std::string side_and_unit(const Column& column) {
  const std::string unit = "[" + column.unit + "]";
  return column.side == Side::none ? unit : std::string(to_string(column.side)) + " " + unit;
}

}  // namespace lemmacheck::reports
