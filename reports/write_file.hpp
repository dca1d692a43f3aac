// Files of a report: all of a file or nothing of it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "numerics/error.hpp"

namespace lemmacheck::reports {

/// LC6xx: a file or directory that cannot be written. One line: path, reason of the system, remedy.
class OutputError : public numerics::Error {
 public:
  using Error::Error;
};

struct TextFile {
  std::filesystem::path path;
  std::string text;
};

/// Writes a text file through a temporary file in the same directory and a rename: readers see the old file or the
/// whole new one, and an error leaves nothing behind. A symbolic link keeps pointing, an existing file keeps its
/// permissions; devices and pipes (/dev/stdout, /dev/null) are written directly.
/// OutputError LC601 (cannot be created), LC602 (cannot be written in full), LC603 (cannot be put in place).
void write_file(const std::filesystem::path& path, std::string_view text);

/// Writes all temporary files before the first is renamed: a full disk changes no file of a report.
void write_files(const std::vector<TextFile>& files);

/// Makes the directory and its parents; no harm when it exists. OutputError LC604 when something else has the name or
/// the system refuses.
void create_report_directory(const std::filesystem::path& directory);

/// Before long work: the error that writing the file, or files into the directory, would be now. Leaves nothing behind;
/// an empty path asks for nothing. OutputError LC601, LC602, LC604 as above.
void require_writable_file(const std::filesystem::path& path);
void require_writable_directory(const std::filesystem::path& directory);

}  // namespace lemmacheck::reports
