// The command as a user types it: help, exit codes, one-line errors, files.
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "tests/reports/refused.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/command.hpp"
#include "tests/support/text_checks.hpp"

using namespace lemmacheck::test;
using nlohmann::json;
using Words = std::vector<std::string>;

namespace {

CommandResult run(const Words& arguments, const CommandOptions& options = {}) {
  return run_command(LEMMACHECK_PROGRAM, arguments, options);
}

Words evaluate(const Words& settings) {
  Words all{"evaluate", "theorem-2", "--set", "d=1e5", "m=128", "delta=0.05", "eps=0.01"};
  for (const std::string& s : settings) {
    const std::string name = s.substr(0, s.find('=') + 1);
    std::erase_if(all, [&](const std::string& word) { return word.starts_with(name); });
    all.push_back(s);
  }
  return all;
}

const std::string small_theorem = R"toml([theorem]
id     = "mean"
for    = ["n integer in [1, inf)", "delta in (0, 1)"]
budget = "delta"
[[event]]
name   = "deviation"
share  = "1"
choose = "smallest t in [0, 1]"
fails  = "2*exp(-2*n*t^2)"
[[condition]]
name  = "narrow"
claim = "t <= 1/10"
[[conclusion]]
name    = "bound"
formula = "t"
side    = "upper"
)toml";

std::string changed(std::string text, const std::string& old, const std::string& fresh) {
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), fresh);
}

}  // namespace

TEST_CASE("command: help of every command with an example", "[reports][command]") {
  const CommandResult all = run({"--help"});
  CHECK(all.exit_code == 0);
  CHECK(all.err.empty());
  for (const char* command :
       {"prove", "check", "recheck", "export", "evaluate", "table", "range", "threshold", "optimise", "instance",
        "simulate", "reduction", "k-parity", "ablation", "capacity", "separations", "selftest"}) {
    check_contains(all.out, {command});
    const CommandResult r = run({command, "--help"});
    CAPTURE(command);
    CHECK(r.exit_code == 0);
    CHECK(r.err.empty());
    check_contains(r.out, {"Example", std::string("lemmacheck ") + command});
  }
  check_contains(all.out, {"Exit codes", "--version", "--help"});
}

TEST_CASE("command: version", "[reports][command]") {
  const CommandResult r = run({"--version"});
  CHECK(r.exit_code == 0);
  check_contains(r.out, {std::string("lemmacheck ") + LEMMACHECK_VERSION, "MPFR", "GMP"});
  CHECK(std::count(r.out.begin(), r.out.end(), '\n') == 1);
}

TEST_CASE("command: the examples in the help run", "[reports][command]") {
  CHECK(run({"evaluate", "theorem-2", "--set", "d=1e5", "m=128", "delta=0.05", "eps=0.01"}).exit_code == 0);
  CHECK(run({"table", "theorem-2", "--grid", "d = 10^k for k in {3, 4, .., 12}", "m in {128, 256}", "--set",
             "delta=0.1", "eps=0.01", "--columns", "d,m,eta_min,verdict", "--format", "latex"})
            .exit_code == 0);
  CHECK(
      run({"range", "theorem-2", "--for", "d in [1e5, 1e12]", "--set", "m=256", "delta=0.05", "eps=0.01"}).exit_code ==
      0);
  CHECK(run({"threshold", "theorem-2", "--of", "m", "--in", "[3, 4096]", "--set", "d=1e6", "delta=0.1", "eps=0.01"})
            .exit_code == 0);
  CHECK(run({"instance", "--d", "1e4", "--m", "256", "--seed", "1"}).exit_code == 0);
}

TEST_CASE("command: exit codes of evaluate", "[reports][command]") {
  CHECK(run(evaluate({})).exit_code == 0);
  const CommandResult fails = run(evaluate({"d=1e3", "delta=0.2"}));
  CHECK(fails.exit_code == 1);
  check_contains(fails.out, {"G12", "G1k", "says nothing"});
  CHECK(fails.err.empty());
  const ScratchDirectory scratch;
  // exactly at the edge: t = sqrt(log(2/delta)/(2n)) <= 1/10 at n = 50 log(2/delta) is an equality of irrationals
  const std::string tie =
      scratch.file("tie.toml", changed(small_theorem, "t <= 1/10", "t <= sqrt(log(2/delta)/(2*n))"));
  const CommandResult undecided = run({"evaluate", tie, "--set", "n=100", "delta=0.1", "--limit", "256"});
  CHECK(undecided.exit_code == 3);
  check_contains(undecided.out, {"undecided", "256 bits"});
  const std::string nothing = scratch.file("nothing.toml", changed(small_theorem, "t <= 1/10", "sqrt(t - 2) <= 1"));
  CHECK(run({"evaluate", nothing, "--set", "n=100", "delta=0.1"}).exit_code == 1);
}

