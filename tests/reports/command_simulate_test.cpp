// simulate and instance --samples as a user types them.
#include <algorithm>
#include <cmath>
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

double low(const json& x) { return std::stod(x["lo"].get<std::string>()); }
double high(const json& x) { return std::stod(x["hi"].get<std::string>()); }

}  // namespace

TEST_CASE("command simulate: frequencies, and no guarantee where the theorem gives none", "[reports][command]") {
  const Words common{"simulate", "--d", "30,40", "--m", "20", "--runs", "8", "--eta", "d^2,2000*d^2", "--json"};
  const CommandResult r = run(common);
  REQUIRE(r.exit_code == 0);
  const json out = json::parse(r.out);
  const json& rows = out["frequencies"]["rows"];
  REQUIRE(rows.size() == 6);  // two d, two step sizes and "some"
  CHECK(rows[0]["eta"] == "900");
  CHECK(rows[4]["eta"] == "3200000");
  CHECK(rows[5]["eta"] == "some");
  for (const json& row : rows) {
    CHECK(row["runs"] == "8");
    CHECK(row["guaranteed"] == "no guarantee");
    const int successes = std::stoi(row["specialised"].get<std::string>());
    CHECK(successes + std::stoi(row["failed"].get<std::string>()) == 8);
    CHECK(low(row["low"]) <= successes / 8.0);
    CHECK(high(row["high"]) >= successes / 8.0);
  }
  // Counts are those of the runs, and a run fails at every step size exactly when it has no smallest one.
  for (std::size_t p = 0; p < 2; ++p) {
    int some = 0, at_second = 0;
    for (const json& one : out["points"][p]["runs"]) {
      some += one["smallest_eta"].is_object() ? 1 : 0;
      at_second += one["verdicts"][1] == "specialised" ? 1 : 0;
      if (one["smallest_eta"].is_object())
        CHECK((high(one["smallest_eta"]) <= 2000.0 * (p == 0 ? 900 : 1600)) == (one["verdicts"][1] == "specialised"));
      if (low(one["partner_margin"]) > 0 && low(one["ambient_margin"]) > 0) CHECK(one["smallest_eta"].is_object());
    }
    CHECK(rows[3 * p + 2]["specialised"] == std::to_string(some));
    CHECK(rows[3 * p + 1]["specialised"] == std::to_string(at_second));
  }
  Words one_thread = common;
  one_thread.insert(one_thread.end(), {"-j", "1"});
  CHECK(run(one_thread).out == r.out);
  // Seeds go through all points: run 2 of the second point is instance 1 + 8 + 2.
  CHECK(out["points"][1]["runs"][2]["seed"] == "11");
  const json instance =
      json::parse(run({"instance", "--d", "40", "--m", "20", "--seed", "11", "--eta", "3200000", "--json"}).out);
  CHECK(instance["verdict"] == out["points"][1]["runs"][2]["verdicts"][1]);
}

TEST_CASE("command simulate: heads that swap specialise with a negative margin", "[reports][command][negative]") {
  const json out = json::parse(run({"simulate", "--d", "6", "--m", "16", "--runs", "1", "--seed", "71297", "--samples",
                                    "3", "--eta", "100000", "--json"})
                                   .out);
  const json& one = out["points"][0]["runs"][0];
  CHECK(one["verdicts"] == json{"specialised"});
  CHECK(one["smallest_eta"].is_object());
  CHECK(high(one["partner_margin"]) < 0);
  CHECK(out["frequencies"]["rows"][0]["specialised"] == "1");
  std::string notes;
  for (const json& note : out["distributions"]["notes"]) notes += note.get<std::string>() + '\n';
  check_contains(notes, {"swap", "negative margin to the support partner"});
}

