#include "reports/csv_writer.hpp"

#include <vector>

#include "reports/number_text.hpp"
#include "reports/text_width.hpp"

namespace lemmacheck::reports {

namespace {

std::string quoted(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string out = "\"";
  for (char c : field) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::vector<std::string> fields_of(const Cell& cell, const Column& column, int digits) {
  if (const auto* words = std::get_if<Phrase>(&cell)) {
    std::vector<std::string> fields{words->plain};
    fields.resize(machine_names(column).size());
    return fields;
  }
  if (const auto* verdict = std::get_if<VerdictCell>(&cell)) {
    std::vector<std::string> fields{to_string(*verdict)};
    fields.resize(machine_names(column).size());
    return fields;
  }
  if (std::holds_alternative<Missing>(cell)) return std::vector<std::string>(machine_names(column).size());
  if (column.side == Side::exact) return {exact_text(cell)};
  const auto ends = outward_text(cell, digits);
  if (column.side == Side::lower) return {ends.lo};
  if (column.side == Side::upper) return {ends.hi};
  return {ends.lo, ends.hi};
}

std::string line_of(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i == 0 ? "" : ",") + quoted(fields[i]);
  return line + "\r\n";
}

std::string preamble_of(const Table& table) {
  std::string out = "# " + one_line(table.title().plain) + "\r\n";
  if (table.kind()) out += "# " + std::string(to_string(*table.kind())) + "\r\n";
  for (const Column& column : table.columns()) {
    out += "#";
    for (const std::string& name : machine_names(column)) out += " " + name;
    out += ": " + one_line(column.title.plain) + ", unit " + one_line(column.unit) + ", side " +
           std::string(to_string(column.side)) + (column.kind ? ", " + std::string(to_string(*column.kind)) : "") +
           "\r\n";
  }
  return out;
}

}  // namespace

std::string write_csv(const Table& table, const CsvOptions& options) {
  std::string out = options.preamble ? preamble_of(table) : "";
  std::vector<std::string> names;
  for (const Column& column : table.columns())
    for (std::string& name : machine_names(column)) names.push_back(std::move(name));
  out += line_of(names);
  for (const auto& row : table.rows()) {
    std::vector<std::string> fields;
    for (std::size_t c = 0; c < row.size(); ++c)
      for (std::string& field : fields_of(row[c], table.columns()[c], options.digits))
        fields.push_back(std::move(field));
    out += line_of(fields);
  }
  return out;
}

}  // namespace lemmacheck::reports
