#include "verify/embedded.hpp"
#include "tests/support/source_directory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "tests/support/catch.hpp"
#include "tests/verify/embedded_samples.hpp"

namespace lemmacheck::verify {
namespace {

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

const std::filesystem::path source_dir = test::source_directory();

}  // namespace

TEST_CASE("embedded_theorems: exactly the files of verify/theorems, byte for byte, sorted", "[verify][embedded]") {
  std::set<std::string> expected;
  std::error_code absent;  // then the list has to be empty
  for (const auto& entry : std::filesystem::directory_iterator(source_dir / "verify/theorems", absent))
    if (entry.path().extension() == ".toml") expected.insert(entry.path().filename());
  const auto files = embedded_theorems();
  REQUIRE(files.size() == expected.size());
  REQUIRE(std::equal(files.begin(), files.end(), expected.begin(),
                     [](const EmbeddedFile& file, const std::string& name) { return file.name == name; }));
  for (const EmbeddedFile& file : files) {
    CAPTURE(file.name);
    CHECK(file.text == bytes_of(source_dir / "verify/theorems" / file.name));
  }
}

TEST_CASE("lemmacheck_embed: every byte, an empty file and no files survive", "[verify][embedded]") {
  const auto samples = embedded_samples();
  REQUIRE(samples.size() == 2);
  CHECK(samples[0].name == "all-bytes.bin");
  CHECK(samples[0].text.size() == 268);
  for (int byte = 0; byte < 256; ++byte)
    CHECK(static_cast<unsigned char>(samples[0].text[static_cast<std::size_t>(byte)]) == byte);
  CHECK(samples[0].text == bytes_of(source_dir / "tests/verify/embedded/all-bytes.bin"));
  CHECK(samples[1].name == "empty.txt");
  CHECK(samples[1].text.empty());
  CHECK(embedded_nothing().empty());
}

}  // namespace lemmacheck::verify