TEST_CASE("command simulate: the theorem's guarantee stands beside the frequency", "[reports][command]") {
  const CommandResult r = run(
      {"simulate", "--d", "1e3", "--m", "128", "--runs", "6", "--delta", "0.5", "--theorem", "theorem-2", "--json"});
  REQUIRE(r.exit_code == 0);
  const json out = json::parse(r.out);
  const json& row = out["frequencies"]["rows"][0];
  CHECK(row["eta"] == "274900000");  // 274.8 d^2 rounded up to four digits
  CHECK(low(row["guaranteed"]) == 0.5);
  CHECK(row["theorem"] == "theorem-2");
  CHECK(out["distributions"]["rows"][0]["theorem"].get<std::string>().starts_with("G12 >= 1.92"));
  // Just below, nothing is guaranteed; in a sample neither.
  const json below = json::parse(run({"simulate", "--d", "1e3", "--m", "128", "--runs", "2", "--delta", "0.5", "--eta",
                                      "274700000", "--theorem", "theorem-2", "--json"})
                                     .out);
  CHECK(below["frequencies"]["rows"][0]["guaranteed"] == "no guarantee");
  const json sampled = json::parse(run({"simulate", "--d", "1e3", "--m", "128", "--runs", "1", "--delta", "0.9",
                                        "--eta", "1e12", "--samples", "1000", "--json"})
                                       .out);
  CHECK(sampled["frequencies"]["rows"][0]["guaranteed"] == "no guarantee");
}

TEST_CASE("command simulate: of several theorems the best that covers the row", "[reports][command]") {
  // At (1e3, 128, .5): theorem-2 from 274.8 d^2 on, theorem-2-sharp from about 18 d^2 on (its shares; sharper.md).
  const json out = json::parse(run({"simulate", "--d", "1e3", "--m", "128", "--runs", "2", "--delta", "0.5", "--eta",
                                    "10*d^2,60*d^2,300*d^2", "--json"})
                                   .out);
  const json& rows = out["frequencies"]["rows"];
  CHECK(rows[0]["guaranteed"] == "no guarantee");
  CHECK(rows[0]["theorem"] == "-");
  for (const int i : {1, 2, 3}) {  // the last row is "some step size"
    CHECK(low(rows[i]["guaranteed"]) == 0.5);
    CHECK(rows[i]["theorem"] == "theorem-2-sharp");
  }
  const std::string bound = out["distributions"]["rows"][0]["theorem"];
  check_contains(bound, {"G12 >= ", "(theorem-2-sharp)"});
  CHECK(std::stod(bound.substr(7)) > 1.93e-9);  // more than theorem-2 gives
  std::string notes;
  for (const json& note : out["frequencies"]["notes"]) notes += note.get<std::string>() + '\n';
  check_contains(notes, {"theorem-2 covers step sizes from 2.749e8 on", "theorem-2-sharp (explicit form",
                         "assumed, not checked", "one step on the exact population gradient"});
  // Without step sizes: the least that is covered, and it is covered by the sharp form.
  const json least =
      json::parse(run({"simulate", "--d", "1e3", "--m", "128", "--runs", "1", "--delta", "0.2", "--json"}).out);
  CHECK(least["frequencies"]["rows"].size() == 2);
  CHECK(least["frequencies"]["rows"][0]["theorem"] == "theorem-2-sharp");  // theorem-2 fails at delta = .2
}

TEST_CASE("command simulate: too few samples give no bound on the step size either", "[reports][command][negative]") {
  const Words arguments{"simulate", "--d", "1e3",   "--m", "128",       "--runs", "1",
                        "--delta",  "0.5", "--eta", "1e9", "--samples", "1000",   "--json"};
  const json out = json::parse(run(arguments).out);
  CHECK(out["frequencies"]["rows"][1]["guaranteed"] == "no guarantee");
  for (const json& row : out["distributions"]["rows"]) CHECK(row["theorem"] == "no bound");
}

TEST_CASE("command simulate: figures", "[reports][command][figure]") {
  const ScratchDirectory scratch;
  const std::string directory = (scratch.path() / "f").string();
  const Words common{"simulate", "--d",   "24,32",    "--m",       "16",     "--runs",
                     "3",        "--eta", "1000*d^2", "--figures", directory};
  Words samples = common;
  samples.insert(samples.end(), {"--samples", "100,400", "--json"});
  const CommandResult r = run(samples);
  CHECK(r.exit_code == 0);
  CHECK_FALSE(json::parse(r.out).empty());  // the names of the files do not disturb it
  CHECK(run(common).out.find("simulate-step-size.svg\n") != std::string::npos);
  CHECK(scratch.entries() == Words{"f", "f/simulate-samples-scaled.svg", "f/simulate-samples-scaled.tex",
                                   "f/simulate-samples.svg", "f/simulate-samples.tex", "f/simulate-step-size.svg",
                                   "f/simulate-step-size.tex"});
  check_contains(file_text(scratch.path() / "f/simulate-samples.svg"), {"d = 24", "d = 32", "fraction specialised"});
}

