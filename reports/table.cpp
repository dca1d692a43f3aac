#include "reports/table.hpp"

#include <algorithm>

#include "numerics/error.hpp"

namespace lemmacheck::reports {

namespace {

using numerics::DomainError;

constexpr int max_digits = 50;

bool is_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == '~' || c == '-';
}

void require_fits(const Cell& cell, const Column& column) {
  if (column.side == Side::none && is_number(cell))
    throw DomainError(
        "LC614", "table column \"" + column.key + "\" holds words, got a number; give the column a certified side");
  const auto* enclosure = std::get_if<numerics::BigInterval>(&cell);
  if (column.side == Side::exact && enclosure != nullptr && !enclosure->is_point())
    throw DomainError("LC614", "table column \"" + column.key + "\" is exact, got the enclosure " +
                                   numerics::to_string(*enclosure) + "; use side lower, upper or enclosure");
}

}  // namespace

std::string_view to_string(Kind kind) noexcept {
  return kind == Kind::explicit_form ? "explicit form (this project)" : "as stated in the paper";
}

std::optional<Kind> parse_kind(std::string_view text) noexcept {
  for (Kind kind : {Kind::explicit_form, Kind::as_stated})
    if (text == to_string(kind)) return kind;
  return std::nullopt;
}

std::string_view to_string(Side side) noexcept {
  switch (side) {
    case Side::lower:
      return "lower";
    case Side::upper:
      return "upper";
    case Side::enclosure:
      return "enclosure";
    case Side::exact:
      return "exact";
    case Side::none:
      break;
  }
  return "-";
}

std::string to_string(const VerdictCell& verdict) {
  std::string text = verdict.word;
  for (std::size_t i = 0; i < verdict.names.size(); ++i) text += (i == 0 ? ": " : ", ") + verdict.names[i].plain;
  return text;
}

bool is_number(const Cell& cell) noexcept {
  return std::holds_alternative<numerics::Rational>(cell) || std::holds_alternative<numerics::Decimal>(cell) ||
         std::holds_alternative<numerics::BigInterval>(cell);
}

Table& Table::add_column(Column column) {
  if (column.key.empty() || !std::all_of(column.key.begin(), column.key.end(), is_key_character))
    throw DomainError("LC610", "table column key \"" + column.key +
                                   "\" must be letters, digits, \"_\", \".\", \"~\", \"-\"; choose another key");
  if (column.digits < 1 || column.digits > max_digits)
    throw DomainError("LC611", "table column \"" + column.key + "\": digits = " + std::to_string(column.digits) +
                                   " is outside 1.." + std::to_string(max_digits));
  if (!rows_.empty())
    throw DomainError("LC612", "table column \"" + column.key + "\" comes after the first row; add columns first");
  const auto names = machine_names(column);
  for (const Column& other : columns_) {
    const auto taken = machine_names(other);
    const bool clash = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return std::find(taken.begin(), taken.end(), name) != taken.end();
    });
    if (clash || machine_key(other) == machine_key(column))
      throw DomainError("LC610", "table column \"" + column.key + "\" has the name of column \"" + other.key +
                                     "\"; choose another key");
  }
  columns_.push_back(std::move(column));
  return *this;
}

void Table::add_row(std::vector<Cell> row) {
  if (row.size() != columns_.size())
    throw numerics::ShapeError("LC613", "table row has " + std::to_string(row.size()) + " cells, expected " +
                                            std::to_string(columns_.size()) + ", one per column");
  for (std::size_t c = 0; c < row.size(); ++c) require_fits(row[c], columns_[c]);
  rows_.push_back(std::move(row));
}

void Table::start_group() {
  if (!rows_.empty() && !starts_group(rows_.size())) group_starts_.push_back(rows_.size());
}

bool Table::starts_group(std::size_t row) const noexcept {
  return std::binary_search(group_starts_.begin(), group_starts_.end(), row);
}

bool Table::has_column_kinds() const noexcept {
  return std::any_of(columns_.begin(), columns_.end(), [](const Column& c) { return c.kind.has_value(); });
}

std::string machine_key(const Column& column) { return (column.kind == Kind::as_stated ? "stated_" : "") + column.key; }

std::vector<std::string> machine_names(const Column& column) {
  const std::string name = machine_key(column);
  switch (column.side) {
    case Side::lower:
      return {name + "_lo"};
    case Side::upper:
      return {name + "_hi"};
    case Side::enclosure:
      return {name + "_lo", name + "_hi"};
    case Side::exact:
    case Side::none:
      break;
  }
  return {name};
}

}  // namespace lemmacheck::reports
