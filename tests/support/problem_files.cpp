#include "tests/support/problem_files.hpp"
#include "tests/support/source_directory.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace lemmacheck::test_support {
namespace {

using nlohmann::ordered_json;
using verify::Text;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t,"), last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

Text text_of(const ordered_json& value) { return {value.get<std::string>(), {}}; }

Text range_of(const std::string& name, const ordered_json& v) {
  const auto open = [&](const char* key) { return v.value(key, false); };
  return {fmt::format("{}{} in {}{}, {}{}", name, v["type"] == "int" ? " integer" : "", open("lo_open") ? '(' : '[',
                      v["lo"].get<std::string>(), v["hi"].get<std::string>(), open("hi_open") ? ')' : ']'),
          {}};
}

/// A list of objects: "claim", "truth", ranges as "for" or "vars", hypotheses as "assume" or "hypotheses".
std::vector<FileProblem> read_objects(std::istream& in) {
  std::vector<FileProblem> problems;
  for (const ordered_json& p : ordered_json::parse(in)) {
    FileProblem& made = problems.emplace_back();
    made.id = p["id"];
    made.truth = p["truth"];
    made.tight = p.contains("tight_at") && !p["tight_at"].is_null();
    made.texts.statements = {text_of(p["claim"])};
    const bool named = p.contains("vars");
    if (named) {
      for (const auto& [name, v] : p["vars"].items()) made.texts.ranges.push_back(range_of(name, v));
    } else {
      for (const ordered_json& range : p["for"]) made.texts.ranges.push_back(text_of(range));
    }
    for (const ordered_json& h : p[named ? "hypotheses" : "assume"]) made.texts.hypotheses.push_back(text_of(h));
  }
  return problems;
}

/// A line each: name ; v in [a, b], ... ; claim ; T or F ; tags.
std::vector<FileProblem> read_lines(std::istream& in) {
  std::vector<FileProblem> problems;
  for (std::string line; std::getline(in, line);) {
    if (trimmed(line).empty() || line[0] == '#') continue;
    std::vector<std::string> fields;
    std::istringstream parts(line);
    for (std::string field; std::getline(parts, field, ';');) fields.push_back(trimmed(field));
    FileProblem& made = problems.emplace_back();
    made.id = fields.at(0);
    made.texts.statements = {{fields.at(2), {}}};
    made.truth = fields.at(3) == "T";
    made.tight = fields.at(4).find("tight") != std::string::npos;
    std::istringstream ranges(fields[1]);
    for (std::string range; std::getline(ranges, range, ']');) {
      if (!trimmed(range).empty()) made.texts.ranges.push_back({trimmed(range) + "]", {}});
    }
  }
  return problems;
}

}  // namespace

std::vector<FileProblem> read_problem_file(const std::string& name) {
  std::ifstream in(test::source_directory() + "/../shared/problems/" + name);
  if (!in) return {};
  return name.ends_with(".json") ? read_objects(in) : read_lines(in);
}

}  // namespace lemmacheck::test_support
