// evaluate, table, range and threshold through the command: what they print, against the golden rows and each other.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/catch.hpp"
#include "tests/support/command.hpp"
#include "tests/support/golden_band.hpp"
#include "tests/support/source_directory.hpp"
#include "tests/support/text_checks.hpp"

using namespace lemmacheck::test;
using lemmacheck::numerics::BigInterval;
using lemmacheck::numerics::Precision;
using lemmacheck::numerics::Truth;
using nlohmann::json;
using Words = std::vector<std::string>;

namespace {

CommandResult run(const Words& arguments) { return run_command(LEMMACHECK_PROGRAM, arguments); }

json evaluated(const std::string& theorem, const Words& settings, int exit_code) {
  Words all{"evaluate", theorem, "--json", "--set"};
  all.insert(all.end(), settings.begin(), settings.end());
  const CommandResult r = run(all);
  CAPTURE(r.err);
  CHECK(r.exit_code == exit_code);
  CHECK(r.err.empty());
  return json::parse(r.out);
}

std::size_t digits(const std::string& number) {
  std::string mantissa = number.substr(0, number.find('e'));
  if (mantissa.find('.') == std::string::npos)
    mantissa.erase(mantissa.find_last_not_of('0') + 1);  // fills up an integer
  std::size_t count = 0;
  for (const char c : mantissa) count += (c >= '1' && c <= '9') || (c == '0' && count > 0) ? 1 : 0;
  return count;
}

BigInterval between(const json& ends) {
  const Precision precision(256);
  const std::string lo = ends["lo"], hi = ends["hi"];
  CHECK(digits(lo) <= 20);
  CHECK(digits(hi) <= 20);
  const BigInterval low = BigInterval::parse(lo, precision), high = BigInterval::parse(hi, precision);
  REQUIRE((lo == hi || less_equal(low, high) == Truth::yes));
  return hull(low, high);
}

void check_value(const std::string& name, const json& ends, const std::string& golden) {
  CAPTURE(name, ends.dump(), golden);
  const BigInterval found = between(ends);
  CHECK(meets(found, golden));
  CHECK(found.relative_width_upper() <= 1e-12);
}

std::string text(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

Words settings_of(const json& row) {
  Words all;
  for (const char* name : {"d", "m", "delta", "eps"}) all.push_back(std::string(name) + "=" + text(row[name]));
  return all;
}

std::vector<Words> read_csv(const std::string& csv) {
  std::vector<Words> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    Words cells{""};
    bool quoted = false;
    for (const char c : line) {
      if (c == '"')
        quoted = !quoted;
      else if (c == ',' && !quoted)
        cells.emplace_back();
      else if (c != '\r')
        cells.back() += c;
    }
    rows.push_back(cells);
  }
  return rows;
}

const Words grid{"--grid", "d in {1e4, 1e5}", "m in {64, 256}", "--set", "delta=0.1", "eps=0.01"};

std::string table(const std::string& format, const Words& more = {}) {
  Words all{"table", "theorem-2"};
  all.insert(all.end(), grid.begin(), grid.end());
  all.insert(all.end(), {"--format", format});
  all.insert(all.end(), more.begin(), more.end());
  const CommandResult r = run(all);
  CHECK(r.exit_code == 0);
  CHECK(r.err.empty());
  return r.out;
}

json decided(const Words& arguments, int exit_code) {
  Words all = arguments;
  all.emplace_back("--json");
  const CommandResult r = run(all);
  CAPTURE(r.err);
  CHECK(r.exit_code == exit_code);
  CHECK(r.err.empty());
  return json::parse(r.out);
}

std::string verdict_at(const Words& settings) {
  Words all{"evaluate", "theorem-2", "--json", "--set"};
  all.insert(all.end(), settings.begin(), settings.end());
  return json::parse(run(all).out)["verdict"];
}

}  // namespace

