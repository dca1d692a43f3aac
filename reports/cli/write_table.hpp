// A table in the formats that were asked for, on the terminal or in files.
#pragma once

#include "reports/cli/console.hpp"
#include "reports/table.hpp"
#include "reports/write_file.hpp"

namespace lemmacheck::cli {

/// text, latex, markdown, csv or json; DomainError LC621 for another word.
std::string table_text(const reports::Table& table, const std::string& format, const std::string& label,
                       const Console& console);

/// The usual ending: .txt, .tex, .md, .csv, .json.
std::string file_ending(const std::string& format);

/// Where the tables of a command go.
struct TableOutput {
  std::vector<std::string> formats;
  std::string directory;  // empty: the terminal

  /// Whether programs read stdout: nothing else may be printed there.
  bool owns_stdout() const;
};

/// The words of --format, each known (LC621 as above); JSON alone with --json. DomainError LC622 for several formats of
/// which one needs stdout for itself (csv, json) and no directory; OutputError for a directory that cannot be written:
/// before the work rather than after it.
TableOutput table_output(const std::vector<std::string>& formats, const std::string& directory, const Console& console);

/// Writes the files, which belong into `directory`, and prints their names.
void write_report(const std::vector<reports::TextFile>& files, const std::string& directory, const Console& console);

/// Prints the table in every format, or writes NAME.tex and so on into the directory.
void write_table(const reports::Table& table, const std::string& name, const TableOutput& output,
                 const Console& console);

/// The tables of a command, as write_table() does with COMMAND-NAME; JSON on the terminal is one object of them and of
/// `more`: further members, only with JSON.
struct NamedJson {
  std::string name, text;
};
void write_tables(const std::vector<reports::NamedTable>& tables, const std::string& command, const TableOutput& output,
                  const Console& console, const std::vector<NamedJson>& more = {});

}  // namespace lemmacheck::cli