TEST_CASE("command simulate: samples and the growth of n", "[reports][command]") {
  const CommandResult r = run({"simulate", "--d", "24,48", "--m", "24", "--runs", "30", "--eta", "1000*d^2",
                               "--samples", "d^2/2,4*d^2", "ceil(d^2.5)", "--exponent", "--json"});
  REQUIRE(r.exit_code == 0);
  const json out = json::parse(r.out);
  CHECK(out["points"][0]["samples"] == "288");
  CHECK(out["points"][2]["samples"] == "2822");  // 24^2.5 = 2821.8
  // The ceiling is that of the population step on the same instances.
  const json& halves = out["half-points"]["rows"];
  REQUIRE(halves.size() == 2);
  std::size_t works = 0;
  for (std::size_t p = 0; p < 3; ++p) {
    const json& runs = out["points"][p]["runs"];
    const json population = json::parse(run({"simulate", "--d", "24", "--m", "24", "--runs", "30", "--eta", "1000*d^2",
                                             "--seed", runs[0]["seed"].get<std::string>(), "--json"})
                                            .out)["points"][0]["runs"];
    for (std::size_t i = 0; i < 30; ++i) {
      CHECK(runs[i]["population_smallest_eta"] == population[i]["smallest_eta"]);
      works += population[i]["smallest_eta"].is_object() ? 1 : 0;
    }
  }
  CHECK(halves[0]["ceiling"] == std::to_string(works));
  CHECK(works < 90);
  CHECK(halves[0]["instances"] == "90");
  CHECK(halves[0]["least_n"] == "288");
  CHECK(halves[0]["largest_n"] == "2822");
  // Every number is a field of its own, words stand in others; fitted numbers are in no table of certified ones.
  const json& exponent = out["exponent"]["rows"];
  REQUIRE(exponent.size() == 1);
  CHECK(exponent[0]["status"] == "fits");
  const auto value = [&](const char* key) {
    const auto text = exponent[0][key].get<std::string>();
    std::size_t read = 0;
    const double x = std::stod(text, &read);
    CHECK(read == text.size());
    return x;
  };
  CHECK(value("lower") < value("exponent"));
  CHECK(value("exponent") < value("upper"));
  CHECK(value("df") == 3);
  CHECK(value("deviance") >= 0);
  CHECK(value("p") >= 0.01);
  for (const char* table : {"half-points", "exponent"}) {
    CHECK(out[table]["kind"].is_null());
    check_contains(out[table]["title"].get<std::string>(), {"statistic", "not certified"});
  }
  std::string notes;
  for (const json& note : out["exponent"]["notes"]) notes += note.get<std::string>() + '\n';
  check_contains(notes, {"chi-square approximation", "not certified", "d^2 (1 + m/d)",
                         "about 1.58 between d = 24 and 48", "no evidence for a better rate"});
  const json& rows = out["growth"]["rows"];
  REQUIRE(rows.size() == 6);  // two corollaries at two d, and their exponents
  CHECK(rows[0]["theorem"] == "corollary-3");
  check_contains(rows[0]["reason"].get<std::string>(), {"fails: ", "pop.G12"});
  CHECK(rows[4]["d"] == "exponent");
  CHECK(rows[4]["variance"].is_null());
  CHECK(rows[5]["variance"].is_null());
  const std::string latex =
      run({"simulate", "--d", "24", "--m", "24", "--runs", "3", "--samples", "100", "--format", "latex"}).out;
  check_contains(latex, {"attention $\\ge$ 1 $-$ sqrt($\\varepsilon$)/4", "fails: ", "Names after ''fails''",
                         "conditions in the theorem's file"});
  CHECK(latex.find("$>$=") == std::string::npos);
  CHECK(
      run({"simulate", "--d", "24", "--m", "24", "--runs", "3", "--samples", "100", "--format", "text,latex,markdown"})
          .exit_code == 0);
}

TEST_CASE("command simulate: no exponent from half points that were not sampled", "[reports][command][negative]") {
  const Words common{"simulate", "--d",    "24,48", "--m",       "24",         "--runs",     "60",      "--eta",
                     "1000*d^2", "--seed", "7",     "--samples", "d^2,16*d^2", "--exponent", "--format"};
  Words csv = common, text = common;
  csv.emplace_back("csv");
  text.emplace_back("text");
  const CommandResult r = run(csv);
  CHECK(r.exit_code == 0);
  check_contains(r.out,
                 {"extrapolated\r\n", "\r\n,,,0.95,", "none: the half point lies outside of the sampled n at d = ",
                  "24,corollary-3,,,,,,,\"fails: pop.", "exponent,corollary-3,,,,,,,does not hold at both ends"});
  check_contains(run(text).out, {"extrapolated", "none: the half point lies outside of the sampled n at d = "});
}