TEST_CASE("evaluate --json: what stands in it", "[reports][command]") {
  const json found = evaluated("theorem-2", {"d=1e3", "m=128", "delta=0.5", "eps=0.01"}, 0);
  CHECK(found["theorem"] == "theorem-2");
  CHECK(found["verdict"] == "holds");
  for (const char* name : {"d", "m", "delta", "eps"}) between(found["parameters"][name]);
  REQUIRE(found["events"].size() == 7);
  for (const json& e : found["events"]) {
    CHECK(e["name"].is_string());
    CHECK(e["share"].is_string());
    CHECK(e["fails"].is_string());
    between(e["chosen"]);
  }
  REQUIRE(found["conditions"].size() == 4);
  for (const json& c : found["conditions"]) {
    CHECK(c["name"].is_string());
    CHECK(c["claim"].is_string());
    CHECK(c["verdict"] == "holds");
    between(c["slack"]);
  }
  // copied from the reference values of the project, 25 digits
  check_value("tau", found["quantities"]["tau"], "0.2457359388066668487496487");
  check_value("mu0", found["quantities"]["mu0"], "0.2137582169777568320124325");
  check_value("kappa", found["quantities"]["kappa"], "0.03699114079627248943596228");
  check_value("mu", found["quantities"]["mu"], "0.34139246669678222398044");
  check_value("q_lo", found["quantities"]["q_lo"], "0.0000009638269260500199797668665");
  check_value("q_hi", found["quantities"]["q_hi"], "0.000001");
  check_value("G12", found["quantities"]["G12"], "1.920844322369490984760545e-8");
  check_value("G1k", found["quantities"]["G1k"], "5.612279609300201150148014e-8");
  check_value("eta_min", found["conclusions"]["eta_min"], "274843800.952630538025037");
  CHECK(found["conclusions"].size() == 4);
}

TEST_CASE("evaluate --json: the charges stay within the shares", "[reports][command]") {
  const json found = evaluated("theorem-2", {"d=1e6", "m=200", "delta=1/3", "eps=0.01"}, 0);
  const Precision precision(256);
  BigInterval sum(0, precision);
  for (const json& e : found["events"]) {
    const auto share = lemmacheck::numerics::Rational::parse(e["share"].get<std::string>());
    const BigInterval fails = BigInterval::parse(e["fails"].get<std::string>(), precision);
    // rounded up to 20 digits: at most one unit of the last digit above share * delta
    const BigInterval limit = BigInterval(share, precision) / BigInterval(3, precision) *
                              BigInterval::parse("1.0000000000000000001", precision);
    CHECK(less_equal(fails, limit) == Truth::yes);
    CHECK(less(limit * BigInterval::parse("0.999999", precision), fails) == Truth::yes);
    sum = sum + fails;
  }
  CHECK(less(sum, BigInterval::parse("0.3333333333333333334", precision)) == Truth::yes);
}

TEST_CASE("evaluate --json: a condition that fails takes the conclusions away", "[reports][command]") {
  const json found = evaluated("theorem-2", {"d=1e3", "m=128", "delta=0.2", "eps=0.01"}, 1);
  CHECK(found["verdict"] == "fails");
  CHECK(found["failing"] == json{"G12", "G1k"});
  for (const auto& [name, value] : found["conclusions"].items()) CHECK(value.is_null());
  check_value("G12", found["quantities"]["G12"], "-1.981666424053370062221349e-8");
  const json other = evaluated("theorem-2", {"d=1e8", "m=64", "delta=0.5", "eps=0.01"}, 1);
  CHECK(other["failing"] == json{"beta_amb", "G1k"});
  const json inner = evaluated("corollary-3", {"d=1e12", "m=128", "delta=0.2", "eps=0.01"}, 1);
  CHECK(inner["failing"] == json{"pop.beta_amb", "pop.G1k"});
  CHECK(inner["conclusions"]["n_bernstein"].is_null());
}

