// Runs a program as a user does and keeps what it printed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lemmacheck::test {

struct CommandResult {
  int exit_code = -1;  // -signal when the program was killed
  std::string out, err;
};

struct CommandOptions {
  std::vector<std::string> environment;  // "NO_COLOR=1", added to ours
  std::filesystem::path directory;       // to run in; empty: ours
};

/// The program with these arguments; standard input is empty.
CommandResult run_command(const std::string& program, const std::vector<std::string>& arguments,
                          const CommandOptions& options = {});

/// A fresh directory that goes away with its object.
class ScratchDirectory {
 public:
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }
  /// Writes a file and returns its path.
  std::string file(const std::string& name, const std::string& text) const;
  /// Names of what is in the directory, below too, in order.
  std::vector<std::string> entries() const;

 private:
  std::filesystem::path path_;
};

std::string file_text(const std::filesystem::path& path);

}  // namespace lemmacheck::test
