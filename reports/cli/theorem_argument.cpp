#include "reports/cli/theorem_argument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "numerics/error.hpp"
#include "verify/embedded.hpp"
#include "verify/library.hpp"
#include "verify/shares.hpp"
#include "verify/sparse_xor/covered_step.hpp"

namespace lemmacheck::cli {

using numerics::DomainError;
using numerics::ParseError;
using verify::Text;

namespace {

constexpr std::size_t most_points = 1000000;

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const bool readable = in && !std::filesystem::is_directory(path);
  std::string text;
  if (readable) text.assign(std::istreambuf_iterator<char>(in), {});
  if (!readable || in.bad()) throw ParseError("LC127", path + ": cannot be read; does the file exist?");
  return text;
}

TheoremSourceText theorem_text(const std::string& name) {
  const bool is_path = name.find('/') != std::string::npos || name.ends_with(".toml");
  if (is_path) return {name, read_file(name)};
  const std::string file = verify::embedded_theorem({name, {.source = "theorem"}}).file;
  for (const verify::EmbeddedFile& f : verify::embedded_theorems())
    if (f.name == file) return {file, std::string(f.text)};
  throw numerics::InternalError("LC902", "no text of the embedded theorem " + name);
}

verify::Theorem load_theorem(const std::string& name, const std::vector<std::string>& shares) {
  const TheoremSourceText source = theorem_text(name);
  return verify::load_with_shares(verify::read_theorem_file(source.text, source.file), as_texts(shares, "--share"));
}

std::vector<Text> as_texts(const std::vector<std::string>& values, const std::string& option) {
  std::vector<Text> all;
  for (const std::string& value : values) {
    std::vector<Text> parts = verify::split_list({value, {.source = option}});
    if (parts.empty())
      throw DomainError("LC226", option + ": no value in '" + value + "'; give one or leave the option out");
    all.insert(all.end(), std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end()));
  }
  return all;
}

std::vector<std::vector<Text>> grid_points(const std::vector<Text>& fixed, const std::vector<Text>& axes) {
  std::vector<std::vector<Text>> points{fixed};
  for (const Text& text : axes) {
    const verify::GridAxis axis = verify::parse_grid_axis(text);
    if (points.size() * axis.values.size() > most_points)
      throw DomainError("LC224", text.place.to_string() + ": the grid has more than 1e6 points; use fewer values");
    std::vector<std::vector<Text>> next;
    for (const auto& point : points) {
      for (const Text& value : axis.values) {
        next.push_back(point);
        next.back().push_back({axis.name.text + " = " + value.text, axis.name.place});
      }
    }
    points = std::move(next);
  }
  return points;
}

const verify::RegimeText& find_regime(const verify::Theorem& theorem, const std::string& name, bool grid) {
  const auto& regimes = theorem.text.regimes;
  std::vector<std::string> names;
  for (const verify::RegimeText& r : regimes) {
    const bool usable = grid ? !r.grid.empty() : !r.range.empty();
    if (usable && (name.empty() || r.name.text == name)) return r;
    if (usable) names.push_back(r.name.text);
  }
  std::string known;
  for (const std::string& each : names) known += (known.empty() ? "" : ", ") + each;
  const char* option = grid ? "--grid" : "--for";
  if (name.empty())
    throw DomainError("LC225", theorem.id + " has no regime with a " + (grid ? "grid" : "range") + "; give " + option);
  throw DomainError("LC225", "--regime: " + theorem.id + " has no regime '" + name + "' with a " +
                                 (grid ? "grid" : "range") +
                                 (known.empty() ? std::string("; give ") + option : " (it has: " + known + ")"));
}

std::vector<std::string> step_theorem_ids(const std::vector<std::string>& words, bool samples) {
  std::vector<std::string> known, chosen;
  for (const verify::sparse_xor::StepTheorem& theorem : verify::sparse_xor::step_theorems())
    if (theorem.with_samples() == samples) known.push_back(theorem.id);
  for (const verify::Text& word : as_texts(words, "--theorem")) {
    if (std::ranges::find(known, word.text) == known.end())
      throw numerics::DomainError("LC226",
                                  fmt::format("--theorem {}: not about a step on {} gradient; it is {}", word.text,
                                              samples ? "a sample" : "the population", fmt::join(known, " or ")));
    if (std::ranges::find(chosen, word.text) == chosen.end()) chosen.push_back(word.text);
  }
  return chosen.empty() ? known : chosen;
}

}  // namespace lemmacheck::cli
