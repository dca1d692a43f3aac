#include "reports/text_writer.hpp"

#include <algorithm>
#include <vector>

#include "reports/notes.hpp"
#include "reports/number_text.hpp"
#include "reports/text_width.hpp"

namespace lemmacheck::reports {

namespace {

constexpr std::string_view gap = "  ";
constexpr std::size_t heading_lines = 3;  // what it is, certified side, unit

enum class Align { left, centre, right };

struct Entry {
  std::string text;
  Align align = Align::right;
  std::string_view colour = {};
};

std::string spaces(std::size_t count) { return std::string(count, ' '); }

std::string placed(const Entry& entry, std::size_t width, bool colour) {
  const std::size_t own = display_width(entry.text);
  const std::size_t room = width > own ? width - own : 0;
  const std::size_t before = entry.align == Align::left ? 0 : entry.align == Align::right ? room : room / 2;
  const std::string text =
      colour && !entry.colour.empty() ? "\x1b[" + std::string(entry.colour) + "m" + entry.text + "\x1b[0m" : entry.text;
  return spaces(before) + text + spaces(room - before);
}

std::string_view colour_of(Tone tone) { return tone == Tone::good ? "32" : tone == Tone::bad ? "31" : "33"; }

Entry entry_of(const Cell& cell, const Column& column, const NumberLayout& layout, const MissingReasons& missing) {
  const Align align = column.side == Side::none ? Align::left : Align::right;
  if (is_number(cell)) return {text_of(round_cell(cell, column), layout, true), align};
  if (const auto* words = std::get_if<Phrase>(&cell)) return {one_line(words->plain), align};
  if (const auto* verdict = std::get_if<VerdictCell>(&cell))
    return {one_line(to_string(*verdict)), align, colour_of(verdict->tone)};
  const std::string mark = missing.mark(std::get<Missing>(cell).reason);
  return {mark.empty() ? "-" : "- (" + mark + ")", align};
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string joined(const std::vector<Entry>& entries, const std::vector<std::size_t>& widths, bool colour) {
  std::string line;
  for (std::size_t c = 0; c < entries.size(); ++c) line += std::string(gap) + placed(entries[c], widths[c], colour);
  return trimmed(line);
}

std::string kind_heading(const Table& table, const std::vector<std::size_t>& widths, std::string_view dash) {
  std::string names, rules;
  const auto& columns = table.columns();
  for (std::size_t c = 0; c < columns.size();) {
    std::size_t end = c + 1;
    std::size_t width = widths[c];
    for (; end < columns.size() && columns[end].kind == columns[c].kind; ++end) width += gap.size() + widths[end];
    const bool named = columns[c].kind.has_value();
    const Entry name{named ? std::string(to_string(*columns[c].kind)) : "", Align::centre};
    names += std::string(gap) + placed(name, width, false);
    rules += gap;
    for (std::size_t i = 0; i < width; ++i) rules += named ? dash : " ";
    c = end;
  }
  return trimmed(names) + trimmed(rules);
}

// A kind's name over its columns may be longer than they are: the last of them gives the room.
void make_room_for_kinds(const Table& table, std::vector<std::size_t>& widths) {
  const auto& columns = table.columns();
  for (std::size_t c = 0; c < columns.size();) {
    std::size_t end = c + 1;
    std::size_t width = widths[c];
    for (; end < columns.size() && columns[end].kind == columns[c].kind; ++end) width += gap.size() + widths[end];
    const std::size_t needed = columns[c].kind ? to_string(*columns[c].kind).size() : 0;
    if (needed > width) widths[end - 1] += needed - width;
    c = end;
  }
}

}  // namespace

std::string write_text(const Table& table, const TextOptions& options) {
  const auto& columns = table.columns();
  const MissingReasons missing(table);
  std::vector<std::vector<Entry>> lines(heading_lines);
  std::vector<NumberLayout> layouts;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Align align = columns[c].side == Side::none ? Align::left : Align::right;
    lines[0].push_back({one_line(columns[c].title.plain), align, "1"});
    lines[1].push_back({columns[c].side == Side::none ? "" : std::string(to_string(columns[c].side)), align});
    lines[2].push_back({one_line("[" + columns[c].unit + "]"), align});
    layouts.push_back(layout_of(table, c));
  }
  for (const auto& row : table.rows()) {
    auto& line = lines.emplace_back();
    for (std::size_t c = 0; c < row.size(); ++c) line.push_back(entry_of(row[c], columns[c], layouts[c], missing));
  }
  std::vector<std::size_t> widths(columns.size(), 0);
  for (const auto& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], display_width(line[c].text));
  if (table.has_column_kinds()) make_room_for_kinds(table, widths);

  const std::string_view dash = options.unicode ? "─" : "-";
  std::size_t total = 0;
  for (std::size_t width : widths) total += width + gap.size();
  std::string rule(gap);
  for (std::size_t i = gap.size(); i < total; ++i) rule += dash;
  rule += "\n";

  std::string out =
      options.colour ? "\x1b[1m" + one_line(table.title().plain) + "\x1b[0m\n" : one_line(table.title().plain) + "\n";
  if (table.kind()) out += std::string(to_string(*table.kind())) + "\n";
  out += rule;
  if (table.has_column_kinds()) out += kind_heading(table, widths, dash);
  const bool only_words = std::ranges::all_of(columns, [](const Column& c) { return c.side == Side::none; });
  for (std::size_t h = 0; h < (only_words ? 1 : heading_lines); ++h) out += joined(lines[h], widths, options.colour);
  out += rule;
  for (std::size_t r = 0; r < table.rows().size(); ++r) {
    if (table.starts_group(r)) out += "\n";
    out += joined(lines[r + heading_lines], widths, options.colour);
  }
  out += rule;
  for (const Phrase& note : table.notes()) out += wrapped(one_line(note.plain), options.width, gap.size());
  for (const std::string& reason : missing.reasons())
    out += wrapped("(" + missing.mark(reason) + ") " + one_line(reason), options.width, gap.size());
  const std::string legend = side_legend(table);
  if (!legend.empty()) out += wrapped(legend, options.width, gap.size());
  return out;
}

}  // namespace lemmacheck::reports