TEST_CASE("evaluate --json: golden rows of theorem-2 through the command", "[reports][command][golden]") {
  const auto golden = golden_file("theorem2.json");
  if (!golden) {
    WARN("golden/theorem2.json is not beside the repository");
    return;
  }
  for (const json& row : (*golden)["rows"]) {
    CAPTURE(row.dump());
    const bool holds = row["holds"];
    const json found = evaluated("theorem-2", settings_of(row), holds ? 0 : 1);
    CHECK(found["verdict"] == (holds ? "holds" : "fails"));
    for (const char* name : {"tau", "mu0", "kappa", "mu", "q_lo", "q_hi", "G12", "G1k"})
      if (row.contains(name)) check_value(name, found["quantities"][name], text(row[name]));
    if (row.contains("eta_min")) check_value("eta_min", found["conclusions"]["eta_min"], text(row["eta_min"]));
  }
}

TEST_CASE("evaluate --json: golden rows of corollary-3 through the command", "[reports][command][golden]") {
  const auto golden = golden_file("corollary3.json");
  if (!golden) {
    WARN("golden/corollary3.json is not beside the repository");
    return;
  }
  for (const json& row : (*golden)["rows"]) {
    CAPTURE(row.dump());
    const bool holds = row["holds"];
    const json found = evaluated("corollary-3", settings_of(row), holds ? 0 : 1);
    if (!holds) continue;
    check_value("Vbar", found["quantities"]["Vbar"], text(row["Vbar"]));
    check_value("eta_min", found["conclusions"]["eta_min"], text(row["eta_min"]));
    for (const auto& [route, value] : row["n"].items())
      check_value(route, found["conclusions"]["n_" + route], text(value));
  }
}

TEST_CASE("evaluate: delta = 1e-400 is legal and answered", "[reports][command]") {
  const json found = evaluated("theorem-2", {"d=1e5", "m=4096", "delta=1e-400", "eps=0.01"}, 1);
  // tests/golden/theorem_points.json: tau and kappa are finite, positive and not 0 by underflow
  std::ifstream in(source_directory() + "/tests/golden/theorem_points.json");
  const json reference = json::parse(in);
  for (const json& row : reference["cases"]) {
    if (row["name"] != "delta = 1e-400") continue;
    CHECK(found["failing"] == row["failing"]);
    for (const char* name : {"tau", "mu0", "kappa", "mu", "G12", "G1k"})
      check_value(name, found["quantities"][name], row["quantities"][name]);
    return;
  }
  FAIL("no reference");
}

TEST_CASE("table: the formats say the same", "[reports][command]") {
  const std::vector<Words> csv = read_csv(table("csv"));
  const json doc = json::parse(table("json"));
  REQUIRE(csv.size() == 5);
  REQUIRE(doc["rows"].size() == 4);
  CHECK(csv[0] ==
        Words{"d", "m", "delta", "eps", "probability_lo", "eta_min_hi", "attention_lo", "parameters", "verdict"});
  for (std::size_t i = 0; i < 4; ++i) {
    const json& row = doc["rows"][i];
    const auto end = [&](const char* name, const char* which) -> std::string {
      const json& cell = row[name];
      return cell.is_null() ? "" : cell.is_string() ? cell : cell[which];
    };
    CHECK(csv[i + 1][0] == row["d"].get<std::string>());
    CHECK(csv[i + 1][1] == row["m"].get<std::string>());
    CHECK(csv[i + 1][4] == end("probability", "lo"));
    CHECK(csv[i + 1][5] == end("eta_min", "hi"));
    CHECK(csv[i + 1][6] == end("attention", "lo"));
    CHECK(csv[i + 1][8] == row["verdict"].get<std::string>());
  }
  CHECK(csv[1][8] == "fails: G12, G1k");
  CHECK(csv[2][8] == "holds");
  CHECK(csv[3][8] == "fails: beta_amb, G1k");
  CHECK(csv[4][8] == "holds");
  // rounded up to four digits in the tables for people
  check_contains(table("text"), {"6.255e11", "1.223e13", "fails: G12, G1k", "explicit form"});
  check_contains(table("markdown"), {"6.255e11", "1.223e13", "fails: G12, G1k", "explicit form"});
  check_contains(table("latex"), {"6.255\\cdot 10^{11}", "1.223\\cdot 10^{13}", "fails: G12, G1k",
                                  "$\\beta_{\\mathrm{amb}}$", "booktabs", "Explicit form"});
}