TEST_CASE("command simulate: bad input is one line", "[reports][command]") {
  refused({"simulate", "--runs", "0"}, {"--runs 0", "from 1"});
  for (const char* option : {"--d", "--eta", "--samples", "--format", "--theorem"}) {
    refused({"simulate", "--d", "30", option, ""}, {"empty word", option, "leave the option out"});
    refused({"simulate", "--d", "30", option, ","}, {option, "no value in ','"});
    refused({"simulate", "--d", "30", option + std::string("=")}, {option, "give a value"});
  }
  refused({"capacity", "samples", "--n", "0"}, {"--n 0", "from 1"});
  refused({"simulate", "--d", "2"}, {"--d 2", "from 3"});
  refused({"simulate", "--d", "1e4", "--m", "1"}, {"--m 1", "from 2"});
  refused({"simulate", "--d", "30", "--eta", "nan"}, {"--eta", "nan"});
  refused({"simulate", "--d", "30", "--eta", "0"}, {"--eta 0", "> 0"});
  refused({"simulate", "--d", "30", "--runs", "1000000", "--figures", "/dev/null/x"}, {"/dev/null/x", "cannot create"});
  refused({"simulate", "--d", "30", "--runs", "1000000", "--figures", "/dev/null"},
          {"/dev/null", "a file of that name"});
  refused({"simulate", "--d", "30", "--eta", "sqrt(2)"}, {"--eta", "exact"});
  refused({"simulate", "--d", "1e7", "--samples", "10"}, {"--d 1e7", "1000000"});
  refused({"simulate", "--d", "30", "--samples", "0"}, {"--samples 0", "from 1"});
  refused({"simulate", "--d", "30", "--samples", "d/7"}, {"--samples d/7", "integer"});
  refused({"simulate", "--d", "30", "--samples", "k^2"}, {"--samples", "'k'"});
  refused({"simulate", "--d", "30", "--samples", "100,200", "--exponent"}, {"--exponent", "two values"});
  refused({"simulate", "--d", "30,60", "--samples", "100", "--exponent"}, {"--exponent", "two values"});
  refused({"simulate", "--d", "30", "--seed", "18446744073709551615"}, {"--seed", "2^64"});
  refused({"simulate", "--d", "30", "--confidence", "1"}, {"--confidence 1", "between 0 and 1"});
  refused({"simulate", "--d", "30", "--delta", "0"}, {"--delta 0", "between 0 and 1"});
  refused({"simulate", "--d", "30", "--format", "word"}, {"--format", "word"});
  refused({"simulate", "--d", "30", "--theorem", "theorem-9"}, {"--theorem theorem-9", "theorem-2-sharp"});
  refused({"simulate", "--d", "30", "--theorem", "corollary-3"}, {"population", "theorem-2"});
  refused({"simulate", "--d", "30", "--samples", "9", "--theorem", "theorem-2"}, {"sample", "corollary-3-sharp"});
  refused({"instance", "--d", "30", "--m", "8", "--eta", "10", "--samples", "--failure", "2"}, {"--failure 2"});
}

TEST_CASE("command instance --samples: variances and a certified sample size", "[reports][command]") {
  const Words arguments{"instance", "--d", "60", "--m", "40", "--seed", "103", "--eta", "4e6", "--samples"};
  const CommandResult text = run(arguments);
  CHECK(text.exit_code == 0);
  check_contains(text.out, {"n >= ", "probability at least 1 - 0.05", "variance", "size, at most", "a bound on the"});
  CHECK(text.out.find("largest") == std::string::npos);
  Words as_json = arguments;
  as_json.emplace_back("--json");
  const json out = json::parse(run(as_json).out);
  CHECK(out["sample_size"]["failure"] == "1/20");
  CHECK(std::stod(out["sample_size"]["n"].get<std::string>()) > 1000);
  CHECK(out["sample_size"]["head_2"].size() == 60);
  REQUIRE(out["sample_variance"].size() == out["sample_mean"].size());
  CHECK(low(out["sample_variance"]["0,1"]) > 0);
  CHECK(std::stod(out["sample_size"]["head_1"][1]["bound"].get<std::string>()) > 0);
}
