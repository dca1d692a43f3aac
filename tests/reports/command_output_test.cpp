// Where commands with tables print and write them.
#include <algorithm>
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

Words with(Words arguments, const Words& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

const Words simulate{"simulate", "--d", "20", "--m", "8", "--runs", "2", "--eta", "1e5"};
const Words ablation{"ablation", "--d", "8",           "--m",         "4",       "--runs", "1",
                     "--grid",   "2",   "--attention", "softmax,erf", "--scale", "1"};
const Words parity{"k-parity", "--k", "2,3", "--d", "6", "--m", "4", "--steps", "1", "--runs", "2"};
const Words separations{"separations", "fixed-embedding", "--d", "1e6",        "--k",
                        "2",           "--small-d",       "4",   "--features", "2"};
const Words covers{"capacity", "covers", "--points", "10"};
const Words sparse{"capacity", "sparse", "--functions", "and", "--s", "2", "--tokens", "8"};
const Words reduction{"reduction", "--d", "4", "--m", "2"};
const Words table{"table", "theorem-2", "--grid", "d in {1e4}", "--set", "m=256", "delta=0.1", "eps=0.01"};

}  // namespace

TEST_CASE("command output: JSON on the terminal is one document with every table", "[reports][command]") {
  for (const auto& [arguments, names] : {std::pair<Words, Words>{simulate, {"frequencies", "distributions"}},
                                         {ablation, {"best", "grid", "steps"}},
                                         {parity, {"frequencies"}},
                                         {separations, {"projection", "features"}},
                                         {covers, {"linear-covers", "attention-covers", "greedy-runs"}},
                                         {sparse, {"sparse"}}}) {
    CAPTURE(arguments);
    const CommandResult r = run(with(arguments, {"--format", "json"}));
    CHECK(r.exit_code == 0);
    const json document = json::parse(r.out);
    CHECK(document.size() == names.size());
    for (const std::string& name : names) CHECK(document.at(name).at("rows").is_array());
  }
  CHECK(json::parse(run(with(reduction, {"--format", "json"})).out).contains("rows"));
  CHECK(json::parse(run(with(table, {"--format", "json"})).out).contains("rows"));
}

TEST_CASE("command output: rows that share instances say so", "[reports][command]") {
  const Words experiment{"capacity", "experiment", "--functions", "and", "--tokens",      "8",
                         "--m",      "4",          "--runs",      "1",   "--steps",       "1",
                         "--batch",  "1",          "--held-out",  "100", "--max-samples", "8"};
  for (const Words& arguments : {simulate, ablation, parity, experiment})
    check_contains(run(with(arguments, {"--format", "markdown"})).out,
                   {"share instances", "must not be compared as independent"});
}

TEST_CASE("command: an option that would do nothing is refused", "[reports][command][negative]") {
  const Words instance{"instance", "--d", "8", "--m", "4", "--eta", "1"};
  refused(with(instance, {"--failure", "0.1"}), {"--failure", "requires --samples"});
  refused(with(instance, {"--data"}), {"--data", "requires --json"});
  refused(with(instance, {"--index", "0"}), {"--index", "requires --from"});
  refused(with(instance, {"--delta", "0.1"}), {"--delta", "--eta", "leave one of them out"});
  refused({"instance", "--from", "x.json", "--seed", "2"}, {"--from", "--seed", "leave one of them out"});
  refused(with(parity, {"--data"}), {"--data", "requires --json"});
  for (const char* option : {"--grid", "--from", "--to"})
    refused({"ablation", "--eta", "1,2", option, "3"}, {"--eta", option, "leave one of them out"});
  CHECK(run(with(instance, {"--samples", "--failure", "0.1", "--json", "--data"})).exit_code != 2);
}

TEST_CASE("command output: --each adds the runs, --json has them", "[reports][command]") {
  for (const Words& arguments : {parity, ablation}) {
    const std::string plain = run(arguments).out;
    const CommandResult each = run(with(arguments, {"--each"}));
    CHECK(each.out.starts_with(plain));
    CHECK(each.out.size() > plain.size());
    const json document = json::parse(run(with(arguments, {"--json"})).out);
    CHECK(document["runs"]["rows"].size() > 0);
    CHECK(document.size() == (arguments == parity ? 2 : 4));
  }
}