TEST_CASE("table: the number of threads changes no byte", "[reports][command]") {
  for (const char* format : {"csv", "latex", "json"}) {
    const std::string one = table(format, {"-j", "1"});
    CHECK_FALSE(one.empty());
    CHECK(one == table(format, {"-j", "2"}));
    CHECK(one == table(format));
  }
}

TEST_CASE("table: columns as asked for", "[reports][command]") {
  const std::vector<Words> csv = read_csv(table("csv", {"--columns", "m,d,G12:enclosure,verdict"}));
  REQUIRE(csv.size() == 5);
  CHECK(csv[0].size() == 5);
  CHECK(csv[2][0] == "256");
  CHECK(csv[2][2].starts_with("1.0307330620529892407"));
  CHECK((csv[2][3].starts_with("1.0307330620529892407") || csv[2][3].starts_with("1.0307330620529892408")));
}

TEST_CASE("table: failing cells are data", "[reports][command]") {
  CHECK(run({"table", "theorem-2", "--grid", "d in {1e3}", "--set", "m=128", "delta=0.2", "eps=0.01"}).exit_code == 0);
}

TEST_CASE("range --json: the range of the main job", "[reports][command]") {
  const json found =
      decided({"range", "theorem-2", "--for", "d in [1e5, 1e12]", "--set", "m=256", "delta=0.05", "eps=0.01"}, 0);
  CHECK(found["theorem"] == "theorem-2");
  CHECK(found["verdict"] == "holds");
  CHECK(found["range"]["d"]["lo"] == "100000");
  CHECK(found["range"]["d"]["hi"] == "1000000000000");
  CHECK(found["boxes"].get<long>() >= 1);
  CHECK(found["failing"].empty());
  CHECK(found["undecided"].empty());
}

TEST_CASE("range --json: boxes that fail really fail", "[reports][command]") {
  const json found =
      decided({"range", "theorem-2", "--for", "d in [35e3, 36e3]", "--set", "m=256", "delta=0.05", "eps=0.01"}, 1);
  CHECK(found["verdict"] == "fails");
  REQUIRE_FALSE(found["failing"].empty());
  REQUIRE_FALSE(found["holding"].empty());
  const auto check_box = [&](const json& box, const std::string& verdict) {
    for (const char* end : {"lo", "hi"}) {
      const std::string d = box["d"][end];
      CAPTURE(d);
      CHECK(verdict_at({"d=" + d, "m=256", "delta=0.05", "eps=0.01"}) == verdict);
    }
    const long lo = std::stol(box["d"]["lo"].get<std::string>()), hi = std::stol(box["d"]["hi"].get<std::string>());
    CHECK(verdict_at({"d=" + std::to_string(lo + (hi - lo) / 3), "m=256", "delta=0.05", "eps=0.01"}) == verdict);
  };
  for (const json& box : found["failing"]) {
    check_box(box, "fails");
    CHECK(box["by"] == json{"G12"});
  }
  for (const json& box : found["holding"]) check_box(box, "holds");
}

TEST_CASE("range: a budget of boxes leaves undecided", "[reports][command]") {
  const json found = decided(
      {"range", "theorem-2", "--for", "d in [1e3, 1e12]", "--set", "m=256", "delta=0.05", "eps=0.01", "--boxes", "1"},
      3);
  CHECK(found["verdict"] == "undecided");
  CHECK(found["holding"].empty());
  CHECK_FALSE(found["undecided"].empty());
}

