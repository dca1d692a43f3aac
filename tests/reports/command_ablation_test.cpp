// ablation through the command.
#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/reports/refused.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/command.hpp"
#include "tests/support/text_checks.hpp"

using namespace lemmacheck::test;
using nlohmann::json;
using Words = std::vector<std::string>;

namespace {

CommandResult run(const Words& arguments) { return run_command(LEMMACHECK_PROGRAM, arguments); }

json printed(Words arguments) {
  arguments.push_back("--json");
  const CommandResult r = run(arguments);
  CAPTURE(r.err);
  CHECK(r.exit_code == 0);
  CHECK(r.err.empty());
  return json::parse(r.out);
}

/// strtod: a loss below the least double reads as 0, which std::stod refuses.
double low(const json& x) { return std::strtod(x["lo"].get<std::string>().c_str(), nullptr); }
double high(const json& x) { return std::strtod(x["hi"].get<std::string>().c_str(), nullptr); }
int whole(const json& x) { return std::stoi(x.get<std::string>()); }

const Words small{"ablation", "--d", "16", "--m", "12", "--steps", "3", "--runs", "4", "--seed", "4", "--grid", "5"};

}  // namespace

TEST_CASE("ablation: tables of all attentions, counted from the runs, for any number of threads",
          "[reports][command]") {
  const json all = printed(small);
  const json& best = all["best"]["rows"];
  REQUIRE(best.size() == 5);
  CHECK(best[0]["attention"] == "softmax");
  CHECK(best[4]["attention"] == "erf");
  CHECK(best[4]["scale"] == "1/d");
  REQUIRE(all["runs"]["rows"].size() == 20);
  REQUIRE(all["grid"]["rows"].size() == 25);
  for (std::size_t a = 0; a < 5; ++a) {
    int specialised = 0;
    for (std::size_t r = 0; r < 4; ++r) {
      const json& one = all["runs"]["rows"][4 * a + r];
      CHECK(one["seed"] == std::to_string(4 + r));
      specialised += one["outcome"] == "specialised" ? 1 : 0;
      CHECK(low(best[a]["least_loss"]) <= high(one["least"]));
      CHECK(low(one["least"]) <= high(best[a]["largest_loss"]));
      if (a > 0) CHECK(low(one["least"]) > 0.4999);  // odd attention
    }
    CHECK(whole(best[a]["specialised"]) == specialised);
    CHECK(whole(best[a]["some"]) >= specialised);
    CHECK(low(best[a]["probability"]) <= specialised / 4.0);
    CHECK(high(best[a]["probability"]) >= specialised / 4.0);
    for (std::size_t i = 0; i < 5; ++i) {
      const json& row = all["grid"]["rows"][5 * a + i];
      CHECK(whole(row["specialised"]) + whole(row["collapsed"]) + whole(row["neither"]) + whole(row["undecided"]) == 4);
      CHECK(low(row["fraction"]) <= whole(row["specialised"]) / 4.0);
      if (a > 0) CHECK(row["collapsed"] == "4");
    }
  }
  const json& steps = all["steps"]["rows"];
  REQUIRE(steps.size() == 20);  // steps 0 to 3
  CHECK(steps[0]["step"] == "0");
  CHECK(steps[3]["step"] == "3");
  CHECK(low(steps[3]["loss"]) <= high(all["runs"]["rows"][0]["loss"]));
  CHECK(low(all["runs"]["rows"][0]["loss"]) <= high(steps[3]["loss"]));
  for (const json& row : steps) {
    if (row["attention"] == "softmax") CHECK(low(row["head_1_i"]) + low(row["head_1_j"]) <= 1);
  }
  Words one_thread = small;
  one_thread.insert(one_thread.end(), {"-j", "1", "--json"});
  Words two_threads = small;
  two_threads.insert(two_threads.end(), {"-j", "2", "--json"});
  CHECK(run(one_thread).out == run(two_threads).out);
}

TEST_CASE("ablation: the grid is that of the logarithm, or as listed", "[reports][command]") {
  const Words one{"ablation", "--d", "10", "--m", "4", "--runs", "1", "--attention", "linear", "--scale", "1"};
  const auto etas = [&](const Words& more) {
    Words arguments = one;
    arguments.insert(arguments.end(), more.begin(), more.end());
    Words result;
    const json all = printed(arguments);
    for (const json& row : all["grid"]["rows"]) result.push_back(row["eta"]);
    return result;
  };
  CHECK(etas({"--from", "1/10", "--to", "d^2", "--grid", "4"}) == Words{"0.1", "1", "10", "100"});
  CHECK(etas({"--eta", "m", "1/2"}) == Words{"0.5", "4"});
  CHECK(etas({}).size() == 41);
  CHECK(etas({}).front() == "0.00001");
  CHECK(etas({}).back() == "10000000");
}

TEST_CASE("ablation: every format, with and without the runs", "[reports][command]") {
  for (const char* format : {"text", "latex", "markdown", "csv"}) {
    Words arguments = small;
    arguments.insert(arguments.end(), {"--format", format, "--attention", "softmax,erf", "--scale", "1/d"});
    const CommandResult without = run(arguments);
    CHECK(without.exit_code == 0);
    check_contains(without.out, {"softmax", "erf"});
    arguments.emplace_back("--each");
    CHECK(run(arguments).out.starts_with(without.out));
  }
}

TEST_CASE("ablation: bad input is one line", "[reports][command]") {
  refused({"ablation", "--runs", "1000000", "--figures", "/dev/null"}, {"/dev/null", "a file of that name"});
  refused({"ablation", "--steps", "0"}, {"--steps 0", "from 1"});
  refused({"ablation", "--d", "2"}, {"--d 2", "from 3"});
  refused({"ablation", "--m", "1"}, {"--m 1", "from 2"});
  refused({"ablation", "--runs", "0"}, {"--runs 0"});
  refused({"ablation", "--eta", "nan", "1"}, {"--eta", "nan"});
  refused({"ablation", "--eta", "0,1"}, {"--eta 0", "> 0"});
  refused({"ablation", "--eta", "5"}, {"--eta 5", "at least two"});
  refused({"ablation", "--eta", "5,5"}, {"--eta", "twice"});
  refused({"ablation", "--grid", "1"}, {"--grid 1", "from 2"});
  refused({"ablation", "--from", "10", "--to", "1"}, {"--from 10", "--to 1"});
  refused({"ablation", "--from", "-1"}, {"--from", "> 0"});
  refused({"ablation", "--attention", "relu"}, {"relu", "softmax"});
  refused({"ablation", "--scale", "2"}, {"--scale 2", "1/d"});
  refused({"ablation", "--confidence", "1"}, {"--confidence 1", "between 0 and 1"});
  refused({"ablation", "--format", "pdf"}, {"pdf", "latex"});
  refused({"ablation", "--seed", "18446744073709551615"}, {"2^64"});
}
