// reduction, k-parity and separations through the command.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/reports/refused.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/command.hpp"
#include "tests/support/text_checks.hpp"
#include "verify/sparse_xor/parity.hpp"

using namespace lemmacheck::test;
using nlohmann::json;
using Words = std::vector<std::string>;

namespace {

CommandResult run(const Words& arguments) { return run_command(LEMMACHECK_PROGRAM, arguments); }

json printed(Words arguments, int exit_code = 0) {
  arguments.push_back("--json");
  const CommandResult r = run(arguments);
  CAPTURE(r.err);
  CHECK(r.exit_code == exit_code);
  CHECK(r.err.empty());
  return json::parse(r.out);
}

}  // namespace

TEST_CASE("reduction: table, JSON and exit code", "[reports][command]") {
  const json table = printed({"reduction", "--d", "5", "--m", "3", "--seed", "2"});
  CHECK(table["kind"] == "explicit form (this project)");
  REQUIRE(table["rows"].size() == 8);
  CHECK(table["rows"][0]["over"] == "all 32 inputs");
  CHECK(table["rows"][0]["compared"] == "32");
  for (std::size_t r = 0; r < 8; ++r) CHECK(table["rows"][r]["verdict"] == (r < 4 ? "agree" : "proved"));
  CHECK(printed({"reduction", "--d", "20", "--m", "4", "--inputs", "9", "--eta", "d^2"})["rows"][0]["over"] ==
        "9 random inputs");
  // The identities are not of the d and m that were asked for: title and rows say so.
  check_contains(table["title"], {"sampled at d = 5, m = 3", "formulas at d = 4, m = 3"});
  for (std::size_t r = 4; r < 8; ++r) CHECK(table["rows"][r]["over"] == "the formulas at d = 4, m = 3");
  for (const char* format : {"text", "latex", "markdown", "csv"}) {
    const CommandResult r = run({"reduction", "--d", "4", "--m", "2", "--format", format});
    CHECK(r.exit_code == 0);
    check_contains(r.out, {"agree", "proved"});
  }
}

TEST_CASE("reduction: steps so long that exp of a score has no value, and the reason where none is left",
          "[reports][command]") {
  for (const char* eta : {"1e12", "1e200"}) {
    const json table = printed({"reduction", "--d", "9", "--m", "5", "--eta", eta});
    CHECK(table["rows"][3]["what"] == "f(x) after the step");
    CHECK(table["rows"][3]["verdict"] == "agree");
  }
  const json table = printed({"reduction", "--d", "5", "--m", "3", "--eta", "1e400"}, 3);
  CHECK(table["rows"][3]["verdict"] == "undecided");
  CHECK(table["rows"][3]["width"].is_null());
  check_contains(table["missing"][0]["reason"], {"no bound or reaches 0"});
  std::string notes;
  for (const json& note : table["notes"]) notes += note.get<std::string>() + '\n';
  check_contains(notes, {"undecided: at 1024 bits", "smaller step size (--eta)"});
}

TEST_CASE("reduction: bad input", "[reports][command]") {
  refused({"reduction", "--d", "2"}, {"--d 2", "from 3"});
  refused({"reduction", "--m", "1"}, {"--m 1", "from 2"});
  refused({"reduction", "--eta", "nan"}, {"--eta", "nan"});
  refused({"reduction", "--eta", "0"}, {"eta = 0"});
  refused({"reduction", "--inputs", "0"}, {"--inputs 0"});
  refused({"reduction", "--support", "3"}, {"--support"});
  refused({"reduction", "--support", "1,10"}, {"--support", "10"});
  refused({"reduction", "--format", "pdf"}, {"pdf", "latex"});
}

TEST_CASE("k-parity: the table counts the runs, for any number of threads", "[reports][command]") {
  const Words small{"k-parity", "--k", "2,3", "--d", "12", "--m", "8", "--steps", "2", "--runs", "6", "--seed", "4"};
  const json both = printed(small), &table = both["frequencies"], &runs = both["runs"];
  REQUIRE(table["rows"].size() == 3);  // k = 2 with either start, k = 3
  REQUIRE(runs["rows"].size() == 18);
  for (std::size_t setting = 0; setting < 3; ++setting) {
    const json& row = table["rows"][setting];
    const auto count = [&](const char* outcome) {
      return std::to_string(std::count_if(runs["rows"].begin() + static_cast<long>(6 * setting),
                                          runs["rows"].begin() + static_cast<long>(6 * setting + 6),
                                          [&](const json& r) { return r["outcome"] == outcome; }));
    };
    CHECK(row["different"] == count("different"));
    CHECK(row["shared"] == count("shared"));
    CHECK(row["outside"] == count("outside"));
    CHECK(row["undecided"] == "0");
  }
  Words one_thread = small;
  one_thread.insert(one_thread.end(), {"-j", "1"});
  CHECK(printed(one_thread) == both);
  Words later = small;
  later[later.size() - 1] = "5";
  CHECK(printed(later)["runs"]["rows"][0] == runs["rows"][1]);  // run r has seed + r
}