TEST_CASE("threshold --json: both neighbours are certified", "[reports][command]") {
  const json found = decided(
      {"threshold", "theorem-2", "--of", "m", "--in", "[3, 4096]", "--set", "d=1e6", "delta=0.1", "eps=0.01"}, 0);
  REQUIRE_FALSE(found["intervals"].empty());
  for (const json& interval : found["intervals"]) {
    const long lo = std::stol(interval["lo"].get<std::string>()), hi = std::stol(interval["hi"].get<std::string>());
    const auto at = [&](long m) { return verdict_at({"d=1e6", "m=" + std::to_string(m), "delta=0.1", "eps=0.01"}); };
    CHECK(at(lo) == "holds");
    CHECK(at(hi) == "holds");
    CHECK(at((lo + hi) / 2) == "holds");
    if (lo > 3) CHECK(at(lo - 1) == interval["below"]["verdict"].get<std::string>());
    if (lo > 3) CHECK(interval["below"]["verdict"] == "fails");
    if (hi < 4096) CHECK(at(hi + 1) == "fails");
    if (hi == 4096) CHECK(interval["above"] == "end of the range");
  }
}

TEST_CASE("range and threshold print for people what --json says", "[reports][command]") {
  const CommandResult range =
      run({"range", "theorem-2", "--for", "d in [1e5, 1e12]", "--set", "m=256", "delta=0.05", "eps=0.01"});
  check_contains(range.out, {"holds for every integer"});
  const CommandResult failing =
      run({"range", "theorem-2", "--for", "d in [35e3, 36e3]", "--set", "m=256", "delta=0.05", "eps=0.01"});
  CHECK(failing.exit_code == 1);
  check_contains(failing.out, {"fails somewhere", "G12"});
  const CommandResult threshold =
      run({"threshold", "theorem-2", "--of", "m", "--in", "[3, 100]", "--set", "d=1e6", "delta=0.1", "eps=0.01"});
  check_contains(threshold.out, {"holds for every integer m in", "below: at m = "});
}

TEST_CASE("theorem files of other fields pass the same commands", "[reports][command]") {
  // Hoeffding with a union bound over k means, written by somebody else
  const ScratchDirectory scratch;
  const std::string path = scratch.file("means.toml", R"toml([theorem]
id     = "means"
title  = "Uniform deviation of k means"
for    = ["n integer in [1, inf)", "k integer in [1, inf)", "delta in (0, 1)"]
budget = "delta"
caller = ["the samples are independent and lie in [0, 1]"]
says   = "all {k} means deviate by at most {t}"
[[event]]
name   = "deviation"
share  = "1"
choose = "smallest t in [0, 1]"
fails  = "2*k*exp(-2*n*t^2)"
[[condition]]
name  = "useful"
claim = "t < 1/4"
[[conclusion]]
name    = "width"
formula = "2*t"
side    = "upper"
[[regime]]
name = "small"
let  = ["delta = 0.1"]
grid = ["n in {10, 100, 1000}", "k in {1, 50}"]
)toml");
  const json found = evaluated(path, {"n=1000", "k=50", "delta=0.1"}, 0);
  // sqrt(log(1000)/2000) by PARI
  check_value("t", found["quantities"]["t"], "0.05876970001191999045");
  const std::vector<Words> csv = read_csv(run({"table", path, "--format", "csv"}).out);
  REQUIRE(csv.size() == 7);
  CHECK(csv[1].back() == "fails: useful");
  CHECK(csv[6].back() == "holds");
  const json threshold =
      decided({"threshold", path, "--of", "n", "--in", "[1, 1000]", "--set", "k=50", "delta=0.1"}, 0);
  REQUIRE(threshold["intervals"].size() == 1);
  CHECK(threshold["intervals"][0]["lo"] == "56");  // 8 log 1000 = 55.26
  CHECK(threshold["intervals"][0]["hi"] == "1000");
  CHECK(decided({"range", path, "--for", "n in [56, 1e9]", "k in [1, 50]", "--set", "delta=0.1"}, 0)["verdict"] ==
        "holds");
  CHECK(decided({"range", path, "--for", "n in [55, 1e9]", "--set", "k=50", "delta=0.1"}, 1)["verdict"] == "fails");
}