TEST_CASE("command output: the names of figures keep out of data on stdout", "[reports][command][figure]") {
  const ScratchDirectory scratch;
  const std::string figures = (scratch.path() / "f").string();
  const CommandResult as_json = run(with(simulate, {"--format", "json", "--figures", figures}));
  CHECK(json::parse(as_json.out).size() == 2);
  CHECK(run(with(simulate, {"--format", "csv", "--figures", figures})).out.find(".svg") == std::string::npos);
  CHECK(run(with(simulate, {"--format", "markdown", "--figures", figures})).out.find(".svg") != std::string::npos);
}

TEST_CASE("command output: csv and json do not share stdout", "[reports][command][negative]") {
  for (const Words& arguments : {simulate, ablation, parity, separations, covers, sparse, reduction, table}) {
    for (const char* formats : {"json,csv", "text,json", "csv,markdown", "json,json"})
      refused(with(arguments, {"--format", formats}), {"--format", "--output DIR"});
    const ScratchDirectory scratch;
    CHECK(run(with(arguments, {"--format", "json,csv", "--output", scratch.path().string()})).exit_code == 0);
    CHECK(scratch.entries().size() >= 2);
  }
  CHECK(run(with(reduction, {"--format", "text,latex,markdown"})).exit_code == 0);
}

TEST_CASE("command output: what cannot be written is refused before the work", "[reports][command][negative]") {
  // Each of these would run for hours.
  const std::vector<Words> long_work{
      {"simulate", "--d", "1e5", "--runs", "1000000", "--eta", "1"},
      {"ablation", "--d", "1e5", "--runs", "1000000"},
      {"k-parity", "--d", "1e5", "--runs", "1000000"},
      {"reduction", "--d", "4096", "--m", "1024", "--inputs", "1000000"},
      {"separations", "ffnn", "--theorem", "theorem-2-sharp", "--max-boxes", "100000000"},
      {"capacity", "covers", "--n", "10000", "--points", "10000", "--eps", "1/100"},
      {"capacity", "experiment", "--runs", "100000"},
      {"table", "theorem-2", "--grid", "d = 1000 + k for k in {1, 2, .., 99999}", "--set", "m=256", "delta=0.1",
       "eps=0.01"}};
  for (const Words& arguments : long_work) {
    refused(with(arguments, {"--output", "/dev/null/x"}), {"/dev/null/x", "cannot create"});
    refused(with(arguments, {"--output", "/dev/null"}), {"/dev/null", "a file of that name"});
    refused(with(arguments, {"--output", "/proc"}), {"/proc", "cannot write into", "choose a directory"});
  }
  refused({"simulate", "--d", "1e5", "--runs", "1000000", "--eta", "1", "--figures", "/proc"}, {"/proc"});
  refused({"range", "theorem-2", "--for", "d in [1e5, 1e12]", "m in [256, 512]", "--set", "delta=0.05", "eps=0.01",
           "--boxes", "100000000", "--certificate", "/dev/null/x.json"},
          {"/dev/null/x.json"});
  refused({"threshold", "theorem-2", "--of", "m", "--in", "[3, 4096]", "--set", "d=1e6", "delta=0.1", "eps=0.01",
           "--certificate", "/dev/null/x.json"},
          {"/dev/null/x.json"});
  refused({"check", "--junit", "/dev/null/x.xml"}, {"/dev/null/x.xml"});
}

TEST_CASE("command output: a refusal leaves no directory behind", "[reports][command]") {
  const ScratchDirectory scratch;
  const std::string deep = (scratch.path() / "a" / "b").string();
  refused(with(simulate, {"--output", deep, "--confidence", "2"}), {"--confidence"});
  CHECK(scratch.entries().empty());
  CHECK(run(with(simulate, {"--output", deep})).exit_code == 0);
  CHECK(scratch.entries() == Words{"a", "a/b", "a/b/simulate-distributions.txt", "a/b/simulate-frequencies.txt"});
}