TEST_CASE("command: parameters that are refused", "[reports][command]") {
  refused(evaluate({"d=2"}), {"d = 2", "[3, inf)"});
  refused(evaluate({"m=1"}), {"m = 1", "[3, inf)"});
  refused(evaluate({"m=2"}), {"m = 2", "[3, inf)"});
  refused(evaluate({"m=128.5"}), {"128.5", "whole number"});
  refused(evaluate({"d=1e5/3"}), {"1e5/3", "whole number"});
  refused(evaluate({"delta=0"}), {"delta = 0", "(0, 1)"});
  refused(evaluate({"delta=1"}), {"delta = 1", "(0, 1)"});
  refused(evaluate({"delta=-0.1"}), {"delta = -0.1", "(0, 1)"});
  refused(evaluate({"delta=nan"}), {"nan"});
  refused(evaluate({"delta=inf"}), {"inf"});
  refused(evaluate({"eps=1.5"}), {"eps = 1.5", "(0, 1)"});
  refused(evaluate({"eps=1"}), {"eps = 1", "(0, 1)"});
  refused(evaluate({"eps="}), {"--set", "eps="});
  refused(evaluate({"eps=log(-1)"}), {"eps", "log(-1)"});
  refused(evaluate({"eps=1/0"}), {"eps", "1/0"});
  refused(evaluate({"eps=0,01"}), {"--set"});
  refused(evaluate({"eps=0.01 0.02"}), {"--set"});
  refused(evaluate({"delat=0.1"}), {"delat", "did you mean 'delta'"});
  refused(evaluate({"dd=7", "delta=0.1"}), {"dd", "parameters: d, m, delta, eps"});
  refused(evaluate({"d=1e5", "d2=1"}), {"d2"});
  refused({"evaluate", "theorem-2", "--set", "d=1e5", "m=128", "eps=0.01"}, {"delta", "--set delta=..."});
  refused({"evaluate", "theorem-2", "--set", "d=1e5", "d=1e6", "m=128", "delta=0.05", "eps=0.01"}, {"'d'", "twice"});
  refused({"evaluate", "theorem-2", "--set", "d=m", "m=d", "delta=0.05", "eps=0.01"}, {"circle"});
  refused(evaluate({"delta=0.05 <= 1"}), {"delta", "comparison"});
}

