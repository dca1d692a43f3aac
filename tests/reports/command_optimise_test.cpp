// optimise and --share through the command.
#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/command.hpp"

using namespace lemmacheck::test;
using nlohmann::json;
using Words = std::vector<std::string>;

namespace {

CommandResult run(const Words& arguments) { return run_command(LEMMACHECK_PROGRAM, arguments); }
const Words point{"d=1e4", "m=256", "delta=0.1", "eps=0.01"};

Words with_point(Words words, const Words& more = {}) {
  words.emplace_back("--set");
  words.insert(words.end(), point.begin(), point.end());
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("optimise: its shares are an option of evaluate, which gives the same numbers", "[reports][command]") {
  const CommandResult found =
      run(with_point({"optimise", "theorem-2", "--json", "--rounds", "1"}, {"--minimise", "eta_min"}));
  CAPTURE(found.err);
  REQUIRE(found.exit_code == 0);
  const json made = json::parse(found.out);
  Words shares{"--share"};
  for (const auto& [name, share] : made.at("shares").items()) shares.push_back(name + "=" + share.get<std::string>());
  const CommandResult evaluated = run(with_point({"evaluate", "theorem-2", "--json"}, shares));
  REQUIRE(evaluated.exit_code == 0);
  CHECK(json::parse(evaluated.out).at("conclusions") == made.at("evaluation").at("conclusions"));
  CHECK(made.at("evaluation").at("verdict") == "holds");
}

TEST_CASE("optimise: least budget; text output has the option to paste", "[reports][command]") {
  const CommandResult r = run(with_point({"optimise", "theorem-2", "--rounds", "1"}, {"--least", "delta"}));
  CAPTURE(r.err);
  CHECK(r.exit_code == 0);
  CHECK(r.out.find("  --share tau=0.0") != std::string::npos);
  CHECK(r.out.find("holds") != std::string::npos);
}

TEST_CASE("optimise and --share: bad input is one line and exit code 2", "[reports][command][negative]") {
  for (const Words& words :
       {Words{"optimise", "theorem-2"}, Words{"optimise", "theorem-2", "--minimise", "nothing"},
        Words{"optimise", "theorem-2", "--least", "m"},
        Words{"optimise", "theorem-2", "--least", "delta", "--minimise", "eta_min"},
        Words{"optimise", "theorem-2", "--minimise", "eta_min", "--share", "taw=0.1"},
        Words{"evaluate", "theorem-2", "--share", "taw=0.1"}, Words{"evaluate", "theorem-2", "--share", "tau=2"}}) {
    const CommandResult r = run(with_point(words));
    CAPTURE(words, r.err);
    CHECK(r.exit_code == 2);
    CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
  }
  const ScratchDirectory scratch;
  const CommandResult r =
      run({"threshold", "theorem-2", "--of", "m", "--in", "[200, 210]", "--set", "d=1e4", "delta=0.1", "eps=0.01",
           "--share", "tau=0.01", "--certificate", (scratch.path() / "c.json").string()});
  CHECK(r.exit_code == 2);
  CHECK(scratch.entries().empty());
}

TEST_CASE("sums on the command line", "[reports][command]") {
  CHECK(run({"prove", "sum(x^k, k, 0, 3) <= 4", "--for", "x in [0, 1]"}).exit_code == 0);
  CHECK(run({"prove", "sum(x^k, k, 0, 3) < 4", "--for", "x in [0, 1]"}).exit_code == 1);
  CHECK(run({"prove", "sum(x^k, k, 0, n) < 4", "--for", "x in [0, 1]", "--for", "n integer in [1, 2]"}).exit_code == 2);
}
