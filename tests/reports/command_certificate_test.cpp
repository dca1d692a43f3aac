// range and threshold write certificates, recheck takes them and rejects changed ones; export writes Coq.
#include <fstream>
#include <sstream>

#include "tests/support/catch.hpp"
#include "tests/support/command.hpp"
#include "tests/support/text_checks.hpp"

using namespace lemmacheck::test;

namespace {

std::string content(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

CommandResult run(const std::vector<std::string>& arguments) { return run_command(LEMMACHECK_PROGRAM, arguments); }

}  // namespace

TEST_CASE("command: certificates of range and threshold", "[reports][command][certificate]") {
  const ScratchDirectory directory;
  const std::string file = (directory.path() / "range.json").string();
  const std::vector<std::string> set{"--set", "d=1e6", "delta=0.1", "eps=0.01"};
  std::vector<std::string> range{"range", "theorem-2", "--for", "m in [200, 300]", "--certificate", file};
  range.insert(range.end(), set.begin(), set.end());
  REQUIRE(run(range).exit_code == 0);
  CommandResult r = run({"recheck", file});
  CHECK(r.exit_code == 0);
  check_contains(r.out, {"accepted", "theorem-2 for m in [200, 300]", "holds"});

  std::vector<std::string> threshold{"threshold", "theorem-2", "--of", "m", "--in", "[80, 95]", "--certificate", file};
  threshold.insert(threshold.end(), set.begin(), set.end());
  REQUIRE(run(threshold).exit_code == 0);
  CHECK(run({"recheck", file}).exit_code == 0);
  std::string text = content(file);
  const std::size_t at = text.find("delta=0.1");
  REQUIRE(at != std::string::npos);
  text.replace(at, 9, "delta=0.01");
  r = run({"recheck", directory.file("changed.json", text), file});
  CHECK(r.exit_code == 5);
  check_contains(r.out, {"rejected", "box ", "(m in [", "not confirmed", "accepted"});
  CHECK(run({"recheck", directory.file("other.json", R"({"kind": "range"})")}).exit_code == 2);
}

TEST_CASE("command: export to Coq", "[reports][command][coq]") {
  const ScratchDirectory directory;
  const std::string lemmas = directory.file("l.toml",
                                            "[[lemma]]\nid = \"a\"\nfor = [\"x in [0, 1]\"]\nclaim = \"x^2 <= 1\"\n"
                                            "[[lemma]]\nid = \"b\"\nfor = [\"x in [0, inf)\"]\nclaim = \"x >= 0\"\n");
  CommandResult r = run({"export", "--to", "coq", lemmas});
  CHECK(r.exit_code == 0);
  check_contains(r.out, {"Lemma a :", "x ^ 2 <= 1", "not exported: the range of 'x' is not bounded"});
  check_contains(r.err, {"1 exported, 1 left out"});
  const std::string file = (directory.path() / "l.v").string();
  r = run({"export", "--to", "coq", lemmas, "--only", "a", "-o", file});
  CHECK(r.exit_code == 0);
  CHECK(r.out.empty());
  check_contains(content(file), {"Lemma a :"});
  CHECK(run({"export", "--to", "coq", lemmas, "--only", "c"}).exit_code == 2);
  CHECK(run({"export", "--to", "isabelle", lemmas}).exit_code == 2);
}