TEST_CASE("command: words that are not understood", "[reports][command]") {
  refused({"evalute", "theorem-2"}, {"evalute"});
  refused({"evaluate"}, {"theorem", "--help"});
  refused({"evaluate", "theorem-3", "--set", "d=1"}, {"theorem-3", "did you mean 'theorem-2'"});
  refused({"evaluate", "no-such-file.toml"}, {"no-such-file.toml", "cannot be read"});
  refused({"evaluate", "/"}, {"/"});
  refused({"evaluate", "theorem-2", "--sett", "d=1"}, {"--sett"});
  refused({"evaluate", "theorem-2", "--precision", "many"}, {"precision", "many"});
  Words bits = evaluate({});
  bits.insert(bits.end(), {"--precision", "1"});
  refused(bits, {"--precision 1", "32"});
  bits = evaluate({});
  bits.insert(bits.end(), {"--limit", "64"});
  refused(bits, {"--limit 64", "precision <= limit"});
  refused({"table", "theorem-2", "--format", "word"}, {"word", "latex"});
  refused({"table", "theorem-2", "--grid", "d in {}", "--set", "m=128", "delta=0.1", "eps=0.01"}, {"--grid"});
  refused({"table", "theorem-2", "--grid", "x in {1}", "--set", "d=1e4", "m=128", "delta=0.1", "eps=0.01"}, {"'x'"});
  refused({"table", "theorem-2", "--grid", "d in {2, 1e4}", "--set", "m=128", "delta=0.1", "eps=0.01"},
          {"d = 2", "[3, inf)"});
  refused(
      {"table", "theorem-2", "--grid", "d in {1e4}", "--set", "m=128", "delta=0.1", "eps=0.01", "--columns", "d,nu"},
      {"nu"});
  refused({"table", "theorem-2", "--regime", "polilog"}, {"polilog", "polylog"});
  refused({"range", "theorem-2", "--for", "d in [1e5, 1e4]", "--set", "m=128", "delta=0.1", "eps=0.01"}, {"reversed"});
  refused({"range", "theorem-2", "--for", "d in [2, 1e4]", "--set", "m=128", "delta=0.1", "eps=0.01"}, {"[3, inf)"});
  refused({"range", "theorem-2", "--for", "d in [1e5, inf)", "--set", "m=128", "delta=0.1", "eps=0.01"}, {"bounded"});
  refused({"range", "theorem-2", "--for", "d > 5", "--set", "m=128", "delta=0.1", "eps=0.01"}, {"--for"});
  refused({"range", "theorem-2", "--for", "d in [1e4, 1e5]", "--set", "d=7", "m=128", "delta=0.1", "eps=0.01"},
          {"'d'", "twice"});
  refused({"threshold", "theorem-2", "--of", "n", "--in", "[3, 100]", "--set", "d=1e6", "delta=0.1", "eps=0.01"},
          {"'n'"});
  refused({"threshold", "theorem-2", "--of", "m", "--in", "3..100", "--set", "d=1e6", "delta=0.1", "eps=0.01"},
          {"--in"});
  refused({"threshold", "theorem-2", "--in", "[3, 100]"}, {"--of"});
  refused({"instance", "--d", "2"}, {"--d 2"});
  refused({"instance", "--m", "1"}, {"--m 1"});
  refused({"instance", "--eps", "2", "--d", "10", "--m", "4"}, {"eps"});
  refused({"instance", "--eps", "nan", "--d", "10", "--m", "4"}, {"eps"});
  refused({"instance", "--delta", "1", "--d", "10", "--m", "4"}, {"delta"});
  refused({"instance", "--support", "1", "--d", "10", "--m", "4"}, {"--support"});
  refused({"instance", "--support", "1,11", "--d", "10", "--m", "4"}, {"--support"});
  refused({"instance", "--support", "3,3", "--d", "10", "--m", "4", "--eta", "1"}, {"support"});
  refused({"instance", "--d", "ten"}, {"--d"});
  refused({"instance", "--seed", "-1"}, {"seed"});
  refused({"instance", "--index", "-1"}, {"index"});
  refused({"range", "theorem-2", "--boxes", "-1"}, {"boxes"});
  refused({"-j", "0", "selftest"}, {"threads", "4096"});
}

TEST_CASE("command: theorem files with mistakes", "[reports][command]") {
  const ScratchDirectory scratch;
  const auto mistake = [&](const std::string& old, const std::string& fresh, Words parts) {
    const std::string path = scratch.file("mistake.toml", changed(small_theorem, old, fresh));
    parts.insert(parts.begin(), path + ':');
    refused({"evaluate", path, "--set", "n=100", "delta=0.1"}, parts);
  };
  mistake("[theorem]", "[theorem", {"not valid TOML"});
  mistake("\"1\"", "0.5", {":7:", "quotes"});
  mistake("\"1\"", "\"1.5\"", {":7:", "(0, 1]"});
  mistake("t <= 1/10", "t <= tt", {":12:", "'tt'"});
  mistake("t <= 1/10", "t <= foo(t)", {":12:", "'foo'"});
  mistake("t <= 1/10", "t", {":12:", "comparison"});
  mistake("\"t\"", "\"bound\"", {"circle", "bound -> bound"});
  mistake("in [0, 1]\"", "in [0, bound]\"", {"circle"});
  mistake("smallest", "largest", {":9:", "increasing"});
}

