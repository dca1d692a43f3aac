// The neutral table that every writer prints: columns that say what they are, their unit and the certified side, and
// cells that are numbers with a meaning (exact, or an enclosure), words, verdicts, or missing for a stated reason.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "numerics/big_interval.hpp"
#include "numerics/decimal_text.hpp"
#include "numerics/rational.hpp"

namespace lemmacheck::reports {

/// Where a statement comes from; the two are never mixed under one heading.
enum class Kind { explicit_form, as_stated };

/// "explicit form (this project)" or "as stated in the paper".
std::string_view to_string(Kind kind) noexcept;
/// Reads what to_string(Kind) writes; nothing for other text.
std::optional<Kind> parse_kind(std::string_view text) noexcept;

/// Which side of a number is certified, and so how it is rounded when printed: lower down, upper up, enclosure both
/// ends outward, exact not at all. `none` is for columns of words.
enum class Side { lower, upper, enclosure, exact, none };

/// "lower", "upper", "enclosure", "exact", "-".
std::string_view to_string(Side side) noexcept;

/// Words, and how they are set in LaTeX; an empty `latex` means the plain words, escaped.
struct Phrase {
  Phrase() = default;
  Phrase(std::string plain_words, std::string latex_words = {})  // NOLINT(google-explicit-constructor)
      : plain(std::move(plain_words)), latex(std::move(latex_words)) {}
  Phrase(const char* plain_words) : plain(plain_words) {}  // NOLINT(google-explicit-constructor)
  std::string plain;
  std::string latex;
};

struct Column {
  std::string key;  // machine name: letters, digits, "_", ".", "~", "-"; unique in its table and kind
  Phrase title;     // what it is
  std::string unit = "-";
  Side side = Side::exact;
  int digits = 4;  // significant digits for human readers, 1..50; machine formats have their own
  numerics::Notation notation = numerics::Notation::automatic;
  std::optional<Kind> kind = std::nullopt;  // set where one table compares the two kinds
  std::string family = {};                  // columns of one quantity: all plain or all scientific; empty: by itself
};

/// A cell without a value. The reason becomes a note under the table.
struct Missing {
  std::string reason;
};

enum class Tone { good, bad, open };

/// A verdict word and the names that explain it: "fails" and G12, G1k are written "fails: G12, G1k".
struct VerdictCell {
  std::string word;
  Tone tone = Tone::open;
  std::vector<Phrase> names = {};
};

std::string to_string(const VerdictCell& verdict);

using Cell = std::variant<Missing, Phrase, VerdictCell, numerics::Rational, numerics::Decimal, numerics::BigInterval>;

bool is_number(const Cell& cell) noexcept;

class Table {
 public:
  /// `kind` belongs to all results in the table; leave it out for tables that report no theorem.
  explicit Table(Phrase title, std::optional<Kind> kind = std::nullopt) : title_(std::move(title)), kind_(kind) {}

  /// DomainError LC610 for a key that is malformed, used already or not separate from another key in CSV
  /// (x as an enclosure takes x_lo and x_hi), LC611 for digits outside 1..50, LC612 after the first row.
  Table& add_column(Column column);
  /// ShapeError LC613 unless there is one cell per column; DomainError LC614 for an enclosure that is not a point in
  /// an exact column, or a number in a column of words.
  void add_row(std::vector<Cell> row);
  /// The next row begins a new group: writers for people leave a small gap before it.
  void start_group();
  /// A line under the table.
  void add_note(Phrase note) { notes_.push_back(std::move(note)); }

  const Phrase& title() const noexcept { return title_; }
  std::optional<Kind> kind() const noexcept { return kind_; }
  const std::vector<Column>& columns() const noexcept { return columns_; }
  const std::vector<std::vector<Cell>>& rows() const noexcept { return rows_; }
  const std::vector<Phrase>& notes() const noexcept { return notes_; }
  bool starts_group(std::size_t row) const noexcept;
  /// Whether columns carry their own kind, so that a heading over the columns has to name it.
  bool has_column_kinds() const noexcept;

 private:
  Phrase title_;
  std::optional<Kind> kind_;
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
  std::vector<std::size_t> group_starts_;  // ascending
  std::vector<Phrase> notes_;
};

/// One of the tables of a command.
struct NamedTable {
  std::string name;
  Table table;
};

/// The key, after "stated_" for a column marked "as stated in the paper": a table may hold both kinds of one key.
std::string machine_key(const Column& column);

/// The names of a column in CSV: machine key with _lo, _hi or both by its side, the machine key when exact or words.
std::vector<std::string> machine_names(const Column& column);

}  // namespace lemmacheck::reports
