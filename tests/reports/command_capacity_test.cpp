// capacity through the command: what it prints, against figures computed elsewhere, and what it refuses.
#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/command.hpp"
#include "tests/support/golden_band.hpp"

using namespace lemmacheck::test;
using lemmacheck::numerics::BigInterval;
using lemmacheck::numerics::Precision;
using lemmacheck::numerics::Rational;
using nlohmann::json;
using Words = std::vector<std::string>;

namespace {

CommandResult run(Words arguments) {
  arguments.insert(arguments.begin(), "capacity");
  return run_command(LEMMACHECK_PROGRAM, arguments);
}

json parsed(Words arguments, int exit_code = 0) {
  arguments.emplace_back("--json");
  const CommandResult r = run(arguments);
  CAPTURE(r.err);
  CHECK(r.exit_code == exit_code);
  CHECK(r.err.empty());
  return json::parse(r.out);
}

BigInterval ends(const json& cell) {
  const Precision precision(256);
  return hull(BigInterval::parse(cell["lo"].get<std::string>(), precision),
              BigInterval::parse(cell["hi"].get<std::string>(), precision));
}

}  // namespace

TEST_CASE("capacity covers: Zhang's number and ours", "[reports][capacity][oracle]") {
  const json found = parsed({"covers", "--eps", "0.1", "--n", "1000", "--dimension", "64", "--points", "120"});
  const json& rows = found["linear-covers"]["rows"];
  REQUIRE(rows.size() == 4);
  // mpmath: 36*100*log(2*42*1000+1), 100*log(2001), the integer points of the ball of radius 99 in Z^1000.
  CHECK(meets(ends(rows[0]["ln_N"]), "40818.9023370593795"));
  CHECK(meets(ends(rows[1]["ln_N"]), "760.140233458373341"));
  CHECK(meets(ends(rows[2]["ln_N"]), "393.484013487816029"));
  CHECK(meets(ends(rows[1]["ratio"]), "53.6991735739964574"));
  CHECK(meets(ends(rows[2]["ratio"]), "103.737130195565898"));
  CHECK(rows[3]["ratio"].is_null());
  const json& runs = found["greedy-runs"]["rows"];
  CHECK(runs[0]["data"] == "orthonormal");
  CHECK(runs[0]["steps"] == "99");
  CHECK(runs[0]["allowed"] == "99");
  for (const json& r : runs) {
    CHECK(Rational::parse(r["steps"].get<std::string>()) <= Rational(99));
    CHECK(ends(r["distance"]).upper_rational() <= Rational(1, 10) + Rational(1, 1000000));
  }
}

TEST_CASE("capacity samples: certified sizes, the fit in a table of its own", "[reports][capacity][oracle]") {
  const json found = parsed({"samples", "--gap", "0.1", "--tokens", "16,1024,65536"});
  const json& rows = found["samples"]["rows"];
  REQUIRE(rows.size() == 3);
  CHECK(rows[0]["n_closed"] == "594880113");  // tests/oracle/capacity_samples.py
  CHECK(rows[1]["n_closed"] == "703555055");
  CHECK(found["samples"]["kind"] == "explicit form (this project)");
  CHECK(found["samples-fit"]["kind"].is_null());
  const std::string title = found["samples-fit"]["title"];
  CHECK(title.find("not a certified statement") != std::string::npos);
  for (const json& column : found["samples"]["columns"]) CHECK(column["key"] != "slope");
}

TEST_CASE("capacity sparse: exit codes and verdicts", "[reports][capacity]") {
  const json good = parsed({"sparse", "--functions", "parity", "--s", "3", "--tokens", "32"});
  CHECK(good["sparse"]["rows"][0]["verdict"] == "always");
  const json bad = parsed({"sparse", "--functions", "parity", "--s", "3", "--tokens", "32", "--beta", "0"});
  CHECK(bad["sparse"]["rows"][0]["verdict"] == "not always");
}

TEST_CASE("capacity experiment: the same output for any number of threads", "[reports][capacity][exact]") {
  const Words small{"experiment", "--functions", "and", "--tokens", "8",      "--runs", "4",  "--steps", "60",
                    "--held-out", "200",         "--m", "16",       "--seed", "3",      "-j", "1"};
  Words other = small;
  other.back() = "2";
  const CommandResult one = run(small), two = run(other);
  CHECK(one.exit_code == 0);
  CHECK(one.out == two.out);
  CHECK(one.out.find("Nothing here is a proof") != std::string::npos);
}

TEST_CASE("capacity experiment: a figure names what was not reached", "[reports][capacity][figure]") {
  const ScratchDirectory scratch;
  const CommandResult r = run(
      {"experiment", "--functions", "and,xor",     "--s",           "3",      "--tokens",  "32",
       "--m",        "16",          "--protocols", "fixed",         "--runs", "2",         "--steps",
       "100",        "--held-out",  "100",         "--max-samples", "64",     "--figures", scratch.path().string()});
  REQUIRE(r.exit_code == 0);
  CHECK(scratch.entries() == Words{"capacity-experiment.svg", "capacity-experiment.tex"});
  const std::string svg = file_text(scratch.path() / "capacity-experiment.svg");
  // One point: the table has no row of xor in which half of the runs reach the accuracy.
  CHECK(svg.find("<circle") == svg.rfind("<circle"));
  CHECK(svg.find(">xor, s = 3, fixed: not</text>") != std::string::npos);
  CHECK(svg.find(">and, s = 3, fixed</text>") != std::string::npos);
}

TEST_CASE("capacity: formats", "[reports][capacity]") {
  for (const char* format : {"latex", "markdown", "csv", "json", "text"}) {
    const CommandResult r = run({"sparse", "--functions", "and", "--s", "2", "--tokens", "8", "--format", format});
    CAPTURE(format, r.err);
    CHECK(r.exit_code == 0);
    CHECK(!r.out.empty());
  }
  const ScratchDirectory scratch;
  const CommandResult r = run({"samples", "--gap", "1", "--tokens", "16", "-o", (scratch.path() / "t").string(), "-q"});
  CHECK(r.exit_code == 0);
  CHECK(scratch.entries() == std::vector<std::string>{"t", "t/capacity-samples.txt", "t/capacity-two-heads.txt"});
}

TEST_CASE("capacity: bad input is one clear line and exit code 2", "[reports][capacity][negative]") {
  for (const Words& words : std::vector<Words>{{},
                                               {"nonsense"},
                                               {"covers", "--eps", "0"},
                                               {"covers", "--eps", "abc"},
                                               {"covers", "--n", "1.5"},
                                               {"samples", "--gap", "-1"},
                                               {"samples", "--delta", "1"},
                                               {"samples", "--tokens", "0"},
                                               {"sparse", "--functions", "nand"},
                                               {"sparse", "--functions", "lookup"},
                                               {"sparse", "--s", "13"},
                                               {"sparse", "--general", "--s", "11"},
                                               {"sparse", "--seed", "-1"},
                                               {"sparse", "--format", "doc"},
                                               {"experiment", "--functions", "parity"},
                                               {"experiment", "--protocols", "once"},
                                               {"experiment", "--tokens", "2,3"},
                                               {"experiment", "--accuracy", "0.4"},
                                               {"experiment", "--runs", "100000", "--figures", "/dev/null"}}) {
    const CommandResult r = run(words);
    CAPTURE(words.empty() ? "" : words.back(), r.err);
    CHECK(r.exit_code == 2);
    CHECK(r.out.empty());
    CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
  }
}
