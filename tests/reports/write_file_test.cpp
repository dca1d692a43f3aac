#include "reports/write_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/catch.hpp"

using namespace lemmacheck::reports;
namespace fs = std::filesystem;
using std::string_literals::operator""s;

namespace {

class Directory {
 public:
  Directory() {
    std::string name = (fs::temp_directory_path() / "lemmacheck-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Directory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path operator/(const char* name) const { return path_ / name; }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

template <typename Action>
std::string code_of(Action&& action, const std::string& named) {
  try {
    action();
  } catch (const OutputError& error) {
    const std::string message = error.what();
    CAPTURE(message);
    CHECK(message.find('\n') == std::string::npos);
    CHECK(message.find(named) != std::string::npos);
    CHECK(message.find("; ") != std::string::npos);
    return error.code();
  }
  return "no error";
}

}  // namespace

TEST_CASE("write_file: a file is written whole and nothing else stays", "[reports][files][exact]") {
  const Directory directory;
  const std::string text = "a\r\nb\0c"s + std::string(1 << 20, 'x');
  write_file(directory / "table.tex", text);
  CHECK(content(directory / "table.tex") == text);
  write_file(directory / "table.tex", "short");
  CHECK(content(directory / "table.tex") == "short");
  write_file(directory / "table.tex", "");
  CHECK(content(directory / "table.tex").empty());
  CHECK(directory.entries() == 1);
}

TEST_CASE("write_file: errors name the file and leave nothing behind", "[reports][files][domain]") {
  const Directory directory;
  CHECK(code_of([&] { write_file(directory / "no" / "x.tex", "x"); }, "no/x.tex") == "LC601");
  fs::create_directory(directory / "sub");
  CHECK(code_of([&] { write_file(directory / "sub", "x"); }, "sub") == "LC601");
  CHECK(code_of([&] { write_file("", "x"); }, "\"\"") == "LC601");
  CHECK(directory.entries() == 1);
  CHECK(fs::is_empty(directory / "sub"));
}

TEST_CASE("write_file: a full device is an error", "[reports][files][domain]") {
  if (!fs::exists("/dev/full")) return;
  CHECK(code_of([] { write_file("/dev/full", "x"); }, "/dev/full") == "LC602");
  CHECK(fs::is_character_file("/dev/full"));
}

TEST_CASE("write_file: devices are written, not replaced", "[reports][files][negative]") {
  write_file("/dev/null", "x");
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("write_file: a link keeps pointing and permissions stay", "[reports][files][exact]") {
  const Directory directory;
  write_file(directory / "real", "old");
  fs::permissions(directory / "real", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real", directory / "link");
  write_file(directory / "link", "new");
  CHECK(fs::is_symlink(directory / "link"));
  CHECK(content(directory / "real") == "new");
  CHECK(fs::status(directory / "real").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(directory.entries() == 2);
}

TEST_CASE("write_file: many threads at one file leave one whole text", "[reports][files][exact]") {
  const Directory directory;
  std::vector<std::thread> threads;
  for (char c = 'a'; c < 'i'; ++c)
    threads.emplace_back([&directory, c] { write_file(directory / "x", std::string(10000, c)); });
  for (auto& thread : threads) thread.join();
  const std::string text = content(directory / "x");
  REQUIRE(text.size() == 10000);
  CHECK(text == std::string(10000, text.front()));
  CHECK(directory.entries() == 1);
}

TEST_CASE("write_files: one file that cannot be written changes none", "[reports][files][negative]") {
  const Directory directory;
  write_file(directory / "a.tex", "old");
  CHECK(code_of([&] { write_files({{directory / "a.tex", "new"}, {directory / "no" / "b.tex", "new"}}); }, "b.tex") ==
        "LC601");
  CHECK(content(directory / "a.tex") == "old");
  CHECK(directory.entries() == 1);
  write_files({{directory / "a.tex", "new"}, {directory / "b.tex", "new"}});
  CHECK(content(directory / "a.tex") == "new");
  CHECK(content(directory / "b.tex") == "new");
}

TEST_CASE("create_report_directory: makes parents, takes what is there, refuses a file", "[reports][files][domain]") {
  const Directory directory;
  create_report_directory(directory / "a" / "b");
  create_report_directory(directory / "a" / "b");
  CHECK(fs::is_directory(directory / "a" / "b"));
  write_file(directory / "file", "x");
  CHECK(code_of([&] { create_report_directory(directory / "file"); }, "file") == "LC604");
  CHECK(code_of([&] { create_report_directory(directory / "file" / "b"); }, "file/b") == "LC604");
}