TEST_CASE("command: instance files with mistakes", "[reports][command]") {
  const CommandResult made = run({"instance", "--d", "6", "--m", "4", "--seed", "3", "--eta", "1", "--json", "--data"});
  REQUIRE((made.exit_code == 0 || made.exit_code == 1));
  const json good = json::parse(made.out);
  const ScratchDirectory scratch;
  const CommandResult again = run({"instance", "--from", scratch.file("good.json", made.out), "--json", "--data"});
  CHECK(again.exit_code == made.exit_code);
  json same = good;
  same.erase("seed");  // an instance from a file has none
  CHECK(json::parse(again.out) == same);

  const auto mistake = [&](const std::function<void(json&)>& change, const Words& parts) {
    json bad = good;
    change(bad);
    refused({"instance", "--from", scratch.file("bad.json", bad.dump())}, parts);
  };
  mistake([](json& j) { j["V"][1] = j["V"][0]; }, {"scores", "equal"});
  mistake([](json& j) { j["V"][2][0] = "2"; }, {"V[2]", "norm"});
  mistake([](json& j) { j["V"][2][0] = 0.5; }, {"V[2][0]", "string"});
  mistake([](json& j) { j["V"][2][0] = "nan"; }, {"V[2][0]"});
  mistake([](json& j) { j["V"][2][0] = "0.1x"; }, {"V[2][0]"});
  mistake([](json& j) { j["V"].erase(0); }, {"V", "6"});
  mistake([](json& j) { j["V"][3].erase(0); }, {"V[3]", "4"});
  mistake([](json& j) { j.erase("theta"); }, {"theta"});
  mistake([](json& j) { j["support"] = {0, 0}; }, {"support"});
  mistake([](json& j) { j["support"] = {0, 6}; }, {"support"});
  mistake([](json& j) { j["eta"] = 0.5; }, {"eta", "string"});
  mistake([](json& j) { j["attention"] = "hard"; }, {"attention", "softmax"});
  refused({"instance", "--from", scratch.file("bad.json", "{")}, {"not JSON"});
  refused({"instance", "--from", scratch.file("bad.json", "")}, {"not JSON"});
  refused({"instance", "--from", scratch.file("bad.json", "[1, 2]")}, {"instance file"});
  refused({"instance", "--from", scratch.path() / "none.json"}, {"none.json", "cannot be read"});
  refused({"instance", "--from", scratch.file("good.json", made.out), "--index", "1"}, {"index 1"});
}

TEST_CASE("command: tables into a directory", "[reports][command]") {
  const ScratchDirectory scratch;
  const Words table{"table", "theorem-2", "--grid",   "d in {1e4, 1e5}", "--set",
                    "m=256", "delta=0.1", "eps=0.01", "--format",        "latex,csv,json,markdown,text"};
  const auto with_output = [&](const std::string& directory) {
    Words all = table;
    all.insert(all.end(), {"--output", directory});
    return all;
  };
  const std::string deep = scratch.path() / "a" / "b";
  const CommandResult r = run(with_output(deep));
  CHECK(r.exit_code == 0);
  CHECK(r.err.empty());
  CHECK(scratch.entries() == Words{"a", "a/b", "a/b/theorem-2.csv", "a/b/theorem-2.json", "a/b/theorem-2.md",
                                   "a/b/theorem-2.tex", "a/b/theorem-2.txt"});
  const CommandResult printed = run({"table", "theorem-2", "--grid", "d in {1e4, 1e5}", "--set", "m=256", "delta=0.1",
                                     "eps=0.01", "--format", "csv"});
  CHECK(printed.out == file_text(std::filesystem::path(deep) / "theorem-2.csv"));
  // again over the old files, and over something that is no directory
  CHECK(run(with_output(deep)).exit_code == 0);
  refused(with_output(scratch.file("plain", "x")), {"plain"});
  CHECK(file_text(scratch.path() / "plain") == "x");
  // bad input leaves nothing behind
  const std::string fresh = scratch.path() / "fresh";
  refused(
      {"table", "theorem-2", "--grid", "d in {1e4, 2}", "--set", "m=256", "delta=0.1", "eps=0.01", "--output", fresh},
      {"d = 2"});
  refused({"table", "theorem-2", "--grid", "d in {1e4}", "--set", "m=256", "delta=0.1", "eps=0.01", "--format",
           "csv,word", "--output", fresh},
          {"word"});
  CHECK_FALSE(std::filesystem::exists(fresh));
}