TEST_CASE("k-parity: the exported starts give the same runs", "[reports][command]") {
  using namespace lemmacheck::verify::sparse_xor;
  using lemmacheck::numerics::Rational;
  const Words arguments{"k-parity", "--k",    "2,3", "--d",    "8", "--m",   "6",       "--steps",
                        "3",        "--runs", "2",   "--seed", "7", "--eta", "100,2000"};
  Words with_data = arguments;
  with_data.emplace_back("--data");
  const json out = printed(with_data);
  REQUIRE(out["instances"].size() == 6);  // the step sizes share them
  const auto doubles = [](const json& list) {
    std::vector<double> values;
    for (const json& x : list) values.push_back(std::stod(x.get<std::string>()));
    return values;
  };
  std::size_t checked = 0;
  for (const json& entry : out["instances"]) {
    ParityInstance instance{.positions = entry["d"], .dimension = entry["m"]};
    for (const json& row : entry["V"])
      for (const double x : doubles(row)) instance.embeddings.push_back(x);
    for (const json& row : entry["theta"]) instance.theta.push_back(doubles(row));
    instance.support = entry["support"].get<std::vector<std::size_t>>();
    for (const json& row : out["runs"]["rows"]) {
      const bool is_same = row["k"] == std::to_string(entry["k"].get<int>()) && row["start"] == entry["start"] &&
                           row["seed"] == entry["seed"];
      if (!is_same) continue;
      const ParityRun run =
          run_parity(instance, {.step_size = Rational::parse(row["eta"].get<std::string>()), .steps = 3});
      CHECK(row["outcome"] == name_of(run.outcome));
      CHECK(Rational::parse(row["loss"]["lo"].get<std::string>()) <= run.loss.upper_rational());
      CHECK(run.loss.lower_rational() <= Rational::parse(row["loss"]["hi"].get<std::string>()));
      ++checked;
    }
  }
  CHECK(checked == 12);
  const ScratchDirectory scratch;
  with_data.insert(with_data.end(), {"--json", "--output", scratch.path().string()});
  CHECK(run(with_data).exit_code == 0);
  CHECK(scratch.entries() == Words{"k-parity-frequencies.json", "k-parity-instances.json", "k-parity-runs.json"});
}

TEST_CASE("k-parity: the interval is Clopper and Pearson's", "[reports][command]") {
  // One success in two runs at confidence 0.95: 1 - (1-p)^2 = 0.025 and p^2 = 0.975 at the limits.
  const json table = printed({"k-parity", "--k", "2", "--start", "random", "--d", "6", "--m", "16", "--steps", "5",
                              "--eta", "1000", "--runs", "2", "--seed", "1"})["frequencies"];
  REQUIRE(table["rows"][0]["different"] == "1");
  CHECK(table["rows"][0]["probability"]["lo"].get<std::string>().starts_with("0.0125791170934250"));
  CHECK(table["rows"][0]["probability"]["hi"].get<std::string>().starts_with("0.9874208829065749"));
}

TEST_CASE("k-parity: bad input", "[reports][command]") {
  refused({"k-parity", "--k", "5"}, {"--k 5", "from 2 to 4"});
  refused({"k-parity", "--k", "4", "--d", "3"}, {"k = 4", "d = 3"});
  refused({"k-parity", "--steps", "0"}, {"--steps 0"});
  refused({"k-parity", "--eta", "nan"}, {"--eta", "nan"});
  refused({"k-parity", "--eta", "-1"}, {"eta"});
  refused({"k-parity", "--runs", "0"}, {"--runs 0"});
  refused({"k-parity", "--k", "3", "--start", "antisymmetric"}, {"antisymmetric", "k = 2"});
  refused({"k-parity", "--start", "zero"}, {"zero", "random"});
  refused({"k-parity", "--confidence", "1"}, {"--confidence 1"});
}

TEST_CASE("separations: fixed features, also where nothing can be enumerated", "[reports][command]") {
  const json tables = printed({"separations", "fixed-embedding", "--d", "1e6", "--k", "2,10", "--eps", "1e-9",
                               "--small-d", "5", "--features", "4"});
  REQUIRE(tables["features"]["rows"].size() == 2);
  // ceil((1 - 1e-9) C(10^6, 10)) by Python's integers.
  CHECK(tables["features"]["rows"][1]["N"]["lo"] == "2.7556079141039339428e53");
  REQUIRE(tables["projection"]["rows"].size() == 3);
  for (const json& row : tables["projection"]["rows"]) {
    CHECK(row["verdict"] == "proved");
    CHECK(row["N"] == "4");
  }
  CHECK(tables["projection"]["rows"][2]["explained"]["lo"] == "4");
}

TEST_CASE("separations: bad input", "[reports][command]") {
  refused({"separations", "cnn"}, {"cnn", "ffnn"});
  refused({"separations", "--d", "2"}, {"--d 2"});
  refused({"separations", "--k", "11", "--d", "10"}, {"--k 11", "d = 10"});
  refused({"separations", "--k", "0"}, {"--k 0"});
  refused({"separations", "--delta", "1"}, {"--delta 1"});
  refused({"separations", "--eps", "0"}, {"--eps 0"});
  refused({"separations", "--small-d", "13"}, {"--small-d 13"});
  refused({"separations", "--features", "0"}, {"--features 0"});
}
