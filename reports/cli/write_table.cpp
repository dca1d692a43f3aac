#include "reports/cli/write_table.hpp"

#include <algorithm>

#include "reports/cli/theorem_argument.hpp"
#include "reports/csv_writer.hpp"
#include "reports/json_writer.hpp"
#include "reports/latex_writer.hpp"
#include "reports/markdown_writer.hpp"
#include "reports/text_writer.hpp"

namespace lemmacheck::cli {
namespace {

[[noreturn]] void refuse(const std::string& format) {
  throw numerics::DomainError("LC621",
                              "--format: no format '" + format + "'; it is text, latex, markdown, csv or json");
}

}  // namespace

std::string table_text(const reports::Table& table, const std::string& format, const std::string& label,
                       const Console& console) {
  if (format == "text") return reports::write_text(table, console.text());
  if (format == "latex") return reports::write_latex(table, {.label = "tab:" + label});
  if (format == "markdown") return reports::write_markdown(table);
  if (format == "csv") return reports::write_csv(table);
  if (format == "json") return reports::write_json(table);
  refuse(format);
}

bool TableOutput::owns_stdout() const {
  return directory.empty() && std::ranges::any_of(formats, [](const auto& f) { return f == "csv" || f == "json"; });
}

TableOutput table_output(const std::vector<std::string>& formats, const std::string& directory,
                         const Console& console) {
  reports::require_writable_directory(directory);
  TableOutput output{{}, directory};
  if (console.json) {
    output.formats = {"json"};
    return output;
  }
  for (const verify::Text& format : as_texts(formats, "--format")) {
    const auto known = {"text", "latex", "markdown", "csv", "json"};
    if (std::ranges::find(known, format.text) == known.end()) refuse(format.text);
    output.formats.push_back(format.text);
  }
  if (output.formats.size() > 1 && output.owns_stdout())
    throw numerics::DomainError("LC622",
                                "--format: csv and json need stdout for themselves; several formats need --output DIR");
  return output;
}

std::string file_ending(const std::string& format) {
  return format == "text" ? ".txt" : format == "latex" ? ".tex" : format == "markdown" ? ".md" : '.' + format;
}

void write_report(const std::vector<reports::TextFile>& files, const std::string& directory, const Console& console) {
  reports::create_report_directory(directory);
  reports::write_files(files);
  if (!console.quiet)
    for (const reports::TextFile& file : files) console.print(file.path.string() + '\n');
}

void write_table(const reports::Table& table, const std::string& name, const TableOutput& output,
                 const Console& console) {
  std::vector<reports::TextFile> files;
  for (const std::string& format : output.formats)
    files.push_back({std::filesystem::path(output.directory) / (name + file_ending(format)),
                     table_text(table, format, name, console)});
  if (output.directory.empty()) {
    for (const reports::TextFile& file : files) console.print(file.text);
    return;
  }
  write_report(files, output.directory, console);
}

void write_tables(const std::vector<reports::NamedTable>& tables, const std::string& command, const TableOutput& output,
                  const Console& console, const std::vector<NamedJson>& more) {
  if (output.directory.empty() && output.formats == std::vector<std::string>{"json"}) {
    std::string all;
    const auto add = [&all](const std::string& name, const std::string& text) {
      all += (all.empty() ? "{\n\"" : ",\n\"") + name + "\": " + text;
    };
    for (const reports::NamedTable& t : tables) add(t.name, reports::write_json(t.table));
    for (const NamedJson& document : more) add(document.name, document.text);
    console.print(all + "}\n");
    return;
  }
  for (const reports::NamedTable& t : tables) {
    write_table(t.table, command + '-' + t.name, output, console);
    if (output.directory.empty() && &t != &tables.back()) console.print("\n");
  }
  std::vector<reports::TextFile> files;
  for (const NamedJson& document : more)
    files.push_back(
        {std::filesystem::path(output.directory) / (command + '-' + document.name + ".json"), document.text});
  if (!files.empty()) write_report(files, output.directory, console);
}

}  // namespace lemmacheck::cli