TEST_CASE("command: the main job writes its report into a folder that it makes", "[reports][command]") {
  const ScratchDirectory scratch;
  const std::string report = scratch.path() / "new" / "report";
  const CommandResult r = run({"--output", report});
  CHECK(r.exit_code == 0);
  check_contains(r.out, {"Written to " + report, "Not checked by any computer"});
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(report)) files += entry.file_size() > 100 ? 1 : 0;
  CHECK(files == 15);
  refused({"--output", scratch.file("plain", "x")}, {"plain"});
}

TEST_CASE("command: colours only for a terminal", "[reports][command]") {
  for (const Words& environment : {Words{"NO_COLOR=1"}, Words{"TERM=xterm-256color"}, Words{"TERM=dumb"}}) {
    const CommandResult r = run(evaluate({}), {.environment = environment});
    CHECK(r.exit_code == 0);
    CHECK(r.out.find('\x1b') == std::string::npos);
    CHECK(r.err.empty());
  }
}

TEST_CASE("command: the locale changes nothing", "[reports][command]") {
  const CommandResult plain = run(evaluate({}), {.environment = {"LC_ALL=C"}});
  for (const char* locale : {"LC_ALL=de_DE.UTF-8", "LC_ALL=C.UTF-8", "LC_ALL=no such locale"})
    CHECK(run(evaluate({}), {.environment = {locale}}).out == plain.out);
}

TEST_CASE("command: a reader that leaves early is no error", "[reports][command]") {
  const std::string program = LEMMACHECK_PROGRAM;
  const std::string big =
      "table theorem-2 --grid 'd = 3*k for k in {1, 2, .., 200}' --set m=3 delta=0.5 eps=0.1 --format csv";
  const CommandResult r = run_command("/bin/sh", {"-c", "'" + program + "' " + big + " | head -1"});
  CHECK(r.exit_code == 0);
  CHECK(r.out.starts_with("d,m,delta,eps,probability_lo,eta_min_hi,attention_lo,parameters,verdict"));
  CHECK(std::count(r.out.begin(), r.out.end(), '\n') == 1);
  CHECK(r.err.empty());
}

TEST_CASE("command: output that cannot be written", "[reports][command]") {
  if (!std::filesystem::exists("/dev/full")) {
    WARN("no /dev/full here");
    return;
  }
  const CommandResult r = run_command(
      "/bin/sh",
      {"-c", "'" LEMMACHECK_PROGRAM "' evaluate theorem-2 --set d=1e5 m=128 delta=0.05 eps=0.01 > /dev/full"});
  CHECK(r.exit_code == 2);
  CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
  check_contains(r.err, {"cannot be written"});
}

TEST_CASE("command: selftest", "[reports][command]") {
  const CommandResult r = run({"selftest"});
  CHECK(r.exit_code == 0);
  CHECK(r.err.empty());
  CHECK_FALSE(r.out.empty());
}

TEST_CASE("command: a command that does not exist is named, with the nearest", "[reports][command]") {
  const CommandResult r = run({"evaluat", "theorem-2"});
  CHECK(r.exit_code == 2);
  CHECK(r.err.find("no command 'evaluat'; did you mean 'evaluate'?") != std::string::npos);
}

TEST_CASE("command: reports say what no computer checked", "[reports][command]") {
  const ScratchDirectory scratch;
  const std::string file =
      scratch.file("bare.toml",
                   "[theorem]\nid = 'bare'\nfor = ['n integer in [1, inf)', 'delta in (0, 1)']\n"
                   "budget = 'delta'\n[[event]]\nname = 'a rare event'\nshare = '1'\nfails = '1/n'\n");
  const CommandResult good = run({"evaluate", file, "--set", "n=100", "delta=0.1"});
  CHECK(good.exit_code == 0);
  CHECK(good.out.find("the file states no hypotheses") != std::string::npos);
  CHECK(good.out.find("each event fails with at most the probability") != std::string::npos);
  const CommandResult bad = run({"evaluate", file, "--set", "n=5", "delta=0.1"});
  CHECK(bad.exit_code == 1);
  CHECK(bad.out.find("fails: \"a rare event\"") != std::string::npos);  // quoted: it is a name, not a statement
  const CommandResult none = run({"threshold", file, "--of", "n", "--in", "[1, 9]", "--set", "delta=0.1"});
  CHECK(none.out.find("holds nowhere in the range\n  n in [1, 9]: fails") != std::string::npos);
}
