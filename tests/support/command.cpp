#include "tests/support/command.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lemmacheck::test {
namespace {

void redirect(const std::filesystem::path& path, int flags, int target) {
  const int file = open(path.c_str(), flags, 0600);
  if (file < 0 || dup2(file, target) < 0) _exit(126);
}

}  // namespace

CommandResult run_command(const std::string& program, const std::vector<std::string>& arguments,
                          const CommandOptions& options) {
  const ScratchDirectory scratch;
  const auto out = scratch.path() / "out", err = scratch.path() / "err";
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& w : words) pointers.push_back(w.data());
  pointers.push_back(nullptr);
  std::vector<std::string> variables = options.environment;
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process for " + program);
  if (child == 0) {
    redirect("/dev/null", O_RDONLY, STDIN_FILENO);
    redirect(out, O_WRONLY | O_CREAT, STDOUT_FILENO);
    redirect(err, O_WRONLY | O_CREAT, STDERR_FILENO);
    for (std::string& v : variables) putenv(v.data());
    if (!options.directory.empty() && chdir(options.directory.c_str()) != 0) _exit(126);
    execv(program.c_str(), pointers.data());
    _exit(127);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child) throw std::runtime_error("lost " + program);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), file_text(out), file_text(err)};
}

ScratchDirectory::ScratchDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "lemmacheck-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory " + name);
  path_ = name;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string ScratchDirectory::file(const std::string& name, const std::string& text) const {
  const auto path = path_ / name;
  std::ofstream(path, std::ios::binary) << text;
  return path.string();
}

std::vector<std::string> ScratchDirectory::entries() const {
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path_))
    all.push_back(std::filesystem::relative(entry.path(), path_).string());
  std::ranges::sort(all);
  return all;
}

std::string file_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

}  // namespace lemmacheck::test
