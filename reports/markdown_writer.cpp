#include "reports/markdown_writer.hpp"

#include <algorithm>
#include <vector>

#include "reports/notes.hpp"
#include "reports/number_text.hpp"
#include "reports/text_width.hpp"

namespace lemmacheck::reports {

namespace {

std::string entry_of(const Cell& cell, const Column& column, const NumberLayout& layout,
                     const MissingReasons& missing) {
  if (is_number(cell)) return text_of(round_cell(cell, column), layout, false);
  if (const auto* words = std::get_if<Phrase>(&cell)) return escape_markdown(words->plain);
  if (const auto* verdict = std::get_if<VerdictCell>(&cell)) return escape_markdown(to_string(*verdict));
  const std::string mark = missing.mark(std::get<Missing>(cell).reason);
  return mark.empty() ? "—" : "— (" + mark + ")";
}

std::string heading_of(const Column& column) {
  std::string text = escape_markdown(column.title.plain) + "<br>" + escape_markdown(side_and_unit(column));
  if (column.kind) text += "<br>" + std::string(to_string(*column.kind));
  return text;
}

std::string row_line(const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
                     const std::vector<Column>& columns) {
  std::string line = "|";
  for (std::size_t c = 0; c < row.size(); ++c) {
    const std::string room(widths[c] - display_width(row[c]), ' ');
    line += columns[c].side == Side::none ? " " + row[c] + room + " |" : " " + room + row[c] + " |";
  }
  return line + "\n";
}

bool is_word_character(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

}  // namespace

std::string escape_markdown(std::string_view words) {
  const std::string text = one_line(words);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    // An underscore inside a word (eta_min) is no mark; everywhere else it may be.
    const bool inside =
        c == '_' && i > 0 && i + 1 < text.size() && is_word_character(text[i - 1]) && is_word_character(text[i + 1]);
    // A closing bracket makes a link only together with what follows it.
    const bool link =
        c == ']' && i + 1 < text.size() && (text[i + 1] == '(' || text[i + 1] == '[' || text[i + 1] == ':');
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else if (std::string_view("\\`*_|$~#").find(c) != std::string_view::npos ? !inside : link)
      out += std::string("\\") + c;
    else
      out += c;
  }
  return out;
}

std::string write_markdown(const Table& table, const MarkdownOptions& options) {
  const auto& columns = table.columns();
  const MissingReasons missing(table);
  std::vector<std::vector<std::string>> lines(1);
  std::vector<NumberLayout> layouts;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    lines[0].push_back(heading_of(columns[c]));
    layouts.push_back(layout_of(table, c));
  }
  for (const auto& row : table.rows()) {
    auto& line = lines.emplace_back();
    for (std::size_t c = 0; c < row.size(); ++c) line.push_back(entry_of(row[c], columns[c], layouts[c], missing));
  }
  std::vector<std::size_t> widths(columns.size(), 3);
  for (const auto& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], display_width(line[c]));

  const std::string title = escape_markdown(table.title().plain);
  const int level = std::clamp(options.heading_level, 0, 6);
  std::string out(static_cast<std::size_t>(level), '#');
  out += level == 0 ? "**" + title + "**\n\n" : " " + title + "\n\n";
  if (table.kind()) out += "*" + std::string(to_string(*table.kind())) + "*\n\n";
  out += row_line(lines[0], widths, columns) + "|";
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::string dashes(widths[c] + 1, '-');
    out += columns[c].side == Side::none ? ":" + dashes + "|" : dashes + ":|";
  }
  out += "\n";
  for (std::size_t r = 1; r < lines.size(); ++r) out += row_line(lines[r], widths, columns);
  std::vector<std::string> notes;
  for (const Phrase& note : table.notes()) notes.push_back(escape_markdown(note.plain));
  for (const std::string& reason : missing.reasons())
    notes.push_back("(" + missing.mark(reason) + ") " + escape_markdown(reason));
  const std::string legend = side_legend(table);
  if (!legend.empty()) notes.push_back(escape_markdown(legend));
  for (const std::string& note : notes) out += "\n" + note + "\n";
  return out;
}

}  // namespace lemmacheck::reports
